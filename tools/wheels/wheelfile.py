"""Reads a built wheel: tags, files with their hashes, metadata, ELF headers.

Anything unreadable is a `WheelError` that says what was wanted and what was found. Nothing is loaded.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jsonschema
from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from packaging.metadata import Metadata
from packaging.tags import Tag
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from tools import ROOT
from tools.artifacts.manifest import Manifest, ManifestError, line_of, load
from tools.interpreters import is_free_threaded

#: The distributions with an extension that are not plugins.
PJRT, JAXLIB = "jaxlib-pjrt", "jaxlib"
PLUGIN_SCHEMA = ROOT / "packages/jaxlib-core/src/jaxlib_core/doctor/schemas/plugin.schema.json"

#: The libraries that are on every Linux, which a wheel's library may be linked with: the C and C++ runtimes.
SYSTEM_LIBRARIES = (
    "ld-linux",
    "libc.",
    "libdl.",
    "libgcc_s.",
    "libm.",
    "libpthread.",
    "librt.",
    "libstdc++.",
)

_MACHINES = {"EM_X86_64": "x86_64", "EM_AARCH64": "aarch64"}
#: The architectures that wheels are made for.
ARCHITECTURES = tuple(_MACHINES.values())
_LINUX = re.compile(r"(?:manylinux_(\d+)_(\d+)|linux)_(.+)")
_CHUNK = 1 << 20
# Of the ELF specification: flags of a segment, of DT_FLAGS and of DT_FLAGS_1.
_EXECUTE, _WRITE = 1, 2
_TEXTREL, _BIND_NOW, _NOW = 4, 8, 1


#: For each glibc, the newest symbol version of libstdc++ on its systems, by the manylinux policies, the oldest
#: first.
_LIBSTDCXX = (
    ((2, 17), (3, 4, 19)),
    ((2, 24), (3, 4, 22)),
    ((2, 27), (3, 4, 24)),
    ((2, 31), (3, 4, 28)),
    ((2, 34), (3, 4, 29)),
    ((2, 35), (3, 4, 30)),
    ((2, 39), (3, 4, 33)),
)


def oldest_linux(elf: Elf) -> str:
    """The tag, without the architecture, of the oldest Linux with the file's symbols of glibc and libstdc++.

    It is ``linux`` if none of the known systems has them. The audit compares it with auditwheel's result.
    """
    needed = {"GLIBC": (2, 17), "GLIBCXX": (3, 4, 19)}
    for text in elf.versions:
        family, _, version = text.partition("_")
        if family in needed and re.fullmatch(r"[0-9.]+", version):
            needed[family] = max(needed[family], tuple(map(int, version.split("."))))
    systems = [glibc_ for glibc_, libstdcxx in _LIBSTDCXX if libstdcxx >= needed["GLIBCXX"]]
    if not systems:
        return "linux"
    major, minor = max(systems[0], needed["GLIBC"][:2])
    return f"manylinux_{major}_{minor}"


def glibc(platform_tag: str) -> tuple[int, int] | None:
    """The oldest glibc that a platform tag promises to support, by PEP 600; None if the tag has no such promise."""
    match = _LINUX.fullmatch(platform_tag)
    return (int(match[1]), int(match[2])) if match and match[1] else None


class WheelError(Exception):
    """A wheel, or a file in it, is invalid or cannot be read."""

    def __init__(self, wanted: str, found: str, where: str = "") -> None:
        super().__init__(f"wanted: {wanted}\nfound: {found}\nwhere: {where}")
        self.wanted, self.found, self.where = wanted, found, where


@dataclass(frozen=True, slots=True)
class Member:
    """The size and hash of a file in a wheel."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Elf:
    """The properties of an ELF file that the dynamic linker uses.

    ``versions`` are the symbol versions that it requires, such as ``GLIBC_2.17``. ``weak`` lists faults of its
    memory protection; ``immediate`` says whether all symbols are bound when it is loaded, as full RELRO needs.
    ``sections`` has the sections with bytes in the file: name, offset, size.
    """

    architecture: str
    soname: str
    needed: tuple[str, ...]
    search: tuple[str, ...]
    exports: frozenset[str]
    weak: tuple[str, ...]
    immediate: bool
    versions: frozenset[str]
    sections: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Wheel:
    """An unpacked wheel. ``folder`` has its members, ``names`` each name as often as it is in the archive."""

    path: Path
    distribution: str
    version: Version
    tags: frozenset[Tag]
    release: Manifest
    folder: Path
    names: tuple[str, ...]
    members: Mapping[str, Member]

    @property
    def size(self) -> int:
        """The bytes of the file itself."""
        return self.path.stat().st_size

    @property
    def plugin(self) -> str:
        """The plugin's name, as in ``plugins/jaxlib-NAME``."""
        return self.distribution.removeprefix("jaxlib-")

    @property
    def module(self) -> str:
        """The import name."""
        return self.distribution.replace("-", "_")

    @property
    def library(self) -> str:
        """The member that is the plugin's PJRT library."""
        return f"{self.module}/lib{self.module}.so"

    @property
    def extension_name(self) -> str:
        """The name that Python imports the extension by."""
        return "_native" if self.distribution in (PJRT, JAXLIB) else "_pjrt"

    @property
    def interpreter(self) -> str:
        """The Python that the file's name claims, such as cp312 or py3."""
        return " ".join(sorted({tag.interpreter for tag in self.tags}))

    @property
    def abis(self) -> tuple[str, ...]:
        """The ABIs that the file's name claims, such as cp312, cp313t or abi3."""
        return tuple(sorted({tag.abi for tag in self.tags}))

    @property
    def free_threaded(self) -> bool:
        """Whether it is for free-threaded Pythons."""
        return all(map(is_free_threaded, self.abis))

    @property
    def extensions(self) -> tuple[str, ...]:
        """The members that are the extension, under the name that each Python imports it by."""
        name = f"{self.module}/{self.extension_name}"
        if self.distribution != JAXLIB and not self.free_threaded:
            return (f"{name}.abi3.so",)
        return tuple(f"{name}.cpython-{abi[2:]}-{self.architecture}-linux-gnu.so" for abi in self.abis)

    @property
    def extension(self) -> str:
        """The member that is the extension; of several, which are alike, the first."""
        return self.extensions[0]

    @property
    def platforms(self) -> tuple[str, ...]:
        """The platform tags that the file's name claims."""
        return tuple(sorted({tag.platform for tag in self.tags}))

    @property
    def architecture(self) -> str:
        """The architecture that the platform tags claim."""
        matches = [_LINUX.fullmatch(name) for name in self.platforms]
        return " ".join(sorted({match[3] if match else "any" for match in matches}))

    def info(self, name: str) -> str:
        """The name of the member ``name`` of the metadata folder."""
        return f"{'-'.join(self.path.name.split('-')[:2])}.dist-info/{name}"

    def read(self, member: str) -> bytes:
        """A member's content.

        Raises:
            WheelError: There is no such member.
        """
        if member not in self.members:
            raise WheelError("this file", "no such file", member)
        return (self.folder / member).read_bytes()

    @cached_property
    def metadata(self) -> Metadata:
        """METADATA, valid by the core metadata's specification."""
        where = self.info("METADATA")
        try:
            return Metadata.from_email(self.read(where), validate=True)
        except ExceptionGroup as error:
            reasons = "; ".join(str(reason) for reason in error.exceptions)
            raise WheelError("valid core metadata", reasons, where) from None

    @cached_property
    def descriptor(self) -> dict[str, Any]:
        """The plugin's descriptor, valid by its schema."""
        where = f"{self.module}/plugin.json"
        wanted = "a descriptor that fits plugin.schema.json"
        try:
            data: dict[str, Any] = json.loads(self.read(where))
        except ValueError as error:
            raise WheelError(wanted, f"not JSON: {error}", where) from None
        validator = jsonschema.Draft202012Validator(json.loads(PLUGIN_SCHEMA.read_text("utf-8")))
        if errors := [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]:
            raise WheelError(wanted, "; ".join(sorted(errors)), where)
        return data

    @cached_property
    def elves(self) -> Mapping[str, Elf]:
        """Every ELF file, recognized by its first bytes, whatever its name."""
        return {
            name: read_elf(self.folder / name, name) for name in sorted(self.members) if self._is_elf(name)
        }

    def _is_elf(self, name: str) -> bool:
        with (self.folder / name).open("rb") as file:
            return file.read(4) == b"\x7fELF"


@contextmanager
def opened(path: Path) -> Iterator[Wheel]:
    """The wheel at ``path``, unpacked for as long as the context lasts.

    Raises:
        WheelError: It is not a wheel, can't be unpacked, or is of a release that has no manifest.
    """
    try:
        name, version, _, tags = parse_wheel_filename(path.name)
    except InvalidWheelFilename as error:
        raise WheelError("the name of a wheel", str(error), str(path)) from None
    try:
        release = load(line_of(version))
    except ManifestError as error:
        raise WheelError("a release that has a manifest", str(error), str(path)) from None
    with tempfile.TemporaryDirectory(prefix="jaxlib-audit-") as scratch:
        folder = Path(scratch)
        try:
            with zipfile.ZipFile(path) as archive:
                names = tuple(info.filename for info in archive.infolist() if not info.is_dir())
                members = {name: _unpack(archive, name, folder) for name in dict.fromkeys(names)}
        except (OSError, zipfile.BadZipFile, zlib.error) as error:
            raise WheelError("a zip file that can be unpacked", str(error), str(path)) from None
        yield Wheel(path, canonicalize_name(name), version, frozenset(tags), release, folder, names, members)


def _unpack(archive: zipfile.ZipFile, name: str, folder: Path) -> Member:
    """Writes a member into ``folder`` and hashes it on the way; zipfile checks its CRC."""
    path = folder / name
    if name.startswith("/") or ".." in Path(name).parts:
        raise WheelError("members that stay in their folder", name, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with archive.open(name) as source, path.open("wb") as target:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            size += target.write(chunk)
    return Member(digest.hexdigest(), size)


def read_elf(path: Path, name: str) -> Elf:
    """The properties of the ELF file at ``path``; ``name`` is its name in errors.

    Raises:
        WheelError: It is not an ELF file.
    """
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            dynamic, symbols = elf.get_section_by_name(".dynamic"), elf.get_section_by_name(".dynsym")
            tags = list(dynamic.iter_tags()) if dynamic else []
            relocated = ["relocations in its code" for tag in tags if _relocates_code(tag)]
            return Elf(
                _MACHINES.get(elf["e_machine"], str(elf["e_machine"])),
                next((tag.soname for tag in reversed(tags) if tag.entry.d_tag == "DT_SONAME"), ""),
                tuple(tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"),
                tuple(_search(tags)),
                frozenset(symbol.name for symbol in symbols.iter_symbols() if _exported(symbol))
                if symbols
                else frozenset(),
                tuple(dict.fromkeys([*relocated, *_weak_segments(elf)])),
                any(map(_binds_at_start, tags)),
                frozenset(_versions(elf)),
                tuple(
                    (section.name, section["sh_offset"], section["sh_size"])
                    for section in elf.iter_sections()
                    if section["sh_type"] not in {"SHT_NULL", "SHT_NOBITS"}
                ),
            )
    except ELFError as error:
        raise WheelError("an ELF file", str(error), name) from None


def _search(tags: Iterable[Any]) -> Iterator[str]:
    """Where the dynamic linker is told to search."""
    for tag in tags:
        if tag.entry.d_tag == "DT_RPATH":
            yield f"RPATH {tag.rpath}"
        elif tag.entry.d_tag == "DT_RUNPATH":
            yield f"RUNPATH {tag.runpath}"


def _relocates_code(tag: Any) -> bool:
    kind, value = tag.entry.d_tag, tag.entry.d_val
    return kind == "DT_TEXTREL" or (kind == "DT_FLAGS" and bool(value & _TEXTREL))


def _binds_at_start(tag: Any) -> bool:
    kind, value = tag.entry.d_tag, tag.entry.d_val
    return (
        kind == "DT_BIND_NOW"
        or (kind == "DT_FLAGS" and bool(value & _BIND_NOW))
        or (kind == "DT_FLAGS_1" and bool(value & _NOW))
    )


def _versions(elf: ELFFile) -> Iterator[str]:
    if needs := elf.get_section_by_name(".gnu.version_r"):
        for _, versions in needs.iter_versions():
            yield from (version.name for version in versions)


def _weak_segments(elf: ELFFile) -> Iterator[str]:
    """Faults in the program headers: memory that is writable without need, or data that can be executed."""
    segments = list(elf.iter_segments())
    for segment in segments:
        if segment["p_type"] == "PT_LOAD" and segment["p_flags"] & _WRITE and segment["p_flags"] & _EXECUTE:
            yield "a segment that is writable and executable"
    stack = [segment for segment in segments if segment["p_type"] == "PT_GNU_STACK"]
    if not stack or stack[0]["p_flags"] & _EXECUTE:
        yield "an executable stack"
    if not any(segment["p_type"] == "PT_GNU_RELRO" for segment in segments):
        yield "no RELRO"


def _exported(symbol: Any) -> bool:
    return (
        symbol["st_shndx"] != "SHN_UNDEF"
        and symbol["st_info"]["bind"] != "STB_LOCAL"
        and symbol["st_other"]["visibility"] in {"STV_DEFAULT", "STV_PROTECTED"}
    )
