"""Compares a release manifest and each `plugin.toml` with the metadata of upstream's wheels.

jax's metadata state the supported Pythons, the jaxlib that it requires and, in extras, its libtpu and plugins; a
plugin's metadata state its library and the vendor's distributions that it requires.
"""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.parser import BytesParser
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import NormalizedName, canonicalize_name
from packaging.version import InvalidVersion, Version

from tools import ROOT
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, Use

PLUGINS = ROOT / "plugins"
JAX = "jax"
#: Extras of jax for its own tests: they require the oldest jaxlib that jax allows, not the release's.
_OF_TESTS = ("ci", "minimum-jaxlib")
#: Where an extra's requirements are for Linux alone.
_LINUX = {"sys_platform": "linux", "platform_system": "Linux"}


@dataclass(frozen=True, slots=True)
class Metadata:
    """A wheel's own metadata.

    Attributes:
        python: the Pythons it is for, such as `>=3.12`.
        requirements: its own and those of its extras, each with its marker.
        extras: their names.
    """

    python: str
    requirements: tuple[Requirement, ...]
    extras: tuple[str, ...] = ()

    @classmethod
    def of(cls, wheel: Path) -> Metadata:
        """Reads the metadata of the wheel at `wheel`."""
        with zipfile.ZipFile(wheel) as archive:
            name = next(member for member in archive.namelist() if member.endswith(".dist-info/METADATA"))
            message = BytesParser().parsebytes(archive.read(name), headersonly=True)
        stated = message.get_all("Requires-Dist") or []
        extras = message.get_all("Provides-Extra") or []
        python = str(message["Requires-Python"] or "")
        return cls(python, tuple(map(Requirement, stated)), tuple(map(str, extras)))

    def of_extra(self, extra: str, name: str) -> Requirement | None:
        """Returns what the extra `extra` requires of the distribution `name`."""
        for requirement in self.requirements_of(extra):
            if requirement.marker is not None and canonicalize_name(requirement.name) == name:
                return requirement
        return None

    def requirements_of(self, extra: str = "") -> Iterator[Requirement]:
        """Returns what is required on Linux with the extra `extra`, or without any."""
        for requirement in self.requirements:
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra, **_LINUX}):
                yield requirement


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A fact that a manifest or a `plugin.toml` states otherwise than upstream.

    Attributes:
        key: the fact's key.
        stated: its value here.
        upstream: its value upstream.
        source: where upstream states it.
    """

    key: str
    stated: str
    upstream: str
    source: str

    def __str__(self) -> str:
        return f"{self.key}: stated is {self.stated}; upstream says {self.upstream} ({self.source})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The disagreements, and further notes for a person."""

    disagreements: tuple[Disagreement, ...]
    notes: tuple[str, ...]


def plugin_files() -> dict[str, dict[str, Any]]:
    """Returns the content of each `plugin.toml`, by the plugin's name."""
    return {
        path.parent.name.removeprefix("jaxlib-"): tomllib.loads(path.read_text("utf-8"))
        for path in sorted(PLUGINS.glob("jaxlib-*/plugin.toml"))
    }


def compare(
    manifest: Manifest,
    files: Mapping[str, Sequence[ArtifactFile]],
    plugins: Mapping[str, Mapping[str, Any]],
    fetch: Callable[[ArtifactFile], Path],
    versions: Callable[[str], Sequence[str]],
) -> Comparison:
    """Compares a manifest, and the plugins that it has libraries for, with upstream's metadata.

    Args:
        manifest: of a release.
        files: the wheels of each artifact, by its name.
        plugins: what each plugin's `plugin.toml` says.
        fetch: returns a wheel's path.
        versions: returns the versions of a distribution that the registry has.
    """
    if not files.get(JAX):
        return Comparison((), ("jax is not among the artifacts: nothing is compared with its metadata",))
    artifacts = {artifact.name: artifact for artifact in manifest.artifacts}
    metadata = Metadata.of(fetch(files[JAX][0]))
    source = files[JAX][0].filename
    disagreements = [*_python(manifest, metadata, source), *_tested(manifest, metadata, source)]
    notes = []
    seen: set[str] = set()
    for extra in ("", *(extra for extra in metadata.extras if extra not in _OF_TESTS)):
        for requirement in metadata.requirements_of(extra):
            name = canonicalize_name(requirement.name)
            said = f"{source}, {f'extra {extra}' if extra else 'no extra'}"
            if name in artifacts:
                disagreements += _version(artifacts[name], requirement, said, versions, seen)
            elif name.startswith("jax-") and name not in seen:
                seen.add(name)
                notes.append(f"jax's extra {extra} is for {name}, which is not among the artifacts")
    for plugin, facts in plugins.items():
        disagreements += _plugin(plugin, facts, manifest, files, metadata, fetch, versions, seen)
    return Comparison(tuple(dict.fromkeys(disagreements)), tuple(notes))


def _python(manifest: Manifest, metadata: Metadata, source: str) -> Iterator[Disagreement]:
    if SpecifierSet(manifest.python) != SpecifierSet(metadata.python):
        yield Disagreement(
            "python", manifest.python, f"Requires-Python: {metadata.python or 'nothing'}", source
        )


def _tested(manifest: Manifest, metadata: Metadata, source: str) -> Iterator[Disagreement]:
    """Floors of environments that are below jax's own."""
    wanted = {canonicalize_name(requirement.name): requirement for requirement in metadata.requirements_of()}
    for text in manifest.environments.tested if manifest.environments else ():
        stated = Requirement(text)
        required = wanted.get(canonicalize_name(stated.name))
        floors = [clause.version for clause in stated.specifier if clause.operator in {">=", "=="}]
        if required and any(not required.specifier.contains(floor, prereleases=True) for floor in floors):
            yield Disagreement("environments.tested", text, str(required), source)


def _version(
    artifact: Artifact,
    requirement: Requirement,
    source: str,
    versions: Callable[[str], Sequence[str]],
    seen: set[str],
) -> Iterator[Disagreement]:
    """A pinned version that upstream does not allow, reported once for each specifier."""
    key = f"{artifact.name}{requirement.specifier}"
    if key in seen or requirement.specifier.contains(artifact.version, prereleases=True):
        return
    seen.add(key)
    fitting = list(requirement.specifier.filter(filter(_is_version, versions(artifact.name))))
    newest = max(fitting, key=Version, default="none")
    said = f"{artifact.name}{requirement.specifier}, of which the registry has {newest}"
    yield Disagreement(f"artifact[{artifact.name}].version", artifact.version, said, source)


def _plugin(
    plugin: str,
    facts: Mapping[str, Any],
    manifest: Manifest,
    files: Mapping[str, Sequence[ArtifactFile]],
    jax: Metadata,
    fetch: Callable[[ArtifactFile], Path],
    versions: Callable[[str], Sequence[str]],
    seen: set[str],
) -> Iterator[Disagreement]:
    """Compares a plugin with its own metadata or jax's extra: its library's version and the vendor's libraries."""
    artifacts = {artifact.name: artifact for artifact in manifest.artifacts}
    stated = facts.get("requires", {})
    kernels = facts.get("kernels")
    if facts["artifact"] not in artifacts:
        return
    of = {JAX: jax}
    for name in {kernels, stated.get("artifact")} - {None, JAX}:
        if files.get(name):
            of[name] = Metadata.of(fetch(files[name][0]))
            source = files[name][0].filename
            for requirement in of[name].requirements_of():
                named = artifacts.get(canonicalize_name(requirement.name))
                if named is not None:
                    yield from _version(named, requirement, source, versions, seen)
    owner, extra = stated.get("artifact"), stated.get("extra", "")
    if owner not in of:
        return
    source = f"{files[owner][0].filename}, extra {extra}"
    where = f"plugins/jaxlib-{plugin}/plugin.toml"
    if extra not in of[owner].extras:
        yield Disagreement(f"{where}: requires.extra", extra, f"extras {', '.join(of[owner].extras)}", source)
        return
    required = {canonicalize_name(requirement.name) for requirement in of[owner].requirements_of(extra)}
    yield from _vendors(plugin, facts, manifest, required, source)


def _vendors(
    plugin: str, facts: Mapping[str, Any], manifest: Manifest, required: set[NormalizedName], source: str
) -> Iterator[Disagreement]:
    """Vendor libraries of plugin.toml that are not ``required``, and what is, and is never to be installed."""
    artifacts = {artifact.name: artifact for artifact in manifest.artifacts}
    listed = ", ".join(sorted(required - set(artifacts)))
    for library in facts.get("libraries", ()):
        distribution = library.get("distribution")
        if distribution and distribution not in required:
            where = f"plugins/jaxlib-{plugin}/plugin.toml: {library['soname']}"
            yield Disagreement(where, distribution, listed, source)
    # The files of a repacked artifact are in the family's own wheel, so it is not a requirement.
    others = {name for name in required if name not in artifacts or artifacts[name].use is Use.DEPEND}
    never = manifest.environments.never.get(plugin, ()) if manifest.environments else ()
    for pattern in never:
        if unwanted := sorted(name for name in others if fnmatch(name, pattern)):
            key = f"environments.hardware.{plugin}.never"
            yield Disagreement(key, pattern, f"{', '.join(unwanted)} is required", source)


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
