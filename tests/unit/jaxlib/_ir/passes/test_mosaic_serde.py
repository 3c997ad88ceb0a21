"""Kernels for TPUs in their stable form, in every version that jax asks for."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, Refused

KERNELS = IR / "kernels"
#: Each kernel with a version that upstream's jaxlib wrote it in.
STABLE = sorted(path.name.split(".")[:2] for path in KERNELS.glob("*.*.mlir"))

MODULE = '"builtin.module"() ({{\n{}\n}}) : () -> ()'
TYPES = "(memref<8xf32>, memref<!tpu.semaphore>, vector<4x8xi32>, i32) -> ()"
FUNCTION = f""""func.func"() ({{{{
^bb0(%m: memref<8xf32>, %s: memref<!tpu.semaphore>, %v: vector<4x8xi32>, %i: i32):
  {{}}
  "func.return"() : () -> ()
}}}}) {{{{function_type = {TYPES}, sym_name = "f"{{}}}}}} : () -> ()"""


def kernel(operation: str, attributes: str = "") -> str:
    """A kernel of one operation."""
    return MODULE.format(FUNCTION.format(operation, attributes))


@pytest.mark.parametrize("bytecode", [False, True])
@pytest.mark.parametrize(("name", "version"), STABLE)
def test_the_stable_form_is_upstreams(bindings: Bindings, name: str, version: str, bytecode: bool) -> None:
    text = (KERNELS / f"{name}.mlir").read_text()
    options = f"serialize=true target-version={version}"
    found = bindings.serialize_kernel(text, options, through_bytecode=bytecode)
    assert found == (KERNELS / f"{name}.{version}.mlir").read_text()


@pytest.mark.parametrize("name", ["gmm", "matmul", "subcores"])
def test_kernels_are_read_and_printed_as_by_upstream(bindings: Bindings, name: str) -> None:
    text = (KERNELS / f"{name}.mlir").read_text()
    assert bindings.show(text, print_generic_op_form=True) == text


def test_what_was_written_is_read_again(bindings: Bindings) -> None:
    stable = (KERNELS / "matmul.15.mlir").read_text()
    plain = bindings.serialize_kernel(stable, "serialize=false keep-version-attr=false")
    assert "stable_mosaic" not in plain
    again = bindings.serialize_kernel(plain, "serialize=true target-version=15")
    assert again == stable


def test_an_older_version_is_brought_up_to_the_newest(bindings: Bindings) -> None:
    found = bindings.serialize_kernel((KERNELS / "subcores.13.mlir").read_text(), "serialize=false")
    assert "operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>" in found
    assert found.count('"arith.divui"') == found.count('"arith.remui"') == 2


SIZES = "operandSegmentSizes = array<i32: {}>"
DMA = f'"tpu.enqueue_dma"(%m, {{}}) {{{{{SIZES}}}}} : (memref<8xf32>, {{}}) -> ()'
SEMAPHORE = "memref<!tpu.semaphore>"
REMOTE_DMA = "%s, %m, %s, %i", f"{SEMAPHORE}, memref<8xf32>, {SEMAPHORE}, i32"
GATHER = '"tpu.iota"() {dimensions = array<i32: 0, 1>} : () -> vector<4x8xi32>'
HINT = (
    '%r = "tpu.matmul"(%v, %v, %v) {transpose_lhs_hint = true} : '
    "(vector<4x8xi32>, vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>"
)


def dma(values: str, types: str, sizes: str) -> str:
    return DMA.format(values, sizes, types)


@pytest.mark.parametrize(
    ("operation", "version", "why"),
    [
        (dma("%m", "memref<8xf32>", "1, 0, 1, 0, 0, 0, 0"), 11, "target semaphore must be specified"),
        (
            dma("%m, %s, %i", f"memref<8xf32>, {SEMAPHORE}, i32", "1, 0, 1, 1, 0, 0, 1"),
            13,
            "non-SC vector subcore",
        ),
        (dma("%m", "memref<8xf32>", "1, 1"), 13, "operandSegmentSizes: wanted 6 or more, found 2"),
        (HINT, 12, "below version 12 when transpose_lhs_hint is False"),
        (GATHER, 5, "when a single dimension is specified"),
    ],
)
def test_what_an_older_version_cannot_express_is_an_error(
    bindings: Bindings, operation: str, version: int, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        bindings.serialize_kernel(kernel(operation), f"serialize=true target-version={version}")


def test_the_first_operation_that_cannot_be_expressed_is_named(bindings: Bindings) -> None:
    both = "\n".join(f'{GATHER} loc("{place}"("k.py":1:2))' for place in ("first", "second"))
    with pytest.raises(Refused, match=r'error: "first"\("k.py":1:2\): Can only downgrade below'):
        bindings.serialize_kernel(kernel(both), "serialize=true target-version=5")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("target-version=11", "serialize option must be specified"),
        ("serialize=true target-version=99", "but requested serialization at version 99"),
        ("serialize=perhaps", "ValueError: failed to add"),
        ("other=1", "ValueError: .*no such option other"),
        ("serialize=false", "Missing or invalid version attribute"),
    ],
)
def test_options_that_cannot_be(bindings: Bindings, options: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        bindings.serialize_kernel(kernel(""), options)


SEGMENTS = "operandSegmentSizes = array<i32: 1, 1, {}>"
SIGNAL = f'"tpu.sem_signal"(%s, %i{{}}) {{{{{SEGMENTS}}}}} : (memref<!tpu.semaphore>, i32{{}}) -> ()'
BARRIER = '"tpu.sem_barrier"() : () -> memref<!tpu.semaphore>'
REMOTE = SIGNAL.format(", %i", "1, 0, 0", ", i32")


@pytest.mark.parametrize(
    ("operation", "communicates", "barrier"),
    [
        (SIGNAL.format("", "0, 0, 0", ""), False, False),
        (SIGNAL.format(", %i", "0, 1, 0", ", i32"), False, False),
        (REMOTE, True, False),
        (BARRIER, False, True),
        (f"{BARRIER}\n{REMOTE}", True, True),
        (dma(*REMOTE_DMA, "1, 1, 1, 1, 1, 0, 0"), True, False),
        (dma(*REMOTE_DMA, "1, 1, 1, 1, 0, 1, 0"), False, False),
    ],
)
def test_communication_and_barriers_are_told_apart(
    bindings: Bindings, operation: str, communicates: bool, barrier: bool
) -> None:
    assert bindings.kernel_flags(kernel(operation)) == [communicates, barrier]


def test_attributes_of_arguments_are_added_to_those_there(bindings: Bindings) -> None:
    named = {"tpu.b": "1 : i32", "tpu.a": "#tpu.memory_space<vmem>"}
    found = bindings.with_argument_attributes(kernel(""), named)
    assert found == "[{}, {}, {}, {tpu.a = #tpu.memory_space<vmem>, tpu.b = 1 : i32}]"
