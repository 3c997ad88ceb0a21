"""Compiled programs have the same text, cost, memory and shardings with the bindings-only jaxlib as with
upstream's.

Programs of every kind, with each kind of sharding and collective, for GPUs and TPUs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.aot.conftest import Outcomes, assert_same, refused
from tests.installed.test_topologies import GPUS, TPUS, only
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("text_programs.py")
REFUSED = Path(__file__).with_name("refused_partitions.py")
TARGETS = (*GPUS, *TPUS)


@pytest.mark.parametrize("target", TARGETS)
def test_programs_are_the_same_with_both_jaxlibs(target: str, outcomes: Outcomes) -> None:
    upstream, ours = outcomes(SCRIPT, target)
    assert_same(upstream, ours)
    assert not refused(upstream)


def test_an_exception_in_a_partitioning_rule_is_raised(environments: list[Environment], decoys: Path) -> None:
    """With upstream's jaxlib, one in a rule that infers a sharding ends the process."""
    upstream, ours = environments
    for environment, rule in ((upstream, "partition"), (ours, "partition"), (ours, "infer")):
        done = environment.run(str(REFUSED), "cuda:h100x2", rule, environment=only(decoys), timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout == "INTERNAL: True\n"
