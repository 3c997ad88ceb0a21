"""``python -m tools matrix``: jax, jaxlib and plugins of releases that do and do not go together, for real.

For each cell an environment is made, jax is used there in child processes under a time limit, and ``jaxlib doctor``
is asked. It has to end in "works" or in exactly one diagnosis, said by jax itself where jax gets as far as to ask a
plugin; the command in the diagnosis is typed in that environment, and then it has to work. All else is a violation:
a crash, a hang, a fall-back without a word, two diagnoses, a command that does not fix.

The environments are real: files that uv (for some, pip) installed from the wheels, linked together instead of being
installed anew for each. NVIDIA's libraries are stand-ins, empty but for their names: no cell runs on a GPU. The end
of a cell is kept with what it depends on; a run that was stopped goes on where it was, and an environment that
holds the same files as one before, by their inodes, is not observed twice.

Exit status: 0 no violation; 1 there is one; 2 it can't be told.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import platform as machine
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from queue import Queue
from threading import Lock, get_ident
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools import BUILD, DIST
from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.manifest import ArtifactFile, ManifestError, load, releases
from tools.builder import build, definitions
from tools.console.progress import CONSOLE, Work
from tools.elf import stubs
from tools.environments.venv import Environment, pythons, uv
from tools.results import RESULTS as FOLDER
from tools.results import read, write

SCHEMA = "jaxlib.matrix/2"
DATA = Path(__file__).with_suffix(".toml")
PROBE = Path(__file__).with_name("matrix_probe.py")
STORE = BUILD / "matrix"
KIND = "matrix"
RESULTS = FOLDER / f"{KIND}.json"
#: Seconds that a child process may take.
LIMIT = 300.0
#: A topology of each platform to load its library with; ROCm's has none that needs no device, and says so.
TOPOLOGIES = {"cpu": "", "cuda": "cuda:h100", "tpu": "tpu:v5e:2x2", "rocm": "1x1x1"}
CODE = re.compile(r"\[(JLP[0-9]{3})\]")
ABSENT = "JLP012"
SYSTEM = "JLP015"


class MatrixError(RuntimeError):
    """The matrix can't be run here."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One environment: jax, jaxlib, a plugin of the family of the release ``line``, and what is wrong besides.

    Attributes:
        jax: its version.
        jaxlib: its version.
        plugin: its name, as ``cuda12``.
        line: its release, and jaxlib-core's.
        library: ``own``, or ``swapped`` for that of the other line.
        upstream: upstream's plugin for CUDA 12: ``absent``, of our plugin's release (``same``), or of the ``other``
            line's.
        installer: what makes and fixes it.
    """

    jax: str
    jaxlib: str
    plugin: str
    line: str
    library: str
    upstream: str
    installer: str = "uv"

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return (
            f"jax-{self.jax}_jaxlib-{self.jaxlib}_{self.plugin}-{self.line}_{self.library}_{self.upstream}"
            f"_{self.installer}"
        )

    @property
    def platform(self) -> str:
        """Jax's platform of the plugin."""
        return self.plugin.rstrip("0123456789")


@dataclass(frozen=True, slots=True)
class Result:
    """How a cell ended.

    Attributes:
        cell: which one.
        outcome: ``works``, ``diagnosis`` or ``violation``.
        said_by: of a diagnosis: ``jax``, in an exception or a warning, or ``doctor`` where jax refuses its jaxlib
            as soon as it is imported and nothing of the family is asked.
        code: of the diagnosis, else empty.
        summary: its first line, else empty.
        command: what was typed to fix it, else empty.
        fixed: whether it then worked; None where nothing was typed.
        left: what the command leaves to be done by the system's installer, by its code: ROCm's libraries.
        violations: what is wrong, a sentence each.
        notes: what is worth knowing and no violation.
        seconds: that it took.
    """

    cell: Cell
    outcome: str
    said_by: str
    code: str
    summary: str
    command: str
    fixed: bool | None
    left: str
    violations: tuple[str, ...]
    notes: tuple[str, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        data = asdict(self)
        lists = {key: list(data[key]) for key in ("violations", "notes")}
        return {**data.pop("cell"), **data, **lists}


# ---- Which cells.


@cache
def data() -> Mapping[str, Any]:
    """What tools/compat/matrix.toml says."""
    return tomllib.loads(DATA.read_text("utf-8"))


def cells() -> list[Cell]:
    """All of them."""
    facts = data()
    made = [
        Cell(*words)
        for words in itertools.product(
            facts["releases"],
            facts["releases"],
            facts["plugins"],
            releases(),
            facts["libraries"],
            facts["upstream"],
        )
        # One thing besides at a time.
        if "own" in words or "absent" in words
    ]
    every = facts["pip_every"]
    # A step that is no divisor of a factor's size, so that pip meets each value of each.
    return [replace(cell, installer="pip") if index % every == 7 else cell for index, cell in enumerate(made)]


FACTORS = ("jax", "jaxlib", "plugin", "line", "library", "upstream")


def covering(every: Sequence[Cell]) -> list[Cell]:
    """A few of ``every``, among which each pair of values of two factors is met; the same ones each time."""
    pairs = {cell: _pairs(cell) for cell in every}
    left = set().union(*pairs.values())
    chosen = []
    while left:
        best = max(every, key=lambda cell: len(pairs[cell] & left))
        left -= pairs[best]
        chosen.append(best)
    return chosen


def quick(every: Sequence[Cell]) -> list[Cell]:
    """Those for the test command: a covering part of what needs no wheels beside those that the tests build anyhow.

    And what must work, and what has been seen to go wrong: each way in which the three can be of two releases.
    """
    tested = {("cpu", line) for line in releases()} | {(name, load().release) for name in ("cuda12", "tpu")}
    few = [
        replace(cell, installer="uv")
        for cell in every
        if (cell.plugin, cell.line) in tested
        and (cell.library == "own" or cell.plugin == "cpu")
        and (cell.upstream == "absent" or (cell.upstream == "same" and cell.plugin == "cuda12"))
    ]
    known = [Cell(*words, "own", "absent") for words in KNOWN]
    return list(dict.fromkeys([*covering(few), *known]))


#: jax, jaxlib, plugin and its release.
KNOWN = (
    ("0.10.2", "0.10.2", "cpu", "0.10.2"),
    ("0.12.0", "0.12.0", "cpu", "0.12.0"),
    ("0.10.2", "0.10.1", "cpu", "0.10.2"),
    ("0.10.2", "0.12.0", "cpu", "0.10.2"),
    ("0.12.0", "0.10.2", "cpu", "0.10.2"),
    ("0.10.1", "0.10.2", "cpu", "0.10.2"),
    ("0.12.0", "0.12.0", "cpu", "0.10.2"),
    ("0.10.2", "0.10.2", "cpu", "0.12.0"),
    ("0.10.1", "0.10.1", "cpu", "0.10.2"),
)


def _pairs(cell: Cell) -> frozenset[tuple[tuple[str, str], ...]]:
    values = [(factor, str(getattr(cell, factor))) for factor in FACTORS]
    return frozenset(itertools.combinations(values, 2))


def other(line: str) -> str:
    """The other release line."""
    (found,) = set(releases()) - {line}
    return found


# ---- Wheels and layers.


class Workshop:
    """Where environments are made: a folder of wheels, and layers of installed files to link together."""

    def __init__(self, store: Path = STORE) -> None:
        self.store = store
        self.wheels = store / "wheels"
        self.cache = store / "uv"
        found = pythons()
        wanted = tuple(int(part) for part in data()["python"].split("."))
        if wanted not in found or machine.machine() != data()["architecture"]:
            raise MatrixError(
                f"wanted CPython {data()['python']} on Linux {data()['architecture']}; "
                f"found {machine.machine()} with {', '.join(f'{a}.{b}' for a, b in found)}"
            )
        self.python = found[wanted]
        self._lock = Lock()
        self._identities: dict[str, str] = {}

    def gather(self, wanted_by: Iterable[Cell], *, as_built: bool = False) -> None:
        """Put every wheel that these cells may ask for into one folder; fetches what is missing.

        The family's are built unless they are up to date; ``as_built`` takes those in dist/ as they are.
        """
        self.wheels.mkdir(parents=True, exist_ok=True)
        plugins, upstreams = set(), set()
        for cell in wanted_by:
            lines = {cell.line, other(cell.line)} if cell.library == "swapped" else {cell.line}
            plugins |= {(cell.plugin, line) for line in lines}
            if cell.upstream != "absent":
                upstreams.add(cell.line if cell.upstream == "same" else other(cell.line))
        make = _built if as_built else build.wheel
        wanted = [make("core", line) for line in releases()]
        wanted += [make(plugin, line) for plugin, line in sorted(plugins)]
        fetched = Cache()
        for line in releases():
            manifest = load(line)
            names = ["jax", "jaxlib", *(data()["upstream_distributions"] if line in upstreams else ())]
            for name in [*names, *(["libtpu"] if ("tpu", line) in plugins else [])]:
                files = [file for file in manifest.artifact(name).files if _fits(file)]
                wanted += [fetched.fetch(file) for file in files]
        for pin in data()["wheel"]:
            file = ArtifactFile(
                pin["name"], pin["version"], pin["filename"], "any", None, pin["size"], pin["sha256"]
            )
            wanted.append(fetched.fetch(file))
        wanted += self._standins(wanted)
        for path in wanted:
            target = self.wheels / path.name
            if not target.exists() or not target.samefile(path):
                target.unlink(missing_ok=True)
                _link(path, target)
        for path in set(self.wheels.iterdir()) - {self.wheels / each.name for each in wanted}:
            path.unlink()
        # uv takes a wheel of a name and version that it has unpacked before, whatever is in it by now.
        self.cache = self.store / "uv" / self.inputs()[:16]
        for path in (self.store / "uv").glob("*"):
            if path != self.cache:
                shutil.rmtree(path, ignore_errors=True)

    def _standins(self, wheels: Sequence[Path]) -> list[Path]:
        """What the plugins require beside the family and libtpu."""
        folder = self.store / "standins"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        image, made = b"", []
        have = {canonicalize_name(path.name.partition("-")[0]) for path in wheels}
        for path in wheels:
            if not path.name.startswith("jaxlib_"):
                continue
            with zipfile.ZipFile(path) as archive:
                info = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
                lines = archive.read(info).decode().splitlines()
                descriptor = next((n for n in archive.namelist() if n.endswith("/plugin.json")), None)
                libraries = json.loads(archive.read(descriptor))["libraries"] if descriptor else []
            required = [
                Requirement(line.partition(": ")[2]) for line in lines if line.startswith("Requires-Dist")
            ]
            for requirement in required:
                if canonicalize_name(requirement.name) in have:
                    continue
                image = image or stubs.blank()
                sonames = [e["soname"] for e in libraries if e.get("distribution") == requirement.name]
                made.append(stubs.wheel(folder, requirement, sonames, image))
        return made

    def inputs(self) -> str:
        """A digest of all that decides how a cell ends."""
        digest = hashlib.sha256(DATA.read_bytes() + PROBE.read_bytes())
        for path in sorted(self.wheels.iterdir()):
            with zipfile.ZipFile(path) as archive:
                record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
                digest.update(path.name.encode() + archive.read(record))
        return digest.hexdigest()

    def layer(self, *requirements: str) -> Path:
        """A site-packages that holds just these, as uv installed them, and compiled; made once."""
        for each in requirements:
            self._identities.setdefault(each, self._identity(each))
        text = " ".join(f"{each} {self._identities[each]}" for each in requirements)
        stamp = hashlib.sha256(text.encode()).hexdigest()
        folder = self.store / "layers" / stamp[:20]
        with self._lock:
            if not (folder / "done").exists():
                environment = Environment.create(folder, self.python)
                self._type(
                    environment, ["uv", "pip", "install", "--no-deps", "--compile-bytecode", *requirements]
                )
                (folder / "done").touch()
        return Environment(folder).site_packages

    def _identity(self, requirement: str) -> str:
        """The wheel's own hashes of all it holds."""
        name, _, version = requirement.partition("==")
        wheel = next(
            path
            for path in self.wheels.iterdir()
            if parse_wheel_filename(path.name)[0] == canonicalize_name(name)
            and str(parse_wheel_filename(path.name)[1]) == version
        )
        with zipfile.ZipFile(wheel) as archive:
            record = next(each for each in archive.namelist() if each.endswith(".dist-info/RECORD"))
            return hashlib.sha256(archive.read(record)).hexdigest()

    def library(self, plugin: str, line: str) -> tuple[Path, Path]:
        """The plugin's library of that line in its layer, and where it is in any site-packages."""
        _, described, *owner = (self.layer(each) for each in self._plugin(plugin, line))
        library = json.loads((described / f"jaxlib_{plugin}" / "plugin.json").read_bytes())["library"]
        if owner:
            return owner[0] / library["file"], Path(library["file"])
        inside = Path(f"jaxlib_{plugin}", library["file"])
        return described / inside, inside

    def _plugin(self, plugin: str, line: str) -> list[str]:
        names = [f"jaxlib-core=={line}", f"jaxlib-{plugin}=={line}"]
        owner = definitions.plugin_facts(plugin)["artifact"]
        return [*names, f"libtpu=={load(line).artifact('libtpu').version}"] if owner == "libtpu" else names

    def _vendor(self, plugin: str, line: str) -> list[str]:
        """The stand-ins that the plugin requires, as they lie in the folder of wheels."""
        wanted = []
        with zipfile.ZipFile(next(self.wheels.glob(f"jaxlib_{plugin}-{line}-*.whl"))) as archive:
            info = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            for text in archive.read(info).decode().splitlines():
                if text.startswith("Requires-Dist: "):
                    wanted.append(Requirement(text.partition(": ")[2]))
        made = sorted(parse_wheel_filename(path.name)[:2] for path in (self.store / "standins").iterdir())
        found: dict[str, Any] = {}
        for (name, version), requirement in itertools.product(made, wanted):
            # The oldest that this line allows: the other line's may be older than its floor.
            if name == canonicalize_name(requirement.name) and version in requirement.specifier:
                found.setdefault(name, version)
        return [f"{name}=={version}" for name, version in sorted(found.items())]

    def environment(self, cell: Cell, folder: Path) -> Environment:
        """The environment of ``cell``, in ``folder``; what was there is removed."""
        common = [f"{pin['name']}=={pin['version']}" for pin in data()["wheel"] if pin["name"][:3] != "jax"]
        layers = [
            self.layer(*common),
            self.layer(f"jax=={cell.jax}"),
            self.layer(f"jaxlib=={cell.jaxlib}"),
        ]
        ours = self._plugin(cell.plugin, cell.line)
        if vendor := self._vendor(cell.plugin, cell.line):
            layers.append(self.layer(*vendor))
        if cell.installer == "uv":
            layers += [self.layer(each) for each in ours]
        if cell.upstream != "absent":
            line = cell.line if cell.upstream == "same" else other(cell.line)
            layers.append(self.layer(*(f"{name}=={line}" for name in data()["upstream_distributions"])))
        made = self._cleared(folder, layers[0])
        for layer in layers[1:]:
            subprocess.run(["cp", "-alf", f"{layer}/.", str(made.site_packages)], check=True)
        if cell.installer == "pip":
            self._type(made, ["pip", "install", "--no-deps", *ours])
        if cell.library == "swapped":
            source, inside = self.library(cell.plugin, other(cell.line))
            (made.site_packages / inside).unlink()
            os.link(source, made.site_packages / inside)
        return made

    def _cleared(self, folder: Path, common: Path) -> Environment:
        """An environment in ``folder`` that holds the layer ``common``; what it held besides is removed.

        That layer is more than half of all files, and no command touches it.
        """
        made = Environment(folder)
        kept = {path.name for path in common.iterdir()}
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            Environment.create(folder, self.python)
            subprocess.run(["cp", "-alf", f"{common}/.", str(made.site_packages)], check=True)
        for path in made.site_packages.iterdir():
            if path.name not in kept:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        return made

    def _type(self, environment: Environment, words: list[str]) -> None:
        """Type a command of pip or uv in ``environment``, with the folder of wheels as the only index."""
        options = {"UV_LINK_MODE": "hardlink", "UV_NO_CONFIG": "1", "UV_CACHE_DIR": str(self.cache)}
        index = ["--no-index", "--find-links", str(self.wheels)] if "install" in words else []
        if words[:2] == ["uv", "pip"]:
            command = [uv(), *words[1:], "--quiet", "--python", str(environment.python), *index]
        elif words[0] == "pip":
            command = [
                str(self.pip()),
                "-m",
                "pip",
                "--python",
                str(environment.python),
                *words[1:],
                "-q",
                *index,
            ]
        else:
            raise MatrixError(f"not a command of pip or uv: {shlex.join(words)}")
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            env=environment.variables(options),
        )
        if done.returncode:
            raise RepairFailed(f"{shlex.join(words)}: status {done.returncode}: {done.stderr.strip()[-600:]}")

    def pip(self) -> Path:
        """A Python with pip, which acts on other environments."""
        with self._lock:
            folder = self.store / "pip"
            if not folder.exists():
                Environment.create(folder, self.python, seed=True)
        return Environment(folder).python

    def type(self, environment: Environment, command: str) -> None:
        """Type what a diagnosis says, as it stands there."""
        for part in command.split(" && "):
            self._type(environment, shlex.split(part))

    def observe(self, environment: Environment, cell: Cell) -> dict[str, Any]:
        """Use jax there, with and without JAX_PLATFORMS=cpu, and ask the doctor."""
        seen = hashlib.sha256(
            PROBE.read_bytes() + f"{cell.platform} {_files(environment.site_packages)}".encode()
        )
        path = self.store / "observed" / f"{seen.hexdigest()}.json"
        if path.exists():
            known: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return known
        words = [str(PROBE), cell.platform, TOPOLOGIES[cell.platform]]
        free = _child(environment, words)
        doctor = _child(environment, ["-m", "jaxlib_core", "doctor", "--json"])
        found = {"free": free, "cpu": None, "doctor": doctor}
        if "import" in free["json"]:
            found["cpu"] = _child(environment, words, JAX_PLATFORMS="cpu")
        if all(child["json"] for child in found.values() if child):
            _write(path, json.dumps(found))
        return found


class RepairFailed(RuntimeError):
    """A command that was typed ended badly."""


def _built(name: str, line: str) -> Path:
    found = next(DIST.glob(f"jaxlib_{name}-{line}-*.whl"), None)
    if found is None:
        raise MatrixError(
            f"wanted jaxlib-{name} {line} in {DIST}; found none: nox -s build_plugins -- {name}"
        )
    return found


def _fits(file: ArtifactFile) -> bool:
    tag = f"cp{data()['python'].replace('.', '')}"
    return file.architecture in {"any", data()["architecture"]} and file.python in {None, tag}


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _files(site: Path) -> str:
    """What a site-packages holds, by path and inode: hard links to the same files give the same."""
    digest = hashlib.sha256()
    own = {"RECORD", "INSTALLER", "REQUESTED", "uv_cache.json", "direct_url.json"}
    for folder, folders, files in os.walk(site):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(set(files) - own):
            path = f"{folder}/{name}"
            state = os.stat(path)  # noqa: PTH116
            of_it = (path[len(str(site)) :], state.st_ino, state.st_size, state.st_mtime_ns)
            digest.update(f"{of_it}\n".encode())
    return digest.hexdigest()


def _write(path: Path, text: str) -> None:
    """Write ``path`` whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.{get_ident()}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _child(environment: Environment, words: Sequence[str], **variables: str) -> dict[str, Any]:
    """What a child process printed last, as JSON; how it ended, and what it said on standard error."""
    try:
        done = environment.run(*words, environment=variables, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return {"status": None, "json": {}, "stderr": ""}
    try:
        text = done.stdout if "doctor" in words else done.stdout.splitlines()[-1]
        found = json.loads(text)
    except (ValueError, IndexError):
        found = {}
    return {"status": done.returncode, "json": found, "stderr": done.stderr}


# ---- What it means.


@dataclass(frozen=True, slots=True)
class Judgement:
    """One observation, judged."""

    outcome: str
    said_by: str = ""
    problem: Mapping[str, Any] | None = None
    violations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def judge(cell: Cell, seen: Mapping[str, Any]) -> Judgement:
    """What an observation comes to."""
    wrong: list[str] = []
    notes: list[str] = []
    for what, name in (("free", "jax"), ("cpu", "jax with JAX_PLATFORMS=cpu"), ("doctor", "jaxlib doctor")):
        child = seen[what]
        if child is None:
            continue
        fine = {0, 1} if what == "doctor" else {0}
        if child["status"] not in fine or not child["json"]:
            ended = "hung" if child["status"] is None else f"ended with status {child['status']}"
            last = child["stderr"].strip().splitlines()[-1:] or [""]
            wrong.append(f"{name} {ended}: {last[0]}")
    if wrong:
        return Judgement("violation", violations=tuple(wrong))
    free, doctor = seen["free"]["json"], seen["doctor"]["json"]
    if cpu := seen["cpu"]:
        ours = {f"libjaxlib_{cell.plugin}.so"} if cell.plugin == "cpu" else set()
        opened = set(cpu["json"]["opened"]) - ours
        if "xla_cuda_plugin.so" in opened:
            notes.append("upstream's plugin opens its library whatever JAX_PLATFORMS says")
        if others := opened - {"xla_cuda_plugin.so"}:
            wrong.append(f"with JAX_PLATFORMS=cpu these were opened: {', '.join(sorted(others))}")
    problems = doctor["problems"]
    if len(problems) > 1:
        wrong.append(f"{len(problems)} diagnoses: {', '.join(each['code'] for each in problems)}")
    steps = {each["step"]: each["text"] for each in free["said"]}
    asked = steps.pop("asked", "")
    codes = set(CODE.findall(" ".join(steps.values()) + seen["free"]["stderr"])) - {ABSENT}
    served_by_upstream = cell.upstream != "absent" and cell.platform == "cuda"
    if asked and not served_by_upstream and not CODE.search(asked):
        wrong.append(f"asked for its devices, jax says nothing of why there are none: {asked!r}")
    if not problems:
        wrong += [f"jax fails and the doctor finds nothing: {step}: {text}" for step, text in steps.items()]
        if not steps and not free.get("computed"):
            wrong.append("a jitted call gave a wrong result")
        if not steps and cell.plugin == "cpu" and "cpu" not in free["loaded"]:
            wrong.append("jaxlib-cpu does not serve, and no word is said")
        return Judgement("violation" if wrong else "works", violations=tuple(wrong), notes=tuple(notes))
    problem = problems[0]
    code, commands = problem["code"], problem["commands"]
    if "import" in steps:
        # jax itself refuses its jaxlib; no plugin has been asked.
        said_by = "doctor"
        if len(steps) > 1 or codes:
            wrong.append(f"more was said than that jax refuses: {steps}")
    else:
        said_by = "jax"
        if not codes:
            wrong.append(f"{code} is the doctor's diagnosis, and jax says nothing")
        elif codes != {code}:
            wrong.append(f"{code} is the doctor's diagnosis, and jax says {', '.join(sorted(codes))}")
        texts = [text for text in steps.values() if f"[{code}]" in text]
        if texts and not all(set(commands) <= set(text.splitlines()) for text in texts):
            wrong.append("a command is no line of its own in the exception's text")
    if code in {"JLP003", "JLP004", "JLP005"}:
        said = f"{problem['summary']} {problem['found']} {problem['wanted']}"
        if f"jaxlib-{cell.plugin}" not in said or not {cell.jax, cell.jaxlib} & set(
            re.findall(r"[\d.]+\d", said)
        ):
            wrong.append(f"the diagnosis names no distribution or no version: {said}")
    return Judgement(
        "violation" if wrong else "diagnosis",
        said_by,
        problem,
        tuple(wrong),
        tuple(notes),
    )


def run(workshop: Workshop, cell: Cell, folder: Path) -> Result:
    """Make the cell's environment, observe it, run the command, observe it again."""
    started = time.monotonic()
    environment = workshop.environment(cell, folder)
    first = judge(cell, workshop.observe(environment, cell))
    problem = first.problem or {}
    code, command, fixed, left = problem.get("code", ""), "", None, ""
    violations = list(first.violations)
    if problem:
        command = next(
            (each for each in problem["commands"] if each.startswith(f"{cell.installer} ")),
            problem["commands"][0],
        )
        if code == SYSTEM and not command.startswith(("uv ", "pip ")):
            # The system's packages: nothing of it can be typed for an environment.
            left, command = code, ""
    if command:
        try:
            workshop.type(environment, command)
        except RepairFailed as error:
            violations.append(f"the command fails: {error}")
            fixed = False
        else:
            again = judge(cell, workshop.observe(environment, cell))
            later = again.problem or {}
            fixed = again.outcome == "works"
            if again.outcome == "diagnosis" and later["code"] == SYSTEM and cell.plugin == "rocm7":
                fixed, left = True, SYSTEM
            if not fixed:
                said = "; ".join(again.violations) or f"{later.get('code')}: {later.get('summary')}"
                violations.append(f"after {command!r}: {said}")
    return Result(
        cell=cell,
        outcome="violation" if violations else first.outcome,
        said_by=first.said_by,
        code=code,
        summary=problem.get("summary", ""),
        command=command,
        fixed=fixed,
        left=left,
        violations=tuple(violations),
        notes=first.notes,
        seconds=round(time.monotonic() - started, 2),
    )


def _mixed(every: Sequence[Cell]) -> list[Cell]:
    """All of them, in an order that is the same each time and follows no factor."""
    return sorted(every, key=lambda cell: hashlib.sha256(cell.name.encode()).digest())


def run_all(
    workshop: Workshop, wanted: Sequence[Cell], jobs: int, minutes: float | None = None
) -> Iterator[Result]:
    """Every cell's result, from the store where it is still good; after ``minutes`` only such."""
    end = time.monotonic() + 60 * minutes if minutes is not None else float("inf")
    inputs = workshop.inputs()
    kept = workshop.store / "cells"
    places: Queue[Path] = Queue()
    for index in range(jobs):
        places.put(workshop.store / "slots" / f"{index}")

    def one(cell: Cell) -> Result | None:
        path = kept / f"{cell.name}.json"
        if (found := _stored(path, inputs)) is not None:
            return found
        if time.monotonic() > end:
            return None
        place = places.get()
        try:
            result = run(workshop, cell, place)
        finally:
            places.put(place)
        _write(path, json.dumps({"inputs": inputs, "result": result.as_dict()}))
        return result

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from (result for result in pool.map(one, wanted) if result)
        finally:
            pool.shutdown(cancel_futures=True)
            shutil.rmtree(workshop.store / "slots", ignore_errors=True)


def _stored(path: Path, inputs: str) -> Result | None:
    try:
        stored = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return parsed(stored["result"]) if stored["inputs"] == inputs else None


def parsed(item: Mapping[str, Any]) -> Result:
    """A result from its JSON."""
    cell = {key: item[key] for key in (*FACTORS, "installer")}
    rest = {key: value for key, value in item.items() if key not in cell}
    return Result(
        Cell(**cell), **{**rest, "violations": tuple(item["violations"]), "notes": tuple(item["notes"])}
    )


# ---- Reports.


def report(results: Iterable[Result], total: int) -> dict[str, Any]:
    """The results as JSON; the schema is tools/schemas/matrix.schema.json."""
    listed = list(results)
    return {
        "schema": SCHEMA,
        "python": data()["python"],
        "architecture": data()["architecture"],
        "releases": list(data()["releases"]),
        "plugins": list(data()["plugins"]),
        "lines": list(releases()),
        "cells_in_all": total,
        "counts": dict(sorted(Counter(each.outcome for each in listed).items())),
        "cells": [each.as_dict() for each in listed],
    }


def main(argv: Sequence[str]) -> int:
    """Run the matrix, or a part of it."""
    parser = argparse.ArgumentParser(prog="python -m tools matrix", description=__doc__)
    parser.add_argument("--covering", action="store_true", help="only cells that meet every pair of values")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only those whose name it matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cells at a time")
    parser.add_argument("--as-built", action="store_true", help="take the wheels in dist/ as they are")
    parser.add_argument("--minutes", type=float, help="begin no cell after so many")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there")
    parser.add_argument(
        "--docs", action="store_true", help="write results/matrix.json, docs/matrix.md and .svg"
    )
    parser.add_argument("--draw", action="store_true", help="only write docs/matrix.md and .svg again")
    arguments = parser.parse_args(argv)
    if arguments.draw:
        from tools.compat import matrix_page

        matrix_page.write(read(RESULTS, KIND))
        return 0
    every = cells()
    first = covering(every)
    # Those that meet the most come first: a run that is stopped has seen something of everything.
    wanted = first if arguments.covering else list(dict.fromkeys([*first, *_mixed(every)]))
    wanted = [cell for cell in wanted if re.search(arguments.only, cell.name)]
    try:
        workshop = Workshop()
        workshop.gather(wanted, as_built=arguments.as_built)
    except (MatrixError, ManifestError, ArtifactError, build.BuildError) as error:
        CONSOLE.print(f"error: {error}", style="red")
        return 2
    results: list[Result] = []
    with Work("cells of the matrix", len(wanted)) as work:
        for result in run_all(workshop, wanted, arguments.jobs, arguments.minutes):
            results.append(result)
            work.advance()
            for violation in result.violations:
                CONSOLE.print(f"violation {result.cell.name}: {violation}", style="red")
    place = {cell: index for index, cell in enumerate(every)}
    found = report(sorted(results, key=lambda result: place[result.cell]), len(every))
    if arguments.json:
        write(arguments.json, found)
    if arguments.docs:
        from tools.compat import matrix_page

        write(RESULTS, found)
        matrix_page.write(found)
    for outcome, count in found["counts"].items():
        CONSOLE.print(f"{count:>6} {outcome}")
    if len(results) < len(wanted):
        CONSOLE.print(f"{len(wanted) - len(results):>6} left for the next run")
    return 1 if any(result.violations for result in results) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
