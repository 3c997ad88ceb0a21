"""A site-packages of its own for each test: distributions as files, no environment, nothing compiled."""

from __future__ import annotations

import json
import platform
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RELEASE = "0.10.2"


def elf_image(
    *, machine: int | None = None, exports: tuple[str, ...] = ("GetPjrtApi",), padding: int = 512
) -> bytes:
    """The smallest shared object that has a segment, a section table and a dynamic symbol table."""
    machine = {"x86_64": 62, "aarch64": 183}[platform.machine()] if machine is None else machine
    names = b"\0" + b"".join(name.encode() + b"\0" for name in exports)
    offsets = [1 + sum(len(n) + 1 for n in exports[:i]) for i in range(len(exports))]
    symbols = struct.pack("<IBBHQQ", 0, 0, 0, 0, 0, 0)
    symbols += b"".join(struct.pack("<IBBHQQ", offset, 0x12, 0, 1, 0x1000, 8) for offset in offsets)
    header_size, segment_size = 64, 56
    symbols_at = header_size + segment_size
    names_at = symbols_at + len(symbols)
    sections_at = names_at + len(names) + padding
    sections = struct.pack("<IIQQQQIIQQ", *([0] * 10))
    sections += struct.pack("<IIQQQQIIQQ", 0, 11, 2, 0, symbols_at, len(symbols), 2, 1, 8, 24)
    sections += struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, names_at, len(names), 0, 0, 1, 0)
    ident = b"\x7fELF" + bytes([2, 1, 1]) + bytes(9)
    header = struct.pack(
        "<16sHHIQQQIHHHHHH",
        ident,
        3,
        machine,
        1,
        0,
        header_size,
        sections_at,
        0,
        64,
        segment_size,
        1,
        64,
        3,
        2,
    )
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, sections_at, sections_at, 0x1000)
    return header + segment + symbols + names + bytes(padding) + sections


def descriptor(name: str = "cpu", *, size: int = 0, **changes: Any) -> dict[str, Any]:
    """A valid descriptor as JSON data; ``changes`` replace top-level keys."""
    data: dict[str, Any] = {
        "schema": "jaxlib.plugin/1",
        "name": name,
        "distribution": f"jaxlib-{name}",
        "module": f"jaxlib_{name}",
        "version": RELEASE,
        "platform": name.rstrip("0123456789"),
        "priority": 0,
        "title": f"XLA:{name.upper()}",
        "architecture": platform.machine(),
        "library": {
            "file": f"libjaxlib_{name}.so",
            "size": size,
            "sha256": "0" * 64,
            "pjrt_api": "0.81",
            "ffi_api": "0.2",
        },
        "jaxlib": {"release": RELEASE, "pjrt_api_major": 0, "pjrt_api_minimum": "0.29"},
        "hardware": None,
        "gpu_architectures": [],
        "drop_options": [[3, 3, 422]],
        "drop_option_values": [[3, 3, 423, 5]],
        "compile_options": {},
        "provenance": {
            "name": "xla-cpu-pjrt",
            "version": "0.0.1",
            "filename": "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl",
            "member": "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so",
            "sha256": "0" * 64,
            "license": "Apache-2.0",
        },
    }
    return data | changes


#: jax and numpy with no more in them than is asked of an environment in which jax works.
JAX = """
class Device:
    id, platform, device_kind = 0, "cpu", "cpu"
def devices(platform=None):
    return [Device()]
def jit(function):
    return lambda *_: 64.0
device_put = device_get = lambda value: value
class numpy:
    class linalg:
        cholesky = lambda matrix: {(0, 0): 2.0}
"""
NUMPY = "float32 = None\ndef arange(*_, **__): return None\ndef full(*_, **__): return None\n"


@dataclass(frozen=True)
class Site:
    """A folder on ``sys.path`` that looks like site-packages."""

    folder: Path

    def distribution(
        self, name: str, version: str, *, requires: tuple[str, ...] = (), entry_points: str = ""
    ) -> Path:
        info = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        (info / "METADATA").write_text("\n".join([*lines, *(f"Requires-Dist: {r}" for r in requires)]) + "\n")
        (info / "RECORD").write_text("")
        if entry_points:
            (info / "entry_points.txt").write_text(f"[jax_plugins]\n{entry_points}\n")
        return info

    def plugin(
        self, name: str = "cpu", *, image: bytes | None = None, ships: bool = True, **changes: Any
    ) -> Path:
        """A plugin with its distribution, and with its library if it ``ships`` it; returns the module's folder."""
        image = elf_image() if image is None else image
        data = descriptor(name, size=len(image), **changes)
        self.distribution(
            f"jaxlib-{name}",
            data["version"],
            requires=(f"jaxlib-core=={data['version']}",),
            entry_points=f"{name} = jaxlib_{name}",
        )
        folder = self.folder / f"jaxlib_{name}"
        folder.mkdir()
        (folder / "__init__.py").write_text("raise AssertionError('discovery imported a plugin')\n")
        (folder / "plugin.json").write_text(json.dumps(data))
        if ships:
            (folder / data["library"]["file"]).write_bytes(image)
        return folder

    def working_jax(self) -> None:
        """Modules in which a program of jax's does what it is asked here."""
        for name, text in (("jax", JAX), ("numpy", NUMPY)):
            (self.folder / name).mkdir()
            (self.folder / name / "__init__.py").write_text(text)

    def family(self, **versions: str) -> None:
        """jax, jaxlib and jaxlib-core; ``versions`` by name with ``_`` for ``-``, empty for absent."""
        for name in ("jax", "jaxlib", "jaxlib-core"):
            if version := versions.get(name.replace("-", "_"), RELEASE):
                requires = (f"jaxlib<={version},>={version}",) if name == "jax" else ()
                self.distribution(name, version, requires=requires)
