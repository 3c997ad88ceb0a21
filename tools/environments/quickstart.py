"""``python -m tools quickstart``: the family's main job, from a checkout to a trained network.

Builds jaxlib-core, jaxlib-cpu and, where there is a C++ compiler, jaxlib (bindings-only); makes a new
environment, installs jax and jaxlib-cpu there from ``dist/`` as a user would, and trains ``docs/quickstart.py``.
Without a compiler, or for a release that the bindings do not serve, jaxlib is upstream's.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tools import BUILD, DIST, ROOT
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import ManifestError, load, releases
from tools.builder import build, definitions
from tools.environments.venv import Environment

console = Console(stderr=True, highlight=False)


def main(argv: Sequence[str]) -> int:
    """Run the quickstart; its exit status is the training script's."""
    parser = argparse.ArgumentParser(prog="python -m tools quickstart", description=__doc__)
    parser.add_argument(
        "--release", choices=releases(), help="release line (default: the manifest marked so)"
    )
    parser.add_argument(
        "--jaxlib",
        choices=("bindings", "upstream"),
        help="whose jaxlib (default: the bindings, where possible)",
    )
    arguments = parser.parse_args(argv)
    release = load(arguments.release).release
    own = f"jaxlib==={release}"  # no label
    try:
        for name in ("core", "cpu"):
            build.wheel(name, release)
        if _with_bindings(arguments.jaxlib, release):
            own = f"jaxlib=={build.jaxlib(release).name.split('-')[1]}"
    except (ManifestError, ArtifactError, build.BuildError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 1
    environment = Environment.create(BUILD / "quickstart", seed=True)
    # dist/ may hold several release lines; without the constraint pip would take the newest.
    constraint = BUILD / "quickstart" / "release.txt"
    constraint.write_text(f"jax=={release}\njaxlib-cpu=={release}\n{own}\n", "utf-8")
    install = ["pip", "install", "--find-links", str(DIST), "--constraint", str(constraint)]
    _run([str(environment.python), "-m", *install, "jax", "jaxlib-cpu", "scikit-learn", "rich"])
    return _run([str(environment.python), str(ROOT / "docs" / "quickstart.py")], check=False)


def _with_bindings(wanted: str | None, release: str) -> bool:
    """Whether jaxlib is to be the bindings; says why not, where nobody asked for that."""
    if wanted is not None:
        return wanted == "bindings"
    if release not in (served := definitions.jaxlib_releases()):
        console.print(f"jaxlib is upstream's: the bindings are of {', '.join(served)}, not of {release}")
        return False
    if not build.has_compiler():
        console.print("jaxlib is upstream's: there is no C++ compiler here to build the bindings with")
        return False
    return True


def _run(command: Sequence[str], *, check: bool = True) -> int:
    program, *arguments = command
    console.print(f"[bold]$ {shlex.join([Path(program).name, *arguments])}", soft_wrap=True)
    return subprocess.run(command, check=check).returncode
