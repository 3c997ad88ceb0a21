"""The passes that jax itself runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jaxlib._ir import dialects, operations, values
from jaxlib._missing import NotInBindings


def _everything(op: Any) -> list[Any]:
    found: list[Any] = [op]
    for region in op._regions:
        for block in region._blocks:
            for each in block._operations:
                if each._regions:
                    found += _everything(each)
                else:
                    found.append(each)
    return found


def strip_debuginfo(op: Any) -> None:
    """No operation is from anywhere."""
    unknown = values.Location.unknown()
    for each in _everything(op):
        each._location = unknown
        for region in each._regions:
            for block in region._blocks:
                for argument in block._arguments:
                    argument._location = unknown


def _mentioned(attr: Any, found: set[str]) -> None:
    if isinstance(attr, values.FlatSymbolRefAttr):
        found.add(attr.value)
    elif isinstance(attr, values.ArrayAttr):
        for each in attr.parts:
            _mentioned(each, found)
    elif isinstance(attr, values.DictAttr):
        for each in attr.parts[0].values():
            _mentioned(each, found)
    elif isinstance(attr, dialects.SdyTensorShardingAttr):
        _mentioned(attr.mesh_or_ref, found)
    elif isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
        for each in attr.parts:
            _mentioned(each, found)


def symbol_dce(op: Any) -> None:
    """No private function stays that nothing uses."""
    block = op._regions[0]._blocks[0]
    named = {
        each._attributes["sym_name"].value: each
        for each in block._operations
        if "sym_name" in each._attributes
    }
    used: set[str] = set()
    pending = []
    for name, each in named.items():
        visibility = each._attributes.get("sym_visibility")
        if visibility is None or visibility.value == "public":
            used.add(name)
            pending.append(each)
    pending += [each for each in block._operations if "sym_name" not in each._attributes]
    while pending:
        found: set[str] = set()
        for inner in _everything(pending.pop()):
            for attr in inner._attributes.values():
                _mentioned(attr, found)
        for name in found - used:
            used.add(name)
            if name in named:
                pending.append(named[name])
    for name, each in named.items():
        if name not in used:
            each.erase()


#: The attributes that a mesh may be in.
_HOLDERS = (
    dialects.SdyTensorShardingAttr,
    dialects.SdyTensorShardingPerValueAttr,
    values.ArrayAttr,
    values.DictAttr,
)


def lift_inlined_meshes(op: Any) -> None:
    """Each mesh that a sharding holds becomes an operation of the module, and the sharding names it."""
    table = operations.SymbolTable(op)
    block = op._regions[0]._blocks[0]
    names = {
        each._attributes["mesh"].text: each._attributes["sym_name"].value
        for each in block._operations
        if each._name == "sdy.mesh"
    }
    lifted: list[Any] = []

    def name_of(mesh: Any) -> str:
        if mesh.text not in names:
            base = "mesh"
            if not mesh.axes:
                base = f"maximal_mesh_{mesh.device_ids[0]}" if mesh.device_ids else "empty_mesh"
            name, number = base, 0
            while name in table or name in names.values():
                name, number = f"{base}_{number}", number + 1
            names[mesh.text] = name
            made = operations.Operation.create(
                "sdy.mesh", attributes={"sym_name": values.StringAttr.get(name), "mesh": mesh},
                loc=values.Location.unknown(), ip=False,
            )  # fmt: skip
            lifted.append(made)
        return names[mesh.text]

    def replaced(attr: Any) -> Any:
        if isinstance(attr, dialects.SdyTensorShardingAttr):
            if not isinstance(attr.mesh_or_ref, dialects.SdyMeshAttr):
                return attr
            return dialects.SdyTensorShardingAttr.get(
                name_of(attr.mesh_or_ref), attr.dimension_shardings, attr.replicated_axes, attr.unreduced_axes
            )
        if isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
            return dialects.SdyTensorShardingPerValueAttr.get([replaced(each) for each in attr.parts])
        if isinstance(attr, values.ArrayAttr):
            new = [replaced(each) for each in attr.parts]
            return (
                values.ArrayAttr.get(new)
                if any(a is not b for a, b in zip(new, attr.parts, strict=True))
                else attr
            )
        if isinstance(attr, values.DictAttr):
            old = attr.parts[0]
            changed = {key: replaced(each) for key, each in old.items()}
            return values.DictAttr.get(changed) if any(changed[key] is not old[key] for key in old) else attr
        return attr

    for each in _everything(op):
        own = each._attributes
        for key in [key for key, attr in own.items() if isinstance(attr, _HOLDERS) and "mesh<" in attr.text]:
            own[key] = replaced(own[key])
    for position, made in enumerate(lifted):
        made._parent = block
        block._operations.insert(position, made)


PASSES: dict[str, Callable[[Any], None]] = {
    "strip-debuginfo": strip_debuginfo,
    "symbol-dce": symbol_dce,
    "sdy-lift-inlined-meshes": lift_inlined_meshes,
}


class PassManager:
    """Passes in order."""

    def __init__(self, anchor_op: str = "any", context: Any = None) -> None:
        self._anchor = anchor_op
        self._passes: list[str] = []

    @staticmethod
    def parse(pipeline: str, context: Any = None) -> PassManager:
        """From a text such as ``builtin.module(symbol-dce)``."""
        match = re.fullmatch(r"\s*([\w.]+)\((.*)\)\s*", pipeline, re.S)
        if match is None:
            raise ValueError(f"no pipeline: {pipeline!r}")
        made = PassManager(match[1])
        for each in filter(None, (part.strip() for part in match[2].split(","))):
            made.add(each)
        return made

    def add(self, name: str) -> None:
        """One more."""
        if name not in PASSES:
            raise NotInBindings(f"the pass {name}", f"of MLIR's passes these are here: {', '.join(PASSES)}")
        self._passes.append(name)

    def run(self, operation: Any) -> None:
        """Run them."""
        for name in self._passes:
            PASSES[name](operation.operation)

    def enable_verifier(self, enable: bool) -> None:
        """Verify after each: a plugin's compiler does."""

    def enable_ir_printing(self, *args: Any, **kwargs: Any) -> None:
        """Print after each."""
        raise NotInBindings("jaxlib.mlir.passmanager.PassManager.enable_ir_printing")

    def __str__(self) -> str:
        return f"{self._anchor}({','.join(self._passes)})"
