"""What the installed ``jaxlib`` script imports: the command, or a line that says why there is none.

It lies beside the package, under a name that ``rm -rf jaxlib*`` leaves alone: the script that an installer wrote is
then still on the path, and Python would answer with a traceback.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run the ``jaxlib`` command; the exit status is its own, and 1 where its package is gone."""
    try:
        from jaxlib_core.cli import main as command
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("jaxlib_core"):
            raise
        sys.stderr.write(_gone())
        return 1
    return command()


def _gone() -> str:
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec
    from pathlib import Path
    from shlex import join

    requirement = "jaxlib-core"
    for name in ("jaxlib-core", "jaxlib", "jax"):
        try:
            requirement = f"jaxlib-core=={version(name).partition('+')[0]}"
        except PackageNotFoundError:
            continue
        break
    install = [sys.executable, "-m", "pip", "install", "--force-reinstall"]
    if not find_spec("pip"):
        install = ["uv", "pip", "install", "--python", sys.executable, "--reinstall"]
    folder = Path(__file__).parent
    return (
        f"jaxlib: the package of this command, jaxlib_core, is gone from {folder}; this script was left behind.\n"
        f"To fix it, run:\n{join([*install, '--no-deps', requirement])}\n"
    )
