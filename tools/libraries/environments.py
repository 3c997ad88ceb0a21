"""The two environments, the sources of the tests, and the inputs of a suite's results."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from tools import BUILD
from tools.artifacts.cache import Cache
from tools.console.progress import CONSOLE
from tools.environments.venv import Environment
from tools.libraries.declaration import PROGRAMS, LibrariesError, Suite, pins, pins_file
from tools.upstream_tests.sides import (
    BINDINGS,
    OURS,
    RECORDER,
    THEIRS,
    Side,
    backend,
    backends,
    digest,
    sha256,
)

STORE = BUILD / "libraries"
#: Distributions of an environment that no library requires.
RUNNER = ("pytest",)
NAMES = (BINDINGS, OURS, THEIRS)


@dataclass(frozen=True, slots=True)
class Place:
    """An environment with every library, and a hash of its inputs."""

    name: str
    environment: Environment
    #: Hash of the wheels under test and of the Python.
    build: str
    backend: str


def place(name: str, release: str, python: Path, suites: Sequence[Suite], other: str = "") -> Place:
    """The environment called ``name``, which is remade if its inputs have changed.

    ``other`` is the name of a Python that nothing was pinned for, if it is one: what the installer refuses there is
    left out, and `lacking` finds it.

    Raises:
        LibrariesError: The installer can't make it.
        UpstreamError: It does not use the backend that it is named for.
    """
    under_test = backends(name, release, python)
    contents = [sha256(Path(item)) if item.endswith(".whl") else item for item in under_test]
    build = digest(str(python.resolve()), *contents)
    cache = Cache()
    wheels = {
        suite.distribution: cache.fetch(suite.file)
        for suite in suites
        if suite.source == "wheel" and suite.file
    }
    pinned = [str(wheels.get(key, f"{key}=={version}")) for key, version in pins(release).items()]
    folder = f"{name}-{release}-{other}" if other else f"{name}-{release}"
    environment = Environment(STORE / folder / "environment")
    stamp, text = environment.folder / "made", digest(build, *pinned)
    if not stamp.is_file() or stamp.read_text("utf-8") != text:
        CONSOLE.print(f"making an environment with {name}")
        environment = Environment.create(environment.folder, python)
        try:
            environment.install(*([] if other else ["--constraint", str(pins_file(release))]), *under_test)
            if other:
                _install_possible(environment, pinned)
            else:
                environment.install("--no-deps", *pinned)
        except subprocess.CalledProcessError as error:
            raise LibrariesError(f"can't make an environment with {name}:\n{error.stdout}") from error
        stamp.write_text(text, "utf-8")
    account = backend(Side(name, environment, environment.folder))
    return Place(name, environment, build, account)


def _install_possible(environment: Environment, pinned: Sequence[str]) -> None:
    """Install those of the pinned distributions that can be; each half of those that can't be together, apart."""
    # What jax itself requires is there, in the versions for this Python.
    with CONSOLE.status(f"installing {len(pinned)} distributions"):
        waiting = [list(pinned)]
        while waiting:
            some = waiting.pop()
            try:
                environment.install("--no-deps", "--only-binary=numpy,scipy,ml_dtypes", *some)
            except subprocess.CalledProcessError as error:
                if len(some) == 1:
                    reason = (error.stdout or "").strip().splitlines()
                    CONSOLE.print(
                        f"{some[0]}: not installed: {reason[-1] if reason else 'refused'}", soft_wrap=True
                    )
                    continue
                half = len(some) // 2
                waiting += [some[half:], some[:half]]


def lacking(suite: Suite, at: Place, release: str) -> list[str]:
    """The distributions that are pinned, and that a suite requires, but that the environment lacks."""
    roots, pinned = (suite.distribution, *suite.needs, *RUNNER), pins(release)
    missing = _closure(roots, at.environment.site_packages)[1]
    return sorted(missing & pinned.keys())


def source(suite: Suite, at: Place, checkouts: Path | None) -> Path:
    """The folder that a suite's test files are relative to.

    Raises:
        LibrariesError: No checkout of it is given, or it is not at the version's tag.
    """
    if suite.source == "wheel":
        return at.environment.site_packages
    if suite.source == "program":
        return PROGRAMS
    if suite.source == "checkout":
        return _checkout(suite, checkouts)
    assert suite.file is not None
    archive = Cache().fetch(suite.file)
    folder = STORE / "sources" / suite.file.sha256[:16]
    if not folder.is_dir():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        with tarfile.open(archive) as members:
            members.extractall(part, filter="data")
        part.replace(folder)
    (root,) = folder.iterdir()
    return root


def _checkout(suite: Suite, checkouts: Path | None) -> Path:
    root = (checkouts or Path()) / suite.name
    tag = f"v{suite.version}"
    clone = f"git clone --depth 1 --branch {tag} {suite.repository} {suite.name}"
    if checkouts is None or not root.is_dir():
        raise LibrariesError(
            f"no checkout of {suite.name} {suite.version}, whose distributions hold no tests\n"
            f"  To get one, run: {clone}\n  and name the folder that it is in with --checkouts"
        )
    command = ["git", "-C", str(root), "describe", "--tags", "--exact-match", "--match", tag]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stdout.strip() != tag:
        raise LibrariesError(
            f"the checkout of {suite.name} is of another version\n  wanted: {tag}\n"
            f"  found:  {done.stdout.strip() or done.stderr.strip()}\n  looked in: {root}"
        )
    return root


def closure(roots: Sequence[str], site_packages: Path) -> list[str]:
    """``NAME==VERSION`` of these distributions and all their requirements, as far as installed, sorted."""
    return [f"{name}=={version}" for name, version in sorted(_closure(roots, site_packages)[0].items())]


def _closure(roots: Sequence[str], site_packages: Path) -> tuple[dict[str, str], set[str]]:
    """The versions of these distributions and all their requirements, and the names of those not installed."""
    installed: dict[str, Distribution] = {}
    for distribution in distributions(path=[str(site_packages)]):
        if distribution.metadata and distribution.metadata["Name"]:
            installed[str(canonicalize_name(distribution.metadata["Name"]))] = distribution
    seen: dict[str, str] = {}
    missing: set[str] = set()
    queue = [str(canonicalize_name(root)) for root in roots]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        if name not in installed:
            missing.add(name)
            continue
        seen[name] = installed[name].version
        queue += [required for text in installed[name].requires or () if (required := _required(text))]
    return seen, missing


def _required(text: str) -> str | None:
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return None
    # Installed extras are included, too: a dependency too many only makes a suite run again without need.
    extra = "extra" in str(requirement.marker or "")
    if requirement.marker and not extra and not requirement.marker.evaluate():
        return None
    return str(canonicalize_name(requirement.name))


def side(suite: Suite, at: Place, root: Path, sample: int) -> Side:
    """The folder of a suite's results in an environment, named by a hash of their inputs.

    The test file itself is part of its record's name. The other files of the source are not, because the version
    determines them.
    """
    roots = (suite.distribution, *suite.needs, *RUNNER)
    parts = closure(roots, at.environment.site_packages)
    parts = [part for part in parts if part.partition("==")[0] not in {"jaxlib", "jaxlib-core", "jaxlib-cpu"}]
    if suite.source == "program":
        parts += [sha256(path) for path in sorted(root.glob("*.py"))]
    options = [
        *(f"{key}={value}" for key, value in sorted(suite.variables.items())),
        *sorted(suite.deselect),
        f"sample={sample}",
        f"limit={suite.limit}",
    ]
    results = STORE / f"{at.name}-{at.build}" / f"{suite.name}-{digest(sha256(RECORDER), *parts, *options)}"
    results.mkdir(parents=True, exist_ok=True)
    return Side(at.name, at.environment, results, at.build)
