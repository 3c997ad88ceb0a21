"""Builds the wheel of a staged plugin: its extension, on the stable ABI, for the platform it is staged for.

The tree contains this file and compile.py, native/ (with include/pjrt_c_api.h), and a pyproject.toml, which
declares everything else, and in [tool.jaxlib-plugin]:

    module = "jaxlib_cpu"                       # the package that gets the extension
    target = "x86_64-linux-gnu.2.17"            # zig's name of the platform, with the oldest glibc
    platform_tag = "manylinux_2_27_x86_64"      # the wheel's tag: what its library needs, not only the extension
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # a build backend does not put the project on the path

from compile import compile_shared  # type: ignore[import-not-found]  # noqa: E402

with (ROOT / "pyproject.toml").open("rb") as file:
    PLUGIN: dict[str, str] = tomllib.load(file)["tool"]["jaxlib-plugin"]


class BuildExtension(build_ext):  # type: ignore[misc]
    """Compiles with zig instead of the machine's compiler, so that every machine builds for every platform."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one extension to where setuptools expects it."""
        compile_shared(
            [ROOT / source for source in ext.sources],
            Path(self.get_ext_fullpath(ext.name)),
            target=PLUGIN["target"],
            include=[ROOT / "native" / "include"],
        )


setup(
    ext_modules=[
        Extension(
            f"{PLUGIN['module']}._pjrt",
            sources=sorted(str(path.relative_to(ROOT)) for path in (ROOT / "native").glob("*.c")),
            py_limited_api=True,
        )
    ],
    cmdclass={"build_ext": BuildExtension},
    options={"bdist_wheel": {"py_limited_api": "cp311", "plat_name": PLUGIN["platform_tag"]}},
)
