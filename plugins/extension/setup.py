"""Builds the wheel of a staged plugin: its extension, for the platform and the Pythons it is staged for.

These are all with the GIL, by their stable ABI, or the named free-threaded ones. What the extension uses of Python
is the same in all of the latter, so that one module, under a name for each, serves them all.

The tree contains this file and compile.py, native/ (with include/pjrt_c_api.h), and a pyproject.toml, which
declares everything else, and in [tool.jaxlib-plugin]:

    module = "jaxlib_cpu"                       # the package that gets the extension
    target = "x86_64-linux-gnu.2.17"            # zig's name of the platform, with the oldest glibc
    platform_tag = "manylinux_2_27_x86_64"      # the wheel's tag: what its library needs, not only the extension
    free-threaded = ["cp313t", "cp314t"]        # only in a wheel for these
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Extension, setup  # type: ignore[import-untyped]
from setuptools.command.bdist_wheel import bdist_wheel  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # a build backend does not put the project on the path

from compile import compile_shared  # type: ignore[import-not-found]  # noqa: E402

with (ROOT / "pyproject.toml").open("rb") as file:
    PLUGIN: dict[str, Any] = tomllib.load(file)["tool"]["jaxlib-plugin"]
#: The ABIs of the free-threaded Pythons that the wheel is for; empty: it is for all with the GIL.
FREE_THREADED: list[str] = PLUGIN.get("free-threaded", [])


class BuildExtension(build_ext):  # type: ignore[misc]
    """Compiles with zig instead of the machine's compiler, so that every machine builds for every platform."""

    def get_ext_filename(self, fullname: str) -> str:
        """The file name that the Pythons look for; of free-threaded ones, that of the first."""
        if not FREE_THREADED:
            return str(super().get_ext_filename(fullname))
        return fullname.replace(".", "/") + _suffix(FREE_THREADED[0])

    def build_extension(self, ext: Extension) -> None:
        """Compile one extension to where setuptools expects it."""
        output = Path(self.get_ext_fullpath(ext.name))
        compile_shared(
            [ROOT / source for source in ext.sources],
            output,
            target=PLUGIN["target"],
            include=[ROOT / "native" / "include"],
            defines={"Py_GIL_DISABLED": "1"} if FREE_THREADED else None,
        )
        for abi in FREE_THREADED[1:]:
            shutil.copyfile(output, output.with_name(ext.name.rpartition(".")[2] + _suffix(abi)))


def _suffix(abi: str) -> str:
    architecture = PLUGIN["target"].partition("-")[0]
    return f".cpython-{abi.removeprefix('cp')}-{architecture}-linux-gnu.so"


class Wheel(bdist_wheel):  # type: ignore[misc]
    """A wheel for the Pythons that it is staged for."""

    def get_tag(self) -> tuple[str, str, str]:
        """The wheel's tags; several are separated by dots."""
        if not FREE_THREADED:
            interpreter, abi, name = super().get_tag()
            return str(interpreter), str(abi), str(name)
        interpreters = (abi.removesuffix("t") for abi in FREE_THREADED)
        return ".".join(interpreters), ".".join(FREE_THREADED), PLUGIN["platform_tag"]


setup(
    ext_modules=[
        Extension(
            f"{PLUGIN['module']}._pjrt",
            sources=sorted(str(path.relative_to(ROOT)) for path in (ROOT / "native").glob("*.c")),
            py_limited_api=not FREE_THREADED,
        )
    ],
    cmdclass={"build_ext": BuildExtension, "bdist_wheel": Wheel},
    options={
        "bdist_wheel": {
            "plat_name": PLUGIN["platform_tag"],
            **({} if FREE_THREADED else {"py_limited_api": "cp311"}),
        }
    },
)
