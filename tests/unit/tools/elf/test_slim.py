"""Slimming into a cache, with one of upstream's modules for a Python."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import ArtifactFile, load
from tools.elf import fatbin, slim
from tools.elf.slim import SlimError

MODULE = "jax_cuda12_plugin/_prng.so"


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    """A cache with upstream's artifacts and nothing made of them."""
    (tmp_path / "artifacts").symlink_to(Cache().root / "artifacts")
    return Cache(tmp_path)


@pytest.fixture(scope="module")
def file() -> ArtifactFile:
    found = load("0.10.2").artifact("jax-cuda12-plugin").file("x86_64", "cp312")
    Cache().fetch(found)
    return found


def test_it_is_made_once(cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch) -> None:
    first = slim.slim(file, MODULE, cache)
    with zipfile.ZipFile(first.archive) as archive:
        content = archive.read(first.member)
    assert (len(content), hashlib.sha256(content).hexdigest()) == (first.size, first.sha256)
    assert first.size < cache.recorded(file, MODULE).size
    monkeypatch.setattr(slim, "_process", None)
    assert slim.slim(file, MODULE, cache) == first
    # A variant is made of the whole one.
    monkeypatch.undo()
    monkeypatch.setattr(fatbin, "_packed", None)
    variant = slim.slim(file, MODULE, cache, ("sm_90",))
    assert variant.gpu_architectures == ("sm_90",)
    assert variant.archive.stat().st_size < first.archive.stat().st_size


def spoilt(step: Callable[..., None]) -> Callable[..., None]:
    """A step that works, and then changes one byte too many."""

    def run(*arguments: object) -> None:
        step(*arguments)
        path = Path(str(arguments[0]))
        content = bytearray(path.read_bytes())
        content[content.index(b"PyInit_")] ^= 1
        path.write_bytes(content)

    return run


def test_what_was_changed_is_not_kept_and_the_next_build_starts_anew(
    cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fatbin, "rewrite", spoilt(fatbin.rewrite))
    with pytest.raises(SlimError, match=f"_prng.so of {file.filename}: .*not those of"):
        slim.slim(file, MODULE, cache)
    assert list((cache.root / "derived").rglob("*.zip")) == []
    monkeypatch.undo()
    (folder,) = (cache.root / "derived").glob("*/*")
    (folder / "work-killed").mkdir()
    assert slim.slim(file, MODULE, cache).archive.parent == folder
    assert list(folder.glob("work-*")) == []


def broken_off(*arguments: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("interrupted", "left_out"), [("_compare", ["_process"]), ("_write", ["_process", "_compare"])]
)
def test_an_interrupted_build_goes_on_after_the_last_step(
    cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch, interrupted: str, left_out: list[str]
) -> None:
    expected = slim.slim(file, MODULE, cache)
    content = expected.archive.read_bytes()
    shutil.rmtree(cache.root / "derived")
    with monkeypatch.context() as patch:
        patch.setattr(slim, interrupted, broken_off)
        with pytest.raises(KeyboardInterrupt):
            slim.slim(file, MODULE, cache)
    for step in left_out:
        monkeypatch.setattr(slim, step, None)
    assert slim.slim(file, MODULE, cache) == expected
    assert expected.archive.read_bytes() == content
    assert not (expected.archive.parent / "processed").exists()


def test_a_processed_library_that_was_damaged_is_not_taken(
    cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(slim, "_write", broken_off)
        with pytest.raises(KeyboardInterrupt):
            slim.slim(file, MODULE, cache)
    (library,) = (cache.root / "derived").glob("*/*/processed/_prng.so")
    damaged = bytearray(library.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    library.write_bytes(damaged)
    made = slim.slim(file, MODULE, cache)
    with zipfile.ZipFile(made.archive) as archive:
        assert hashlib.sha256(archive.read(made.member)).hexdigest() == made.sha256
        assert archive.read(made.member) != bytes(damaged)


def test_libraries_as_they_are_published(
    cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAXLIB_SLIM", "0")
    found = slim.slim(file, MODULE, cache)
    recorded = cache.recorded(file, MODULE)
    assert (found.sha256, found.size) == (recorded.sha256, recorded.size)
    assert not (cache.root / "derived").exists()
