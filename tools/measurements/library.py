"""Measures a PJRT library by loading it, and compares a release manifest with the result.

The library is loaded lazily in a subprocess, and nothing in it is initialized, so neither CUDA nor a TPU is needed.
ROCm's library is linked with ROCm's other libraries; if these are missing, stubs replace them. A library for
another architecture than this machine's cannot be loaded; only its bytes can be compared.

Measurements are cached by the hash of the library, so that a second one needs no download and loads nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from tools.artifacts.cache import Cache, digest
from tools.artifacts.manifest import Artifact, ArtifactFile, Library, Manifest, ManifestError, Use

LOADER = Path(__file__).with_name("loader.py")
#: Increment when the loader or the stand-ins change what is measured.
RECIPE = 2
#: Seconds for loading a library and asking it; the largest takes one or two with a cold disk.
LIMIT = 300.0
#: A library below this size is measured each time, which is faster than a look into the cache.
_LARGE = 10_000_000
#: Variables that influence what a library does when it is loaded.
_OUTSIDE = ("PYTHON", "JAX", "XLA_", "PJRT_", "TPU_", "LD_PRELOAD")
_MACHINES = {62: "x86_64", 183: "aarch64"}
_EXTENSION = re.compile(r"\bPJRT_Extension_Type_(\w+)(?:\s*=\s*(\d+))?")
_TAIL = 2000
#: Part of the dynamic loader's error for a missing dependency.
_MISSING = "cannot open shared object file"


class MeasurementError(Exception):
    """A library can't be measured, or differs from the manifest; the text says wanted, found and what to run."""


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension of the PJRT C API: its type, as pjrt_c_api.h numbers them, and the size of its structure."""

    type: int
    size: int


@dataclass(frozen=True, slots=True)
class LibraryFacts:
    """The facts that a library reports.

    Attributes:
        size: of the file, in bytes.
        sha256: of the file.
        architecture: `x86_64` or `aarch64`.
        struct_size: of its `PJRT_Api`, in bytes.
        pjrt_api: the version of the PJRT C API, `major.minor`.
        extensions: in the order of their chain.
        ffi_api: the XLA FFI version of its runtime, `major.minor`; None if it cannot be found.
        ffi_accepted: the versions of handlers that its runtime accepts, of those that were tried.
        ffi_found: how the FFI version was found, or why it was not.
        stand_ins: the libraries that it is linked with and that are not on this machine.
    """

    size: int
    sha256: str
    architecture: str
    struct_size: int
    pjrt_api: str
    extensions: tuple[Extension, ...]
    ffi_api: str | None
    ffi_accepted: tuple[str, ...]
    ffi_found: str
    stand_ins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurement of an artifact's library.

    Attributes:
        artifact: whose library it is.
        source: the wheel or the file that was measured.
        facts: the facts; None if the library could not be loaded.
        unmeasured: what could not be measured, each with the reason.
        seconds: the time that it took; almost none if it was cached.
    """

    artifact: Artifact
    source: str
    facts: LibraryFacts | None
    unmeasured: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that a manifest states wrongly or not at all: `key` of the artifact, and both values."""

    key: str
    manifest: str | None
    measured: str | None

    def __str__(self) -> str:
        return f"{self.key}: the manifest says {self.manifest or 'nothing'}, measured {self.measured or 'nothing'}"


def machine() -> str:
    """This machine's architecture, the only one whose libraries can be loaded."""
    return platform.machine()


def measured(artifact: Artifact, manifest: Manifest, cache: Cache) -> Measured:
    """Measures the library of an artifact for this machine's architecture; fetches its wheel if it is not cached.

    Raises:
        ManifestError: the artifact has no library.
        MeasurementError: the library cannot be measured.
        ArtifactError: its wheel can't be had.
    """
    if artifact.library is None:
        raise ManifestError(f"{manifest.path}: {artifact.name} {artifact.version} has no library to measure")
    begin = time.monotonic()
    if artifact.path is not None:
        facts = of_file(artifact.path, cache)
        return Measured(artifact, str(artifact.path), facts, (), time.monotonic() - begin)
    own = chosen(artifact, machine(), cache)
    others = sorted({file.architecture for file in artifact.files} - {machine(), "any"})
    unmeasured = tuple(f"{other}: {_elsewhere(other)}" for other in others)
    if own is None:
        return Measured(artifact, "", None, unmeasured or ("it has no wheel",), time.monotonic() - begin)
    facts = of_wheel(own, artifact.library.member, cache)
    return Measured(artifact, own.filename, facts, unmeasured, time.monotonic() - begin)


def of_pinned(artifact: Artifact, manifest: Manifest, cache: Cache) -> LibraryFacts:
    """The facts of a library that is depended on, in the wheel that the manifest pins for this machine.

    Raises:
        MeasurementError: there is no wheel for this machine, or the library cannot be measured.
        ArtifactError: the wheel can't be had.
    """
    facts = measured(artifact, manifest, cache).facts
    if facts is None:
        raise MeasurementError(f"{artifact.name} {artifact.version} has no wheel for {machine()} to measure")
    return facts


def chosen(artifact: Artifact, architecture: str, cache: Cache) -> ArtifactFile | None:
    """The wheel from which an artifact's library is read, preferably a cached one of those for one Python each."""
    files = [file for file in artifact.files if file.architecture in {architecture, "any"}]
    return next((file for file in files if cache.path(file).is_file()), files[0] if files else None)


def differences(artifact: Artifact, facts: LibraryFacts) -> tuple[Difference, ...]:
    """The differences between the manifest and the measured facts, including facts that the manifest must state.

    The FFI version may be left out of a manifest; if it is stated, it must be the measured one.
    """
    library = artifact.library
    assert library is not None
    pairs: list[tuple[str, str | None, str | None]] = [("pjrt_api", library.pjrt_api, facts.pjrt_api)]
    if library.ffi_api is not None:
        pairs.append(("ffi_api", library.ffi_api, facts.ffi_api))
    if artifact.use is Use.DEPEND:
        size = None if library.size is None else str(library.size)
        pairs += [("size", size, str(facts.size)), ("sha256", library.sha256, facts.sha256)]
    return tuple(Difference(f"library.{key}", stated, pair) for key, stated, pair in pairs if stated != pair)


def refused(artifact: Artifact, manifest: Manifest, unlike: tuple[Difference, ...]) -> MeasurementError:
    """The error for differences between a manifest and the library of an artifact."""
    lines = [f"  {difference}" for difference in unlike]
    return MeasurementError(
        "\n".join(
            [
                f"{manifest.path}: {artifact.name} {artifact.version}: its library is not what the manifest says",
                *lines,
                f"  To see all that was measured: python -m tools measure {manifest.release}",
            ]
        )
    )


def verify(artifact: Artifact, manifest: Manifest, facts: LibraryFacts) -> None:
    """Checks the manifest's facts of an artifact's library.

    Raises:
        MeasurementError: they differ from the measured ones, one is missing, or by the manifest its jaxlib does not
            accept such a library.
    """
    if unlike := differences(artifact, facts):
        raise refused(artifact, manifest, unlike)
    if not accepted(manifest, facts.pjrt_api):
        raise MeasurementError(
            f"{manifest.path}: {artifact.name} {artifact.version}: jax would refuse its library, by the manifest\n"
            f"  wanted: a PJRT C API of {taken(manifest)}, as jaxlib.pjrt_api_minimum and pjrt_api_major say\n"
            f"  found:  {facts.pjrt_api}, measured\n"
            f"  To measure what jaxlib takes, run: python -m tools measure {manifest.release}"
        )


def accepted(manifest: Manifest, version: str) -> bool:
    """Whether, by the manifest, its jaxlib accepts a library of a PJRT C API version, `major.minor`."""
    major, minor = map(int, version.split("."))
    lowest = tuple(map(int, manifest.pjrt_api_minimum.split(".")))
    return major == manifest.pjrt_api_major and (major, minor) >= lowest


def taken(manifest: Manifest) -> str:
    """The PJRT C API versions that, by the manifest, its jaxlib accepts; in words."""
    return f"{manifest.pjrt_api_minimum} or newer, of major version {manifest.pjrt_api_major}"


def stated(artifact: Artifact, manifest: Manifest) -> Library:
    """The manifest's facts of an artifact's library, of which none may be missing.

    Raises:
        MeasurementError: a fact was not measured.
    """
    library = artifact.library
    if library is None:
        raise ManifestError(f"{manifest.path}: {artifact.name} {artifact.version} declares no library")
    wanted = ("pjrt_api", "size", "sha256") if artifact.use is Use.DEPEND else ("pjrt_api",)
    if absent := [f"library.{key}" for key in wanted if getattr(library, key) is None]:
        raise MeasurementError(
            f"{manifest.path}: {artifact.name} {artifact.version}: {', '.join(absent)} was not measured\n"
            f"  To measure it, run: python -m tools measure {manifest.release} --write"
        )
    return library


def unloaded(artifact: Artifact, manifest: Manifest, architecture: str, cache: Cache) -> str:
    """Compares the size and hash of a library for another architecture than this machine's.

    Returns:
        A text that says what was compared, what was not, and why.

    Raises:
        MeasurementError: the manifest says something else.
        ArtifactError: the wheel of a library that is depended on can't be had.
    """
    library = stated(artifact, manifest)
    file = chosen(artifact, architecture, cache) if artifact.use is Use.DEPEND else None
    if file is not None:
        recorded = cache.recorded(file, library.member)
        pairs = (("size", str(library.size), str(recorded.size)), ("sha256", library.sha256, recorded.sha256))
        differences_ = tuple(
            Difference(f"library.{key}", said, real) for key, said, real in pairs if said != real
        )
        if differences_:
            raise refused(artifact, manifest, differences_)
    compared = "its size and hash were compared; " if file is not None else ""
    return f"{compared}its versions were not measured: {_elsewhere(architecture)}"


def of_wheel(file: ArtifactFile, member: str, cache: Cache) -> LibraryFacts:
    """The facts of a library in an upstream wheel, which is not fetched if they are cached.

    Raises:
        MeasurementError: it cannot be measured.
        ArtifactError: the wheel can't be had.
    """

    def extract(path: Path) -> None:
        cache.extract(file, member, path)

    def find() -> LibraryFacts:
        name = PurePosixPath(member).name
        return _of_bytes(cache.recorded(file, member).sha256, name, extract, cache)

    return _kept({"wheel": file.sha256, "member": member}, lambda _: find(), cache)


def of_member(archive: Path, member: str, sha256: str, cache: Cache) -> LibraryFacts:
    """The facts of a library that lies in a zip file, whose hash is known.

    Raises:
        MeasurementError: it cannot be measured, or has another hash.
    """

    def extract(path: Path) -> None:
        with zipfile.ZipFile(archive) as opened, opened.open(member) as source, path.open("wb") as target:
            while chunk := source.read(1 << 20):
                target.write(chunk)
        if (actual := digest(path)) != sha256:
            raise MeasurementError(f"{member} of {archive}: wanted sha256 {sha256}, found {actual}")

    return _of_bytes(sha256, PurePosixPath(member).name, extract, cache)


def of_file(path: Path, cache: Cache, sha256: str | None = None) -> LibraryFacts:
    """The facts of a library that lies on the disk; a small one is measured each time.

    Raises:
        MeasurementError: it cannot be measured.
    """
    if not path.is_file() or path.stat().st_size < _LARGE:
        return measure(path)

    def link(target: Path) -> None:
        target.symlink_to(path.absolute())

    return _of_bytes(sha256 or digest(path), path.name, link, cache)


def _of_bytes(sha256: str, name: str, extract: Callable[[Path], None], cache: Cache) -> LibraryFacts:
    """The facts of the library with that hash; if they are not cached, ``extract`` writes the library to a path."""

    def find(folder: Path) -> LibraryFacts:
        library = folder / name
        extract(library)
        return measure(library)

    return _kept({"library": sha256}, find, cache)


def _kept(of: Mapping[str, str], find: Callable[[Path], LibraryFacts], cache: Cache) -> LibraryFacts:
    """The cached result for the same bytes, else the result of ``find``, which gets a folder to write to."""
    recipe = {"measurement": RECIPE, **of}
    key = hashlib.sha256(json.dumps(recipe, sort_keys=True).encode()).hexdigest()

    def make(path: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="work-", dir=path.parent) as scratch:
            path.write_text(json.dumps(asdict(find(Path(scratch)))), "utf-8")

    kept = cache.derived(key, "library.json", make)
    return _from_json(json.loads(kept.read_text("utf-8")))


def _from_json(values: dict[str, Any]) -> LibraryFacts:
    return LibraryFacts(
        **{
            **values,
            "extensions": tuple(Extension(**value) for value in values["extensions"]),
            "ffi_accepted": tuple(values["ffi_accepted"]),
            "stand_ins": tuple(values["stand_ins"]),
        }
    )


def architecture(library: Path) -> str:
    """The architecture that a shared object is for, by its header.

    Raises:
        MeasurementError: it is not a shared object, or for an architecture that the family does not support.
    """
    try:
        with library.open("rb") as stream:
            head = stream.read(20)
    except OSError as error:
        raise MeasurementError(f"{library}: can't read the library: {error.strerror}") from None
    if head[:6] != b"\x7fELF\x02\x01" or len(head) < 20:
        raise MeasurementError(f"{library}: wanted a 64-bit little-endian ELF file, found something else")
    number = int.from_bytes(head[18:20], "little")
    if number not in _MACHINES:
        raise MeasurementError(
            f"{library}: wanted a library for {' or '.join(_MACHINES.values())}, found ELF machine {number}"
        )
    return _MACHINES[number]


def measure(library: Path, *, limit: float = LIMIT) -> LibraryFacts:
    """Loads a library in a subprocess and asks what it is.

    Args:
        library: the shared object.
        limit: the seconds that the subprocess may take.

    Raises:
        MeasurementError: it cannot be loaded, has no `GetPjrtApi`, crashed or did not come back.
    """
    for_machine = architecture(library)
    if for_machine != machine():
        raise MeasurementError(f"{library}: {_elsewhere(for_machine)}")
    library = library.absolute()
    with tempfile.TemporaryDirectory(prefix="jaxlib-measure-") as scratch:
        answers = _loaded(library, limit, Path(scratch), None)
        absent: tuple[str, ...] = ()
        if _MISSING in answers.get("refused", {}).get("error", ""):
            # Imported late: on a machine without a registry, the ELF reader may not be installed.
            from tools.measurements import stand_ins

            folder = Path(scratch, "stand-ins")
            absent = stand_ins.make(library, folder)
            answers = _loaded(library, limit, Path(scratch), folder)
    if "refused" in answers:
        raise MeasurementError(
            f"{library}: {answers['refused']['error']}\n"
            "  wanted: a PJRT library: a shared object whose GetPjrtApi() returns the API's functions"
        )
    api, ffi = answers["api"], answers["ffi"]
    known = "major" in ffi
    return LibraryFacts(
        size=library.stat().st_size,
        sha256=digest(library),
        architecture=for_machine,
        struct_size=api["struct_size"],
        pjrt_api=f"{api['major']}.{api['minor']}",
        extensions=tuple(Extension(kind, size) for kind, size in answers["extensions"]["extensions"]),
        ffi_api=f"{ffi['major']}.{ffi['minor']}" if known else None,
        ffi_accepted=tuple(f"{ffi['major']}.{minor}" for minor in ffi["accepted"]) if known else (),
        ffi_found=ffi["how"] if known else ffi["reason"],
        stand_ins=absent,
    )


def _loaded(library: Path, limit: float, scratch: Path, folder: Path | None) -> dict[str, dict[str, Any]]:
    """The loader's reports, by step.

    Raises:
        MeasurementError: The library or the time limit ended it before it had the API's version.
    """
    lines, printed, in_time, ended = _run_loader(library, limit, scratch, folder)
    answers: dict[str, dict[str, Any]] = {}
    step = "starting the loader"
    for line in lines:
        values = json.loads(line)
        step = values.pop("step")
        answers[step] = values
    if "done" in answers or "refused" in answers:
        return answers
    if "extensions" in answers and in_time:
        # The library crashes when it is asked for its FFI version; the other facts are known.
        answers["ffi"] = {"reason": f"{ended} when it was asked"}
        return answers
    said = f"\n  it printed: {' / '.join(printed.splitlines()[-5:])}" if printed else ""
    raise MeasurementError(
        f"{library}: {ended} while {step}\n"
        "  wanted: a PJRT library that can be loaded on a machine without its hardware"
        f"{said}"
    )


def _run_loader(
    library: Path, limit: float, scratch: Path, folder: Path | None
) -> tuple[list[str], str, bool, str]:
    """The loader's lines, the end of its standard error, whether it ended by itself, and how it ended."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith(_OUTSIDE)}
    if folder is not None:
        path = variables.get("LD_LIBRARY_PATH")
        variables["LD_LIBRARY_PATH"] = f"{folder}{os.pathsep}{path}" if path else str(folder)
    read, write = os.pipe()
    with (scratch / "stderr").open("w+b") as errors:
        try:
            child = subprocess.Popen(
                [sys.executable, "-I", str(LOADER), str(write), str(library)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd=scratch,
                env=variables,
                pass_fds=(write,),
                # The library's own child processes are ended, too.
                start_new_session=True,
            )
        finally:
            os.close(write)
        try:
            status = child.wait(limit)
            in_time, ended = True, f"exit status {status}" if status >= 0 else _signal(-status)
        except subprocess.TimeoutExpired:
            in_time, ended = False, f"it did not return within {limit:.0f} s"
        finally:
            _end(child)
        lines = _read(read).decode().splitlines()
        errors.seek(0, os.SEEK_END)
        errors.seek(max(0, errors.tell() - _TAIL))
        printed = errors.read().decode("utf-8", "replace").strip()
    return lines, printed, in_time, ended


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ends a child process and its own children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _read(pipe: int) -> bytes:
    """Reads what is in a pipe, whose other end a process may still hold, and closes it."""
    os.set_blocking(pipe, False)
    content = b""
    try:
        while chunk := os.read(pipe, 1 << 16):
            content += chunk
    except BlockingIOError:
        pass
    finally:
        os.close(pipe)
    return content


def _signal(number: int) -> str:
    try:
        return f"it crashed with {signal.Signals(number).name}"
    except ValueError:
        return f"it crashed with signal {number}"


def _elsewhere(architecture: str) -> str:
    return f"a library for {architecture} cannot be loaded on this machine, which is {machine()}"


def extension_names(manifest: Manifest, cache: Cache) -> dict[int, str]:
    """The names of extension types in the pjrt_c_api.h that the manifest pins, which lacks newer ones."""
    artifact = next((artifact for artifact in manifest.artifacts if "pjrt_c_api" in artifact.headers), None)
    if artifact is None:
        return {}
    file = chosen(artifact, "x86_64", cache)
    if file is None:
        return {}
    return names_in(cache.member(file, artifact.headers["pjrt_c_api"]).read_text("utf-8"))


def names_in(header: str) -> dict[int, str]:
    """The names of extensions' types in the text of pjrt_c_api.h."""
    body, _, _ = header.partition("} PJRT_Extension_Type;")
    _, _, body = body.rpartition("typedef enum {")
    names: dict[int, str] = {}
    number = -1
    for name, value in _EXTENSION.findall(body):
        number = int(value) if value else number + 1
        names[number] = name
    return names
