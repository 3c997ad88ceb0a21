"""The plugins: each is its plugin.toml, upstream's library for it, and the extension that all of them share."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import tomlkit
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, ManifestError, Use
from tools.builder import definitions, variants
from tools.builder.bill import bill_of_materials, header_source, packed_sources
from tools.builder.source_tree import VARIANT, Copied, Origin, Packed, Stage, as_json, legal, tree
from tools.console.progress import CONSOLE
from tools.elf import fatbin, slim
from tools.elf.slim import Slim
from tools.measurements import library as measurements
from tools.measurements.library import LibraryFacts
from tools.wheels import deflate, sbom

#: What jax gives a plugin that does not say: above its own CPU and TPU backends, below its CUDA and ROCm ones.
PRIORITY = 400


def stage(
    name: str,
    release: Manifest,
    architecture: str,
    cache: Cache,
    gpu: Sequence[str] = (),
    *,
    wheel_variant: bool = False,
) -> Stage:
    """The plugin ``name`` of ``release`` for ``architecture``; fetches and slims what it needs.

    With ``gpu`` it is a variant that holds kernels for those architectures alone, as ``variants`` names them;
    or a wheel variant (PEP 825), whose version has no label.

    Raises:
        ManifestError: There is no such plugin, or the release has no library for it on that architecture.
        VariantError: The library has no kernels for one of ``gpu``.
    """
    facts = definitions.plugin_facts(name)
    library = _library(facts, release, architecture, cache, gpu)
    label = variants.label(library.gpu_architectures) if gpu else ""
    version = f"{release.release}+{label}" if label and not wheel_variant else release.release
    module = f"jaxlib_{name}"
    files = _shared(module, release, cache) | tree(definitions.PLUGINS / f"jaxlib-{name}") | legal()
    del files["plugin.toml"]
    files[f"src/{module}/py.typed"] = b""
    packed = {}
    if isinstance(library.content, Packed):
        packed[f"{module}/{library.described['file']}"] = library.content
    elif library.content:
        files[f"src/{module}/{library.described['file']}"] = library.content
    required = definitions.requirements(facts, release, cache)
    described = _descriptor(facts, release, architecture, library, version)
    described["libraries"] = libraries(facts, required)
    if "kernels" in facts:
        keep = library.gpu_architectures if gpu else ()
        kernels = _kernels(release.artifact(facts["kernels"]), release, architecture, cache, keep)
        described["kernels"] = kernels.described
        packed |= {f"{module}/{path}": content for path, content in kernels.packed.items()}
        for each in kernels.described["modules"]:
            files[f"src/{kernels.described['package']}/{each}.py"] = _doorway(module)
    files[f"src/{module}/plugin.json"] = as_json(described)
    pyproject = _pyproject(facts, release, architecture, library.platform_tag, required, version)
    packages = pyproject["tool"]["setuptools"]["packages"]
    packages += sorted(
        path.removeprefix("src/").removesuffix("/__init__.py").replace("/", ".")
        for path in files
        if path.startswith(f"src/{module}/") and path.endswith("/__init__.py") and path.count("/") > 2
    )
    if "kernels" in facts:
        packages.append(described["kernels"]["package"])
    files["pyproject.toml"] = tomlkit.dumps(pyproject).encode()
    wheel = f"{module}-{version}-{definitions.ABI_FLOOR}-abi3-{library.platform_tag}.whl"
    sources = [*packed_sources(packed, release), *local_source(facts, release, library)]
    more = bill_of_materials(f"jaxlib-{name}", version, pyproject, [*sources, header_source(release, cache)])
    if wheel_variant:
        more[VARIANT] = variants.wheel_variant(library.gpu_architectures).encode()
    return Stage(f"jaxlib-{name}", wheel, files, packed, label, more)


@dataclass(frozen=True, slots=True)
class Library:
    """The library of a plugin: what is to be shipped of it, if anything, and what the descriptor says of it."""

    content: Copied | Packed | None
    described: dict[str, Any]
    platform_tag: str
    provenance: dict[str, str]
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
    stated = measurements.stated(artifact, release)
    described: dict[str, Any] = {
        "file": f"libjaxlib_{facts['name']}.so",
        "pjrt_api": stated.pjrt_api,
        "ffi_api": stated.ffi_api,
    }
    if "variable" in facts:
        described["variable"] = facts["variable"]
    provenance = {"name": artifact.name, "version": artifact.version, "license": artifact.license}
    if artifact.path is not None:
        content = artifact.path.read_bytes()
        sha256 = hashlib.sha256(content).hexdigest()
        if artifact.sha256 not in (None, sha256):
            raise ManifestError(
                f"{artifact.path} is not the library that the manifest declares: wanted sha256 {artifact.sha256}, "
                f"found {sha256}; build it again, or change the manifest"
            )
        path = artifact.path
        _verify(
            *(artifact, release, measurements.architecture(path), cache),
            lambda: measurements.of_file(path, cache, sha256),
        )
        return Library(
            Copied(artifact.path, sha256),
            {**described, "size": len(content), "sha256": sha256},
            f"{_oldest_linux(artifact.path)}_{architecture}",
            {**provenance, "filename": artifact.path.name, "member": artifact.path.name, "sha256": sha256},
            () if os.environ.get(deflate.SLIM) == "0" else fatbin.architectures(artifact.path),
        )
    member = stated.member
    if artifact.use is Use.DEPEND:
        # Nothing of it is shipped. Its wheels for the Pythons differ, the library in them does not.
        if not any(file.architecture == architecture for file in artifact.files):
            raise ManifestError(f"{artifact.name} {artifact.version} has no wheel for {architecture}")
        _verify(
            *(artifact, release, architecture, cache),
            lambda: measurements.of_pinned(artifact, release, cache),
        )
        upstream_library = {"size": stated.size, "sha256": stated.sha256}
        owner = {
            "distribution": artifact.name,
            "version": artifact.version,
            "of_same_files": facts.get("of_same_files", []),
        }
        return Library(
            None,
            {**described, **upstream_library, "file": member, "owner": owner},
            f"manylinux_{definitions.EXTENSION_GLIBC.replace('.', '_')}_{architecture}",
            {
                **provenance,
                "filename": PurePosixPath(member).name,
                "member": member,
                "sha256": str(stated.sha256),
            },
        )
    upstream = artifact.file(architecture)
    slimmed = slim.slim(upstream, member, cache)
    if gpu:
        slimmed = slim.slim(upstream, member, cache, variants.chosen(gpu, slimmed.gpu_architectures))
    shipped = slimmed
    _verify(
        *(artifact, release, architecture, cache),
        lambda: measurements.of_member(shipped.archive, shipped.member, shipped.sha256, cache),
    )
    return Library(
        _packed(slimmed, upstream, member, cache),
        {**described, "size": slimmed.size, "sha256": slimmed.sha256},
        upstream.platform_tag,
        {**provenance, "filename": upstream.filename, "member": member, "sha256": upstream.sha256},
        slimmed.gpu_architectures,
        slimmed.zstd,
    )


def _verify(
    artifact: Artifact,
    release: Manifest,
    architecture: str,
    cache: Cache,
    measure: Callable[[], LibraryFacts],
) -> None:
    """Refuses what the manifest says of a library where the one that goes into the wheel says otherwise."""
    if architecture == measurements.machine():
        measurements.verify(artifact, release, measure())
        return
    compared = measurements.unloaded(artifact, release, architecture, cache)
    CONSOLE.print(f"{artifact.name} {artifact.version}: {compared}")


def _packed(slimmed: Slim, file: ArtifactFile, member: str, cache: Cache) -> Packed:
    origin = Origin(file.filename, member, cache.recorded(file, member).sha256)
    return Packed(slimmed.archive, slimmed.member, slimmed.sha256, slimmed.size, origin)


def libraries(facts: Mapping[str, Any], required: Sequence[str]) -> list[dict[str, Any]]:
    """The libraries that ``plugin.toml`` names, each with the floor that upstream declares for its distribution."""
    floors = {}
    for requirement in map(Requirement, required):
        minimum = [each.version for each in requirement.specifier if each.operator == ">="]
        floors[canonicalize_name(requirement.name)] = minimum[0] if minimum else None
    found = []
    for library in facts.get("libraries", []):
        if "distribution" in library and library["distribution"] not in floors:
            raise ManifestError(
                f"jaxlib-{facts['name']}: {library['soname']} is said to be of {library['distribution']}, "
                f"which upstream does not require; it requires {', '.join(floors)}"
            )
        floor = {"minimum": floors[library["distribution"]]} if "distribution" in library else {}
        found.append({**library, **floor})
    return found


@dataclass(frozen=True, slots=True)
class _Kernels:
    """Upstream's compiled modules for each Python, by their names in the plugin's module."""

    described: dict[str, Any]
    packed: Mapping[str, Packed]


def _kernels(
    artifact: Artifact, release: Manifest, architecture: str, cache: Cache, keep: tuple[str, ...]
) -> _Kernels:
    """Takes the modules of upstream's wheel for every Python of the release that has the GIL."""
    package = artifact.name.replace("-", "_")
    members: dict[str, tuple[ArtifactFile, str]] = {}
    wheels: dict[str, dict[str, str]] = {}
    for file in artifact.files:
        if file.architecture != architecture or not file.python or file.python.endswith("t"):
            continue
        if not release.serves(file.python):
            continue
        with zipfile.ZipFile(cache.fetch(file)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".so")]
        members |= {f"{file.python}/{PurePosixPath(name).name}": (file, name) for name in names}
        wheels[file.python] = {"filename": file.filename, "sha256": file.sha256}
    with ThreadPoolExecutor() as pool:
        slimmed = pool.map(lambda each: slim.slim(each[0], each[1], cache, keep), members.values())
        packed = {
            path: _packed(each, *members[path], cache) for path, each in zip(members, slimmed, strict=True)
        }
    names = sorted({PurePosixPath(name).stem for name in packed})
    described = {
        "package": package,
        # What is no module is a library that lies beside one.
        "modules": [name for name in names if not name.startswith("lib")],
        "name": artifact.name,
        "version": artifact.version,
        "license": artifact.license,
        "wheels": wheels,
    }
    return _Kernels(described, packed)


def _doorway(module: str) -> bytes:
    """The module under the name by which jax imports a kernel module: it becomes the one for the running Python."""
    return (
        f'"""jax imports this; it becomes the compiled module of {module} for the running Python."""\n\n'
        "from jaxlib_core.kernels import become\n\n"
        f'become(__name__, __file__, "{module}")\n'
    ).encode()


def _descriptor(
    facts: Mapping[str, Any], release: Manifest, architecture: str, library: Library, version: str
) -> dict[str, Any]:
    driver = facts.get("driver")
    if driver and library.zstd:
        driver = driver | {"minimum": max(driver["minimum"], fatbin.ZSTD_DRIVER, key=Version)}
    return {
        "schema": "jaxlib.plugin/1",
        "name": facts["name"],
        "distribution": f"jaxlib-{facts['name']}",
        "module": f"jaxlib_{facts['name']}",
        "version": version,
        "variant": version.partition("+")[2] or None,
        "platform": facts["platform"],
        "priority": facts.get("priority", PRIORITY),
        "title": facts["title"],
        "architecture": architecture,
        "library": library.described,
        "jaxlib": {
            "release": release.release,
            "pjrt_api_major": release.pjrt_api_major,
            "pjrt_api_minimum": release.pjrt_api_minimum,
        },
        "hardware": facts.get("hardware"),
        "driver": driver,
        "libraries": [],
        "folders": facts.get("folders", []),
        "advisories": [
            {**advisory, "requires": [text.format(release=release.release) for text in advisory["requires"]]}
            for advisory in facts.get("advisories", [])
        ],
        "kernels": None,
        "gpu_architectures": list(library.gpu_architectures),
        "drop_options": facts.get("drop_options", []),
        "drop_option_values": facts.get("drop_option_values", []),
        "compile_options": facts.get("compile_options", {}),
        "provenance": library.provenance,
    }


def _pyproject(
    facts: Mapping[str, Any],
    release: Manifest,
    architecture: str,
    platform_tag: str,
    required: Sequence[str],
    version: str,
) -> dict[str, Any]:
    name, module = facts["name"], f"jaxlib_{facts['name']}"
    return {
        "build-system": {"requires": ["setuptools>=77", "ziglang"], "build-backend": "setuptools.build_meta"},
        "project": {
            "name": f"jaxlib-{name}",
            "version": version,
            "description": facts["description"],
            "readme": "README.md",
            "requires-python": release.python,
            "license": definitions.licence(release.artifact(facts["artifact"])),
            "license-files": ["LICENSE*", "NOTICE"],
            "authors": [{"name": "The jaxlib family authors"}],
            "keywords": ["jax", "jaxlib", "pjrt", "xla", facts["platform"]],
            "classifiers": [
                "Development Status :: 3 - Alpha",
                "Intended Audience :: Science/Research",
                "Operating System :: POSIX :: Linux",
                "Topic :: Scientific/Engineering",
            ],
            "dependencies": [
                f"jaxlib-core=={release.release}",
                *(f"{name}{definitions.same_release(release.release)}" for name in ("jaxlib", "jax")),
                *required,
            ],
            "entry-points": {"jax_plugins": {name: module}},
        },
        "tool": {
            "setuptools": {
                "package-dir": {"": "src"},
                "packages": [module],
                "package-data": {module: ["plugin.json", "py.typed", "_pjrt.pyi", "*.so"]},
            },
            "jaxlib-plugin": {
                "module": module,
                "target": f"{architecture}-linux-gnu.{definitions.EXTENSION_GLIBC}",
                "platform_tag": platform_tag,
            },
        },
    }


def _oldest_linux(library: Path) -> str:
    if os.environ.get(deflate.SLIM) == "0":
        return "linux"
    # Where there is no registry, what reads libraries may not be there either.
    from tools.wheels.wheelfile import oldest_linux, read_elf

    return oldest_linux(read_elf(library, str(library)))


def local_source(facts: Mapping[str, Any], release: Manifest, library: Library) -> list[sbom.Source]:
    """Where a library comes from that somebody built; it lies in no wheel."""
    if not isinstance(library.content, Copied):
        return []
    artifact = release.artifact(facts["artifact"])
    name = f"jaxlib_{facts['name']}/{library.described['file']}"
    sha256 = library.described["sha256"]
    content = sbom.Content(name, sha256, library.content.source.name, sha256)
    return [sbom.Source(artifact.name, artifact.version, artifact.license, contents=(content,))]


def _shared(module: str, release: Manifest, cache: Cache) -> dict[str, bytes | Copied]:
    files = {
        name.replace("src/", f"src/{module}/", 1): content
        for name, content in tree(definitions.PLUGINS / "extension").items()
    }
    return {
        **files,
        definitions.PJRT_HEADER: definitions.pjrt_header(release, cache),
        f"src/{module}/py.typed": b"",
    }
