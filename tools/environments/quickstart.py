"""``python -m tools quickstart``: from a checkout to a trained network, as a user of the family would do it.

It builds jaxlib-core, jaxlib-cpu and, if there is a C++ compiler, jaxlib (bindings-only), makes a new environment,
installs jax and jaxlib-cpu there from ``dist/``, and runs ``docs/quickstart.py``. Without a compiler, or for a
release without bindings, jaxlib is upstream's; the output says so at the beginning and at the end.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tools import BUILD, DIST, ROOT
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, ManifestError, load, releases
from tools.builder import build, definitions
from tools.environments.venv import Environment

console = Console(stderr=True, highlight=False)


def main(argv: Sequence[str]) -> int:
    """Run the quickstart; its exit status is the training script's."""
    parser = argparse.ArgumentParser(prog="python -m tools quickstart", description=__doc__)
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument(
        "--jaxlib",
        choices=("bindings", "upstream"),
        help="whose jaxlib (default: the bindings, where possible)",
    )
    parser.add_argument(
        "--python",
        type=build.interpreter,
        default=sys.executable,
        metavar="X.Y|PATH",
        help="for this Python (default: the one that runs)",
    )
    arguments = parser.parse_args(argv)
    try:
        release = load(arguments.release, build.python_version(arguments.python)).release
        own = f"jaxlib==={release}"  # no label
        for name in ("core", "cpu"):
            build.wheel(name, release)
        if not (instead := _why_upstreams(arguments.jaxlib, release)):
            own = f"jaxlib=={build.jaxlib(release, python=arguments.python).name.split('-')[1]}"
        elif not arguments.jaxlib:
            console.print(f"[yellow]{instead}", soft_wrap=True)
    except (ManifestError, ArtifactError, build.BuildError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 1
    environment = Environment.create(BUILD / "quickstart", Path(arguments.python), seed=True)
    # dist/ may hold several release lines; without the constraint pip would take the newest.
    constraint = BUILD / "quickstart" / "release.txt"
    constraint.write_text(f"jax=={release}\njaxlib-cpu=={release}\n{own}\n", "utf-8")
    install = ["pip", "install", "--find-links", str(DIST), "--constraint", str(constraint)]
    _run([str(environment.python), "-m", *install, "jax", "jaxlib-cpu", "scikit-learn", "rich"])
    status = _run([str(environment.python), str(ROOT / "docs" / "quickstart.py")], check=False)
    if instead:
        # Repeated at the end, where a reader looks.
        console.print(f"[yellow]{instead}", soft_wrap=True)
    return status


def _why_upstreams(wanted: str | None, release: str) -> str:
    """The reason to use upstream's jaxlib; empty if the bindings are used."""
    if wanted == "upstream":
        return "jaxlib is upstream's, as --jaxlib requests"
    if wanted == "bindings":
        return ""
    if release not in (served := definitions.jaxlib_releases()):
        return f"jaxlib is upstream's: there are bindings of {', '.join(served)}, and none of {release}"
    if not build.has_compiler():
        return "jaxlib is upstream's: there is no C++ compiler here to build the bindings with"
    return ""


def _run(command: Sequence[str], *, check: bool = True) -> int:
    program, *arguments = command
    console.print(f"[bold]$ {shlex.join([Path(program).name, *arguments])}", soft_wrap=True)
    return subprocess.run(command, check=check).returncode
