"""Derives the manifest of a new release from the nearest line, jax's own metadata and the registry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from tools.artifacts.cache import Cache
from tools.artifacts.index_client import Registry, RegistryError, without_credentials
from tools.artifacts.manifest import Artifact, Library, Manifest, Use
from tools.artifacts.refresh import refreshed
from tools.artifacts.upstream_metadata import Metadata
from tools.follow.report import Finding

#: The extra of jax that requires libtpu.
TPU = "tpu"
#: Requirements of jax's extras that are no plugins.
PLUGIN = ("jax-", "jaxlib-", "libtpu")


def derive(
    release: str, line: Manifest, registry: Registry, cache: Cache, path: Path
) -> tuple[Manifest, Metadata, list[Finding]]:
    """The manifest of ``release``, to be written to ``path``, without the facts that have to be measured.

    Raises:
        RegistryError: The registry does not have jax ``release``, or can't be read.
    """
    findings: list[Finding] = []
    _published(release, registry)
    draft = replace(line, release=release, path=path, artifacts=())
    jax = replace(line.artifact("jax"), version=release, files=())
    jax = replace(jax, files=refreshed(replace(draft, artifacts=(jax,)), registry)[0].files)
    metadata = Metadata.of(cache.fetch(jax.files[0]))
    draft = replace(draft, python=metadata.python)
    if metadata.python != line.python:
        findings.append(
            Finding("derived", "python", f"{metadata.python} (jax's metadata); {line.python} before")
        )
    artifacts = [jax]
    for artifact in line.artifacts:
        if artifact.name == "jax" or artifact.use is Use.LOCAL:
            continue
        version, remarks = _version(artifact, line, release, metadata, registry)
        findings += remarks
        if version is None:
            continue
        derived, remarks = _of_version(artifact, version, draft, registry)
        findings += remarks
        if derived is not None:
            artifacts.append(derived)
    findings += _unknown(metadata, artifacts)
    if line.environments is not None:
        environments = replace(line.environments, never=MappingProxyType(dict(line.environments.never)))
        draft = replace(draft, environments=environments)
        findings.append(_as_before(line.release, line.environments.tested, release))
    return replace(draft, artifacts=tuple(artifacts)), metadata, findings


def _of_version(
    artifact: Artifact, version: str, draft: Manifest, registry: Registry
) -> tuple[Artifact | None, list[Finding]]:
    """The artifact at ``version``, with the registry's files; None where it has none."""
    bare = replace(artifact, version=version, files=(), library=_unmeasured(artifact))
    try:
        result = refreshed(replace(draft, artifacts=(bare,)), registry)[0]
    except RegistryError as error:
        return None, [Finding("decide", artifact.name, f"left out: {error}")]
    findings = [Finding("derived", artifact.name, f"{version}, {len(result.files)} files")]
    for name in result.yanked:
        findings.append(Finding("decide", name, "its authors yanked it; should it still be used?"))
    return replace(bare, files=result.files), findings


def _as_before(line: str, tested: Sequence[str], release: str) -> Finding:
    """What ``release`` is tested with is what the line ``line`` was."""
    return Finding(
        "decide",
        "environments.tested",
        f"as in the line {line}: {', '.join(tested)}. What upstream tested with is in its sources at the tag "
        f"jax-v{release}; a clone of them gives it: nox -s follow -- {release} --upstream-locks CLONE",
    )


def _published(release: str, registry: Registry) -> None:
    versions = {file.version for file in registry.files("jax")}
    if release not in versions:
        known = sorted(Version(version) for version in versions if version and _is_version(version))
        raise RegistryError(
            f"the index has no jax {release}\n"
            f"  found:     {', '.join(map(str, known[-8:]))}\n"
            f"  looked in: {without_credentials(registry.index)}\n"
            "To look at sources that are not released yet, run: nox -s follow -- --source CHECKOUT"
        )


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _version(
    artifact: Artifact, line: Manifest, release: str, metadata: Metadata, registry: Registry
) -> tuple[str | None, list[Finding]]:
    """The version of an artifact that goes with ``release``; None where the registry has none."""
    listed = sorted(
        {
            Version(file.version)
            for file in registry.files(artifact.name)
            if file.version and not file.yanked and _is_version(file.version)
        }
    )
    if artifact.library is not None and artifact.use is Use.DEPEND:
        return _required(artifact, line, metadata, listed)
    if Version(artifact.version).release[:3] == Version(line.release).release[:3]:
        same = [version for version in listed if version.release[:3] == Version(release).release[:3]]
        same = [version for version in same if not version.is_prerelease]
        if not same:
            newest = listed[-1] if listed else "none"
            text = f"left out: the registry has no {release} of it, the newest is {newest}"
            return None, [Finding("decide", artifact.name, text)]
        exact = Version(release)
        if exact not in same:
            text = f"there is no {release}; {same[-1]} is taken"
            return str(same[-1]), [Finding("decide", artifact.name, text)]
        newer = [str(version) for version in same if version > exact]
        later = [Finding("decide", artifact.name, f"also published: {', '.join(newer)}")] if newer else []
        return release, later
    newest = max(listed, default=Version(artifact.version))
    if newest > Version(artifact.version):
        text = f"{artifact.version} is kept, as in {line.release}; the newest is {newest}"
        return artifact.version, [Finding("decide", artifact.name, text)]
    return artifact.version, []


def _required(
    artifact: Artifact, line: Manifest, metadata: Metadata, listed: Sequence[Version]
) -> tuple[str | None, list[Finding]]:
    """The newest libtpu that jax's extra allows."""
    asked = metadata.of_extra(TPU, artifact.name)
    if asked is None:
        text = f"left out: jax requires no {artifact.name} in its extra {TPU!r} any more"
        return None, [Finding("decide", artifact.name, text)]
    fitting = [version for version in listed if asked.specifier.contains(version)]
    if not fitting:
        text = f"left out: jax asks for {asked.name}{asked.specifier}, which the registry does not have"
        return None, [Finding("decide", artifact.name, text)]
    text = f"{fitting[-1]}, the newest that jax asks for ({asked.specifier}); {artifact.version} in {line.release}"
    return str(fitting[-1]), [Finding("derived", f"{artifact.name}.version", text)]


def _unmeasured(artifact: Artifact) -> Library | None:
    return Library(artifact.library.member, None, None) if artifact.library is not None else None


def _unknown(metadata: Metadata, artifacts: Sequence[Artifact]) -> Iterator[Finding]:
    """Findings on plugins in jax's extras that no line has: for new hardware, or under a new name."""
    known = {artifact.name for artifact in artifacts}
    for requirement in metadata.requirements:
        name = canonicalize_name(requirement.name)
        if name.startswith(PLUGIN) and name not in known and requirement.marker is not None:
            yield Finding(
                "decide", name, f"jax's metadata requires {requirement}: no plugin of the family has it"
            )
