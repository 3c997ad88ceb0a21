"""Reads the parts of a host project's ``pyproject.toml`` that affect a lock; rejects what a lock cannot hold.

The tables are those of PEP 621 and PEP 735, and uv's own (https://docs.astral.sh/uv/reference/settings).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from packaging.markers import InvalidMarker, Marker
from packaging.requirements import Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from jaxlib_lock.errors import InvalidRequirements
from jaxlib_lock.requirements import requirement
from jaxlib_lock.resolver import CHOICES, uv_version

#: uv settings that do not change which versions are chosen.
WITHOUT_INFLUENCE = frozenset(
    {
        *(
            "add-bounds",
            "allow-insecure-host",
            "audit",
            "build-backend",
            "cache-dir",
            "cache-keys",
            "check-url",
        ),
        *("compile-bytecode", "concurrent-builds", "concurrent-downloads", "concurrent-installs"),
        *("graalpy-install-mirror", "http-proxy", "https-proxy", "keyring-provider", "link-mode", "managed"),
        *("native-tls", "no-cache", "no-proxy", "offline", "package", "preview", "preview-features"),
        *("publish-url", "pyodide-install-mirror", "pypy-install-mirror", "python-downloads"),
        *("python-downloads-json-url", "python-install-mirror", "python-preference", "reinstall"),
        *(
            "reinstall-package",
            "system-certs",
            "trusted-publishing",
            "upgrade",
            "upgrade-package",
            "workspace",
        ),
    }
)
#: uv settings that this module reads.
READ = frozenset(
    {
        *("conflicts", "constraint-dependencies", "default-groups", "dependency-groups", "dev-dependencies"),
        *("environments", "exclude-dependencies", "exclude-newer", "override-dependencies"),
        *("required-version", "resolution", "sources", *CHOICES),
    }
)
_INDEXES = ("index", "index-url", "extra-index-url", "find-links", "no-index")
_NAME_AN_INDEX = (
    "remove it; an index is named by UV_DEFAULT_INDEX or UV_INDEX, a folder of wheels by --find-links"
)


@dataclass(frozen=True)
class Selection:
    """The part of a project to lock (extras and groups), and the Python to lock it for.

    Attributes:
        python: A version such as ``3.12``: the only one, or the oldest one of a universal lock.
        universal: Whether the lock is for all platforms, and for newer Pythons too.
        architecture: The architecture, for a lock that is not universal.
        extras: Names of ``[project.optional-dependencies]``.
        groups: Names of ``[dependency-groups]``.
    """

    python: str
    universal: bool = True
    architecture: str = "x86_64"
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


@dataclass
class Project:
    """The requirements and resolver settings of a ``pyproject.toml``.

    Attributes:
        requirements: The requirements of the project and of the selected extras and groups.
        constraints: Bounds on packages that may be installed.
        overrides: Requirements that replace all other requirements on the same packages.
        exclusions: Names of packages to leave out.
        requires_python: The Pythons that the project or a selected group supports; empty for no bound.
        exclude_newer: uv's setting of that name; None if it is not set.
        extras: The names of all extras of the project.
        groups: The names of all dependency groups of the project.
        notes: Notes for the user about settings that were ignored.
        name: The project's name; empty if it has none.
    """

    name: str = ""
    requirements: list[str] = field(default_factory=list)
    constraints: list[str] = field(default_factory=list)
    overrides: list[str] = field(default_factory=list)
    exclusions: list[str] = field(default_factory=list)
    requires_python: list[str] = field(default_factory=list)
    exclude_newer: str | None = None
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)


def read(path: Path, text: str, selection: Selection) -> Project:
    """Reads the ``pyproject.toml`` at ``path``, whose content is ``text``.

    Raises:
        InvalidRequirements: The file is not valid, or has a setting that a lock cannot hold.
    """
    return _Reader(path, text, selection).read()


def serves(specifier: str, python: str) -> bool:
    """Whether some release of ``python`` (``3.12``) satisfies ``specifier``."""
    bounds = SpecifierSet(specifier)
    return any(bounds.contains(f"{python}.{micro}", prereleases=True) for micro in range(100))


class _Reader:
    def __init__(self, path: Path, text: str, selection: Selection) -> None:
        self.path, self.selection = path, selection
        try:
            self.data: Mapping[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InvalidRequirements(f"{path} is not valid TOML: {error}.") from None
        self.project = self._table("project", self.data.get("project"))
        self.tool = self._table("tool.uv", self._table("tool", self.data.get("tool", {})).get("uv", {}))
        self.result = Project()
        self.taken: set[tuple[str, str]] = set()  # the extras and groups that are locked

    def read(self) -> Project:
        """Reads all tables, in the order in which a person reads the file."""
        self._computed()
        self.result.name = canonicalize_name(str(self.project.get("name", "")))
        self._settings()
        self._python(self.project.get("requires-python", ""), "project.requires-python")
        direct = self._lines(self.project.get("dependencies", []), "project.dependencies")
        direct += self._extras()
        direct += self._groups()
        self._conflicts()
        self.result.requirements = list(self._with_sources(dict.fromkeys(direct)))
        constraints = self._lines(self.tool.get("constraint-dependencies", []), "constraint-dependencies")
        self.result.constraints = list(self._with_sources(constraints))
        overrides = self._lines(self.tool.get("override-dependencies", []), "override-dependencies")
        self.result.overrides = list(self._with_sources(overrides))
        excluded = self._strings(self.tool.get("exclude-dependencies", []), "exclude-dependencies")
        self.result.exclusions = list(map(canonicalize_name, excluded))
        return self.result

    def _computed(self) -> None:
        """Rejects a project whose build computes something that decides versions; the file does not state it."""
        advice = {
            "dependencies": "give the file that they are computed from: --requirements FILE",
            "optional-dependencies": "give the file that they are computed from: --requirements FILE",
            "requires-python": "state it in the [project] table",
        }
        dynamic = self._strings(self.project.get("dynamic", []), "project.dynamic")
        for name, command in advice.items():
            # An extra that nobody selected decides nothing.
            if name in dynamic and (name != "optional-dependencies" or self.selection.extras):
                raise InvalidRequirements(
                    f"{self.path} does not state its {name}: its build computes them.",
                    ("wanted", f"[project] {name}"),
                    ("found", f'dynamic = ["{name}"]'),
                    advice=(command,),
                )
        if "optional-dependencies" in dynamic and not self.selection.extras:
            self.result.notes.append(f"{self.path}: extras are not locked: its build computes them")

    def _table(self, name: str, value: object) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise InvalidRequirements(
                f"{self.path} has no [{name}] table.",
                ("wanted", '[project] with a name and, if there are any, dependencies = ["..."]'),
            )
        return value

    def _refuse(self, what: str, found: object, *advice: str) -> InvalidRequirements:
        return InvalidRequirements(
            f"{self.path}: {what} cannot be part of a lock.",
            ("found", str(found)),
            advice=advice or ("remove it from the file, or lock a copy without it: --requirements FILE",),
        )

    def _lines(self, values: object, where: str) -> list[str]:
        return [requirement(value, f"{self.path}: {where}") for value in self._strings(values, where)]

    def _strings(self, values: object, where: str) -> list[str]:
        if not (isinstance(values, list) and all(isinstance(value, str) for value in values)):
            raise InvalidRequirements(
                f"{self.path}: {where} is not a list of strings.", ("found", str(values))
            )
        return values

    def _string(self, value: object, where: str) -> str:
        if not isinstance(value, str):
            raise InvalidRequirements(
                f"{self.path}: {where} is not a string.", ("wanted", "text in quotes"), ("found", str(value))
            )
        return value

    def _settings(self) -> None:
        """Rejects uv settings that would choose other versions, and settings that this module does not know."""
        for name, value in self.tool.items():
            if name in _INDEXES:
                raise self._refuse(f"[tool.uv] {name}", value, _NAME_AN_INDEX)
            if name not in WITHOUT_INFLUENCE | READ:
                raise self._refuse(f"[tool.uv] {name}", value)
        for name, used in {"resolution": "highest", **CHOICES}.items():
            if self.tool.get(name, used) != used:
                advice = f"remove it: a lock is resolved with {name} = {used!r}"
                raise self._refuse(f"[tool.uv] {name}", self.tool[name], advice)
        wanted = self._string(self.tool.get("required-version", ""), "[tool.uv] required-version")
        if wanted and not self._allows(wanted, uv_version()):
            raise self._refuse(
                "[tool.uv] required-version", wanted, f"locks are made by uv {uv_version()} here; remove it"
            )
        if "exclude-newer" in self.tool:
            text = self._string(self.tool["exclude-newer"], "[tool.uv] exclude-newer")
            if not re.match(r"\d{4}-", text):
                raise self._refuse(
                    "[tool.uv] exclude-newer that depends on the day",
                    text,
                    "state a date in the file, such as 2026-11-01",
                )
            self.result.exclude_newer = text
        self._environments()
        if self.tool.get("workspace", {}):
            self.result.notes.append(
                f"{self.path}: [tool.uv] workspace: its other members are not locked (--requirements FILE for each)"
            )

    def _allows(self, required: str, version: str) -> bool:
        """Whether uv's ``required-version``, a version or a specifier, allows ``version``."""
        try:
            return SpecifierSet(required if required[:1] in "=<>!~" else f"=={required}").contains(version)
        except InvalidSpecifier:
            raise InvalidRequirements(
                f"{self.path}: [tool.uv] required-version is not a version specifier.", ("found", required)
            ) from None

    def _environments(self) -> None:
        stated = self.tool.get("environments", [])
        markers = self._strings([stated] if isinstance(stated, str) else stated, "[tool.uv] environments")
        if not markers:
            return
        if self.selection.universal:
            raise self._refuse(
                "[tool.uv] environments",
                markers,
                "make a lock for one Python on Linux: --no-universal; or remove the setting",
            )
        here = {
            "sys_platform": "linux",
            "platform_system": "Linux",
            "os_name": "posix",
            "platform_machine": self.selection.architecture,
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "python_version": self.selection.python,
            "python_full_version": f"{self.selection.python}.0",
            "extra": "",
        }
        try:
            fits = any(Marker(text).evaluate(here) for text in markers)
        except InvalidMarker as error:
            raise InvalidRequirements(f"{self.path}: [tool.uv] environments: {error}") from None
        if not fits:
            raise self._refuse(
                f"[tool.uv] environments that leave out Linux on {self.selection.architecture}", markers
            )

    def _python(self, stated: object, where: str) -> None:
        """Rejects a Python that the project does not support.

        Raises:
            InvalidRequirements: The text names the project's requirement and the Python.
        """
        if not (specifier := self._string(stated, where)):
            return
        python = self.selection.python
        try:
            if not serves(specifier, python):
                raise InvalidRequirements(
                    f"{self.path} does not serve Python {python}.",
                    ("wanted", f"{where} = {specifier!r}"),
                    ("found", f"--python {python}"),
                    advice=_other_pythons(specifier),
                )
        except InvalidSpecifier:
            raise InvalidRequirements(
                f"{self.path}: {where} is not a version specifier.", ("found", specifier)
            ) from None
        self.result.requires_python.append(specifier)
        if self.selection.universal and not serves(specifier, f"3.{int(python.partition('.')[2]) + 20}"):
            self.result.notes.append(
                f"{self.path}: {where} {specifier} ends; the lock is for Python {python} and newer ones"
            )

    def _extras(self) -> list[str]:
        stated = self._table("project.optional-dependencies", self.project.get("optional-dependencies", {}))
        extras: dict[str, Any] = {canonicalize_name(name): lines for name, lines in stated.items()}
        self.result.extras = tuple(extras)
        taken: dict[str, None] = {}

        def take(name: str) -> Iterator[str]:
            if name in taken or name not in extras:
                return
            taken[name] = None
            for line in self._lines(extras[name], f"project.optional-dependencies.{name}"):
                wanted = Requirement(line)
                if canonicalize_name(wanted.name) != self.result.name:
                    yield line
                for extra in sorted(map(canonicalize_name, wanted.extras)):
                    if canonicalize_name(wanted.name) == self.result.name:
                        yield from take(extra)

        lines = [line for name in self.selection.extras for line in take(canonicalize_name(name))]
        self.taken |= {("extra", name) for name in taken}
        self._note_others("extras", "--extra", extras, taken)
        return lines

    def _groups(self) -> list[str]:
        groups: dict[str, Any] = {
            canonicalize_name(name): entries
            for name, entries in self._table(
                "dependency-groups", self.data.get("dependency-groups", {})
            ).items()
        }
        if "dev-dependencies" in self.tool:  # uv's older form of a dependency group
            older = self._strings(self.tool["dev-dependencies"], "[tool.uv] dev-dependencies")
            groups["dev"] = [*groups.get("dev", []), *older]
        self.result.groups = tuple(groups)
        settings = self._table("tool.uv.dependency-groups", self.tool.get("dependency-groups", {}))
        pythons: dict[str, str] = {
            canonicalize_name(name): self._table(f"tool.uv.dependency-groups.{name}", table).get(
                "requires-python", ""
            )
            for name, table in settings.items()
        }
        taken: dict[str, None] = {}

        def take(name: str, above: tuple[str, ...]) -> Iterator[str]:
            if name in above:
                raise InvalidRequirements(
                    f"{self.path}: the dependency group {name} includes itself.",
                    ("where", " -> ".join((*above, name))),
                )
            if name not in groups:
                raise self._unknown("dependency group", name, groups)
            taken[name] = None
            self._python(pythons.get(name, ""), f"tool.uv.dependency-groups.{name}.requires-python")
            for entry in groups[name]:
                if isinstance(entry, dict) and set(entry) == {"include-group"}:
                    yield from take(canonicalize_name(entry["include-group"]), (*above, name))
                else:
                    yield from self._lines([entry], f"dependency-groups.{name}")

        chosen = [canonicalize_name(name) for name in self.selection.groups]
        lines = [line for name in chosen if name in groups for line in take(name, ())]
        self.taken |= {("group", name) for name in taken}
        self._note_others("dependency groups", "--group", groups, taken)
        return lines

    def _note_others(self, what: str, option: str, known: Iterable[str], taken: Iterable[str]) -> None:
        if others := sorted(set(known) - set(taken)):
            self.result.notes.append(f"{self.path}: {what} not locked: {', '.join(others)} ({option} NAME)")

    def _unknown(self, what: str, name: str, known: Iterable[str]) -> InvalidRequirements:
        return unknown(what, name, known, str(self.path))

    def _conflicts(self) -> None:
        """Rejects extras and groups that exclude each other, also where another one includes them."""
        stated = self.tool.get("conflicts", [])
        if not (isinstance(stated, list) and all(map(_is_tables, stated))):
            raise InvalidRequirements(
                f"{self.path}: [tool.uv] conflicts is not a list of lists of tables.", ("found", str(stated))
            )
        for members in stated:
            both = [
                f"{kind} {member[kind]}"
                for member in members
                for kind in ("extra", "group")
                if kind in member and (kind, canonicalize_name(str(member[kind]))) in self.taken
                if canonicalize_name(str(member.get("package", self.result.name))) == self.result.name
            ]
            if len(both) > 1:
                raise InvalidRequirements(
                    f"{self.path}: {' and '.join(both)} exclude each other.",
                    ("where", "[tool.uv] conflicts"),
                    advice=("make a lock for each of them",),
                )

    def _with_sources(self, lines: Iterable[str]) -> Iterator[str]:
        """Yields the requirements, with the addresses that ``[tool.uv.sources]`` gives them."""
        table = self._table("tool.uv.sources", self.tool.get("sources", {}))
        sources = {canonicalize_name(name): value for name, value in table.items()}
        for line in lines:
            source = sources.get(canonicalize_name(Requirement(line).name))
            yield line if source is None else self._at(Requirement(line), source)

    def _at(self, wanted: Requirement, source: object) -> str:
        where = f"[tool.uv.sources] {wanted.name}"
        entries = source if isinstance(source, list) else [source]
        entry = entries[0] if len(entries) == 1 else None
        if not isinstance(entry, dict):
            raise self._refuse(
                where, source, "state one source; markers that choose between several are not supported"
            )
        if {"path", "workspace"} & set(entry):
            raise InvalidRequirements(
                f"{self.path}: {wanted.name} comes from this machine only.",
                ("found", f"{where} = {entry}"),
                advice=("build a wheel of it, remove the source, and lock with --find-links FOLDER",),
            )
        address = _address(entry)
        if address is None:
            raise self._refuse(where, entry, *([_NAME_AN_INDEX] if "index" in entry else []))
        extras = f"[{','.join(sorted(wanted.extras))}]" if wanted.extras else ""
        marker = f" ; {wanted.marker}" if wanted.marker else ""
        return requirement(f"{wanted.name}{extras} @ {address}{marker}", f"{self.path}: {where}")


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def _address(source: Mapping[str, Any]) -> str | None:
    """Returns the address in PEP 508 form of an entry of ``[tool.uv.sources]``; None if it has no such form."""
    keys = set(source)
    if "git" in keys and keys <= {"git", "rev", "tag", "branch", "subdirectory"}:
        revision = source.get("rev") or source.get("tag") or source.get("branch")
        address = f"git+{source['git']}" + (f"@{revision}" if revision else "")
    elif "url" in keys and keys <= {"url", "subdirectory"}:
        address = str(source["url"])
    else:
        return None
    return address + (f"#subdirectory={source['subdirectory']}" if "subdirectory" in source else "")


def unknown(what: str, name: str, known: Iterable[str], where: str) -> InvalidRequirements:
    """Returns the error for an extra or a group that no project defines."""
    names = sorted(known)
    near = get_close_matches(name, names, 1)
    return InvalidRequirements(
        f"There is no {what} {name!r}.",
        ("known", ", ".join(names) or "none"),
        ("where", where),
        advice=tuple(f"did you mean {name}?" for name in near),
    )


def _other_pythons(specifier: str) -> tuple[str, ...]:
    served = [f"3.{minor}" for minor in range(9, 30) if serves(specifier, f"3.{minor}")]
    oldest = min(served, key=Version, default=None)
    return (f"lock for a Python that it serves: --python {oldest}",) if oldest else ()
