"""The attributes that Mosaic GPU's operations must have, in the words of upstream's verifier."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from jaxlib._ir.core import ArrayAttr, Attribute, IntegerAttr, Operation
from jaxlib._ir.verification.operation_rules import Wrong
from jaxlib._release import MOSAIC_GPU_VERSION

#: Operations by their attributes, with a constraint after a colon; one that ends with ``?`` is optional.
_ATTRIBUTES = """
collective:dimensions slice_lengths > async_load async_prefetch
slice_lengths > async_store
cluster_dim > async_store_smem
orders_tensor_core > arrive
multiple:positive_i32 > assume_multiple
broadcast_dimensions > broadcast_in_dim
dimension:index_i32 > broadcasted_iota
in_layouts in_transforms out_layouts > custom_primitive
format > debug_print print_layout
arrival_count:positive_i64 num_barriers:positive_i32 orders_tensor_core > initialize_barrier
new_layout:layout > layout_cast
reduction_type > multimem_load_reduce
buffer_attrs > run_scoped
packing:positive_i32? > tmem_alloc
new_layout > tmem_layout_cast
dimension:i32 > vector_concat
transforms > with_transforms
alignment:alignment? > alloc_smem
offset:index_i32 > slice_smem slice_tmem
"""
_SINCE_9 = """
offset:index_i32 alias_id:i64? > slice_smem
"""
_UNTIL_8 = """
expect_tx:index_i32? > arrive_expect_tx
"""
_LAYOUTS = ("#mosaic_gpu.WGStridedFragLayout<", "#mosaic_gpu.TiledLayout<")
#: The dimensions of a cluster.
_DIMENSIONS = range(3)


def _is_integer(attribute: Attribute, width: int, least: int | None = None) -> bool:
    return (
        isinstance(attribute, IntegerAttr)
        and attribute.parts[1].text == f"i{width}"
        and (least is None or attribute.parts[0] >= least)
    )


def _is_alignment(attribute: Attribute) -> bool:
    return _is_integer(attribute, 64, 1) and int(attribute.parts[0]).bit_count() == 1


def _are_dimensions(attribute: Attribute) -> bool:
    return isinstance(attribute, ArrayAttr) and all(
        _is_integer(dimension, 32) and dimension.parts[0] in _DIMENSIONS for dimension in attribute.parts
    )


#: What upstream calls a constraint, and whether an attribute satisfies it.
_CONSTRAINTS: Mapping[str, tuple[str, Callable[[Attribute], bool]]] = {
    "i32": ("32-bit signless integer attribute", lambda attribute: _is_integer(attribute, 32)),
    "i64": ("64-bit signless integer attribute", lambda attribute: _is_integer(attribute, 64)),
    "index_i32": (
        "32-bit signless integer attribute whose value is non-negative",
        lambda attribute: _is_integer(attribute, 32, 0),
    ),
    "positive_i32": (
        "32-bit signless integer attribute whose value is positive",
        lambda attribute: _is_integer(attribute, 32, 1),
    ),
    "positive_i64": (
        "64-bit signless integer attribute whose value is positive",
        lambda attribute: _is_integer(attribute, 64, 1),
    ),
    "alignment": (
        "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
        _is_alignment,
    ),
    "dimensions": ("dimensions", _are_dimensions),
    "layout": (
        "Annotates an array that can be collapsed to 1D and sharded across threads. or A layout derived from a "
        "tiling expression.",
        lambda attribute: attribute.text.startswith(_LAYOUTS),
    ),
}


class _Declared(NamedTuple):
    """An attribute of an operation."""

    name: str
    constraint: str
    optional: bool


def _read(text: str) -> dict[str, list[_Declared]]:
    declared = {}
    for line in text.strip().splitlines():
        attributes, _, names = line.partition(" > ")
        each = [
            _Declared(name, constraint, bool(optional))
            for name, constraint, optional in re.findall(r"(\w+):?(\w*)(\??)", attributes)
        ]
        declared.update({f"mosaic_gpu.{name}": each for name in names.split()})
    return declared


_DECLARED = _read(_ATTRIBUTES) | _read(_UNTIL_8 if MOSAIC_GPU_VERSION < 9 else _SINCE_9)


def check(op: Operation) -> None:
    """Check that an operation has its attributes, and their values.

    Raises:
        Wrong: One is missing, or has a value that is not allowed.
    """
    declared = _DECLARED.get(op._name, ())
    for name, _, optional in declared:
        if not optional and name not in op._attributes:
            raise Wrong(f"requires attribute '{name}'")
    for name, constraint, _ in declared:
        attribute = op._attributes.get(name)
        if attribute is None or not constraint:
            continue
        words, satisfies = _CONSTRAINTS[constraint]
        if not satisfies(attribute):
            raise Wrong(f"attribute '{name}' failed to satisfy constraint: {words}")
