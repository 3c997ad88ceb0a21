"""Compiles shared libraries from C with zig, for any Linux, from any machine.

`JAXLIB_CC` names another compiler, for a machine on which zig cannot be installed. Its output runs only on systems
like that machine, whatever the target says.

setup.py, which is staged beside this file, builds a plugin's extension with it; the tests build their fake
libraries.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

WARNINGS = (
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wpedantic",
    "-Wcast-qual",
    "-Wconversion",
    "-Wmissing-prototypes",
    "-Wpointer-arith",
    "-Wshadow",
    "-Wstrict-prototypes",
    "-Wundef",
    "-Wvla",
)
CODE = ("-std=c11", "-O2", "-g0", "-fPIC", "-fvisibility=hidden", "-fno-sanitize=undefined")
LINK = ("-shared", "-s", "-Wl,--build-id=none", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack")


class CompileError(RuntimeError):
    """The compiler failed; the message has its command line and output."""


def command(
    sources: Sequence[Path],
    output: Path,
    *,
    target: str,
    include: Sequence[Path] = (),
    defines: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the command that `compile_shared` runs."""
    directories = sorted({source.parent for source in sources})
    return [
        *_compiler(target),
        *CODE,
        *(f"-ffile-prefix-map={directory}=." for directory in directories),
        *(f"-isystem{directory}" for directory in include),
        *(f"-D{name}={value}" for name, value in sorted((defines or {}).items())),
        *map(str, sources),
        *LINK,
        *("-o", str(output)),
    ]


def _compiler(target: str) -> list[str]:
    if own := shlex.split(os.environ.get("JAXLIB_CC", "")):
        return own  # without WARNINGS, which are options of zig
    return [sys.executable, "-m", "ziglang", "cc", "-target", target, *WARNINGS]


def compile_shared(
    sources: Sequence[Path],
    output: Path,
    *,
    target: str,
    include: Sequence[Path] = (),
    defines: Mapping[str, str] | None = None,
) -> None:
    """Compile C sources to one shared library.

    The result does not depend on the path of the sources. The sources mark the exported symbols.

    Args:
        sources: The C files, in link order.
        output: The shared library; its directory is created.
        target: A zig target with the oldest glibc to support, such as "x86_64-linux-gnu.2.17".
        include: Directories of system headers, in which warnings are ignored.
        defines: Preprocessor macros.

    Raises:
        CompileError: The compiler could not be run, or failed.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    arguments = command(sources, output, target=target, include=include, defines=defines)
    with tempfile.TemporaryDirectory(prefix="jaxlib-plugin-zig-") as scratch:
        # zig's local cache would be created beside the sources. The global cache, with the compiled libc, is kept.
        environment = {**os.environ, "ZIG_LOCAL_CACHE_DIR": scratch}
        done = subprocess.run(
            arguments,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise CompileError(f"exit status {done.returncode} of: {' '.join(arguments)}\n{done.stdout}")
