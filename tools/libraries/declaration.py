"""Reads ``libraries.toml``: suites of tests, and the known differences.

    schema = 1
    python = "3.12"
    sample = 20                            # tests of a file that are run, at even distances

    [[suite]]
    name = "optax"
    distribution = "optax"                 # the library; by default it is called as the suite
    version = "0.2.8"                      # of the library, as pins-RELEASE.txt has it
    source = "wheel"                       # where the tests are: wheel, sdist, checkout or program
    file = { name = "optax-0.2.8-py3-none-any.whl", size = 402960, sha256 = "..." }   # of a wheel, of an sdist
    repository = "https://..."             # of a checkout, whose tag is v and the version
    tests = ["optax/_src/alias_test.py"]   # glob patterns, relative to the source
    exclude = { "x_test.py" = "why" }      # files that the patterns match and that are not run
    apart = ["optax/_src/float64_test.py"] # files with a process each, because their import changes global settings
    deselect = { "x_test.py::test" = "why" }   # tests that are not run, by the beginning of their names
    releases = ["0.10.2"]                  # release lines that the version goes with
    needs = ["dm-tree"]                    # distributions that the tests import and the library does not require
    variables = { JAX_ENABLE_X64 = "1" }   # of the environment
    limit = 300                            # seconds after which a test is given up
    short = ["optax/_src/alias_test.py::test"]   # tests that are also in the repository's own tests

    [[difference]]                         # as in upstream_tests/known_differences.py; test: SUITE/FILE.py::TEST

A program is a file of ``tests/libraries``, written here for a library whose distributions contain no tests.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from tools import ROOT
from tools.artifacts.manifest import ArtifactFile
from tools.upstream_tests.known_differences import DifferencesError, Expected, read_entries

DECLARATION = Path(__file__).with_name("libraries.toml")
PROGRAMS = ROOT / "tests" / "libraries"
SCHEMA = 1
SOURCES = ("wheel", "sdist", "checkout", "program")


class LibrariesError(RuntimeError):
    """The suites can't be run or compared."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one library; see the module for its fields."""

    name: str
    version: str
    source: str
    tests: tuple[str, ...]
    releases: tuple[str, ...]
    distribution: str = ""
    file: ArtifactFile | None = None
    repository: str = ""
    exclude: Mapping[str, str] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    deselect: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    limit: float = 300.0
    short: tuple[str, ...] = ()

    def files(self, root: Path) -> list[str]:
        """The test files below ``root``, as posix paths relative to it.

        Raises:
            LibrariesError: A pattern, or an excluded name, matches none.
        """
        names: dict[str, None] = {}
        for pattern in self.tests:
            matching = sorted(path.relative_to(root).as_posix() for path in root.glob(pattern))
            if not matching:
                raise LibrariesError(f"{self.name}: no test file matches {pattern}\n  looked in: {root}")
            names.update(dict.fromkeys(matching))
        if unknown := [name for name in self.exclude if name not in names]:
            raise LibrariesError(f"{self.name}: excluded, and not there: {', '.join(unknown)}")
        return [name for name in names if name not in self.exclude]

    def groups(self, root: Path) -> dict[str, list[str]]:
        """The test files by the process that runs them: those of a folder together, each of ``apart`` by itself.

        Raises:
            LibrariesError: As of `files`; or a file that is set apart is not among them.
        """
        files = self.files(root)
        if unknown := [name for name in self.apart if name not in files]:
            raise LibrariesError(f"{self.name}: set apart, and not there: {', '.join(unknown)}")
        groups: dict[str, list[str]] = {}
        for name in files:
            folder = name.rpartition("/")[0] or "."
            groups.setdefault(name if name in self.apart else f"{folder}/*", []).append(name)
        return groups


@dataclass(frozen=True, slots=True)
class Declaration:
    """The content of libraries.toml."""

    python: str
    sample: int
    suites: tuple[Suite, ...]
    differences: tuple[Expected, ...]

    def of(self, release: str) -> tuple[Suite, ...]:
        """The suites that go with a release line."""
        return tuple(suite for suite in self.suites if release in suite.releases)


def load(path: Path = DECLARATION) -> Declaration:
    """Read the declaration.

    Raises:
        LibrariesError: It can't be read, or has unknown or missing keys.
    """
    try:
        values = tomllib.loads(path.read_text("utf-8"))
        if values.pop("schema", None) != SCHEMA:
            raise LibrariesError(f"{path}: schema: wanted {SCHEMA}, the only one that this reads")
        declaration = Declaration(
            values.pop("python"),
            values.pop("sample"),
            tuple(_suite(path, entry) for entry in values.pop("suite")),
            read_entries(path, values.pop("difference", [])),
        )
    except (OSError, tomllib.TOMLDecodeError, DifferencesError) as error:
        raise LibrariesError(f"{path}: can't read the declaration: {error}") from error
    except KeyError as error:
        raise LibrariesError(f"{path}: {error.args[0]} is missing") from error
    names = [suite.name for suite in declaration.suites]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise LibrariesError(f"{path}: declared more than once: {', '.join(sorted(repeated))}")
    if values:
        raise LibrariesError(f"{path}: unknown keys: {', '.join(values)}")
    return declaration


def _suite(path: Path, values: dict[str, Any]) -> Suite:
    name = values.get("name", "a suite without a name")
    known = set(Suite.__dataclass_fields__)
    wanted = {"name", "version", "source", "releases", "tests"}
    if unknown := set(values) - known:
        raise LibrariesError(f"{path}: {name}: unknown keys: {', '.join(sorted(unknown))}")
    if missing := wanted - set(values):
        raise LibrariesError(f"{path}: {name}: missing keys: {', '.join(sorted(missing))}")
    source = values["source"]
    if source not in SOURCES:
        raise LibrariesError(f"{path}: {name}: source: wanted one of {', '.join(SOURCES)}, found {source!r}")
    if ("file" in values) != (source in {"wheel", "sdist"}) or ("repository" in values) != (
        source == "checkout"
    ):
        raise LibrariesError(
            f"{path}: {name}: a wheel and an sdist have a file, a checkout a repository, and no other source has"
        )
    for key in ("exclude", "deselect"):
        if any(not reason for reason in values.get(key, {}).values()):
            raise LibrariesError(f"{path}: {name}: {key}: each needs a reason")
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in values.items()
    }
    fields["distribution"] = str(canonicalize_name(values.get("distribution", name)))
    if file := fields.pop("file", None):
        released = (fields["distribution"], values["version"])
        fields["file"] = ArtifactFile(*released, file["name"], "any", None, file["size"], file["sha256"])
    return Suite(**fields)


def pins_file(release: str) -> Path:
    """The file that pins everything in the environments except jax, jaxlib and the family."""
    return Path(__file__).with_name(f"pins-{release}.txt")


def pins(release: str) -> dict[str, str]:
    """Versions by distribution.

    Raises:
        LibrariesError: There are none for this release line, or a line is not a pin.
    """
    path = pins_file(release)
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise LibrariesError(f"no libraries are pinned for jax {release}: {error}") from error
    versions = {}
    for line in lines:
        if not (text := line.partition("#")[0].strip()):
            continue
        if not (match := re.fullmatch(r"([A-Za-z0-9._-]+)==(\S+)", text)):
            raise LibrariesError(f"{path}: wanted NAME==VERSION, found {text!r}")
        versions[str(canonicalize_name(match[1]))] = match[2]
    return versions


def chosen(suites: Sequence[Suite], names: Iterable[str] | None) -> list[Suite]:
    """The suites of these names, or all.

    Raises:
        LibrariesError: There is none of a name.
    """
    if names is None:
        return list(suites)
    by_name = {suite.name: suite for suite in suites}
    names = list(names)
    if unknown := [name for name in names if name not in by_name]:
        raise LibrariesError(
            f"no such suite: {', '.join(unknown)}\n  found: {', '.join(by_name) or 'none for this release'}"
        )
    return [by_name[name] for name in dict.fromkeys(names)]
