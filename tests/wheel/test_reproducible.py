"""jaxlib-core and jaxlib-cpu are rebuilt in another folder without caches; `nox -s reproduce` rebuilds all."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wheel.conftest import Built
from tools.artifacts.manifest import default_release
from tools.builder import reproduce

NAMES = ("core", "cpu")


@pytest.fixture(scope="module")
def second(built: Built, temporary: Callable[[str], Path]) -> Path:
    folder = temporary("another") / "and a longer place"
    return reproduce.again(NAMES, default_release(), folder, isolated=reproduce.can_isolate())


def test_the_second_build_gives_the_same_bytes(built: Built, second: Path) -> None:
    wheels = [built(name, default_release()) for name in NAMES]
    found = reproduce.compare(wheels, second)
    assert [path.name for path in found] == [wheel.name for wheel in wheels]
    assert all(path.same for path in found), {
        wheel.name: reproduce.differences(wheel, second / wheel.name) for wheel in wheels
    }


def test_the_second_build_had_no_network(second: Path) -> None:
    if not reproduce.can_isolate():
        pytest.skip("this machine lets no process have a network of its own: it is NOT TESTED")
    assert len(list(second.glob("*.whl"))) == len(NAMES)


def test_what_differs_is_told(tmp_path: Path) -> None:
    for name, text in (("one", "a"), ("other", "b")):
        with zipfile.ZipFile(tmp_path / f"{name}.whl", "w") as archive:
            archive.writestr("same", "s")
            archive.writestr("different", text)
    assert reproduce.differences(tmp_path / "one.whl", tmp_path / "other.whl") == ["different"]
    (found,) = reproduce.compare([tmp_path / "one.whl"], tmp_path / "nowhere")
    assert not found.same
