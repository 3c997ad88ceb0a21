"""Slims upstream's libraries: strips what no loader reads, and compresses the rest better.

There are three steps: `strip` removes symbol tables, `fatbin` recompresses the GPU kernels and leaves out unwanted
architectures, and `tools.wheels.deflate` makes the wheel's member. The result is compared with upstream's file
before it is used, and cached under a hash of its inputs. So an interrupted build continues after the last finished
library, and a variant reuses the recompressed kernels of the whole library.
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
from functools import partial
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import ArtifactFile
from tools.console.progress import CONSOLE, Work
from tools.elf import fatbin, strip
from tools.elf.fatbin import FatbinError
from tools.elf.strip import StripError
from tools.wheels import deflate

#: To be incremented when the same input gives other bytes than before.
RECIPE = 2
#: The compressors, whose versions determine the bytes.
_COMPRESSORS = ("deflate", "lz4", "zstandard")
_FACTS = "facts.json"
#: The size from which on the work on a library shows progress.
_LARGE = 50_000_000

#: Compressors use a core each and release the GIL. No task of this pool may wait for another one of it.
POOL = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="slim")


class SlimError(Exception):
    """A library could not be slimmed, or slimming changed it."""


@dataclass(frozen=True, slots=True)
class Slim:
    """A slimmed library: the member ``member`` of the zip file ``archive``, compressed as in a wheel.

    ``gpu_architectures`` are the architectures of its kernels; ``zstd`` says whether the driver has to read ZSTD.
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
        ArtifactError: The wheel can't be fetched.
        SlimError: The library can't be slimmed, or a check found an unintended change.
    """
    name = PurePosixPath(member).name
    if os.environ.get(deflate.SLIM) == "0":
        recorded = cache.recorded(file, member)
        return Slim(cache.fetch(file), member, recorded.sha256, recorded.size, (), zstd=False)
    whole = slim(file, member, cache) if keep else None
    if whole and not whole.gpu_architectures:
        return whole
    archive = cache.derived(
        _key(file, member, keep), f"{name}.zip", partial(_make, file, member, cache, whole, keep)
    )
    with zipfile.ZipFile(archive) as opened:
        facts = json.loads(opened.read(_FACTS))
    return Slim(
        archive, name, facts["sha256"], facts["size"], tuple(facts["gpu_architectures"]), facts["zstd"]
    )


def _key(file: ArtifactFile, member: str, keep: tuple[str, ...]) -> str:
    """What the cache keeps a slimmed library by: all that its bytes depend on."""
    recipe = {
        "recipe": RECIPE,
        "wheel": file.sha256,
        "member": member,
        "keep": list(keep),
        "compressors": {compressor: version(compressor) for compressor in _COMPRESSORS},
    }
    return hashlib.sha256(json.dumps(recipe, sort_keys=True).encode()).hexdigest()


def _make(
    file: ArtifactFile, member: str, cache: Cache, whole: Slim | None, keep: tuple[str, ...], path: Path
) -> None:
    """Slims ``member`` into the zip file ``path``; a build that was interrupted is continued."""
    name = PurePosixPath(member).name
    # A killed build may have left half a gigabyte here.
    for left in path.parent.glob("work-*"):
        shutil.rmtree(left, ignore_errors=True)
    processed = _Processed(path.parent / "processed", name)
    try:
        with tempfile.TemporaryDirectory(prefix="work-", dir=path.parent) as scratch:
            upstream, library = Path(scratch, "upstream", name), Path(scratch, name)
            upstream.parent.mkdir()
            stage = processed.stage()
            if stage:
                CONSOLE.print(f"{name}: continuing after {stage}")
            if stage != _COMPARED:
                cache.extract(file, member, upstream)
            if not stage:
                _process(upstream, library, whole, keep)
                processed.take(library)
            if stage != _COMPARED:
                _compare(upstream, processed.library, keep)
                processed.reached(_COMPARED)
            _write(processed.library, path, name)
    except (FatbinError, StripError) as error:
        processed.remove()
        raise SlimError(f"{name} of {file.filename}: {error}") from error
    processed.remove()


#: The stages that a processed library has completed.
_COMPRESSED, _COMPARED = "compressing its kernels", "comparing it with upstream's"


class _Processed:
    """A processed library in ``folder`` that is not deflated yet: an interrupted build continues with it.

    It is used only if its hash is the one that was recorded when it was complete.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.library = folder / name
        self._folder = folder
        self._record = folder / "stage.json"

    def stage(self) -> str:
        """The last stage that it completed; empty if there is no such library, or its hash differs."""
        try:
            record = json.loads(self._record.read_bytes())
            if record["sha256"] == _sha256(self.library):
                return str(record["stage"])
        except (OSError, ValueError, KeyError, TypeError):
            pass
        self.remove()
        return ""

    def take(self, library: Path) -> None:
        """Move ``library`` here, after its kernels were compressed."""
        self._folder.mkdir()
        library.replace(self.library)
        self.reached(_COMPRESSED)

    def reached(self, stage: str) -> None:
        """Record that it has completed ``stage``."""
        part = self._record.with_suffix(".part")
        part.write_text(json.dumps({"stage": stage, "sha256": _sha256(self.library)}), "utf-8")
        part.replace(self._record)

    def remove(self) -> None:
        """Remove all of it."""
        shutil.rmtree(self._folder, ignore_errors=True)


def _process(upstream: Path, library: Path, whole: Slim | None, keep: tuple[str, ...]) -> None:
    """Make ``library`` from ``upstream``, or from ``whole``, the slimmed library with all architectures."""
    if whole:
        with zipfile.ZipFile(whole.archive) as archive, library.open("wb") as target:
            shutil.copyfileobj(archive.open(whole.member), target, 1 << 20)
    else:
        strip.strip(upstream, library)
    if strip.section(upstream, fatbin.SECTION):
        with told(upstream, "compressing kernels") as work:
            fatbin.rewrite(library, partial(_kept, keep), None if whole else POOL, work)


def _compare(upstream: Path, library: Path, keep: tuple[str, ...]) -> None:
    """Compare ``library`` with ``upstream``, from which it was made; raises FatbinError or StripError."""
    kernels = strip.section(upstream, fatbin.SECTION)
    if kernels:
        with told(upstream, "comparing kernels, as cuobjdump extracts them"):
            fatbin.verify(upstream, library, partial(_kept, keep))
    with told(upstream, "comparing what is loaded"):
        strip.verify(upstream, library, [kernels] if kernels else [])


def _kept(keep: tuple[str, ...], architecture: str) -> bool:
    return not keep or architecture in keep


def _sha256(library: Path) -> str:
    with library.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(library: Path, path: Path, name: str) -> None:
    facts = {
        "sha256": _sha256(library),
        "size": library.stat().st_size,
        "gpu_architectures": fatbin.architectures(library),
        "zstd": fatbin.uses_zstd(library),
    }
    with (
        told(library, "deflating") as work,
        zipfile.ZipFile(path, "w") as output,
        strip.mapped(library) as image,
    ):
        deflate.add(output, deflate.member(_FACTS), json.dumps(facts).encode())
        if work:
            # libdeflate compresses a library in one call, without reporting progress.
            work.estimate(POOL.submit(deflate.seconds, image).result())
        # In the pool, so that at most one large library for each core is compressed at a time.
        POOL.submit(deflate.add, output, deflate.member(name), image).result()


@contextmanager
def told(library: Path, what: str) -> Iterator[Work | None]:
    """Reports the work on a library that takes seconds."""
    if library.stat().st_size > _LARGE:
        with Work(f"{library.name}: {what}") as work:
            yield work
    else:
        yield None
