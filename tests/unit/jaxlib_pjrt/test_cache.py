"""The compile cache with a fake library in Python: which entries are used, and how they are written."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class Executable:
    """What the library compiled: ``sealed`` is refused as a damaged seal is, ``refused`` as the library does."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def serialize(self) -> bytes:
        return self.content


class Client:
    platform = "fake"
    platform_version = "1"
    devices: tuple[Any, ...] = ()

    def __init__(self, library: Path) -> None:
        self.plugin = SimpleNamespace(path=str(library), api_version=(0, 1))
        self.compiled = 0

    def compile(self, program: str, options: bytes, *, format: str) -> Executable:  # noqa: A002
        self.compiled += 1
        return Executable(b"sealed:" + program.encode())

    def load(self, content: bytes) -> Executable:
        if not content.startswith(b"sealed:"):
            raise ValueError("executable: found bytes that have changed since")
        return Executable(content)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    """jaxlib_pjrt.cache, with a stand-in for what needs the extension."""
    plugins: Any = ModuleType("jaxlib_pjrt._plugins")
    plugins.serialized = lambda options, path: b"options"
    monkeypatch.setitem(sys.modules, "jaxlib_pjrt._plugins", plugins)
    monkeypatch.setattr(sys.modules["jaxlib_pjrt"], "_plugins", plugins, raising=False)
    monkeypatch.delitem(sys.modules, "jaxlib_pjrt.cache", raising=False)
    from jaxlib_pjrt import cache

    return cache


class Scene:
    """A cache with one entry."""

    def __init__(self, module: Any, folder: Path) -> None:
        library = folder / "library.so"
        library.write_bytes(b"library")
        self.module = module
        self.client = Client(library)
        self.cache = module.CompileCache(folder / "cache")
        self.compile()
        (self.entry,) = (folder / "cache").glob("*.executable")
        self.whole = self.entry.read_bytes()

    def compile(self) -> bool:
        """Whether the program was compiled, and not found."""
        before = self.client.compiled
        assert self.cache.compile(self.client, "program").content == b"sealed:program"
        return self.client.compiled > before

    def outer(self, content: bytes) -> bytes:
        return self.module._MAGIC + hashlib.sha256(content).digest() + content  # type: ignore[no-any-return]


@pytest.fixture
def scene(module: Any, tmp_path: Path) -> Scene:
    return Scene(module, tmp_path)


def test_it_is_found_the_second_time(scene: Scene) -> None:
    assert not scene.compile()


def test_a_sound_entry_of_a_damaged_executable_is_compiled_anew(scene: Scene) -> None:
    scene.entry.write_bytes(scene.outer(b"sXaled:program"))
    assert scene.compile()
    assert not scene.compile()


def _fifo(scene: Scene) -> None:
    scene.entry.unlink()
    os.mkfifo(scene.entry)


def _link(to: str) -> Callable[[Scene], None]:
    def make(scene: Scene) -> None:
        scene.entry.unlink()
        scene.entry.symlink_to(to)

    return make


def _own_link(scene: Scene) -> None:
    copy = scene.entry.with_name("copy")
    copy.write_bytes(scene.whole)
    _link("copy")(scene)


def _socket(scene: Scene) -> None:
    import socket

    scene.entry.unlink()
    # A socket's path may have about a hundred characters.
    folder = os.open(scene.entry.parent, os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(f"/proc/self/fd/{folder}/s")
    finally:
        os.close(folder)
    scene.entry.with_name("s").rename(scene.entry)


def _sparse(scene: Scene) -> None:
    os.truncate(scene.entry, 1 << 40)


@pytest.mark.parametrize(
    "replace", [_fifo, _link("/dev/zero"), _link("nothing"), _own_link, _socket, _sparse]
)
def test_what_is_no_regular_file_of_an_entrys_size_is_replaced(
    scene: Scene, replace: Callable[[Scene], None]
) -> None:
    replace(scene)
    assert scene.compile()
    assert stat.S_ISREG(scene.entry.lstat().st_mode)
    assert not scene.compile()


def test_a_folder_in_an_entrys_place_is_left_alone(scene: Scene) -> None:
    scene.entry.unlink()
    scene.entry.mkdir()
    assert scene.compile()
    assert scene.compile()


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_that_others_may_write_is_compiled_anew(scene: Scene, mode: int) -> None:
    scene.entry.chmod(mode)
    assert scene.compile()
    assert stat.S_IMODE(scene.entry.stat().st_mode) == 0o600
    assert not scene.compile()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_an_entry_of_another_user_is_compiled_anew(scene: Scene) -> None:
    os.chown(scene.entry, 12345, -1)
    assert scene.compile()
    assert scene.entry.stat().st_uid == os.geteuid()
    assert not scene.compile()


def test_a_librarys_hash_is_noted_by_the_same_rules(scene: Scene) -> None:
    (noted,) = scene.entry.parent.glob("library-*")
    before = scene.cache.key(scene.client, "program", b"options")
    noted.chmod(0o622)
    noted.write_bytes(scene.outer(b"0" * 64))
    assert scene.cache.key(scene.client, "program", b"options") == before


@pytest.fixture(params=[0o000, 0o002, 0o022, 0o077, 0o277])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_folders_and_entries_are_their_owners_alone_whatever_the_umask(
    module: Any, tmp_path: Path, umask: int
) -> None:
    outer = tmp_path / "there"
    outer.mkdir()
    mode = outer.stat().st_mode
    inner = outer / "one" / "two"
    scene = Scene(module, inner.parent.parent)
    scene.cache.folder = inner / "cache"
    assert scene.compile()
    assert not scene.compile()
    for folder in (outer / "one", inner, inner / "cache"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700, (folder, oct(umask))
    for entry in (inner / "cache").iterdir():
        assert stat.S_IMODE(entry.stat().st_mode) & 0o077 == 0
    assert outer.stat().st_mode == mode
