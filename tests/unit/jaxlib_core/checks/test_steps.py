from __future__ import annotations

import pickle
import platform
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxlib_core import errors
from jaxlib_core.checks import steps
from jaxlib_core.environment import distributions, install_commands
from jaxlib_core.plugins.discovery import Plugin, at

from tests.unit.jaxlib_core.site import RELEASE, Site, elf_image


def plugin(site: Site, name: str = "cpu", **kwargs: Any) -> Plugin:
    return at(site.plugin(name, **kwargs))


def problem(of: Plugin) -> errors.PluginError:
    found = steps.first_problem(of)
    assert found is not None
    return found


def test_a_sound_installation_has_no_problem(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.family()
    # A command takes longer to compose than all checks together, so none is without a problem.
    monkeypatch.setattr(install_commands, "install", lambda *_, **__: pytest.fail("composed a command"))
    assert steps.first_problem(plugin(site)) is None


@pytest.mark.parametrize("name", ["jax", "jaxlib", "jaxlib-core"])
@pytest.mark.parametrize("version", ["0.10.1", "0.12.0", "0.10.2.1", "0.10.2rc1", "nonsense"])
def test_another_release_is_a_mismatch(site: Site, name: str, version: str) -> None:
    site.family(**{name.replace("-", "_"): version})
    found = problem(plugin(site))
    if version in {"0.12.0", "0.10.2.1"} and name != "jaxlib-core":
        assert type(found) is errors.PartialUpgrade
        assert f"jax=={version} " in found.commands[0].partition(" || ")[0]
        return
    assert type(found) is errors.VersionMismatch
    assert found.summary == f"jaxlib-cpu 0.10.2 is not compatible with {name} {version}."
    assert found.wanted.startswith(f"{name} 0.10.2,")
    assert found.found == f"{name} {version}"
    assert found.where == (str(site.folder / f"{name.replace('-', '_')}-{version}.dist-info"),)
    assert found.commands == (
        "python -m pip install jax==0.10.2 jaxlib==0.10.2 jaxlib-core==0.10.2 jaxlib-cpu==0.10.2",
    )


@pytest.mark.parametrize(
    "version", ["0.10.2", "0.10.2.post1", "0.10.2+cuda.x", "0.10.2.0", "0.10.2.post1+local"]
)
def test_the_same_release_segment_is_no_mismatch(site: Site, version: str) -> None:
    site.family(jaxlib=version, jax=version)
    assert steps.first_problem(plugin(site)) is None


@given(
    release=st.lists(st.integers(0, 99), min_size=1, max_size=4),
    zeros=st.integers(0, 2),
    suffix=st.sampled_from(["", ".post3", "+local.1"]),
)
def test_release_ignores_trailing_zeros_and_suffixes(release: list[int], zeros: int, suffix: str) -> None:
    text = ".".join(map(str, release))
    assert distributions.release(text + ".0" * zeros + suffix) == distributions.release(text)
    assert distributions.release(text + "rc1") is None


@pytest.mark.parametrize("name", ["jax", "jaxlib", "jaxlib-core"])
def test_a_missing_distribution(site: Site, name: str) -> None:
    site.family(**{name.replace("-", "_"): ""})
    found = problem(plugin(site))
    assert type(found) is errors.NotInstalled
    assert found.found == f"no installed distribution named {name}"
    assert found.where == (str(site.folder),)


def test_two_copies_of_jaxlib_in_one_folder(site: Site) -> None:
    site.family()
    site.distribution("jaxlib", "0.10.1")
    found = problem(plugin(site))
    assert type(found) is errors.ConflictingInstallation
    assert "jaxlib 0.10.1" in found.found
    assert "jaxlib 0.10.2" in found.found


class TestLibrary:
    @pytest.fixture
    def plugin(self, site: Site) -> Plugin:
        site.family()
        return plugin(site)

    def damage(self, plugin: Plugin, content: bytes | None) -> errors.PluginError:
        plugin.library.unlink()
        if content is not None:
            plugin.library.write_bytes(content)
        found = problem(plugin)
        assert found.where == (str(plugin.library),)
        assert found.commands[0] == f"python -m pip install --force-reinstall --no-deps jaxlib-cpu=={RELEASE}"
        return found

    def test_deleted(self, plugin: Plugin) -> None:
        assert type(self.damage(plugin, None)) is errors.LibraryMissing

    @pytest.mark.parametrize("kept", [0, 3, 63, 64, 200, -1])
    def test_truncated(self, plugin: Plugin, kept: int) -> None:
        found = self.damage(plugin, elf_image()[:kept])
        assert type(found) is errors.LibraryTruncated
        assert found.wanted == f"{len(elf_image()):,} bytes"

    def test_other_architecture(self, plugin: Plugin) -> None:
        found = self.damage(plugin, elf_image(machine=22))
        assert type(found) is errors.WrongArchitecture
        assert (found.wanted, found.found) == (
            f"a library for {platform.machine()}, this machine",
            "a library for s390x",
        )

    def test_no_entry_symbol(self, plugin: Plugin) -> None:
        found = self.damage(plugin, elf_image(exports=("GetPjrtApiX",)))
        assert type(found) is errors.NotAPjrtLibrary
        assert found.wanted == "a shared object that exports GetPjrtApi"

    def test_another_library(self, plugin: Plugin) -> None:
        assert type(self.damage(plugin, elf_image(padding=600))) is errors.LibraryReplaced

    def test_no_shared_object(self, plugin: Plugin) -> None:
        assert type(self.damage(plugin, b"#!/bin/sh\n" * 50)) is errors.LibraryReplaced

    def test_unreadable(self, plugin: Plugin) -> None:
        # A link to itself: unlike a file without permissions, root cannot read it either.
        plugin.library.unlink()
        plugin.library.symlink_to(plugin.library.name)
        assert type(problem(plugin)) is errors.LibraryUnreadable

    def test_a_folder_in_its_place(self, plugin: Plugin) -> None:
        plugin.library.unlink()
        plugin.library.mkdir()
        assert type(problem(plugin)) is errors.LibraryUnreadable


@pytest.mark.parametrize(
    ("version", "kind"),
    [("0.28", errors.PjrtApiTooOld), ("0.0", errors.PjrtApiTooOld), ("1.0", errors.PjrtApiTooNew)],
)
def test_pjrt_api_out_of_range(site: Site, version: str, kind: type[errors.PluginError]) -> None:
    site.family()
    image = elf_image()
    library = {
        "file": "libjaxlib_cpu.so", "size": len(image), "sha256": "0" * 64, "pjrt_api": version, "ffi_api": None
    }  # fmt: skip
    found = problem(plugin(site, image=image, library=library))
    assert type(found) is kind
    assert found.wanted == "PJRT C API 0.29 or newer with major version 0"
    assert found.found == f"PJRT C API {version}, according to the descriptor"


def test_a_flag_that_only_jaxlib_knows(site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    site.family()
    known = plugin(site, image=elf_image(exports=("GetPjrtApi", "xla_known")))
    monkeypatch.setenv("XLA_FLAGS", "--xla_known=1 --xla_unheard_of")
    found = problem(known)
    assert type(found) is errors.ConfigurationError
    assert found.found == "--xla_unheard_of"
    assert found.commands == ("unset XLA_FLAGS",)
    (tmp_path / "flags").write_text("--xla_from_a_file=2")
    monkeypatch.setenv("XLA_FLAGS", str(tmp_path / "flags"))
    assert problem(known).found == "--xla_from_a_file"
    monkeypatch.setenv("XLA_FLAGS", "--xla_known=1")
    assert steps.first_problem(known) is None


def test_xla_flags_are_read_as_xla_reads_them() -> None:
    assert steps.xla_flags("") == {}
    assert steps.xla_flags("--a=1 --b --a=2") == {"a": "2", "b": ""}
    assert steps.xla_flags("/no/such/file") == {}


def test_the_text_of_an_error_says_all_and_each_command_is_a_line(site: Site) -> None:
    site.family(jaxlib="0.10.1")
    found = problem(plugin(site))
    lines = str(found).splitlines()
    assert lines[0] == "jaxlib-cpu 0.10.2 is not compatible with jaxlib 0.10.1. [JLP003]"
    assert lines[1].startswith("  wanted: jaxlib 0.10.2")
    assert lines[2] == "  found:  jaxlib 0.10.1"
    assert lines[3].startswith("  where:  /")
    for command in found.commands:
        assert command in lines
    assert str(found).endswith("\n"), "jax appends to the text; the last command must stay a line of its own"


def test_errors_survive_pickling() -> None:
    error = errors.LibraryMissing("s", wanted="w", found="f", where=("a", "b"), commands=("c",), note="n")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is errors.LibraryMissing
    assert again.as_dict() == error.as_dict()


def test_metadata_that_is_damaged_and_a_release_that_does_not_match_are_one_command(site: Site) -> None:
    site.family(jax="0.12.0")
    plugin = at(site.plugin())
    (site.folder / f"jaxlib-{RELEASE}.dist-info" / "METADATA").unlink()
    problem = steps.first_problem(plugin)
    assert isinstance(problem, errors.MetadataUnreadable)
    (command,) = problem.commands
    first, _, then = command.partition(" --no-deps jaxlib==0.10.2 && { ")
    assert first.startswith("rm -rf ")
    assert f"jax=={RELEASE} jaxlib=={RELEASE}" in then
    site.distribution("jaxlib-cpu", "0.10.1")
    problem = steps.first_problem(plugin)
    assert problem
    (command,) = problem.commands
    assert command.count("jaxlib-cpu") >= 2
    assert " --no-deps jaxlib==0.10.2 && { " in command
