"""``python -m tools build``: builds wheels into ``dist/``, each from a staged source tree with ``python -m build``.

A wheel whose stage has not changed is not built again. Two builds may run at once: the second waits for the first,
and a wheel appears in ``dist/`` complete or not at all.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from filelock import FileLock

from tools import BUILD, DIST, FREE_THREADED
from tools.artifacts.cache import ArtifactError, Cache, digest
from tools.artifacts.manifest import DEFAULT, ManifestError, known, load
from tools.builder import definitions, recipes, variants
from tools.builder.graft import graft
from tools.builder.source_tree import Stage
from tools.builder.variants import VariantError
from tools.console.progress import CONSOLE, Work
from tools.elf.slim import SlimError
from tools.interpreters import ASK, abi, every, is_free_threaded
from tools.measurements.library import MeasurementError
from tools.wheels import readback


class BuildError(RuntimeError):
    """A failed build; the text ends with the last lines of its log."""


#: The errors that a build raises.
FAILURES = (ManifestError, ArtifactError, BuildError, SlimError, VariantError, MeasurementError)

#: The variable with the Python that a module is compiled for, as native_build.py reads it.
BUILD_PYTHON = "JAXLIB_BUILD_PYTHON"
#: The variable with the cache folder for compiled modules, as packages/pjrt-cpp/native_build.py reads it; empty:
#: none.
NATIVE_CACHE = "JAXLIB_NATIVE_CACHE"

#: The former name of what can be built.
ALIASES = {"binding": "pjrt"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools build", description=__doc__)
    parser.add_argument(
        "what",
        type=lambda name: ALIASES.get(name, name),
        choices=("core", "lock", "pjrt", "jaxlib", "plugins", "variants"),
    )
    parser.add_argument("names", nargs="*", metavar="PLUGIN", help="which plugins (default: every one)")
    parser.add_argument("--release", choices=known(), help=f"release line ({DEFAULT})")
    parser.add_argument("--arch", default=platform.machine(), help="architecture (default: this machine's)")
    parser.add_argument("--out", type=Path, default=DIST, help="where the wheels go (default: dist/)")
    parser.add_argument(
        "--gpu",
        nargs="+",
        type=variants.word,
        default=(),
        metavar="ARCH",
        help="hold kernels for these architectures or GPUs alone (sm90, 8.6, A10, ptx); "
        "the wheel goes to variants/ in there",
    )
    parser.add_argument(
        "--wheel-variant",
        action="store_true",
        help="experimental: name what --gpu says by PEP 825 and not by a local version",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--python",
        type=interpreter,
        default=sys.executable,
        metavar="X.Y|PATH",
        help="for which Python jaxlib is (default: this one)",
    )
    which.add_argument(
        "--every-python", action="store_true", help="jaxlib for each Python that the release is built for"
    )
    which.add_argument(
        "--free-threaded",
        action="store_true",
        help="jaxlib, or jaxlib-pjrt, for each free-threaded Python of the release; the plugins' wheel for all of "
        "these; the wheels go to free-threaded/ in there",
    )
    return parser


def main(argv: Sequence[str]) -> int:
    """Build what ``argv`` names; 0 when every wheel is in ``dist/``."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    try:
        if arguments.free_threaded and not definitions.free_threaded_pythons(load(arguments.release)):
            what = ", ".join(arguments.names) or arguments.what
            CONSOLE.print(f"{what}: the release serves no free-threaded Python")
            return 0
        if arguments.what == "jaxlib":
            if arguments.every_python or arguments.free_threaded:
                release = load(arguments.release)
                with_gil = definitions.jaxlib_pythons(release)
                without = definitions.free_threaded_pythons(release)
                for version in without if arguments.free_threaded else with_gil:
                    jaxlib(release.release, arguments.arch, arguments.out, interpreter(version))
            else:
                jaxlib(arguments.release, arguments.arch, arguments.out, arguments.python)
            return 0
        if arguments.what == "pjrt" and arguments.free_threaded:
            release = load(arguments.release)
            for version in definitions.free_threaded_pythons(release):
                pjrt(release.release, interpreter(version), arguments.arch, arguments.out)
            return 0
        wanted = _wanted(arguments)
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    except FAILURES as error:
        _fail(error)
        return 1
    return _build_all(wanted, arguments)


def _build_all(wanted: Sequence[tuple[str, Sequence[str]]], arguments: argparse.Namespace) -> int:
    """Build wheels by name and GPU architectures; the exit status."""
    status = 0
    # Most of the time is spent on compressing libraries, which all wheels do in one pool.
    with ThreadPoolExecutor(len(wanted) or 1) as pool, Work("wheels", len(wanted), begin="") as work:
        builds = [
            pool.submit(
                wheel,
                name,
                arguments.release,
                arguments.arch,
                arguments.out,
                gpu,
                wheel_variant=arguments.wheel_variant,
                free_threaded=arguments.free_threaded,
            )
            for name, gpu in wanted
        ]
        for future in as_completed(builds):
            work.advance()
            try:
                future.result()
            except FAILURES as error:
                _fail(error)
                status = 1
    return status


def _wanted(arguments: argparse.Namespace) -> list[tuple[str, Sequence[str]]]:
    """The names to build, each with the architectures of a variant."""
    if arguments.what == "variants":
        rows = [
            row for row in variants.matrix() if row.plugin in (arguments.names or definitions.plugin_names())
        ]
        return [(row.plugin, row.gpu) for row in rows]
    names = arguments.names or _every(arguments) if arguments.what == "plugins" else [arguments.what]
    return [(name, arguments.gpu) for name in names]


def _fail(error: Exception) -> None:
    CONSOLE.print("error:", style="red", end=" ")
    CONSOLE.print(str(error))


def _every(arguments: argparse.Namespace) -> list[str]:
    """The plugins with a library for this release and architecture; prints a line for each of the others."""
    release = load(arguments.release)
    names = definitions.plugin_names()
    supported = [name for name in names if definitions.has_library(name, release, arguments.arch)]
    for name in sorted(set(names) - set(supported)):
        CONSOLE.print(f"jaxlib-{name}: there is no library for {arguments.arch} in {release.release}")
    if not arguments.free_threaded:
        return supported
    lacking = {name: definitions.lacks_free_threaded(name, release, arguments.arch) for name in supported}
    for name, pythons in lacking.items():
        if pythons:
            CONSOLE.print(f"jaxlib-{name}: upstream has no kernels for Python {', '.join(pythons)}")
    return [name for name in supported if not lacking[name]]


def wheel(
    name: str,
    release: str | None = None,
    architecture: str = "",
    out: Path = DIST,
    gpu: Sequence[str] = (),
    *,
    wheel_variant: bool = False,
    free_threaded: bool = False,
) -> Path:
    """Build ``core``, ``lock``, ``pjrt``, ``jaxlib`` or a plugin, unless it is up to date; returns its wheel.

    With ``gpu``, the plugin has kernels for these architectures only, with ``free_threaded`` it is for the
    free-threaded Pythons of the release; its wheel goes to a folder of its own in ``out``.
    """
    if name == "jaxlib":
        return jaxlib(release, architecture, out)
    manifest = load(release)
    if name == "core":
        return build(recipes.pure.core(manifest), out)
    if name == "lock":
        return build(recipes.pure.lock(manifest), out)
    if name == "pjrt":
        return build(recipes.pjrt.stage(manifest, architecture or platform.machine(), Cache()), out)
    staged = recipes.plugin.stage(
        name,
        manifest,
        architecture or platform.machine(),
        Cache(),
        gpu,
        wheel_variant=wheel_variant,
        free_threaded=free_threaded,
    )
    if free_threaded:
        out = out / FREE_THREADED
    # Wheel variants share one folder: an installer that supports them chooses by their properties.
    return build(
        staged, out / "wheel-variants" if staged.wheel_variant else variants.folder(out, staged.label)
    )


def has_compiler() -> bool:
    """Whether there is a C++ compiler, by the rules of packages/pjrt-cpp/native_build.py."""
    return bool(os.environ.get("CXX") or any(map(shutil.which, ("c++", "g++", "clang++"))))


def interpreter(text: str) -> str:
    """The path of this machine's Python `X.Y`; any other text is taken as a path.

    Raises:
        ArgumentTypeError: this machine has no such Python.
    """
    if not re.fullmatch(r"\d+\.\d+t?", text):
        return text
    interpreters = every()
    if text not in interpreters:
        raise argparse.ArgumentTypeError(
            f"wanted a CPython {text} of this machine, found {', '.join(interpreters) or 'none'}; "
            f"to fetch it, run: python -m tools interpreters {text}"
        )
    return str(interpreters[text])


def python_version(python: str) -> str:
    """The name of an interpreter, such as 3.12, or 3.13t for a free-threaded one.

    Raises:
        BuildError: ``python`` is none.
    """
    try:
        done = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"jaxlib: {python} is not a Python interpreter: {error}") from error
    return done.stdout.split()[-1]


def jaxlib(
    release: str | None, architecture: str = "", out: Path = DIST, python: str = sys.executable
) -> Path:
    """Build jaxlib (bindings-only) for ``python``, unless it is up to date; returns the wheel's path.

    The default release is the newest that serves ``python``.

    Raises:
        BuildError: ``python`` is none.
    """
    version = python_version(python)
    cache = Cache()
    staged = recipes.jaxlib.stage(
        load(release, version), architecture or platform.machine(), cache, abi(version)
    )
    if is_free_threaded(version):
        out = out / FREE_THREADED
    # The native module does not depend on the release, so that one line's build serves the others.
    native = os.environ.get(NATIVE_CACHE, str(cache.root / "derived" / "native"))
    return build(staged, out, {BUILD_PYTHON: python, NATIVE_CACHE: native})


def pjrt(release: str, python: str, architecture: str = "", out: Path = DIST) -> Path:
    """Build jaxlib-pjrt for the free-threaded Python ``python``, unless it is up to date; returns the wheel's path.

    Raises:
        BuildError: ``python`` is none.
    """
    version = python_version(python)
    if not is_free_threaded(version):
        raise BuildError(
            f"jaxlib-pjrt: wanted a free-threaded Python, found {version}: one wheel serves the others"
        )
    staged = recipes.pjrt.stage(load(release), architecture or platform.machine(), Cache(), abi(version))
    return build(staged, out / FREE_THREADED, {BUILD_PYTHON: python})


def build(staged: Stage, out: Path, environment: Mapping[str, str] | None = None) -> Path:
    """Build ``staged`` into ``out``, unless its stamp shows that nothing has changed.

    Raises:
        BuildError: ``python -m build`` failed or gave a wheel of another name, or the wheel can't be read back.
    """
    target = out / staged.target
    stamp = BUILD / "stamps" / f"{staged.target}.json"
    constraints = definitions.build_pins()
    fingerprint = f"{staged.fingerprint} {' '.join(constraints)}"
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(stamp.with_suffix(".lock")):
        if _up_to_date(stamp, fingerprint, target):
            CONSOLE.print(f"{target.name} is up to date")
            return target
        started = time.monotonic()
        folder = BUILD / target.stem
        with Work(f"{target.name}: building"):
            staged.write(folder / "tree")
            wheel_path = _run(folder, constraints, environment or {})
        if wheel_path.name != staged.wheel:
            raise BuildError(
                f"{staged.distribution}: wanted {staged.wheel}, the build gave {wheel_path.name}"
            )
        out.mkdir(parents=True, exist_ok=True)
        whole = folder / staged.target
        graft(wheel_path, staged.packed, whole, staged.metadata)
        wheel_path.unlink()
        _check_written(whole)
        whole.replace(target)
        _write_stamp(stamp, fingerprint, target)
    seconds = time.monotonic() - started
    CONSOLE.print(f"{target.name}: {target.stat().st_size / 1e6:.1f} MB in {seconds:.1f} s")
    return target


def _check_written(wheel: Path) -> None:
    if faults := readback.faults(wheel):
        raise BuildError(
            f"{wheel.name} can't be read back as it was written\n"
            + "".join(f"  {fault}\n" for fault in faults[:5])
            + f"  where:  {wheel}\n"
            "Nothing of it is in dist/. Run the same command again; if it fails again, look at the disk's and "
            "the memory's health."
        )


def _write_stamp(stamp: Path, fingerprint: str, target: Path) -> None:
    """Replaces the stamp atomically, and not through a link: another checkout may share the stamp by one."""
    written = stamp.with_suffix(".part")
    written.write_text(json.dumps({**_state(fingerprint, target), "sha256": digest(target)}), "utf-8")
    written.replace(stamp)


def _run(folder: Path, constraints: Sequence[str], more: Mapping[str, str]) -> Path:
    """Run ``python -m build`` on ``folder/tree``; its output goes to ``folder/build.log``."""
    pinned, wheels, log = folder / "constraints.txt", folder / "wheel", folder / "build.log"
    pinned.write_text("".join(f"{line}\n" for line in constraints), "utf-8")
    # A wheel left behind by a failed build must not be mistaken for this build's.
    shutil.rmtree(wheels, ignore_errors=True)
    environment = {
        **os.environ,
        # These are lists separated by spaces, which a path may contain.
        "PIP_CONSTRAINT": pinned.name,
        "UV_CONSTRAINT": pinned.name,
        # The earliest time that a zip file can hold, so that a wheel's bytes do not depend on the day.
        "SOURCE_DATE_EPOCH": "315532800",
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }
    # A compiler named by the user means that there is no registry, so nothing is downloaded.
    how = (
        ["--no-isolation", "--skip-dependency-check"]
        if os.environ.get("JAXLIB_CC")
        else ["--installer", "uv"]
    )
    command = [sys.executable, "-m", "build", "--wheel", *how, "--outdir", str(wheels)]
    # After the first build, everything that is pinned is in uv's cache, and no registry is needed.
    for network in ({"UV_OFFLINE": "1"}, {}):
        with log.open("wb") as output:
            status = subprocess.run(
                [*command, str(folder / "tree")],
                cwd=folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment | network,
                check=False,
            ).returncode
        if not status or "network was disabled" not in log.read_text("utf-8", "replace"):
            break
    built = sorted(wheels.glob("*.whl"))
    if status or len(built) != 1:
        tail = "\n".join(log.read_text("utf-8", "replace").splitlines()[-20:])
        raise BuildError(f"python -m build ended with status {status}; its output is in {log}:\n{tail}")
    return built[0]


def _state(fingerprint: str, target: Path) -> dict[str, object]:
    if not target.is_file():
        return {}
    status = target.stat()
    return {"fingerprint": fingerprint, "size": status.st_size, "mtime_ns": status.st_mtime_ns}


def _up_to_date(stamp: Path, fingerprint: str, target: Path) -> bool:
    """Whether the wheel was built from that stage and is unchanged: 0.1 s for 100 MB."""
    try:
        noted: dict[str, object] = json.loads(stamp.read_text("utf-8"))
        sha256 = noted.pop("sha256", None)
        return noted == _state(fingerprint, target) and sha256 == digest(target)
    except (OSError, ValueError, AttributeError):
        return False
