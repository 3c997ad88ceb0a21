"""``nox -s conformance``: the checks of ``jaxlib conformance`` on every PJRT library at hand.

    python -m tests.conformance [cpu] [cuda12] [tpu] [--page]

XLA:CPU on devices, with jax's own cases of each primitive; CUDA's and the TPU's as far as needs no device. Reports
go to ``build/conformance``, and with ``--page`` what they say to ``docs/conformance.md``. It exits with 1 where a
library fails a check that is not among ``KNOWN``.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tests.conformance import page
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import build
from tools.environments.venv import Environment, pythons

OUT = ROOT / "build/conformance"
#: Faults of the libraries themselves, as patterns of checks.
KNOWN: dict[str, tuple[str, ...]] = {
    "cpu": ("lifetime/a deleted executable",),
    "cuda12": (),
    # It aborts over complex128, and has no int2 of such shapes.
    "tpu": ("ops/*complex128*", "ops/convert * to *int2"),
}
#: Seconds for one check: libtpu takes minutes to compile divisions of 64 bits on a busy machine.
LIMIT = 600
#: Upstream's libraries for hardware that is not here, and what they compile for.
LIBRARIES = {
    "cuda12": ("jax-cuda12-pjrt", "cuda:h100"),
    "tpu": ("libtpu", "tpu:v5e:2x2"),
}


def main(chosen: list[str]) -> int:
    """Check those that are named, or all."""
    names = [name for name in chosen if name != "--page"] or ["cpu", *LIBRARIES]
    release = load()
    folder = Path(tempfile.mkdtemp(prefix="jaxlib-conformance-"))
    python = min(version for version in pythons() if version >= (3, 11))
    try:
        environment = Environment.create(folder, pythons()[python])
        wheels = [str(build.wheel(name)) for name in ("core", "pjrt", "cpu")]
        environment.install(f"jax=={release.release}", "absl-py", "nanobind-backend", "scipy")
        environment.install("--no-deps", *wheels)
        if "cuda12" in names:
            environment.install("nvidia-cuda-nvcc-cu12")
        status = max([_check(environment, name) for name in names])
        if "--page" in chosen:
            page.save({name: _summary(name) for name in names})
        return status
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _summary(name: str) -> dict[str, Any]:
    release = load()
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
        held = load().artifact(artifact)
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
    print(f"{name}: {done.stdout.splitlines()[-1] if done.stdout else done.stderr}")
    if not report.is_file():
        return 1
    checks = json.loads(report.read_text("utf-8"))["checks"]
    failed = {
        f"{check['group']}/{check['name']}": check["reason"] for check in checks if check["outcome"] == "FAIL"
    }
    new = [check for check in failed if not any(fnmatch(check, pattern) for pattern in KNOWN[name])]
    for check, reason in failed.items():
        print(f"  {'NEW' if check in new else 'known'}: {check}: {reason.splitlines()[0][:300]}")
    return 1 if new else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
