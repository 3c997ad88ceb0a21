"""``python -m tools lock``: the ``jaxlib-lock`` command from the checkout, with the wheels in ``dist/``.

Users install the command as a distribution of its own. Here its seeds come directly from the release manifests, it
can use every Python of this machine, and ``dist/`` has the wheels that no registry has.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from jaxlib_lock import cli
from jaxlib_lock.seeds import Seeds

from tools import DIST
from tools.artifacts.manifest import releases
from tools.builder import build, definitions
from tools.builder.seeds import seeds
from tools.console.progress import CONSOLE
from tools.interpreters import pythons


def main(argv: Sequence[str]) -> int:
    """Run the command on the checkout."""
    # uv looks for Pythons on PATH, on which those of a version manager are not.
    folders = [str(path.parent) for path in pythons().values()]
    os.environ["PATH"] = os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)])
    try:
        _build(argv)
    except build.FAILURES as error:
        CONSOLE.print(f"error: {error}")
        return 1
    links = [DIST] if DIST.is_dir() else []
    return cli.main(argv, seeds=Seeds(seeds()), find_links=links, prog="nox -s lock --")


def _build(argv: Sequence[str]) -> None:
    """Build the family's wheels for a new lock, unless they are up to date: no registry has them."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--hardware")
    parser.add_argument("--release")
    parser.add_argument("--python")
    parser.add_argument("--jaxlib")
    try:
        asked = parser.parse_known_args(argv[1:])[0] if argv[:1] == ["make"] else None
    except argparse.ArgumentError:
        return  # the command itself raises a better error
    if asked is None or not asked.hardware:
        return
    known = Seeds(seeds())
    release = asked.release or known.newest(asked.python or "")
    if release not in releases():
        return
    hardware, _ = known.hardware_named(asked.hardware, release, asked.python or "")
    if hardware in definitions.plugin_names():
        for name in ("core", hardware):
            build.wheel(name, release)
        if asked.jaxlib == "bindings" and asked.python in (interpreters := pythons()):
            build.jaxlib(release, python=str(interpreters[asked.python]))
