"""``python -m tools build``: wheels into ``dist/``, each from a staged tree by ``python -m build``.

A wheel whose stage has not changed is left as it is. Two builds at once are safe: the second waits for the first,
and a wheel appears in ``dist/`` whole or not at all.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from filelock import FileLock
from rich.console import Console

from tools import BUILD, DIST, ROOT, stage
from tools.cache import ArtifactError, Cache
from tools.graft import graft
from tools.manifest import ManifestError, load, releases
from tools.stage import Stage

console = Console(stderr=True, highlight=False)


class BuildError(RuntimeError):
    """A build that did not give its wheel; the text ends with the builder's last lines."""


def main(argv: Sequence[str]) -> int:
    """Build what ``argv`` names; 0 when every wheel is in ``dist/``."""
    parser = argparse.ArgumentParser(prog="python -m tools build", description=__doc__)
    parser.add_argument("what", choices=("core", "binding", "jaxlib", "plugins"))
    parser.add_argument("names", nargs="*", metavar="PLUGIN", help="which plugins (default: every one)")
    parser.add_argument(
        "--release", choices=releases(), help="release line (default: the manifest marked so)"
    )
    parser.add_argument("--arch", default=platform.machine(), help="architecture (default: this machine's)")
    parser.add_argument("--out", type=Path, default=DIST, help="where the wheels go (default: dist/)")
    parser.add_argument(
        "--python", default=sys.executable, help="for which Python jaxlib is (default: this one)"
    )
    arguments = parser.parse_args(argv)
    try:
        if arguments.what == "jaxlib":
            # Not beside the rest: the README's first command must not take it before it is complete.
            out = arguments.out if arguments.out != DIST else DIST / "bindings"
            bindings(arguments.release, arguments.arch, out, arguments.python)
            return 0
        for name in [arguments.what] if arguments.what != "plugins" else arguments.names or _every(arguments):
            wheel(name, arguments.release, arguments.arch, arguments.out)
    except (ManifestError, ArtifactError, BuildError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 1
    return 0


def _every(arguments: argparse.Namespace) -> list[str]:
    """The plugins that the release has a library for on the architecture; of the others, a line says so."""
    release = load(arguments.release)
    names = stage.plugin_names()
    found = [name for name in names if stage.has_library(name, release, arguments.arch)]
    for name in sorted(set(names) - set(found)):
        console.print(f"jaxlib-{name}: there is no library for {arguments.arch} in {release.release}")
    return found


def wheel(name: str, release: str | None = None, architecture: str = "", out: Path = DIST) -> Path:
    """Build ``core``, ``binding`` or a plugin, unless it is up to date; returns the wheel's path."""
    manifest = load(release)
    if name == "core":
        return build(stage.core(manifest), out)
    if name == "binding":
        return build(stage.binding(manifest, architecture or platform.machine(), Cache()), out)
    return build(stage.plugin(name, manifest, architecture or platform.machine(), Cache()), out)


def bindings(release: str | None, architecture: str, out: Path, python: str = sys.executable) -> Path:
    """Build jaxlib with the bindings only for ``python``, unless it is up to date; returns the wheel's path.

    Raises:
        BuildError: ``python`` is none.
    """
    ask = "import sys; print(f'cp{sys.version_info[0]}{sys.version_info[1]}')"
    try:
        tag = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"jaxlib: {python} is no Python: {error}") from error
    staged = stage.bindings(load(release), architecture or platform.machine(), Cache(), tag)
    return build(staged, out, {"JAXLIB_BUILD_PYTHON": python})


def build(staged: Stage, out: Path, environment: Mapping[str, str] | None = None) -> Path:
    """Build ``staged`` into ``out``; returns at once where its stamp says that nothing has changed.

    Raises:
        BuildError: ``python -m build`` failed, or gave a wheel of another name.
    """
    target = out / staged.wheel
    stamp = BUILD / "stamps" / f"{staged.wheel}.json"
    constraints = _build_constraints()
    fingerprint = f"{staged.fingerprint} {' '.join(constraints)}"
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(stamp.with_suffix(".lock")):
        if _stamped(stamp) == _state(fingerprint, target):
            console.print(f"{staged.wheel} is up to date")
            return target
        started = time.monotonic()
        console.print(f"{staged.wheel}: building")
        folder = BUILD / staged.wheel.removesuffix(".whl")
        staged.write(folder / "tree")
        made = _run(folder, constraints, environment or {})
        if made.name != staged.wheel:
            raise BuildError(f"{staged.distribution}: wanted {staged.wheel}, the build gave {made.name}")
        out.mkdir(parents=True, exist_ok=True)
        if staged.packed:
            whole = folder / staged.wheel
            graft(made, staged.packed, whole)
            made = whole
        made.replace(target)
        stamp.write_text(json.dumps(_state(fingerprint, target)), "utf-8")
    seconds = time.monotonic() - started
    console.print(f"{staged.wheel}: {target.stat().st_size / 1e6:.1f} MB in {seconds:.1f} s")
    return target


def _run(folder: Path, constraints: Sequence[str], more: Mapping[str, str]) -> Path:
    """Run ``python -m build`` on ``folder/tree``; its output goes to ``folder/build.log``."""
    pinned, wheels, log = folder / "constraints.txt", folder / "wheel", folder / "build.log"
    pinned.write_text("".join(f"{line}\n" for line in constraints), "utf-8")
    # A wheel left by a build that failed must not be taken for this one's.
    shutil.rmtree(wheels, ignore_errors=True)
    environment = {
        **os.environ,
        "PIP_CONSTRAINT": str(pinned),
        "UV_CONSTRAINT": str(pinned),
        # Fixed, so that a wheel's bytes do not depend on the day: the earliest time a zip file can hold.
        "SOURCE_DATE_EPOCH": "315532800",
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }
    command = [sys.executable, "-m", "build", "--wheel", "--installer", "uv", "--outdir", str(wheels)]
    with log.open("wb") as output, console.status("python -m build"):
        status = subprocess.run(
            [*command, str(folder / "tree")],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            check=False,
        ).returncode
    made = sorted(wheels.glob("*.whl"))
    if status or len(made) != 1:
        tail = "\n".join(log.read_text("utf-8", "replace").splitlines()[-20:])
        raise BuildError(f"python -m build ended with status {status}; its output is in {log}:\n{tail}")
    return made[0]


def _build_constraints() -> tuple[str, ...]:
    """The workspace's exact pins of the build backend and the compiler."""
    workspace = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return tuple(workspace["dependency-groups"]["build-system"])


def _state(fingerprint: str, target: Path) -> dict[str, object]:
    if not target.is_file():
        return {}
    status = target.stat()
    return {"fingerprint": fingerprint, "size": status.st_size, "mtime_ns": status.st_mtime_ns}


def _stamped(stamp: Path) -> dict[str, object] | None:
    try:
        state: dict[str, object] = json.loads(stamp.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return state
