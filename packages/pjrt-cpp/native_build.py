"""Compiles and links C++ with this machine's compiler; used by the setup.py of a staged tree."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

CODE = ("-O2", "-DNDEBUG", "-g0", "-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections")
CXX, C = (*CODE, "-std=c++17"), (*CODE, "-x", "c", "-std=c11", "-Wno-enum-compare")
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
LINK = (
    *("-shared", "-s", "-Wl,--build-id=none", "-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now"),
    "-Wl,--wrap=__gxx_personality_v0",  # the wrapper is in gil.cc
)


#: The environment variable that names a cache folder for linked modules; empty or unset: each build compiles.
CACHE = "JAXLIB_NATIVE_CACHE"
#: The environment variables that compilers and linkers read.
COMPILER_VARIABLES = (
    *("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"),
    *("LD_RUN_PATH", "GLIBCXX_TUNABLES", "SOURCE_DATE_EPOCH"),
)

#: Architectures with the same layout of C types (LP64, little endian, long double of 16 bytes).
ALIKE = ("aarch64", "x86_64")
#: The environment variable that names the Python to build for; by default the one that runs the build.
PYTHON = "JAXLIB_BUILD_PYTHON"
ASK = """
import json, sys, sysconfig
print(json.dumps({
    "tag": f"cp{sys.version_info[0]}{sys.version_info[1]}",
    "abi": f"cp{sys.version_info[0]}{sys.version_info[1]}{'t' * ('t' in sys.abiflags)}",
    "suffix": sysconfig.get_config_var("EXT_SUFFIX"),
    "include": sysconfig.get_path("include"),
    "version": sys.version,
}))
"""


def target(what: str, architecture: str) -> dict[str, str]:
    """The tag, ABI, suffix and headers of the Python to build for.

    Raises:
        SystemExit: That Python has no headers, or none for ``architecture``.
    """
    executable = os.environ.get(PYTHON) or sys.executable
    answer = subprocess.run([executable, "-c", ASK], stdout=subprocess.PIPE, text=True, check=True).stdout
    python: dict[str, str] = json.loads(answer)
    if not (Path(python["include"]) / "Python.h").is_file():
        raise SystemExit(
            f"{what}: no Python.h of {executable}.\n  where:  {python['include']}\n"
            "To fix it, run: apt-get install python3-dev    (or: dnf install python3-devel, uv python install)"
        )
    machine = platform.machine()
    if machine != architecture:
        if not {machine, architecture} <= set(ALIKE) or machine not in python["suffix"]:
            raise SystemExit(
                f"{what}: no headers of {executable} for {architecture}.\n"
                f"  wanted: a machine of that architecture, or this one and that among {', '.join(ALIKE)}\n"
                f"  found:  {machine}, modules end with {python['suffix']}\n"
                f"Build on a machine with {architecture}"
            )
        python["suffix"] = python["suffix"].replace(machine, architecture)
    return python


def compiler(what: str, architecture: str = "") -> list[str]:
    """The C++ compiler: CXX, or the first of c++, g++, clang++; for another architecture, its cross g++.

    Raises:
        SystemExit: No compiler was found.
    """
    if named := os.environ.get("CXX"):
        return shlex.split(named)
    candidates: tuple[str, ...] = ("c++", "g++", "clang++")
    packages = "g++    (or: dnf install gcc-c++)"
    if architecture not in ("", platform.machine()):
        candidates = (f"{architecture}-linux-gnu-g++",)
        packages = f"g++-{architecture.replace('_', '-')}-linux-gnu"
    for name in candidates:
        if path := shutil.which(name):
            return [path]
    raise SystemExit(
        f"{what}: no C++ compiler.\n  wanted: {', '.join(candidates)} on PATH, or CXX set\n  found:  none\n"
        f"To fix it, run: apt-get install {packages}"
    )


def derive(header: Path, folder: Path) -> None:
    """Generate two files from the PJRT C API's header in ``folder``: a header for C++, and the list of functions.

    Raises:
        SystemExit: The header does not have the expected form.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = header.read_text("utf-8")
    # Each member of the table has the name of its type; C++ accepts that only with a qualified type name.
    qualified, changed = re.subn(r"(_PJRT_API_STRUCT_FIELD\(fn_type\)) fn_type\*", r"\1 ::fn_type*", text)
    functions = re.findall(r"^ *_PJRT_API_STRUCT_FIELD\((\w+)\);", text, re.MULTILINE)
    if changed != 1 or not functions:
        raise SystemExit(f"{header} is not a PJRT C API header of a known form")
    (folder / "pjrt_c_api.h").write_text(qualified, "utf-8")
    lines = "".join(f"PJRT_FUNCTION({name})\n" for name in functions)
    (folder / "pjrt_functions.inc").write_text(lines, "utf-8")


def check_symbols(what: str, library: Path, platform: str, allowed: Mapping[str, str]) -> None:
    """Refuse a library that needs a newer system than its wheel's tag promises.

    Raises:
        SystemExit: The library needs a newer symbol version than those allowed.
    """
    content = library.read_bytes()
    for family, newest in allowed.items():
        # Names are separated by a single zero byte, which the lookahead leaves for the next match.
        for version in set(re.findall(rb"\0" + family.encode() + rb"_([0-9.]+)(?=\0)", content)):
            if _numbers(version.decode()) > _numbers(newest):
                raise SystemExit(
                    f"{what}: the extension needs a newer system than {platform}.\n"
                    f"  wanted: {family}_{newest} or older\n  found:  {family}_{version.decode()}\n"
                    "Use an older compiler (set CXX), or fix native/compat.cc"
                )


def nanobind_source() -> tuple[Path, Path]:
    """The source of nanobind's code, for an extension that contains it, and a folder of headers that it needs."""
    import nanobind  # type: ignore[import-untyped]

    source = Path(nanobind.source_dir())
    return source / "nb_combined.cpp", source.parent / "ext" / "robin_map" / "include"


def bring_nanobind_licence(what: str, folder: Path) -> None:
    """Copy nanobind's licence to ``folder``, because the extension contains parts of nanobind.

    Raises:
        SystemExit: nanobind's distribution has no licence file.
    """
    held = [path for path in metadata.files("nanobind") or () if path.name == "LICENSE"]
    if not held:
        raise SystemExit(f"{what}: nanobind's distribution holds no LICENSE, which the wheel must carry")
    (folder / "LICENSE.nanobind").write_text(held[0].read_text(), "utf-8")


def compile_all(
    cxx: Sequence[str], flags: Sequence[str], sources: Sequence[Path], folder: Path
) -> list[Path]:
    """Compile each source separately, two at a time; returns the object files."""
    objects = [folder / f"{source.parent.name}-{source.stem}.o" for source in sources]
    with ThreadPoolExecutor(2) as pool:
        commands = (
            [*cxx, *flags, "-c", str(source), "-o", str(object_file)]
            for source, object_file in zip(sources, objects, strict=True)
        )
        list(pool.map(run, commands))
    return objects


def key_of(cxx: Sequence[str], words: Iterable[str], folders: Iterable[Path]) -> str:
    """A hash of everything that determines a linked module.

    Args:
        cxx: The compiler's command, which is run for its version.
        words: The flags, without absolute paths, and anything else that the module depends on.
        folders: The sources and headers; each file counts by its relative name and content.
    """
    version = subprocess.run([*cxx, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    variables = [f"{name}={os.environ[name]}" for name in COMPILER_VARIABLES if name in os.environ]
    digest = hashlib.sha256()
    for word in (*cxx, version, *variables, *words):
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

    An entry is the module's sha256 and the module; a damaged entry is built again. Entries are renamed into
    place, so any number of builds may use the folder at once.
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
        SystemExit: The command failed; the message has its output.
    """
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"exit status {done.returncode} of: {shlex.join(command)}\n{done.stdout}")


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
