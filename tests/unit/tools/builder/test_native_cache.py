"""The cache of linked modules, by their inputs: packages/pjrt-cpp/native_build.py."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.builder.definitions import PJRT_CPP

sys.path.insert(0, str(PJRT_CPP))

import native_build

MODULE = b"\x7fELF module\n with newlines\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache's."""
    monkeypatch.setenv(native_build.CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache"


class Builder:
    """Writes a module, and counts how often."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self.built = 0

    def __call__(self) -> None:
        self.built += 1
        self.output.write_bytes(MODULE)

    def taken(self, key: str) -> bytes:
        """What ``from_cache`` writes where nothing was."""
        self.output.unlink(missing_ok=True)
        native_build.from_cache(key, self.output, self)
        return self.output.read_bytes()


@pytest.fixture
def builder(tmp_path: Path) -> Builder:
    return Builder(tmp_path / "module.so")


KEY, OTHER = "aa" * 32, "ab" * 32


def test_a_module_is_built_once_for_each_key(folder: Path, builder: Builder) -> None:
    assert builder.taken(KEY) == builder.taken(KEY) == MODULE
    assert builder.built == 1
    assert builder.output.stat().st_mode & 0o111
    assert builder.taken(OTHER) == MODULE
    assert builder.built == 2
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sorted(path.name for path in files) == [KEY, OTHER]  # and no part of one


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry[:-1],
        lambda entry: entry[:40],
        lambda entry: entry.replace(b"module", b"nodule"),
        lambda _: b"",
        lambda _: hashlib.sha256(b"").hexdigest().encode() + b"\n",
    ],
)
def test_a_damaged_entry_is_built_anew(
    folder: Path, builder: Builder, damage: Callable[[bytes], bytes]
) -> None:
    builder.taken(KEY)
    entry = folder / KEY[:2] / KEY
    entry.write_bytes(damage(entry.read_bytes()))
    assert builder.taken(KEY) == MODULE
    assert builder.built == 2
    assert builder.taken(KEY) == MODULE
    assert builder.built == 2


@pytest.mark.parametrize("value", ["", None])
def test_without_a_folder_each_build_compiles(
    builder: Builder, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv(native_build.CACHE, raising=False)
    if value is not None:
        monkeypatch.setenv(native_build.CACHE, value)
    builder.taken(KEY)
    builder.taken(KEY)
    assert builder.built == 2


def test_a_build_that_fails_leaves_nothing(folder: Path, builder: Builder) -> None:
    def fails() -> None:
        raise SystemExit("exit status 1 of: g++")

    with pytest.raises(SystemExit):
        native_build.from_cache(KEY, builder.output, fails)
    assert not folder.exists()
    assert builder.taken(KEY) == MODULE


def compilers(folder: Path) -> tuple[list[str], list[str]]:
    """Two that say another version."""
    calls = []
    for version in ("1", "2"):
        path = folder / f"cxx{version}"
        path.write_text(f"#!/bin/sh\necho compiler {version}\n")
        path.chmod(0o755)
        calls.append(["sh", str(path)])
    return calls[0], calls[1]


def test_the_key_is_of_all_that_a_module_is_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cxx, newer = compilers(tmp_path)
    for variable in native_build.COMPILER_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    sources = [tmp_path / name / "native" for name in ("one", "two")]
    for place in sources:
        (place / "ir").mkdir(parents=True)
        (place / "module.cc").write_text("int one;")
        (place / "ir" / "types.h").write_text("int two;")
    keys = [native_build.key_of(cxx, ["-O2", "cp312"], [place]) for place in sources]
    assert keys[0] == keys[1], "the place of the sources does not count"
    (sources[0] / "ir" / "__pycache__").mkdir()
    (sources[0] / "ir" / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert native_build.key_of(cxx, ["-O2", "cp312"], [sources[0]]) == keys[0]
    others = [
        native_build.key_of(newer, ["-O2", "cp312"], [sources[0]]),
        native_build.key_of(cxx, ["-O1", "cp312"], [sources[0]]),
        native_build.key_of(cxx, ["-O2", "cp313"], [sources[0]]),
        native_build.key_of(cxx, ["-O2cp312"], [sources[0]]),
        native_build.key_of(cxx, ["-O2", "cp312"], sources),
    ]
    monkeypatch.setenv("CPATH", "/elsewhere")
    others.append(native_build.key_of(cxx, ["-O2", "cp312"], [sources[0]]))
    monkeypatch.delenv("CPATH")
    (sources[0] / "ir" / "types.h").write_text("int three;")
    others.append(native_build.key_of(cxx, ["-O2", "cp312"], [sources[0]]))
    (sources[1] / "ir" / "types.h").rename(sources[1] / "types.h")
    others.append(native_build.key_of(cxx, ["-O2", "cp312"], [sources[1]]))
    assert len({*keys, *others}) == 1 + len(others)
