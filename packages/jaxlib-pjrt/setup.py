"""Builds the extension of jaxlib-pjrt with this machine's C++ compiler: CXX, or the first of c++, g++, clang++.

nanobind's backend, which the extension shares with others, is built with libstdc++, and so must this be. The staged
tree has the PJRT C API's own header in native/include, and in native/ffi the part of plugins/common, in C, that
registers FFI handlers.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import subprocess
import sysconfig
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import nanobind  # type: ignore[import-untyped]
from setuptools import Extension, setup  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent
NATIVE = ROOT / "native"

with (ROOT / "pyproject.toml").open("rb") as file:
    BINDING = tomllib.load(file)["tool"]["jaxlib-pjrt"]

CODE = ("-O2", "-g0", "-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections")
LANGUAGE = {".cc": ("-std=c++17",), ".c": ("-x", "c", "-std=c11", "-Wno-enum-compare")}
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
DEFINES = (
    "Py_LIMITED_API=0x030B0000",
    "NB_BACKEND_MODULE=nanobind_backend",
    "NB_BACKEND_PYPI=nanobind-backend",
)
LINK = (
    *("-shared", "-s", "-Wl,--build-id=none", "-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now"),
    f"-Wl,--version-script={NATIVE / 'symbols.map'}",
)


def compiler() -> list[str]:
    """The C++ compiler's command.

    Raises:
        SystemExit: There is none.
    """
    if named := os.environ.get("CXX"):
        return shlex.split(named)
    candidates = ("c++", "g++", "clang++")
    for name in candidates:
        if found := shutil.which(name):
            return [found]
    raise SystemExit(
        f"jaxlib-pjrt: no C++ compiler.\n  wanted: {', '.join(candidates)} on PATH, or CXX set\n  found:  none\n"
        "To mend it, type: apt-get install g++    (or: dnf install gcc-c++)"
    )


def python_headers() -> Path:
    """The folder of Python.h, of any CPython from 3.11 on: only its stable ABI is used.

    Raises:
        SystemExit: It is not there.
    """
    folder = Path(os.environ.get("JAXLIB_PYTHON_INCLUDE") or sysconfig.get_path("include"))
    if (folder / "Python.h").is_file():
        return folder
    raise SystemExit(
        f"jaxlib-pjrt: no Python.h.\n  wanted: the headers of a CPython, 3.11 or newer\n  where:  {folder}\n"
        "To mend it, type: apt-get install python3-dev    (or: dnf install python3-devel, uv python install)\n"
        "or set JAXLIB_PYTHON_INCLUDE to the folder of another CPython's Python.h"
    )


def derive(folder: Path) -> None:
    """Write to ``folder`` what is made from the PJRT C API's header: the header as C++ takes it, and its table."""
    folder.mkdir(parents=True, exist_ok=True)
    text = (NATIVE / "include" / "pjrt_c_api.h").read_text("utf-8")
    # Each function of the table is named like its type, which C++ takes only where the type's name is qualified.
    qualified, changed = re.subn(r"(_PJRT_API_STRUCT_FIELD\(fn_type\)) fn_type\*", r"\1 ::fn_type*", text)
    functions = re.findall(r"^ *_PJRT_API_STRUCT_FIELD\((\w+)\);", text, re.MULTILINE)
    if changed != 1 or not functions:
        raise SystemExit("jaxlib-pjrt: native/include/pjrt_c_api.h is no PJRT C API header known here")
    (folder / "pjrt_c_api.h").write_text(qualified, "utf-8")
    lines = "".join(f"PJRT_FUNCTION({name})\n" for name in functions)
    (folder / "pjrt_functions.inc").write_text(lines, "utf-8")


def check_symbols(library: Path) -> None:
    """Refuse an extension that needs a newer system than its wheel's tag promises."""
    content = library.read_bytes()
    for family, newest in BINDING["symbols"].items():
        for version in set(re.findall(rb"\0" + family.encode() + rb"_([0-9.]+)\0", content)):
            if _numbers(version.decode()) > _numbers(newest):
                raise SystemExit(
                    f"jaxlib-pjrt: the extension needs a newer system than {BINDING['platform']}.\n"
                    f"  wanted: {family}_{newest} or older\n  found:  {family}_{version.decode()}\n"
                    "Use an older compiler (set CXX), or mend native/compat.cc"
                )


def bring_licence() -> None:
    """Lay nanobind's licence beside ours: parts of its headers are in the extension.

    Raises:
        SystemExit: nanobind's distribution has none.
    """
    held = [path for path in metadata.files("nanobind") or () if path.name == "LICENSE"]
    if not held:
        raise SystemExit("jaxlib-pjrt: nanobind's distribution holds no LICENSE, which the wheel must carry")
    (ROOT / "LICENSE.nanobind").write_text(held[0].read_text(), "utf-8")


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"exit status {done.returncode} of: {shlex.join(command)}\n{done.stdout}")


class BuildExtension(build_ext):  # type: ignore[misc]
    """Compiles each source by itself, two at a time; the environment's CXXFLAGS and LDFLAGS come last."""

    def build_extension(self, ext: Extension) -> None:
        """Compile the extension to where setuptools expects it."""
        output = Path(self.get_ext_fullpath(ext.name))
        output.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(self.build_temp).resolve()
        derive(scratch / "include")
        # The header as it stands for C, and as C++ takes it.
        headers = {
            ".cc": [scratch / "include", Path(nanobind.include_dir()), python_headers()],
            ".c": [NATIVE / "include"],
        }
        flags = [
            *CODE,
            *WARNINGS,
            f"-ffile-prefix-map={ROOT}=.",
            f"-ffile-prefix-map={scratch}=.",
            f"-I{NATIVE}",
            *(f"-D{define}" for define in DEFINES),
            *shlex.split(os.environ.get("CXXFLAGS", "")),
        ]
        sources = [ROOT / source for source in ext.sources]
        objects = [scratch / f"{source.parent.name}-{source.stem}.o" for source in sources]
        cxx = compiler()
        with ThreadPoolExecutor(2) as pool:
            commands = (
                [
                    *(*cxx, *flags, *LANGUAGE[source.suffix]),
                    *(f"-isystem{folder}" for folder in headers[source.suffix]),
                    *("-c", str(source), "-o", str(made)),
                ]
                for source, made in zip(sources, objects, strict=True)
            )
            list(pool.map(_run, commands))
        _run(
            [*cxx, *map(str, objects), *LINK, *shlex.split(os.environ.get("LDFLAGS", "")), "-o", str(output)]
        )
        check_symbols(output)


bring_licence()
setup(
    ext_modules=[
        Extension(
            "jaxlib_pjrt._native",
            sources=sorted(str(path.relative_to(ROOT)) for path in NATIVE.rglob("*.c*")),
            py_limited_api=True,
        )
    ],
    cmdclass={"build_ext": BuildExtension},
    options={
        "bdist_wheel": {
            "py_limited_api": "cp311",
            "plat_name": f"{BINDING['platform']}_{platform.machine()}",
        }
    },
)
