"""``python -m tools conformance``: the checks of ``jaxlib conformance`` on every PJRT library at hand.

XLA:CPU runs them on devices, with jax's own test cases of each primitive. CUDA's library and the TPU's only compile
them, which needs no device. Reports go to ``build/conformance``; ``--page`` puts a summary of each into
``results/conformance.json`` and ``docs/conformance.md``.

Exit status: 0 if ``KNOWN`` lists every failed check, else 1.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tools import BUILD
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import build
from tools.conformance import page
from tools.console.progress import CONSOLE
from tools.environments.venv import Environment, oldest

OUT = BUILD / "conformance"
#: Faults of the libraries themselves, as patterns of checks.
KNOWN: dict[str, tuple[str, ...]] = {
    "cpu": ("lifetime/a deleted executable",),
    "cuda12": (),
    # libtpu aborts on complex128, and does not support int2 in the shapes of these checks.
    "tpu": ("ops/*complex128*", "ops/convert * to *int2"),
}
#: Seconds for one check: libtpu takes minutes to compile divisions of 64 bits on a busy machine.
LIMIT = 600
#: Upstream's libraries for hardware that this machine lacks, and the chips that they compile for.
LIBRARIES = {
    "cuda12": ("jax-cuda12-pjrt", "cuda:h100"),
    "tpu": ("libtpu", "tpu:v5e:2x2"),
}


def main(argv: Sequence[str]) -> int:
    """Check the libraries that ``argv`` names, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools conformance", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="LIBRARY", help=f"of {', '.join(KNOWN)} (default: all)")
    parser.add_argument("--page", action="store_true", help="write docs/conformance.md")
    arguments = parser.parse_args(argv)
    names: list[str] = arguments.names or [*KNOWN]
    if unknown := set(names) - set(KNOWN):
        parser.error(f"wanted: any of {', '.join(KNOWN)}; found: {', '.join(sorted(unknown))}")
    python, release = oldest()
    folder = Path(tempfile.mkdtemp(prefix="jaxlib-conformance-"))
    try:
        environment = Environment.create(folder, python)
        wheels = [str(build.wheel(name, release)) for name in ("core", "pjrt", "cpu")]
        environment.install(f"jax=={release}", "absl-py", "nanobind-backend", "scipy")
        environment.install("--no-deps", *wheels)
        if "cuda12" in names:
            environment.install("nvidia-cuda-nvcc-cu12")
        status = max([_check(environment, name) for name in names])
        if arguments.page:
            page.save({name: _summary(name) for name in names})
        return status
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _summary(name: str) -> dict[str, Any]:
    release = load(oldest()[1])
    if name == "cpu":
        library = f"jaxlib-cpu {release.release}"
    else:
        artifact = LIBRARIES[name][0]
        library = f"{artifact} {release.artifact(artifact).version}"
    return page.summary(json.loads((OUT / f"{name}.json").read_text("utf-8")), library)


def _check(environment: Environment, name: str) -> int:
    OUT.mkdir(parents=True, exist_ok=True)
    report = OUT / f"{name}.json"
    report.unlink(missing_ok=True)
    words = ["cpu", "--option", "cpu_device_count=2"]
    variables: dict[str, str] = {}
    if name in LIBRARIES:
        artifact, target = LIBRARIES[name]
        held = load(oldest()[1]).artifact(artifact)
        assert held.library
        # libtpu has a wheel for each Python, with the same library in each.
        python = "cp312" if name == "tpu" else None
        path = Cache().member(held.file(os.uname().machine, python), held.library.member)
        words = [str(path), "--topology", target]
        if name == "cuda12":
            data = environment.site_packages / "nvidia/cuda_nvcc"
            variables["XLA_FLAGS"] = f"--xla_gpu_cuda_data_dir={data}"
    files = ("--json", str(report), "--html", str(OUT / f"{name}.html"))
    done = environment.run(
        *("-m", "jaxlib_core", "conformance", *words, *files, "--quiet", "--limit", str(LIMIT)),
        environment=variables,
        timeout=3600,
    )
    CONSOLE.print(f"{name}: {done.stdout.splitlines()[-1] if done.stdout else done.stderr}", markup=False)
    if not report.is_file():
        return 1
    checks = json.loads(report.read_text("utf-8"))["checks"]
    failed = {
        f"{check['group']}/{check['name']}": check["reason"] for check in checks if check["outcome"] == "FAIL"
    }
    new = [check for check in failed if not any(fnmatch(check, pattern) for pattern in KNOWN[name])]
    for check, reason in failed.items():
        which = "NEW" if check in new else "known"
        CONSOLE.print(f"  {which}: {check}: {reason.splitlines()[0][:300]}", markup=False, soft_wrap=True)
    return 1 if new else 0
