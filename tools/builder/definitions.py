"""The declarations of this repository's distributions: plugin.toml, pyproject.toml, releases/; its pins."""

from __future__ import annotations

import hashlib
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools import BINDINGS_LABEL, ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, ManifestError, Use
from tools.interpreters import abi

#: The glibc that the extension is linked for. A wheel with a library has the tag of the library, which needs a
#: newer glibc.
EXTENSION_GLIBC = "2.17"
#: The oldest Python of the stable ABI, in the tag of every release's wheels.
ABI_FLOOR = "cp311"
PLUGINS = ROOT / "plugins"
PJRT = ROOT / "packages" / "jaxlib-pjrt"
PJRT_CPP = ROOT / "packages" / "pjrt-cpp"
JAXLIB = ROOT / "packages" / "jaxlib"
#: Where compiled sources find the header of the PJRT C API.
PJRT_HEADER = "native/include/pjrt_c_api.h"


def plugin_names() -> tuple[str, ...]:
    """The plugins of this checkout, by the name of their entry points."""
    return tuple(
        sorted(path.parent.name.removeprefix("jaxlib-") for path in PLUGINS.glob("jaxlib-*/plugin.toml"))
    )


def plugin_facts(name: str) -> dict[str, Any]:
    """The content of the plugin's ``plugin.toml``: the part of its descriptor that is the same for every release.

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
    artifact = next((artifact for artifact in release.artifacts if artifact.name == wanted), None)
    return artifact is not None and (
        artifact.use is Use.LOCAL or any(file.architecture == architecture for file in artifact.files)
    )


def lacks_free_threaded(name: str, release: Manifest, architecture: str) -> list[str]:
    """The free-threaded Pythons of ``release`` that upstream has no kernels of the plugin ``name`` for."""
    facts = plugin_facts(name)
    if "kernels" not in facts:
        return []
    files = release.artifact(facts["kernels"]).files
    served = {file.python for file in files if file.architecture == architecture}
    return [python for python in free_threaded_pythons(release) if abi(python) not in served]


def requirements(facts: Mapping[str, Any], release: Manifest, cache: Cache) -> list[str]:
    """What a plugin requires besides the family: the requirements of an extra of an upstream distribution.

    There upstream states which of a vendor's distributions its library needs, and from which version on. A
    distribution that the manifest pins is required at exactly that version.

    Raises:
        ManifestError: Upstream's requirement does not allow the version that the manifest pins.
    """
    source = facts.get("requires")
    if source is None:
        return []
    extra = {"extra": source["extra"], "sys_platform": "linux", "platform_system": "Linux"}
    pins = {artifact.name: artifact for artifact in release.artifacts}
    texts = []
    for requirement in declared(release.artifact(source["artifact"]), cache):
        name = canonicalize_name(requirement.name)
        if not requirement.marker or not requirement.marker.evaluate(extra):
            continue
        if name not in pins:
            texts.append(f"{requirement.name}{requirement.specifier}")
        elif pins[name].library and pins[name].use is Use.DEPEND:
            version = pins[name].version
            if not requirement.specifier.contains(version):
                raise ManifestError(
                    f"{release.path}: artifact[{name}].version: wanted one that {source['artifact']} allows, "
                    f"{requirement}, found {version!r}"
                )
            texts.append(f"{name}=={version}")
    return texts


def declared(artifact: Artifact, cache: Cache) -> list[Requirement]:
    """The requirements in the metadata of an upstream distribution, the same in all its wheels."""
    wheel = cache.fetch(artifact.files[0])
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Metadata.from_email(archive.read(name), validate=False).requires_dist or []


def licence(artifact: Artifact) -> str:
    """The licence of a plugin's wheel: this repository's, and the library's if the wheel contains it."""
    own, theirs = "Apache-2.0", artifact.license
    if theirs == own or artifact.use is Use.DEPEND:
        return own
    return f"{own} AND {f'({theirs})' if ' ' in theirs else theirs}"


def same_release(version: str) -> str:
    """The specifier for ``version``, its post-releases and its local versions.

    ``==0.10.2`` would refuse ``0.10.2.post1``, and ``==0.10.2.*`` would accept ``0.10.2.1``. If ``version`` is a
    post-release itself, earlier ones are refused.
    """
    return f">={version},<{'.'.join(map(str, Version(version).release))}.1"


def project(folder: Path) -> dict[str, Any]:
    """The content of ``folder/pyproject.toml``."""
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))


def build_pins() -> tuple[str, ...]:
    """The workspace's exact pins of the build backend and the compilers."""
    return tuple(project(ROOT)["dependency-groups"]["build-system"])


def pjrt_requirements(*, free_threaded: bool) -> list[str]:
    """The requirements of jaxlib-pjrt; its wheels for free-threaded Pythons contain nanobind's code."""
    declared = project(PJRT)["tool"]["jaxlib-pjrt"]
    return sorted([*declared["requires"], *([] if free_threaded else [declared["backend"]])])


def pjrt_platform() -> str:
    """The oldest system that jaxlib-pjrt is built for, without the architecture."""
    return str(project(PJRT)["tool"]["jaxlib-pjrt"]["platform"])


def pjrt_header(release: Manifest, cache: Cache) -> bytes:
    """The PJRT C API's own header, from the wheel that the manifest pins."""
    headers = release.artifact("xla-cpu-pjrt")
    return cache.member(headers.file("x86_64"), headers.headers["pjrt_c_api"]).read_bytes()


def jaxlib_releases() -> tuple[str, ...]:
    """The releases of jax that jaxlib (bindings-only) is built for, the oldest first."""
    names = (path.stem for path in (JAXLIB / "releases").glob("*.toml"))
    return tuple(sorted(names, key=Version))


def jaxlib_facts(release: str) -> dict[str, Any]:
    """The file of ``release`` in ``packages/jaxlib/releases``, or its draft.

    Raises:
        ManifestError: There is none, or it is not TOML.
    """
    folder = JAXLIB / "releases"
    path = folder / f"{release}.toml"
    if not path.is_file():
        path = folder / "drafts" / path.name
    if not path.is_file():
        raise ManifestError(
            f"jaxlib of {release}: wanted one of {', '.join(jaxlib_releases())}, the releases in {folder}\n"
            f"To make what is wanted, run: nox -s follow -- {release}"
        )
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path}: not valid TOML: {error}") from None


def jaxlib_facts_module(release: str) -> bytes:
    """``jaxlib._release``: the facts of ``packages/jaxlib/releases`` for ``release``, without the list of files."""
    facts = jaxlib_facts(release)
    versions = facts["stablehlo"]
    lines = [
        f'"""What this jaxlib says of itself, from packages/jaxlib/releases/{release}.toml."""',
        "",
        f'RELEASE = "{release}"',
        f'VERSION = "{release}+{BINDINGS_LABEL}"',
        *(
            f"{name.upper()} = {value!r}"
            for name, value in facts.items()
            if not isinstance(value, list | dict)
        ),
        f"MISSING_MODULES = {tuple(facts.get('missing_modules', ()))!r}",
        *(f'STABLEHLO_{name.upper()} = "{version}"' for name, version in versions.items()),
    ]
    return "\n".join([*lines, ""]).encode()


def debug_options_module(release: str) -> bytes:
    """``jaxlib._debug_options_facts``: XLA's debug options in upstream's jaxlib of ``release``."""
    options = jaxlib_facts(release)["debug_options"]
    lines = [
        f'"""XLA\'s debug options, from packages/jaxlib/releases/{release}.toml."""',
        "",
        f"ATTRIBUTES = frozenset({options['attributes']!r})",
        f"ENUMS = {options['enums']!r}",
        "FIELDS = {",
        *(f"    {name!r}: {entry!r}," for name, entry in options["fields"].items()),
        "}",
    ]
    return "\n".join([*lines, ""]).encode()


def upstream_names_module(release: str) -> bytes:
    """``jaxlib._upstream_names``: what the native modules of upstream's jaxlib of ``release`` define."""
    lines = [
        f'"""Names of upstream\'s native modules, from packages/jaxlib/releases/{release}.toml."""',
        "",
        "NAMES = {",
        *(f"    {module!r}: {tuple(names)!r}," for module, names in jaxlib_facts(release)["names"].items()),
        "}",
    ]
    return "\n".join([*lines, ""]).encode()


def jaxlib_platform() -> str:
    """The oldest system that the bindings are built for, without the architecture."""
    return str(project(JAXLIB)["tool"]["jaxlib"]["platform"])


def every_python() -> list[str]:
    """The Pythons that jaxlib (bindings-only) of some release is built for, such as 3.12."""
    pythons: list[str] = project(JAXLIB)["tool"]["jaxlib"]["pythons"]
    return pythons


def every_free_threaded() -> list[str]:
    """The free-threaded Pythons that jaxlib and the plugins of some release are built for, such as 3.13t."""
    pythons: list[str] = project(JAXLIB)["tool"]["jaxlib"]["free-threaded"]
    return pythons


def jaxlib_pythons(release: Manifest) -> list[str]:
    """The Pythons with the GIL that jaxlib (bindings-only) of a release is built for."""
    return [python for python in every_python() if release.has_jaxlib(abi(python))]


def free_threaded_pythons(release: Manifest) -> list[str]:
    """The free-threaded Pythons that jaxlib and the plugins of a release are built for, such as 3.13t."""
    return [python for python in every_free_threaded() if release.has_jaxlib(abi(python))]


def jaxlib_requirements(release: Manifest) -> list[str]:
    """The requirements of jaxlib (bindings-only): its CPU backend, and those of upstream's jaxlib."""
    return [f"jaxlib-cpu=={release.release}", "scipy>=1.14", "numpy>=2.0", "ml_dtypes>=0.5.0"]


def upstreams_jaxlib(release: Manifest) -> tuple[Artifact, ArtifactFile]:
    """The wheel that upstream's pure-Python files are taken from; all wheels of a release have the same ones."""
    artifact = release.artifact("jaxlib")
    return artifact, next(file for file in artifact.files if file.architecture == "x86_64")


def upstream_files(release: Manifest, cache: Cache) -> dict[str, bytes]:
    """Upstream's pure-Python files that become part of the bindings, each checked against the list's hash.

    Raises:
        ManifestError: A file is missing in upstream's wheel, or has another hash.
    """
    listed = jaxlib_facts(release.release)["files"]
    file, own = upstreams_files(release, cache)
    files = {name: own[name] for name in listed if name in own}
    wrong = [
        f"  {name}: wanted sha256 {sha256}, found {hash_of(files[name]) if name in files else 'no such file'}"
        for name, sha256 in listed.items()
        if name not in files or hash_of(files[name]) != sha256
    ]
    if wrong:
        raise ManifestError("\n".join([f"{JAXLIB / 'releases' / release.release}.toml, of {file}:", *wrong]))
    return files


def upstreams_files(release: Manifest, cache: Cache) -> tuple[str, dict[str, bytes]]:
    """The name of a wheel of upstream's jaxlib, and all files in it that are not machine code."""
    _, wheel = upstreams_jaxlib(release)
    with zipfile.ZipFile(cache.fetch(wheel)) as archive:
        names = [name for name in archive.namelist() if name.endswith((".py", ".pyi", ".h"))]
        return wheel.filename, {name: archive.read(name) for name in names}


def hash_of(content: bytes) -> str:
    """The hash of ``content``, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()
