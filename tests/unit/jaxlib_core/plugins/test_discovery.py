from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import steps
from jaxlib_core.plugins import discovery, fast_lookup

from tests.unit.jaxlib_core.site import RELEASE, Site


def test_nothing_installed(site: Site) -> None:
    assert discovery.discover() == discovery.Discovery((), (), ())


def test_plugins_are_found_without_importing_them(site: Site) -> None:
    folder = site.plugin("cpu")
    site.plugin("cuda12")
    found = discovery.discover()
    assert [p.descriptor.name for p in found.plugins] == ["cpu", "cuda12"]
    assert found.plugins[0].folder == folder
    assert found.plugins[0].library == folder / "libjaxlib_cpu.so"
    assert str(found.plugins[0].distribution) == "jaxlib-cpu 0.10.2"
    assert not {"jaxlib_cpu", "jaxlib_cuda12"} & set(sys.modules)


def test_our_own_entry_point_is_no_plugin(site: Site) -> None:
    site.distribution("jaxlib-core", "0.10.2", entry_points="jaxlib-core = jaxlib_core")
    assert discovery.discover() == discovery.Discovery((), (), ())


def test_somebody_elses_plugin_is_left_alone(site: Site) -> None:
    site.distribution("jax-cuda12-plugin", "0.10.2", entry_points="xla_cuda12 = jax_plugins.xla_cuda12")
    found = discovery.discover()
    assert [(f.name, f.module, f.distribution.name) for f in found.foreign] == [
        ("xla_cuda12", "jax_plugins.xla_cuda12", "jax-cuda12-plugin")
    ]
    assert not found.broken


def test_entry_point_left_behind(site: Site) -> None:
    folder = site.plugin("cuda12")
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    (broken,) = discovery.discover().broken
    assert (broken.name, broken.platform) == ("cuda12", "cuda")
    assert type(broken.problem) is errors.EntryPointLeftBehind
    assert broken.problem.wanted.startswith("module jaxlib_cuda12, which the entry point 'cuda12'")
    assert broken.problem.where == (str(folder), str(site.folder / "jaxlib_cuda12-0.10.2.dist-info"))
    assert (
        broken.problem.commands[0]
        == "python -m pip install --force-reinstall --no-deps jaxlib-cuda12==0.10.2"
    )


@pytest.mark.parametrize(
    ("content", "kind", "found"),
    [
        (None, errors.DescriptorMissing, "no readable file"),
        (b"{", errors.DescriptorError, "not JSON"),
        (b"\xff", errors.DescriptorError, "no text"),
        (b"[" * 100_000, errors.DescriptorError, "not JSON"),
        (b'{"schema": "jaxlib.plugin/9"}', errors.DescriptorTooNew, "schema 'jaxlib.plugin/9'"),
        (b'{"schema": "of something else"}', errors.DescriptorError, "schema 'of something else'"),
    ],
)
def test_a_descriptor_that_cannot_be_used(
    site: Site, content: bytes | None, kind: type[errors.PluginError], found: str
) -> None:
    path = site.plugin("cpu") / "plugin.json"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    (broken,) = discovery.discover().broken
    assert type(broken.problem) is kind
    assert found in broken.problem.found
    assert broken.problem.where == (str(path),)
    assert "jaxlib.plugin/1" in broken.problem.wanted


def test_the_module_alone_leads_to_the_same_diagnosis(site: Site) -> None:
    """jax calls the plugin and jaxlib-core in no certain order; what the user reads must not depend on it."""
    folder = site.plugin("cpu")
    (folder / "plugin.json").unlink()
    with pytest.raises(errors.DescriptorError) as raised:
        discovery.at(folder)
    (broken,) = discovery.discover().broken
    assert str(raised.value) == str(broken.problem)
    assert raised.value.commands[0].endswith(" jaxlib-cpu==0.10.2")


def test_the_first_folder_on_the_path_wins(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.plugin("cpu")
    nearer = Site(site.folder.parent / "nearer")
    nearer.folder.mkdir()
    folder = nearer.plugin("cpu", version="0.10.2.post1")
    monkeypatch.setattr("sys.path", [str(nearer.folder), *sys.path])
    (plugin,) = discovery.discover().plugins
    assert plugin.folder == folder


def test_platform_is_the_name_without_its_major() -> None:
    assert [discovery.platform_of(n) for n in ("cpu", "cuda12", "rocm7", "tpu")] == [
        "cpu",
        "cuda",
        "rocm",
        "tpu",
    ]


@pytest.mark.parametrize("replace", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("name", ["plugin.json", "library"])
def test_what_is_no_regular_file_is_not_waited_for(
    site: Site, replace: Callable[[Path], None], name: str
) -> None:
    folder = site.plugin("cpu")
    path = folder / name if name == "plugin.json" else discovery.discover().plugins[0].library
    path.unlink()
    replace(path)
    found = discovery.discover()
    if name == "plugin.json":
        (broken,) = found.broken
        assert "not a regular file" in str(broken.problem)
    else:
        problem = steps.library_is_sound(found.plugins[0])
        assert problem is not None
    assert fast_lookup.find("cpu") is None


@pytest.mark.parametrize("left", [None, "", "[console_scripts]\nx = y\n"])
def test_a_plugin_that_nothing_announces_any_more(site: Site, left: str | None) -> None:
    site.family()
    site.plugin()
    path = site.folder / f"jaxlib_cpu-{RELEASE}.dist-info" / "entry_points.txt"
    path.unlink()
    if left is not None:
        path.write_text(left)
    (broken,) = discovery.discover().broken
    assert (broken.platform, broken.distribution.name) == ("cpu", "jaxlib-cpu")
    assert isinstance(broken.problem, errors.MetadataUnreadable)
    assert broken.problem.commands[0].endswith(f"--force-reinstall --no-deps jaxlib-cpu=={RELEASE}")


def test_what_another_copys_metadata_announces_is_found(site: Site) -> None:
    site.family()
    site.plugin()
    site.distribution("jaxlib-cpu", "0.10.1")
    assert [plugin.descriptor.name for plugin in discovery.discover().plugins] == ["cpu"]
    assert discovery.discover().broken == ()
