"""``python -m tools exports [0.8.2 ...]``: remakes the archives of ``tests/exported``."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools import ROOT
from tools.artifacts.manifest import load, releases
from tools.environments.venv import Environment
from tools.interpreters import pythons

EXPORTED = ROOT / "tests/exported"
#: The releases of jax with an archive that are older than the lines.
OLDER = ("0.4.30", "0.4.38", "0.5.3", "0.6.2", "0.7.2", "0.8.2")
#: The family's oldest Python, which all of these releases support.
PYTHON = (3, 11)


def main(chosen: Sequence[str]) -> int:
    """Make the archives of the given releases; by default of the older ones and every line."""
    lines = releases()
    for release in chosen or (*OLDER, *lines):
        folder = Path(tempfile.mkdtemp(prefix="jaxlib-exports-"))
        try:
            python = next(
                path
                for version, path in pythons().items()
                if (
                    load(release).serves(f"cp{version[0]}{version[1]}")
                    if release in lines
                    else version == PYTHON
                )
            )
            environment = Environment.create(folder, python)
            # Older releases import absl in places, and do not work with a much newer numpy.
            numpy = "numpy" if release in lines else "numpy<2.3"
            environment.install(f"jax=={release}", f"jaxlib=={release}", "absl-py", "flatbuffers", numpy)
            done = environment.run(
                str(EXPORTED / "make.py"), str(EXPORTED / "archives" / f"jax-{release}.zip"), timeout=600
            )
            print(f"jax {release}: {done.stderr.strip() or 'all functions'}")
            done.check_returncode()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return 0
