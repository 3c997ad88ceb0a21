"""A registry of tiny wheels: a static folder that uv reads as a simple index."""

from __future__ import annotations

import hashlib
import html
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path


def wheel(folder: Path, name: str, version: str, requires: Sequence[str] = (), salt: str = "") -> Path:
    """Writes an empty wheel with requirements; ``salt`` changes its bytes."""
    module = name.replace("-", "_")
    info = f"{module}-{version}.dist-info"
    path = folder / f"{module}-{version}-py3-none-any.whl"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"]
    metadata += [f"Requires-Dist: {text}\n" for text in requires]
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        members = {
            f"{module}.py": f"# {salt}\n",
            f"{info}/METADATA": "".join(metadata),
            f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{info}/RECORD": "",
        }
        for member, text in members.items():
            archive.writestr(zipfile.ZipInfo(member), text)
    return path


@dataclass
class Registry:
    """What the folder holds; a change is seen by the next run of uv."""

    folder: Path
    yanked: dict[str, str] = field(default_factory=dict)  # file name: reason
    uploaded: dict[str, str] = field(default_factory=dict)  # file name: time

    @property
    def url(self) -> str:
        return (self.folder / "simple").as_uri()

    def add(
        self, name: str, version: str, *requires: str, salt: str = "", uploaded: str = "2026-01-01T00:00:00Z"
    ) -> str:
        """Serves a wheel; returns its file name."""
        path = wheel(self.folder / "files", name, version, requires, salt)
        self.uploaded[path.name] = uploaded
        self._write(name)
        return path.name

    def yank(self, filename: str, reason: str) -> None:
        """Takes a file back, as its authors can."""
        self.yanked[filename] = reason
        self._write(filename.split("-", maxsplit=1)[0].replace("_", "-"))

    def remove(self, filename: str) -> None:
        """Deletes a file for good."""
        (self.folder / "files" / filename).unlink()
        self._write(filename.split("-", maxsplit=1)[0].replace("_", "-"))

    def _write(self, name: str) -> None:
        page = self.folder / "simple" / name / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        links = []
        for path in sorted((self.folder / "files").glob(f"{name.replace('-', '_')}-*.whl")):
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
            yanked = self.yanked.get(path.name)
            mark = "" if yanked is None else f' data-yanked="{html.escape(yanked)}"'
            mark += f' data-upload-time="{self.uploaded[path.name]}"'
            links.append(f'<a href="../../files/{path.name}#sha256={sha256}"{mark}>{path.name}</a>')
        page.write_text("<!DOCTYPE html><html><body>" + "\n".join(links) + "</body></html>", "utf-8")
