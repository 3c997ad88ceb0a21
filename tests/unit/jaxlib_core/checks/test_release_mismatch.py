"""Partial upgrades and other distributions' pulls, recognised from metadata."""

from __future__ import annotations

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import steps
from jaxlib_core.doctor import examination
from jaxlib_core.plugins.discovery import at

from tests.unit.jaxlib_core.site import RELEASE, Site, elf_image

BACK = ("jax==0.10.2", "jaxlib==0.10.2", "jaxlib-core==0.10.2", "jaxlib-cpu==0.10.2")


def problem(site: Site, name: str = "cpu") -> errors.PluginError:
    found = steps.first_problem(at(site.folder / f"jaxlib_{name}"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("versions", "summary"),
    [
        (
            {"jax": "0.12.0", "jaxlib": "0.12.0"},
            "jax 0.12.0 and jaxlib 0.12.0 are newer than jaxlib-cpu 0.10.2, which was not upgraded with them.",
        ),
        (
            {"jax": "0.12.0"},
            "jax 0.12.0 is newer than jaxlib 0.10.2 and jaxlib-cpu 0.10.2, which were not upgraded with it.",
        ),
        (
            {"jaxlib": "0.12.0", "jax": "0.9.2"},
            "jaxlib 0.12.0 is newer than jax 0.9.2 and jaxlib-cpu 0.10.2, which were not upgraded with it.",
        ),
        (
            {"jax": "0.12.0", "jaxlib": "0.12.0", "jaxlib_core": "0.12.0"},
            "jax 0.12.0 and jaxlib 0.12.0 are newer than jaxlib-cpu 0.10.2, which was not upgraded with them.",
        ),
    ],
)
def test_a_partial_upgrade(site: Site, versions: dict[str, str], summary: str) -> None:
    site.family(**versions)
    site.plugin()
    found = problem(site)
    assert type(found) is errors.PartialUpgrade
    assert found.summary == summary
    on = " ".join(BACK).replace("0.10.2", "0.12.0")
    assert found.commands == (f"python -m pip install {on} || python -m pip install {' '.join(BACK)}",)


def test_the_command_names_every_plugin_of_the_family(site: Site) -> None:
    site.family(jax="0.12.0", jaxlib="0.12.0")
    site.plugin("tpu")
    site.plugin("cpu")
    assert (
        problem(site).commands[0].endswith(f" || python -m pip install {' '.join(BACK)} jaxlib-tpu==0.10.2")
    )


def test_a_core_that_alone_is_newer_is_a_mismatch(site: Site) -> None:
    site.family(jaxlib_core="0.12.0")
    site.plugin()
    assert type(problem(site)) is errors.VersionMismatch
    assert problem(site).commands[0] == f"python -m pip install {' '.join(BACK)}"


@pytest.mark.parametrize(
    ("requirement", "pulls"),
    [
        ("jaxlib<0.10.2", True),
        ("jaxlib ==0.10.1", True),
        ("JaxLib>=0.10,!=0.10.2", True),
        ("jaxlib>=0.10", False),
        ("jaxlib==0.9.2", False),
        ("jaxlib<0.10.2; extra == 'old'", False),
        ("jaxlib<0.10.2; python_version < '3'", False),
        ("jaxlib-gpu<0.10.2", False),
        ("jaxlib @@ nonsense", False),
    ],
)
def test_who_pulled_jaxlib_down(site: Site, requirement: str, pulls: bool) -> None:
    site.family(jaxlib="0.10.1")
    site.plugin()
    site.distribution("somelib", "1.2", requires=("numpy", requirement))
    found = problem(site)
    if not pulls:
        assert type(found) is errors.VersionMismatch
        return
    assert type(found) is errors.PulledAway
    assert found.summary.startswith("somelib 1.2 pulled jaxlib down to 0.10.1,")
    assert found.commands[0] == f"python -m pip install {' '.join(BACK)}"
    assert found.where[1] == str(site.folder / "somelib-1.2.dist-info")


def test_who_pulled_jax_and_jaxlib_with_it(site: Site) -> None:
    site.family(jax="0.9.2", jaxlib="0.9.2")
    site.plugin()
    site.distribution("somelib", "1.2", requires=("jax<0.10",))
    assert problem(site).summary.startswith("somelib 1.2 pulled jax down to 0.9.2,")


def test_who_pulled_jax_up(site: Site) -> None:
    site.family(jax="0.12.0", jaxlib="0.12.0")
    site.plugin()
    site.distribution("somelib", "1.2", requires=("jax>=0.12",))
    found = problem(site)
    assert found.summary.startswith("somelib 1.2 pulled jax up to 0.12.0,")


def test_jax_itself_and_the_family_pull_nothing(site: Site) -> None:
    site.family(jaxlib="0.10.1")
    site.plugin()
    site.distribution("jaxlib-acme", "0.10.1", requires=("jaxlib-core==0.10.1", "jaxlib==0.10.1"))
    assert type(problem(site)) is errors.VersionMismatch
    assert RELEASE in problem(site).commands[0]


def test_a_library_that_is_another_one_is_installed_again_by_the_same_command(site: Site) -> None:
    site.family(jaxlib="0.10.1")
    folder = site.plugin()
    (folder / "libjaxlib_cpu.so").write_bytes(elf_image(padding=2048))
    assert problem(site).commands == (f"python -m pip install --force-reinstall {' '.join(BACK)}",)


def test_where_upstreams_plugin_serves_one_line_fixes_that_and_the_mismatch(site: Site) -> None:
    site.family(jaxlib="0.10.1")
    site.plugin("cuda12")
    site.distribution("jax-cuda12-pjrt", "0.10.2", entry_points="xla_cuda12 = jax_plugins.xla_cuda12")
    (found,) = examination.examine().problems
    assert type(found) is errors.ConflictingInstallation
    pins = "jax==0.10.2 jaxlib==0.10.2 jaxlib-core==0.10.2 jaxlib-cuda12==0.10.2"
    assert found.commands[0] == f"python -m pip uninstall -y jax-cuda12-pjrt && python -m pip install {pins}"


def test_where_upstreams_plugin_serves_one_line_fixes_that_and_a_partial_upgrade(site: Site) -> None:
    site.family(jax="0.12.0")  # whose import refuses this jaxlib
    site.plugin("cuda12")
    site.distribution("jax-cuda12-pjrt", "0.10.2", entry_points="xla_cuda12 = jax_plugins.xla_cuda12")
    (found,) = examination.examine().problems
    assert type(found) is errors.ConflictingInstallation
    away, _, then = found.commands[0].partition(" && ")
    assert away == "python -m pip uninstall -y jax-cuda12-pjrt"
    assert then.startswith("{ python -m pip install jax==0.12.0 ")
    assert then.endswith(" jaxlib-cuda12==0.10.2; }")
