"""Refreshes a release manifest from the registry, and shows the difference.

Only the file lists are updated from the registry: the wheels for the Pythons and architectures of the release, with
their sizes and hashes. Versions and facts (licence, use, `pjrt_api`) stay as a person wrote them; a newer version
of the same release is only reported.

The manifest is also compared with upstream's metadata: the Pythons; the jaxlib, libtpu and plugins that jax
requires; the library that each plugin requires; lower bounds of environments below jax's own; and the distributions
of the vendor's libraries in each `plugin.toml`. A person has to correct a difference in these.

Exit status: 0 if the manifest matches the registry and upstream's metadata, or was rewritten; 1 if it differs; 2 if
it can't be compared. The schema of `--json` is `tools/schemas/refresh.schema.json`.
"""

import argparse
import difflib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import tomlkit
from packaging.utils import InvalidWheelFilename
from packaging.version import InvalidVersion, Version
from rich.console import Console
from tomlkit.items import AoT, Item, Table

from tools.artifacts import upstream_metadata
from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.index_client import Registry, RegistryError, RemoteFile, without_credentials
from tools.artifacts.manifest import (
    DEFAULT,
    Artifact,
    ArtifactFile,
    Manifest,
    ManifestError,
    Use,
    load,
    wheel_target,
)
from tools.artifacts.upstream_metadata import Comparison

SCHEMA = "jaxlib.refresh/2"

_PARALLEL_REQUESTS = 8
_DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True)
class Refreshed:
    """What the registry has of one artifact.

    Attributes:
        artifact: as the manifest has it.
        files: as the registry has them, in the manifest's order: architecture, then Python.
        newer: later versions of the same release (`0.12.0.1` or `0.12.0.post1` of `0.12.0`), oldest first.
        yanked: names of files in the list that their authors yanked.
    """

    artifact: Artifact
    files: tuple[ArtifactFile, ...]
    newer: tuple[str, ...]
    yanked: tuple[str, ...]


def refreshed(manifest: Manifest, registry: Registry) -> tuple[Refreshed, ...]:
    """Looks up every artifact of a manifest that comes from the registry.

    Raises:
        RegistryError: the registry can't be read, or has no wheel at all of an artifact.
    """
    with ThreadPoolExecutor(_PARALLEL_REQUESTS) as pool:
        return tuple(
            _look_up(manifest, artifact, registry, pool)
            for artifact in manifest.artifacts
            if artifact.use is not Use.LOCAL
        )


def rewritten(text: str, results: Iterable[Refreshed]) -> str:
    """Returns a manifest's text with the file lists of `results`; comments keep their places."""
    document = tomlkit.parse(text)
    by_name = {result.artifact.name: result for result in results}
    tables = document.get("artifact", ())
    for table in tables:
        result = by_name.get(str(table["name"]))
        if result is not None and set(result.files) != set(result.artifact.files):
            _set_files(table, result.files)
    return tomlkit.dumps(document)


def main(argv: Sequence[str]) -> int:
    """Runs the verb; see the module."""
    parser = argparse.ArgumentParser(
        prog="python -m tools refresh", description="Refresh a release manifest from the registry."
    )
    parser.add_argument("release", nargs="?", help=f"the release ({DEFAULT})")
    parser.add_argument("--write", action="store_true", help="rewrite the manifest")
    parser.add_argument("--json", action="store_true", help=f"answer in JSON, schema {SCHEMA}")
    arguments = parser.parse_args(argv)
    try:
        manifest = load(arguments.release)
        registry = Registry()
        results = refreshed(manifest, registry)
        compared = compared_with_metadata(manifest, results, registry)
    except (ManifestError, RegistryError, ArtifactError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    old = manifest.path.read_text(encoding="utf-8")
    new = rewritten(old, results)
    write = arguments.write and new != old
    if write:
        _replace(manifest.path, new)
    if arguments.json:
        report = _report(manifest, registry, results, compared, changed=new != old, written=write)
        sys.stdout.write(json.dumps(report, indent=2) + "\n")
    else:
        _show(manifest, results, compared, old, new, written=write)
    return 0 if (new == old or write) and not compared.disagreements else 1


def compared_with_metadata(
    manifest: Manifest, results: Iterable[Refreshed], registry: Registry, cache: Cache | None = None
) -> Comparison:
    """Compares a manifest with the metadata of upstream's wheels, which are fetched: those of jax and of plugins.

    Raises:
        ArtifactError: a wheel can't be had.
        RegistryError: the registry can't be read.
    """
    store = cache or Cache(session=registry.session)
    files = {
        # Of the wheels for one Python each, whose metadata are the same, preferably one that is cached.
        result.artifact.name: sorted(result.files, key=lambda file: not store.path(file).is_file())
        for result in results
    }
    return upstream_metadata.compare(
        manifest,
        files,
        upstream_metadata.plugin_files(),
        store.fetch,
        lambda name: [
            file.version for file in registry.files(name) if file.version is not None and not file.yanked
        ],
    )


def _look_up(
    manifest: Manifest, artifact: Artifact, registry: Registry, pool: ThreadPoolExecutor
) -> Refreshed:
    version = Version(artifact.version)
    listed = registry.files(artifact.name)
    wheels = [
        (remote, target)
        for remote in listed
        if _version(remote) == version
        and (target := _target(remote)) is not None
        and manifest.serves(target[1])
    ]
    if not wheels:
        versions = sorted({remote_version for remote in listed if (remote_version := _version(remote))})
        raise RegistryError(
            f"the index has no usable wheel of {artifact.name} {artifact.version}\n"
            f"  wanted:    a wheel for Linux (x86_64, aarch64) or any platform, Python {manifest.python}\n"
            f"  found:     versions {', '.join(map(str, versions[-10:])) or 'none'}\n"
            f"  looked in: {without_credentials(registry.index)}\n"
            f"  Correct the version in {manifest.path}."
        )
    files = pool.map(lambda wheel: _file(artifact, wheel[0], wheel[1], registry), wheels)
    return Refreshed(
        artifact=artifact,
        files=tuple(sorted(files, key=_order)),
        newer=_newer(version, listed),
        yanked=tuple(sorted(remote.filename for remote, _ in wheels if remote.yanked)),
    )


def _file(
    artifact: Artifact, remote: RemoteFile, target: tuple[str, str | None], registry: Registry
) -> ArtifactFile:
    if remote.sha256 is None:
        raise RegistryError(
            f"the index declares no sha256 of {remote.filename}\n"
            f"  looked in: {without_credentials(registry.index)}\n"
            "  Use an index that does: export PIP_INDEX_URL=URL"
        )
    return ArtifactFile(
        artifact_name=artifact.name,
        artifact_version=artifact.version,
        filename=remote.filename,
        architecture=target[0],
        python=target[1],
        size=registry.size(remote),
        sha256=remote.sha256,
    )


def _version(remote: RemoteFile) -> Version | None:
    try:
        return Version(remote.version) if remote.version else None
    except InvalidVersion:
        return None


def _target(remote: RemoteFile) -> tuple[str, str | None] | None:
    try:
        return wheel_target(remote.filename)
    except InvalidWheelFilename:
        return None


def _newer(version: Version, listed: Iterable[RemoteFile]) -> tuple[str, ...]:
    remote_version = {
        remote_version for remote in listed if not remote.yanked and (remote_version := _version(remote))
    }
    same_release = (
        other
        for other in remote_version
        if other > version and other.release[:3] == version.release[:3] and not other.is_prerelease
    )
    return tuple(str(other) for other in sorted(same_release))


def _order(file: ArtifactFile) -> tuple[bool, int, bool]:
    python = file.python or "cp30"
    return (
        file.architecture == "aarch64",
        int(python.removeprefix("cp3").removesuffix("t")),
        python.endswith("t"),
    )


def _set_files(table: Table, files: Iterable[ArtifactFile]) -> None:
    # tomlkit attributes comments between two tables to the first, though they describe the second.
    following = _take_tail(table)
    before: dict[str, Table] = {str(entry["filename"]): entry for entry in table.get("file", ())}
    entries = []
    for file in files:
        entry = before.get(file.filename) or tomlkit.table()
        for key in ("filename", "architecture", "python", "size", "sha256"):
            if (value := getattr(file, key)) is not None and entry.get(key) != value:
                entry[key] = value
        entries.append(entry)
    if (existing := table.get("file")) is not None:
        existing.body[:] = entries
    else:
        # Parsed from text, because tomlkit would otherwise insert blank lines.
        table.append("file", AoT(entries, name="file", parsed=True))
    _last(table).value.body.extend((None, item) for item in following)


def _last(table: Table) -> Table:
    """Returns the table that ends where `table` ends: itself or one inside it."""
    while table.value.body:
        item = table.value.body[-1][1]
        if isinstance(item, AoT):
            item = item[-1]
        if not isinstance(item, Table):
            break
        table = item
    return table


def _take_tail(table: Table) -> list[Item]:
    """Removes the blank lines and comments from a table's end, and returns them."""
    body = _last(table).value.body
    start = len(body)
    while start and body[start - 1][0] is None:
        start -= 1
    tail = [item for _, item in body[start:]]
    del body[start:]
    return tail


def _replace(path: Path, text: str) -> None:
    """Replaces a file's contents atomically."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new = Path(stream.name)
    new.chmod(path.stat().st_mode)
    new.replace(path)


def _show(
    manifest: Manifest,
    results: Sequence[Refreshed],
    compared: Comparison,
    old: str,
    new: str,
    *,
    written: bool,
) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    name = manifest.path.name
    diff = difflib.unified_diff(
        old.splitlines(), new.splitlines(), f"{name} (here)", f"{name} (registry)", "", "", 3, ""
    )
    for line in diff:
        console.print(line, style=_DIFF_STYLES.get(line[:1], ""))
    for result in results:
        artifact = result.artifact
        if result.newer:
            console.print(f"{artifact.name}: {artifact.version} is listed; newer: {', '.join(result.newer)}")
        for filename in result.yanked:
            console.print(f"{artifact.name}: {filename} was yanked by its authors")
    for note in compared.notes:
        console.print(note)
    for disagreement in compared.disagreements:
        console.print(f"DIFFERS  {disagreement}", style="red")
    count = sum(len(result.files) for result in results)
    if written:
        console.print(f"{manifest.path}: rewritten, {count} files")
    elif new == old:
        console.print(f"{manifest.path}: as the registry has it, {count} files")
    else:
        console.print(
            f"{manifest.path}: differs. To rewrite it: python -m tools refresh {manifest.release} --write"
        )
    if number := len(compared.disagreements):
        console.print(f"{manifest.path}: to be corrected by a person, as upstream says otherwise: {number}")


def _report(
    manifest: Manifest,
    registry: Registry,
    results: Iterable[Refreshed],
    compared: Comparison,
    *,
    changed: bool,
    written: bool,
) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "release": manifest.release,
        "manifest": str(manifest.path),
        "index": without_credentials(registry.index),
        "changed": changed,
        "written": written,
        "disagreements": [asdict(disagreement) for disagreement in compared.disagreements],
        "notes": list(compared.notes),
        "artifacts": [
            {
                "name": result.artifact.name,
                "version": result.artifact.version,
                "newer": list(result.newer),
                "yanked": list(result.yanked),
                "added": _only(result.files, result.artifact.files),
                "removed": _only(result.artifact.files, result.files),
            }
            for result in results
        ],
    }


def _only(files: Iterable[ArtifactFile], others: Sequence[ArtifactFile]) -> list[dict[str, object]]:
    """The files that are not among the others; a changed file counts as removed and added."""
    keys = ("filename", "architecture", "python", "size", "sha256")
    return [{key: asdict(file)[key] for key in keys} for file in files if file not in others]
