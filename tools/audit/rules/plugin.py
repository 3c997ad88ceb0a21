"""Rules for a plugin: its descriptor against its library, its kernels and the manifest."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from packaging.version import Version

from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.manifest import Artifact, Use
from tools.audit import declared
from tools.audit.findings import Finding, compare
from tools.elf import fatbin, slim
from tools.elf.strip import StripError
from tools.interpreters import is_free_threaded
from tools.measurements import library as measurements
from tools.measurements.library import LibraryFacts, MeasurementError
from tools.wheels.wheelfile import Wheel, WheelError


def descriptor(wheel: Wheel) -> Iterator[Finding]:
    """The descriptor fits its schema and describes this wheel."""
    upstream = declared.artifact(wheel).library
    wanted = {
        "name": wheel.plugin,
        "distribution": wheel.distribution,
        "module": wheel.module,
        "version": str(wheel.version),
        "variant": wheel.version.local,
        "architecture": wheel.architecture,
        "jaxlib.release": wheel.release.release,
        "jaxlib.pjrt_api_major": wheel.release.pjrt_api_major,
        "jaxlib.pjrt_api_minimum": wheel.release.pjrt_api_minimum,
        "library.pjrt_api": upstream.pjrt_api if upstream else None,
        "library.ffi_api": upstream.ffi_api if upstream else None,
    }
    said = wheel.descriptor
    found = said | {
        f"{table}.{key}": value for table in ("jaxlib", "library") for key, value in said[table].items()
    }
    yield compare(f"{wheel.module}/plugin.json", wanted, found)


def library(wheel: Wheel) -> Iterator[Finding]:
    """The library is the file that the descriptor describes, or, if it is not shipped, has the manifest's facts."""
    stated = wheel.descriptor["library"]
    if not declared.ships_library(wheel):
        artifact = declared.artifact(wheel)
        upstream = artifact.library
        wanted_values = {
            "file": upstream.member if upstream else None,
            "size": upstream.size if upstream else None,
            "sha256": upstream.sha256 if upstream else None,
            "owner": {
                "distribution": artifact.name,
                "version": artifact.version,
                "of_same_files": declared.plugin_facts(wheel.plugin).get("of_same_files", []),
            },
        }
        yield compare(f"{wheel.module}/plugin.json", wanted_values, stated)
        return
    name = f"{wheel.module}/{stated['file']}"
    member = wheel.members.get(name)
    found = f"{member.size:,} bytes, sha256 {member.sha256}" if member else "no such file"
    wanted = f"{stated['size']:,} bytes, sha256 {stated['sha256']}"
    yield Finding(found == wanted, f"as in plugin.json: {wanted}", found, name)


def measured(wheel: Wheel) -> Iterator[Finding]:
    """The wheel's library, loaded in a subprocess, reports the versions that the manifest states.

    If the library is not shipped, the one in the wheel that the manifest pins is loaded. One for another
    architecture than this machine's cannot be loaded: the finding then says what was compared instead.
    """
    artifact = declared.artifact(wheel)
    ships = declared.ships_library(wheel)
    where = wheel.library if ships else f"{artifact.name} {artifact.version}"
    try:
        stated = measurements.stated(artifact, wheel.release)
        if wheel.architecture != measurements.machine():
            compared = measurements.unloaded(artifact, wheel.release, wheel.architecture, Cache())
            yield Finding(True, "a library that can be loaded here", compared, where, skipped=True)
            return
        facts = _facts(wheel, artifact)
    except (MeasurementError, ArtifactError) as error:
        raise WheelError("a library that can be measured", str(error), where) from None
    wanted: dict[str, object] = {"pjrt_api": stated.pjrt_api}
    if stated.ffi_api is not None:
        wanted["ffi_api"] = stated.ffi_api
    if not ships:
        wanted |= {"size": stated.size, "sha256": stated.sha256}
    yield compare(where, wanted, {key: getattr(facts, key) for key in wanted})
    yield Finding(
        measurements.accepted(wheel.release, facts.pjrt_api),
        f"a PJRT C API that jaxlib {wheel.release.release} accepts: {measurements.taken(wheel.release)}",
        facts.pjrt_api,
        where,
    )


def _facts(wheel: Wheel, artifact: Artifact) -> LibraryFacts:
    if not declared.ships_library(wheel):
        return measurements.of_pinned(artifact, wheel.release, Cache())
    member = wheel.members.get(wheel.library)
    if member is None:
        raise WheelError("a library", "no such file", wheel.library)
    return measurements.of_file(wheel.folder / wheel.library, Cache(), member.sha256)


def gpu_architectures(wheel: Wheel) -> Iterator[Finding]:
    """The descriptor names the library's architectures, the driver that reads them, and the release's variants."""
    said = wheel.descriptor
    where = f"{wheel.module}/plugin.json"
    if wheel.library not in wheel.members:
        return
    try:
        held = fatbin.architectures(wheel.folder / wheel.library)
        zstd = fatbin.uses_zstd(wheel.folder / wheel.library)
    except (fatbin.FatbinError, StripError) as error:
        raise WheelError("a library whose kernels can be read", str(error), wheel.library) from None
    wanted: dict[str, object] = {
        "gpu_architectures": list(held),
        "variants": declared.variants(wheel.plugin),
    }
    if wheel.version.local:
        wanted["variant"] = declared.variant(held)
    yield compare(where, wanted, {"gpu_architectures": [], "variants": [], **said})
    if zstd and said.get("driver"):
        floor = said["driver"]["minimum"]
        yield Finding(
            Version(floor) >= Version(fatbin.ZSTD_DRIVER),
            f"a driver that reads kernels compressed with ZSTD, {fatbin.ZSTD_DRIVER} or newer",
            f"driver {floor}",
            where,
        )


def kernels(wheel: Wheel) -> Iterator[Finding]:
    """For every Python that it serves, the wheel has each of upstream's kernel modules, slimmed but unchanged."""
    facts = declared.plugin_facts(wheel.plugin)
    if "kernels" not in facts:
        return
    said = wheel.descriptor.get("kernels") or {"wheels": {}}
    artifact = wheel.release.artifact(facts["kernels"])
    keep = tuple(wheel.descriptor["gpu_architectures"]) if wheel.version.local else ()
    files = {
        file.python: file
        for file in artifact.files
        if file.architecture == wheel.architecture
        and file.python
        and (file.python in wheel.abis if wheel.free_threaded else not is_free_threaded(file.python))
    }
    wanted = {python: {"filename": file.filename, "sha256": file.sha256} for python, file in files.items()}
    yield compare(f"{wheel.module}/plugin.json", wanted, said["wheels"])
    for python, file in files.items():
        with zipfile.ZipFile(Cache().fetch(file)) as archive:
            members = [name for name in archive.namelist() if name.endswith(".so")]
        recorded = {f"{wheel.module}/{python}/{Path(name).name}": name for name in members}
        wrong = []
        for name, member in recorded.items():
            packed = wheel.members.get(name)
            if packed is None or packed.sha256 != slim.slim(file, member, Cache(), keep).sha256:
                wrong.append(f"{name} {'is another' if packed else 'is missing'}")
        yield Finding(
            not wrong,
            f"{len(members)} files as in {file.filename}",
            "; ".join(wrong) or "all of them",
            python,
        )


def provenance(wheel: Wheel) -> Iterator[Finding]:
    """The descriptor names the upstream artifact that the manifest declares."""
    artifact = declared.artifact(wheel)
    wanted = {"name": artifact.name, "version": artifact.version, "license": artifact.license}
    member = artifact.library.member if artifact.library else ""
    if artifact.use is Use.REPACK:
        file = artifact.file(wheel.architecture)
        wanted |= {"filename": file.filename, "member": member, "sha256": file.sha256}
    elif artifact.use is Use.DEPEND:
        wanted |= {"member": member}
    yield compare(f"{wheel.module}/plugin.json", wanted, wheel.descriptor["provenance"])
