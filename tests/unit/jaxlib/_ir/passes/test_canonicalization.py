"""The passes canonicalize and cse, on kernels and on single operations."""

from __future__ import annotations

import re

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, expect

KERNELS = IR / "passes" / "canonicalization"
NAMES = sorted(path.stem for path in KERNELS.glob("*.mlir") if ".expected" not in path.name)
PIPELINE = "builtin.module(canonicalize,cse)"


@pytest.mark.parametrize("name", NAMES)
def test_kernels_are_simplified_as_by_upstream(bindings: Bindings, name: str) -> None:
    made = bindings.run_generic((KERNELS / f"{name}.mlir").read_text(), PIPELINE)
    expect(KERNELS / f"{name}.expected.mlir", made)


PARAMETERS = {
    "%i": "i32",
    "%j": "i32",
    "%b": "i1",
    "%x": "f32",
    "%n": "index",
    "%v": "vector<4xi32>",
    "%m": "memref<8x16xf32>",
    "%p": "!llvm.ptr",
}


def simplified(bindings: Bindings, body: str, result: str, pipeline: str = PIPELINE) -> list[str]:
    """The operations that are left of a function's body, without the return of ``result``, a value and its type."""
    value, kind = result.split(" : ")
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in PARAMETERS.items())
    types = ", ".join(PARAMETERS.values())
    text = f""""builtin.module"() ({{
      "func.func"() <{{function_type = ({types}) -> {kind}, sym_name = "f"}}> ({{
      ^bb0({arguments}):
        {body}
        "func.return"({value}) : ({kind}) -> ()
      }}) : () -> ()
    }}) : () -> ()"""
    lines = bindings.run_generic(text, pipeline).splitlines()[3:-2]
    names = {f"%arg{i}": name for i, name in enumerate(PARAMETERS)}
    return [re.sub(r"%arg\d+", lambda match: names.get(match[0], match[0]), line.strip()) for line in lines]


def constant(name: str, value: str, kind: str) -> str:
    return f'{name} = "arith.constant"() <{{value = {value}}}> : () -> {kind}\n'


ZERO, ONE, SEVEN = (constant(f"%c{n}", f"{n} : i32", "i32") for n in (0, 1, 7))
ALL = constant("%all", "-1 : i32", "i32")
TRUE = constant("%true", "true", "i1")


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (ZERO + '%r = "arith.addi"(%i, %c0) : (i32, i32) -> i32', "%i"),
        (ZERO + '%r = "arith.addi"(%c0, %i) : (i32, i32) -> i32', "%i"),
        (ONE + '%r = "arith.muli"(%i, %c1) : (i32, i32) -> i32', "%i"),
        (ZERO + '%r = "arith.muli"(%i, %c0) : (i32, i32) -> i32', 0),
        ('%r = "arith.subi"(%i, %i) : (i32, i32) -> i32', 0),
        ('%r = "arith.xori"(%i, %i) : (i32, i32) -> i32', 0),
        ('%r = "arith.andi"(%i, %i) : (i32, i32) -> i32', "%i"),
        (ALL + '%r = "arith.andi"(%i, %all) : (i32, i32) -> i32', "%i"),
        (SEVEN + ALL + '%r = "arith.muli"(%c7, %all) : (i32, i32) -> i32', -7),
        (SEVEN + ALL + '%r = "arith.divsi"(%all, %c7) : (i32, i32) -> i32', 0),
        (SEVEN + ALL + '%r = "arith.divui"(%all, %c7) : (i32, i32) -> i32', 613566756),
        (SEVEN + ALL + '%r = "arith.floordivsi"(%all, %c7) : (i32, i32) -> i32', -1),
        (SEVEN + ALL + '%r = "arith.remsi"(%all, %c7) : (i32, i32) -> i32', -1),
        (SEVEN + ALL + '%r = "arith.remui"(%all, %c7) : (i32, i32) -> i32', 3),
        (SEVEN + ALL + '%r = "arith.shrui"(%all, %c7) : (i32, i32) -> i32', 33554431),
        (SEVEN + ALL + '%r = "arith.shrsi"(%all, %c7) : (i32, i32) -> i32', -1),
        (SEVEN + ALL + '%r = "arith.maxui"(%all, %c7) : (i32, i32) -> i32', -1),
        (SEVEN + ALL + '%r = "arith.maxsi"(%all, %c7) : (i32, i32) -> i32', 7),
        ('%s = "arith.subi"(%i, %j) : (i32, i32) -> i32\n%r = "arith.addi"(%s, %j) : (i32, i32) -> i32', "%i"),
        ('%r = "arith.select"(%b, %i, %i) : (i1, i32, i32) -> i32', "%i"),
        (TRUE + '%r = "arith.select"(%true, %i, %j) : (i1, i32, i32) -> i32', "%i"),
        ('%e = "arith.cmpi"(%i, %j) <{predicate = 0 : i64}> : (i32, i32) -> i1\n'
         '%r = "arith.select"(%e, %i, %j) : (i1, i32, i32) -> i32', "%j"),
        ('%w = "arith.extsi"(%i) : (i32) -> i64\n%r = "arith.trunci"(%w) : (i64) -> i32', "%i"),
        ('%w = "arith.index_cast"(%i) : (i32) -> index\n%r = "arith.index_cast"(%w) : (index) -> i32', "%i"),
        (constant("%f", "3.750000e+00 : f32", "f32") + '%r = "arith.fptosi"(%f) : (f32) -> i32', 3),
        (constant("%f", "1.000000e+00 : f32", "f32") + '%r = "arith.bitcast"(%f) : (f32) -> i32', 1065353216),
    ],
)  # fmt: skip
def test_integers(bindings: Bindings, body: str, left: str | int) -> None:
    found = simplified(bindings, body, "%r : i32")
    if isinstance(left, str):
        assert found == [f'"func.return"({left}) : (i32) -> ()']
    else:
        assert found[:-1] == [constant("%0", f"{left} : i32", "i32").strip()]


@pytest.mark.parametrize(
    "body",
    [
        ZERO + '%r = "arith.divsi"(%c7, %c0) : (i32, i32) -> i32',
        constant("%low", "-2147483648 : i32", "i32")
        + ALL
        + '%r = "arith.divsi"(%low, %all) : (i32, i32) -> i32',
        constant("%far", "32 : i32", "i32") + '%r = "arith.shli"(%c7, %far) : (i32, i32) -> i32',
        '%w = "arith.index_cast"(%n) : (index) -> i32\n%q = "arith.index_cast"(%w) : (i32) -> index\n'
        '%r = "arith.index_cast"(%q) : (index) -> i32',
        constant("%f", "1.000000e+10 : f32", "f32") + '%r = "arith.fptosi"(%f) : (f32) -> i32',
        '"memref.store"(%x, %m, %n, %n) : (f32, memref<8x16xf32>, index, index) -> ()\n'
        '%r = "test.effect"() : () -> i32',
    ],
)
def test_what_has_no_value_or_other_effects_stays(bindings: Bindings, body: str) -> None:
    found = simplified(bindings, SEVEN + body, "%r : i32")
    assert not any("arith.constant" in line for line in found[-2:])
    assert len(found) >= 2


def test_a_constant_that_nothing_uses_is_removed(bindings: Bindings) -> None:
    found = simplified(bindings, SEVEN, "%i : i32", "builtin.module(canonicalize)")
    assert found == ['"func.return"(%i) : (i32) -> ()']


def test_comparisons_are_turned_and_negated(bindings: Bindings) -> None:
    less = '%e = "arith.cmpi"(%c7, %i) <{predicate = 2 : i64}> : (i32, i32) -> i1\n'
    found = simplified(
        bindings, SEVEN + TRUE + less + '%r = "arith.xori"(%e, %true) : (i1, i1) -> i1', "%r : i1"
    )
    # 7 < i is i > 7, and its negation i <= 7
    assert '"arith.cmpi"(%i, %0) <{predicate = 3 : i64}>' in found[1]


def test_equal_reads_are_merged_until_something_is_written(bindings: Bindings) -> None:
    load = '{} = "memref.load"(%m, %n, %n) : (memref<8x16xf32>, index, index) -> f32\n'
    store = '"memref.store"(%x, %m, %n, %n) : (f32, memref<8x16xf32>, index, index) -> ()\n'
    body = (
        load.format("%a")
        + load.format("%c")
        + store
        + load.format("%d")
        + ('%s = "arith.addf"(%a, %c) : (f32, f32) -> f32\n%r = "arith.addf"(%s, %d) : (f32, f32) -> f32')
    )
    found = simplified(bindings, body, "%r : f32")
    assert [line.count("memref.load") for line in found[:3]] == [1, 0, 1]
    assert sum("memref.load" in line for line in found) == 2


def test_an_operation_with_values_of_its_own_may_write(bindings: Bindings) -> None:
    load = '{} = "memref.load"(%m, %n, %n) : (memref<8x16xf32>, index, index) -> f32\n'
    primitive = """"mosaic_gpu.custom_primitive"(%x) <{in_layouts = [], in_transforms = [], out_layouts = []}> ({
    ^bb0(%y: f32):
      "mosaic_gpu.return"() : () -> ()
    }) : (f32) -> ()
    """
    body = load.format("%a") + primitive + load.format("%c") + '%r = "arith.addf"(%a, %c) : (f32, f32) -> f32'
    assert sum("memref.load" in line for line in simplified(bindings, body, "%r : f32")) == 2


def test_constant_offsets_become_static(bindings: Bindings) -> None:
    two = constant("%two", "2 : index", "index")
    view = '%r = "memref.subview"(%m, %two) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>, index) -> memref<16xf32, strided<[1], offset: ?>>'  # noqa: E501
    found = simplified(bindings, two + view, "%r : memref<16xf32, strided<[1], offset: ?>>")
    assert found[0].endswith(": (memref<8x16xf32>) -> memref<16xf32, strided<[1], offset: 32>>")
    assert found[1].startswith('%1 = "memref.cast"(%0)')


def test_the_cast_of_a_part_stands_where_the_last_part_of_it_stood(bindings: Bindings) -> None:
    """The second part is all of the first one, whose type has become a more static one."""
    two = constant("%two", "2 : index", "index")
    kind = "memref<16xf32, strided<[1], offset: ?>>"
    view = f'%a = "memref.subview"(%m, %two) <{{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 16>, static_strides = array<i64: 1, 1>}}> : (memref<8x16xf32>, index) -> {kind}\n'  # noqa: E501
    between = '"cf.assert"(%b) <{msg = "x"}> : (i1) -> ()\n'
    whole = f'%r = "memref.subview"(%a) <{{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16>, static_strides = array<i64: 1>}}> : ({kind}) -> {kind}'  # noqa: E501
    found = simplified(bindings, two + view + between + whole, f"%r : {kind}")
    names = [re.search(r'"([a-z._]+)"', line)[1] for line in found]  # type: ignore[index]
    assert names == ["memref.subview", "cf.assert", "memref.cast", "func.return"]


SUBVIEW = '%s = "memref.subview"(%m) <{{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: {0}, 0>, static_sizes = array<i64: 1, 16>, static_strides = array<i64: 1, 1>}}> : (memref<8x16xf32>) -> memref<16xf32, strided<[1]{1}>>\n'  # noqa: E501
REINTERPRETED = '%r = "memref.reinterpret_cast"(%s) <{{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 16>, static_strides = array<i64: 1>}}> : (memref<16xf32, strided<[1]{0}>>) -> memref<16xf32, strided<[1]>>'  # noqa: E501


@pytest.mark.parametrize(("row", "offset", "left"), [(0, "", 1), (2, ", offset: 32", 2)])
def test_a_reinterpretation_of_the_first_row_is_one_of_the_whole(
    bindings: Bindings, row: int, offset: str, left: int
) -> None:
    body = SUBVIEW.format(row, offset) + REINTERPRETED.format(offset)
    found = simplified(bindings, body, "%r : memref<16xf32, strided<[1]>>")[:-1]
    assert len(found) == left
    assert ('"memref.reinterpret_cast"(%m)' in found[-1]) == (row == 0)


def sliced(shape: str, offsets: str, sizes: str) -> str:
    """A slice of a vector of ``shape``, of the type that it has, with strides of 1."""
    numbers = sizes.split(", ")
    kind = "x".join([*numbers, *shape.split("x")[len(numbers) :]])
    ones = ", ".join("1" for _ in numbers)
    return (
        f'%u = "vector.broadcast"(%x) : (f32) -> vector<{shape}xf32>\n'
        f'%w = "arith.addf"(%u, %u) : (vector<{shape}xf32>, vector<{shape}xf32>) -> vector<{shape}xf32>\n'
        f'%r = "vector.extract_strided_slice"(%w) <{{offsets = [{offsets}], sizes = [{sizes}], '
        f"strides = [{ones}]}}> : (vector<{shape}xf32>) -> vector<{kind}xf32>"
    )


@pytest.mark.parametrize(
    ("shape", "offsets", "sizes", "kind", "position", "element"),
    [
        ("2x3x64x8", "1, 1, 0, 0", "1, 1, 64, 8", "1x1x64x8", "1, 1", "64x8"),
        ("2x3x64x8", "1", "1", "1x3x64x8", "1", "3x64x8"),
        ("2x3x1x8", "1, 2, 0", "1, 1, 1", "1x1x1x8", "1, 2", "1x8"),
    ],
)
def test_a_slice_that_is_one_element_is_taken_as_such(
    bindings: Bindings, shape: str, offsets: str, sizes: str, kind: str, position: str, element: str
) -> None:
    found = simplified(bindings, sliced(shape, offsets, sizes), f"%r : vector<{kind}xf32>")[:-1]
    assert f"<{{static_position = array<i64: {position}>}}>" in found[-2]
    assert found[-1].endswith(f'"vector.shape_cast"(%2) : (vector<{element}xf32>) -> vector<{kind}xf32>')


@pytest.mark.parametrize(("shape", "offsets", "sizes"), [("8", "1", "1"), ("2x4", "1, 0", "1, 2")])
def test_a_slice_with_a_part_of_the_last_dimension_stays(
    bindings: Bindings, shape: str, offsets: str, sizes: str
) -> None:
    kind = sizes.replace(", ", "x")
    found = simplified(bindings, sliced(shape, offsets, sizes), f"%r : vector<{kind}xf32>")[:-1]
    assert "vector.extract_strided_slice" in found[-1]


@pytest.mark.parametrize(
    ("source", "cast", "result", "left"),
    [("1x4", "4", "3x4", 1), ("4", "1x4", "3x4", 1), ("4", "4x1", "4x3", 2), ("1x1x4", "4", "3x4", 2)],
)
def test_dimensions_of_size_1_before_a_broadcast_are_skipped(
    bindings: Bindings, source: str, cast: str, result: str, left: int
) -> None:
    body = (
        f'%u = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<{source}xi32>\n'
        f'%a = "arith.addi"(%u, %u) : (vector<{source}xi32>, vector<{source}xi32>) -> vector<{source}xi32>\n'
        f'%c = "vector.shape_cast"(%a) : (vector<{source}xi32>) -> vector<{cast}xi32>\n'
        f'%r = "vector.broadcast"(%c) : (vector<{cast}xi32>) -> vector<{result}xi32>'
    )
    found = simplified(bindings, body, f"%r : vector<{result}xi32>")[:-1]
    after = next(number for number, line in enumerate(found) if "arith.addi" in line)
    assert len(found) - after - 1 == left


def test_an_element_of_an_element_is_one_element(bindings: Bindings) -> None:
    body = """%u = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<2x2xi32>
    %w = "arith.addi"(%u, %u) : (vector<2x2xi32>, vector<2x2xi32>) -> vector<2x2xi32>
    %a = "vector.extract"(%w) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<2xi32>) -> i32"""
    found = [line for line in simplified(bindings, body, "%r : i32") if "vector.extract" in line]
    assert len(found) == 1
    assert "static_position = array<i64: 1, 0>" in found[0]


def test_a_loop_of_one_iteration_is_its_body(bindings: Bindings) -> None:
    loop = """%r = "scf.for"(%c0, %c1, %c7, %i) ({
    ^bb0(%k: i32, %carry: i32):
      %s = "arith.addi"(%carry, %j) : (i32, i32) -> i32
      "scf.yield"(%s) : (i32) -> ()
    }) : (i32, i32, i32, i32) -> i32"""
    found = simplified(bindings, ZERO + ONE + SEVEN + loop, "%r : i32")
    assert len(found) == 2
    assert '"arith.addi"(%i, %j)' in found[0]


def test_a_loop_has_only_the_values_that_it_changes(bindings: Bindings) -> None:
    loop = """%r:3 = "scf.for"(%n, %m0, %c1, %i, %j, %x) ({
    ^bb0(%k: index, %changed: i32, %passed: i32, %unused: f32):
      %next = "arith.addi"(%changed, %passed) : (i32, i32) -> i32
      %other = "arith.addf"(%unused, %unused) : (f32, f32) -> f32
      "scf.yield"(%next, %passed, %other) : (i32, i32, f32) -> ()
    }) : (index, index, index, i32, i32, f32) -> (i32, i32, f32)
    %s = "arith.addi"(%r#0, %r#1) : (i32, i32) -> i32"""
    body = constant("%m0", "64 : index", "index") + constant("%c1", "1 : index", "index") + loop
    found = simplified(bindings, body, "%s : i32")
    # What is only passed on is its initial value. What is computed from itself stays, as by MLIR.
    assert found[2] == '%2:2 = "scf.for"(%n, %0, %1, %i, %x) ({'
    assert '"arith.addi"(%arg9, %j)' in found[4]
    assert found[6] == '"scf.yield"(%4, %5) : (i32, f32) -> ()'
    assert '"arith.addi"(%2#0, %j)' in found[8]


def test_a_constant_selects_its_case(bindings: Bindings) -> None:
    switch = """%r = "scf.index_switch"(%two) <{cases = array<i64: 1, 2>}> ({
      "scf.yield"(%i) : (i32) -> ()
    }, {
      "scf.yield"(%j) : (i32) -> ()
    }, {
      %s = "arith.addi"(%i, %j) : (i32, i32) -> i32
      "scf.yield"(%s) : (i32) -> ()
    }) : (index) -> i32"""
    found = simplified(bindings, constant("%two", "2 : index", "index") + switch, "%r : i32")
    assert '"arith.addi"(%i, %j)' in found[0]


def test_the_first_element_is_at_the_pointer_itself(bindings: Bindings) -> None:
    pointer = '%r = "llvm.getelementptr"(%p, %c0) <{elem_type = i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr'  # noqa: E501
    assert simplified(bindings, ZERO + pointer, "%r : !llvm.ptr") == ['"func.return"(%p) : (!llvm.ptr) -> ()']


def test_a_broadcast_constant_is_a_constant(bindings: Bindings) -> None:
    body = SEVEN + '%r = "vector.broadcast"(%c7) : (i32) -> vector<4xi32>'
    assert "dense<7> : vector<4xi32>" in simplified(bindings, body, "%r : vector<4xi32>")[0]
