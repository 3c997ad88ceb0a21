"""``python -m tools fuzz``: fuzzes jaxlib-pjrt with damaged inputs and jaxlib with odd arguments.

It runs thousands of each, and the properties of jaxlib-pjrt. The tests run a few of the same:
tests/installed/pjrt_properties.py, pjrt_fuzz.py and odd_arguments.py.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections.abc import Sequence
from typing import Any

from tools import BUILD, ROOT
from tools.builder import build
from tools.environments.venv import Environment, oldest

PYTHON, RELEASE = oldest()
INSTALLED = ROOT / "tests/installed"
KINDS = re.findall(r'^        "([a-z ]+)": ', (INSTALLED / "pjrt_fuzz.py").read_text("utf-8"), re.MULTILINE)


def main(argv: Sequence[str]) -> int:
    """Run, and print what ended a process or broke a property; 0 if nothing did."""
    parser = argparse.ArgumentParser(prog="python -m tools fuzz", description=__doc__)
    parser.add_argument("--first", type=int, default=1000, help="the number of the first input of each kind")
    parser.add_argument("--count", type=int, default=2000, help="of each kind; a fifth as many examples")
    arguments = parser.parse_args(argv)
    environment = Environment.create(BUILD / "fuzz", PYTHON)
    environment.install("numpy", "ml_dtypes", "nanobind-backend", "packaging", "hypothesis")
    wheels = [build.wheel(name, RELEASE) for name in ("core", "pjrt", "cpu")]
    environment.install("--no-deps", "--reinstall", *map(str, wheels))
    bad = 0
    for kind in KINDS:
        done = environment.run(
            *(str(INSTALLED / "pjrt_fuzz.py"), kind, str(arguments.first), str(arguments.count)), timeout=7200
        )
        outcome = outcome_of(done)
        print(
            f"{kind}: {outcome['error']} errors, {outcome['worked']} worked, {len(outcome['killed'])} killed"
        )
        for number, killed in outcome["killed"].items():
            bad += 1
            print(f"  {kind} {number}: {json.dumps(killed, indent=2)}")
    examples = str(max(arguments.count // 5, 1))
    done = environment.run(str(INSTALLED / "pjrt_properties.py"), examples, timeout=7200)
    for name, said in outcome_of(done).items():
        print(f"{name}: {said or 'holds'}")
        bad += bool(said)
    return 1 if bad + _odd_arguments(arguments.first, arguments.count * len(KINDS)) else 0


def outcome_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The JSON object of a program's last line.

    Raises:
        SystemExit: The program failed; with its status and what it printed.
    """
    if done.returncode:
        raise SystemExit(f"{' '.join(done.args)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    outcome: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return outcome


def _odd_arguments(first: int, count: int) -> int:
    """The number of calls that ended a process."""
    environment = Environment.create(BUILD / "fuzz-bindings", PYTHON)
    bindings = build.jaxlib(RELEASE, python=str(PYTHON))
    # The requirements of jaxlib-core and the bindings, which are then installed without them, over upstream's
    # jaxlib.
    environment.install(f"jax=={RELEASE}", "flatbuffers", "packaging")
    wheels = [bindings, *(build.wheel(name, RELEASE) for name in ("core", "cpu"))]
    environment.install("--no-deps", "--reinstall", *map(str, wheels))
    done = environment.run(str(INSTALLED / "odd_arguments.py"), str(first), str(count), timeout=7200)
    outcome = outcome_of(done)
    ended: dict[str, object] = outcome["ended"]
    print(
        f"{outcome['callables']} callables of the bindings: {outcome['raised']} errors, "
        f"{outcome['returned']} returned"
    )
    for number, status in ended.items():
        print(f"  {number}: {json.dumps(status, indent=2)}")
    return len(ended)
