"""Lifts the meshes in shardings and replica groups to operations of the module."""

from __future__ import annotations

from typing import cast

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Operation
from jaxlib._native import ir as _native

#: The attributes that may contain a mesh.
_HOLDERS = (
    dialects.SdyTensorShardingAttr,
    dialects.SdyTensorShardingPerValueAttr,
    core.ArrayAttr,
    core.DictAttr,
)


def lift_inlined_meshes(op: Operation) -> None:
    """Replace each mesh in a sharding or in replica groups by the name of an operation in the module.

    Each of those operations also states its mesh in StableHLO's form, as the attribute ``stablehlo.mesh``. The
    device order of meshes in replica groups is preserved; upstream's pass loses it.
    """
    lifting = _Lifting(op)
    for holder in _native.holding(op, _HOLDERS):
        own = holder._attributes
        for key in [key for key, attr in own.items() if isinstance(attr, _HOLDERS) and "mesh<" in attr.text]:
            own[key] = lifting.replaced(own[key])
    for holder in _native.holding(op, (dialects.ReplicaGroupMeshAxesAttr,)):
        for key, attr in list(holder._attributes.items()):
            if isinstance(attr, dialects.ReplicaGroupMeshAxesAttr) and isinstance(
                attr.mesh, dialects.MeshAttr
            ):
                name = core.FlatSymbolRefAttr.get(lifting.name_of_groups(attr.mesh))
                holder._attributes[key] = dialects.ReplicaGroupMeshAxesAttr.get(name, attr.axes)
    block = op._regions[0]._blocks[0]
    first = next(
        (i for i, operation in enumerate(block._operations) if operation._name != "sdy.mesh"),
        len(block._operations),
    )
    for position, operation in enumerate(lifting.lifted, first):
        operation._parent = block
        block._operations.insert(position, operation)
    for operation in block._operations:
        if operation._name == "sdy.mesh":
            operation._attributes["stablehlo.mesh"] = _in_stablehlo(operation._attributes["mesh"])


def _in_stablehlo(mesh: dialects.SdyMeshAttr) -> core.DictAttr:
    """A dictionary with the axes of a mesh, and with its devices if they are not in order."""
    i64 = core.IntegerType.get_signless(64)
    axes = [
        core.DictAttr.get(
            {"name": core.StringAttr.get(axis.name), "size": core.IntegerAttr.get(i64, axis.size)}
        )
        for axis in mesh.axes
    ]
    entries: dict[str, Attribute] = {"axes": core.ArrayAttr.get(axes)}
    if mesh.device_ids:
        devices = np.asarray(mesh.device_ids, np.int64)
        kind = core.RankedTensorType.get(devices.shape, i64)
        entries["device_ids"] = core.dense(kind, devices if devices.size > 1 else devices[0])
    return core.DictAttr.get(entries)


class _Lifting:
    """The state of one run."""

    def __init__(self, op: Operation) -> None:
        self.table = core.SymbolTable(op)
        self.names = {
            operation._attributes["mesh"].text: operation._attributes["sym_name"].value
            for operation in op._regions[0]._blocks[0]._operations
            if operation._name == "sdy.mesh"
        }
        self.lifted: list[Operation] = []
        self.groups: dict[str, str] = {}
        self.taken: set[str] = set()

    def name_of_groups(self, mesh: dialects.MeshAttr) -> str:
        """The operation's name for a mesh of replica groups, which are separate from the meshes of shardings."""
        if mesh.text not in self.groups:
            axes = [dialects.SdyMeshAxisAttr.get(axis.name, axis.size) for axis in mesh.axes]
            ids = [] if mesh.device_ids is None else np.asarray(mesh.device_ids).tolist()
            self.groups[mesh.text] = self._lift(dialects.SdyMeshAttr.get(axes, ids))
        return self.groups[mesh.text]

    def name_of(self, mesh: dialects.SdyMeshAttr) -> str:
        """The operation's name for a mesh; the operation is created if there is none."""
        if mesh.text not in self.names:
            self.names[mesh.text] = self._lift(mesh)
        return self.names[mesh.text]

    def _lift(self, mesh: dialects.SdyMeshAttr) -> str:
        base = "mesh"
        if not mesh.axes:
            base = f"maximal_mesh_{mesh.device_ids[0]}" if mesh.device_ids else "empty_mesh"
        name, number = base, 0
        while name in self.table or name in self.taken:
            name, number = f"{base}_{number}", number + 1
        self.taken.add(name)
        operation = core.Operation.create(
            "sdy.mesh", attributes={"sym_name": core.StringAttr.get(name), "mesh": mesh},
            loc=core.Location.unknown(), ip=False,
        )  # fmt: skip
        self.lifted.append(operation)
        return name

    def replaced(self, attr: Attribute) -> Attribute:
        """The attribute, with meshes in its shardings replaced by names."""
        if isinstance(attr, dialects.SdyTensorShardingAttr):
            if not isinstance(attr.mesh_or_ref, dialects.SdyMeshAttr):
                return attr
            name = self.name_of(attr.mesh_or_ref)
            return dialects.SdyTensorShardingAttr.of_words(
                name, attr.dimension_shardings, attr.replicated_axes, attr.unreduced_axes, attr.parts[4]
            )
        if isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
            shardings = [
                cast(dialects.SdyTensorShardingAttr, self.replaced(sharding)) for sharding in attr.parts
            ]
            return dialects.SdyTensorShardingPerValueAttr.get(shardings)
        if isinstance(attr, core.ArrayAttr):
            new = [self.replaced(part) for part in attr.parts]
            changed = any(a is not b for a, b in zip(new, attr.parts, strict=True))
            return core.ArrayAttr.get(new) if changed else attr
        if isinstance(attr, core.DictAttr):
            old = attr.parts[0]
            items = {key: self.replaced(value) for key, value in old.items()}
            return core.DictAttr.get(items) if any(items[key] is not old[key] for key in old) else attr
        return attr
