"""Builds the extension of jaxlib-pjrt with this machine's C++ compiler: CXX, or the first of c++, g++, clang++.

One extension serves all Pythons with the GIL, by their stable ABI. nanobind's backend, which it shares with other
modules, is built with libstdc++, so this must be, too. With a file ABI in the staged tree, it is compiled for one
free-threaded Python, the one in JAXLIB_BUILD_PYTHON, and contains nanobind.

The staged tree has packages/pjrt-cpp beside the package's own files, the PJRT C API's header in native/include, and
the C sources of plugins/extension that register FFI handlers in native/ffi.
"""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # a build backend does not put the project on the path

import nanobind  # type: ignore[import-untyped]  # noqa: E402
import native_build  # noqa: E402
from setuptools import Extension, setup  # type: ignore[import-untyped]  # noqa: E402
from setuptools.command.bdist_wheel import bdist_wheel  # type: ignore[import-untyped]  # noqa: E402
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]  # noqa: E402

NATIVE = ROOT / "native"
ARCHITECTURE = (ROOT / "ARCHITECTURE").read_text("utf-8").strip()

with (ROOT / "pyproject.toml").open("rb") as file:
    BINDING = tomllib.load(file)["tool"]["jaxlib-pjrt"]

#: The free-threaded Python that the wheel is for; none: it is for all with the GIL.
TARGET = native_build.target("jaxlib-pjrt", ARCHITECTURE) if (ROOT / "ABI").is_file() else None
DEFINES = (
    ("NDEBUG", "NB_COMPACT_ASSERTIONS", "NB_FREE_THREADED")
    if TARGET
    else (
        "Py_LIMITED_API=0x030B0000",
        "NB_BACKEND_MODULE=nanobind_backend",
        "NB_BACKEND_PYPI=nanobind-backend",
    )
)


def python_headers() -> Path:
    """The folder of Python.h; for the stable ABI, any CPython from 3.11 on will do.

    Raises:
        SystemExit: It is not there.
    """
    if TARGET:
        return Path(TARGET["include"])
    folder = Path(os.environ.get("JAXLIB_PYTHON_INCLUDE") or sysconfig.get_path("include"))
    if (folder / "Python.h").is_file():
        return folder
    raise SystemExit(
        f"jaxlib-pjrt: no Python.h.\n  wanted: the headers of a CPython, 3.11 or newer\n  where:  {folder}\n"
        "To fix it, run: apt-get install python3-dev    (or: dnf install python3-devel, uv python install)\n"
        "or set JAXLIB_PYTHON_INCLUDE to the folder of another CPython's Python.h"
    )


class BuildExtension(build_ext):  # type: ignore[misc]
    """Compiles each source separately, two at a time; the environment's CXXFLAGS and LDFLAGS come last."""

    def get_ext_filename(self, fullname: str) -> str:
        """The file name that the Pythons look for."""
        return (
            fullname.replace(".", "/") + TARGET["suffix"]
            if TARGET
            else str(super().get_ext_filename(fullname))
        )

    def build_extension(self, ext: Extension) -> None:
        """Compile the extension to where setuptools expects it."""
        output = Path(self.get_ext_fullpath(ext.name))
        output.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(self.build_temp).resolve()
        native_build.derive(NATIVE / "include" / "pjrt_c_api.h", scratch / "include")
        # The header transformed for C++, and the original for C.
        headers = [scratch / "include", Path(nanobind.include_dir()), python_headers()]
        flags = [
            *native_build.WARNINGS,
            f"-ffile-prefix-map={ROOT}=.",
            f"-ffile-prefix-map={scratch}=.",
            f"-I{NATIVE}",
            *(f"-D{define}" for define in DEFINES),
            *shlex.split(os.environ.get("CXXFLAGS", "")),
        ]
        cxx = native_build.compiler("jaxlib-pjrt", ARCHITECTURE)
        objects = []
        for suffix, language, system in (
            (".cc", native_build.CXX, headers),
            (".c", native_build.C, [NATIVE / "include"]),
        ):
            sources = [ROOT / source for source in ext.sources if source.endswith(suffix)]
            own = [*flags, *language, *(f"-isystem{folder}" for folder in system)]
            objects += native_build.compile_all(cxx, own, sources, scratch)
        if TARGET:
            source, robin_map = native_build.nanobind_source()
            options = [*native_build.CXX, *(f"-D{define}" for define in DEFINES), "-fno-strict-aliasing"]
            options += ["-include", str(NATIVE / "compat.h"), *shlex.split(os.environ.get("CXXFLAGS", ""))]
            options += [f"-isystem{folder}" for folder in (*headers, robin_map)]
            objects += native_build.compile_all(cxx, options, [source], scratch)
        link = [*native_build.LINK, f"-Wl,--version-script={NATIVE / 'symbols.map'}"]
        link += shlex.split(os.environ.get("LDFLAGS", ""))
        native_build.run([*cxx, *map(str, objects), *link, "-o", str(output)])
        native_build.check_symbols("jaxlib-pjrt", output, BINDING["platform"], BINDING["symbols"])


class Wheel(bdist_wheel):  # type: ignore[misc]
    """A wheel for all Pythons with the GIL, or for the free-threaded one."""

    def get_tag(self) -> tuple[str, str, str]:
        """The wheel's tag."""
        if TARGET:
            return TARGET["tag"], TARGET["abi"], f"{BINDING['platform']}_{ARCHITECTURE}"
        interpreter, abi, name = super().get_tag()
        return str(interpreter), str(abi), str(name)


native_build.bring_nanobind_licence("jaxlib-pjrt", ROOT)
setup(
    ext_modules=[
        Extension(
            "jaxlib_pjrt._native",
            sources=sorted(str(path.relative_to(ROOT)) for path in NATIVE.rglob("*.c*")),
            py_limited_api=not TARGET,
        )
    ],
    cmdclass={"build_ext": BuildExtension, "bdist_wheel": Wheel},
    options={
        "bdist_wheel": {
            **({} if TARGET else {"py_limited_api": "cp311"}),
            "plat_name": f"{BINDING['platform']}_{ARCHITECTURE}",
        }
    },
)
