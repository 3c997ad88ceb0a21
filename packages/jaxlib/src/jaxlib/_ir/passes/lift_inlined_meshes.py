"""Lifts the meshes in shardings to operations of the module."""

from __future__ import annotations

from typing import Any

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Operation
from jaxlib._native import ir as _native

#: The attributes that may hold a mesh.
_HOLDERS = (
    dialects.SdyTensorShardingAttr,
    dialects.SdyTensorShardingPerValueAttr,
    core.ArrayAttr,
    core.DictAttr,
)


def lift_inlined_meshes(op: Operation) -> None:
    """Replace each mesh in a sharding by the name of an operation of the module."""
    lifting = _Lifting(op)
    for each in _native.holding(op, _HOLDERS):
        own = each._attributes
        for key in [key for key, attr in own.items() if isinstance(attr, _HOLDERS) and "mesh<" in attr.text]:
            own[key] = lifting.replaced(own[key])
    block = op._regions[0]._blocks[0]
    for position, operation in enumerate(lifting.lifted):
        operation._parent = block
        block._operations.insert(position, operation)


class _Lifting:
    """The state of one run."""

    def __init__(self, op: Operation) -> None:
        self.table = core.SymbolTable(op)
        self.names = {
            each._attributes["mesh"].text: each._attributes["sym_name"].value
            for each in op._regions[0]._blocks[0]._operations
            if each._name == "sdy.mesh"
        }
        self.lifted: list[Operation] = []

    def name_of(self, mesh: dialects.SdyMeshAttr) -> str:
        """The name of the operation of a mesh, which is created if there is none."""
        names = self.names
        if mesh.text not in names:
            base = "mesh"
            if not mesh.axes:
                base = f"maximal_mesh_{mesh.device_ids[0]}" if mesh.device_ids else "empty_mesh"
            name, number = base, 0
            while name in self.table or name in names.values():
                name, number = f"{base}_{number}", number + 1
            names[mesh.text] = name
            operation = core.Operation.create(
                "sdy.mesh", attributes={"sym_name": core.StringAttr.get(name), "mesh": mesh},
                loc=core.Location.unknown(), ip=False,
            )  # fmt: skip
            self.lifted.append(operation)
        return names[mesh.text]

    def replaced(self, attr: Attribute) -> Attribute:
        """The attribute with names of meshes in its shardings."""
        if isinstance(attr, dialects.SdyTensorShardingAttr):
            if not isinstance(attr.mesh_or_ref, dialects.SdyMeshAttr):
                return attr
            name = self.name_of(attr.mesh_or_ref)
            return dialects.SdyTensorShardingAttr.get(
                name, attr.dimension_shardings, attr.replicated_axes, attr.unreduced_axes, attr.parts[4]
            )
        if isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
            shardings: list[Any] = [self.replaced(sharding) for sharding in attr.parts]
            return dialects.SdyTensorShardingPerValueAttr.get(shardings)
        if isinstance(attr, core.ArrayAttr):
            new = [self.replaced(each) for each in attr.parts]
            changed = any(a is not b for a, b in zip(new, attr.parts, strict=True))
            return core.ArrayAttr.get(new) if changed else attr
        if isinstance(attr, core.DictAttr):
            old = attr.parts[0]
            items = {key: self.replaced(each) for key, each in old.items()}
            return core.DictAttr.get(items) if any(items[key] is not old[key] for key in old) else attr
        return attr
