"""A jaxlib-cpu wheel of a few kilobytes that passes the audit, with parts that a test can replace."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from plugins.extension import compile as zig
from tests.unit.tools.measurements import fakes
from tools import ROOT
from tools.artifacts.manifest import load
from tools.builder import definitions
from tools.wheels import sbom

RELEASE = "0.10.2"
TAG = "cp311-abi3-manylinux_2_27_x86_64"
INFO = f"jaxlib_cpu-{RELEASE}.dist-info"
LIBRARY = "jaxlib_cpu/libjaxlib_cpu.so"
EXTENSION = "jaxlib_cpu/_pjrt.abi3.so"
BILL = f"{INFO}/sboms/jaxlib-cpu.cdx.json"

EXPORT = '__attribute__((visibility("default")))'
#: Never run: the audit reads it. The library is loaded.
EXTENSION_C = f"""
extern void *{{uses}}(void);
{EXPORT} void *PyInit__pjrt(void);
void *PyInit__pjrt(void) {{{{ return {{uses}}(); }}}}
"""


def library_c(pjrt_minor: int = 81, ffi_minor: int = 2) -> str:
    """A PJRT library in C, of 0.81 with FFI 0.2 as the manifests have it of XLA:CPU's."""
    macros = {**fakes.DEFINES, "MINOR": pjrt_minor, "FFI_MINOR": ffi_minor}
    return "".join(f"#define {name} {value}\n" for name, value in macros.items()) + fakes.SOUND


LIBRARY_C = library_c()

METADATA = f"""\
Metadata-Version: 2.4
Name: jaxlib-cpu
Version: {RELEASE}
License-Expression: Apache-2.0
Requires-Python: >=3.11
License-File: LICENSE
License-File: NOTICE
Requires-Dist: jaxlib-core=={RELEASE}
Requires-Dist: jaxlib{definitions.same_release(RELEASE)}
Requires-Dist: jax{definitions.same_release(RELEASE)}
Description-Content-Type: text/markdown

# jaxlib-cpu

XLA:CPU, of [OpenXLA](https://openxla.org).
"""
WHEEL = f"""\
Wheel-Version: 1.0
Generator: tests
Root-Is-Purelib: false
Tag: {TAG}
"""


def extension_c(uses: str = "PyErr_NoMemory") -> str:
    """An extension in C that calls ``uses`` of Python's."""
    return EXTENSION_C.format(uses=uses)


class Compiler:
    """Compiles C, each text once, into files in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(
        self,
        text: str,
        target: str = "x86_64-linux-gnu.2.17",
        *,
        beside: Sequence[Path] = (),
        link: Sequence[str] = (),
    ) -> Path:
        """The shared object of ``text``, linked with the libraries ``beside`` and the options ``link``."""
        key = hashlib.sha256("\0".join([text, target, *map(str, beside), *link]).encode()).hexdigest()[:16]
        source, output = self.folder / f"{key}.c", self.folder / f"{key}.so"
        if not output.is_file():
            source.write_text(text)
            with mock.patch.object(zig, "LINK", (*zig.LINK, *link)):
                zig.compile_shared([source, *beside], output, target=target)
        return output


@dataclass
class Mini:
    """A wheel to build: its tag, its files, and the rows of RECORD that a test replaces."""

    compiler: Compiler
    files: dict[str, bytes]
    tag: str = TAG
    record: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def sound(cls, compiler: Compiler) -> Mini:
        """The wheel with no fault."""
        mini = cls(
            compiler,
            {
                "jaxlib_cpu/__init__.py": b"",
                EXTENSION: compiler(extension_c()).read_bytes(),
                **{f"{INFO}/licenses/{name}": (ROOT / name).read_bytes() for name in ("LICENSE", "NOTICE")},
                f"{INFO}/METADATA": METADATA.encode(),
                f"{INFO}/WHEEL": WHEEL.encode(),
                f"{INFO}/entry_points.txt": b"[jax_plugins]\ncpu = jaxlib_cpu\n",
            },
        )
        mini.library(compiler(LIBRARY_C).read_bytes())
        return mini

    def library(self, content: bytes) -> None:
        """Put another library in, with a descriptor that describes it."""
        release = load(RELEASE)
        artifact = release.artifact("xla-cpu-pjrt")
        upstream, file = artifact.library, artifact.file("x86_64")
        assert upstream is not None
        self.files[LIBRARY] = content
        descriptor = {
            "schema": "jaxlib.plugin/1",
            "name": "cpu",
            "distribution": "jaxlib-cpu",
            "module": "jaxlib_cpu",
            "version": RELEASE,
            "platform": "cpu",
            "priority": 0,
            "title": "XLA:CPU",
            "architecture": "x86_64",
            "library": {
                "file": "libjaxlib_cpu.so",
                "size": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                "pjrt_api": upstream.pjrt_api,
                "ffi_api": upstream.ffi_api,
            },
            "jaxlib": {
                "release": RELEASE,
                "pjrt_api_major": release.pjrt_api_major,
                "pjrt_api_minimum": release.pjrt_api_minimum,
            },
            "provenance": {
                "name": artifact.name,
                "version": artifact.version,
                "filename": file.filename,
                "member": upstream.member,
                "sha256": file.sha256,
                "license": artifact.license,
            },
        }
        self.files["jaxlib_cpu/plugin.json"] = json.dumps(descriptor).encode()
        sha256 = hashlib.sha256(content).hexdigest()
        taken = sbom.Content(LIBRARY, sha256, upstream.member, sha256)
        source = sbom.Source(
            *(artifact.name, artifact.version, artifact.license, file.filename, file.sha256), (taken,)
        )
        self.files[BILL] = sbom.document("jaxlib-cpu", RELEASE, "Apache-2.0", [source], ["setuptools==84"])

    def describe(self, key: str, value: Any) -> None:
        """Make the descriptor say ``value`` for ``key``, whose parts are separated by dots."""
        descriptor = json.loads(self.files["jaxlib_cpu/plugin.json"])
        *tables, last = key.split(".")
        table = descriptor
        for name in tables:
            table = table[name]
        table[last] = value
        self.files["jaxlib_cpu/plugin.json"] = json.dumps(descriptor).encode()

    def remove(self, name: str) -> None:
        """Leave a file out."""
        del self.files[name]

    def replace(self, member: str, old: str, new: str) -> None:
        """Change a text file; ``old`` must be in it."""
        name = f"{INFO}/{member}"
        text = self.files[name].decode()
        assert old in text
        self.files[name] = text.replace(old, new).encode()

    def retag(self, tag: str) -> None:
        """Give the wheel another tag, in its name and in WHEEL."""
        self.replace("WHEEL", f"Tag: {self.tag}", f"Tag: {tag}")
        self.tag = tag

    def write(self, folder: Path) -> Path:
        """Write the wheel, with a correct RECORD except for ``record``: another line, or None for no line."""
        path = folder / f"jaxlib_cpu-{RELEASE}-{self.tag}.whl"
        lines = {name: _line(name, content) for name, content in self.files.items()}
        stated = {**lines, f"{INFO}/RECORD": f"{INFO}/RECORD,,", **self.record}
        record = "".join(f"{line}\n" for line in stated.values() if line is not None)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in {**self.files, f"{INFO}/RECORD": record.encode()}.items():
                archive.writestr(name, content)
        return path


def _line(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"
