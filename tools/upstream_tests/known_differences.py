"""Compares two runs of upstream's tests, and reads the list of known differences.

The list is ``tools/upstream_tests/upstream.toml``; ``docs/differences.md`` is made from it.

    schema = 1
    files = ["layout", "api"]            # what is run: tests/layout_test.py and so on

    [excluded]                           # files that are not run, with the reasons; only for the page
    mosaic = "..."

    [[difference]]
    title = "..."                        # what a user notices, in a few words
    releases = ["0.10.2"]                # the release lines that have the difference
    tests = ["ffi_test.py::FfiTest::*"]  # upstream's tests; each pattern must match one that differs
    reason = '''...'''                   # the cause, such as a limit of the pinned XLA:CPU library
    mode = "shuffled"                    # if they differ only in this mode, see modes.py

    [[cost]]                             # files that take more CPU time or memory than with upstream's
    kind = "cpu"                         # or "memory"
    releases = ["0.10.2"]
    files = ["layout", "lax_*"]
    reason = "..."                       # the cause, in a few words

    [[note]]                             # a difference that no test of upstream's shows; only for the page
    title = "..."
    text = '''...'''
"""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.upstream_tests.modes import DEFAULT, MODES

KNOWN = Path(__file__).with_name("upstream.toml")
PAGE = ROOT / "docs" / "differences.md"
SCHEMA = 1


class DifferencesError(ValueError):
    """The list of known differences cannot be read or has an invalid entry."""


class Outcome(StrEnum):
    """The outcome of one test."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    CRASHED = "crashed"
    """The process died while the test ran."""
    HUNG = "hung"
    """The process was killed after the time limit."""
    ABSENT = "absent"
    """The file has no such test on this backend: upstream generates tests when the file is imported."""

    @property
    def bad(self) -> bool:
        """Whether the test failed, crashed or hung, so that it is run again by itself."""
        return self in {Outcome.FAILED, Outcome.CRASHED, Outcome.HUNG}


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one test, with the error's text or the reason of a skip."""

    test: str
    outcome: Outcome
    seconds: float = 0.0
    message: str = ""
    cpu: float = 0.0
    """Seconds of CPU time, in user and system mode."""
    memory: int = 0
    """The largest resident size of the process up to the test's end, in bytes."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A ``[[difference]]`` of the list."""

    title: str
    releases: tuple[str, ...]
    tests: tuple[str, ...]
    reason: str
    mode: str = ""

    def holds(self, release: str, mode: str) -> bool:
        """Whether it is a difference of the release line that may appear in the mode."""
        return release in self.releases and self.mode in {"", mode}

    def covers(self, test: str) -> bool:
        """Whether one of the patterns matches."""
        return any(matches(pattern, test) for pattern in self.tests)


@dataclass(frozen=True, slots=True)
class Cost:
    """A ``[[cost]]`` of the list: why files take more CPU time (``cpu``) or memory (``memory``)."""

    kind: str
    releases: tuple[str, ...]
    files: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """A ``[[note]]`` of the list: a section of the page without tests."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The content of such a list: the files to run, known differences, notes, costs, and the files left out."""

    files: tuple[str, ...]
    differences: tuple[Expected, ...]
    notes: tuple[Note, ...] = ()
    costs: tuple[Cost, ...] = ()
    excluded: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """One test with different outcomes; ``expected`` is the entry that explains it, if there is one."""

    test: str
    ours: Result
    theirs: Result
    expected: Expected | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two runs.

    Attributes:
        differences: the tests with different outcomes, by name.
        stale: patterns of the list that match no difference any more, each with its entry.
    """

    differences: tuple[Difference, ...]
    stale: tuple[tuple[str, Expected], ...]

    @property
    def unexpected(self) -> tuple[Difference, ...]:
        """The differences that the list does not explain."""
        return tuple(difference for difference in self.differences if difference.expected is None)

    @property
    def clean(self) -> bool:
        """Whether the list explains every difference, and has no stale pattern."""
        return not self.unexpected and not self.stale


def matches(pattern: str, test: str) -> bool:
    """Whether a pattern with ``*`` and ``?`` matches a test's name; brackets, as of parameters, are literal."""
    return fnmatchcase(test, pattern.replace("[", "[[]"))


def differing(
    ours: Mapping[str, Result], theirs: Mapping[str, Result]
) -> Iterator[tuple[str, Result, Result]]:
    """The tests with different outcomes, sorted by name."""
    for test in sorted({*ours, *theirs}):
        pair = [results.get(test, Result(test, Outcome.ABSENT)) for results in (ours, theirs)]
        if pair[0].outcome != pair[1].outcome:
            yield test, pair[0], pair[1]


def compare(
    ours: Mapping[str, Result],
    theirs: Mapping[str, Result],
    expected: Sequence[Expected],
    release: str,
    files: Iterable[str],
    mode: str = DEFAULT,
) -> Comparison:
    """Compare whole runs of ``files``; a pattern for a file that was not run is never stale.

    A difference of the default mode may be gone in another: there its test may fail on both sides.
    """
    entries = [entry for entry in expected if entry.holds(release, mode)]
    differences = tuple(
        Difference(test, mine, other, next((entry for entry in entries if entry.covers(test)), None))
        for test, mine, other in differing(ours, theirs)
    )
    names = set(files)
    stale = tuple(
        (pattern, entry)
        for entry in entries
        for pattern in entry.tests
        if mode == (entry.mode or DEFAULT)
        and file_of(pattern) in names
        and not any(matches(pattern, item.test) for item in differences)
    )
    return Comparison(differences, stale)


def file_of(test: str) -> str:
    """The file of a test or a pattern, as ``files`` names it, such as ``api``."""
    return test.partition("::")[0].removesuffix("_test.py")


def load(path: Path = KNOWN) -> Known:
    """Read the list.

    Raises:
        DifferencesError: It can't be read, or has an unknown or invalid entry.
    """
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DifferencesError(f"{path}: can't read the list of differences: {error}") from error
    if values.pop("schema", None) != SCHEMA:
        raise DifferencesError(f"{path}: schema: wanted {SCHEMA}, the only one that this reads")
    files = values.pop("files", None)
    excluded = values.pop("excluded", {})
    listed, costs, notes = (values.pop(key, []) for key in ("difference", "cost", "note"))
    _check(f"{path}: excluded", excluded, dict.fromkeys(excluded, str))
    if values or not files:
        raise DifferencesError(
            f"{path}: wanted files, [[difference]], [[cost]] and [[note]] tables, found {', '.join(values)}"
        )
    return Known(
        tuple(files),
        read_entries(path, listed),
        tuple(_note(path, number, entry) for number, entry in enumerate(notes, 1)),
        tuple(_cost(path, number, entry) for number, entry in enumerate(costs, 1)),
        excluded,
    )


def read_entries(path: Path, listed: Sequence[dict[str, Any]]) -> tuple[Expected, ...]:
    """The ``[[difference]]`` tables of a file.

    Raises:
        DifferencesError: A table has wrong keys, or a pattern names no file.
    """
    return tuple(_entry(path, number, entry) for number, entry in enumerate(listed, 1))


def _note(path: Path, number: int, entry: dict[str, Any]) -> Note:
    _check(f"{path}: note {number}", entry, {"title": str, "text": str})
    return Note(entry["title"], tuple(" ".join(part.split()) for part in entry["text"].strip().split("\n\n")))


def _cost(path: Path, number: int, entry: dict[str, Any]) -> Cost:
    where = f"{path}: cost {number}"
    _check(where, entry, {"kind": str, "releases": list, "files": list, "reason": str})
    if entry["kind"] not in {"cpu", "memory"}:
        raise DifferencesError(f"{where}: kind: wanted cpu or memory, found {entry['kind']!r}")
    reason = " ".join(entry["reason"].split())
    return Cost(entry["kind"], tuple(entry["releases"]), tuple(entry["files"]), reason)


def _entry(path: Path, number: int, entry: dict[str, Any]) -> Expected:
    where = f"{path}: difference {number}"
    mode = {"mode": str} if "mode" in entry else {}
    _check(where, entry, {"title": str, "releases": list, "tests": list, "reason": str, **mode})
    if mode and entry["mode"] not in MODES:
        raise DifferencesError(f"{where}: mode: wanted one of {', '.join(MODES)}, found {entry['mode']!r}")
    for pattern in entry["tests"]:
        if ".py::" not in pattern or "*" in file_of(pattern):
            raise DifferencesError(f"{where}: tests: wanted FILE.py::TEST, found {pattern!r}")
    reason = " ".join(entry["reason"].split())
    releases, tests = tuple(entry["releases"]), tuple(entry["tests"])
    return Expected(entry["title"], releases, tests, reason, entry.get("mode", ""))


def _check(where: str, entry: dict[str, Any], wanted: Mapping[str, type]) -> None:
    if set(entry) != set(wanted):
        raise DifferencesError(
            f"{where}: wanted the keys {', '.join(wanted)}, found {', '.join(entry) or 'none'}"
        )
    for key, kind in wanted.items():
        if not isinstance(entry[key], kind) or not entry[key]:
            raise DifferencesError(f"{where}: {key}: wanted a {kind.__name__} that is not empty")


def page(known: Known) -> str:
    """The page ``docs/differences.md``, in Markdown."""
    lines = [
        "# Where jaxlib-cpu differs from the CPU backend inside jaxlib",
        "",
        "On the same machine, upstream's own tests give the same results with both, except for the tests listed",
        "here. [upstream-tests.md](upstream-tests.md) says which tests have been run.",
        "",
        "    nox -s upstream -- --tests CHECKOUT",
        "",
        "runs them. It fails for a difference that is not listed here, and for a listed one that no longer exists.",
        "`python -m tools upstream --page` writes this page from `tools/upstream_tests/upstream.toml`.",
        *sections(known),
    ]
    return "\n".join(lines) + "\n"


def sections(known: Known, level: int = 2) -> list[str]:
    """The lines of a page: a section of that level for each difference and each note."""
    lines = sections_of(known.differences, level)
    for note in known.notes:
        lines += ["", f"{'#' * level} {note.title}"]
        for paragraph in note.paragraphs:
            lines += ["", *wrapped(paragraph)]
    return lines


def sections_of(differences: Sequence[Expected], level: int) -> list[str]:
    """The lines of a section of that level for each difference."""
    lines: list[str] = []
    for entry in differences:
        lines += ["", f"{'#' * level} {entry.title}", "", *wrapped(entry.reason)]
        lines += ["", f"jax {', '.join(entry.releases)}:", ""]
        lines += [f"- `{pattern}`" for pattern in entry.tests]
    return lines


def wrapped(paragraph: str) -> list[str]:
    """The lines of a paragraph, or an item of a list, in lines of at most 116 columns."""
    indent = "  " if paragraph.startswith("- ") else ""
    return textwrap.wrap(
        paragraph, width=116, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
