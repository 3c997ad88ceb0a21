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
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit

from tools import ROOT
from tools.cache import Cache
from tools.manifest import Artifact, Manifest, ManifestError

#: The glibc that the extension is linked for; the wheel's own tag follows the library, which needs a newer one.
EXTENSION_GLIBC = "2.17"
#: The stable ABI's floor, in the wheel's tag for every release.
ABI_FLOOR = "cp311"
PLUGINS = ROOT / "plugins"
BINDING = ROOT / "packages" / "jaxlib-pjrt"
#: Where what is compiled finds the PJRT C API's header.
PJRT_HEADER = "native/include/pjrt_c_api.h"


@dataclass(frozen=True, slots=True)
class Copied:
    """A file to be taken as it is; ``identity`` names its content without reading it."""

    source: Path
    identity: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One distribution's source tree, and the file name of the wheel that comes of it."""

    distribution: str
    wheel: str
    files: Mapping[str, bytes | Copied]

    @property
    def fingerprint(self) -> str:
        """A sha256 over every file name and content."""
        digest = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            inner = (
                content.identity.encode() if isinstance(content, Copied) else hashlib.sha256(content).digest()
            )
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
    files["VERSION"] = f"{release.release}\n".encode()
    return Stage("jaxlib-core", f"jaxlib_core-{release.release}-py3-none-any.whl", files)


def binding(release: Manifest, architecture: str, cache: Cache) -> Stage:
    """jaxlib-pjrt of ``release``, which is compiled on and for ``architecture``.

    Raises:
        ManifestError: ``architecture`` is not this machine's: its C++ compiler is used.
    """
    if architecture != platform.machine():
        raise ManifestError(
            f"jaxlib-pjrt for {architecture}: wanted a machine of that architecture, for its C++ compiler; "
            f"this one is {platform.machine()}"
        )
    files = _tree(BINDING) | _legal() | {PJRT_HEADER: pjrt_header(release, cache)}
    files["VERSION"] = f"{release.release}\n".encode()
    tag = f"{binding_platform()}_{architecture}"
    return Stage("jaxlib-pjrt", f"jaxlib_pjrt-{release.release}-{ABI_FLOOR}-abi3-{tag}.whl", files)


def binding_platform() -> str:
    """The oldest system that jaxlib-pjrt is built for, without the architecture."""
    project = tomllib.loads((BINDING / "pyproject.toml").read_text("utf-8"))
    return str(project["tool"]["jaxlib-pjrt"]["platform"])


def plugin(name: str, release: Manifest, architecture: str, cache: Cache) -> Stage:
    """The plugin ``name`` of ``release`` for ``architecture``; fetches what it needs.

    Raises:
        ManifestError: There is no such plugin, or the release has no library for it on that architecture.
    """
    home = PLUGINS / f"jaxlib-{name}"
    if not (home / "plugin.toml").is_file():
        raise ManifestError(
            f"no plugin {name!r}: wanted one of {', '.join(plugin_names())}; looked for {home / 'plugin.toml'}"
        )
    facts = tomllib.loads((home / "plugin.toml").read_text("utf-8"))
    artifact = release.artifact(facts["artifact"])
    library = _library(artifact, architecture, cache)
    module = f"jaxlib_{name}"
    file = f"lib{module}.so"
    files = _tree(home) | _legal() | _shared(module, release, cache)
    del files["plugin.toml"]
    files[f"src/{module}/{file}"] = library.content
    files[f"src/{module}/plugin.json"] = _json(
        _descriptor(facts, release, artifact, architecture, library, file)
    )
    files["pyproject.toml"] = tomlkit.dumps(
        _pyproject(facts, release, architecture, library.platform_tag)
    ).encode()
    wheel = f"{module}-{release.release}-{ABI_FLOOR}-abi3-{library.platform_tag}.whl"
    return Stage(f"jaxlib-{name}", wheel, files)


@dataclass(frozen=True, slots=True)
class _Library:
    content: Copied
    size: int
    sha256: str
    platform_tag: str
    provenance: dict[str, str]


def _library(artifact: Artifact, architecture: str, cache: Cache) -> _Library:
    if artifact.library is None:
        raise ManifestError(f"{artifact.name} {artifact.version} declares no library in its manifest")
    if artifact.path is not None:
        content = artifact.path.read_bytes()
        sha256 = hashlib.sha256(content).hexdigest()
        if artifact.sha256 not in (None, sha256):
            raise ManifestError(
                f"{artifact.path} is not the library that the manifest declares: wanted sha256 {artifact.sha256}, "
                f"found {sha256}; build it again, or change the manifest"
            )
        origin = {"filename": artifact.path.name, "member": artifact.path.name, "sha256": sha256}
        tag, size, source = f"linux_{architecture}", len(content), artifact.path
    else:
        upstream = artifact.file(architecture)
        source = cache.member(upstream, artifact.library.member)
        recorded = cache.recorded(upstream, artifact.library.member)
        sha256, size, tag = recorded.sha256, recorded.size, upstream.platform_tag
        origin = {"filename": upstream.filename, "member": artifact.library.member, "sha256": upstream.sha256}
    provenance = {"name": artifact.name, "version": artifact.version, **origin, "license": artifact.license}
    return _Library(Copied(source, sha256), size, sha256, tag, provenance)


def _descriptor(
    facts: Mapping[str, Any],
    release: Manifest,
    artifact: Artifact,
    architecture: str,
    library: _Library,
    file: str,
) -> dict[str, Any]:
    upstream = artifact.library
    assert upstream is not None
    if upstream.pjrt_api is None:
        raise ManifestError(f"{release.path}: {artifact.name} needs library.pjrt_api to become a plugin")
    return {
        "schema": "jaxlib.plugin/1",
        "name": facts["name"],
        "distribution": f"jaxlib-{facts['name']}",
        "module": f"jaxlib_{facts['name']}",
        "version": release.release,
        "platform": facts["platform"],
        "title": facts["title"],
        "architecture": architecture,
        "library": {
            "file": file,
            "size": library.size,
            "sha256": library.sha256,
            "pjrt_api": upstream.pjrt_api,
            "ffi_api": upstream.ffi_api,
        },
        "jaxlib": {
            "release": release.release,
            "pjrt_api_major": release.pjrt_api_major,
            "pjrt_api_minimum": release.pjrt_api_minimum,
        },
        "requires": facts.get("requires", []),
        "driver": facts.get("driver"),
        "gpu_architectures": facts.get("gpu_architectures", []),
        "drop_options": facts.get("drop_options", []),
        "provenance": library.provenance,
    }


def _pyproject(
    facts: Mapping[str, Any], release: Manifest, architecture: str, platform_tag: str
) -> dict[str, Any]:
    name, module = facts["name"], f"jaxlib_{facts['name']}"
    version = release.release
    return {
        "build-system": {"requires": ["setuptools>=77", "ziglang"], "build-backend": "setuptools.build_meta"},
        "project": {
            "name": f"jaxlib-{name}",
            "version": version,
            "description": facts["description"],
            "readme": "README.md",
            "requires-python": release.python,
            "license": "Apache-2.0",
            "license-files": ["LICENSE", "NOTICE"],
            "authors": [{"name": "The jaxlib family authors"}],
            "keywords": ["jax", "jaxlib", "pjrt", "xla", facts["platform"]],
            "classifiers": [
                "Development Status :: 3 - Alpha",
                "Intended Audience :: Science/Research",
                "Operating System :: POSIX :: Linux",
                "Topic :: Scientific/Engineering",
            ],
            "dependencies": [
                f"jaxlib-core=={version}",
                *(f"{name}{same_release(version)}" for name in ("jaxlib", "jax")),
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


def same_release(version: str) -> str:
    """The specifier for the same release segment: ``version``, its post-releases and its local versions.

    ``==0.10.2`` would refuse ``0.10.2.post1``, and ``==0.10.2.*`` would take ``0.10.2.1``.
    """
    return f">={version},<{version}.1"


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
