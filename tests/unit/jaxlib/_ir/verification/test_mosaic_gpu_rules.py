"""Mosaic GPU's copies, vectors and references: errors in the words of upstream's jaxlib."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.unit.jaxlib._ir.verification.mosaic_gpu_types import (
    BARRIER,
    SMEM,
    attributes,
    gmem,
    is_older,
    smem,
    tmem,
)
from tests.unit.jaxlib.conftest import Bindings

GLOBAL, SHARED = gmem("4x8xf32"), smem("4x8xf32")
VECTOR = "vector<4x8xf32>"
WORDS = ("i32", "i32")
RANK = (
    "The rank of the `{}` must be equal to the rank of the `{}` plus the number of collapsed dimensions as "
    "indicated by -1 values in `slice_lengths`."
)
UNDER = "The `slice_lengths` attribute must not contain values less than -1."
DUPLICATE = "The `collective` attribute must not contain duplicate dimensions."
ELEMENTS = "The `source` and `destination` memrefs must have the same element type."
PROMISE = "Only the `promise_in_bounds` out-of-bounds fill mode is supported without a `barrier`."
LEADER = ", leader_tracked = #mosaic_gpu.copy_replicated"
CLUSTER = "#mosaic_gpu.smem_cluster"


def load(
    bindings: Bindings,
    indices: Sequence[str] = WORDS,
    lengths: str = "4, 8",
    collective: str = "",
    *,
    shared: str = SHARED,
    barrier: Sequence[str] = (BARRIER,),
    also: str = "",
) -> str:
    named = f"slice_lengths = array<i64: {lengths}>, collective = [{collective}]{also}"
    segments = (1, 1, len(barrier), len(indices), 0, 0)
    operands = [GLOBAL, shared, *barrier, *indices]
    found: str = bindings.verify(
        "mosaic_gpu.async_load", operands, [], attributes(segments=segments, also=named)
    )
    return found


def store(
    bindings: Bindings,
    indices: Sequence[str] = WORDS,
    lengths: str = "4, 8",
    *,
    shared: str = SHARED,
    peer: Sequence[str] = (),
    also: str = "",
) -> str:
    named = f"slice_lengths = array<i64: {lengths}>{also}"
    segments = (1, 1, len(indices), 0, len(peer))
    operands = [shared, GLOBAL, *indices, *peer]
    found: str = bindings.verify(
        "mosaic_gpu.async_store", operands, [], attributes(segments=segments, also=named)
    )
    return found


def test_copies_of_slices_are_accepted(bindings: Bindings) -> None:
    assert not load(bindings)
    assert not load(bindings, lengths="-1, 8", shared=smem("8xf32"))
    assert not load(bindings, ["vector<4xi32>", "i32"])
    assert not load(bindings, collective="0 : i32, 1 : i32", also=LEADER)
    assert not load(bindings, barrier=(), also=", oob_fill_mode = 1 : i32")
    assert not store(bindings)
    assert not store(bindings, peer=["i32"], also=", is_global_broadcast = false")


@pytest.mark.parametrize(
    ("indices", "lengths", "shared", "why"),
    [
        (WORDS, "4, 8", smem("4x8xf16"), ELEMENTS),
        (WORDS, "-2, 8", SHARED, UNDER),
        (WORDS, "-1, 8", SHARED, RANK),
        (["i32"], "4, 8", SHARED, "The size of `indices` must be equal to the rank of `{}`."),
        (WORDS, "4", SHARED, "The size of `slice_lengths` must be equal to the rank of `{}`."),
        (
            ["vector<3xi32>", "i32"],
            "4, 8",
            SHARED,
            "The size of the vector index must be equal to the slice length but got 3 != 4.",
        ),
        (
            ["vector<4xi32>", "vector<8xi32>"],
            "4, 8",
            SHARED,
            "Only one index may be a vector but got multiple vector indices for dimensions 0 and 1.",
        ),
    ],
)
def test_copies_of_wrong_slices_are_refused(
    bindings: Bindings, indices: Sequence[str], lengths: str, shared: str, why: str
) -> None:
    found = load(bindings, indices, lengths, shared=shared)
    assert found == f"'mosaic_gpu.async_load' op {why.format('source', 'destination')}"
    found = store(bindings, indices, lengths, shared=shared)
    assert found == f"'mosaic_gpu.async_store' op {why.format('destination', 'source')}"


@pytest.mark.parametrize(
    ("collective", "also", "why"),
    [
        ("0 : i32, 0 : i32", "", DUPLICATE),
        ("0 : i32", LEADER, "`collective` requires a `barrier`."),
        ("", LEADER, "`leader_tracked` requires a `barrier`."),
        ("", "", PROMISE),
        ("", ", oob_fill_mode = 0 : i32", PROMISE),
    ],
)
def test_copies_without_a_barrier_are_plain(bindings: Bindings, collective: str, also: str, why: str) -> None:
    found = load(bindings, collective=collective, barrier=(), also=also)
    assert found == f"'mosaic_gpu.async_load' op {why}"


def test_a_store_is_to_a_peer_or_to_all(bindings: Bindings) -> None:
    found = store(bindings, peer=["i32"], also=", is_global_broadcast = true")
    assert found.endswith("op Both `gmem_peer_id` or `is_global_broadcast` cannot be specified.")


@pytest.mark.parametrize(
    ("indices", "lengths", "collective", "why"),
    [
        (WORDS, "4", "", ""),
        (WORDS, "-2, 8", "", UNDER),
        (["i32"], "4, 8", "", "The size of `indices` must be equal to the rank of `source`."),
        (WORDS, "4, 8", "1 : i32, 1 : i32", DUPLICATE),
    ],
)
def test_prefetches(
    bindings: Bindings, indices: Sequence[str], lengths: str, collective: str, why: str
) -> None:
    named = f"slice_lengths = array<i64: {lengths}>, collective = [{collective}]"
    every = attributes(segments=(1, len(indices), 0), also=named)
    found = bindings.verify("mosaic_gpu.async_prefetch", [GLOBAL, *indices], [], every)
    assert found == (why and f"'mosaic_gpu.async_prefetch' op {why}")


def test_copies_without_segments_are_refused(bindings: Bindings) -> None:
    every = attributes(also="slice_lengths = array<i64: 4, 8>")
    found = bindings.verify("mosaic_gpu.async_store", [SHARED, GLOBAL, *WORDS], [], every)
    assert "operand count (4) does not match with the total size (0)" in found


@pytest.mark.parametrize(
    ("name", "operands", "results", "named"),
    [
        ("async_store_smem", [VECTOR, SHARED, BARRIER, "i32"], [], "cluster_dim = 0 : i32"),
        ("try_cluster_cancel", [smem("16xi8"), BARRIER], [], ""),
        ("query_cluster_cancel", [smem("16xi8")], ["i32", "i32", "i32", "i1"], ""),
        ("broadcast_in_dim", ["vector<1x8xf32>"], [VECTOR], "broadcast_dimensions = array<i64: 0, 1>"),
        ("broadcasted_iota", [], [VECTOR], "dimension = 1 : i32"),
        ("vector_store", [VECTOR, GLOBAL], [], "multimem = true"),
        ("vector_store", [VECTOR, SHARED], [], "multimem = false"),
        ("vector_load", [GLOBAL], [VECTOR], ""),
        ("multimem_load_reduce", [gmem("4xi32")], ["vector<4xi32>"], "reduction_type = 8 : i32"),
        ("multimem_load_reduce", [gmem("4xbf16")], ["vector<4xbf16>"], "reduction_type = 2 : i32"),
        ("print_layout", [tmem("128x8xf32")], [], 'format = ""'),
        ("print_layout", [VECTOR], [], 'format = ""'),
        ("reinterpret_cast", [GLOBAL], [smem("32xf32")], ""),
        ("optimization_barrier", [VECTOR, "i32"], [VECTOR, "i32"], ""),
        ("vector_concat", [VECTOR, "vector<4x2xf32>"], ["vector<4x10xf32>"], "dimension = 1 : i32"),
    ],
)
def test_valid_operations_are_accepted(
    bindings: Bindings, name: str, operands: list[str], results: list[str], named: str
) -> None:
    assert not bindings.verify(f"mosaic_gpu.{name}", operands, results, f"{{{named}}}")


@pytest.mark.parametrize(
    ("name", "operands", "results", "named", "why"),
    [
        (
            "async_store_smem",
            ["vector<4xf32>", SHARED, BARRIER, "i32"],
            [],
            "cluster_dim = 0 : i32",
            "The `valueToStore` and `destination` must have the same shape.",
        ),
        (
            "async_store_smem",
            ["vector<4x8xf16>", SHARED, BARRIER, "i32"],
            [],
            "cluster_dim = 0 : i32",
            "The `valueToStore` and `destination` must have the same element type.",
        ),
        (
            "async_store_smem",
            [VECTOR, GLOBAL, BARRIER, "i32"],
            [],
            "cluster_dim = 0 : i32",
            "The `destination` memref must be in SMEM.",
        ),
        (
            "try_cluster_cancel",
            [gmem("8xi8"), BARRIER],
            [],
            "",
            "Try cluster cancel response must have 16 elements, but has 8 elements.",
        ),
        ("try_cluster_cancel", [gmem("16xi8"), BARRIER], [], "", "Response memref must be in SMEM."),
        (
            "query_cluster_cancel",
            [smem("?xi8")],
            ["i32", "i32", "i32", "i1"],
            "",
            "Response to decode must have 16 elements, but has -9223372036854775808 elements.",
        ),
        (
            "broadcasted_iota",
            [],
            [VECTOR],
            "dimension = 2 : i32",
            "dimension=2 must be smaller than the rank=2 of the result.",
        ),
        (
            "vector_store",
            ["vector<4xf32>", GLOBAL],
            [],
            "",
            "The source and destination must have the same shape but got 4 and 4, 8",
        ),
        (
            "vector_store",
            ["vector<4x8xf16>", GLOBAL],
            [],
            "",
            "The source and destination must have the same element type but got 'f16' and 'f32'",
        ),
        (
            "vector_store",
            [VECTOR, SHARED],
            [],
            "multimem = true",
            "The destination must be in GMEM for multidevice multicast",
        ),
        (
            "reinterpret_cast",
            [GLOBAL],
            [gmem("4x8xi32")],
            "",
            "source and result memrefs must have the same element type",
        ),
        (
            "reinterpret_cast",
            [gmem("?x8xf32")],
            [GLOBAL],
            "",
            "source and result memrefs must have the same number of elements, but got 0 and 32",
        ),
    ],
)
def test_invalid_operations_are_refused(
    bindings: Bindings, name: str, operands: list[str], results: list[str], named: str, why: str
) -> None:
    found = bindings.verify(f"mosaic_gpu.{name}", operands, results, f"{{{named}}}")
    assert found == f"'mosaic_gpu.{name}' op {why}"


def test_layouts_of_references_are_printed(bindings: Bindings) -> None:
    older, named = is_older(bindings), '{format = ""}'
    what = "tmem memref" if older else "memref"
    also = "" if older else " or gpu.address_space<workgroup>"
    words = (
        f"'mosaic_gpu.print_layout' op The {what} must have a mosaic_gpu.tmem{also} memory space but got: "
    )
    found = bindings.verify("mosaic_gpu.print_layout", [GLOBAL], [], named)
    assert found == f"{words}<<NULL ATTRIBUTE>>"
    found = bindings.verify("mosaic_gpu.print_layout", [SHARED], [], named)
    assert found == (f"{words}{SMEM}" if older else "")


DIMENSIONS = "The values in the `broadcast_dimensions` attribute must be"


@pytest.mark.parametrize(
    ("vector", "dimensions", "why"),
    [
        ("vector<f32>", "", "The input vector must have rank > 0."),
        (
            "vector<1x4x8xf32>",
            ": 0, 1, 2",
            "The rank of the input vector must be smaller or equal to the rank of the result vector.",
        ),
        (
            "vector<4xf32>",
            ": 0, 1",
            "The size of the `broadcast_dimensions` attribute must be equal to the rank of the input vector.",
        ),
        ("vector<4xf32>", ": 2", f"{DIMENSIONS} in the range [0, result.shape.rank=2)."),
        ("vector<4xf32>", ": -1", f"{DIMENSIONS} in the range [0, result.shape.rank=2)."),
        ("vector<4x8xf32>", ": 0, 0", f"{DIMENSIONS} strictly increasing."),
        (
            "vector<5xf32>",
            ": 0",
            "The size of the input vector's dimension 0 must be either 1 or equal to the size of the result "
            "vector's dimension 0.",
        ),
    ],
)
def test_broadcasts_of_other_shapes_are_refused(
    bindings: Bindings, vector: str, dimensions: str, why: str
) -> None:
    named = f"{{broadcast_dimensions = array<i64{dimensions}>}}"
    found = bindings.verify("mosaic_gpu.broadcast_in_dim", [vector], [VECTOR], named)
    assert found == f"'mosaic_gpu.broadcast_in_dim' op {why}"


SIGNEDNESS = "Integer Min, or Max reductions must specify signedness (use Umin, Smin, Umax, Smax)."


@pytest.mark.parametrize(
    ("element", "reduction", "why"),
    [
        ("i8", 0, "Only supported 32 and 64 bit integer operations"),
        ("i32", 1, SIGNEDNESS),
        ("i64", 2, SIGNEDNESS),
        ("f16", 3, "Only Add, Max and Min reductions are supported on float source."),
        ("f32", 2, "Only Add is supported for F32 source type."),
        ("f64", 0, "Unsupported source type: 'f64'"),
        ("index", 0, "Unsupported source type: 'index'"),
    ],
)
def test_reductions_over_devices_that_do_not_exist(
    bindings: Bindings, element: str, reduction: int, why: str
) -> None:
    vector, named = f"vector<4x{element}>", f"{{reduction_type = {reduction} : i32}}"
    found = bindings.verify("mosaic_gpu.multimem_load_reduce", [gmem(f"4x{element}")], [vector], named)
    assert found == f"'mosaic_gpu.multimem_load_reduce' op {why}"


def test_a_reduction_over_devices_is_of_global_memory(bindings: Bindings) -> None:
    named = "{reduction_type = 0 : i32}"
    found = bindings.verify("mosaic_gpu.multimem_load_reduce", [smem("4xf32")], ["vector<4xf32>"], named)
    assert found.endswith("op Expected the ref to be in GMEM.")


@pytest.mark.parametrize(
    ("name", "operands", "results", "named", "inferred"),
    [
        ("vector_load", [GLOBAL], "vector<4xf32>", "", VECTOR),
        ("vector_concat", [VECTOR, VECTOR], VECTOR, "dimension = 0 : i32", "vector<8x8xf32>"),
        ("optimization_barrier", [VECTOR], "f32", "", VECTOR),
        (
            "get_cluster_ref",
            [f"memref<4x8xf32, strided<[16, 1]>, {SMEM}>", "i32"],
            f"memref<4x8xf32, {CLUSTER}>",
            "operandSegmentSizes = array<i32: 1, 1, 0, 0>",
            f"memref<4x8xf32, strided<[16, 1]>, {CLUSTER}>",
        ),
    ],
)
def test_results_have_the_inferred_types(
    bindings: Bindings, name: str, operands: list[str], results: str, named: str, inferred: str
) -> None:
    found = bindings.verify(f"mosaic_gpu.{name}", operands, [results], f"{{{named}}}")
    words = f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{results}'"
    assert found == f"'mosaic_gpu.{name}' op {words}"
    assert not bindings.verify(f"mosaic_gpu.{name}", operands, [inferred], f"{{{named}}}")


@pytest.mark.parametrize(
    ("operands", "dimension", "why"),
    [
        ([], 0, "Must have at least one operand."),
        ([VECTOR], 2, "Dimension 2 is out of bounds for vector of rank 2."),
        ([VECTOR], -1, "Dimension 4294967295 is out of bounds for vector of rank 2."),
        (
            [VECTOR, "vector<4xf32>"],
            0,
            "All operands must have the same rank, got rank 1 at index 1 (expected 2).",
        ),
        (
            [VECTOR, "vector<4x8xf16>"],
            0,
            "All operands must match result element type, got f16 at index 1 (expected f32).",
        ),
        (
            [VECTOR, "vector<4x7xf32>"],
            0,
            "Operand shape does not match result shape along non-concatenated dimension 1 at index 1 (got 7, "
            "expected 8).",
        ),
    ],
)
def test_vectors_that_cannot_be_concatenated(
    bindings: Bindings, operands: list[str], dimension: int, why: str
) -> None:
    named = f"{{dimension = {dimension} : i32}}"
    assert bindings.verify("mosaic_gpu.vector_concat", operands, [VECTOR], named) == why
