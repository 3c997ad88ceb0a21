"""Builds jaxlib's native module for the Python in JAXLIB_BUILD_PYTHON and the staged tree's ARCHITECTURE.

Dispatch needs functions outside of Python's stable ABI, so there is one small wheel per Python version; the Python
that runs the build may be another one. For another architecture than this machine's, the build uses a cross
compiler and the headers of this machine's Python: CPython's and NumPy's headers are the same for every 64-bit Linux
with the same layout of C types, except for macros that only the interpreter's own build reads. The staged tree has
packages/pjrt-cpp beside the package's own files, and the PJRT C API's header in native/include.
"""

from __future__ import annotations

import os
import shlex
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

import nanobind  # type: ignore[import-untyped]  # noqa: E402
import native_build  # noqa: E402
import numpy as np  # noqa: E402
from setuptools import Extension, setup  # type: ignore[import-untyped]  # noqa: E402
from setuptools.command.bdist_wheel import bdist_wheel  # type: ignore[import-untyped]  # noqa: E402
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]  # noqa: E402

NATIVE = ROOT / "native"
ARCHITECTURE = (ROOT / "ARCHITECTURE").read_text("utf-8").strip()
with (ROOT / "pyproject.toml").open("rb") as file:
    BINDINGS = tomllib.load(file)["tool"]["jaxlib"]

TARGET = native_build.target("jaxlib", ARCHITECTURE)


def _system(scratch: Path) -> tuple[Path, ...]:
    """The folders of headers that are not ours."""
    return (
        scratch / "include",
        Path(nanobind.include_dir()),
        native_build.nanobind_source()[1],
        Path(TARGET["include"]),
        Path(np.get_include()),
    )


def _flags(scratch: Path, system: tuple[Path, ...]) -> list[str]:
    return [
        *native_build.CXX,
        f"-ffile-prefix-map={ROOT}=.",
        f"-ffile-prefix-map={scratch}=.",
        f"-I{NATIVE}",
        *(f"-isystem{folder}" for folder in system),
        "-DNDEBUG",
        "-DNB_COMPACT_ASSERTIONS",
        *(["-DNB_FREE_THREADED"] if TARGET["abi"].endswith("t") else []),
        *shlex.split(os.environ.get("CXXFLAGS", "")),
    ]


class BuildExtension(build_ext):  # type: ignore[misc]
    """Compiles the native module; the environment's CXXFLAGS and LDFLAGS come last."""

    def get_ext_filename(self, fullname: str) -> str:
        """The file name that the target Python will look for."""
        return fullname.replace(".", "/") + TARGET["suffix"]

    def build_extension(self, ext: Extension) -> None:
        """Compile the extension to where setuptools expects it."""
        output = Path(self.get_ext_fullpath(ext.name))
        output.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(self.build_temp).resolve()
        native_build.derive(NATIVE / "include" / "pjrt_c_api.h", scratch / "include")
        nanobind_source, _ = native_build.nanobind_source()
        system = _system(scratch)
        flags = _flags(scratch, system)
        cxx = native_build.compiler("jaxlib", ARCHITECTURE)
        # CPython's slots are function pointers cast to void*, and its method tables omit fields of their
        # struct.
        own = [*flags, *native_build.WARNINGS, "-Wno-cast-function-type", "-Wno-missing-field-initializers"]
        nanobind_flags = [*flags, "-fno-strict-aliasing", "-include", str(NATIVE / "compat.h")]
        sources = [ROOT / source for source in ext.sources]
        link = [*native_build.LINK, f"-Wl,--version-script={NATIVE / 'symbols.map'}"]
        link += [*shlex.split(os.environ.get("LDFLAGS", "")), "-ldl", "-lpthread"]

        def compile_and_link() -> None:
            objects = native_build.compile_all(cxx, nanobind_flags, [nanobind_source], scratch)
            objects += native_build.compile_all(cxx, own, sources, scratch)
            native_build.run([*cxx, *map(str, objects), *link, "-o", str(output)])

        # Paths differ between builds, so only the folders' contents are part of the key. They do not depend on a
        # release of jax.
        places = {str(ROOT): ".", str(scratch): "scratch", **{str(folder): "include" for folder in system}}
        words = [
            ARCHITECTURE,
            TARGET["abi"],
            TARGET["version"],
            nanobind.__version__,
            np.__version__,
            *own,
            *nanobind_flags,
            *link,
            *ext.sources,
        ]
        for place in sorted(places, key=len, reverse=True):
            words = [word.replace(place, places[place]) for word in words]
        key = native_build.key_of(cxx, words, (NATIVE, nanobind_source.parent, *system))
        native_build.from_cache(key, output, compile_and_link)
        native_build.check_symbols("jaxlib", output, BINDINGS["platform"], BINDINGS["symbols"])


class Wheel(bdist_wheel):  # type: ignore[misc]
    """A wheel for the target Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """The wheel's tag."""
        return TARGET["tag"], TARGET["abi"], f"{BINDINGS['platform']}_{ARCHITECTURE}"


native_build.bring_nanobind_licence("jaxlib", ROOT)
setup(
    ext_modules=[
        Extension(
            "jaxlib._native",
            sources=sorted(str(path.relative_to(ROOT)) for path in NATIVE.rglob("*.cc")),
        )
    ],
    cmdclass={"build_ext": BuildExtension, "bdist_wheel": Wheel},
)
