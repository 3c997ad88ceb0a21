"""A host project's requirements: requirements files and ``pyproject.toml``, read into single lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

from jaxlib_lock.errors import InvalidRequirements

_INCLUDE = re.compile(r"(?:-r|--requirement)[\s=]*(\S+)")
_CONSTRAINT = re.compile(r"(?:-c|--constraint)[\s=]*(\S+)")
_COMMENT = re.compile(r"(^|\s)#.*$")
_HASH = re.compile(r"\s--hash=\S+")


@dataclass
class Host:
    """What a host project asks for; each line with the file that it stands in.

    Attributes:
        requirements: What is to be in the environment.
        constraints: Bounds on what may be in it.
    """

    requirements: list[tuple[str, str]] = field(default_factory=list)
    constraints: list[tuple[str, str]] = field(default_factory=list)


def read(paths: Iterable[Path]) -> Host:
    """Reads files, and those they include.

    Raises:
        InvalidRequirements: One can't be read, or holds a line that no lock can hold.
    """
    host = Host()
    for path in paths:
        _read(path, host, host.requirements, ())
    return host


def _read(path: Path, host: Host, lines: list[tuple[str, str]], above: tuple[Path, ...]) -> None:
    if path in above:
        raise InvalidRequirements(
            f"{path} includes itself.", ("where", " -> ".join(map(str, (*above, path))))
        )
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidRequirements(
            f"The requirements in {path} can't be read: {reason}.",
            ("wanted", "a requirements file or a pyproject.toml"),
            ("where", str(path.absolute())),
            advice=("name one: --requirements FILE",),
        ) from None
    if path.suffix == ".toml":
        lines += ((line, path.name) for line in _project(path, text))
        return
    for number, line in _logical(text):
        where = f"{path}:{number}"
        if match := _INCLUDE.fullmatch(line):
            _read(path.parent / match[1], host, lines, (*above, path))
        elif match := _CONSTRAINT.fullmatch(line):
            _read(path.parent / match[1], host, host.constraints, (*above, path))
        else:
            lines.append((_requirement(line, where), path.name))


def _logical(text: str) -> Iterator[tuple[int, str]]:
    pending, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        if line.endswith("\\"):
            pending += line[:-1] + " "
            continue
        whole = _COMMENT.sub("", pending + line).strip()
        if whole:
            yield start, whole
        pending, start = "", 0


def _requirement(line: str, where: str) -> str:
    if line.startswith("-"):
        raise InvalidRequirements(
            f"{where}: the option {line.split(maxsplit=1)[0]!r} has no place in a lock.",
            ("wanted", "requirements, -r FILE or -c FILE"),
            ("found", line),
            advice=(
                "take the line out; an index is named by UV_DEFAULT_INDEX, a folder of wheels by --find-links",
            ),
        )
    text = _HASH.sub("", line)
    try:
        requirement = Requirement(text)
    except InvalidRequirement as error:
        raise InvalidRequirements(
            f"{where}: not a requirement that a lock can hold.",
            ("wanted", "a requirement by name, such as numpy>=2 (PEP 508)"),
            ("found", line),
            ("because", str(error).splitlines()[0]),
        ) from None
    if requirement.url and requirement.url.startswith(("file:", ".", "/")):
        raise InvalidRequirements(
            f"{where}: {requirement.name} comes from this machine alone.",
            ("found", line),
            advice=(f"build a wheel of it, and name it {requirement.name!r} with --find-links FOLDER",),
        )
    return str(requirement)


def _project(path: Path, text: str) -> list[str]:
    try:
        project = tomllib.loads(text).get("project")
    except tomllib.TOMLDecodeError as error:
        raise InvalidRequirements(f"{path} is not valid TOML: {error}.") from None
    if not isinstance(project, dict):
        raise InvalidRequirements(
            f"{path} has no [project] table.",
            ("wanted", '[project] with a name and, if there are any, dependencies = ["..."]'),
        )
    if "dependencies" in project.get("dynamic", ()):
        raise InvalidRequirements(
            f"{path} does not say its dependencies: its build computes them.",
            ("found", 'dynamic = ["dependencies"]'),
            advice=("give the file that they are computed from: --requirements FILE",),
        )
    where = f"{path}: project.dependencies"
    return [_requirement(line, where) for line in project.get("dependencies", ())]
