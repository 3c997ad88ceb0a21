"""Stand-ins for a hardware vendor's libraries: of the right names and versions, with nothing in them.

For environments in which a GPU plugin is to find what it requires on a machine that has no use for gigabytes of it.
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
    """A shared object with nothing in it but a name, for ``named`` to replace."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        text = 'extern int nothing;\n__attribute__((visibility("default"))) int nothing = 0;\n'
        (folder / "blank.c").write_text(text)
        with mock.patch.object(zig, "LINK", (*zig.LINK, f"-Wl,-soname,{NAME}")):
            target = f"{platform.machine()}-linux-gnu.2.17"
            zig.compile_shared([folder / "blank.c"], folder / "blank.so", target=target)
        return (folder / "blank.so").read_bytes()


def named(image: bytes, name: str) -> bytes:
    """``image``, which ``blank`` made, calling itself ``name``."""
    return image.replace(NAME.encode(), name.encode() + bytes(len(NAME) - len(name)))


def wheel(folder: Path, requirement: Requirement, sonames: Iterable[str], image: bytes) -> Path:
    """A wheel in ``folder`` of the oldest release that ``requirement`` allows, with blanks by ``sonames`` in it."""
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
            # With a fixed time, so that the same wheel is the same bytes.
            archive.writestr(zipfile.ZipInfo(member), content)
    return path
