"""``python -m tests.sanitize``: the checks of jaxlib-pjrt on an extension built with AddressSanitizer.

Only the binding's own code is instrumented; the plugin's library and Python are as they are, so leaks are not
looked for here (``check_100_000_calls_leak_nothing`` does) and each misuse of the heap by the binding is an error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tools import BUILD, build, stage
from tools.cache import Cache
from tools.environment import Environment, pythons
from tools.manifest import load

CHECKS = Path(__file__).parent / "installed" / "pjrt_checks.py"
FOLDER = BUILD / "sanitize"


def main() -> int:
    """Build, run, and print what failed; 0 where nothing did."""
    os.environ["CXXFLAGS"] = "-O1 -g1 -fsanitize=address -fno-omit-frame-pointer"
    os.environ["LDFLAGS"] = "-fsanitize=address"
    # Stamps know nothing of these flags, so this build has a folder of its own.
    setattr(build, "BUILD", FOLDER)  # noqa: B010 - imported there, not exported
    wheel = build.build(stage.binding(load(), os.uname().machine, Cache()), FOLDER / "dist")
    del os.environ["CXXFLAGS"], os.environ["LDFLAGS"]
    setattr(build, "BUILD", BUILD)  # noqa: B010
    others = [build.wheel(name) for name in ("core", "cpu")]
    environment = Environment.create(FOLDER / "environment", min(pythons().items())[1])
    environment.install("numpy", "ml_dtypes", "nanobind-backend", "packaging")
    environment.install("--no-deps", "--reinstall", *map(str, (wheel, *others)))
    cxx = os.environ.get("CXX", "g++").split()
    preloaded = [
        subprocess.run([*cxx, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout
        for name in ("libasan.so", "libstdc++.so.6")
    ]
    done = environment.run(
        str(CHECKS),
        environment={
            "ASAN_OPTIONS": "detect_leaks=0:detect_odr_violation=0",
            "LD_PRELOAD": " ".join(path.strip() for path in preloaded),
            "JAXLIB_PJRT_FEWER_CALLS": "1",
        },
        timeout=1200,
    )
    if done.returncode:
        print(done.stderr)
        return 1
    failed = {name: said for name, said in json.loads(done.stdout.splitlines()[-1]).items() if said}
    for name, said in failed.items():
        print(f"{name}\n{said}")
    print(f"{len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
