"""What building C++ with this machine's compiler needs, whatever is built: for the setup.py of a staged tree."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

CODE = ("-O2", "-DNDEBUG", "-g0", "-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections")
CXX, C = (*CODE, "-std=c++17"), (*CODE, "-x", "c", "-std=c11", "-Wno-enum-compare")
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
LINK = ("-shared", "-s", "-Wl,--build-id=none", "-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now")


#: Names a folder where linked modules are kept by what they are made of; empty or not set: each build compiles.
CACHE = "JAXLIB_NATIVE_CACHE"
#: What compilers read beside their arguments.
COMPILER_VARIABLES = (
    *("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"),
    *("LD_RUN_PATH", "GLIBCXX_TUNABLES", "SOURCE_DATE_EPOCH"),
)


def compiler(what: str, architecture: str = "") -> list[str]:
    """The C++ compiler: CXX, or the first of c++, g++, clang++; for another architecture than this, its g++.

    Raises:
        SystemExit: There is none.
    """
    if named := os.environ.get("CXX"):
        return shlex.split(named)
    candidates: tuple[str, ...] = ("c++", "g++", "clang++")
    packages = "g++    (or: dnf install gcc-c++)"
    if architecture not in ("", platform.machine()):
        candidates = (f"{architecture}-linux-gnu-g++",)
        packages = f"g++-{architecture.replace('_', '-')}-linux-gnu"
    for name in candidates:
        if found := shutil.which(name):
            return [found]
    raise SystemExit(
        f"{what}: no C++ compiler.\n  wanted: {', '.join(candidates)} on PATH, or CXX set\n  found:  none\n"
        f"To fix it, run: apt-get install {packages}"
    )


def derive(header: Path, folder: Path) -> None:
    """Write to ``folder`` what is made from the PJRT C API's header: the header as C++ takes it, and its table.

    Raises:
        SystemExit: The header is another than is known here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = header.read_text("utf-8")
    # Each function of the table is named like its type, which C++ takes only where the type's name is qualified.
    qualified, changed = re.subn(r"(_PJRT_API_STRUCT_FIELD\(fn_type\)) fn_type\*", r"\1 ::fn_type*", text)
    functions = re.findall(r"^ *_PJRT_API_STRUCT_FIELD\((\w+)\);", text, re.MULTILINE)
    if changed != 1 or not functions:
        raise SystemExit(f"{header} is no PJRT C API header known here")
    (folder / "pjrt_c_api.h").write_text(qualified, "utf-8")
    lines = "".join(f"PJRT_FUNCTION({name})\n" for name in functions)
    (folder / "pjrt_functions.inc").write_text(lines, "utf-8")


def check_symbols(what: str, library: Path, platform: str, allowed: Mapping[str, str]) -> None:
    """Refuse a library that needs a newer system than its wheel's tag promises.

    Raises:
        SystemExit: It does.
    """
    content = library.read_bytes()
    for family, newest in allowed.items():
        # The zero at the end of one name is the zero before the next.
        for version in set(re.findall(rb"\0" + family.encode() + rb"_([0-9.]+)(?=\0)", content)):
            if _numbers(version.decode()) > _numbers(newest):
                raise SystemExit(
                    f"{what}: the extension needs a newer system than {platform}.\n"
                    f"  wanted: {family}_{newest} or older\n  found:  {family}_{version.decode()}\n"
                    "Use an older compiler (set CXX), or fix native/compat.cc"
                )


def bring_nanobind_licence(what: str, folder: Path) -> None:
    """Lay nanobind's licence into ``folder``: parts of it are in the extension.

    Raises:
        SystemExit: nanobind's distribution has none.
    """
    held = [path for path in metadata.files("nanobind") or () if path.name == "LICENSE"]
    if not held:
        raise SystemExit(f"{what}: nanobind's distribution holds no LICENSE, which the wheel must carry")
    (folder / "LICENSE.nanobind").write_text(held[0].read_text(), "utf-8")


def compile_all(
    cxx: Sequence[str], flags: Sequence[str], sources: Sequence[Path], folder: Path
) -> list[Path]:
    """Compile each source by itself, two at a time; gives the objects."""
    objects = [folder / f"{source.parent.name}-{source.stem}.o" for source in sources]
    with ThreadPoolExecutor(2) as pool:
        commands = (
            [*cxx, *flags, "-c", str(source), "-o", str(made)]
            for source, made in zip(sources, objects, strict=True)
        )
        list(pool.map(run, commands))
    return objects


def key_of(cxx: Sequence[str], words: Iterable[str], folders: Iterable[Path]) -> str:
    """A hash over what a linked module is made of.

    Args:
        cxx: the compiler's command, which is asked for its version.
        words: the flags, without folders' own names, and whatever else the module depends on.
        folders: the sources and headers; every file in them counts, by its name there and its content.
    """
    said = subprocess.run([*cxx, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    variables = [f"{name}={os.environ[name]}" for name in COMPILER_VARIABLES if name in os.environ]
    digest = hashlib.sha256()
    for word in (*cxx, said, *variables, *words):
        digest.update(f"{len(word)} {word}\n".encode())
    for folder in folders:
        digest.update(b"folder\n")
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if "__pycache__" not in path.parts:
                name = path.relative_to(folder).as_posix()
                digest.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def from_cache(key: str, output: Path, build: Callable[[], None]) -> None:
    """Write the module ``key`` to ``output``: from the folder that JAXLIB_NATIVE_CACHE names, or else by ``build``.

    An entry is the module after its own sha256, which is checked each time: a damaged one is built anew. Entries
    appear whole or not at all, so any number of builds may use the folder at once.
    """
    folder = os.environ.get(CACHE)
    if not folder:
        build()
        return
    entry = Path(folder) / key[:2] / key
    try:
        sha256, _, module = entry.read_bytes().partition(b"\n")
    except OSError:
        sha256, module = b"", b""
    if module and hashlib.sha256(module).hexdigest().encode() == sha256:
        output.write_bytes(module)
        output.chmod(0o755)
        return
    build()
    module = output.read_bytes()
    entry.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=entry.parent, prefix=".part-", delete=False) as part:
        part.write(hashlib.sha256(module).hexdigest().encode() + b"\n" + module)
    Path(part.name).replace(entry)


def run(command: Sequence[str]) -> None:
    """Run a command.

    Raises:
        SystemExit: It failed; with what it said.
    """
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"exit status {done.returncode} of: {shlex.join(command)}\n{done.stdout}")


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
