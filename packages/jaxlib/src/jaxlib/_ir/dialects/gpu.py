"""The types and attributes of MLIR's dialects for GPUs: gpu and nvgpu.

Their enumerations and those of nvvm are `DialectAttr`, with the text that upstream's generated modules give them.
"""

from __future__ import annotations

from typing import Self

from jaxlib._ir.core import Attribute, Context, DialectAttr, DialectType, DictAttr, StringAttr, Type


class AsyncTokenType(DialectType):
    """What an asynchronous operation of a GPU gives others to wait for."""

    __slots__ = ()

    @classmethod
    def get(cls, context: Context | None = None) -> Self:
        """The type."""
        return cls("!gpu.async.token", ())


class ObjectAttr(DialectAttr):
    """A compiled module for a GPU."""

    __slots__ = ()

    #: The word of each format, which are numbered from 1; a fat binary has none.
    _FORMATS = ("offload = ", "assembly = ", "bin = ", "")

    @classmethod
    def get(
        cls,
        target: Attribute,
        format: int,  # noqa: A002
        object: bytes,  # noqa: A002
        properties: DictAttr | None = None,
        kernels: Attribute | None = None,
        context: Context | None = None,
    ) -> Self:
        """The module for a target.

        Args:
            target: What it was compiled for, such as ``#nvvm.target``.
            format: 1 for code to be compiled, 2 for assembly, 3 for a binary, 4 for a fat binary.
            object: The module.
            properties: Properties of the module.
            kernels: The module's kernels.
            context: Ignored: attributes belong to every context.

        Raises:
            TypeError: The target is no attribute.
        """
        if not isinstance(target, Attribute):
            raise TypeError(f"ObjectAttr.get: wanted an attribute for the target, found {target!r}")
        parts = [target.text]
        if properties is not None:
            parts.append(f"properties = {properties.text}")
        if kernels is not None:
            parts.append(f"kernels = {kernels.text}")
        parts.append(cls._FORMATS[format - 1] + StringAttr.get(object).text)
        return cls(f"#gpu.object<{', '.join(parts)}>", (target, format, object, properties, kernels))

    @property
    def target(self) -> Attribute:
        """What it was compiled for."""
        return self.parts[0]

    @property
    def format(self) -> int:
        """The number of the format."""
        return int(self.parts[1])

    @property
    def object(self) -> bytes:
        """The module."""
        return bytes(self.parts[2])

    @property
    def properties(self) -> DictAttr | None:
        """Properties of the module."""
        return self.parts[3]

    @property
    def kernels(self) -> Attribute | None:
        """The module's kernels."""
        return self.parts[4]


class TensorMapDescriptorType(DialectType):
    """A descriptor for the tensor memory accelerator."""

    __slots__ = ()

    _SWIZZLES = ("none", "swizzle_32b", "swizzle_64b", "swizzle_128b")
    _PROMOTIONS = ("none", "l2promo_64b", "l2promo_128b", "l2promo_256b")
    _FILLS = ("zero", "nan")
    _INTERLEAVES = ("none", "interleave_16b", "interleave_32b")

    @classmethod
    def get(
        cls,
        tensor_type: Type,
        swizzle: int,
        l2promo: int,
        oob_fill: int,
        interleave: int,
        context: Context | None = None,
    ) -> Self:
        """The type of descriptors of a memref; the numbers are those of nvgpu's enumerations.

        Raises:
            IndexError: An enumeration has no such number.
        """
        text = (
            f"!nvgpu.tensormap.descriptor<tensor = {tensor_type.text}, swizzle = {cls._SWIZZLES[swizzle]}, "
            f"l2promo = {cls._PROMOTIONS[l2promo]}, oob = {cls._FILLS[oob_fill]}, "
            f"interleave = {cls._INTERLEAVES[interleave]}>"
        )
        return cls(text, (tensor_type, swizzle, l2promo, oob_fill, interleave))
