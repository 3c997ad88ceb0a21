"""Reads a host project's requirements files and ``pyproject.toml``, and the files that they include."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

from packaging.utils import canonicalize_name

from jaxlib_lock import project, sources, surroundings
from jaxlib_lock.errors import InvalidRequirements
from jaxlib_lock.project import Selection
from jaxlib_lock.requirements import logical_lines, requirement
from jaxlib_lock.sources import Source

_INCLUDE = re.compile(r"(?:-r|--requirement)[\s=]*(\S+)")
_CONSTRAINT = re.compile(r"(?:-c|--constraint)[\s=]*(\S+)")

#: A line, and the name of the file that contains it.
Line = tuple[str, str]


@dataclass
class Host:
    """The requirements and constraints of a host project, each line with the name of its file.

    Attributes:
        requirements: The packages to install.
        constraints: Bounds on packages that may be installed.
        overrides: Requirements that replace all other requirements on the same packages.
        exclusions: Names of packages to leave out.
        requires_python: The Pythons that the project supports.
        exclude_newer: The cutoff that the project sets.
        fetched: The addresses that were read, each with the sha256 of its content.
        notes: Notes for the user about settings that were ignored.
        project: The name of the first project; empty if there are only requirements files.
    """

    requirements: list[Line] = field(default_factory=list)
    constraints: list[Line] = field(default_factory=list)
    overrides: list[Line] = field(default_factory=list)
    exclusions: list[Line] = field(default_factory=list)
    requires_python: list[Line] = field(default_factory=list)
    exclude_newer: str | None = None
    fetched: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    project: str = ""


def read(names: Iterable[str | Path], selection: Selection, *, offline: bool = False) -> Host:
    """Reads files by path or https address, and the files that they include.

    Raises:
        LockError: A file cannot be read, contains something that a lock cannot hold, or lacks a selected extra or
            dependency group.
    """
    reader = _Reader(selection, offline)
    for name in names:
        reader.read(str(name), reader.host.requirements, ())
    reader.check_selection()
    reader.note_unread()
    return reader.host


class _Reader:
    def __init__(self, selection: Selection, offline: bool) -> None:
        self.selection, self.offline = selection, offline
        self.host = Host()
        self.extras: set[str] = set()
        self.groups: set[str] = set()
        self.files: list[Path] = []  # the local requirements files
        self.projects: set[Path] = set()

    def read(self, name: str, lines: list[Line], above: tuple[str, ...]) -> None:
        if name in above:
            raise InvalidRequirements(f"{name} includes itself.", ("where", " -> ".join((*above, name))))
        source = sources.read(name, offline=self.offline)
        if source.path is None:
            self.host.fetched[source.name] = source.sha256
        if source.suffix == ".toml":
            self._project(source)
            return
        if source.path is not None:
            self.files.append(source.path)
        hashed = 0
        for number, line in logical_lines(source.text):
            hashed += "--hash" in line
            where = f"{source.path or source.name}:{number}"
            if match := _INCLUDE.fullmatch(line):
                self.read(_beside(name, match[1]), lines, (*above, name))
            elif match := _CONSTRAINT.fullmatch(line):
                self.read(_beside(name, match[1]), self.host.constraints, (*above, name))
            else:
                lines.append((requirement(line, where), source.name))
        if hashed:
            self.host.notes.append(
                f"{source.path or source.name}: the hashes of {hashed} lines are not compared: pylock.toml "
                "has those that the registry states"
            )

    def _project(self, source: Source) -> None:
        path = source.path or Path(source.name)
        requirements = project.read(path, source.text, self.selection)
        self.projects.add(path.resolve())
        self._check_cutoff(path, requirements.exclude_newer)
        for lines, into in (
            (requirements.requirements, self.host.requirements),
            (requirements.constraints, self.host.constraints),
            (requirements.overrides, self.host.overrides),
            (requirements.exclusions, self.host.exclusions),
            (requirements.requires_python, self.host.requires_python),
        ):
            into.extend((line, source.name) for line in lines)
        self.host.exclude_newer = self.host.exclude_newer or requirements.exclude_newer
        self.host.notes += requirements.notes
        self.host.project = self.host.project or requirements.name
        self.extras |= set(requirements.extras)
        self.groups |= set(requirements.groups)
        if source.path is not None:
            self.host.notes += surroundings.check(source.path)

    def _check_cutoff(self, path: Path, cutoff: str | None) -> None:
        if cutoff and self.host.exclude_newer and cutoff != self.host.exclude_newer:
            raise InvalidRequirements(
                "Two projects state different cutoffs.",
                ("found", f"[tool.uv] exclude-newer = {self.host.exclude_newer!r} and {cutoff!r}"),
                ("where", f"{path} has the second one"),
                advice=("state the same one in both",),
            )

    def note_unread(self) -> None:
        """Notes the settings beside requirements files."""
        for folder in dict.fromkeys(path.parent for path in self.files):
            self.host.notes += surroundings.unread(folder, self.projects)

    def check_selection(self) -> None:
        """Raises an error if a selected extra or group is defined by none of the projects."""
        for what, asked, known in (
            ("extra", self.selection.extras, self.extras),
            ("dependency group", self.selection.groups, self.groups),
        ):
            for name in asked:
                if canonicalize_name(name) not in known:
                    raise project.unknown(what, name, known, "the pyproject.toml that is locked")


def check_python(requires_python: Sequence[Line], python: str) -> None:
    """Rejects a Python that the host project does not support.

    Raises:
        InvalidRequirements: The text names the project's requirement and the Python.
    """
    for specifier, file in requires_python:
        if not project.serves(specifier, python):
            raise InvalidRequirements(
                f"{file} does not serve Python {python}.",
                ("wanted", f"requires-python = {specifier!r}"),
                ("found", f"--python {python}"),
            )


def _beside(name: str, included: str) -> str:
    """Returns the path or address of ``included``, relative to the file ``name`` that includes it."""
    if sources.is_remote(included):
        return included
    return urljoin(name, included) if sources.is_remote(name) else str(Path(name).parent / included)
