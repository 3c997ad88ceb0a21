"""Stubs of a hardware vendor's libraries: empty shared objects in wheels, with the right names and versions.

For environments in which a GPU plugin must find its requirements on a machine that does not need gigabytes of them.
"""

from __future__ import annotations

import platform
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from unittest import mock

from packaging.requirements import Requirement

from plugins.extension import compile as zig

NAME = "libjaxlib_blank_of_a_long_name.so.0"


def blank() -> bytes:
    """An empty shared object with a placeholder name, which ``named`` replaces."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        text = 'extern int nothing;\n__attribute__((visibility("default"))) int nothing = 0;\n'
        (folder / "blank.c").write_text(text)
        with mock.patch.object(zig, "LINK", (*zig.LINK, f"-Wl,-soname,{NAME}")):
            target = f"{platform.machine()}-linux-gnu.2.17"
            zig.compile_shared([folder / "blank.c"], folder / "blank.so", target=target)
        return (folder / "blank.so").read_bytes()


def named(image: bytes, name: str) -> bytes:
    """``image``, made by ``blank``, with the soname ``name``."""
    return image.replace(NAME.encode(), name.encode() + bytes(len(NAME) - len(name)))


def wheel(folder: Path, requirement: Requirement, sonames: Iterable[str], image: bytes) -> Path:
    """Write a wheel of the oldest version that ``requirement`` allows to ``folder``, with stubs for ``sonames``."""
    floors = [clause.version for clause in requirement.specifier if clause.operator in {">=", "=="}]
    version = floors[0] if floors else "1.0"
    name = requirement.name.replace("-", "_")
    path, info = folder / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    files = {f"nvidia/{name}/lib/{soname}": named(image, soname) for soname in sonames}
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {requirement.name}\nVersion: {version}\n".encode()
    )
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in {**files, f"{info}/RECORD": record.encode()}.items():
            # A fixed time, so that the same wheel has the same bytes.
            archive.writestr(zipfile.ZipInfo(member), content)
    return path
