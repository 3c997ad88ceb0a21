"""``meta``: a wheel with no code, one extra for each hardware."""

from __future__ import annotations

import zipfile
from email import message_from_bytes
from pathlib import Path

from packaging.requirements import Requirement

from tests.unit.jaxlib_lock.conftest import PYTHON, Command
from tests.unit.jaxlib_lock.registry import Registry


def test_the_wheel(command: Command, registry: Registry) -> None:
    registry.add("windows", "1.0")
    registry.add("everywhere", "1.0", "windows; sys_platform == 'win32'")
    locks = [command.make("left", "everywhere", hardware=name, out=name) for name in ("cpu", "tpu")]
    arguments: tuple[str | Path, ...] = (
        "meta",
        *locks,
        "--name",
        "My_Env",
        "--version",
        "1.0",
        "--out",
        "built",
    )
    wheel = Path(command.json(*arguments)["wheel"])
    assert wheel.name == "my_env-1.0-py3-none-any.whl"
    content = wheel.read_bytes()
    assert command(*arguments) == 0
    assert wheel.read_bytes() == content
    with zipfile.ZipFile(wheel) as archive:
        assert {name.partition("/")[0] for name in archive.namelist()} == {"my_env-1.0.dist-info"}
        metadata = message_from_bytes(archive.read("my_env-1.0.dist-info/METADATA"))
    assert metadata.get_all("Provides-Extra") == ["cpu", "tpu"]
    assert metadata["Requires-Python"] == f">={PYTHON}"
    required = [Requirement(text) for text in metadata.get_all("Requires-Dist") or ()]
    for extra, backend in (("cpu", "jaxlib-cpu"), ("tpu", "jaxlib-tpu")):
        here = {"extra": extra, "sys_platform": "linux"}
        names = {
            requirement.name: requirement
            for requirement in required
            if requirement.marker and requirement.marker.evaluate(here)
        }
        assert backend in names
        assert not {"windows", "jaxlib-cpu", "jaxlib-tpu"} - {backend} & names.keys()
        assert all({spec.operator for spec in name.specifier} == {">="} for name in names.values())


def test_locks_that_do_not_go_together(command: Command) -> None:
    first = command.make("left", out="first")
    assert command("meta", first, first, "--name", "env", "--version", "1") == 2
    assert "Two locks are for the same hardware" in command.err
    second = command.make("left", hardware="tpu", out="second", more=("--release", "0.2"))
    assert command("meta", first, second, "--name", "env", "--version", "1") == 2
    assert "differ in release" in command.err
    assert not list(command.folder.glob("*.whl"))
