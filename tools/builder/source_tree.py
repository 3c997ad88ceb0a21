"""Staging: the complete source tree of one distribution, composed from the checkout, a manifest and the cache.

A stage is a value, a map from file names to contents, which is written to a folder only when it is built. Its
fingerprint is known without writing or hashing hundreds of megabytes, so that an unchanged wheel is not built
again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools import ROOT

#: The file of a wheel variant (PEP 825) in its metadata folder.
VARIANT = "variant.json"


@dataclass(frozen=True, slots=True)
class Copied:
    """A file to copy unchanged; ``identity`` identifies its content without a read."""

    source: Path
    identity: str


@dataclass(frozen=True, slots=True)
class Origin:
    """A member of an upstream wheel."""

    filename: str
    member: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Packed:
    """A compressed member of a zip file, to copy without recompressing; its content by hash and size.

    ``origin`` is the file on the registry that it comes from, changed or not.
    """

    wheel: Path
    member: str
    sha256: str
    size: int
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """One distribution's source tree, and the file name of the wheel that comes of it.

    ``packed`` has the members that are copied, compressed, into the built wheel; they are not part of the tree,
    because compressing half a gigabyte again would take longer than the rest of the build. ``label`` is the label
    of a variant, and ``metadata`` are additional files for the wheel's metadata folder.
    """

    distribution: str
    wheel: str
    files: Mapping[str, bytes | Copied]
    packed: Mapping[str, Packed] = field(default_factory=dict)
    label: str = ""
    metadata: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def wheel_variant(self) -> bool:
        """Whether it is a wheel variant by PEP 825."""
        return VARIANT in self.metadata

    @property
    def target(self) -> str:
        """The final file name of the wheel; that of a wheel variant ends with its label."""
        return f"{self.wheel.removesuffix('.whl')}-{self.label}.whl" if self.wheel_variant else self.wheel

    @property
    def fingerprint(self) -> str:
        """A sha256 over every file name and content."""
        digest = hashlib.sha256()
        for name, content in sorted([*self.files.items(), *self.packed.items(), *self.metadata.items()]):
            match content:
                case Copied():
                    inner = content.identity.encode()
                case Packed():
                    # The compression affects the wheel's bytes; the folder's name is a hash that covers it.
                    inner = f"{content.wheel.parent.name} {content.member} {content.sha256}".encode()
                case _:
                    inner = hashlib.sha256(content).digest()
            digest.update(f"{name}\0{len(inner)}\0".encode() + inner)
        return digest.hexdigest()

    def write(self, folder: Path) -> None:
        """Make ``folder`` hold exactly this tree."""
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                path.write_bytes(content)
                continue
            try:
                # A hard link, unless the cache is on another file system.
                os.link(content.source, path)
            except OSError:
                shutil.copyfile(content.source, path)


def tree(folder: Path) -> dict[str, bytes | Copied]:
    """The files below ``folder``, by their names in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and not path.parent.name.endswith(".egg-info")
    }


def legal() -> dict[str, bytes | Copied]:
    """The licence and the notice, which every distribution holds."""
    return {name: (ROOT / name).read_bytes() for name in ("LICENSE", "NOTICE")}


def as_json(data: Mapping[str, Any]) -> bytes:
    """``data`` as the JSON files of a stage hold it."""
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()
