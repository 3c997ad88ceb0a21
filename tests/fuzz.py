"""``python -m tests.fuzz``: thousands of damaged inputs and properties of jaxlib-pjrt, and of odd
arguments for every callable of jaxlib's bindings.

The tests try the same with few; see tests/installed/pjrt_properties.py, pjrt_fuzz.py and odd_arguments.py.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import BUILD
from tools.builder import build
from tools.environments.venv import Environment, oldest

PYTHON, RELEASE = oldest()
INSTALLED = Path(__file__).parent / "installed"
KINDS = re.findall(r'^        "([a-z ]+)": ', (INSTALLED / "pjrt_fuzz.py").read_text("utf-8"), re.MULTILINE)


def main(argv: Sequence[str]) -> int:
    """Try, and print what ended a process or broke a property; 0 where nothing did."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
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
        found = json.loads(done.stdout.splitlines()[-1])
        print(f"{kind}: {found['error']} errors, {found['worked']} worked, {len(found['killed'])} killed")
        for number, killed in found["killed"].items():
            bad += 1
            print(f"  {kind} {number}: {json.dumps(killed, indent=2)}")
    examples = str(max(arguments.count // 5, 1))
    done = environment.run(str(INSTALLED / "pjrt_properties.py"), examples, timeout=7200)
    if done.returncode:
        print(done.stderr)
        return 1
    for name, said in json.loads(done.stdout.splitlines()[-1]).items():
        print(f"{name}: {said or 'holds'}")
        bad += bool(said)
    return 1 if bad + _odd_arguments(arguments.first, arguments.count * len(KINDS)) else 0


def _odd_arguments(first: int, count: int) -> int:
    """How many calls ended a process."""
    environment = Environment.create(BUILD / "fuzz-bindings", PYTHON)
    bindings = build.jaxlib(RELEASE, python=str(PYTHON))
    environment.install(f"jax=={RELEASE}", "flatbuffers")
    wheels = [bindings, *(build.wheel(name, RELEASE) for name in ("core", "cpu"))]
    environment.install("--no-deps", "--reinstall", *map(str, wheels))
    done = environment.run(str(INSTALLED / "odd_arguments.py"), str(first), str(count), timeout=7200)
    found = json.loads(done.stdout.splitlines()[-1])
    ended: dict[str, object] = found["ended"]
    print(
        f"{found['callables']} callables of the bindings: {found['raised']} errors, {found['returned']} returned"
    )
    for number, each in ended.items():
        print(f"  {number}: {json.dumps(each, indent=2)}")
    return len(ended)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
