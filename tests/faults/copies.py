"""A cheap copy of an installed environment, to be broken: links, and files only for what is changed.

The plugin's library in it is a fake (``fake.c``) in place of the real one. It is small, so that it can be truncated
and changed at no cost, and a word in it selects a fault of its code.
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
#: Distributions whose metadata is copied, not linked, because faults change it.
OWN = ("jax", "jaxlib", "jaxlib_core", "jaxlib_cpu")
MODE, REAL = b"FAULT-MODE:", b"FAULT-REAL:"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Template:
    """The template of copies: an environment, the fake library, an empty one, and stubs of NVIDIA's wheels."""

    environment: Environment
    fake: bytes
    blank: bytes
    cuda: dict[str, Any]

    @property
    def site(self) -> Path:
        """The environment's site-packages."""
        return self.environment.site_packages

    def library(self, mode: str = "") -> bytes:
        """The fake library with the fault ``mode``."""
        image = _overwrite(self.fake, MODE, MODE + mode.encode() + b"\0")
        real = self.site / "jaxlib_cpu" / "libjaxlib_cpu.so"
        return _overwrite(image, REAL, REAL + os.fsencode(real) + b"\0")

    def vendor(self, soname: str) -> bytes:
        """An empty library with the soname ``soname``."""
        return stubs.named(self.blank, soname)


def _overwrite(image: bytes, what: bytes, by: bytes) -> bytes:
    at = image.index(what)
    return image[:at] + by + image[at + len(by) :]


@dataclass
class Copy:
    """A copy: its own folder, its site-packages, and how it is examined."""

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
        """Replace ``path`` by a file with new content; the file that it links to is unchanged."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def build(self, content: bytes) -> None:
        """Install ``content`` as the library, with its size and hash in the descriptor and no hash in RECORD."""
        self.write(self.library, content)
        record = self.info("jaxlib_cpu") / "RECORD"
        if record.is_file():
            own = r"^(jaxlib_cpu/(?:libjaxlib_cpu\.so|plugin\.json)),.*$"
            self.write(record, re.sub(own, r"\1,,", record.read_text("utf-8"), flags=re.MULTILINE))
        digest = hashlib.sha256(content).hexdigest()
        self.describe(library={"size": len(content), "sha256": digest})

    def describe(self, **changes: Any) -> None:
        """Change keys of jaxlib-cpu's descriptor; objects are merged."""
        path = self.plugin / "plugin.json"
        data = json.loads(path.read_bytes())
        for key, value in changes.items():
            data[key] = {**data[key], **value} if isinstance(value, dict) else value
        self.write(path, json.dumps(data))

    def unfold(self, name: str) -> Path:
        """Replace the link to a package by a folder of links, so that its content can be changed."""
        folder = self.site / name
        target = folder.resolve()
        folder.unlink()
        folder.mkdir()
        for entry in target.iterdir():
            (folder / entry.name).symlink_to(entry)
        return folder

    def nvidia(self) -> dict[str, Path]:
        """Add an imitation of jaxlib-cuda12 and its requirements; returns the libraries by soname."""
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
    """A process that examines copies; it imports ``imports`` first."""

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
        """The result of the server's function ``what`` for ``copy``; fails if it crashes or hangs."""
        answer = self.end(copy, what, **more)
        assert not answer["hung"], f"hung: {answer['words']}"
        assert answer["status"] == 0, f"status {answer['status']}: {answer['words']}"
        data: dict[str, Any] = answer["data"]
        return data

    def end(self, copy: Copy, what: str, **more: Any) -> dict[str, Any]:
        """The exit status of the server's function ``what`` for ``copy``, and its output.

        It is ended after its time limit, or when it has written ``enough``.
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
    """Remove a copy, even if a fault removed permissions in it."""
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            path = Path(parent, name)
            if not path.is_symlink():
                path.chmod(0o755)
    shutil.rmtree(folder)
