"""The passes that jax itself runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jaxlib._ir import dialects, operations, propagation, reductions, values
from jaxlib._missing import NotInBindings
from jaxlib._native import ir as native


def strip_debuginfo(op: Any) -> None:
    """No operation is from anywhere."""
    unknown = values.Location.unknown()
    for each in operations.everything(op):
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
        for inner in operations.everything(pending.pop()):
            for attr in inner._attributes.values():
                _mentioned(attr, found)
        for name in found - used:
            used.add(name)
            if name in named:
                pending.append(named[name])
    for name, each in named.items():
        if name not in used:
            each.erase()


def inline(op: Any) -> None:
    """Calls become what the functions that they call do; private functions that nothing calls any more go.

    Functions of several blocks, those that call themselves, and what is marked ``no_inline`` stay as they are.
    """
    inlining = _Inlining(op)
    for name in inlining.functions:
        inlining.expand(name)
    symbol_dce(op)


class _Inlining:
    """One program's: functions inside `inline` that call each other would keep the program alive."""

    def __init__(self, op: Any) -> None:
        self.functions = {
            each._attributes["sym_name"].value: each
            for each in op._regions[0]._blocks[0]._operations
            if each._name == "func.func"
        }
        self.done: set[str] = set()
        self.active: set[str] = set()

    def body(self, call: Any) -> Any:
        """What a call can be replaced by: a block."""
        callee = self.functions.get(call._attributes["callee"].value)
        if callee is None or any("no_inline" in each._attributes for each in (call, callee)):
            return None
        blocks = callee._regions[0]._blocks
        name = callee._attributes["sym_name"].value
        if len(blocks) != 1 or name in self.active:
            return None
        self.expand(name)
        return blocks[0]

    def expand(self, name: str) -> None:
        """Have a function call none that can be inlined."""
        if name in self.done:
            return
        self.active.add(name)
        found: dict[Any, Any] = {}  # what stands for a call's result

        def known(value: Any) -> Any:
            while value in found:
                value = found[value]
            return value

        for holder in operations.everything(self.functions[name]):
            for region in holder._regions:
                for block in region._blocks:
                    if any(each._name == "func.call" for each in block._operations):
                        block._operations[:] = self.expanded(block, found)
        if found:
            for each in operations.everything(self.functions[name]):
                each._operands = [known(operand) for operand in each._operands]
        self.active.remove(name)
        self.done.add(name)

    def expanded(self, block: Any, found: dict[Any, Any]) -> list[Any]:
        """A block's operations without such calls."""
        made: list[Any] = []
        for each in block._operations:
            source = self.body(each) if each._name == "func.call" else None
            if source is None:
                made.append(each)
                continue
            at = each._location
            mapped = dict(zip(source._arguments, each._operands, strict=True))
            *inner, last = source._operations
            for one in inner:
                copy = native.clone(one, mapped, lambda loc, at=at: values.Location.callsite(loc, [at]))
                copy._parent = block
                made.append(copy)
            for result, returned in zip(each._results, last._operands, strict=True):
                found[result] = mapped.get(returned, returned)
        return made


#: The attributes that a mesh may be in.
_HOLDERS = (
    dialects.SdyTensorShardingAttr,
    dialects.SdyTensorShardingPerValueAttr,
    values.ArrayAttr,
    values.DictAttr,
)


def lift_inlined_meshes(op: Any) -> None:
    """Each mesh that a sharding holds becomes an operation of the module, and the sharding names it."""
    lifting = _Lifting(op)
    for each in native.holding(op, _HOLDERS):
        own = each._attributes
        for key in [key for key, attr in own.items() if isinstance(attr, _HOLDERS) and "mesh<" in attr.text]:
            own[key] = lifting.replaced(own[key])
    block = op._regions[0]._blocks[0]
    for position, made in enumerate(lifting.lifted):
        made._parent = block
        block._operations.insert(position, made)


class _Lifting:
    """One program's."""

    def __init__(self, op: Any) -> None:
        self.table = operations.SymbolTable(op)
        self.names = {
            each._attributes["mesh"].text: each._attributes["sym_name"].value
            for each in op._regions[0]._blocks[0]._operations
            if each._name == "sdy.mesh"
        }
        self.lifted: list[Any] = []

    def name_of(self, mesh: Any) -> str:
        """The name of a mesh's operation, which is made where there is none."""
        names = self.names
        if mesh.text not in names:
            base = "mesh"
            if not mesh.axes:
                base = f"maximal_mesh_{mesh.device_ids[0]}" if mesh.device_ids else "empty_mesh"
            name, number = base, 0
            while name in self.table or name in names.values():
                name, number = f"{base}_{number}", number + 1
            names[mesh.text] = name
            made = operations.Operation.create(
                "sdy.mesh", attributes={"sym_name": values.StringAttr.get(name), "mesh": mesh},
                loc=values.Location.unknown(), ip=False,
            )  # fmt: skip
            self.lifted.append(made)
        return names[mesh.text]

    def replaced(self, attr: Any) -> Any:
        """An attribute in which shardings name their meshes."""
        if isinstance(attr, dialects.SdyTensorShardingAttr):
            if not isinstance(attr.mesh_or_ref, dialects.SdyMeshAttr):
                return attr
            name = self.name_of(attr.mesh_or_ref)
            return dialects.SdyTensorShardingAttr.get(
                name, attr.dimension_shardings, attr.replicated_axes, attr.unreduced_axes
            )
        if isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
            return dialects.SdyTensorShardingPerValueAttr.get([self.replaced(each) for each in attr.parts])
        if isinstance(attr, values.ArrayAttr):
            new = [self.replaced(each) for each in attr.parts]
            changed = any(a is not b for a, b in zip(new, attr.parts, strict=True))
            return values.ArrayAttr.get(new) if changed else attr
        if isinstance(attr, values.DictAttr):
            old = attr.parts[0]
            items = {key: self.replaced(each) for key, each in old.items()}
            return values.DictAttr.get(items) if any(items[key] is not old[key] for key in old) else attr
        return attr


PASSES: dict[str, Callable[[Any], None]] = {
    "inline": inline,
    "strip-debuginfo": strip_debuginfo,
    "symbol-dce": symbol_dce,
    "sdy-lift-inlined-meshes": lift_inlined_meshes,
    "sdy-propagation-pipeline": propagation.propagate,
    "func.func(sdy-insert-explicit-reshards)": reductions.insert,
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
