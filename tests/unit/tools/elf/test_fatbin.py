"""Fat binaries, with the smallest of upstream's modules that has one."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.elf import fatbin
from tools.elf.fatbin import FatbinError, architectures, extracted, rewrite, uses_zstd, verify
from tools.elf.strip import mapped, section, strip
from tools.elf.strip import verify as same

MODULE = "jax_cuda12_plugin/_prng.so"
ALL = ("sm_50", "sm_60", "sm_70", "sm_80", "sm_90", "sm_100", "sm_101", "sm_120", "compute_120")


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("upstream") / "_prng.so"
    Cache().extract(load("0.10.2").artifact("jax-cuda12-plugin").file("x86_64", "cp312"), MODULE, path)
    return path


@pytest.fixture
def library(upstream: Path, tmp_path: Path) -> Path:
    path = tmp_path / upstream.name
    strip(upstream, path)
    return path


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def everything(_: str) -> bool:
    return True


def test_all_kernels_are_as_they_were_and_take_less(upstream: Path, library: Path, pool: Executor) -> None:
    assert (architectures(library), uses_zstd(library)) == (ALL, False)
    before = kept_bytes(library)
    rewrite(library, everything, pool)
    assert (architectures(library), uses_zstd(library)) == (ALL, True)
    assert kept_bytes(library) < 0.8 * before
    verify(upstream, library, everything)
    kernels = section(upstream, fatbin.SECTION)
    assert kernels is not None
    same(upstream, library, [kernels])


def test_one_architecture_of_them(upstream: Path, library: Path, pool: Executor) -> None:
    rewrite(library, "sm_90".__eq__, pool)
    assert architectures(library) == ("sm_90",)
    verify(upstream, library, "sm_90".__eq__)
    assert extracted(library) == [image for image in extracted(upstream) if image[0] == "sm_90"]


def test_twice_is_as_once(library: Path, pool: Executor) -> None:
    rewrite(library, everything, pool)
    once = library.read_bytes()
    rewrite(library, everything, pool)
    assert library.read_bytes() == once


def test_what_zstd_compressed_before_takes_less_too(tmp_path: Path, pool: Executor) -> None:
    upstream, library = tmp_path / "upstream" / "_prng.so", tmp_path / "_prng.so"
    upstream.parent.mkdir()
    file = load("0.10.2").artifact("jax-cuda13-plugin").file("x86_64", "cp312")
    Cache().extract(file, "jax_cuda13_plugin/_prng.so", upstream)
    strip(upstream, library)
    before = kept_bytes(library)
    assert uses_zstd(library)
    rewrite(library, everything, pool)
    assert kept_bytes(library) < 0.95 * before
    verify(upstream, library, everything)


def kept_bytes(library: Path) -> int:
    at = section(library, fatbin.SECTION)
    assert at is not None
    with mapped(library) as image, memoryview(image) as view:
        return sum(entry.size for container in fatbin.containers(view, at) for entry in container.entries)


def drop_last(library: Path, pool: Executor) -> None:
    rewrite(library, lambda name: name != "compute_120", pool)


def spoil_payload(library: Path, pool: Executor) -> None:
    rewrite(library, everything, pool)
    at = section(library, fatbin.SECTION)
    assert at is not None
    with mapped(library, write=True) as image:
        with memoryview(image) as view:
            entry = next(fatbin.containers(view, at)).entries[0]
        image[entry.offset + entry.header + 40] ^= 0xFF


def swap_kind(library: Path, pool: Executor) -> None:
    """Another architecture in an entry's header: the same machine code for another GPU."""
    at = section(library, fatbin.SECTION)
    assert at is not None
    with mapped(library, write=True) as image:
        with memoryview(image) as view:
            entry = next(
                entry for entry in next(fatbin.containers(view, at)).entries if entry.fields[8] == 90
            )
        struct.pack_into("<I", image, entry.offset + 28, 80)


@pytest.mark.parametrize(
    ("spoil", "what"), [(drop_last, "headers"), (spoil_payload, "cuobjdump"), (swap_kind, "headers")]
)
def test_what_was_lost_is_found(
    upstream: Path, library: Path, pool: Executor, spoil: Callable[[Path, Executor], None], what: str
) -> None:
    spoil(library, pool)
    with pytest.raises(FatbinError, match=what):
        verify(upstream, library, everything)


def test_a_section_of_another_format_is_refused(library: Path) -> None:
    at = section(library, fatbin.SECTION)
    assert at is not None
    with mapped(library, write=True) as image:
        image[at.offset] ^= 1
    with pytest.raises(FatbinError, match=f"at byte {at.offset:,}"):
        architectures(library)


def test_a_library_without_kernels_has_none(tmp_path: Path) -> None:
    file = load("0.10.2").artifact("jax-cuda12-plugin").file("x86_64", "cp312")
    with zipfile.ZipFile(Cache().fetch(file)) as archive:
        archive.extract("jax_cuda12_plugin/_rnn.so", tmp_path)
    path = tmp_path / "jax_cuda12_plugin/_rnn.so"
    assert (architectures(path), uses_zstd(path)) == ((), False)
