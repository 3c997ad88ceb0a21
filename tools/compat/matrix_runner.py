"""Makes the environment of a cell from layers of installed files, runs jax and commands in it, and observes it."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import platform as machine
import shlex
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock, get_ident
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools import BUILD, DIST
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import ArtifactFile, load
from tools.builder import build, definitions
from tools.compat.matrix_cells import DATA, Cell, data, lines, other
from tools.elf import stubs
from tools.environments.venv import Environment, uv
from tools.interpreters import pythons

PROBE = Path(__file__).with_name("matrix_probe.py")
STORE = BUILD / "matrix"
#: Seconds that a child process may take.
LIMIT = 300.0
#: A topology of each platform, with which its library is loaded without a device; ROCm's library has none.
TOPOLOGIES = {"cpu": "", "cuda": "cuda:h100", "tpu": "tpu:v5e:2x2", "rocm": "1x1x1"}


class MatrixError(RuntimeError):
    """The matrix can't be run here."""


class RepairFailed(RuntimeError):
    """A command of a diagnosis failed."""


class MatrixRunner:
    """Where environments are made: a folder of wheels, and layers of installed files to link together."""

    def __init__(self, store: Path = STORE) -> None:
        self.store = store
        self.wheels = store / "wheels"
        self.cache = store / "uv"
        interpreters = pythons()
        wanted = tuple(int(part) for part in data()["python"].split("."))
        if wanted not in interpreters or machine.machine() != data()["architecture"]:
            raise MatrixError(
                f"wanted CPython {data()['python']} on Linux {data()['architecture']}; "
                f"found {machine.machine()} with {', '.join(f'{a}.{b}' for a, b in interpreters)}"
            )
        self.python = interpreters[wanted]
        self._lock = Lock()
        self._identities: dict[str, str] = {}

    def gather(self, wanted_by: Iterable[Cell], *, as_built: bool = False) -> None:
        """Put every wheel that these cells may need into one folder; missing ones are fetched.

        The family's wheels are built unless they are up to date; ``as_built`` uses those in dist/ as they are.
        """
        self.wheels.mkdir(parents=True, exist_ok=True)
        plugins, upstreams = set(), set()
        for cell in wanted_by:
            needed = {cell.line, other(cell.line)} if cell.library == "swapped" else {cell.line}
            plugins |= {(cell.plugin, line) for line in needed}
            if cell.upstream != "absent":
                upstreams.add(cell.line if cell.upstream == "same" else other(cell.line))
        make = _built if as_built else build.wheel
        wanted = [make("core", line) for line in lines()]
        wanted += [make(plugin, line) for plugin, line in sorted(plugins)]
        fetched = Cache()
        for line in lines():
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
        wanted += self._stubs(wanted)
        for path in wanted:
            target = self.wheels / path.name
            if not target.exists() or not target.samefile(path):
                target.unlink(missing_ok=True)
                _link(path, target)
        for path in set(self.wheels.iterdir()) - {self.wheels / cell.name for cell in wanted}:
            path.unlink()
        # uv reuses what it unpacked from an earlier wheel of the same name and version, even if the wheel changed.
        self.cache = self.store / "uv" / self.inputs()[:16]
        for path in (self.store / "uv").glob("*"):
            if path != self.cache:
                shutil.rmtree(path, ignore_errors=True)

    def _stubs(self, wheels: Sequence[Path]) -> list[Path]:
        """Write stubs of the distributions that the plugins require, except the family's and libtpu."""
        folder = self.store / "stubs"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        image, names = b"", []
        have = {canonicalize_name(path.name.partition("-")[0]) for path in wheels}
        for path in wheels:
            if not path.name.startswith("jaxlib_"):
                continue
            with zipfile.ZipFile(path) as archive:
                info = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
                texts = archive.read(info).decode().splitlines()
                descriptor = next((n for n in archive.namelist() if n.endswith("/plugin.json")), None)
                libraries = json.loads(archive.read(descriptor))["libraries"] if descriptor else []
            required = [
                Requirement(text.partition(": ")[2]) for text in texts if text.startswith("Requires-Dist")
            ]
            for requirement in required:
                if canonicalize_name(requirement.name) in have:
                    continue
                image = image or stubs.blank()
                sonames = [e["soname"] for e in libraries if e.get("distribution") == requirement.name]
                names.append(stubs.wheel(folder, requirement, sonames, image))
        return names

    def inputs(self) -> str:
        """A digest of everything that a cell's result depends on."""
        digest = hashlib.sha256(DATA.read_bytes() + PROBE.read_bytes())
        for path in sorted(self.wheels.iterdir()):
            with zipfile.ZipFile(path) as archive:
                record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
                digest.update(path.name.encode() + archive.read(record))
        return digest.hexdigest()

    def layer(self, *requirements: str) -> Path:
        """A site-packages with just these distributions, installed by uv and compiled to bytecode; made once."""
        for requirement in requirements:
            self._identities.setdefault(requirement, self._identity(requirement))
        text = " ".join(f"{requirement} {self._identities[requirement]}" for requirement in requirements)
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
        """The RECORD of a wheel: the hashes of its files."""
        name, _, version = requirement.partition("==")
        wheel = next(
            path
            for path in self.wheels.iterdir()
            if parse_wheel_filename(path.name)[0] == canonicalize_name(name)
            and str(parse_wheel_filename(path.name)[1]) == version
        )
        with zipfile.ZipFile(wheel) as archive:
            record = next(member for member in archive.namelist() if member.endswith(".dist-info/RECORD"))
            return hashlib.sha256(archive.read(record)).hexdigest()

    def library(self, plugin: str, line: str) -> tuple[Path, Path]:
        """The plugin's library of that line in its layer, and where it is in any site-packages."""
        _, described, *owner = (self.layer(name) for name in self._plugin(plugin, line))
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
        """The stubs of the plugin's requirements, in the folder of wheels."""
        wanted = []
        with zipfile.ZipFile(next(self.wheels.glob(f"jaxlib_{plugin}-{line}-*.whl"))) as archive:
            info = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            for text in archive.read(info).decode().splitlines():
                if text.startswith("Requires-Dist: "):
                    wanted.append(Requirement(text.partition(": ")[2]))
        versions = sorted(parse_wheel_filename(path.name)[:2] for path in (self.store / "stubs").iterdir())
        described: dict[str, Any] = {}
        for (name, version), requirement in itertools.product(versions, wanted):
            # The oldest version that this line allows; another line's stub may be older.
            if name == canonicalize_name(requirement.name) and version in requirement.specifier:
                described.setdefault(name, version)
        return [f"{name}=={version}" for name, version in sorted(described.items())]

    def environment(self, cell: Cell, folder: Path) -> Environment:
        """Make the environment of ``cell`` in ``folder``, which is replaced."""
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
            layers += [self.layer(our) for our in ours]
        if cell.upstream != "absent":
            line = cell.line if cell.upstream == "same" else other(cell.line)
            layers.append(self.layer(*(f"{name}=={line}" for name in data()["upstream_distributions"])))
        environment_ = self._cleared(folder, layers[0])
        for layer in layers[1:]:
            subprocess.run(["cp", "-alf", f"{layer}/.", str(environment_.site_packages)], check=True)
        if cell.installer == "pip":
            self._type(environment_, ["pip", "install", "--no-deps", *ours])
        if cell.library == "swapped":
            source, inside = self.library(cell.plugin, other(cell.line))
            (environment_.site_packages / inside).unlink()
            os.link(source, environment_.site_packages / inside)
        return environment_

    def _cleared(self, folder: Path, common: Path) -> Environment:
        """An environment in ``folder`` that has just the layer ``common``; other packages are removed.

        That layer has more than half of all files, and no command changes it.
        """
        fresh = Environment(folder)
        kept = {path.name for path in common.iterdir()}
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            Environment.create(folder, self.python)
            subprocess.run(["cp", "-alf", f"{common}/.", str(fresh.site_packages)], check=True)
        for path in fresh.site_packages.iterdir():
            if path.name not in kept:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        return fresh

    def _type(self, environment: Environment, words: list[str]) -> None:
        """Run a command of pip or uv in ``environment``, with the folder of wheels as the only index."""
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
        """A Python with pip, which can install into other environments."""
        with self._lock:
            folder = self.store / "pip"
            if not folder.exists():
                Environment.create(folder, self.python, seed=True)
        return Environment(folder).python

    def type(self, environment: Environment, command: str) -> None:
        """Run a diagnosis's command in a shell, unchanged; the folder of wheels is the only index."""
        config = self.store / "uv.toml"
        config.write_text(f'no-index = true\nfind-links = ["{self.wheels}"]\n', "utf-8")
        options = {
            "UV_LINK_MODE": "hardlink",
            "UV_CONFIG_FILE": str(config),
            "UV_CACHE_DIR": str(self.cache),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
        }
        done = subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            text=True,
            check=False,
            env=environment.variables(options),
        )
        if done.returncode:
            raise RepairFailed(f"{command}: status {done.returncode}: {done.stderr.strip()[-600:]}")

    def observe(self, environment: Environment, cell: Cell) -> dict[str, Any]:
        """Use jax in the environment, with and without JAX_PLATFORMS=cpu, and run the doctor."""
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
        outcome = {"free": free, "cpu": None, "doctor": doctor}
        if "import" in free["json"]:
            outcome["cpu"] = _child(environment, words, JAX_PLATFORMS="cpu")
        if all(child["json"] for child in outcome.values() if child):
            replace_text(path, json.dumps(outcome))
        return outcome


def _built(name: str, line: str) -> Path:
    wheel = next(DIST.glob(f"jaxlib_{name}-{line}-*.whl"), None)
    if wheel is None:
        raise MatrixError(
            f"wanted jaxlib-{name} {line} in {DIST}; found none: nox -s build_plugins -- {name}"
        )
    return wheel


def _fits(file: ArtifactFile) -> bool:
    tag = f"cp{data()['python'].replace('.', '')}"
    return file.architecture in {"any", data()["architecture"]} and file.python in {None, tag}


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _files(site: Path) -> str:
    """A digest of a site-packages by path and inode, which is the same for hard links to the same files."""
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


def replace_text(path: Path, text: str) -> None:
    """Replace ``path`` atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.{get_ident()}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _child(environment: Environment, words: Sequence[str], **variables: str) -> dict[str, Any]:
    """A child process's last line as JSON, its exit status, and its standard error."""
    try:
        done = environment.run(*words, environment=variables, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return {"status": None, "json": {}, "stderr": ""}
    try:
        text = done.stdout if "doctor" in words else done.stdout.splitlines()[-1]
        outcome = json.loads(text)
    except (ValueError, IndexError):
        outcome = {}
    return {"status": done.returncode, "json": outcome, "stderr": done.stderr}
