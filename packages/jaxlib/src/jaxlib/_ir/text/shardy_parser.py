"""Parses Shardy's attributes."""

from __future__ import annotations

import math
import re

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute
from jaxlib._ir.text.lexer import Text, bracketed, unquoted, until
from jaxlib._ir.text.literals import integer_list, reference

#: The attribute with the axes of each collective, and its mnemonic; both are empty for one without axes.
COLLECTIVES = {
    "sdy.all_gather": ("gathering_axes", "list_of_axis_ref_lists"),
    "sdy.all_reduce": ("reduction_axes", "axis_ref_list"),
    "sdy.all_slice": ("slicing_axes", "list_of_axis_ref_lists"),
    "sdy.all_to_all": ("params", "all_to_all_param_list"),
    "sdy.collective_permute": ("", ""),
    "sdy.reduce_scatter": ("reduce_scatter_axes", "list_of_axis_ref_lists"),
    "sdy.replicated_to_unreduced": ("axes", "axis_ref_list"),
    "sdy.sharded_to_unreduced": ("axes", "list_of_axis_ref_lists"),
}
#: The directions of a barrier, by their numbers.
DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")


class ShardyParser:
    """Parses Shardy's attributes, which have no mnemonic when nested in another attribute."""

    def __init__(self, source: Text) -> None:
        self.source = source

    def attribute(self, word: str) -> Attribute:
        """The attribute that begins with ``word``."""
        source = self.source
        if word == "#sdy":
            source.take("<")
            kind = source.take()
            if kind == "manual_axes":
                names = self.source.items("{", "}", lambda: core.StringAttr.get(unquoted(source.take())))
                source.take(">")
                return dialects.SdyManualAxesAttr.get(names)
            inside = kind + until(source, ">")
            return core.DialectAttr(f"#sdy<{inside}>")
        if word == "#sdy.mesh":
            return self.mesh()
        if word == "#sdy.sharding":
            return self.sharding()
        if word == "#sdy.sharding_per_value":
            source.take("<")
            shardings = self.source.items("[", "]", self.sharding)
            source.take(">")
            return dialects.SdyTensorShardingPerValueAttr.get(shardings)
        mnemonic = word.removeprefix("#sdy.")
        inside = bracketed(source)
        return dialects.SdyAttr._make(mnemonic, inside, (inside,))

    def mesh(self) -> dialects.SdyMeshAttr:
        """Parse a mesh, starting at its bracket."""
        source = self.source

        def axis() -> dialects.SdyMeshAxisAttr:
            name = unquoted(source.take())
            source.take("=")
            return dialects.SdyMeshAxisAttr.get(str(name), int(source.take()))

        if source.peek() == "#sdy.mesh":
            source.take()
        source.take("<")
        axes = self.source.items("[", "]", axis)
        ids: list[int] = []
        if source.peek() == ",":
            source.take()
            source.take("device_ids")
            source.take("=")
            ids = integer_list(source)
        source.take(">")
        if axes and ids == list(range(math.prod(axis.size for axis in axes))):
            ids = []  # the devices in their order, which is not stated
        return dialects.SdyMeshAttr.get(axes, ids)

    def axis(self) -> dialects.SdyAxisRefAttr:
        """Parse a reference to an axis or sub-axis."""
        source = self.source
        name = str(unquoted(source.take()))
        if source.peek() != ":":
            return dialects.SdyAxisRefAttr.get(name)
        source.take()
        source.take("(")
        before = int(source.take())
        source.take(")")
        return dialects.SdyAxisRefAttr.get(name, dialects.SdySubAxisInfoAttr.get(before, int(source.take())))

    def axes(self, mnemonic: str) -> Attribute:
        """Parse the axes of a collective, without the mnemonic of their attribute."""
        source = self.source

        def axis_list() -> list[dialects.SdyAxisRefAttr]:
            return source.items("{", "}", self.axis)

        def parameter() -> str:
            listed = dialects.axis_list(axis_list())
            source.take(":")
            first = int(source.take())
            source.take("->")
            return f"{listed}: {first}->{int(source.take())}"

        if mnemonic == "axis_ref_list":
            return dialects.axis_ref_list(axis_list())
        if mnemonic == "list_of_axis_ref_lists":
            return dialects.list_of_axis_ref_lists(source.items("[", "]", axis_list))
        return core.DialectAttr(f"#sdy<{mnemonic}[{', '.join(source.items('[', ']', parameter))}]>")

    def dimension(self) -> dialects.SdyDimensionShardingAttr:
        """Parse the sharding of a dimension."""
        source = self.source
        axes: list[dialects.SdyAxisRefAttr] = []
        closed = True
        source.take("{")
        while source.peek() != "}":
            if source.peek() == "?":
                source.take()
                closed = False
            else:
                axes.append(self.axis())
            if source.peek() == ",":
                source.take()
        source.take("}")
        priority = None
        if re.match(r"p\d+\Z", source.peek()):
            priority = int(source.take()[1:])
        return dialects.SdyDimensionShardingAttr.get(axes, closed, priority)

    def sharding(self) -> dialects.SdyTensorShardingAttr:
        """Parse the sharding of a tensor, starting at its bracket or its name."""
        source = self.source
        if source.peek() == "#sdy.sharding":
            source.take()
        source.take("<")
        mesh: dialects.SdyMeshAttr | core.FlatSymbolRefAttr
        if source.peek() == "mesh":
            source.take()
            mesh = self.mesh()
        else:
            mesh = reference(source)
        source.take(",")
        dimensions = self.source.items("[", "]", self.dimension)
        more: dict[str, list[dialects.SdyAxisRefAttr]] = {"replicated": [], "unreduced": []}
        reduction = "sum"
        while source.peek() == ",":
            source.take()
            name = source.take()
            source.take("=")
            if name == "unreduced" and source.peek() in dialects.REDUCTION_OPS:
                reduction = source.take()
            more[name] = self.source.items("{", "}", self.axis)
        source.take(">")
        return dialects.SdyTensorShardingAttr.of_words(
            mesh, dimensions, more["replicated"], more["unreduced"], reduction
        )
