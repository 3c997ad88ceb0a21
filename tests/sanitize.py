"""``python -m tests.sanitize``: the checks of jaxlib-pjrt on extensions built with two sanitizers.

Only the binding's own code is instrumented; the plugin's library and Python are as they are.

AddressSanitizer runs all checks. Leaks are not looked for here (``check_100_000_calls_leak_nothing`` does), and
each misuse of the heap by the binding is an error.

ThreadSanitizer runs those with threads. It knows the locks of Python, which are pthread's, and not XLA's,
which are made of atomics and futexes in code that it does not see: whatever a thread of XLA's does looks
unordered to it. So reports with XLA or Python in them are suppressed, and with those what the binding does
on a thread of XLA's, handing back a loan or calling a Python function, against the thread that began it.
What is looked for is two threads of the user's in the binding's own code: on the same buffer, executable or
client, or on what the binding keeps for all.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

from tools import BUILD, build, stage
from tools.cache import Cache
from tools.environment import Environment, pythons
from tools.manifest import load

CHECKS = Path(__file__).parent / "installed" / "pjrt_checks.py"
FOLDER = BUILD / "sanitize"
#: The library, what is preloaded, its options, and the names of checks to run; none for all.
SANITIZERS = {
    "address": ("libasan.so", "ASAN_OPTIONS", "detect_leaks=0:detect_odr_violation=0", ()),
    "thread": (
        *("libtsan.so", "TSAN_OPTIONS", "exitcode=66:suppressions={suppressions}"),
        (
            *("check_threads", "check_python_functions_run_on_many_threads", "check_dlpack_both_ways"),
            *("check_copy_false_shares_or_raises", "check_threads_share_one_of_each"),
        ),
    ),
}
SUPPRESSIONS = "".join(
    f"race:{module}\n" for module in ("libjaxlib_cpu.so", "libpython3", "/bin/python", "_multiarray_umath")
)


def main() -> int:
    """Build, run, and print what failed; 0 where nothing did."""
    return max([run(sanitizer) for sanitizer in (sys.argv[1:] or SANITIZERS)])


def run(sanitizer: str) -> int:
    """Build the extension with ``sanitizer`` and run its checks."""
    library, variable, options, names = SANITIZERS[sanitizer]
    folder = FOLDER / sanitizer
    os.environ["CXXFLAGS"] = f"-O1 -g1 -fsanitize={sanitizer} -fno-omit-frame-pointer"
    os.environ["LDFLAGS"] = f"-fsanitize={sanitizer}"
    # Stamps know nothing of these flags, so this build has a folder of its own.
    setattr(build, "BUILD", folder)  # noqa: B010 - imported there, not exported
    wheel = build.build(stage.binding(load(), os.uname().machine, Cache()), folder / "dist")
    del os.environ["CXXFLAGS"], os.environ["LDFLAGS"]
    setattr(build, "BUILD", BUILD)  # noqa: B010
    others = [build.wheel(name) for name in ("core", "cpu")]
    environment = Environment.create(folder / "environment", min(pythons().items())[1])
    environment.install("numpy", "ml_dtypes", "nanobind-backend", "packaging")
    environment.install("--no-deps", "--reinstall", *map(str, (wheel, *others)))
    cxx = os.environ.get("CXX", "g++").split()
    preloaded = [
        subprocess.run([*cxx, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout
        for name in (library, "libstdc++.so.6")
    ]
    suppressions = folder / "suppressions"
    suppressions.write_text(SUPPRESSIONS, "utf-8")
    done = subprocess.run(
        # ThreadSanitizer wants memory where it expects it.
        ["setarch", platform.machine(), "-R", str(environment.python), str(CHECKS), *names],
        env={
            **os.environ,
            variable: options.format(suppressions=suppressions),
            "LD_PRELOAD": " ".join(path.strip() for path in preloaded),
            "JAXLIB_PJRT_FEWER_CALLS": "1",
        },
        capture_output=True,
        text=True,
        timeout=2400,
        check=False,
    )
    if done.returncode:
        print(f"{sanitizer}: status {done.returncode}\n{done.stdout}\n{done.stderr[-20000:]}")
        return 1
    failed = {name: said for name, said in json.loads(done.stdout.splitlines()[-1]).items() if said}
    for name, said in failed.items():
        print(f"{name}\n{said}")
    print(f"{sanitizer}: {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
