"""Each pass: a program written for it, and the expected output."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import EXPECTED, IR, PROGRAMS, Bindings, expect

#: What it inserts states the sharding afterwards and not the axes, which the parser asks for.
RESHARDS = "func.func(sdy-insert-explicit-reshards)"
CASES = {
    "inline": "inline",
    "strip-debuginfo": "locations",
    "symbol-dce": "inline",
    "sdy-lift-inlined-meshes": "inlined_meshes",
    RESHARDS: "explicit_reshards",
}
#: Runs the compiler of a plugin: tests/installed/test_partitioning.py.
INSTALLED = {"sdy-propagation-pipeline"}
#: test_mosaic_serde.py, test_mosaic_gpu_serde.py and test_canonicalization.py have what they do.
KERNELS = {"canonicalize", "cse", "mosaic-serde", "mosaic_gpu-serde"}


def test_each_pass_has_a_case(bindings: Bindings) -> None:
    assert {*CASES, *INSTALLED, *KERNELS} == set(bindings.passes())


@pytest.mark.parametrize("name", CASES)
def test_a_pass(bindings: Bindings, name: str) -> None:
    text = (IR / "passes" / f"{CASES[name]}.mlir").read_text()
    made = bindings.run_passes(text, f"builtin.module({name})")
    file = name.removeprefix("func.func(").removesuffix(")")
    expect(EXPECTED / f"{CASES[name]}.{file}.mlir", made)
    if name != RESHARDS:
        assert bindings.show(made) == made


def test_shapes_that_follow_from_the_parameters_are_refined(bindings: Bindings) -> None:
    text = (PROGRAMS / "polymorphic.mlir").read_text()
    made = bindings.refine(text, ["tensor<4x5xf32>", "tensor<5x3xf32>"])
    assert "?" not in made
    expect(EXPECTED / "polymorphic.refined.mlir", made)
