"""The option for the jaxlib of a lock, with one default for every lock; and the names of hardware."""

from __future__ import annotations

import json

import pytest
from jaxlib_lock import seeds

from tests.unit.jaxlib_lock.conftest import PYTHON, Command
from tests.unit.jaxlib_lock.registry import Registry, wheel

TAG = f"cp{PYTHON.replace('.', '')}"


def bindings(command: Command, tag: str) -> str:
    """A wheel of jaxlib (bindings-only) for one Python, in the folder of wheels."""
    path = wheel(command.wheels, "jaxlib", "0.1+bindings", ["numpy>=1"])
    name = path.name.replace("py3-none-any", f"{tag}-{tag}-manylinux_2_27_x86_64")
    path.rename(path.with_name(name))
    return name


@pytest.mark.parametrize("more", [(), ("--no-universal",)])
def test_upstreams_is_the_default_wherever_the_bindings_lie(command: Command, more: tuple[str, ...]) -> None:
    bindings(command, TAG)
    folder = command.make("numpy", more=more)
    assert "jaxlib==0.1\n" in (folder / "requirements.lock.txt").read_text()
    assert json.loads((folder / "lock.json").read_text())["jaxlib"] == "upstream"
    assert command("verify", folder) == 0, command.out + command.err


@pytest.mark.parametrize("more", [(), ("--no-universal",)])
def test_the_bindings_are_taken_when_asked_for(command: Command, more: tuple[str, ...]) -> None:
    name = bindings(command, TAG)
    folder = command.make("numpy", more=("--jaxlib", "bindings", *more))
    assert "jaxlib==0.1+bindings\n" in (folder / "requirements.lock.txt").read_text()
    record = json.loads((folder / "lock.json").read_text())
    assert record["jaxlib"] == "bindings"
    assert name in record["wheels"]
    # A lock for every Python can be installed where there is a wheel, and says so.
    assert (f"where one of these serves: {name}" in command.out) == (not more)
    assert command("verify", folder) == 0, command.out + command.err


@pytest.mark.parametrize("tag", ["cp310", ""])
def test_bindings_that_are_not_there(command: Command, tag: str) -> None:
    if tag:
        bindings(command, tag)
    assert command.try_make("numpy", more=("--jaxlib", "bindings")) == 2
    assert f"no wheel of jaxlib 0.1+bindings for Python {PYTHON}" in command.err
    assert "--jaxlib upstream" in command.err


def test_a_release_without_bindings(command: Command) -> None:
    bindings(command, TAG)
    folder = command.make("numpy", more=("--jaxlib", "bindings"))
    assert command("upgrade", folder, "--release", "0.2") == 2
    assert "There are no bindings of release 0.2." in command.err
    assert command("upgrade", folder, "--release", "0.2", "--jaxlib", "upstream") == 0, command.err
    assert "jaxlib==0.2\n" in (folder / "requirements.lock.txt").read_text()


@pytest.mark.parametrize(
    ("driver", "hardware"),
    [
        ("NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  Thu", "cuda1"),
        ("NVRM version: NVIDIA UNIX Open Kernel Module  610.10  Thu", "cuda2"),
    ],
)
def test_a_gpu_is_the_newest_of_nvidias_that_the_driver_serves(
    command: Command, registry: Registry, monkeypatch: pytest.MonkeyPatch, driver: str, hardware: str
) -> None:
    for name in ("cuda1", "cuda2"):
        registry.add(f"jaxlib-{name}", "0.1")
    file = command.folder / "driver"
    file.write_text(driver, "utf-8")
    monkeypatch.setattr(seeds, "DRIVER_FILE", file)
    folder = command.make("numpy", hardware="gpu")
    assert json.loads((folder / "lock.json").read_text())["hardware"] == hardware
    assert f"note: --hardware gpu is {hardware} here, by this machine's driver" in command.out


@pytest.mark.parametrize(
    ("driver", "advice"),
    [
        (
            "NVRM version: 470.1",
            ["--hardware cuda2, for", "--hardware cuda1, for", "this machine's is 470.1"],
        ),
        (
            None,
            ["--hardware cuda2, for drivers from 600.1 on", "--hardware cuda1, for drivers from 500.1 on"],
        ),
    ],
)
def test_a_gpu_whose_driver_serves_none_is_refused_with_the_choices(
    command: Command, monkeypatch: pytest.MonkeyPatch, driver: str | None, advice: list[str]
) -> None:
    file = command.folder / "driver"
    if driver:
        file.write_text(driver, "utf-8")
    monkeypatch.setattr(seeds, "DRIVER_FILE", file)
    assert command.try_make("numpy", hardware="gpu") == 2
    assert all(text in command.err for text in advice), command.err
    assert "--hardware tpu" not in command.err


@pytest.mark.parametrize(("name", "hardware"), [("cpus", "cpu"), ("tpuv5", "tpu")])
def test_names_near_to_one_are_refused_with_it(command: Command, name: str, hardware: str) -> None:
    assert command.try_make("numpy", hardware=name) == 2
    assert f"--hardware {hardware}" in command.err


@pytest.mark.parametrize(("name", "hardware"), [("CPU", "cpu"), ("libtpu", "tpu"), ("Google", "tpu")])
def test_other_names_of_hardware_are_taken_and_noted(command: Command, name: str, hardware: str) -> None:
    folder = command.make("numpy", hardware=name, more=("--name", "{hardware}"))
    assert json.loads((folder / hardware / "lock.json").read_text())["hardware"] == hardware
    assert f"note: --hardware {name} is {hardware}" in command.out


def test_a_registry_with_the_bindings_changes_nothing(command: Command, registry: Registry) -> None:
    registry.add("jaxlib", "0.1+bindings")
    folder = command.make("numpy")
    assert "jaxlib==0.1\n" in (folder / "requirements.lock.txt").read_text()
