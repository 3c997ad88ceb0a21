"""Stand-ins for the libraries that a library is linked with and that are not on this machine.

They define every symbol that the library takes from elsewhere and that no library at hand has, as a function that
returns zero: enough for the dynamic loader, and for what runs when a library is loaded. Where the library wants a
symbol in a version of one of them, that one has it in this version; all other symbols are in the first.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

from plugins.extension import compile as zig

_RETURN = {"x86_64": "xorl %eax, %eax; xorl %edx, %edx; ret", "aarch64": "mov x0, #0; ret"}
#: Names that an assembler and a version script take as they are.
_PLAIN = re.compile(r"[A-Za-z_.$][\w.$]*")
#: Prints those of the libraries named that are not at hand, an empty line, and the files of the others.
_AT_HAND = """
import ctypes, os, sys
for name in sys.argv[1:]:
    try:
        ctypes.CDLL(name, mode=os.RTLD_LAZY)
    except OSError:
        print("absent", name)
with open("/proc/self/maps", encoding="utf-8") as lines:
    for path in sorted({line.split(maxsplit=5)[5].strip() for line in lines if ".so" in line}):
        print("present", path)
sys.stdout.flush()
os._exit(0)
"""


@dataclass(frozen=True, slots=True)
class Linkage:
    """What a library is linked with.

    Attributes:
        needed: the names of libraries, in order.
        symbols: that it takes from others and must have, in no version.
        versions: those in a version: by library, then by version.
    """

    needed: tuple[str, ...]
    symbols: frozenset[str]
    versions: Mapping[str, Mapping[str, frozenset[str]]]


def make(library: Path, folder: Path) -> tuple[str, ...]:
    """Makes stand-ins in ``folder`` for what ``library`` is linked with and is not here; returns their names.

    ``folder`` is to be put on ``LD_LIBRARY_PATH``.

    Raises:
        CompileError: A stand-in could not be compiled.
    """
    linkage = linked(library)
    absent, present = at_hand(linkage.needed)
    known = frozenset[str]().union(*map(exports, present))
    folder.mkdir()
    symbols = linkage.symbols - known
    for name in absent:
        _compile(folder / name, symbols, linkage.versions.get(name, {}))
        symbols = frozenset()
    return absent


def linked(library: Path) -> Linkage:
    """What a library is linked with, as its dynamic section and its tables of symbols and versions say."""
    needed: list[str] = []
    plain: set[str] = set()
    found: dict[str, dict[str, set[str]]] = {}
    with library.open("rb") as stream:
        elf = ELFFile(stream)
        if dynamic := elf.get_section_by_name(".dynamic"):
            needed = [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")]
        owners: dict[int, set[str]] = {}
        if wants := elf.get_section_by_name(".gnu.version_r"):
            for file, versions in wants.iter_versions():
                for version in versions:
                    owners[version["vna_other"]] = found.setdefault(file.name, {}).setdefault(
                        version.name, set()
                    )
        numbers = elf.get_section_by_name(".gnu.version")
        symbols = elf.get_section_by_name(".dynsym")
        for index, symbol in enumerate(symbols.iter_symbols() if symbols else ()):
            if symbol["st_shndx"] != "SHN_UNDEF" or not symbol.name:
                continue
            number = numbers.get_symbol(index)["ndx"] if numbers else 0
            if number in owners:
                owners[number].add(symbol.name)
            elif symbol["st_info"]["bind"] == "STB_GLOBAL":
                plain.add(symbol.name)
    versions = {
        file: {version: frozenset(names) for version, names in each.items()} for file, each in found.items()
    }
    return Linkage(tuple(needed), frozenset(plain), versions)


def at_hand(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    """Those of the libraries ``names`` that the dynamic loader does not find, and the files of the others."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", _AT_HAND, *names], capture_output=True, text=True, check=True, timeout=60
    )
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    absent = tuple(name for kind, _, name in lines if kind == "absent")
    return absent, tuple(Path(path) for kind, _, path in lines if kind == "present")


def exports(library: Path) -> frozenset[str]:
    """The symbols that a library has for others."""
    with library.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".dynsym")
        return frozenset(
            symbol.name
            for symbol in (symbols.iter_symbols() if symbols else ())
            if symbol["st_shndx"] != "SHN_UNDEF"
        )


def source(symbols: Iterable[str]) -> str:
    """The C source of a library that has these symbols."""
    body = _RETURN[platform.machine()]
    lines = [
        f'__asm__(".text\\n.globl {name}\\n.type {name}, %function\\n{name}: {body}");'.replace("\n", "\\n")
        for name in sorted(symbols)
    ]
    return "\n".join([*lines, "extern int jaxlib_stands_in;", "int jaxlib_stands_in = 1;", ""])


def version_script(versions: Mapping[str, Iterable[str]]) -> str:
    """The linker's script that puts symbols into versions."""
    return "".join(
        f"{version} {{{' global:' if names else ''}{''.join(f' {name};' for name in sorted(names))} }};\n"
        for version, names in versions.items()
    )


def _compile(path: Path, symbols: Iterable[str], versions: Mapping[str, Iterable[str]]) -> None:
    plain = {name for name in symbols if _PLAIN.fullmatch(name)}
    versioned = {
        version: {name for name in names if _PLAIN.fullmatch(name)} for version, names in versions.items()
    }
    with tempfile.TemporaryDirectory(prefix="jaxlib-stand-in-") as place:
        text, script = Path(place, "stand_in.c"), Path(place, "versions.map")
        text.write_text(source(plain.union(*versioned.values())), "utf-8")
        script.write_text(version_script(versioned), "utf-8")
        target = f"{platform.machine()}-linux-gnu.2.17"
        command = [*zig.command([text], path, target=target), f"-Wl,-soname,{path.name}"]
        if versions:
            command.append(f"-Wl,--version-script={script}")
        done = subprocess.run(
            command,
            env={**os.environ, "ZIG_LOCAL_CACHE_DIR": place},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    if done.returncode:
        raise zig.CompileError(
            f"exit status {done.returncode} of: {' '.join(command)}\n{done.stdout[-2000:]}"
        )
