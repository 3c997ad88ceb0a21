"""Slims upstream's libraries: strips what no loader reads and compresses the rest better.

Three steps, of which each is checked against upstream's own file before its result is used: `strip` takes out
symbol tables, `fatbin` compresses the kernels for GPUs anew and leaves out architectures that are not wanted, and
`packing` makes the wheel's member. The result is kept in the cache by what it was made of, so a build that was
interrupted goes on after the last library that was done, and a variant starts from the whole library's kernels.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import ArtifactFile
from tools.console.progress import Work
from tools.elf import fatbin, strip
from tools.elf.fatbin import FatbinError
from tools.elf.strip import StripError
from tools.wheels import deflate

#: Increment when the same input gives other bytes than before.
RECIPE = 2
#: The compressors, whose versions determine the bytes.
_COMPRESSORS = ("deflate", "lz4", "zstandard")
_FACTS = "facts.json"
#: Libraries from this size on report their progress.
_LARGE = 50_000_000

#: Compressors use a core each and do not hold Python's lock. Nothing in here waits for another thing in here.
POOL = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="slim")


class SlimError(Exception):
    """A library could not be slimmed, or slimming changed it."""


@dataclass(frozen=True, slots=True)
class Slim:
    """A slimmed library: the member ``member`` of the zip file ``archive``, compressed as wheels have it.

    ``gpu_architectures`` are those it holds kernels for, which it may want a driver for that reads ``zstd``.
    """

    archive: Path
    member: str
    sha256: str
    size: int
    gpu_architectures: tuple[str, ...]
    zstd: bool


def slim(file: ArtifactFile, member: str, cache: Cache, keep: tuple[str, ...] = ()) -> Slim:
    """The library ``member`` of upstream's wheel ``file``, with kernels for the architectures ``keep`` (none: all).

    Raises:
        ArtifactError: The wheel can't be had.
        SlimError: The library can't be slimmed, or a check found what was not to change changed.
    """
    name = PurePosixPath(member).name
    if os.environ.get(deflate.SLIM) == "0":
        recorded = cache.recorded(file, member)
        return Slim(cache.fetch(file), member, recorded.sha256, recorded.size, (), zstd=False)
    recipe = {
        "recipe": RECIPE,
        "wheel": file.sha256,
        "member": member,
        "keep": list(keep),
        "compressors": {compressor: version(compressor) for compressor in _COMPRESSORS},
    }
    key = hashlib.sha256(json.dumps(recipe, sort_keys=True).encode()).hexdigest()
    whole = slim(file, member, cache) if keep else None
    if whole and not whole.gpu_architectures:
        return whole

    def make(path: Path) -> None:
        # What a build that was killed left here, half a gigabyte of it.
        for left in path.parent.glob("work-*"):
            shutil.rmtree(left, ignore_errors=True)
        try:
            with tempfile.TemporaryDirectory(prefix="work-", dir=path.parent) as scratch:
                upstream, library = Path(scratch, "upstream", name), Path(scratch, name)
                upstream.parent.mkdir()
                cache.extract(file, member, upstream)
                _slim(upstream, library, whole, keep)
                _write(library, path, name)
        except (FatbinError, StripError) as error:
            raise SlimError(f"{name} of {file.filename}: {error}") from error

    archive = cache.derived(key, f"{name}.zip", make)
    with zipfile.ZipFile(archive) as opened:
        facts = json.loads(opened.read(_FACTS))
    return Slim(
        archive, name, facts["sha256"], facts["size"], tuple(facts["gpu_architectures"]), facts["zstd"]
    )


def _slim(upstream: Path, library: Path, whole: Slim | None, keep: tuple[str, ...]) -> None:
    """Make ``library`` of ``upstream``, or of what was made of the ``whole`` of it, and check it."""
    if whole:
        with zipfile.ZipFile(whole.archive) as archive, library.open("wb") as target:
            shutil.copyfileobj(archive.open(whole.member), target, 1 << 20)
    else:
        strip.strip(upstream, library)
    kernels = strip.section(upstream, fatbin.SECTION)

    def kept(architecture: str) -> bool:
        return not keep or architecture in keep

    if kernels:
        with told(upstream, "compressing kernels") as work:
            fatbin.rewrite(library, kept, None if whole else POOL, work)
        with told(upstream, "comparing kernels, as cuobjdump extracts them"):
            fatbin.verify(upstream, library, kept)
    with told(upstream, "comparing what is loaded"):
        strip.verify(upstream, library, [kernels] if kernels else [])


def _write(library: Path, path: Path, name: str) -> None:
    with library.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    facts = {
        "sha256": digest,
        "size": library.stat().st_size,
        "gpu_architectures": fatbin.architectures(library),
        "zstd": fatbin.uses_zstd(library),
    }
    with told(library, "deflating"), zipfile.ZipFile(path, "w") as output, strip.mapped(library) as image:
        deflate.add(output, deflate.member(_FACTS), json.dumps(facts).encode())
        # In the pool, so that not more than one large library for each core is being compressed.
        POOL.submit(deflate.add, output, deflate.member(name), image).result()


@contextmanager
def told(library: Path, what: str) -> Iterator[Work | None]:
    """Reports the work on a library that takes seconds."""
    if library.stat().st_size > _LARGE:
        with Work(f"{library.name}: {what}") as work:
            yield work
    else:
        yield None
