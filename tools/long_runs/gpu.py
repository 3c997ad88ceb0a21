"""``python -m tools gpu``: builds the CUDA plugin and tests it on a real NVIDIA GPU.

With a registry, everything comes from there: ``nox -s gpu``. Without one (``--offline``), the plugin is made from
the ``jax-cuda13-pjrt`` and ``jax-cuda13-plugin`` that are installed for ``--python``, for their release of jax,
with the machine's C compiler; the test environment has that Python's packages, without upstream's plugin.

Exit status: 0 all passed; 1 something failed; 2 there is no NVIDIA GPU here, and nothing was run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from tools import BUILD, ROOT
from tools.artifacts import manifest
from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.manifest import ManifestError
from tools.builder import build, recipes
from tools.builder.build import BuildError
from tools.builder.reassemble import reassemble
from tools.elf import fatbin
from tools.environments.venv import Environment
from tools.wheels import deflate

console = Console(stderr=True, highlight=False)
SUITE = ROOT / "tests/gpu"
SCHEMA = "jaxlib.gpu/1"
DEVICES = ("/dev/nvidia0", "/dev/dxg")
#: The entries of upstream's plugin in site-packages; it would serve the platform in place of ours.
UPSTREAM = ("jax_plugins", "jax_cuda")
#: The values of ``--jaxlib``.
JAXLIBS = ("bindings", "upstream")
#: What the suite imports besides jax; upstream's kernels for Mosaic GPU import absl.
REQUIREMENTS = ("pytest", "ml_dtypes", "absl-py")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools gpu", description=__doc__)
    parser.add_argument("--plugin", choices=("cuda12", "cuda13"), default="cuda13")
    parser.add_argument(
        "--release",
        choices=manifest.releases(),
        help=f"release line, with a registry in reach ({manifest.DEFAULT})",
    )
    parser.add_argument(
        "--jaxlib",
        choices=JAXLIBS,
        default=JAXLIBS[0],
        help="whose is under jax: the family's own (default), or upstream's; with --offline, what is installed",
    )
    parser.add_argument(
        "--offline", action="store_true", help="of what is installed, with the C compiler here"
    )
    parser.add_argument(
        "--python", default=sys.executable, help="what is installed for it (default: this one)"
    )
    parser.add_argument(
        "--header", type=Path, help="pjrt_c_api.h, with --offline and no wheel of xla-cpu-pjrt"
    )
    parser.add_argument(
        "--rehearse", action="store_true", help="on a machine with no GPU: build and install only"
    )
    parser.add_argument("--json", type=Path, help=f"write a report of schema {SCHEMA}")
    return parser


def main(argv: Sequence[str]) -> int:
    """Build, install and run the suite; see the module for the exit status."""
    arguments, more = _parser().parse_known_args(argv)
    if not arguments.rehearse and not any(Path(device).exists() for device in DEVICES):
        console.print(
            "[yellow]NOT RUN:[/] there is no NVIDIA GPU here.\n"
            f"  wanted: one of {', '.join(DEVICES)}\n"
            "  found:  none of them\n"
            "To build and install anyway, add --rehearse."
        )
        return 2
    with tempfile.TemporaryDirectory(prefix="jaxlib-gpu-") as scratch:
        folder = Path(scratch)
        try:
            environment = _offline(arguments, folder) if arguments.offline else _online(arguments, folder)
        except (ArtifactError, BuildError, ManifestError) as error:
            console.print(f"[red]error:[/] {error}", soft_wrap=True)
            return 1
        report = folder / "report.json"
        status = _run(environment, arguments.rehearse, report, more)
        if arguments.json:
            arguments.json.write_text(report.read_text("utf-8"), "utf-8")
    return status


def _online(arguments: argparse.Namespace, folder: Path) -> Environment:
    """A new environment with the plugin and its requirements, resolved by pip."""
    release = manifest.load(arguments.release).release
    wheels = [build.wheel("core", release), build.wheel(arguments.plugin, release)]
    environment = Environment.create(folder / "environment")
    if arguments.jaxlib == JAXLIBS[0]:
        wheels.append(build.jaxlib(release, python=sys.executable))
    environment.install("--find-links", str(wheels[0].parent), *map(str, wheels), *REQUIREMENTS)
    return environment


def _offline(arguments: argparse.Namespace, folder: Path) -> Environment:
    """An environment with the packages of ``arguments.python``, but with our plugin instead of upstream's."""
    if not os.environ.get("JAXLIB_CC"):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            raise SystemExit(
                "wanted a C compiler, cc, gcc or clang on the path; to name one: export JAXLIB_CC=..."
            )
        os.environ["JAXLIB_CC"] = compiler
    try:
        fatbin.cuobjdump()
        complete = all(find_spec(name) for name in ("deflate", "lz4", "zstandard"))
    except fatbin.FatbinError:
        complete = False
    if not complete:
        # What compresses and compares kernels is not installed, so libraries are shipped unchanged.
        os.environ.setdefault(deflate.SLIM, "0")
    out = BUILD / "gpu"
    release = reassemble(arguments.plugin, arguments.python, out / "manifest.toml", Cache(), arguments.header)
    wheels = [
        build.build(recipes.pure.core(release), out),
        build.build(recipes.plugin.stage(arguments.plugin, release, platform.machine(), Cache()), out),
    ]
    subprocess.run([arguments.python, "-m", "venv", "--without-pip", str(folder / "environment")], check=True)
    environment = Environment(folder / "environment")
    ask = "import sysconfig; print(sysconfig.get_path('purelib'), sysconfig.get_path('platlib'), sep='\\n')"
    asked = subprocess.run([arguments.python, "-c", ask], capture_output=True, text=True, check=True)
    for site in map(Path, dict.fromkeys(asked.stdout.splitlines())):
        for entry in sorted(site.iterdir()):
            ours = environment.site_packages / entry.name
            if not entry.name.startswith((*UPSTREAM, "jaxlib_")) and not ours.exists():
                ours.symlink_to(entry)
    for wheel in wheels:
        # Unpacking is enough: these wheels need no further step of an installer.
        shutil.unpack_archive(str(wheel), environment.site_packages, "zip")
    return environment


def _run(environment: Environment, rehearse: bool, report: Path, more: Sequence[str]) -> int:
    doctor = environment.run("-m", "jaxlib_core", "doctor", "--json")
    try:
        diagnosis = json.loads(doctor.stdout)
    except ValueError:
        console.print(f"[red]jaxlib doctor gave no report:[/]\n{doctor.stdout}{doctor.stderr}")
        return 1
    console.print(environment.run("-m", "jaxlib_core", "doctor").stdout, markup=False)
    status, results = 0, []
    if not rehearse:
        lines = report.with_suffix(".jsonl")
        suite = [str(environment.python), "-m", "pytest", "-rA", "-p", "no:cacheprovider", str(SUITE), *more]
        variables = environment.variables({"JAXLIB_GPU_RESULTS": str(lines), "PYTHONDONTWRITEBYTECODE": "1"})
        with tempfile.TemporaryDirectory() as elsewhere:
            suite += ["--rootdir", elsewhere, "-c", os.devnull]
            status = min(1, subprocess.run(suite, cwd=elsewhere, env=variables, check=False).returncode)
        if lines.is_file():
            results = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    report.write_text(
        json.dumps({"schema": SCHEMA, "ran": not rehearse, "doctor": diagnosis, "tests": results}, indent=2),
        "utf-8",
    )
    return status
