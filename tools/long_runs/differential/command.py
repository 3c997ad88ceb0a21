"""``python -m tools differential``: runs the state machines for a given number of examples, and parses programs.

``--python`` and ``--upstream`` name environments; without them both are made. A failure is printed with its steps,
shrunk; ``--replay FILE`` executes such steps, one JSON line each, and prints both outcomes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tools import BUILD, DIST
from tools.builder import build
from tools.environments.venv import Environment, oldest
from tools.long_runs.differential import texts
from tools.long_runs.differential.machines import Machine, Threads
from tools.long_runs.differential.sides import Side

MACHINES: dict[str, type[RuleBasedStateMachine]] = {"steps": Machine, "threads": Threads}


def main(argv: Sequence[str]) -> int:
    """Run; 0 if nothing differed."""
    parser = argparse.ArgumentParser(prog="python -m tools differential", description=__doc__)
    parser.add_argument("--examples", type=int, default=1000, help="sequences of steps, of each machine")
    parser.add_argument("--steps", type=int, default=30, help="steps in a sequence, at most")
    parser.add_argument("--machines", nargs="*", choices=MACHINES, default=list(MACHINES))
    parser.add_argument(
        "--texts", type=int, default=5000, help="programs in MLIR's text, each changed at random"
    )
    parser.add_argument("--first", type=int, default=0, help="the number of the first text")
    parser.add_argument("--python", type=Path, help="Python of an environment with the bindings-only jaxlib")
    parser.add_argument("--upstream", type=Path, help="Python of one with upstream's jaxlib and jaxlib-cpu")
    parser.add_argument("--replay", type=Path, help="steps to execute, one a line")
    arguments = parser.parse_args(argv)
    pythons = environments() if not (arguments.python and arguments.upstream) else ()
    ours, theirs = (Side(python) for python in pythons or (arguments.python, arguments.upstream))
    try:
        if arguments.replay:
            for line in arguments.replay.read_text("utf-8").splitlines():
                print(line)
                for name, side in (("ours", ours), ("upstream", theirs)):
                    outcome = side.ask(json.loads(line))
                    print(f"  {name:8} {outcome.pop('printed', '')}{outcome}")
            return 0
        status = 0
        for name in arguments.machines:
            try:
                run(MACHINES[name], ours, theirs, arguments.examples, arguments.steps)
            except AssertionError as error:
                print(f"{name}: {error}")
                status = 1
            else:
                print(f"{name}: {arguments.examples} sequences, no difference")
        return max(status, parse_texts(ours, theirs, arguments.first, arguments.texts))
    finally:
        ours.close()
        theirs.close()


def parse_texts(ours: Side, theirs: Side, first: int, count: int) -> int:
    """Have both sides parse changed programs, and print how; 1 if ours refused, crashed or printed another text."""
    tally = texts.run(ours, theirs, first, count)
    for number, said in tally.different.items():
        print(f"text {number}: {said}")
    for number, said in tally.looser.items():
        print(f"text {number}: only ours accepts it; upstream: {said.splitlines()[1:2] or said}")
    print(
        f"texts: {tally.accepted} accepted and printed alike, {tally.refused} refused by both, "
        f"{len(tally.looser)} only by upstream, {len(tally.different)} different"
    )
    return 1 if tally.different else 0


def run(
    machine: type[RuleBasedStateMachine],
    ours: Side,
    theirs: Side,
    examples: int,
    steps: int,
    *,
    fixed: bool = False,
) -> None:
    """Run a machine; with ``fixed`` always the same sequences, and none from hypothesis's own store.

    Raises:
        AssertionError: The sides differed.
    """
    kind = type(machine.__name__, (machine,), {"ours": ours, "theirs": theirs})
    run_state_machine_as_test(
        kind,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=fixed,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
            print_blob=False,
        ),
    )


def environments() -> tuple[Path, Path]:
    """Pythons of new environments: jax with the bindings-only jaxlib, and with upstream's, both on jaxlib-cpu."""
    python, release = oldest()
    jaxlib = build.jaxlib(release, python=str(python))
    return environment("ours", jaxlib), environment("upstream")


def environment(name: str, *wheels: Path) -> Path:
    """Python of a new environment with jax, jaxlib-cpu and these wheels; without any, with upstream's jaxlib."""
    python, release = oldest()
    family = [build.wheel("core", release), build.wheel("cpu", release), *wheels]
    fresh = Environment.create(BUILD / "differential" / name, python)
    fresh.install("--find-links", str(DIST), f"jax=={release}", "flatbuffers", *map(str, family))
    return fresh.python
