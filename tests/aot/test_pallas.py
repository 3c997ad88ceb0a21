"""Each Pallas operation that jax ships compiles for the chips that it is for, with the bindings-only jaxlib as with
upstream's: to the same program with the same kernels, cost and memory, or to the same error.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.aot.conftest import Outcomes, assert_same, refused
from tests.installed.test_topologies import GPUS, TPUS, only
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("pallas_programs.py")
TEXTS = Path(__file__).with_name("kernel_texts.py")
TARGETS = (*TPUS, *(target for target in GPUS if "h200" not in target))  # an H200 has an H100's instructions
#: The operations that upstream's jaxlib refuses for a chip, and words of the error.
REFUSED = {
    "tpu:v4:2x2x1": {"tpu.matmul int8": "Unsupported matmul RHS type on target"},
}
#: What a module has that defines a kernel.
DEFINES = ("pallas_call(", "plgpu.kernel(")


@pytest.mark.parametrize("target", TARGETS)
def test_shipped_operations_are_the_same_with_both_jaxlibs(
    target: str, outcomes: Outcomes, environments: list[Environment], temporary: Callable[[str], Path]
) -> None:
    folder, found = temporary("texts"), []
    for programs in outcomes(SCRIPT, target):
        (folder / "outcomes.json").write_text(json.dumps(programs), "utf-8")
        done = environments[0].run(
            str(TEXTS), *(str(folder / name) for name in ("outcomes.json", "texts.json")), timeout=900
        )
        assert done.returncode == 0, done.stdout + done.stderr
        found.append(json.loads((folder / "texts.json").read_text("utf-8")))
    upstream, ours = found
    assert_same(upstream, ours)
    errors = refused(upstream)
    expected = REFUSED.get(target, {})
    assert errors.keys() == expected.keys(), errors
    assert all(words in errors[name] for name, words in expected.items()), errors


def test_every_module_with_a_kernel_has_a_program(environments: list[Environment], decoys: Path) -> None:
    """Those for other chips than this test's are counted, too."""
    folder = environments[0].site_packages / "jax/experimental/pallas/ops"
    modules = {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if any(words in path.read_text("utf-8") for words in DEFINES)
    }
    assert modules
    tested = set()
    for target in ("tpu:v5e:2x2", "cuda:h100", "cuda:b200"):
        done = environments[0].run(str(SCRIPT), target, environment=only(decoys))
        assert done.returncode == 0, done.stdout + done.stderr
        tested |= {name.partition(" ")[0] for name in done.stdout.splitlines()}
    assert not {name for name in modules if not any(name.startswith(other) for other in tested)}
