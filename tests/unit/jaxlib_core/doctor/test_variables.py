"""Diagnoses of environment variables without running anything, and the values to set instead."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from jaxlib_core import errors
from jaxlib_core.doctor import variables
from jaxlib_core.environment.distributions import find
from jaxlib_core.plugins.discovery import discover

from tests.unit.jaxlib_core.site import Site, elf_image


def commands() -> list[str]:
    """The commands for all that is wrong."""
    found = variables.settings(discover(), find("jaxlib"), find("jax"))
    assert all(type(setting.problem) is errors.ConfigurationError for setting in found)
    assert [variables.command(setting.changes) for setting in found] == [
        setting.problem.commands[0] for setting in found
    ]
    return [setting.problem.commands[0] for setting in found]


@pytest.mark.parametrize(
    ("platforms", "command"),
    [
        ("cup", "export JAX_PLATFORMS=cpu"),
        ("CPU", "export JAX_PLATFORMS=cpu"),
        ("cpu,cup", "export JAX_PLATFORMS=cpu"),
        ("cpu,", "export JAX_PLATFORMS=cpu"),
        (" cpu", "export JAX_PLATFORMS=cpu"),
        ("cpu,gpu", "export JAX_PLATFORMS=cpu"),
        ("gpu", "unset JAX_PLATFORMS"),
        ("cuda", "unset JAX_PLATFORMS"),
        ("cuda,cup", "export JAX_PLATFORMS=cuda,cpu"),
        ("cuda,cpu", ""),
        ("cuda,cuda", "unset JAX_PLATFORMS"),
        ("tpu", "unset JAX_PLATFORMS"),
        ("x y;z", "unset JAX_PLATFORMS"),
        ("cpu", ""),
        ("", ""),
    ],
)
def test_platforms(site: Site, monkeypatch: pytest.MonkeyPatch, platforms: str, command: str) -> None:
    site.family()
    site.plugin()
    monkeypatch.setenv("JAX_PLATFORMS", platforms)
    monkeypatch.setattr(variables, "_NVIDIA", ("/no/such/device",))
    assert commands() == ([command] if command else [])


def test_a_platform_without_its_hardware_is_passed_over_as_in_jax(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.family()
    site.plugin()
    monkeypatch.setenv("JAX_PLATFORMS", "cpu,cuda")
    monkeypatch.setattr(variables, "_NVIDIA", ("/no/such/device",))
    assert variables.passed_over(["cpu"])
    assert not variables.passed_over(["cpu", "cuda"]), "the plugin says more of it"
    monkeypatch.setattr(variables, "_NVIDIA", ("/dev/null",))
    assert commands() == ["export JAX_PLATFORMS=cpu"]


@pytest.mark.parametrize(
    ("flags", "command"),
    [
        ("--xla_known=1", ""),
        ("--xla_known", ""),
        ("--xla_strange=1", "unset XLA_FLAGS"),
        ("--xla_known=1 --xla_strange=2", "export XLA_FLAGS=--xla_known=1"),
        ("xla_known=1", "export XLA_FLAGS=--xla_known=1"),
        ("xla_known=1 --xla_strange", "export XLA_FLAGS=--xla_known=1"),
        ("/no/such/file", "unset XLA_FLAGS"),
    ],
)
def test_flags(site: Site, monkeypatch: pytest.MonkeyPatch, flags: str, command: str) -> None:
    site.family()
    site.plugin(image=elf_image(exports=("GetPjrtApi", "xla_known")))
    monkeypatch.setenv("XLA_FLAGS", flags)
    assert commands() == ([command] if command else [])


def test_a_switch_that_is_neither_on_nor_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.family()
    (site.folder / "jax" / "_src").mkdir(parents=True)
    (site.folder / "jax" / "_src" / "config.py").write_text(
        "x = bool_state(\n    name='jax_enable_x64',\n)\n"
    )
    monkeypatch.setenv("JAX_ENABLE_X64", "maybe")
    monkeypatch.setenv("JAX_COMPILATION_CACHE_DIR", "maybe")
    assert commands() == ["unset JAX_ENABLE_X64"]


@pytest.mark.parametrize(
    ("source", "good", "bad"),
    [
        ("optional_enum_state(name='jax_kind', enum_values=['low', 'high'], default=None)", "high", "hgih"),
        ("int_state('jax_kind', 1)", "-1", "abc"),
        ("config.float_state(name='jax_kind', default=1.0)", "1e3", ""),
        ("bool_flag(name='jax_kind', default=True)", "OFF", "offf"),
    ],
)
def test_a_setting_holds_what_jaxs_source_says(
    site: Site, monkeypatch: pytest.MonkeyPatch, source: str, good: str, bad: str
) -> None:
    site.family()
    (site.folder / "jax" / "_src").mkdir(parents=True)
    (site.folder / "jax" / "_src" / "xla_bridge.py").write_text(f"x = {source}\n")
    monkeypatch.setenv("JAX_KIND", good)
    assert commands() == []
    monkeypatch.setenv("JAX_KIND", bad)
    assert commands() == ["unset JAX_KIND"]


def test_other_values_hold_until_the_block_ends(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"/one{os.pathsep}/two")
    monkeypatch.setenv("XLA_FLAGS", "--a")
    monkeypatch.setattr("sys.path", ["/one", "/two", str(site.folder)])
    with variables.applied({"PYTHONPATH": "/two", "XLA_FLAGS": None, "JAX_PLATFORMS": "cpu"}):
        assert sys.path == ["/two", str(site.folder)]
        assert "XLA_FLAGS" not in os.environ
        assert os.environ["JAX_PLATFORMS"] == "cpu"
    assert sys.path == ["/one", "/two", str(site.folder)]
    assert os.environ["XLA_FLAGS"] == "--a"
    assert "JAX_PLATFORMS" not in os.environ


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x7fELF", True),
        (b"text", True),
        (elf_image()[:100], True),
        (elf_image(), False),
        (b"\x7fELF\x01", False),
    ],
)
def test_a_file_in_the_place_of_a_library_of_the_systems(
    content: bytes, told: bool, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.family()
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libstdc++.so.6").write_bytes(content)
    monkeypatch.setenv("LD_LIBRARY_PATH", f"/one:{tmp_path}/lib:/two")
    assert commands() == (["export LD_LIBRARY_PATH=/one:/two"] if told else [])
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{tmp_path}/lib")
    assert commands() == (["unset LD_LIBRARY_PATH"] if told else [])
