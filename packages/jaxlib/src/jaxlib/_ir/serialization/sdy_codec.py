"""Codec for Shardy's operations and attributes."""

from __future__ import annotations

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, MLIRError, Type
from jaxlib._ir.serialization import encoding
from jaxlib._ir.serialization.bytecode_reader import Cursor, Reader

_AXIS_LIST, _AXIS_MOVE = "#sdy<axis_ref_list", "#sdy<all_to_all_param"


class SdyCodec:
    """Reads and writes Shardy's operations and attributes; attributes are written as text, for all readers."""

    #: The attributes of its operations; those with ? may be absent, and those with + were added in a later release.
    PROPERTIES = {
        "all_gather": "gathering_axes out_sharding", "all_reduce": "out_sharding reduction_axes reduction_op+",
        "all_slice": "out_sharding slicing_axes", "all_to_all": "out_sharding params",
        "collective_permute": "out_sharding", "constant": "value",
        "manual_computation": "in_shardings manual_axes out_shardings", "mesh": "mesh sym_name",
        "named_computation": "in_shardings? name out_shardings?", "propagation_barrier": "allowed_direction",
        "reduce_scatter": "out_sharding reduce_scatter_axes reduction_op+",
        "replicated_to_unreduced": "axes out_sharding", "reshard": "sharding",
        "sharded_to_unreduced": "axes out_sharding",
        "sharding_constraint": "sharding", "sharding_group": "group_id",
    }  # fmt: skip

    def read_properties(self, reader: Reader, name: str, source: Cursor) -> dict[str, Attribute]:
        """The properties of an operation."""
        fields = self.PROPERTIES.get(name.removeprefix("sdy."))
        if fields is None:
            raise MLIRError(f"bytecode: the properties of {name} are not known")
        properties = {}
        for field in fields.split():
            if field.endswith("+") and source.at == source.end:
                continue
            if field.endswith(("?", "+")):
                properties.update(reader.optional(source, (field[:-1],)))
            else:
                properties[field] = reader.one(source)
        return properties

    def read_attribute(self, reader: Reader, source: Cursor) -> Attribute:
        code = source.varint()
        lists = reader.attributes
        if code == 0:
            return dialects.SdyManualAxesAttr.get(lists(source, core.StringAttr))
        if code == 1:
            name = self._text(reader, source)
            return dialects.SdyMeshAxisAttr.get(name, source.signed())
        if code == 2:
            mesh_axes = lists(source, dialects.SdyMeshAxisAttr)
            return dialects.SdyMeshAttr.get(mesh_axes, reader.signeds(source))
        if code == 3:
            before = source.signed()
            return dialects.SdySubAxisInfoAttr.get(before, source.signed())
        if code == 4:
            name, part = self._text(reader, source), self._optional(reader, source)
            if part is not None and not isinstance(part, dialects.SdySubAxisInfoAttr):
                raise encoding.damaged(f"a sub-axis of the wrong kind: {part}")
            return dialects.SdyAxisRefAttr.get(name, part)
        if code == 5:
            axes, closed, word = self._axes(reader, source), bool(source.byte()), source.varint()
            return dialects.SdyDimensionShardingAttr.get(axes, closed, word >> 1 if word & 1 else None)
        if code in (6, 15, 17):
            mesh = reader.one(source, dialects.SdyMeshAttr, core.FlatSymbolRefAttr)
            dimensions = lists(source, dialects.SdyDimensionShardingAttr)
            replicated = self._axes(reader, source)
            unreduced = self._axes(reader, source) if code != 6 else []
            number = source.signed() if code == 17 else 0
            kind = next((word for word, op in dialects.REDUCTION_OPS.items() if op == number), None)
            if kind is None:
                raise encoding.damaged(f"a reduction of the number {number}")
            return dialects.SdyTensorShardingAttr.of_words(mesh, dimensions, replicated, unreduced, kind)
        if code in (7, 16):
            return dialects.SdyTensorShardingPerValueAttr.get(lists(source, dialects.SdyTensorShardingAttr))
        if code == 8:
            return dialects.SdyDimMappingAttr.get(reader.signeds(source))
        if code == 9:
            return dialects.SdyTensorMappingAttr.get(lists(source, dialects.SdyDimMappingAttr))
        if code == 10:
            sizes = reader.signeds(source)
            operands = lists(source, dialects.SdyTensorMappingAttr)
            results = lists(source, dialects.SdyTensorMappingAttr)
            reduction, replication, permutation, blocked = (reader.signeds(source) for _ in range(4))
            return dialects.SdyOpShardingRuleAttr.get(
                sizes, operands, results, reduction, replication, permutation, blocked, bool(source.byte())
            )
        if code == 11:
            return dialects.axis_ref_list(self._axes(reader, source))
        if code == 12:
            axis_lists = [attr.text.removeprefix(_AXIS_LIST)[:-1] for attr in lists(source, core.DialectAttr)]
            return core.DialectAttr(f"#sdy<list_of_axis_ref_lists[{', '.join(axis_lists)}]>")
        if code == 13:
            axes_text, from_, to = self._axis_list(reader, source), source.signed(), source.signed()
            return core.DialectAttr(f"{_AXIS_MOVE}{axes_text}: {from_}->{to}>")
        if code == 14:
            moves = [attr.text.removeprefix(_AXIS_MOVE)[:-1] for attr in lists(source, core.DialectAttr)]
            return core.DialectAttr(f"#sdy<all_to_all_param_list[{', '.join(moves)}]>")
        raise MLIRError(f"bytecode: unsupported attribute of Shardy, code {code}")

    def read_type(self, reader: Reader, source: Cursor) -> Type:
        """Raise MLIRError, because Shardy has no types."""
        raise MLIRError("bytecode: Shardy has no types")

    def _axis_list(self, reader: Reader, source: Cursor) -> str:
        return dialects.axis_list(self._axes(reader, source))

    def _axes(self, reader: Reader, source: Cursor) -> list[dialects.SdyAxisRefAttr]:
        return reader.attributes(source, dialects.SdyAxisRefAttr)

    def _text(self, reader: Reader, source: Cursor) -> str:
        text = reader.string(source)
        if not isinstance(text, str):
            raise encoding.damaged("the name of an axis is not a string")
        return text

    def _optional(self, reader: Reader, source: Cursor) -> Attribute | None:
        return next(iter(reader.optional(source, ("",)).values()), None)

    def read_operation(
        self, name: str, attributes: dict[str, Attribute], owner: str
    ) -> tuple[str, dict[str, Attribute]]:
        """The operation unchanged."""
        return name, attributes
