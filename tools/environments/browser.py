"""``python -m tools browser``: a Chromium for the tests that open pages in a browser.

It is the system's, if there is one. Otherwise ``chromium-headless-shell``, with the libraries and fonts that it
needs, is fetched once from Debian's packages into ``build/browser``: 125 MB, or 400 MB unpacked. Nothing is
installed on the system.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tools import BUILD
from tools.console.progress import CONSOLE
from tools.environments import debian
from tools.environments.debian import DebianError, Packages

HOME = BUILD / "browser"
PACKAGE = "chromium-headless-shell"
#: The reason of a test that is skipped because there is no Chromium.
MISSING = (
    "no Chromium on this machine, and none fetched by `python -m tools browser`: pages are NOT TESTED in one"
)
_SYSTEMS = ("chromium", "chromium-browser", "google-chrome", PACKAGE)
#: Dependencies of Chromium that are left out: graphics drivers, and packages that every system has.
_LEFT_OUT = ("libllvm", "libgl1-mesa-dri", "libz3-", "libc6", "libgcc-s1", "libstdc++6")

_SCRIPT = """#!/bin/sh
export LD_LIBRARY_PATH='{libraries}' FONTCONFIG_FILE='{fonts}'
exec '{program}' "$@"
"""
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def found() -> str | None:
    """The command of the Chromium on this machine, or None."""
    script = HOME / "chromium"
    system = next(filter(None, map(shutil.which, _SYSTEMS)), None)
    return system or (str(script) if script.is_file() else None)


def fetch() -> str:
    """Fetch Chromium, unless there is one; returns its command.

    Raises:
        DebianError: apt cannot fetch it, or it does not start.
    """
    if command := found():
        return command
    debian.need("python -m tools browser")
    root = HOME / "root"
    if not root.is_dir():
        CONSOLE.print(f"fetching {PACKAGE}")
        packages = Packages(HOME, debian.architecture())
        packages.update()
        wanted = ("lib", "zlib", "chromium", "fontconfig-config", "fonts-dejavu-core")
        names = packages.required(PACKAGE)
        packages.unpack(
            [name for name in names if name.startswith(wanted) and not name.startswith(_LEFT_OUT)], root
        )
        shutil.rmtree(HOME / f"packages-{packages.architecture}")
    script = _script(root)
    done = subprocess.run(
        [str(script), "--headless", "--no-sandbox", "--dump-dom", "data:text/html,<p>shown</p>"],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    if "<p>shown</p>" not in done.stdout:
        script.unlink()
        raise DebianError("a Chromium that shows a page", done.stderr.strip()[-800:], f"rm -r {HOME}")
    return str(script)


def _script(root: Path) -> Path:
    """Write the command that starts the Chromium in ``root`` with its own libraries and fonts."""
    libraries = [folder for folder in (root / "usr" / "lib").glob("*-linux-gnu*") if folder.is_dir()]
    libraries += [root / "lib" / folder.name for folder in libraries]
    libraries += [folder / "pulseaudio" for folder in libraries[:1]]
    fonts = HOME / "fonts.conf"
    fonts.write_text(_FONTS.format(folder=root / "usr/share/fonts", cache=HOME / "fonts-cache"), "utf-8")
    script = HOME / "chromium"
    script.write_text(
        _SCRIPT.format(
            libraries=":".join(map(str, libraries)), fonts=fonts, program=root / "usr/lib/chromium" / PACKAGE
        ),
        "utf-8",
    )
    script.chmod(0o755)
    return script


def main(argv: Sequence[str]) -> int:
    """Print the command of a Chromium, fetched if there is none; 1 if that fails."""
    parser = argparse.ArgumentParser(prog="python -m tools browser", description=__doc__)
    parser.parse_args(argv)
    try:
        CONSOLE.print(fetch())
    except DebianError as error:
        CONSOLE.print(f"error: {error}")
        return 1
    return 0
