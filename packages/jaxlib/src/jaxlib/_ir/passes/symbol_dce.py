"""Symbol dead code elimination: removes unused private functions."""

from __future__ import annotations

from jaxlib._ir import core, dialects


def _mentioned(attr: core.Attribute, symbols: set[str]) -> None:
    """Add the symbols that an attribute refers to."""
    if isinstance(attr, core.FlatSymbolRefAttr):
        symbols.add(attr.value)
    elif isinstance(attr, core.ArrayAttr):
        for part in attr.parts:
            _mentioned(part, symbols)
    elif isinstance(attr, core.DictAttr):
        for part in attr.parts[0].values():
            _mentioned(part, symbols)
    elif isinstance(attr, dialects.SdyTensorShardingAttr):
        _mentioned(attr.mesh_or_ref, symbols)
    elif isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
        for part in attr.parts:
            _mentioned(part, symbols)


def symbol_dce(op: core.Operation) -> None:
    """Remove the unused private functions of a module."""
    block = op._regions[0]._blocks[0]
    named = {
        operation._attributes["sym_name"].value: operation
        for operation in block._operations
        if "sym_name" in operation._attributes
    }
    used: set[str] = set()
    pending = []
    for name, value in named.items():
        visibility = value._attributes.get("sym_visibility")
        if visibility is None or visibility.value == "public":
            used.add(name)
            pending.append(value)
    pending += [operation for operation in block._operations if "sym_name" not in operation._attributes]
    while pending:
        mentioned: set[str] = set()
        for inner in core.everything(pending.pop()):
            for attr in inner._attributes.values():
                _mentioned(attr, mentioned)
        for name in mentioned - used:
            used.add(name)
            if name in named:
                pending.append(named[name])
    for name, value in named.items():
        if name not in used:
            value.erase()
