"""Mosaic GPU's operations with regions: errors in the words of upstream's jaxlib."""

from __future__ import annotations

import re

import pytest

from tests.unit.jaxlib._ir.verification.mosaic_gpu_types import gmem, smem
from tests.unit.jaxlib.conftest import Bindings

VECTOR, SHARED, ALLOCATION = "vector<128xf32>", smem("4xf32"), "#mosaic_gpu.smem_alloc"
LAYOUT = "#mosaic_gpu.WGSplatFragLayout<[128]>"
RETURN, SCOPE_RETURN = (f'"mosaic_gpu.{name}"() : () -> ()' for name in ("return", "alloca_scope.return"))
SOME = '%v = "builtin.unrealized_conversion_cast"() : () -> '


def layouts(inputs: str = "", transforms: str = "", outputs: str = "") -> str:
    return f"in_layouts = [{inputs}], in_transforms = [{transforms}], out_layouts = [{outputs}]"


def returned(kind: str, name: str = "return") -> str:
    """The end of a region that returns a value."""
    return f'{SOME}{kind}\n"mosaic_gpu.{name}"(%v) : ({kind}) -> ()'


def program(
    name: str,
    body: str = RETURN,
    *,
    operand: str = "",
    result: str = "",
    named: str = "",
    block: str | None = None,
) -> str:
    """A program with an operation whose region has a block with ``body``; or with other blocks."""
    values, kinds = ("%a", operand) if operand else ("", "")
    regions = f"^bb0{f'(%b: {operand})' if operand else ''}:\n{body}" if block is None else block
    properties = f" <{{{named}}}>" if named else ""
    results = ("%r = ", f"({result})") if result else ("", "()")
    return f"""func.func @f({f"%a: {operand}" if operand else ""}) {{
      {results[0]}"mosaic_gpu.{name}"({values}){properties} ({{
      {regions}
      }}) : ({kinds}) -> {results[1]}
      return
    }}"""


CUSTOM, SCOPED = layouts(), f"buffer_attrs = [{ALLOCATION}]"
ALLOCATED = f'%s = "mosaic_gpu.alloc_smem"() : () -> {SHARED}\n'
INNER = program("warp_map", ALLOCATED).partition("{")[2].rpartition("return")[0]


@pytest.mark.parametrize(
    "text",
    [
        program("custom_primitive", named=CUSTOM),
        program(
            "custom_primitive",
            returned(VECTOR),
            operand=VECTOR,
            result=VECTOR,
            named=layouts(LAYOUT, "", LAYOUT),
        ),
        program("custom_primitive", operand=SHARED, named=layouts(transforms="[]")),
        program("custom_primitive", returned("f32"), result="f32", named=CUSTOM),
        program("warp_map", "", operand="f32"),
        program("alloca_scope", ALLOCATED + SCOPE_RETURN),
        program("alloca_scope", INNER + SCOPE_RETURN),
        program("alloca_scope", returned("f32", "alloca_scope.return"), result="f32"),
    ],
)
def test_valid_regions_are_accepted(bindings: Bindings, text: str) -> None:
    assert not bindings.verify_program(text)


def scoped(kind: str, buffers: str = ALLOCATION) -> str:
    return program("run_scoped", named=f"buffer_attrs = [{buffers}]", block=f"^bb0(%s: {kind}):\n{RETURN}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (program("arrive", ""), "'mosaic_gpu.arrive' op requires zero regions"),
        (
            program("custom_primitive", block="", named=CUSTOM),
            "'mosaic_gpu.custom_primitive' op region #0 ('body') failed to verify constraint: region with 1 blocks",
        ),
        (program("custom_primitive", ""), "'mosaic_gpu.custom_primitive' op expects a non-empty block"),
        (
            program("warp_map", block="^bb0:\n^bb1:"),
            "'mosaic_gpu.warp_map' op expects region #0 to have 0 or 1 blocks",
        ),
        (
            program("custom_primitive", '"llvm.unreachable"() : () -> ()', named=CUSTOM),
            "'mosaic_gpu.custom_primitive' op expects regions to end with 'mosaic_gpu.return', found "
            "'llvm.unreachable'",
        ),
        (
            program("custom_primitive", f"{SOME}f32", named=CUSTOM),
            'block with no terminator, has %0 = "builtin.unrealized_conversion_cast"() : () -> f32',
        ),
        (
            program("warp_map", '%c = "arith.negf"(%a) : (f32) -> f32', operand="f32"),
            "'arith.negf' op using value defined outside the region",
        ),
    ],
)
def test_invalid_blocks_are_refused(bindings: Bindings, text: str, why: str) -> None:
    assert bindings.verify_program(text) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            program("custom_primitive", operand=VECTOR, named=CUSTOM),
            "Custom primitive must have a layout for each vector operand.",
        ),
        (
            program("custom_primitive", operand=SHARED, named=CUSTOM),
            "Custom primitive must have transforms for each memref operand in smem.",
        ),
        (
            program("custom_primitive", returned(VECTOR), result=VECTOR, named=CUSTOM),
            "Custom primitive must have a layout for each vector result.",
        ),
        (
            program("custom_primitive", returned(SHARED), result=SHARED, named=CUSTOM),
            "Custom primitive can only return scalars or vectors.",
        ),
        (program("warp_map", "", operand=VECTOR), "Can only map over scalars and refs."),
        (
            scoped(SHARED, ""),
            "Expected the number of buffer attributes (0) to match the number of block arguments (1).",
        ),
        (scoped("i32"), "Expected block argument 0 to be a memref, but got: 'i32'"),
        (
            scoped(gmem("4xf32")),
            "Expected block argument 0 to be in SMEM memory space, but got: 'memref<4xf32>'",
        ),
        (
            scoped(SHARED, "unit"),
            "Expected buffer attribute 0 for SMEM allocation to be a #mosaic_gpu.smem_alloc attribute, but got: "
            "unit",
        ),
        (
            program("run_scoped", returned(SHARED), result=SHARED, named="buffer_attrs = []"),
            "run_scoped cannot return memref",
        ),
        (
            program("alloca_scope", returned(SHARED, "alloca_scope.return"), result=SHARED),
            "alloca_scope cannot return memrefs.",
        ),
        (
            program("alloca_scope", block=f"^bb0(%x: i32):\n{SCOPE_RETURN}"),
            "region should have no arguments",
        ),
    ],
)
def test_invalid_operations_are_refused(bindings: Bindings, text: str, why: str) -> None:
    name = re.search(r'"(mosaic_gpu\.\w+)"', text)
    assert name is not None
    assert bindings.verify_program(text) == f"'{name[1]}' op {why}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (program("warp_map", SCOPE_RETURN), "op expects parent op 'mosaic_gpu.alloca_scope'"),
        (program("warp_map", ALLOCATED), "op requires an ancestor `mosaic_gpu.alloca_scope` op"),
        (
            program("custom_primitive", result="f32", named=CUSTOM),
            "has 0 operands, but enclosing custom_primitive (@mosaic_gpu.custom_primitive) returns 1",
        ),
        (
            program("custom_primitive", returned("f16"), result="f32", named=CUSTOM),
            "type of return operand 0 ('f16') doesn't match the result type ('f32') in custom_primitive "
            "@mosaic_gpu.custom_primitive",
        ),
    ],
)
def test_operations_are_where_they_belong(bindings: Bindings, text: str, why: str) -> None:
    assert bindings.verify_program(text).endswith(why)


def test_the_region_of_run_scoped_ends_like_that_of_custom_primitive(bindings: Bindings) -> None:
    found = bindings.verify_program(f"func.func @f() {{ {RETURN} }}")
    if not bindings.release().startswith("0.12."):
        assert found == "'mosaic_gpu.return' op expects parent op 'mosaic_gpu.custom_primitive'"
        return
    parents = "'mosaic_gpu.custom_primitive, mosaic_gpu.run_scoped'"
    assert found == f"'mosaic_gpu.return' op expects parent op to be one of {parents}"
    scope = program("run_scoped", named=SCOPED, block=f"^bb0(%s: {SHARED}):\n{RETURN}")
    assert not bindings.verify_program(scope)


def test_an_operation_like_a_valid_one_is_checked_where_it_is(bindings: Bindings) -> None:
    assert not bindings.verify_program(program("custom_primitive", named=CUSTOM))
    assert bindings.verify_program(program("warp_map"))
    assert bindings.verify_program(program("custom_primitive", named=CUSTOM)) == ""
