"""``python -m tools sizes``: compares the wheels in dist/ with upstream's, whose sizes the manifests declare.

It covers Linux wheels of one architecture. Sizes are those of the downloaded files, in decimal megabytes.
``--page`` records the sizes of our wheels in ``results/sizes-measured.json``, and writes ``docs/sizes.md`` from all
recorded sizes: the newest line that was measured completely, and a table of every line and architecture.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version
from rich.console import Console
from rich.table import Table

from tools import DIST, ROOT, results
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, line_of, load, releases
from tools.audit import declared
from tools.audit.audit import no_wheels
from tools.console.pages import with_parts
from tools.console.svg import FONT, MARGIN, Picture, extent
from tools.interpreters import is_free_threaded
from tools.results import RESULTS
from tools.wheels.wheelfile import JAXLIB

SCHEMA = "jaxlib.sizes/2"
OURS, UPSTREAM = "this family", "upstream"


@dataclass(frozen=True, slots=True)
class Row:
    """One distribution at one version.

    Attributes:
        distribution: its name.
        version: its version.
        origin: `OURS` or `UPSTREAM`.
        one: the bytes that one user downloads; where wheels differ by Python, of the largest.
        wheels: how many there are for the line's Pythons with the GIL.
        every: the bytes of all of those.
        free_threaded: the bytes of the wheels for free-threaded Pythons, which come on top.
        gpu_architectures: the architectures that a GPU plugin of ours has kernels for, by its descriptor.
    """

    distribution: str
    version: str
    origin: str
    one: int
    wheels: int
    every: int
    free_threaded: int
    gpu_architectures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class User:
    """The bytes that one user of a GPU plugin downloads: ours, with jaxlib and jaxlib-cpu, and upstream's.

    ``smallest`` is our number with the smallest variant of the plugin, ``variant``, instead of the whole wheel.
    """

    plugin: str
    ours: int
    smallest: int
    variant: str
    upstream: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """The rows of one release line, upstream's first."""

    release: str
    rows: tuple[Row, ...]

    def of(self, distribution: str) -> Row:
        """The row of a distribution.

        Raises:
            KeyError: There is none.
        """
        for row in self.rows:
            if row.distribution == distribution:
                return row
        raise KeyError(distribution)

    @property
    def paired(self) -> tuple[Row, ...]:
        """The rows: each of ours below those of upstream's that it replaces, then ours that replace none."""
        ours = [row for row in self.rows if row.origin == OURS]
        replaced = {name: row.distribution for row in ours for name in _replaced_by(row.distribution)}
        groups: dict[str, list[Row]] = {}
        for row in self.rows:
            key = row.distribution if row.origin == OURS else replaced.get(row.distribution, row.distribution)
            groups.setdefault(key, []).append(row)
        return tuple(row for group in groups.values() for row in group)

    @property
    def _can_be_compared(self) -> bool:
        return {"jaxlib", *BESIDE_JAXLIB} <= {row.distribution for row in self.rows if row.origin == OURS}

    @property
    def users(self) -> tuple[User, ...]:
        """What one user of each GPU plugin downloads; nothing where jaxlib or jaxlib-cpu was not measured."""
        ours = {row.distribution: row for row in reversed(self.rows) if row.origin == OURS}
        theirs = [row for row in self.rows if row.origin == UPSTREAM]
        if not self._can_be_compared:
            return ()
        own = sum(ours[name].one for name in ("jaxlib", *BESIDE_JAXLIB))
        users = []
        for name in filter(_holds_kernels, sorted(ours)):
            stem = f"jax-{name.removeprefix('jaxlib-')}-"
            upstream = sum(row.one for row in theirs if row.distribution.startswith(stem))
            rows = [row for row in self.rows if row.distribution == name]
            whole, smallest = rows[0], min(rows, key=lambda row: row.one)
            jaxlib = self.of("jaxlib").one
            users.append(User(name, own + whole.one, own + smallest.one, smallest.version, jaxlib + upstream))
        return tuple(users)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes below the table."""
        jaxlib = self.of("jaxlib")
        ours = [row for row in self.rows if row.origin == OURS]
        notes = [
            "One download: what one user fetches, the largest where wheels differ by Python. "
            "All Pythons: every wheel for the Pythons of the line that have the GIL."
        ]
        if jaxlib.free_threaded:
            notes.append(
                f"Upstream's jaxlib has another {megabytes(jaxlib.free_threaded)} of wheels for free-threaded "
                "Pythons; this family's for these are not in the table."
            )
        names = {row.distribution for row in ours}
        if kernels := [name for name in sorted(names) if _holds_kernels(name)]:
            notes.append(
                f"{', '.join(kernels)}: upstream's library and, for every Python, upstream's kernels. A user of "
                "upstream's wheels downloads the library and the kernels for one Python."
            )
        if any(map(_is_variant, ours)):
            notes.append(
                "A version with a label, such as +sm90, is a variant with kernels for those GPUs alone; without "
                "one, a wheel has kernels for every architecture that upstream's has."
            )
        if "jaxlib-tpu" in names:
            notes.append(
                "jaxlib-tpu holds no library: libtpu is downloaded with it, as with upstream's wheels."
            )
        if "jaxlib-cpu" in names:
            notes += self._on_cpu()
        return (*notes, *self._comparisons())

    def _on_cpu(self) -> Iterator[str]:
        """The download of one user of jaxlib-cpu, with upstream's jaxlib and with the family's own."""
        jaxlib = self.of("jaxlib")
        ours = [row for row in self.rows if row.origin == OURS]
        together = sum(row.one for row in ours if row.distribution in BESIDE_JAXLIB)
        yield (
            "jaxlib-cpu is one wheel for all Pythons instead of one for each. With upstream's jaxlib it comes "
            "in addition to the CPU backend inside, which it replaces: one user downloads "
            f"{megabytes(jaxlib.one + together)} instead of {megabytes(jaxlib.one)}."
        )
        bindings = next((row for row in ours if row.distribution == "jaxlib"), None)
        if not bindings:
            return
        yield (
            f"With the family's own jaxlib ({bindings.version}), it is "
            f"{megabytes(bindings.one + together)} instead of {megabytes(jaxlib.one)}."
        )
        pythons = declared.jaxlib_pythons(self.release)
        if bindings.wheels < len(pythons):
            yield (
                f"Of the {len(pythons)} wheels of jaxlib {bindings.version} (Python {', '.join(pythons)}), "
                f"{bindings.wheels} were measured."
            )

    def _comparisons(self) -> Iterator[str]:
        """What one user of each GPU plugin downloads, and what a release weighs, beside upstream's."""
        if not self._can_be_compared:
            return
        for user in self.users:
            less = f" ({megabytes(user.smallest)} with {user.variant})" if user.smallest < user.ours else ""
            yield (
                f"One user of {user.plugin}, with jaxlib and jaxlib-cpu, downloads {megabytes(user.ours)}{less}; "
                f"of upstream's jaxlib, library and kernels {megabytes(user.upstream)}."
            )
        theirs = [row for row in self.rows if row.origin == UPSTREAM]
        plain = [row for row in self.rows if row.origin == OURS and not _is_variant(row)]
        variants = [row for row in self.rows if _is_variant(row)]
        upstream = sum(row.every for row in theirs if not row.distribution.startswith("libtpu"))
        more = f", its variants another {megabytes(sum(row.every for row in variants))}" if variants else ""
        yield (
            f"A release for one architecture is {megabytes(sum(row.every for row in plain))}{more}; upstream's "
            f"wheels for Pythons with the GIL, which it is made from, are {megabytes(upstream)}."
        )


#: The sizes that `--page` recorded for each line and architecture; docs/sizes.md and the table of GPUs use them.
RECORDED = RESULTS / "sizes-measured.json"
#: The architecture of the page's first table and of the picture.
SHOWN = "x86_64"
ARCHITECTURES = (SHOWN, "aarch64")
#: In a table: for what does not exist, and for what does.
NONE, NOT_MEASURED = "none", "not measured"
#: The page with the table, and the marks around it.
PAGE = ROOT / "docs" / "sizes.md"
MARKS = ("<!-- sizes: nox -s sizes -- --page -->", "<!-- end of sizes -->")
#: Those around the table of every line.
LINES_MARKS = ("<!-- lines: nox -s sizes -- --page -->", "<!-- end of lines -->")

#: What a user of the CPU plugin downloads beside jaxlib.
BESIDE_JAXLIB = ("jaxlib-core", "jaxlib-cpu")


def main(argv: Sequence[str]) -> int:
    """Print the sizes; 0 when there were wheels to measure."""
    parser = argparse.ArgumentParser(prog="python -m tools sizes", description=__doc__)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help=f"print JSON of schema {SCHEMA}")
    output.add_argument("--markdown", action="store_true", help="print a Markdown table")
    output.add_argument(
        "--page",
        action="store_true",
        help="put what is measured into results/sizes-measured.json and docs/sizes.md",
    )
    parser.add_argument("--release", choices=releases(), help="of this line alone (default: every line)")
    parser.add_argument(
        "--recorded", action="store_true", help="of results/sizes-measured.json instead of dist/"
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="write a picture, such as docs/sizes.svg"
    )
    parser.add_argument("--arch", default=platform.machine(), help="architecture (default: this machine's)")
    arguments = parser.parse_args(argv)
    found = all_recorded(arguments.arch) if arguments.recorded else measure(arguments.arch)
    measured = tuple(line for line in found if arguments.release in (None, line.release))
    if not measured:
        no_wheels("measure", f"wheels of this family for {arguments.arch}")
        return 1
    if arguments.json:
        sys.stdout.write(json.dumps(as_json(measured, arguments.arch), indent=2) + "\n")
    elif arguments.markdown:
        sys.stdout.write(as_markdown(measured))
    elif arguments.page:
        if not arguments.recorded:
            keep(measured, arguments.arch)
        PAGE.write_text(as_page(), "utf-8")
    else:
        _print(measured)
    if arguments.picture:
        arguments.picture.parent.mkdir(parents=True, exist_ok=True)
        line = recorded() if arguments.page else shown(measured)
        arguments.picture.write_text(as_picture(line, arguments.arch), "utf-8")
    return 0


def measure(architecture: str, dist: Path | None = None) -> tuple[Sizes, ...]:
    """The sizes of every release line of which ``dist`` has a wheel for ``architecture``, the oldest first."""
    ours: dict[str, list[Row]] = {}
    folder = dist or DIST
    paths = [*folder.glob("jaxlib[_-]*.whl"), *folder.glob("variants/*/jaxlib_*.whl")]
    for path in sorted(paths, key=_order):
        name, version, _, tags = parse_wheel_filename(path.name)
        if any(tag.platform == "any" or tag.platform.endswith(f"_{architecture}") for tag in tags):
            rows, size = ours.setdefault(line_of(version), []), path.stat().st_size
            row = Row(canonicalize_name(name), str(version), OURS, size, 1, size, 0, _kernels_in(path))
            if rows and rows[-1].distribution == row.distribution and rows[-1].version == row.version:
                # One for each Python.
                before = rows.pop()
                row = replace(
                    row, one=max(before.one, size), wheels=before.wheels + 1, every=before.every + size
                )
            rows.append(row)
    return tuple(
        _beside_upstream(release, ours[release], architecture) for release in releases() if release in ours
    )


def keep(measured: Sequence[Sizes], architecture: str) -> None:
    """Put our wheels into ``results/sizes-measured.json``, replacing the rows of the same distributions."""
    rows = results.read_rows(RECORDED, "sizes-measured")["rows"]
    for line in measured:
        ours = [row for row in line.rows if row.origin == OURS]
        again = {(line.release, architecture, row.distribution) for row in ours}
        rows = {key: row for key, row in rows.items() if tuple(key.split()[:3]) not in again}
        rows |= {
            f"{line.release} {architecture} {row.distribution} {row.version}": {
                "one_download": row.one,
                "wheels": row.wheels,
                "all_pythons": row.every,
                "gpu_architectures": list(row.gpu_architectures),
            }
            for row in ours
        }
    table = {"schema": results.read_rows(RECORDED, "sizes-measured")["schema"]}
    results.write(RECORDED, table | {"rows": dict(sorted(rows.items()))})


def all_recorded(architecture: str) -> tuple[Sizes, ...]:
    """The recorded sizes of each line for an architecture, the oldest first.

    Raises:
        ResultsError: It does not fit the schema.
    """
    ours: dict[str, list[Row]] = {}
    for key, kept in results.read(RECORDED, "sizes-measured")["rows"].items():
        release, machine, distribution, version = key.split()
        if machine == architecture:
            one, wheels, every = kept["one_download"], kept["wheels"], kept["all_pythons"]
            kernels = tuple(kept["gpu_architectures"])
            row = Row(distribution, version, OURS, one, wheels, every, 0, kernels)
            ours.setdefault(release, []).append(row)
    return tuple(
        _beside_upstream(
            release,
            sorted(ours[release], key=lambda row: _place(row.distribution, row.version)),
            architecture,
        )
        for release in releases()
        if release in ours
    )


def recorded(release: str | None = None) -> Sizes:
    """The line of the page's first table: the newest of those with the most measured wheels.

    ``release`` selects another one of these.

    Raises:
        ResultsError: It does not fit the schema.
    """
    lines = all_recorded(SHOWN)
    most = max(len(line.rows) for line in lines)
    whole = [line for line in lines if len(line.rows) == most]
    return next((line for line in whole if line.release == release), shown(whole))


def _beside_upstream(release: str, ours: Sequence[Row], architecture: str) -> Sizes:
    return Sizes(release, (*_upstream(load(release), ours, architecture), *ours))


def _kernels_in(path: Path) -> tuple[str, ...]:
    """The GPU architectures that the descriptor in a plugin's wheel names; none in another wheel."""
    try:
        with zipfile.ZipFile(path) as archive:
            descriptors = [name for name in archive.namelist() if name.count("/") == 1]
            name = next(name for name in descriptors if name.endswith("/plugin.json"))
            return tuple(json.loads(archive.read(name))["gpu_architectures"])
    except (StopIteration, zipfile.BadZipFile):
        return ()


def _order(path: Path) -> tuple[str, str, list[int]]:
    name, version, _, _ = parse_wheel_filename(path.name)
    return _place(name, str(version))


def _place(distribution: str, version: str) -> tuple[str, str, list[int]]:
    """The whole wheel before its variants, and these from old architectures to new ones."""
    public, _, local = version.partition("+")
    return distribution, public, _by_architecture(local)


def _by_architecture(label: str) -> list[int]:
    """The sort key of a label: architectures from old to new, then PTX."""
    words = label.split(".") if label else []
    return [int(word[2:]) if re.fullmatch(r"sm\d+", word) else sys.maxsize for word in words]


def shown(measured: Sequence[Sizes]) -> Sizes:
    """The release line of the picture: the newest."""
    return max(measured, key=lambda sizes: Version(sizes.release))


def as_json(measured: Sequence[Sizes], architecture: str) -> dict[str, Any]:
    """The report for programs; its schema is ``tools/schemas/sizes.schema.json``."""
    return {
        "schema": SCHEMA,
        "architecture": architecture,
        "releases": [
            {
                "release": sizes.release,
                "rows": [
                    {
                        "distribution": row.distribution,
                        "version": row.version,
                        "origin": "ours" if row.origin == OURS else "upstream",
                        "one_download": row.one,
                        "wheels": row.wheels,
                        "all_pythons": row.every,
                        "free_threaded": row.free_threaded,
                        "gpu_architectures": list(row.gpu_architectures),
                    }
                    for row in sizes.rows
                ],
                "notes": list(sizes.notes),
            }
            for sizes in measured
        ],
    }


def as_markdown(measured: Sequence[Sizes]) -> str:
    """A Markdown table of every line, with its notes below."""
    lines = [
        "| release | wheel | from | one download | wheels | all Pythons |",
        "|---|---|---|---:|---:|---:|",
    ]
    for sizes in measured:
        lines += [
            f"| {sizes.release} | {row.distribution} {row.version} | {row.origin} | {megabytes(row.one)} "
            f"| {row.wheels} | {megabytes(row.every)} |"
            for row in sizes.paired
        ]
    return "\n".join([*lines, "", *shown(measured).notes, ""])


def as_page() -> str:
    """The page, with the tables of what was measured."""
    return with_parts(PAGE, {MARKS: as_markdown([recorded()]), LINES_MARKS: every_line()})


def every_line() -> str:
    """A Markdown table of one download of each wheel, with a column for each line and architecture."""
    columns = [(architecture, line) for architecture in ARCHITECTURES for line in all_recorded(architecture)]
    ours = {(row.distribution, _label(row)) for _, line in columns for row in line.rows if row.origin == OURS}
    lines = [
        ["one download", *(f"{line.release} {architecture}" for architecture, line in columns)],
        ["---", *("---:" for _ in columns)],
    ]
    for distribution in sorted({name for name, _ in ours}, key=lambda name: (not _replaced_by(name), name)):
        for upstream in _upstreams(distribution, columns[-1][1].release):
            cells = [
                _cell_of_upstream(upstream, line.release, architecture) for architecture, line in columns
            ]
            lines.append([f"{upstream}, {UPSTREAM}", *cells])
        labels = sorted({label for name, label in ours if name == distribution}, key=_by_architecture)
        for label in labels:
            cells = [_cell(distribution, label, line, architecture) for architecture, line in columns]
            lines.append([f"{distribution}{label and f' +{label}'}", *cells])
    for plugin in dict.fromkeys(user.plugin for _, line in columns for user in line.users):
        found = [next((user for user in line.users if user.plugin == plugin), None) for _, line in columns]
        whose = {
            "upstream's": [user.upstream if user else 0 for user in found],
            "the family's": [user.ours if user else 0 for user in found],
            "the family's, smallest variant": [
                user.smallest if user and user.smallest < user.ours else 0 for user in found
            ],
        }
        for name, sizes in whose.items():
            if any(sizes):
                cells = [
                    megabytes(size) if size else _why_missing(plugin, line.release, architecture)
                    for size, (architecture, line) in zip(sizes, columns, strict=True)
                ]
                lines.append([f"one user of {plugin}, {name}", *cells])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell_of_upstream(name: str, release: str, architecture: str) -> str:
    manifest = load(release)
    size = _row(manifest.artifact(name), manifest, architecture).one
    return megabytes(size) if size else NONE


def _cell(distribution: str, label: str, line: Sizes, architecture: str) -> str:
    for row in line.rows:
        if row.origin == OURS and (row.distribution, _label(row)) == (distribution, label):
            return megabytes(row.one)
    return _why_missing(distribution, line.release, architecture)


def _why_missing(distribution: str, release: str, architecture: str) -> str:
    replaced = _upstreams(distribution, release)
    exists = not replaced or _cell_of_upstream(replaced[0], release, architecture) != NONE
    return NOT_MEASURED if exists else NONE


def _upstreams(distribution: str, release: str) -> list[str]:
    names = {artifact.name for artifact in load(release).artifacts}
    return [name for name in _replaced_by(distribution) if name in names]


def _label(row: Row) -> str:
    return row.version.partition("+")[2]


def as_picture(sizes: Sizes, architecture: str) -> str:
    """The picture: a panel of bars for one user's download, and one for all wheels of the line."""
    picture = Picture(f"Sizes of wheels for jax {sizes.release}, Linux {architecture}")
    picture.heading(picture.title, size=FONT + 4)
    rows = [row for row in sizes.paired if row.distribution != "jaxlib-core"]
    largest = max(row.every for row in rows)
    values = max(extent(megabytes(row.every)) for row in rows)
    scale = (picture.right - MARGIN - values - 8) / largest
    for title, attribute in (("One download", "one"), ("All Pythons of the line", "every")):
        picture.y += 8
        picture.heading(title)
        for row in rows:
            size = getattr(row, attribute)
            count = "" if attribute == "one" else f", {row.wheels} wheel{'s' if row.wheels > 1 else ''}"
            picture.y += FONT
            picture.text(MARGIN, picture.y, f"{row.distribution} {row.version} ({row.origin}{count})")
            picture.y += 5
            picture.bar(MARGIN, picture.y, size * scale, 14, "ours" if row.origin == OURS else "theirs")
            picture.text(MARGIN + size * scale + 6, picture.y + 11.5, megabytes(size))
            picture.y += 14 + 8
    picture.y += 2
    for note in sizes.notes:
        picture.paragraph(note)
    return picture.render()


def megabytes(size: int) -> str:
    """A size in decimal megabytes, with one digit after the point, two below 1 MB."""
    return f"{size / 1e6:,.1f} MB" if size >= 1_000_000 else f"{size / 1e6:.2f} MB"


def _print(measured: Sequence[Sizes]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 120
    for sizes in measured:
        table = Table(title=f"jax {sizes.release}", title_justify="left")
        table.add_column("wheel", no_wrap=True)
        table.add_column("from", no_wrap=True)
        for heading in ("one download", "wheels", "all Pythons"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in sizes.rows:
            cells = (megabytes(row.one), str(row.wheels), megabytes(row.every))
            table.add_row(f"{row.distribution} {row.version}", row.origin, *cells)
        console.print(table)
        for note in sizes.notes:
            console.print(note)


def _is_variant(row: Row) -> bool:
    return "+" in row.version and _holds_kernels(row.distribution)


def _holds_kernels(distribution: str) -> bool:
    return "kernels" in declared.plugin_facts(distribution.removeprefix("jaxlib-"))


def _upstream(release: Manifest, ours: Sequence[Row], architecture: str) -> Iterator[Row]:
    names = {artifact.name: artifact for artifact in release.artifacts}
    for name in dict.fromkeys(["jaxlib", *(name for row in ours for name in _replaced_by(row.distribution))]):
        if name in names and names[name].files:
            yield _row(names[name], release, architecture)


def _replaced_by(distribution: str) -> tuple[str, ...]:
    """Upstream's distributions that one of ours replaces, or requires as its library."""
    if distribution == JAXLIB:
        return (JAXLIB,)
    facts = declared.plugin_facts(distribution.removeprefix("jaxlib-"))
    if not facts:
        return ()
    # Upstream splits a GPU plugin in two: the library, and the extensions for each Python.
    library = facts["artifact"]
    return tuple(dict.fromkeys([library, library.replace("-pjrt", "-plugin")]))


def _row(artifact: Artifact, release: Manifest, architecture: str) -> Row:
    files = [
        file
        for file in artifact.files
        if file.architecture in {architecture, "any"} and release.serves(file.python)
    ]
    with_gil = [file for file in files if not _free_threaded(file)]
    return Row(
        artifact.name,
        artifact.version,
        UPSTREAM,
        one=max((file.size for file in with_gil), default=0),
        wheels=len(with_gil),
        every=sum(file.size for file in with_gil),
        free_threaded=sum(file.size for file in files if _free_threaded(file)),
    )


def _free_threaded(file: ArtifactFile) -> bool:
    return bool(file.python and is_free_threaded(file.python))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
