"""The fast path to an installed plugin: the same answer as the general one, or none if anything is unusual."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jaxlib_core.checks import steps
from jaxlib_core.plugins import discovery, fast_lookup

from tests.unit.jaxlib_core.site import Site, elf_image


@pytest.fixture
def whole(site: Site) -> Site:
    site.family()
    site.plugin()
    return site


def test_what_is_whole_is_found_as_the_long_way_finds_it(whole: Site) -> None:
    (plugin,) = discovery.discover().plugins
    assert steps.first_problem(plugin, steps.WITHOUT_JAX) is None
    assert fast_lookup.find("cpu") == (str(plugin.library), "jaxlib-cpu", "jaxlib_cpu", [])


def test_folders_of_the_path_that_are_not_there_are_passed_over(
    whole: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", ["/no/such/python.zip", str(whole.folder), str(whole.folder)])
    assert fast_lookup.find("cpu")


def _describe(site: Site, **changes: object) -> None:
    path = site.folder / "jaxlib_cpu" / "plugin.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def _write(site: Site, name: str, text: str) -> None:
    (site.folder / name).write_text(text)


def _library(site: Site) -> Path:
    return site.folder / "jaxlib_cpu" / "libjaxlib_cpu.so"


def _image(site: Site, image: bytes) -> None:
    _library(site).write_bytes(image.ljust(_library(site).stat().st_size, b"\0"))


OWN, CORE = "jaxlib_cpu-0.10.2.dist-info", "jaxlib_core-0.10.2.dist-info"
BREAKS: dict[str, Callable[[Site], object]] = {
    "no plugin": lambda site: shutil.rmtree(site.folder / "jaxlib_cpu"),
    "no metadata folder": lambda site: shutil.rmtree(site.folder / OWN),
    "no metadata": lambda site: (site.folder / OWN / "METADATA").unlink(),
    "metadata of another version": lambda site: _write(
        site, f"{OWN}/METADATA", "Name: jaxlib-cpu\nVersion: 0.10.1\n"
    ),
    "metadata of another name": lambda site: _write(
        site, f"{OWN}/METADATA", "Name: jaxlib-tpu\nVersion: 0.10.2\n"
    ),
    "metadata without a version": lambda site: _write(site, f"{OWN}/METADATA", "Name: jaxlib-cpu\n"),
    "installed twice": lambda site: shutil.copytree(
        site.folder / OWN, site.folder / "jaxlib_cpu-0.10.1.dist-info"
    ),
    "no core": lambda site: shutil.rmtree(site.folder / CORE),
    "an older core": lambda site: _write(site, f"{CORE}/METADATA", "Name: jaxlib-core\nVersion: 0.10.1\n"),
    "two cores": lambda site: shutil.copytree(
        site.folder / CORE, site.folder / "jaxlib_core-0.12.0.dist-info"
    ),
    "no entry points": lambda site: (site.folder / OWN / "entry_points.txt").unlink(),
    "entry points of another group": lambda site: _write(
        site, f"{OWN}/entry_points.txt", "[console_scripts]\ncpu = jaxlib_cpu\n"
    ),
    "no module": lambda site: (site.folder / "jaxlib_cpu" / "__init__.py").unlink(),
    "no descriptor": lambda site: (site.folder / "jaxlib_cpu" / "plugin.json").unlink(),
    "a descriptor cut short": lambda site: _write(site, "jaxlib_cpu/plugin.json", '{"schema"'),
    "a descriptor of another schema": lambda site: _describe(site, schema="jaxlib.plugin/2"),
    "a descriptor of another version": lambda site: _describe(site, version="0.12.0"),
    "a descriptor of another plugin": lambda site: _describe(site, name="tpu"),
    "no library": lambda site: _library(site).unlink(),
    "a library cut short": lambda site: _library(site).write_bytes(_library(site).read_bytes()[:-1]),
    "a library that is none": lambda site: _image(site, b"no ELF"),
    "a library of another processor": lambda site: _image(site, elf_image(machine=8)),
    "a library without its entry": lambda site: _image(site, elf_image(exports=("GetOtherXxx",))),
}


@pytest.mark.parametrize("name", BREAKS)
def test_what_is_not_plainly_right_gets_no_answer(whole: Site, name: str) -> None:
    BREAKS[name](whole)
    assert fast_lookup.find("cpu") is None


def test_a_copy_that_another_hides_gets_no_answer(
    whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(whole.folder / OWN, tmp_path / "more" / "jaxlib_cpu-0.10.1.dist-info")
    monkeypatch.setattr("sys.path", [str(whole.folder), str(tmp_path / "more")])
    assert fast_lookup.find("cpu") is None


def test_flags_that_the_library_may_not_know_get_no_answer(
    whole: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XLA_FLAGS", "--xla_no_such_flag")
    assert fast_lookup.find("cpu") is None
