"""A cheap copy of an installed environment, to be spoilt: links, and files only where something is changed.

The plugin's library in it is a fake that stands for the real one (``fake.c``), small enough to be cut and flipped
at no cost, and spoilt from within by a word.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.elf import stubs
from tools.environments.venv import Environment

RELEASE = "0.10.2"
#: Distributions whose metadata faults change, and which are therefore no mere links.
OWN = ("jax", "jaxlib", "jaxlib_core", "jaxlib_cpu")
MODE, REAL = b"FAULT-MODE:", b"FAULT-REAL:"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Template:
    """What copies are made of: an environment, the fake library, an empty one, and NVIDIA's wheels to pretend."""

    environment: Environment
    fake: bytes
    blank: bytes
    cuda: dict[str, Any]

    @property
    def site(self) -> Path:
        """The environment's site-packages."""
        return self.environment.site_packages

    def library(self, mode: str = "") -> bytes:
        """The fake library, spoilt as ``mode`` says."""
        image = _overwrite(self.fake, MODE, MODE + mode.encode() + b"\0")
        real = self.site / "jaxlib_cpu" / "libjaxlib_cpu.so"
        return _overwrite(image, REAL, REAL + os.fsencode(real) + b"\0")

    def vendor(self, soname: str) -> bytes:
        """An empty library that calls itself ``soname``."""
        return stubs.named(self.blank, soname)


def _overwrite(image: bytes, what: bytes, by: bytes) -> bytes:
    at = image.index(what)
    return image[:at] + by + image[at + len(by) :]


@dataclass
class Copy:
    """One copy: the folder that is its own, its site-packages, and how it is to be looked at."""

    template: Template
    folder: Path
    site: Path
    path: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    nobody: bool = False
    seconds: float = 60.0

    @property
    def plugin(self) -> Path:
        """The folder of jaxlib-cpu's module."""
        return self.site / "jaxlib_cpu"

    @property
    def library(self) -> Path:
        """jaxlib-cpu's library."""
        return self.plugin / "libjaxlib_cpu.so"

    def info(self, name: str, version: str = RELEASE) -> Path:
        """The metadata folder of a distribution, by its name with underscores."""
        return self.site / f"{name}-{version}.dist-info"

    def write(self, path: Path, content: bytes | str) -> None:
        """Give ``path`` new content, and leave alone what it is a link to."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def build(self, content: bytes) -> None:
        """Make ``content`` the library as it was built: the descriptor says the same of it, and RECORD no other."""
        self.write(self.library, content)
        record = self.info("jaxlib_cpu") / "RECORD"
        if record.is_file():
            own = r"^(jaxlib_cpu/(?:libjaxlib_cpu\.so|plugin\.json)),.*$"
            self.write(record, re.sub(own, r"\1,,", record.read_text("utf-8"), flags=re.MULTILINE))
        digest = hashlib.sha256(content).hexdigest()
        self.describe(library={"size": len(content), "sha256": digest})

    def describe(self, **changes: Any) -> None:
        """Change keys of jaxlib-cpu's descriptor, those of an object one by one."""
        path = self.plugin / "plugin.json"
        data = json.loads(path.read_bytes())
        for key, value in changes.items():
            data[key] = {**data[key], **value} if isinstance(value, dict) else value
        self.write(path, json.dumps(data))

    def unfold(self, name: str) -> Path:
        """Make the link to a package a folder of links, so that something in it can be changed."""
        folder = self.site / name
        target = folder.resolve()
        folder.unlink()
        folder.mkdir()
        for entry in target.iterdir():
            (folder / entry.name).symlink_to(entry)
        return folder

    def nvidia(self) -> dict[str, Path]:
        """What looks like jaxlib-cuda12 and all that it needs; gives the libraries by soname."""
        data, found = self.template.cuda, {}
        content = self.template.library()
        facts = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        data = {**data, "library": {**data["library"], **facts}}
        self.write(self.site / "jaxlib_cuda12" / "__init__.py", "")
        self.write(self.site / "jaxlib_cuda12" / data["library"]["file"], content)
        self.write(self.site / "jaxlib_cuda12" / "plugin.json", json.dumps(data))
        self.distribution(
            "jaxlib-cuda12",
            RELEASE,
            entry_points="[jax_plugins]\ncuda12 = jaxlib_cuda12\n",
            requires=dict.fromkeys(library["distribution"] for library in data["libraries"]),
        )
        wheels: dict[str, list[str]] = {}
        for library in data["libraries"]:
            path = f"nvidia/{library['distribution'].replace('-', '_')}/lib/{library['soname']}"
            found[library["soname"]] = self.site / path
            self.write(self.site / path, self.template.vendor(library["soname"]))
            wheels.setdefault(library["distribution"], []).append(path)
        for name, files in wheels.items():
            size = len(self.template.blank)
            self.distribution(name, "12.9.1", record="".join(f"{file},,{size}\n" for file in files))
        return found

    def distribution(
        self,
        name: str,
        version: str,
        *,
        entry_points: str = "",
        record: str = "",
        requires: Iterable[str] = (),
    ) -> Path:
        """Metadata of a distribution; one with entry points depends on jaxlib-core."""
        info = self.info(name.replace("-", "_"), version)
        lines = [f"jaxlib-core=={RELEASE}", *requires] if entry_points else requires
        needs = "".join(f"Requires-Dist: {line}\n" for line in lines)
        self.write(info / "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
        self.write(info / "RECORD", record)
        if entry_points:
            self.write(info / "entry_points.txt", entry_points)
        return info


def make(template: Template, folder: Path, *, place: str = "site-packages") -> Copy:
    """A sound copy of ``template`` in the new ``folder``, whose site-packages is at ``place`` in it."""
    site = folder / place
    site.mkdir(parents=True)
    copy = Copy(template, folder, site, path=[str(site)])
    for entry in os.scandir(template.site):
        base = entry.name.partition("-")[0]
        if entry.name == "jaxlib_cpu" or (entry.name.endswith(".dist-info") and base in OWN):
            _link(Path(entry.path), site / entry.name)
        elif not entry.name.startswith(("__pycache__", "_virtualenv")):
            (site / entry.name).symlink_to(entry.path)
    copy.build(template.library())
    return copy


def _link(source: Path, target: Path) -> None:
    target.mkdir()
    for entry in os.scandir(source):
        if entry.is_file():
            os.link(entry.path, target / entry.name)
        elif entry.name != "__pycache__":
            _link(Path(entry.path), target / entry.name)


class Server:
    """A process that examines copies; ``imports`` are what it has imported before."""

    def __init__(self, template: Template, imports: Sequence[str]) -> None:
        command = [str(template.environment.python), "-I", "-S", str(HERE / "server.py"), str(template.site)]
        self._process = subprocess.Popen(
            [*command, *imports],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=template.environment.variables({"TF_CPP_MIN_LOG_LEVEL": "3"}),
        )

    def ask(self, copy: Copy, what: str, **more: Any) -> dict[str, Any]:
        """What the function ``what`` of the server gives for ``copy``; fails if it ends badly or hangs."""
        answer = self.end(copy, what, **more)
        assert not answer["hung"], f"hung: {answer['words']}"
        assert answer["status"] == 0, f"status {answer['status']}: {answer['words']}"
        data: dict[str, Any] = answer["data"]
        return data

    def end(self, copy: Copy, what: str, **more: Any) -> dict[str, Any]:
        """How the function ``what`` of the server ended for ``copy``, and what it wrote.

        It is given up when its time is over, or when it has written ``enough``.
        """
        request = {
            "what": what,
            "path": copy.path,
            "environment": copy.environment,
            "nobody": copy.nobody,
            "seconds": copy.seconds,
            **more,
        }
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def remove(folder: Path) -> None:
    """Remove a copy, also where somebody took away the permissions."""
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            path = Path(parent, name)
            if not path.is_symlink():
                path.chmod(0o755)
    shutil.rmtree(folder)
