"""Types and attributes of kernels: their text is the one that upstream's jaxlib 0.10.2 prints."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import Bindings, Refused


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("#tpu.memory_space<vmem,sc_vector_subcore>", "#tpu.memory_space<vmem, sc_vector_subcore>"),
        ("#tpu.element_window<[1,2],[3,4]>", "#tpu.element_window<[1, 2], [3, 4]>"),
        (
            "#tpu.dot_dimension_numbers<[1],[0],[0],[1],[0,0,1,1],[],[]>",
            "#tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>",
        ),
        ("#tpu.tiled<(8,128)(2, 1), [1,2]>", "#tpu.tiled<(8,128)(2,1),[1,2]>"),
        ("#arith.fastmath<nnan, ninf>", "#arith.fastmath<nnan,ninf>"),
        ("#arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn>", "#arith.fastmath<fast>"),
        ("#arith.overflow<nuw,nsw>", "#arith.overflow<nsw, nuw>"),
        ("#arith<fastmath<none>>", "#arith.fastmath<none>"),
        ("#vector.kind< add >", "#vector.kind<add>"),
        ("affine_map<(i)[s]->(i+s*2, 3)>", "affine_map<(d0)[s0] -> (d0 + s0 * 2, 3)>"),
        (
            "affine_map<(d0) -> (d0 mod 2, d0 floordiv 3, d0 ceildiv 4, -d0, d0 - 1, (d0+1)*2)>",
            "affine_map<(d0) -> (d0 mod 2, d0 floordiv 3, d0 ceildiv 4, -d0, d0 - 1, (d0 + 1) * 2)>",
        ),
        ("affine_map<() -> ()>", "affine_map<() -> ()>"),
        ("strided<[1,?],offset:?>", "strided<[1, ?], offset: ?>"),
    ],
)
def test_attributes_have_one_text(bindings: Bindings, text: str, printed: str) -> None:
    assert bindings.attribute(text)[0] == printed
    assert bindings.attribute(printed)[0] == printed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#tpu.nosuch<1>", "unknown attribute `nosuch` in dialect `tpu`"),
        ("#tpu.memory_space<foo>", "expected one of .any, vmem"),
        ("#arith.fastmath<nnan|ninf>", "expected '>'"),
        ("#arith.overflow<>", "expected one of"),
        ("affine_map<(d0) -> (d1)>", "undeclared identifier 'd1'"),
        ("affine_map<(d0, d1) -> (d0 * d1)>", "no affine product"),
        ("#tpu.tiled<(8,128)", "expected"),
    ],
)
def test_attributes_that_are_none(bindings: Bindings, text: str, why: str) -> None:
    with pytest.raises(Refused, match=f"MLIRError: (.|\n)*{why}"):
        bindings.attribute(text)


VMEM = "#tpu.memory_space<vmem>"
DYNAMIC = -(2**63)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (f"memref<8x?xf32, {VMEM}>", ["affine_map<(d0, d1) -> (d0, d1)>", VMEM, [DYNAMIC, 1], 0]),
        (f"memref<2x3xf32, strided<[3, 1]>, {VMEM}>", ["strided<[3, 1]>", VMEM, [3, 1], 0]),
        ("memref<2x3xf32, strided<[3, 1], offset: ?>, 1>",
         ["strided<[3, 1], offset: ?>", "1 : i64", [3, 1], DYNAMIC]),
        ("memref<f32>", ["affine_map<() -> ()>", "None", [], 0]),
        ("memref<4x2x3x!tpu.semaphore>", ["affine_map<(d0, d1, d2) -> (d0, d1, d2)>", "None", [6, 3, 1], 0]),
    ],
)  # fmt: skip
def test_memrefs_have_a_layout_and_a_memory_space(bindings: Bindings, text: str, parts: list[object]) -> None:
    assert bindings.memref(text) == [text, *parts]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("memref<2x!tpu.dma_semaphore, affine_map<(d0)->(d0)>>", "memref<2x!tpu.dma_semaphore>"),
        ("memref<2xf32,0>", "memref<2xf32>"),
        ("memref<2xf32, 3 : i32>", "memref<2xf32, 3 : i32>"),
        ("memref<2xvector<4xf32>>", "memref<2xvector<4xf32>>"),
    ],
)
def test_what_is_the_default_is_not_written(bindings: Bindings, text: str, printed: str) -> None:
    assert bindings.memref(text)[0] == printed


@pytest.mark.parametrize(
    "text",
    [
        "vector<[4]x2xf32>",
        "vector<f32>",
        "memref<*xf32, 1>",
        "!tpu.float8_exmy<f8E4M3FN>",
        "!tpu.dma_semaphore",
    ],
)
def test_other_types(bindings: Bindings, text: str) -> None:
    assert bindings.memref(text) == [text]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("vector<0xf32>", "vector types must have positive constant sizes but got 0"),
        ("vector<4x!tpu.semaphore>", "VectorElementTypeInterface"),
        ("memref<2xtensor<4xf32>>", "invalid memref element type"),
        ("memref<2x3xf32, affine_map<(d0) -> (d0)>>", "mismatch between rank and affine map"),
        ("memref<2xf32, 1, 2>", "at most a layout and a memory space"),
        ("tensor<[4]xf32>", "only vectors"),
        ("!tpu.nosuch", "unknown type `nosuch` in dialect `tpu`"),
    ],
)
def test_types_that_are_none(bindings: Bindings, text: str, why: str) -> None:
    with pytest.raises(Refused, match=f"MLIRError: (.|\n)*{why}"):
        bindings.memref(text)


@pytest.mark.parametrize(
    ("value", "kind", "printed"),
    [
        (1, "i32", "1 : i32"),
        (True, "i1", "true"),
        (2.5, "f32", "2.500000e+00 : f32"),
        (1, "index", "1 : index"),
        (300, "i8", "44 : i8"),
        (2**32 - 1, "i32", "-1 : i32"),
        (-1, "ui8", "255 : ui8"),
    ],
)
def test_constants(bindings: Bindings, value: float, kind: str, printed: str) -> None:
    assert f"value = {printed}}}" in bindings.constant(value, kind)


def test_constants_of_other_classes_are_refused(bindings: Bindings) -> None:
    with pytest.raises(Refused, match="ValueError: Unsupported constant type: <class 'str'>"):
        bindings.constant("x", "i32")
    with pytest.raises(Refused, match="MLIRError"):
        bindings.constant(1.5, "i32")
