"""Resolves a plugin: plugin.toml and manifest → everything fetched, measured and compared."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from jaxlib_core.plugins import descriptor, records
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, ManifestError, Use
from tools.builder import definitions, variants
from tools.builder.source_tree import Copied, Origin, Packed
from tools.console.progress import CONSOLE
from tools.elf import fatbin, slim
from tools.elf.slim import Slim
from tools.interpreters import abi, is_free_threaded
from tools.measurements import library as measurements
from tools.measurements.library import LibraryFacts
from tools.wheels import deflate


@dataclass(frozen=True, slots=True)
class Resolved:
    """A plugin of one release for one architecture, with everything fetched and compared."""

    facts: Mapping[str, Any]
    release: Manifest
    architecture: str
    version: str
    label: str
    library: Library
    requirements: tuple[str, ...]
    vendor_libraries: tuple[descriptor.VendorLibrary, ...]
    kernels: Kernels | None


def resolve(
    name: str,
    release: Manifest,
    architecture: str,
    cache: Cache,
    gpu: Sequence[str] = (),
    *,
    wheel_variant: bool = False,
    free_threaded: bool = False,
) -> Resolved:
    """The plugin ``name``; fetches and slims what it needs, and compares it with the manifest.

    ``free_threaded`` says which Pythons its kernels are for: those without the GIL, or those with it.

    Raises:
        ManifestError: There is no such plugin, its plugin.toml is wrong, or the release has no library for it on
            that architecture.
        VariantError: The library has no kernels for one of ``gpu``.
    """
    facts = definitions.plugin_facts(name)
    library = _library(facts, release, architecture, cache, gpu)
    label = variants.label(library.gpu_architectures) if gpu else ""
    requirements = definitions.requirements(facts, release, cache)
    kernels = None
    if "kernels" in facts:
        keep = library.gpu_architectures if gpu else ()
        pythons = (
            [abi(python) for python in definitions.free_threaded_pythons(release)] if free_threaded else None
        )
        kernels = _kernels(release.artifact(facts["kernels"]), release, architecture, cache, keep, pythons)
    return Resolved(
        facts=facts,
        release=release,
        architecture=architecture,
        version=f"{release.release}+{label}" if label and not wheel_variant else release.release,
        label=label,
        library=library,
        requirements=tuple(requirements),
        vendor_libraries=vendor_libraries(facts, requirements),
        kernels=kernels,
    )


def stated(of: type[records.Record], table: Any, facts: Mapping[str, Any], key: str) -> records.Record:
    """The part ``key`` of a descriptor, read from plugin.toml.

    Raises:
        ManifestError: It is invalid, or has a key that descriptors do not have.
    """
    try:
        return records.read(of, table, key, strict=True)
    except records.InvalidRecord as error:
        raise ManifestError(
            f"{definitions.PLUGINS / ('jaxlib-' + facts['name'])}/plugin.toml: {error}"
        ) from None


@dataclass(frozen=True, slots=True)
class Library:
    """A plugin's library: the content to ship, if any, and the library's part of the descriptor."""

    content: Copied | Packed | None
    described: descriptor.Library
    platform_tag: str
    provenance: descriptor.Provenance
    gpu_architectures: tuple[str, ...] = ()
    zstd: bool = False


def _library(
    facts: Mapping[str, Any], release: Manifest, architecture: str, cache: Cache, gpu: Sequence[str]
) -> Library:
    artifact = release.artifact(facts["artifact"])
    if gpu and artifact.use is not Use.REPACK:
        raise ManifestError(
            f"{artifact.name} {artifact.version} is taken as it is: it has no variants for {' '.join(gpu)}"
        )
    if artifact.path is not None:
        return _local_library(facts, artifact, artifact.path, release, architecture, cache)
    if artifact.use is Use.DEPEND:
        return _required_library(facts, artifact, release, architecture, cache)
    upstream = artifact.file(architecture)
    member = measurements.stated(artifact, release).member
    slimmed = slim.slim(upstream, member, cache)
    if gpu:
        held = slimmed.gpu_architectures
        slimmed = slim.slim(upstream, member, cache, variants.chosen(gpu, held))
        for sentence in variants.substitutes(gpu, held):
            CONSOLE.print(f"{artifact.name} {artifact.version}: {sentence}")
    _compare(
        *(artifact, release, architecture, cache),
        lambda: measurements.of_member(slimmed.archive, slimmed.member, slimmed.sha256, cache),
    )
    return Library(
        _packed(slimmed, upstream, member, cache),
        _described(facts, artifact, release, size=slimmed.size, sha256=slimmed.sha256),
        upstream.platform_tag,
        _provenance(artifact, upstream.filename, member, upstream.sha256),
        slimmed.gpu_architectures,
        slimmed.zstd,
    )


def _local_library(
    facts: Mapping[str, Any],
    artifact: Artifact,
    path: Path,
    release: Manifest,
    architecture: str,
    cache: Cache,
) -> Library:
    """The library of a ``local`` artifact: a file on this machine that somebody built."""
    content = path.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    if artifact.sha256 not in (None, sha256):
        raise ManifestError(
            f"{path} is not the library that the manifest declares: wanted sha256 {artifact.sha256}, "
            f"found {sha256}; build it again, or change the manifest"
        )
    _compare(
        *(artifact, release, measurements.architecture(path), cache),
        lambda: measurements.of_file(path, cache, sha256),
    )
    return Library(
        Copied(path, sha256),
        _described(facts, artifact, release, size=len(content), sha256=sha256),
        f"{_oldest_linux(path)}_{architecture}",
        _provenance(artifact, path.name, path.name, sha256),
        () if os.environ.get(deflate.SLIM) == "0" else fatbin.architectures(path),
    )


def _required_library(
    facts: Mapping[str, Any], artifact: Artifact, release: Manifest, architecture: str, cache: Cache
) -> Library:
    """The library of a ``depend`` artifact: it is in another distribution, which the plugin requires.

    None of it is shipped. That distribution has a wheel for each Python, with the same library in each.
    """
    if not any(file.architecture == architecture for file in artifact.files):
        raise ManifestError(f"{artifact.name} {artifact.version} has no wheel for {architecture}")
    library = measurements.stated(artifact, release)
    _compare(
        *(artifact, release, architecture, cache),
        lambda: measurements.of_pinned(artifact, release, cache),
    )
    sha256 = str(library.sha256)
    owner = descriptor.Owner(artifact.name, artifact.version, tuple(facts.get("of_same_files", ())))
    return Library(
        None,
        _described(
            facts,
            artifact,
            release,
            size=int(library.size or 0),
            sha256=sha256,
            file=library.member,
            owner=owner,
        ),
        f"manylinux_{definitions.EXTENSION_GLIBC.replace('.', '_')}_{architecture}",
        _provenance(artifact, PurePosixPath(library.member).name, library.member, sha256),
    )


def _described(
    facts: Mapping[str, Any],
    artifact: Artifact,
    release: Manifest,
    *,
    size: int,
    sha256: str,
    file: str = "",
    owner: descriptor.Owner | None = None,
) -> descriptor.Library:
    """The library's part of the descriptor; without an ``owner`` the library is in the plugin's own wheel."""
    declared = measurements.stated(artifact, release)
    return descriptor.Library(
        file=file or f"libjaxlib_{facts['name']}.so",
        size=size,
        sha256=sha256,
        pjrt_api=records.VERSION.read(declared.pjrt_api, "pjrt_api"),
        ffi_api=None if declared.ffi_api is None else records.VERSION.read(declared.ffi_api, "ffi_api"),
        owner=owner,
        variable=facts.get("variable", ""),
    )


def _provenance(artifact: Artifact, filename: str, member: str, sha256: str) -> descriptor.Provenance:
    return descriptor.Provenance(artifact.name, artifact.version, filename, member, sha256, artifact.license)


def _compare(
    artifact: Artifact,
    release: Manifest,
    architecture: str,
    cache: Cache,
    measure: Callable[[], LibraryFacts],
) -> None:
    """Raises an error if the library to be shipped reports other facts than the manifest."""
    if architecture == measurements.machine():
        measurements.verify(artifact, release, measure())
        return
    compared = measurements.unloaded(artifact, release, architecture, cache)
    CONSOLE.print(f"{artifact.name} {artifact.version}: {compared}")


def _packed(slimmed: Slim, file: ArtifactFile, member: str, cache: Cache) -> Packed:
    origin = Origin(file.filename, member, cache.recorded(file, member).sha256)
    return Packed(slimmed.archive, slimmed.member, slimmed.sha256, slimmed.size, origin)


def vendor_libraries(
    facts: Mapping[str, Any], requirements: Sequence[str]
) -> tuple[descriptor.VendorLibrary, ...]:
    """The libraries that ``plugin.toml`` names, each with the lower bound that upstream requires.

    Raises:
        ManifestError: A library's distribution is not among ``requirements``, or its table is invalid.
    """
    floors = {}
    for requirement in map(Requirement, requirements):
        minimum = [clause.version for clause in requirement.specifier if clause.operator == ">="]
        floors[canonicalize_name(requirement.name)] = minimum[0] if minimum else ""
    libraries = []
    for table in facts.get("libraries", []):
        library = stated(descriptor.VendorLibrary, table, facts, "libraries")
        if library.distribution and library.distribution not in floors:
            raise ManifestError(
                f"jaxlib-{facts['name']}: {library.soname} is said to be of {library.distribution}, "
                f"which upstream does not require; it requires {', '.join(floors)}"
            )
        libraries.append(library._replace(minimum=floors.get(canonicalize_name(library.distribution), "")))
    return tuple(libraries)


@dataclass(frozen=True, slots=True)
class Kernels:
    """Upstream's compiled modules for each Python, by their names in the plugin's module."""

    described: descriptor.Kernels
    packed: Mapping[str, Packed]


def _kernels(
    artifact: Artifact,
    release: Manifest,
    architecture: str,
    cache: Cache,
    keep: tuple[str, ...],
    free_threaded: Sequence[str] | None,
) -> Kernels:
    """Upstream's modules for every Python of the release that has the GIL, from the wheel for each.

    With ``free_threaded``, they are for the Pythons of these ABIs.
    """
    package = artifact.name.replace("-", "_")
    members: dict[str, tuple[ArtifactFile, str]] = {}
    wheels: dict[str, descriptor.KernelWheel] = {}
    for file in artifact.files:
        if file.architecture != architecture or not file.python or not release.serves(file.python):
            continue
        if is_free_threaded(file.python) if free_threaded is None else file.python not in free_threaded:
            continue
        with zipfile.ZipFile(cache.fetch(file)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".so")]
        members |= {f"{file.python}/{PurePosixPath(name).name}": (file, name) for name in names}
        wheels[file.python] = descriptor.KernelWheel(file.filename, file.sha256)
    with ThreadPoolExecutor() as pool:
        slimmed = pool.map(lambda source: slim.slim(source[0], source[1], cache, keep), members.values())
        packed = {
            path: _packed(module, *members[path], cache)
            for path, module in zip(members, slimmed, strict=True)
        }
    names = sorted({PurePosixPath(name).stem for name in packed})
    described = descriptor.Kernels(
        package=package,
        # An ELF file that is not a module is a library that a module is linked with.
        modules=tuple(name for name in names if not name.startswith("lib")),
        name=artifact.name,
        version=artifact.version,
        license=artifact.license,
        wheels=tuple(wheels.items()),
    )
    return Kernels(described, packed)


def _oldest_linux(library: Path) -> str:
    if os.environ.get(deflate.SLIM) == "0":
        return "linux"
    # Imported late: on a machine without a registry, the ELF reader may not be installed.
    from tools.wheels.wheelfile import oldest_linux, read_elf

    return oldest_linux(read_elf(library, str(library)))
