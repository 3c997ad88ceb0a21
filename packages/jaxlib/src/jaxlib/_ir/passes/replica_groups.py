"""Converts replica groups given by mesh axes to lists of devices, for readers before StableHLO 1.16."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from jaxlib._ir import core
from jaxlib._ir.core import Attribute, DenseElementsAttr, FlatSymbolRefAttr, MLIRError, Operation
from jaxlib._ir.dialects import MeshAttr, ReplicaGroupMeshAxesAttr, SdyMeshAttr
from jaxlib._native import ir as _native


def has_mesh_axes(operation: Operation) -> bool:
    """Whether some collective has its groups by the axes of a mesh."""
    return bool(_native.holding(operation, (ReplicaGroupMeshAxesAttr,)))


def list_replica_groups(operation: Operation) -> Operation:
    """``operation`` itself, or a copy in which every collective lists its groups.

    Raises:
        MLIRError: Groups refer to a mesh that the module does not have, or to axes that the mesh does not have.
    """
    if not has_mesh_axes(operation):
        return operation
    copy = operation.clone(ip=False)
    meshes = {
        op._attributes["sym_name"].value: op._attributes["mesh"]
        for op in copy._regions[0]._blocks[0]._operations
        if op._name == "sdy.mesh"
    }
    for op in _native.holding(copy, (ReplicaGroupMeshAxesAttr,)):
        for name, attribute in list(op._attributes.items()):
            if isinstance(attribute, ReplicaGroupMeshAxesAttr):
                op._attributes[name] = groups_of(attribute, meshes)
    return copy


def groups_of(attribute: ReplicaGroupMeshAxesAttr, meshes: Mapping[str, Attribute]) -> DenseElementsAttr:
    """The groups as dense i64 elements: one row per group, with its devices in the order of the axes.

    ``meshes`` are Shardy's meshes by their names in the module.
    """
    mesh: Attribute | None = attribute.mesh
    if isinstance(mesh, FlatSymbolRefAttr):
        mesh = meshes.get(mesh.value)
    if not isinstance(mesh, MeshAttr | SdyMeshAttr):
        raise MLIRError(f"replica groups over a mesh that the module lacks: {attribute.text}")
    names, sizes = [axis.name for axis in mesh.axes], [axis.size for axis in mesh.axes]
    parts = _parts(attribute, names, sizes)
    count = int(np.prod(sizes)) if sizes else 1
    # For devices in order, Shardy's mesh has an empty list, while StableHLO's has no elements.
    listed_ids = [] if mesh.device_ids is None else np.asarray(mesh.device_ids)
    ids = np.asarray(listed_ids) if len(listed_ids) else np.arange(count)
    grouped: list[int] = []
    for axis in attribute.axes:
        part = axis.sub_axis_info
        first, last = (1, dict(zip(names, sizes, strict=True))[axis.name]) if part is None else (
            part.pre_size, part.pre_size * part.size
        )  # fmt: skip
        grouped += [
            index
            for index, (name, before, size) in enumerate(parts)
            if name == axis.name and first <= before and before * size <= last
        ]
    ungrouped = [index for index in range(len(parts)) if index not in grouped]
    shape = [size for _, _, size in parts]
    width = int(np.prod([shape[index] for index in grouped])) if grouped else 1
    groups = ids.reshape(shape).transpose([*ungrouped, *grouped]).reshape(-1, width)
    kind = core.RankedTensorType.get(groups.shape, core.IntegerType.get_signless(64))
    return core.dense(kind, groups.astype(np.int64))


def _parts(
    attribute: ReplicaGroupMeshAxesAttr, names: list[str], sizes: list[int]
) -> list[tuple[str, int, int]]:
    """Splits each axis into parts: the whole axis, or cut at the ends of sub-axes.

    Each part is the axis, the product of the sizes before the part, and its size.
    """
    cuts = {name: {1, size} for name, size in zip(names, sizes, strict=True)}
    for axis in attribute.axes:
        if axis.name not in cuts:
            raise MLIRError(f"replica groups over an axis that the mesh lacks: {attribute.text}")
        if (part := axis.sub_axis_info) is not None:
            cuts[axis.name] |= {part.pre_size, part.pre_size * part.size}
    parts: list[tuple[str, int, int]] = []
    for name in names:
        edges = sorted(cuts[name])
        if any(later % before for before, later in pairwise(edges)):
            raise MLIRError(f"replica groups over overlapping parts of an axis: {attribute.text}")
        parts += [(name, before, later // before) for before, later in pairwise(edges)]
    return parts
