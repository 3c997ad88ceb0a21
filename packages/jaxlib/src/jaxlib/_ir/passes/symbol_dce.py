"""Symbol dead code elimination: removes private functions that nothing uses."""

from __future__ import annotations

from jaxlib._ir import core, dialects


def _mentioned(attr: core.Attribute, symbols: set[str]) -> None:
    """Add the symbols that an attribute refers to."""
    if isinstance(attr, core.FlatSymbolRefAttr):
        symbols.add(attr.value)
    elif isinstance(attr, core.ArrayAttr):
        for each in attr.parts:
            _mentioned(each, symbols)
    elif isinstance(attr, core.DictAttr):
        for each in attr.parts[0].values():
            _mentioned(each, symbols)
    elif isinstance(attr, dialects.SdyTensorShardingAttr):
        _mentioned(attr.mesh_or_ref, symbols)
    elif isinstance(attr, dialects.SdyTensorShardingPerValueAttr):
        for each in attr.parts:
            _mentioned(each, symbols)


def symbol_dce(op: core.Operation) -> None:
    """Remove the private functions of a module that nothing uses."""
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
        mentioned: set[str] = set()
        for inner in core.everything(pending.pop()):
            for attr in inner._attributes.values():
                _mentioned(attr, mentioned)
        for name in mentioned - used:
            used.add(name)
            if name in named:
                pending.append(named[name])
    for name, each in named.items():
        if name not in used:
            each.erase()
