"""Staging: the complete source tree of one distribution, composed from the checkout, a manifest and the cache.

A stage is a value, a map from file names to contents, before it is a folder. So its fingerprint is known without
writing or hashing hundreds of megabytes, and an unchanged wheel is not built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

import tomlkit
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools import BINDINGS_LABEL, ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, ManifestError, Use
from tools.builder import variants
from tools.elf import fatbin, slim
from tools.elf.slim import Slim
from tools.wheels import deflate, sbom

#: The glibc that the extension is linked for. The wheel's own tag follows the library, if it holds one: that needs
#: a newer one.
EXTENSION_GLIBC = "2.17"
#: The stable ABI's floor, in the wheel's tag for every release.
ABI_FLOOR = "cp311"
PLUGINS = ROOT / "plugins"
#: What a wheel variant by PEP 825 has in its metadata's folder.
VARIANT = "variant.json"
#: What jax gives a plugin that does not say: above its own CPU and TPU backends, below its CUDA and ROCm ones.
PRIORITY = 400
PJRT = ROOT / "packages" / "jaxlib-pjrt"
JAXLIB = ROOT / "packages" / "jaxlib"
#: What the binding shares with the plugins' extension: how FFI handlers are registered.
PJRT_FFI = ("api.h", "ffi.c", "ffi.h", "ffi_abi.h", "ffi_adapter.c", "ffi_adapter.h", "options_filter.h")
#: Where what is compiled finds the PJRT C API's header.
PJRT_HEADER = "native/include/pjrt_c_api.h"


@dataclass(frozen=True, slots=True)
class Copied:
    """A file to be taken as it is; ``identity`` names its content without reading it."""

    source: Path
    identity: str


@dataclass(frozen=True, slots=True)
class Origin:
    """A member of an upstream wheel, as it is there."""

    filename: str
    member: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Packed:
    """A member of a zip file, to be taken as it is compressed there; its content by hash and size.

    ``origin`` is the file on the registry that it comes from, changed or not.
    """

    wheel: Path
    member: str
    sha256: str
    size: int
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """One distribution's source tree, and the file name of the wheel that comes of it.

    ``packed`` is no part of the tree: what is put into the built wheel, by its name there. Compressing half a
    gigabyte again takes longer than the whole of the rest. ``label`` is what a variant is called, and ``metadata``
    are files for its metadata's folder.
    """

    distribution: str
    wheel: str
    files: Mapping[str, bytes | Copied]
    packed: Mapping[str, Packed] = field(default_factory=dict)
    label: str = ""
    metadata: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def wheel_variant(self) -> bool:
        """Whether it is one by PEP 825."""
        return VARIANT in self.metadata

    @property
    def target(self) -> str:
        """The file name that the wheel is given in the end: a wheel variant's ends with its label."""
        return f"{self.wheel.removesuffix('.whl')}-{self.label}.whl" if self.wheel_variant else self.wheel

    @property
    def fingerprint(self) -> str:
        """A sha256 over every file name and content."""
        digest = hashlib.sha256()
        for name, content in sorted([*self.files.items(), *self.packed.items(), *self.metadata.items()]):
            match content:
                case Copied():
                    inner = content.identity.encode()
                case Packed():
                    # How it is compressed is part of the wheel's bytes: the folder's name is a hash over that.
                    inner = f"{content.wheel.parent.name} {content.member} {content.sha256}".encode()
                case _:
                    inner = hashlib.sha256(content).digest()
            digest.update(f"{name}\0{len(inner)}\0".encode() + inner)
        return digest.hexdigest()

    def write(self, folder: Path) -> None:
        """Make ``folder`` hold exactly this tree."""
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                path.write_bytes(content)
                continue
            try:
                # A link costs nothing; the cache may lie on another file system.
                os.link(content.source, path)
            except OSError:
                shutil.copyfile(content.source, path)


def plugin_names() -> tuple[str, ...]:
    """The plugins of this checkout, by the name of their entry points."""
    return tuple(
        sorted(path.parent.name.removeprefix("jaxlib-") for path in PLUGINS.glob("jaxlib-*/plugin.toml"))
    )


def core(release: Manifest) -> Stage:
    """jaxlib-core of ``release``."""
    files = _tree(ROOT / "packages" / "jaxlib-core") | _legal()
    for page in sorted((ROOT / "docs" / "errors").glob("JLP*.md")):
        files[f"src/jaxlib_core/pages/{page.name}"] = page.read_bytes()
    files["VERSION"] = f"{release.release}\n".encode()
    bill = _bill("jaxlib-core", release.release, _project(ROOT / "packages" / "jaxlib-core"), ())
    return Stage("jaxlib-core", f"jaxlib_core-{release.release}-py3-none-any.whl", files, metadata=bill)


def lock(release: Manifest) -> Stage:
    """jaxlib-lock of ``release``, with the seeds of every release."""
    from tools.builder.seeds import seeds

    files = _tree(ROOT / "packages" / "jaxlib-lock") | _legal()
    files["VERSION"] = f"{release.release}\n".encode()
    files["src/jaxlib_lock/seeds.json"] = _json(seeds())
    bill = _bill("jaxlib-lock", release.release, _project(ROOT / "packages" / "jaxlib-lock"), ())
    return Stage("jaxlib-lock", f"jaxlib_lock-{release.release}-py3-none-any.whl", files, metadata=bill)


def pjrt(release: Manifest, architecture: str, cache: Cache) -> Stage:
    """jaxlib-pjrt of ``release``, compiled for ``architecture`` by its C++ compiler, a cross compiler or not."""
    files = _tree(PJRT) | _legal() | {PJRT_HEADER: pjrt_header(release, cache)}
    for name in PJRT_FFI:
        files[f"native/ffi/{name}"] = (PLUGINS / "common" / "native" / name).read_bytes()
    files["VERSION"] = f"{release.release}\n".encode()
    files["ARCHITECTURE"] = f"{architecture}\n".encode()
    tag = f"{pjrt_platform()}_{architecture}"
    sources = (_nanobind(), _header_source(release, cache))
    bill = _bill("jaxlib-pjrt", release.release, _project(PJRT), sources)
    wheel = f"jaxlib_pjrt-{release.release}-{ABI_FLOOR}-abi3-{tag}.whl"
    return Stage("jaxlib-pjrt", wheel, files, metadata=bill)


def pjrt_platform() -> str:
    """The oldest system that jaxlib-pjrt is built for, without the architecture."""
    return str(_project(PJRT)["tool"]["jaxlib-pjrt"]["platform"])


def _project(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))


def jaxlib_release() -> str:
    """The release of jax that the bindings serve."""
    return str(tomllib.loads((JAXLIB / "upstream.toml").read_text("utf-8"))["release"])


def jaxlib(release: Manifest, architecture: str, cache: Cache, tag: str) -> Stage:
    """Jaxlib with the bindings only, of ``release``, for the Python of that ``tag``, such as cp312.

    Raises:
        ManifestError: The release is another than the one whose files are listed, or ``architecture`` is not this
            machine's; or a file of upstream's is not what the list says.
    """
    served = jaxlib_release()
    if served != release.release:
        raise ManifestError(
            f"jaxlib of {release.release}: wanted {served}, the release whose files are in "
            f"{JAXLIB / 'upstream.toml'}"
        )
    if architecture != platform.machine():
        raise ManifestError(
            f"jaxlib for {architecture}: wanted a machine of that architecture, for its C++ compiler; this one is "
            f"{platform.machine()}"
        )
    files = _tree(JAXLIB) | _legal() | {PJRT_HEADER: pjrt_header(release, cache)}
    # The classes over the PJRT C API are jaxlib-pjrt's; FFI and profiles are not spoken of here yet.
    shared = _tree(PJRT)
    files["native_build.py"] = shared["native_build.py"]
    files |= {
        f"native/{name}": shared[f"native/{name}"] for name in ("compat.cc", "compat.h", "gil.cc", "gil.h")
    }
    files |= {
        name: content
        for name, content in shared.items()
        if name.startswith("native/pjrt/")
        and not name.startswith(("native/pjrt/ffi", "native/pjrt/profiler"))
    }
    taken = upstream_files(release, cache)
    files |= {f"src/{name}": content for name, content in taken.items()}
    local = f"{release.release}+{BINDINGS_LABEL}"
    files["VERSION"] = f"{local}\n".encode()
    files["REQUIRES"] = "".join(f"{each}\n" for each in jaxlib_requirements(release)).encode()
    sources = (_nanobind(), _header_source(release, cache), _taken_source(taken, release))
    bill = _bill("jaxlib", local, _project(JAXLIB), sources)
    wheel = f"jaxlib-{local}-{tag}-{tag}-{jaxlib_platform()}_{architecture}.whl"
    return Stage("jaxlib", wheel, files, metadata=bill)


def jaxlib_requirements(release: Manifest) -> list[str]:
    """What jaxlib (bindings-only) requires: its CPU backend, and what upstream's jaxlib does."""
    return [f"jaxlib-cpu=={release.release}", "scipy>=1.14", "numpy>=2.0", "ml_dtypes>=0.5.0"]


def _upstreams_jaxlib(release: Manifest) -> tuple[Artifact, ArtifactFile]:
    """The wheel that upstream's pure-Python files are taken from; they are the same in all of them."""
    artifact = release.artifact("jaxlib")
    return artifact, next(each for each in artifact.files if each.architecture == "x86_64")


def _taken_source(taken: Mapping[str, bytes], release: Manifest) -> sbom.Source:
    """That wheel, with the files ``taken`` from it as they are."""
    artifact, file = _upstreams_jaxlib(release)
    hashes = {name: _sha256(content) for name, content in taken.items()}
    contents = tuple(sbom.Content(name, digest, name, digest) for name, digest in hashes.items())
    return sbom.Source(
        artifact.name, artifact.version, artifact.license, file.filename, file.sha256, contents
    )


def upstream_files(release: Manifest, cache: Cache) -> dict[str, bytes]:
    """Upstream's pure-Python files that become part of the bindings, each checked against the list's hash.

    Raises:
        ManifestError: A wheel of upstream's does not have one, or has another.
    """
    listed = tomllib.loads((JAXLIB / "upstream.toml").read_text("utf-8"))["files"]
    file, own = upstreams_files(release, cache)
    found = {name: own[name] for name in listed if name in own}
    wrong = [
        f"  {name}: wanted sha256 {sha256}, found {_sha256(found[name]) if name in found else 'no such file'}"
        for name, sha256 in listed.items()
        if name not in found or _sha256(found[name]) != sha256
    ]
    if wrong:
        raise ManifestError("\n".join([f"{JAXLIB / 'upstream.toml'}, of {file}:", *wrong]))
    return found


def upstreams_files(release: Manifest, cache: Cache) -> tuple[str, dict[str, bytes]]:
    """The name of a wheel of upstream's jaxlib, and all files in it that are no machine code."""
    _, wheel = _upstreams_jaxlib(release)
    with zipfile.ZipFile(cache.fetch(wheel)) as archive:
        names = [name for name in archive.namelist() if name.endswith((".py", ".pyi", ".h"))]
        return wheel.filename, {name: archive.read(name) for name in names}


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def jaxlib_platform() -> str:
    """The oldest system that the bindings are built for, without the architecture."""
    project = tomllib.loads((JAXLIB / "pyproject.toml").read_text("utf-8"))
    return str(project["tool"]["jaxlib"]["platform"])


def plugin(
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
    facts = plugin_facts(name)
    library = _library(facts, release, architecture, cache, gpu)
    label = variants.label(library.gpu_architectures) if gpu else ""
    version = f"{release.release}+{label}" if label and not wheel_variant else release.release
    module = f"jaxlib_{name}"
    files = _shared(module, release, cache) | _tree(PLUGINS / f"jaxlib-{name}") | _legal()
    del files["plugin.toml"]
    files[f"src/{module}/py.typed"] = b""
    packed = {}
    if isinstance(library.content, Packed):
        packed[f"{module}/{library.described['file']}"] = library.content
    elif library.content:
        files[f"src/{module}/{library.described['file']}"] = library.content
    required = requirements(facts, release, cache)
    described = _descriptor(facts, release, architecture, library, version)
    described["libraries"] = _libraries(facts, required)
    if "kernels" in facts:
        keep = library.gpu_architectures if gpu else ()
        kernels = _kernels(release.artifact(facts["kernels"]), release, architecture, cache, keep)
        described["kernels"] = kernels.described
        packed |= {f"{module}/{path}": content for path, content in kernels.packed.items()}
        for each in kernels.described["modules"]:
            files[f"src/{kernels.described['package']}/{each}.py"] = _doorway(module)
    files[f"src/{module}/plugin.json"] = _json(described)
    pyproject = _pyproject(facts, release, architecture, library.platform_tag, required, version)
    if "kernels" in facts:
        pyproject["tool"]["setuptools"]["packages"].append(described["kernels"]["package"])
    files["pyproject.toml"] = tomlkit.dumps(pyproject).encode()
    wheel = f"{module}-{version}-{ABI_FLOOR}-abi3-{library.platform_tag}.whl"
    sources = [*_packed_sources(packed, release), *_local_source(facts, release, library)]
    more = _bill(f"jaxlib-{name}", version, pyproject, [*sources, _header_source(release, cache)])
    if wheel_variant:
        more[VARIANT] = variants.wheel_variant(library.gpu_architectures).encode()
    return Stage(f"jaxlib-{name}", wheel, files, packed, label, more)


def plugin_facts(name: str) -> dict[str, Any]:
    """What ``plugin.toml`` of the plugin ``name`` says: the half of its descriptor that is no matter of a release.

    Raises:
        ManifestError: There is no such plugin.
    """
    path = PLUGINS / f"jaxlib-{name}" / "plugin.toml"
    if not path.is_file():
        raise ManifestError(
            f"no plugin {name!r}: wanted one of {', '.join(plugin_names())}; looked for {path}"
        )
    return tomllib.loads(path.read_text("utf-8"))


def has_library(name: str, release: Manifest, architecture: str) -> bool:
    """Whether there is a library for the plugin ``name`` on that architecture in ``release``."""
    wanted = plugin_facts(name)["artifact"]
    artifact = next((each for each in release.artifacts if each.name == wanted), None)
    return artifact is not None and (
        artifact.use is Use.LOCAL or any(file.architecture == architecture for file in artifact.files)
    )


def requirements(facts: Mapping[str, Any], release: Manifest, cache: Cache) -> list[str]:
    """What a plugin requires beside its own family: what an extra of an upstream distribution names.

    Upstream states there which of a vendor's distributions its library needs, and from which version on. One
    that the manifest itself pins is required at exactly that version.

    Raises:
        ManifestError: Upstream's requirement does not allow the version that the manifest pins.
    """
    source = facts.get("requires")
    if source is None:
        return []
    extra = {"extra": source["extra"], "sys_platform": "linux", "platform_system": "Linux"}
    pins = {artifact.name: artifact for artifact in release.artifacts}
    found = []
    for requirement in declared(release.artifact(source["artifact"]), cache):
        name = canonicalize_name(requirement.name)
        if not requirement.marker or not requirement.marker.evaluate(extra):
            continue
        if name not in pins:
            found.append(f"{requirement.name}{requirement.specifier}")
        elif pins[name].library and pins[name].use is Use.DEPEND:
            version = pins[name].version
            if not requirement.specifier.contains(version):
                raise ManifestError(
                    f"{release.path}: artifact[{name}].version: wanted one that {source['artifact']} allows, "
                    f"{requirement}, found {version!r}"
                )
            found.append(f"{name}=={version}")
    return found


def declared(artifact: Artifact, cache: Cache) -> list[Requirement]:
    """The requirements in the metadata of an upstream distribution, the same in all its wheels."""
    wheel = cache.fetch(artifact.files[0])
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Metadata.from_email(archive.read(name), validate=False).requires_dist or []


@dataclass(frozen=True, slots=True)
class _Library:
    """The library of a plugin: what is to be shipped of it, if anything, and what the descriptor says of it."""

    content: Copied | Packed | None
    described: dict[str, Any]
    platform_tag: str
    provenance: dict[str, str]
    gpu_architectures: tuple[str, ...] = ()
    zstd: bool = False


def _library(
    facts: Mapping[str, Any], release: Manifest, architecture: str, cache: Cache, gpu: Sequence[str]
) -> _Library:
    artifact = release.artifact(facts["artifact"])
    if gpu and artifact.use is not Use.REPACK:
        raise ManifestError(
            f"{artifact.name} {artifact.version} is taken as it is: it has no variants for {' '.join(gpu)}"
        )
    if artifact.library is None:
        raise ManifestError(f"{artifact.name} {artifact.version} declares no library in its manifest")
    if artifact.library.pjrt_api is None:
        raise ManifestError(f"{release.path}: {artifact.name} needs library.pjrt_api to become a plugin")
    described: dict[str, Any] = {
        "file": f"libjaxlib_{facts['name']}.so",
        "pjrt_api": artifact.library.pjrt_api,
        "ffi_api": artifact.library.ffi_api,
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
        return _Library(
            Copied(artifact.path, sha256),
            {**described, "size": len(content), "sha256": sha256},
            f"{_oldest_linux(artifact.path)}_{architecture}",
            {**provenance, "filename": artifact.path.name, "member": artifact.path.name, "sha256": sha256},
            () if os.environ.get(deflate.SLIM) == "0" else fatbin.architectures(artifact.path),
        )
    member = artifact.library.member
    if artifact.use is Use.DEPEND:
        # Nothing of it is shipped. Its wheels for the Pythons differ, the library in them does not.
        if not any(file.architecture == architecture for file in artifact.files):
            raise ManifestError(f"{artifact.name} {artifact.version} has no wheel for {architecture}")
        upstream_library = {"size": artifact.library.size, "sha256": artifact.library.sha256}
        owner = {
            "distribution": artifact.name,
            "version": artifact.version,
            "of_same_files": facts.get("of_same_files", []),
        }
        return _Library(
            None,
            {**described, **upstream_library, "file": member, "owner": owner},
            f"manylinux_{EXTENSION_GLIBC.replace('.', '_')}_{architecture}",
            {
                **provenance,
                "filename": PurePosixPath(member).name,
                "member": member,
                "sha256": str(artifact.library.sha256),
            },
        )
    upstream = artifact.file(architecture)
    slimmed = slim.slim(upstream, member, cache)
    if gpu:
        slimmed = slim.slim(upstream, member, cache, variants.chosen(gpu, slimmed.gpu_architectures))
    return _Library(
        _packed(slimmed, upstream, member, cache),
        {**described, "size": slimmed.size, "sha256": slimmed.sha256},
        upstream.platform_tag,
        {**provenance, "filename": upstream.filename, "member": member, "sha256": upstream.sha256},
        slimmed.gpu_architectures,
        slimmed.zstd,
    )


def _packed(slimmed: Slim, file: ArtifactFile, member: str, cache: Cache) -> Packed:
    origin = Origin(file.filename, member, cache.recorded(file, member).sha256)
    return Packed(slimmed.archive, slimmed.member, slimmed.sha256, slimmed.size, origin)


def _libraries(facts: Mapping[str, Any], required: Sequence[str]) -> list[dict[str, Any]]:
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
    facts: Mapping[str, Any], release: Manifest, architecture: str, library: _Library, version: str
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
            "license": licence(release.artifact(facts["artifact"])),
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
                *(f"{name}{same_release(release.release)}" for name in ("jaxlib", "jax")),
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
                "target": f"{architecture}-linux-gnu.{EXTENSION_GLIBC}",
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


def licence(artifact: Artifact) -> str:
    """The licence of a plugin's wheel: this repository's, and that of the library where it is in the wheel."""
    own, theirs = "Apache-2.0", artifact.license
    if theirs == own or artifact.use is Use.DEPEND:
        return own
    return f"{own} AND {f'({theirs})' if ' ' in theirs else theirs}"


def same_release(version: str) -> str:
    """The specifier for the same release segment: ``version``, its post-releases and its local versions.

    ``==0.10.2`` would refuse ``0.10.2.post1``, and ``==0.10.2.*`` would take ``0.10.2.1``.
    """
    return f">={version},<{version}.1"


def build_pins() -> tuple[str, ...]:
    """The workspace's exact pins of the build backend and of what compiles."""
    return tuple(_project(ROOT)["dependency-groups"]["build-system"])


def bill_name(distribution: str) -> str:
    """The name of a wheel's bill of materials in its metadata's folder, by PEP 770."""
    return f"sboms/{distribution}.cdx.json"


def _bill(
    distribution: str, version: str, pyproject: Mapping[str, Any], sources: Sequence[sbom.Source]
) -> dict[str, bytes]:
    """The bill of materials, by its name; sources that are one file are one entry of it."""
    if os.environ.get(deflate.SLIM) == "0":
        # What writes it is not there either, and such a wheel is for this machine alone.
        return {}
    merged: dict[str, sbom.Source] = {}
    for source in sources:
        key = source.filename or source.name
        if key in merged:
            merged[key] = replace(source, contents=(*merged[key].contents, *source.contents))
        else:
            merged[key] = source
    used = {Requirement(text).name for text in pyproject["build-system"]["requires"]}
    tools = [pin for pin in build_pins() if Requirement(pin).name in used]
    license_ = pyproject["project"]["license"]
    content = sbom.document(distribution, version, license_, list(merged.values()), tools)
    return {bill_name(distribution): content}


def _packed_sources(packed: Mapping[str, Packed], release: Manifest) -> list[sbom.Source]:
    """The upstream wheels that members are taken from, each with those."""
    found = []
    for artifact in release.artifacts:
        for file in artifact.files:
            contents = tuple(
                sbom.Content(name, each.sha256, each.origin.member, each.origin.sha256)
                for name, each in sorted(packed.items())
                if each.origin and each.origin.filename == file.filename
            )
            if contents:
                identity = (artifact.name, artifact.version, artifact.license, file.filename, file.sha256)
                found.append(sbom.Source(*identity, contents))
    return found


def _local_source(facts: Mapping[str, Any], release: Manifest, library: _Library) -> list[sbom.Source]:
    """Where a library comes from that somebody built; it lies in no wheel."""
    if not isinstance(library.content, Copied):
        return []
    artifact = release.artifact(facts["artifact"])
    name = f"jaxlib_{facts['name']}/{library.described['file']}"
    sha256 = library.described["sha256"]
    content = sbom.Content(name, sha256, library.content.source.name, sha256)
    return [sbom.Source(artifact.name, artifact.version, artifact.license, contents=(content,))]


def _header_source(release: Manifest, cache: Cache) -> sbom.Source:
    """The wheel with the header that every extension is compiled with."""
    artifact = release.artifact("xla-cpu-pjrt")
    file = artifact.file("x86_64")
    digest = hashlib.sha256(pjrt_header(release, cache)).hexdigest()
    content = sbom.Content("", "", artifact.headers["pjrt_c_api"], digest)
    return sbom.Source(
        artifact.name, artifact.version, artifact.license, file.filename, file.sha256, (content,)
    )


def _nanobind() -> sbom.Source:
    """nanobind, parts of whose headers are in the binding."""
    pin = next(Requirement(pin) for pin in build_pins() if Requirement(pin).name == "nanobind")
    return sbom.Source(pin.name, str(pin.specifier).removeprefix("=="), "BSD-3-Clause")


def _shared(module: str, release: Manifest, cache: Cache) -> dict[str, bytes | Copied]:
    files = {
        name.replace("src/", f"src/{module}/", 1): content
        for name, content in _tree(PLUGINS / "common").items()
    }
    return {**files, PJRT_HEADER: pjrt_header(release, cache), f"src/{module}/py.typed": b""}


def pjrt_header(release: Manifest, cache: Cache) -> bytes:
    """The PJRT C API's own header, from the wheel that the manifest pins."""
    headers = release.artifact("xla-cpu-pjrt")
    return cache.member(headers.file("x86_64"), headers.headers["pjrt_c_api"]).read_bytes()


def _legal() -> dict[str, bytes | Copied]:
    return {name: (ROOT / name).read_bytes() for name in ("LICENSE", "NOTICE")}


def _tree(folder: Path) -> dict[str, bytes | Copied]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and not path.parent.name.endswith(".egg-info")
    }


def _json(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()
