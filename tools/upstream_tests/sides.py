"""The environments that are compared: upstream's jaxlib alone and with jaxlib-cpu, and ours with jaxlib-cpu."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from tools import BUILD, ROOT
from tools.artifacts.manifest import Manifest, since
from tools.builder import build
from tools.environments.venv import Environment
from tools.interpreters import is_free_threaded
from tools.upstream_tests.modes import DEFAULT, MODES

RECORDER = Path(__file__).with_name("recorder.py")
STORE = BUILD / "upstream"
#: The names of the environments: upstream's jaxlib with our plugin and without it, and our jaxlib with it.
OURS, THEIRS, BINDINGS = "jaxlib-cpu", "jaxlib", "jaxlib-bindings"
#: Upstream's default number of generated cases for a test, which are drawn at random from a fixed seed.
CASES = 10
console = Console(stderr=True, highlight=False)


class UpstreamError(RuntimeError):
    """The tests can't be run or compared."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of both sides, which are part of a result's key."""

    mode: str = DEFAULT
    cases: int = CASES

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables of upstream's own continuous integration on a CPU, and those of the mode."""
        return {
            "JAX_ENABLE_X64": "0",
            "JAX_NUM_GENERATED_CASES": str(self.cases),
            "JAX_SKIP_SLOW_TESTS": "true",
            **MODES[self.mode].variables,
        }


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two environments, with the folder for its results.

    The key of a result is a hash of its inputs: the wheels, the other requirements, the Python, the options and the
    test file.
    """

    name: str
    environment: Environment
    results: Path
    #: A hash of the environment's content, which changes with each build.
    build: str = ""


def prepared(
    manifest: Manifest, python: Path, settings: Settings, wanted: tuple[str, str] = (OURS, THEIRS)
) -> tuple[Side, Side]:
    """Both environments, remade if their content has changed, in the order of their names."""

    def side(name: str) -> Side:
        requirements = [*backends(name, manifest.release, python), *_requirements(manifest.release, python)]
        return _side(name, manifest.release, python, settings, requirements)

    return side(wanted[0]), side(wanted[1])


def backends(name: str, release: str, python: Path) -> list[str]:
    """The requirements that distinguish the environment ``name``: jax, a jaxlib, and the family's wheels."""
    jaxlib, plugin = f"jaxlib=={release}", []
    if name == BINDINGS:
        jaxlib = str(build.jaxlib(release, python=str(python)))
    if name != THEIRS:
        free_threaded = is_free_threaded(build.python_version(str(python)))
        cpu = build.wheel("cpu", release, free_threaded=free_threaded)
        plugin = [str(build.wheel("core", release)), str(cpu)]
    return [f"jax=={release}", jaxlib, *plugin]


def _side(name: str, release: str, python: Path, settings: Settings, requirements: Sequence[str]) -> Side:
    contents = [sha256(Path(item)) if item.endswith(".whl") else item for item in requirements]
    made_of = digest(str(python.resolve()), *contents)
    folder = STORE / f"{name}-{release}-{made_of}"
    environment, stamp = Environment(folder / "environment"), folder / "environment" / "made"
    if not stamp.exists():
        console.print(f"making an environment with {name}")
        # Results of other builds are kept, but not their environments, which are large and quickly remade.
        for old in STORE.glob(f"{name}-{release}-*/environment"):
            shutil.rmtree(old)
        environment = Environment.create(environment.folder, python)
        try:
            # Not pinned; its newest release has only a source for some Pythons.
            environment.install("--only-binary=ml_dtypes", *requirements)
        except subprocess.CalledProcessError as error:
            raise UpstreamError(f"can't make an environment with {name}:\n{error.stdout}") from error
        stamp.touch()
    inputs = {**settings.variables, **MODES[settings.mode].order}
    options = (f"{key}={value}" for key, value in inputs.items())
    results = folder / digest(sha256(RECORDER), *options)
    results.mkdir(exist_ok=True)
    return Side(name, environment, results, made_of)


def backend(side: Side) -> str:
    """The backend that serves the CPU there, by its own report; it must be the one that the side is named for."""
    script = (
        "import importlib.metadata as m, jax; c = jax.devices()[0].client; "
        "print(c.platform, ', '.join([*c.platform_version.splitlines(), 'jaxlib']), m.version('jaxlib'))"
    )
    done = side.environment.run("-c", script, environment={"JAX_PLATFORMS": "cpu"})
    plugin, ours = OURS in done.stdout, done.stdout.strip().endswith("+bindings")
    if done.returncode or plugin != (side.name != THEIRS) or ours != (side.name == BINDINGS):
        raise UpstreamError(
            f"the environment with {side.name} does not run on it\n"
            f"  found:     {done.stdout.strip() or done.stderr.strip()}\n"
            f"  looked in: {side.environment.folder}"
        )
    return done.stdout.strip()


#: Requirements that have no wheel for free-threaded Pythons; what needs them fails with either jaxlib.
_WITH_GIL = ("grpcio",)


def _requirements(release: str, python: Path) -> list[str]:
    """The pinned requirements of the tests besides jax and jaxlib."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    more = {
        name.removeprefix("upstream-tests-"): pins
        for name, pins in groups.items()
        if name.startswith("upstream-tests-")
    }
    pins = [*groups["upstream-tests"], *since(more, release)]
    if is_free_threaded(build.python_version(str(python))):
        return [pin for pin in pins if not pin.startswith(_WITH_GIL)]
    return pins


def digest(*items: str) -> str:
    """A short hash of these texts."""
    return hashlib.sha256("\n".join(items).encode()).hexdigest()[:12]


def sha256(path: Path) -> str:
    """The hash of a file's content, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
