"""Shardy's attributes. Text within text is without the mnemonic."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Self

from jaxlib._ir.core import Attribute, Context, FlatSymbolRefAttr, StringAttr, SymbolRefAttr, quote
from jaxlib._ir.dialects.declarations import integers

#: The members of ReductionOp, which is generated code of upstream's over this module, by their text.
REDUCTION_OPS = {"sum": 0, "max": 1, "min": 2}


class SdyAttr(Attribute):
    """An attribute of Shardy's; ``inner`` is its text within another attribute, without the mnemonic."""

    __slots__ = ("inner",)

    @classmethod
    def _make(cls, mnemonic: str, inner: str, parts: tuple[object, ...]) -> Self:
        attribute = cls(f"#sdy.{mnemonic}{inner}", parts)
        attribute.inner = inner
        return attribute

    def __init__(self, text: object, parts: tuple[object, ...] = ()) -> None:
        super().__init__()
        self.inner = getattr(text, "inner", "")


def _inner(items: Sequence[SdyAttr]) -> str:
    return ", ".join(value.inner for value in items)


class SdyMeshAxisAttr(SdyAttr):
    """An axis of a mesh."""

    __slots__ = ()

    @classmethod
    def get(cls, name: str, size: int, context: Context | None = None) -> Self:
        """The axis of a name and a size."""
        return cls._make("mesh_axis", f"{quote(name)}={size}", (name, size))

    name = property(lambda self: self.parts[0])
    size = property(lambda self: self.parts[1])


class SdyMeshAttr(SdyAttr):
    """A mesh of devices."""

    __slots__ = ()

    @classmethod
    def get(
        cls,
        mesh_axes: Sequence[SdyMeshAxisAttr],
        device_ids: Sequence[int] = (),
        context: Context | None = None,
    ) -> Self:
        """The mesh of axes, and of device ids if they are not in order."""
        ids = tuple(device_ids)
        if not mesh_axes and len(ids) == 1:
            inner = f"<[], device_ids=[{ids[0]}]>"
        else:
            listed = f", device_ids={integers(ids)}" if ids else ""
            inner = f"<[{_inner(mesh_axes)}]{listed}>"
        return cls._make("mesh", inner, (tuple(mesh_axes), ids))

    axes = property(lambda self: list(self.parts[0]))
    device_ids = property(lambda self: list(self.parts[1]))


class SdySubAxisInfoAttr(SdyAttr):
    """Which part of an axis a sub-axis is."""

    __slots__ = ()

    @classmethod
    def get(cls, pre_size: int, size: int, context: Context | None = None) -> Self:
        """The sub-axis of a size, after a product of sizes ``pre_size``."""
        return cls._make("sub_axis_info", f"({pre_size}){size}", (pre_size, size))

    pre_size = property(lambda self: self.parts[0])
    size = property(lambda self: self.parts[1])


class SdyAxisRefAttr(SdyAttr):
    """A reference to an axis or a sub-axis."""

    __slots__ = ()

    @classmethod
    def get(
        cls, name: str, sub_axis_info: SdySubAxisInfoAttr | None = None, context: Context | None = None
    ) -> Self:
        """The reference to an axis, or to a sub-axis of it."""
        inner = quote(name) + (f":{sub_axis_info.inner}" if sub_axis_info is not None else "")
        return cls._make("axis_ref", inner, (name, sub_axis_info))

    name = property(lambda self: self.parts[0])
    sub_axis_info = property(lambda self: self.parts[1])


class SdyDimensionShardingAttr(SdyAttr):
    """The axes that shard a dimension."""

    __slots__ = ()

    @classmethod
    def get(
        cls,
        axes: Sequence[SdyAxisRefAttr],
        is_closed: bool,
        priority: int | None = None,
        context: Context | None = None,
    ) -> Self:
        """The sharding of a dimension; if it is not closed, propagation may add axes."""
        shown = [axis.inner for axis in axes] + ([] if is_closed else ["?"])
        inner = "{" + ", ".join(shown) + "}" + ("" if priority is None else f"p{priority}")
        return cls._make("dimension_sharding", inner, (tuple(axes), is_closed, priority))

    axes = property(lambda self: list(self.parts[0]))
    is_closed = property(lambda self: self.parts[1])
    priority = property(lambda self: self.parts[2])


class SdyTensorShardingAttr(SdyAttr):
    """The sharding of a tensor over a mesh."""

    __slots__ = ()

    @classmethod
    def get(cls, mesh_or_ref: str | SdyMeshAttr | SymbolRefAttr,
            dimension_shardings: Sequence[SdyDimensionShardingAttr], replicated_axes: Sequence[SdyAxisRefAttr] = (),
            unreduced_axes: Sequence[SdyAxisRefAttr] = (), reduction_op: object = 0,
            context: Context | None = None) -> Self:  # fmt: skip
        """The sharding over a mesh or the mesh of a name; ``reduction_op`` is one of the dialect's ReductionOp.

        Raises:
            ValueError: ``reduction_op`` is None, although there are unreduced axes.
        """
        if unreduced_axes and reduction_op is None:
            raise ValueError("reduction_op must be specified when unreduced_axes is not empty.")
        if reduction_op not in (None, *REDUCTION_OPS.values()):
            raise TypeError(f"TensorShardingAttr.get: wanted a ReductionOp, found {reduction_op!r}")
        word = next((name for name, op in REDUCTION_OPS.items() if op == reduction_op), "sum")
        return cls.of_words(mesh_or_ref, dimension_shardings, replicated_axes, unreduced_axes, word)

    @classmethod
    def of_words(cls, mesh_or_ref: str | SdyMeshAttr | SymbolRefAttr,
                 dimension_shardings: Sequence[SdyDimensionShardingAttr], replicated_axes: Sequence[SdyAxisRefAttr],
                 unreduced_axes: Sequence[SdyAxisRefAttr], reduction_op: str) -> Self:  # fmt: skip
        """The same with the text of the ReductionOp."""
        mesh = FlatSymbolRefAttr.get(mesh_or_ref) if isinstance(mesh_or_ref, str) else mesh_or_ref
        shown = f"mesh{mesh.inner}" if isinstance(mesh, SdyMeshAttr) else mesh.text
        inner = f"<{shown}, [{_inner(dimension_shardings)}]"
        if replicated_axes:
            inner += f", replicated={{{_inner(replicated_axes)}}}"
        if unreduced_axes:
            shown = "" if reduction_op == "sum" else reduction_op
            inner += f", unreduced={shown}{{{_inner(unreduced_axes)}}}"
        parts = (
            mesh, tuple(dimension_shardings), tuple(replicated_axes), tuple(unreduced_axes), reduction_op,
        )  # fmt: skip
        return cls._make("sharding", inner + ">", parts)

    mesh_or_ref = property(lambda self: self.parts[0])
    dimension_shardings = property(lambda self: list(self.parts[1]))
    replicated_axes = property(lambda self: list(self.parts[2]))
    unreduced_axes = property(lambda self: list(self.parts[3]))

    @property
    def reduction_op(self) -> enum.Enum:
        """How the summands, or the like, along the unreduced axes become one: a ReductionOp of the dialect."""
        from jaxlib.mlir.dialects import sdy  # the enumeration is upstream's generated code, over this module

        reduction: enum.Enum = sdy.ReductionOp[self.parts[4].upper()]
        return reduction


class SdyTensorShardingPerValueAttr(SdyAttr):
    """The shardings of several tensors."""

    __slots__ = ()

    @classmethod
    def get(cls, shardings: Sequence[SdyTensorShardingAttr], context: Context | None = None) -> Self:
        """The shardings in order."""
        return cls._make("sharding_per_value", f"<[{_inner(shardings)}]>", tuple(shardings))

    shardings = property(lambda self: list(self.parts))


class SdyManualAxesAttr(SdyAttr):
    """The axes that are manual in a computation."""

    __slots__ = ()

    @classmethod
    def get(cls, manual_axes: Sequence[StringAttr], context: Context | None = None) -> Self:
        """The axes of those names."""
        inner = "{" + ", ".join(axis.text for axis in manual_axes) + "}"
        attribute = cls(f"#sdy<manual_axes{inner}>", tuple(manual_axes))
        attribute.inner = inner
        return attribute

    def __getitem__(self, index: int) -> str:
        return str(self.parts[index].value)

    def __len__(self) -> int:
        return len(self.parts)


class SdyDimMappingAttr(SdyAttr):
    """The factors of a dimension."""

    __slots__ = ()

    @classmethod
    def get(cls, factor_indices: Sequence[int], context: Context | None = None) -> Self:
        """The factors by index."""
        return cls._make("dim_mapping", "".join(map(_factor, factor_indices)), tuple(factor_indices))

    factor_indices = property(lambda self: list(self.parts))


class SdyTensorMappingAttr(SdyAttr):
    """The factors of the dimensions of a tensor."""

    __slots__ = ()

    @classmethod
    def get(cls, dim_mappings: Sequence[SdyDimMappingAttr], context: Context | None = None) -> Self:
        """The factors by dimension."""
        return cls._make("tensor_mapping", f"[{_inner(dim_mappings)}]", tuple(dim_mappings))

    dim_mappings = property(lambda self: list(self.parts))
    rank = property(lambda self: len(self.parts))


def _factor(index: int) -> str:
    """The letter of a factor: i to z, then z_1, z_2 and so on."""
    return chr(ord("i") + index) if index < 18 else f"z_{index - 17}"


class SdyOpShardingRuleAttr(SdyAttr):
    """How the dimensions of operands and results correspond, for propagation."""

    __slots__ = ()

    @classmethod
    def get(cls, factor_sizes: Sequence[int], operand_mappings: Sequence[SdyTensorMappingAttr],
            result_mappings: Sequence[SdyTensorMappingAttr],
            reduction_factors: Sequence[int] = (), need_replication_factors: Sequence[int] = (),
            permutation_factors: Sequence[int] = (), blocked_propagation_factors: Sequence[int] = (),
            is_custom: bool = False, context: Context | None = None) -> Self:  # fmt: skip
        """The rule of factors and where they occur."""
        sizes = ", ".join(f"{_factor(i)}={size}" for i, size in enumerate(factor_sizes))
        inner = f"<({_inner(operand_mappings)})->({_inner(result_mappings)})" + (
            f" {{{sizes}}}" if sizes else ""
        )
        for name, factors in (
            ("reduction", reduction_factors),
            ("need_replication", need_replication_factors),
            ("permutation", permutation_factors),
            ("blocked_propagation", blocked_propagation_factors),
        ):
            if factors:
                inner += f" {name}={{{', '.join(map(_factor, factors))}}}"
        parts = (
            tuple(factor_sizes), tuple(operand_mappings), tuple(result_mappings), tuple(reduction_factors),
            tuple(need_replication_factors), tuple(permutation_factors), tuple(blocked_propagation_factors),
            is_custom,
        )  # fmt: skip
        return cls._make("op_sharding_rule", inner + (", custom>" if is_custom else ">"), parts)

    factor_sizes = property(lambda self: list(self.parts[0]))
    operand_mappings = property(lambda self: list(self.parts[1]))
    result_mappings = property(lambda self: list(self.parts[2]))
    reduction_factors = property(lambda self: list(self.parts[3]))
    need_replication_factors = property(lambda self: list(self.parts[4]))
    permutation_factors = property(lambda self: list(self.parts[5]))
    blocked_propagation_factors = property(lambda self: list(self.parts[6]))
    is_custom = property(lambda self: self.parts[7])
