"""Prints programs: MLIR's generic form, which every compiler reads, or the custom form, which people read.

In custom form, most operations have their own syntax (`custom_printers`); the others are printed generically, with
properties in angle brackets. Values have the same names as in MLIR.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxlib._ir.core import (
    Attribute,
    Block,
    BlockArgument,
    Location,
    Operation,
    OpView,
    Region,
    Type,
    UnknownLoc,
    Value,
    declares,
    dictionary_text,
    function_text,
)
from jaxlib._ir.core.registry import load_dialect
from jaxlib._ir.dialects import KERNEL_DIALECTS
from jaxlib._ir.text.custom_printers import CUSTOM, elided
from jaxlib._ir.text.location_aliases import Places
from jaxlib._ir.text.ssa_names import SsaNames, outermost
from jaxlib._ir.verification.structure import OPERATIONS, WITHOUT_PROPERTIES

#: Properties of a later release than this one's, which a portable artifact may have.
_LATER = ("has_dynamic_root", "reduction_op", "result_tilings")
#: A line in place of a region that is not shown, and that line between the braces of the region.
_SKIPPED = "\0"
_SKIPPED_REGION = re.compile(r"\{\n\0\n *\}")


class Printer:
    """Prints one operation and all nested operations."""

    def __init__(
        self,
        generic: bool = False,
        locations: bool = False,
        most_elements: int | None = None,
        names: SsaNames | None = None,
        skip_regions: bool = False,
        pretty: bool = False,
        local: bool = False,
    ) -> None:
        """Without ``names``, the text is for compilers: values are numbered as printed, without properties.

        With ``skip_regions``, each region is shown as ``{...}``; with ``pretty``, locations are not in
        ``loc(...)``; with ``local``, they are written out.
        """
        self.pretty = pretty
        self.local = local
        self.skip_regions = skip_regions
        self.generic = generic
        self.locations = locations
        self.most_elements = most_elements
        self.lines: list[str] = []
        self.owner = ""  # the operation whose region is being printed
        self.for_people = names is not None
        self.names: dict[Value[Type], str] = {} if names is None else names.values
        self.counts: list[int] = [0, 0, 0]  # of values, arguments and blocks
        self.blocks: dict[int, str] = {} if names is None else names.blocks
        self.aliases: dict[Location, str] = {}
        self.defined: list[str] = []
        self.places = Places()
        # Texts that many operations share.
        self.dictionaries: dict[tuple[tuple[str, Attribute], ...], str] = {}
        self.signatures: dict[tuple[Type | None, ...], str] = {}
        self.types: dict[tuple[Type | None, ...], str] = {}
        self.fragments: dict[tuple[object, ...], str] = {}

    def print(self, op: Operation) -> str:
        """The text of an operation."""
        self.operation(op, "")
        if self.for_people and self.locations and not self.local:
            return self.places.resolved(self.lines, self.pretty)
        # An alias is defined before it is used by another one.
        return "\n".join([*self.defined, *self.lines]) + "\n"

    # ---- Names

    def result_names(self, op: Operation) -> str:
        results = op._results
        if not results:
            return ""
        if self.for_people:
            if len(results) == 1:
                return f"{self.names[results[0]]} = "
            groups: dict[str, int] = {}
            for result in results:
                base = self.names[result].partition("#")[0]
                groups[base] = groups.get(base, 0) + 1
            return (
                ", ".join(base if count == 1 else f"{base}:{count}" for base, count in groups.items()) + " = "
            )
        name = f"%{self.counts[0]}"
        self.counts[0] += 1
        if len(results) == 1:
            self.names[results[0]] = name
            return f"{name} = "
        for i, result in enumerate(results):
            self.names[result] = f"{name}#{i}"
        return f"{name}:{len(results)} = "

    def argument_name(self, argument: BlockArgument[Type]) -> str:
        if self.for_people:
            return self.names[argument]
        name = self.names[argument] = f"%arg{self.counts[1]}"
        self.counts[1] += 1
        return name

    def value(self, value: Value[Type]) -> str:
        return self.names.get(value, "<<UNKNOWN SSA VALUE>>")

    # ---- Locations

    def location(self, loc: Location) -> str:
        if not self.locations:
            return ""
        if self.pretty:
            return f" {self.places.for_people(loc)}"
        if self.local:
            return f" loc({loc.text})"
        return f" loc({self.places.of_operation(loc) if self.for_people else self.alias(loc)})"

    def argument_location(self, loc: Location) -> str:
        if not self.locations:
            return ""
        if self.local:
            return f" loc({loc.text})"
        text = self.places.of_argument(loc) if self.for_people else self.alias(loc)
        return f" {self.places.for_people(loc)}" if self.pretty else f" loc({text})"

    def alias(self, loc: Location) -> str:
        if isinstance(loc, UnknownLoc):
            return "unknown"
        name = self.aliases.get(loc)
        if name is None:
            text = loc.render(self.alias)
            name = self.aliases[loc] = f"#loc{len(self.aliases) + 1}"
            self.defined.append(f"{name} = loc({text})")
        return name

    # ---- Operations

    def operands(self, op: Operation) -> str:
        """The names of the operands, separated by commas."""
        try:
            return ", ".join(map(self.names.__getitem__, op._operands))
        except KeyError:  # an operand is from another program
            return ", ".join(map(self.value, op._operands))

    def signature(self, op: Operation) -> str:
        """The types of the operands and results."""
        operands, results = op._operand_types, op._result_types
        key = (*operands, None, *results)
        text = self.signatures.get(key)
        if text is None:
            text = self.signatures[key] = function_text(operands, results)
        return text

    def types_once(self, op: Operation) -> str:
        """The common type of all operands and results, or the signature if they differ."""
        operands, results = op._operand_types, op._result_types
        key = (*operands, None, *results)
        text = self.types.get(key)
        if text is None:
            texts = {kind.text for kind in (*operands, *results)}
            text = self.types[key] = texts.pop() if len(texts) == 1 else self.signature(op)
        return text

    def fragment(self, op: Operation, names: tuple[str, ...], text: Callable[[Operation], str]) -> str:
        """The result of ``text`` for those attributes of ``op``; cached, because many operations share it."""
        key = (op._name, *map(op._attributes.get, names))
        fragment = self.fragments.get(key)
        if fragment is None:
            fragment = self.fragments[key] = text(op)
        return fragment

    def operation(self, op: Operation, indent: str) -> None:
        if self.locations and self.for_people:
            self.places.of_operation(op._location)
        if not self.generic:
            custom = CUSTOM.get(op._name)
            if custom is not None:
                custom(self, op, indent)
                return
        self.in_generic_form(op, indent)

    def in_generic_form(self, op: Operation, indent: str) -> None:
        """Print an operation in generic form; in custom form, what is nested in it is in custom form."""
        head = f'{indent}{self.result_names(op)}"{op._name}"({self.operands(op)})'
        if op._successors:
            head += f"[{', '.join(self.block_name(b) for b in op._successors)}]"
        tail = ""
        attributes = op._attributes
        if attributes:
            if self.for_people and (op._name in OPERATIONS or op._name.partition(".")[0] in KERNEL_DIALECTS):
                properties = {
                    name: attr
                    for name, attr in attributes.items()
                    if "." not in name and _is_property(op, name)
                }
                attributes = {name: attr for name, attr in attributes.items() if name not in properties}
                head += f" <{self.attributes(properties)}>" if properties else ""
            tail += f" {self.attributes(attributes)}" if attributes else ""
        tail += f" : {self.signature(op)}"
        tail += self.location(op._location)
        if not op._regions:
            self.lines.append(head + tail)
            return
        self.lines.append(head + " ({")
        for i, region in enumerate(op._regions):
            if i:
                self.lines.append(indent + "}, {")
            self.region(region, indent)
        self.lines.append(f"{indent}}}){tail}")

    def attributes(self, items: dict[str, Attribute]) -> str:
        key = tuple(items.items())
        text = self.dictionaries.get(key)
        if text is None:
            if self.most_elements is not None:
                items = {name: elided(attr, self.most_elements) for name, attr in items.items()}
            text = self.dictionaries[key] = dictionary_text(items)
        return text

    def block_name(self, block: Block) -> str:
        return self.blocks.setdefault(id(block), f"^bb{len(self.blocks)}")

    def predecessors(self, block: Block) -> str:
        """The comment with the blocks that lead to a block; the first one of a region has none."""
        region = block.region
        if not self.for_people or region is None or len(region._blocks) == 1:
            return ""
        found = [
            self.block_name(other)
            for other in region._blocks
            for successor in (other._operations[-1]._successors if other._operations else ())
            if successor is block
        ]
        if not found:
            return "" if block is region._blocks[0] else "  // no predecessors"
        return f"  // {'pred' if len(found) == 1 else f'{len(found)} preds'}: {', '.join(found)}"

    def block(self, block: Block, indent: str, labelled: bool) -> None:
        if labelled:
            shown = []
            for argument in block._arguments:
                name = self.argument_name(argument)
                shown.append(f"{name}: {argument._type.text}{self.argument_location(argument._location)}")
            listed = f"({', '.join(shown)})" if shown else ""
            self.lines.append(f"{indent}{self.block_name(block)}{listed}:{self.predecessors(block)}")
        within = indent + "  "
        if self.generic or self.locations:
            for inner in block._operations:
                self.operation(inner, within)
            return
        for inner in block._operations:  # as operation() does, without its call
            custom = CUSTOM.get(inner._name)
            if custom is not None:
                custom(self, inner, within)
            else:
                self.operation(inner, within)

    def region(self, region: Region, indent: str, show_arguments: bool = True) -> None:
        if self.skip_regions:
            self.lines.append(_SKIPPED)
            return
        outer, outer_owner = self.counts[:], self.owner
        self.owner = region._owner._name
        for number, block in enumerate(region._blocks):
            labelled = (
                (block._arguments and show_arguments) or number or (self.generic and not block._operations)
            )
            self.block(block, indent, labelled=bool(labelled))
        if self.owner in ("func.func", "builtin.module"):
            self.counts = outer
        self.owner = outer_owner


def _is_property(op: Operation, attribute: str) -> bool:
    """Whether an attribute whose name has no dialect is one of the properties of ``op``."""
    name = op._name
    if name in WITHOUT_PROPERTIES:
        return False
    load_dialect(name.partition(".")[0])
    view = Operation._view(name)
    return view is OpView or attribute in _LATER or declares(view, attribute)


def text_of(
    op: Operation,
    generic: bool,
    locations: bool,
    most_elements: int | None,
    skip_regions: bool = False,
    pretty: bool = False,
    local: bool = False,
    named_by_location: bool = False,
) -> str:
    """The text of ``op``, with values named as in the whole program.

    It ends with a newline unless the operation is in a block.
    """
    names = SsaNames(outermost(op), generic, named_by_location)
    printer = Printer(generic, locations, most_elements, names, skip_regions, pretty, local)
    text = printer.print(op)
    if skip_regions:
        text = _SKIPPED_REGION.sub("{...}", text)
    if op._parent is not None:
        return text.removesuffix("\n")
    return text if local else _with_maps(text)


#: A string, or an affine map, in which ">" is only a part of an arrow.
_MAP = re.compile(r'"(?:[^"\\]|\\.)*"|affine_map<(?:->|[^<>])*>')


def _with_maps(text: str) -> str:
    """The text with an alias for each affine map, which is defined before it."""
    if "affine_map<" not in text:
        return text
    aliases: dict[str, str] = {}

    def alias(found: re.Match[str]) -> str:
        if found[0].startswith('"'):
            return found[0]
        return aliases.setdefault(found[0], f"#map{len(aliases) or ''}")

    shown = _MAP.sub(alias, text)
    return "".join(f"{name} = {value}\n" for value, name in aliases.items()) + shown


def text_of_block(block: Block) -> str:
    """The text of ``block``, with values named as in the whole program."""
    owner = block.owner
    printer = Printer(names=SsaNames(outermost(owner), generic=False) if owner is not None else None)
    printer.block(block, "", labelled=True)
    return "\n".join(printer.lines) + "\n"


def name_of(value: Value[Type]) -> str:
    """The name of ``value`` in the text of the whole program."""
    root = value._owner
    if isinstance(root, Block):
        root = root.owner
    if root is not None:
        root = outermost(root)
    try:
        return SsaNames(root, generic=not root._is_valid()).values.get(value, "%?")
    except AttributeError:  # the block is in no operation
        return "%?"
