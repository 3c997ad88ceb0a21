"""What operations require of the module around them: symbols, meshes, and the shardings over them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from jaxlib._ir import core
from jaxlib._ir.core import Operation, RankedTensorType, Type
from jaxlib._ir.dialects import (
    SdyAxisRefAttr,
    SdyMeshAttr,
    SdyTensorShardingAttr,
    SdyTensorShardingPerValueAttr,
)
from jaxlib._ir.verification.operation_rules import Wrong, need

#: Sharding attributes: that of a value, and those of several.
SHARDINGS = (SdyTensorShardingAttr, SdyTensorShardingPerValueAttr)
Symbols = Mapping[str, Operation]
_NAMESPACED = re.compile(r"[a-zA-Z]\w*(\.[\w$]+)+", re.ASCII)


def symbols_of(module: Operation) -> Iterator[tuple[str, Operation]]:
    """The names of the operations in a module's block, and these."""
    for region in module._regions:
        for block in region._blocks:
            for op in block._operations:
                name = op._attributes.get("sym_name")
                if isinstance(name, core.StringAttr):
                    yield name.value, op


def check_mesh(op: Operation) -> None:
    """Check a mesh.

    Raises:
        Wrong: Its axes or device ids are not those of a mesh.
    """
    axes, ids = op._attributes["mesh"].parts
    names = [axis.name for axis in axes]
    count = math.prod(axis.size for axis in axes)
    need(len(set(names)) == len(names), f"duplicate axis name: {names}")
    need(all(axis.size > 0 for axis in axes), "axis size must be at least 1")
    if axes and ids:
        need(sorted(ids) == list(range(count)), f"sorted device ids must be iota({count}): {list(ids)}")


def composite(op: Operation, symbols: Symbols) -> None:
    """Check a composite against its decomposition.

    Raises:
        Wrong: There is none, or it has other types.
    """
    name = op._attributes["name"].value
    need(_NAMESPACED.fullmatch(name) is not None, f"name must be a valid namespaced op name: {name!r}")
    named = op._attributes["decomposition"].value
    function = symbols.get(named)
    need(
        function is not None and function._name == "func.func",
        f"'{named}' does not reference a valid function",
    )
    assert function is not None
    kind = function._attributes["function_type"].value
    for noun, types, wanted in (
        ("operands", op._operand_types, kind.inputs),
        ("results", op._result_types, kind.results),
    ):
        need(
            list(types) == list(wanted), f"{noun} have the types {types}, but the decomposition has {wanted}"
        )


def _mesh_of(sharding: SdyTensorShardingAttr, symbols: Symbols) -> SdyMeshAttr:
    mesh = sharding.mesh_or_ref
    if isinstance(mesh, SdyMeshAttr):
        return mesh
    op = symbols.get(mesh.value)
    need(op is not None and op._name == "sdy.mesh", f"unknown mesh: @{mesh.value}")
    assert op is not None
    of: SdyMeshAttr = op._attributes["mesh"]
    return of


def _sharding(sharding: SdyTensorShardingAttr, kind: Type, symbols: Symbols) -> None:
    """A sharding is over axes of a mesh, each once, and has the rank of its value's type."""
    mesh = _mesh_of(sharding, symbols)
    sizes = {axis.name: axis.size for axis in mesh.axes}
    _, dimensions, replicated, unreduced, _ = sharding.parts
    if not sizes and len(mesh.device_ids) == 1:  # on one device
        need(not (dimensions or replicated or unreduced), "a sharding on one device has no axes")
        return
    axes: list[SdyAxisRefAttr] = [axis for dimension in dimensions for axis in dimension.axes]
    axes += [*replicated, *unreduced]
    for axis in axes:
        need(axis.name in sizes, f'unknown axis name: "{axis.name}"')
    texts = [axis.text for axis in axes]
    need(len(set(texts)) == len(texts), f"duplicate axis ref: {texts}")
    if kind.text.startswith(("tuple<", "memref<", "vector<")):
        return
    rank = len(kind.parts[0]) if isinstance(kind, RankedTensorType) else 0
    need(len(dimensions) == rank, f"sharding doesn't match tensor rank: {len(dimensions)} != {rank}")


def shardings(op: Operation, symbols: Symbols) -> None:
    """Check the shardings in an operation's attributes.

    Raises:
        Wrong: They name an unknown mesh or axis, an axis twice, or are not those of the values.
    """
    for name, attribute in op._attributes.items():
        types = op._operand_types if name == "in_shardings" else op._result_types
        if isinstance(attribute, SdyTensorShardingAttr):
            given: Sequence[SdyTensorShardingAttr] = [attribute]
        elif isinstance(attribute, SdyTensorShardingPerValueAttr):
            given = attribute.parts
            # An operation without results may be on one device.
            fits = len(given) == len(types) or (not op._results and len(given) == 1)
            need(fits, f"{len(given)} shardings for {len(types)} values")
        else:
            continue
        for sharding, kind in zip(given, types, strict=False):
            _sharding(sharding, kind, symbols)
    if op._name == "sdy.manual_computation":
        _manual(op, symbols)


def _manual(op: Operation, symbols: Symbols) -> None:
    """The values inside have the shapes of parts of those outside."""
    block = op._regions[0]._blocks[0]
    manual = {part.value for part in op._attributes["manual_axes"].parts}
    arguments = [argument._type for argument in block._arguments]
    for name, outer, inner in (
        ("in_shardings", op._operand_types, arguments),
        ("out_shardings", op._result_types, block._operations[-1]._operand_types),
    ):
        given = op._attributes[name].parts
        need(len(given) == len(outer) == len(inner), f"{len(outer)} values have {len(inner)} inside")
        for sharding, whole, part in zip(given, outer, inner, strict=True):
            if not isinstance(whole, RankedTensorType) or not isinstance(part, RankedTensorType):
                continue
            local = RankedTensorType.get(_local(sharding, whole.parts[0], manual, symbols), whole.parts[1])
            need(local == part, f"expected the local shape {local}, found {part}")


def _local(
    sharding: SdyTensorShardingAttr, shape: Sequence[int], manual: set[str], symbols: Symbols
) -> list[int]:
    sizes = {axis.name: axis.size for axis in _mesh_of(sharding, symbols).axes}
    local = []
    for size, dimension in zip(shape, sharding.dimension_shardings, strict=True):
        axes = [axis for axis in dimension.axes if axis.name in manual]
        parts = math.prod(
            sizes[axis.name] if axis.sub_axis_info is None else axis.sub_axis_info.size for axis in axes
        )
        need(
            size == core.DYNAMIC or size % parts == 0,
            f"dimension size {size} is not divisible by the manual axes size {parts}",
        )
        local.append(size if size == core.DYNAMIC else size // parts)
    return local


def arguments(function: Operation, symbols: Symbols) -> None:
    """Check the attributes of a function's arguments and results.

    Raises:
        Wrong: They are of no dialect, or a sharding is wrong.
    """
    kind = function._attributes["function_type"].value
    for name, types in (("arg_attrs", kind.inputs), ("res_attrs", kind.results)):
        given = function._attributes.get(name)
        for i, attributes in enumerate(() if given is None else given.parts):
            for key, value in attributes.parts[0].items():
                need("." in key, f"arguments and results may only have dialect attributes, not '{key}'")
                if key == "sdy.sharding":
                    need(
                        isinstance(value, SdyTensorShardingAttr),
                        f"{name} {i} must have a sharding: {value.text}",
                    )
                    try:
                        _sharding(value, types[i], symbols)
                    except Wrong as error:
                        raise Wrong(f"{name} {i} - {error}") from None
