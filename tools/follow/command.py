"""``python -m tools follow RELEASE``: does everything for a new release of jax that needs no decision by a person.

It derives a draft of the manifest and of the bindings' facts, measures the libraries, compares the names that jax
uses of jaxlib with those of the bindings, builds and tries the family, and writes a report to ``build/follow``.
Finished steps are kept: the same command continues where it was stopped. ``--source CHECKOUT`` examines unreleased
sources of jax, ``--newest`` the newest release that has no line yet. ``RELEASE --accept`` turns the drafts into a
line. ``RELEASE --upstream-locks CLONE`` only writes what jax's own locks hold for the release.

Exit status: 0 if there is no code to write and no step failed; 1 if there is; 2 if nothing could be tried.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from packaging.version import InvalidVersion, Version

from tools import BUILD, ROOT
from tools.artifacts import upstream_locks
from tools.artifacts.index_client import Registry, RegistryError, without_credentials
from tools.artifacts.manifest import DRAFTS, MANIFESTS, ManifestError, load_file, nearest, releases
from tools.artifacts.upstream_locks import UpstreamLockError
from tools.builder import definitions
from tools.console.progress import CONSOLE
from tools.follow import bindings
from tools.follow.release import Release
from tools.follow.report import SCHEMA, SECTIONS, Report
from tools.follow.source import Source, SourceError, taken, version
from tools.follow.steps import Steps

#: The sections whose findings need work, for which the exit status is 1.
OPEN = ("failed", "write")


def main(argv: Sequence[str]) -> int:
    """Follow a release or a source tree, or accept a release's drafts."""
    parser = argparse.ArgumentParser(
        prog="python -m tools follow",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("release", nargs="?", type=_release, help="a release of jax that the registry has")
    parser.add_argument("--source", type=Path, metavar="CHECKOUT", help="a source tree of jax instead")
    parser.add_argument(
        "--newest", action="store_true", help="the newest release of the registry, if it is not a line yet"
    )
    parser.add_argument("--line", choices=releases(), help="derive from this line (default: the nearest)")
    parser.add_argument(
        "--accept", action="store_true", help="only move the release's drafts to where finished lines are"
    )
    parser.add_argument(
        "--upstream-locks", type=Path, metavar="CLONE",
        help="only write upstream's locks of the release, from a clone of jax with its tags",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=f"also print the report as JSON, schema {SCHEMA}")
    arguments = parser.parse_args(argv)
    if sum(map(bool, (arguments.release, arguments.source, arguments.newest))) != 1:
        parser.error("wanted one of a release, --newest and --source CHECKOUT")
    if arguments.accept:
        return _accept(arguments.release) if arguments.release else parser.error("wanted a release to accept")
    if arguments.upstream_locks and not arguments.release:
        parser.error("wanted a release whose upstream locks are written")
    try:
        if arguments.upstream_locks:
            return _write_locks(arguments.release, arguments.upstream_locks)
        if arguments.newest:
            arguments.release = newest(Registry())
            if arguments.release in releases():
                CONSOLE.print(f"jax {arguments.release}, the newest of the registry, has a line")
                return 0
        report = (
            _of_source(arguments.source.resolve(), arguments.line)
            if arguments.source
            else _of_release(arguments.release, arguments.line)
        )
    except (SourceError, ManifestError, RegistryError, UpstreamLockError) as error:
        CONSOLE.print(f"follow: {error}", soft_wrap=True)
        return 2
    if arguments.json:
        sys.stdout.write(json.dumps(report.as_json(), indent=2) + "\n")
    return int(any(finding.section in OPEN for finding in report.findings))


def _write_locks(release: str, clone: Path) -> int:
    path, locks = upstream_locks.write(clone, release)
    shown = ", ".join(f"{len(lock.pins)} packages for Python {python}" for python, lock in locks.items())
    CONSOLE.print(f"{path.relative_to(ROOT)}: {shown}", soft_wrap=True)
    return 0


def newest(registry: Registry) -> str:
    """The newest release of jax on the registry that is not yanked."""
    versions = set()
    for file in registry.files("jax"):
        try:
            version_of = Version(file.version or "")
        except InvalidVersion:
            continue
        if not version_of.is_prerelease and not file.yanked:
            versions.add(version_of)
    if not versions:
        raise RegistryError(
            f"the index has no release of jax; looked in: {without_credentials(registry.index)}"
        )
    return str(max(versions))


def _release(text: str) -> str:
    try:
        return str(Version(text))
    except InvalidVersion:
        raise argparse.ArgumentTypeError(f"wanted a version such as 0.12.0, found {text!r}") from None


def _of_release(release: str, line: str | None) -> Report:
    others = [jaxlib_release for jaxlib_release in definitions.jaxlib_releases() if jaxlib_release != release]
    line = line or nearest(release, others)
    steps = Steps(BUILD / "follow" / release / "steps")
    followed = Release(release, line, steps)
    followed.follow()
    drafts = [str(path.relative_to(ROOT)) for path in (followed.manifest, followed.facts) if path.is_file()]
    return _write(Report(release, line, steps.findings, steps.seconds, drafts))


def _of_source(checkout: Path, line: str | None) -> Report:
    name = version(checkout)
    lines = definitions.jaxlib_releases()
    line = line or next((known for known in reversed(lines) if taken(checkout, known)), lines[-1])
    steps = Steps(BUILD / "follow" / f"source-{name}" / "steps")
    Source(checkout, line, steps).follow()
    return _write(Report(f"source-{name}", line, steps.findings, steps.seconds, []))


def _write(report: Report) -> Report:
    """Write the report as Markdown and JSON, and print its path and a summary."""
    for suffix, text in (
        ("md", report.as_markdown()),
        ("json", json.dumps(report.as_json(), indent=2) + "\n"),
    ):
        path = BUILD / "follow" / f"{report.subject}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(text, "utf-8")
        part.replace(path)
    for section, (title, _) in SECTIONS.items():
        count = sum(finding.section == section for finding in report.findings)
        CONSOLE.print(f"{title}: {count}")
    CONSOLE.print(f"report: {BUILD / 'follow' / report.subject}.md", soft_wrap=True)
    return report


def _accept(release: str) -> int:
    """Move the drafts of ``release`` to the finished lines; incomplete drafts are refused."""
    moves = [
        (MANIFESTS / DRAFTS / f"{release}.toml", MANIFESTS / f"{release}.toml"),
        (bindings.DRAFTS / f"{release}.toml", definitions.JAXLIB / "releases" / f"{release}.toml"),
    ]
    absent = [str(draft) for draft, _ in moves if not draft.is_file()]
    if absent:
        CONSOLE.print(f"follow: no draft {' and '.join(absent)}\nTo have it, run: nox -s follow -- {release}")
        return 2
    try:
        manifest = load_file(moves[0][0])
    except ManifestError as error:
        CONSOLE.print(f"follow: {error}", soft_wrap=True)
        return 2
    unmeasured = [
        artifact.name
        for artifact in manifest.artifacts
        if artifact.library is not None and artifact.library.pjrt_api is None
    ]
    if unmeasured:
        CONSOLE.print(
            f"follow: {moves[0][0]}: not measured: {', '.join(unmeasured)}\n"
            f"To measure them, run: nox -s follow -- {release}",
            soft_wrap=True,
        )
        return 1
    for draft, line in moves:
        draft.replace(line)
        CONSOLE.print(f"{line.relative_to(ROOT)}: a line now")
    return 0
