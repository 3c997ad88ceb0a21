"""What a wheel must declare, read by the audit from manifests, plugin.toml, pyproject.toml and upstream's metadata.

The audit shares no code with the builder. Both derive the same values (requirements, the licence, a variant's
label), but a fault in the builder must not pass the audit.
"""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from email.parser import BytesParser
from functools import cache
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, ManifestError, Use, load
from tools.interpreters import abi
from tools.wheels.wheelfile import JAXLIB, PJRT, Wheel

PLUGINS = ROOT / "plugins"
#: The variants of each release; the builder reads the same file.
VARIANTS = ROOT / "tools/builder/variants.toml"
#: Has the repository's address.
PUBLISH = ROOT / "tools/publish/publish.toml"
#: The audit's own policy: what neither the manifests nor a plugin.toml state.
POLICY = Path(__file__).with_name("audit.toml")
#: The distributions with a pyproject.toml in the checkout; the plugins' are composed by the build.
PURE = ("jaxlib-core", "jaxlib-lock")
DECLARED = (*PURE, PJRT, JAXLIB)
#: The part of a variant's label that stands for PTX.
PTX = "ptx"


@cache
def policy() -> dict[str, Any]:
    """The content of audit.toml."""
    return tomllib.loads(POLICY.read_text("utf-8"))


def abi_floor() -> str:
    """The tag of the oldest Python whose stable ABI the extensions use."""
    return str(policy()["abi"]["floor"])


def plugin_names() -> list[str]:
    """The plugins of this checkout, by the name of their entry points."""
    return sorted(path.parent.name.removeprefix("jaxlib-") for path in PLUGINS.glob("jaxlib-*/plugin.toml"))


def plugin_facts(name: str) -> dict[str, Any]:
    """The content of the plugin's ``plugin.toml``; empty if there is none."""
    path = PLUGINS / f"jaxlib-{name}" / "plugin.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def jaxlib_pythons(release: str) -> list[str]:
    """The Pythons with the GIL that jaxlib (bindings-only) of a release has a wheel for, such as 3.12."""
    return _of_release("pythons", release)


def free_threaded_pythons(release: str) -> list[str]:
    """The free-threaded Pythons that jaxlib and the plugins of a release have a wheel for, such as 3.13t."""
    return _of_release("free-threaded", release)


def _of_release(key: str, release: str) -> list[str]:
    path = ROOT / "packages" / JAXLIB / "pyproject.toml"
    pythons: list[str] = tomllib.loads(path.read_text("utf-8"))["tool"]["jaxlib"][key]
    manifest = load(release)
    return [python for python in pythons if manifest.has_jaxlib(abi(python))]


def artifact(wheel: Wheel) -> Artifact:
    """The upstream artifact that a plugin's library comes from."""
    return wheel.release.artifact(plugin_facts(wheel.plugin)["artifact"])


def vendor_libraries(wheel: Wheel) -> list[dict[str, Any]]:
    """The vendor's libraries that a plugin's library is linked with or opens; empty for other distributions."""
    own = wheel.distribution in DECLARED
    return [] if own else list(plugin_facts(wheel.plugin).get("libraries", ()))


def ships_library(wheel: Wheel) -> bool:
    """Whether the wheel contains the plugin's library, rather than requiring a distribution that does."""
    return artifact(wheel).use is not Use.DEPEND


def kernel_files(wheel: Wheel) -> set[str]:
    """The ELF files in the folders of the Pythons for which there are kernels."""
    name = plugin_facts(wheel.plugin).get("kernels")
    if name is None:
        return set()
    folders = {file.python for file in wheel.release.artifact(name).files}
    return {
        member
        for member in wheel.elves
        if member.count("/") == 2
        and member.startswith(f"{wheel.module}/")
        and member.split("/")[1] in folders
    }


def project(wheel: Wheel) -> dict[str, Any]:
    """The table ``project`` of a distribution's pyproject.toml."""
    path = ROOT / "packages" / wheel.distribution / "pyproject.toml"
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))["project"]
    return table


def licence(wheel: Wheel) -> str:
    """This repository's licence, and that of upstream's files if the wheel contains any."""
    if wheel.distribution in DECLARED:
        return str(project(wheel)["license"])
    ours, upstreams = "Apache-2.0", artifact(wheel).license
    if upstreams == ours or not ships_library(wheel):
        return ours
    compound = " " in upstreams
    return f"{ours} AND ({upstreams})" if compound else f"{ours} AND {upstreams}"


def python(wheel: Wheel) -> str:
    """The Pythons that the wheel serves."""
    return str(project(wheel)["requires-python"]) if wheel.distribution in DECLARED else wheel.release.python


def urls(wheel: Wheel) -> dict[str, str]:
    """The project URLs of the wheel's metadata, by label; none while publish.toml has no address."""
    address = str(tomllib.loads(PUBLISH.read_text("utf-8"))["address"])
    if not address:
        return {}
    owner, name = address.split("/")[-2:]
    release = wheel.release.release
    kind = "packages" if wheel.distribution in DECLARED else "plugins"
    return {
        "Homepage": address,
        "Documentation": f"https://{owner.lower()}.github.io/{name}/{release}/",
        "Changelog": f"{address}/blob/v{release}/{kind}/{wheel.distribution}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def requirements(wheel: Wheel) -> list[str]:
    """The wheel's requirements.

    Raises:
        ManifestError: Upstream's metadata do not allow a version that the manifest pins.
    """
    release = wheel.release.release
    if wheel.distribution == JAXLIB:
        # The bindings replace upstream's jaxlib and so have its requirements, and jaxlib-cpu as the CPU backend.
        upstreams = wheel.release.artifact("jaxlib")
        extras = project(wheel)["optional-dependencies"]
        optional = [
            f'{requirement}; extra == "{extra}"' for extra, wanted in extras.items() for requirement in wanted
        ]
        return [f"jaxlib-cpu=={release}", *map(str, _metadata(_wheel_of(upstreams))), *optional]
    if wheel.distribution == PJRT:
        path = ROOT / "packages" / PJRT / "pyproject.toml"
        table = tomllib.loads(path.read_text("utf-8"))["tool"][PJRT]
        return [*table["requires"], *([] if wheel.free_threaded else [table["backend"]])]
    if wheel.distribution in DECLARED:
        return list(project(wheel)["dependencies"])
    # The specifier accepts post-releases and local versions of the release, but not 0.10.2.1.
    same = [f"{name}>={release},<{Version(release).base_version}.1" for name in ("jax", "jaxlib")]
    return [f"jaxlib-core=={release}", *same, *_vendors_requirements(wheel)]


def _vendors_requirements(wheel: Wheel) -> list[str]:
    """The requirements of the upstream extra that plugin.toml names; the manifest's versions are exact."""
    source = plugin_facts(wheel.plugin).get("requires")
    if source is None:
        return []
    upstreams = wheel.release.artifact(source["artifact"])
    environment = {"extra": source["extra"], "sys_platform": "linux", "platform_system": "Linux"}
    wanted = []
    for requirement in _metadata(upstreams.files[0]):
        if requirement.marker is None or not requirement.marker.evaluate(environment):
            continue
        pin = _artifact_of(wheel.release, requirement.name)
        if pin is None:
            wanted.append(f"{requirement.name}{requirement.specifier}")
        elif pin.use is Use.DEPEND and pin.library is not None:
            if pin.version not in requirement.specifier:
                raise ManifestError(
                    f"{upstreams.name} requires {requirement}, and the manifest pins {pin.version}"
                )
            wanted.append(f"{pin.name}=={pin.version}")
    return wanted


def _artifact_of(release: Manifest, name: str) -> Artifact | None:
    return next(
        (artifact for artifact in release.artifacts if artifact.name == canonicalize_name(name)), None
    )


def _wheel_of(upstreams: Artifact) -> ArtifactFile:
    """One of an artifact's wheels: the metadata are the same in all of them."""
    return next(file for file in upstreams.files if file.architecture == "x86_64")


def _metadata(file: ArtifactFile) -> list[Requirement]:
    with zipfile.ZipFile(Cache().fetch(file)) as archive:
        (member,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        headers = BytesParser().parsebytes(archive.read(member), headersonly=True)
    return [Requirement(str(text)) for text in headers.get_all("Requires-Dist", [])]


def entry_points(wheel: Wheel) -> dict[str, dict[str, str]]:
    """The entry points, by group: the commands of a pure distribution, a plugin's own."""
    if wheel.distribution in PURE:
        table: Mapping[str, Any] = project(wheel)
        return {"console_scripts": table["scripts"], **table.get("entry-points", {})}
    return {"jax_plugins": {wheel.plugin: wheel.module}}


def variants(plugin: str) -> list[str]:
    """The labels of the variants that a release has of a plugin."""
    rows = tomllib.loads(VARIANTS.read_text("utf-8"))["variant"]
    return [".".join(row["gpu"]) for row in rows if row["plugin"] == plugin]


def variant(architectures: Sequence[str]) -> str:
    """The local version label of a wheel with kernels for these architectures only, such as sm80.sm90.ptx."""
    words = [PTX if name.startswith("compute_") else name.replace("_", "") for name in architectures]
    return ".".join(dict.fromkeys(words))
