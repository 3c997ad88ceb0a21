"""Codec for VHLO's attributes and types."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, MLIRError, Type
from jaxlib._ir.core.strings import as_bytes
from jaxlib._ir.serialization import encoding, vhlo_conversion
from jaxlib._ir.serialization.bytecode_reader import Cursor, Reader
from jaxlib._ir.serialization.vhlo import OPERATIONS, Version, dotted, version, version_number
from jaxlib._ir.serialization.vhlo_conversion import ApiVersion

#: The code of each enumeration.
_ENUMERATIONS: dict[type[dialects.EnumerationAttr], int] = {
    dialects.ComparisonDirectionAttr: 3,
    dialects.ComparisonTypeAttr: 4,
    dialects.FftTypeAttr: 7,
    dialects.PrecisionAttr: 11,
    dialects.RngAlgorithmAttr: 12,
    dialects.RngDistributionAttr: 13,
    dialects.TransposeAttr: 16,
    dialects.ResultAccuracyModeAttr: 19,
}
_ENUMERATION_OF = {code: cls for cls, code in _ENUMERATIONS.items()}
_SIMPLE = {
    "i1": 0, "bf16": 2, "f16": 3, "f32": 4, "f64": 5, "f8E4M3FN": 6, "f8E5M2": 7, "index": 9, "i4": 10, "i8": 11,
    "i16": 12, "i32": 13, "i64": 14, "ui4": 15, "ui8": 16, "ui16": 17, "ui32": 18, "ui64": 19,
    "!stablehlo.token": 22, "f8E4M3FNUZ": 27, "f8E5M2FNUZ": 28, "f8E4M3B11FNUZ": 29, "i2": 31, "ui2": 32,
    "none": 33, "tf32": 34, "f8E4M3": 35, "f8E3M4": 36, "f4E2M1FN": 37, "f6E2M3FN": 38, "f6E3M2FN": 39,
    "f8E8M0FNU": 40,
}  # fmt: skip
_SIMPLE_OF = {code: text for text, code in _SIMPLE.items()}

#: The versions that introduced types, except for those that are as old as VHLO.
_TYPES_SINCE = {
    **dict.fromkeys(("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"), "1.8.0"),
    **dict.fromkeys(("f8E3M4", "f8E4M3"), "1.7.0"),
    **dict.fromkeys(("f8E4M3FNUZ", "f8E5M2FNUZ"), "0.10.0"),
    "f8E4M3B11FNUZ": "0.11.0",
    **dict.fromkeys(("tf32", "none"), "1.6.0"),
    **dict.fromkeys(("i2", "ui2"), "1.2.0"),
}
TYPES_SINCE = {text: version(since) for text, since in _TYPES_SINCE.items()}


def _own_attribute(attr: Attribute) -> tuple[int, encoding.Fields] | None:
    """The code and fields of an attribute of StableHLO's; None for another one."""
    if isinstance(attr, dialects.EnumerationAttr) and (cls := type(attr)) in _ENUMERATIONS:
        words, word = cls._words, attr.value
        if word not in words:
            raise MLIRError(f"a portable artifact cannot have the attribute {attr.text[:80]}")
        return _ENUMERATIONS[cls], (("v", words.index(word)),)
    if isinstance(attr, ApiVersion):
        return 5, (("v", attr.parts[0]),)
    if isinstance(attr, dialects.OutputOperandAlias):
        return 10, (("S", attr.parts[0]), ("s", attr.parts[1]), ("S", attr.parts[2]))
    if type(attr) is dialects.TypeExtensions:
        return 18, (("S", attr.parts),)
    if type(attr) is dialects.ResultAccuracyAttr:
        f64 = core.F64Type.get()
        atol, rtol = (encoding.apint(encoding.float_bits(attr.parts[i], f64), 64) for i in (0, 1))
        mode = dialects.ResultAccuracyModeAttr.get(attr.parts[3])
        return 20, (("b1", atol), ("b1", rtol), ("s", attr.parts[2]), ("a", mode))
    if isinstance(attr, dialects.SubAxisInfoAttr):
        return 21, (("s", attr.pre_size), ("s", attr.size))
    if isinstance(attr, dialects.AxisRefAttr):
        part = attr.sub_axis_info
        name: encoding.Field[Attribute | Type] = ("a", core.StringAttr.get(attr.name))
        return 22, (name, ("v", 0)) if part is None else (name, ("v", 1), ("a", part))
    if isinstance(attr, dialects.ReplicaGroupMeshAxesAttr):
        return 23, (("a", attr.mesh), ("a", attr.axes))
    if isinstance(attr, dialects.MeshAxisAttr):
        return 24, (("a", core.StringAttr.get(attr.name)), ("s", attr.size))
    if isinstance(attr, dialects.MeshAttr):
        return 25, (("a", attr.axes), ("o", attr.device_ids))
    return None


def _read_own_attribute(reader: Reader, source: Cursor, code: int) -> Attribute | None:
    """Read an attribute of StableHLO's after its code; None if the code is another's."""
    if code in _ENUMERATION_OF:
        cls = _ENUMERATION_OF[code]
        words = cls._words
        number = source.varint()
        if number >= len(words):
            raise encoding.damaged(f"the value {number} of {cls.__name__}, which has {len(words)}")
        return cls.get(words[number])
    if code == 5:
        return ApiVersion.get(source.varint())
    if code == 10:
        first, index = reader.signeds(source), source.signed()
        return dialects.OutputOperandAlias.get(first, index, reader.signeds(source))
    if code == 18:
        return dialects.TypeExtensions.get(reader.signeds(source))
    if code == 20:
        f64 = core.F64Type.get()
        atol, rtol = (reader.float(source, f64).value for _ in range(2))
        ulps = source.signed()
        mode = reader.one(source, dialects.ResultAccuracyModeAttr)
        return dialects.ResultAccuracyAttr.get(atol, rtol, ulps, mode.value)
    if code == 21:
        before = source.signed()
        return dialects.SubAxisInfoAttr.get(before, source.signed())
    if code == 22:
        name = reader.one(source, core.StringAttr).value
        part = reader.one(source, dialects.SubAxisInfoAttr) if source.varint() else None
        return dialects.AxisRefAttr.get(name, part)
    if code == 23:
        named = reader.one(source, dialects.MeshAttr, core.StringAttr)
        # VHLO writes a symbol's name as a string.
        mesh = core.FlatSymbolRefAttr.get(named.value) if isinstance(named, core.StringAttr) else named
        return dialects.ReplicaGroupMeshAxesAttr.get(mesh, reader.one(source, core.ArrayAttr))
    if code == 24:
        name = reader.one(source, core.StringAttr).value
        return dialects.MeshAxisAttr.get(name, source.signed())
    if code == 25:
        axes = reader.one(source, core.ArrayAttr)
        return dialects.MeshAttr.get(axes, reader.optional(source, ("ids",)).get("ids"))
    return None


class Codec:
    """Converts VHLO attributes and types in bytecode from and to StableHLO and builtin ones.

    ``target``: the version to write. ``mixed``: whether attributes of other dialects are written unchanged, or
    refused.
    """

    dialect = "vhlo"

    def __init__(self, target: Version = (99, 0, 0), mixed: bool = True) -> None:
        self.target = target
        self.mixed = mixed

    # -- writing

    def attribute(self, attr: Attribute) -> tuple[int, encoding.Fields] | None:
        """The code and fields of an attribute; None if it is written as a builtin one."""
        if type(attr) is core.StringAttr:
            return 14, (("z", attr.value_bytes),)
        if type(attr) is core.FlatSymbolRefAttr:
            return 14, (("z", as_bytes(attr.value)),)
        if isinstance(attr, core.DenseElementsAttr):
            return 15, (("t", attr.type), ("b", encoding.elements(attr)))
        if type(attr) is core.DenseI64ArrayAttr:
            return 15, (("t", _vector(len(attr.parts), 64)), ("b", _packed(attr.parts)))
        if type(attr) is core.DenseBoolArrayAttr:
            return self.attribute(core.boolean_tensor(attr.parts))
        if type(attr) is core.BoolAttr:
            return 2, (("v", int(attr.value)),)
        if type(attr) is core.IntegerAttr:
            width = encoding.integer_width(attr.type)
            return 9, (("t", attr.type), ("b1", encoding.apint(attr.value, width)))
        if type(attr) is core.FloatAttr:
            width = encoding.integer_width(attr.type)
            bits = encoding.float_bits(attr.value, attr.type)
            return 8, (("t", attr.type), ("b1", encoding.apint(bits, width)))
        if type(attr) is core.ArrayAttr:
            return 1, (("A", attr.parts),)
        if type(attr) is core.DictAttr:
            items = attr.parts[0]
            return 6, (("n", tuple((core.StringAttr.get(name), items[name]) for name in sorted(items))),)
        if type(attr) is core.TypeAttr:
            return 17, (("t", attr.value),)
        own = _own_attribute(attr)
        if own is not None:
            return own
        if attr.text.startswith(("#stablehlo", "#vhlo", "#chlo", "#mhlo")) or not self.mixed:
            raise MLIRError(f"a portable artifact cannot have the attribute {attr.text[:80]}")
        return None

    def type(self, kind: Type) -> tuple[int, encoding.Fields] | None:
        """The code and fields of a type; None if it is written as a builtin one."""
        if type(kind) is core.RankedTensorType:
            shape, element, attribute = kind.parts
            fields: encoding.Fields = (("S", shape), ("t", element))
            return (20, fields) if attribute is None else (21, (("a", attribute), *fields))
        code = _SIMPLE.get(kind.text)
        if code is not None:
            since = TYPES_SINCE.get(kind.text)
            if since is not None and self.target < since:
                raise MLIRError(
                    f"failed to convert the type {kind.text} to VHLO v{dotted(self.target)}: it is there since "
                    f"v{dotted(since)}"
                )
            return code, ()
        if type(kind) is core.ComplexType:
            return 1, (("t", kind.element_type),)
        if type(kind) is core.FunctionType:
            return 8, (("T", kind.parts[0]), ("T", kind.parts[1]))
        if type(kind) is core.TupleType:
            return 23, (("T", kind.parts),)
        if type(kind) is core.UnrankedTensorType:
            return 25, (("t", kind.element_type),)
        if type(kind) is core.MemRefType:
            return 41, (("S", kind.parts[0]), ("t", kind.parts[1]))
        if type(kind) is dialects.FutureType:
            return 42, (("T", kind.parts),)
        if not self.mixed:
            raise MLIRError(f"a portable artifact cannot have the type {kind.text}")
        return None

    # -- reading

    def read_attribute(self, reader: Reader, source: Cursor) -> Attribute:
        code = source.varint()
        if code == 14:
            return core.StringAttr.get(reader.string(source))
        if code == 15:
            kind = reader.type(source.varint())
            return encoding.of_elements(kind, source.take(source.varint()))
        if code == 2:
            return core.BoolAttr.get(bool(source.varint()))
        if code == 9:
            return reader.integer(source, reader.type(source.varint()))
        if code == 8:
            return reader.float(source, reader.type(source.varint()))
        if code == 1:
            return core.ArrayAttr.get(reader.attributes(source))
        if code == 6:
            return core.DictAttr.get(reader.pairs(source))
        if code == 17:
            return core.TypeAttr.get(reader.type(source.varint()))
        attr = _read_own_attribute(reader, source, code)
        if attr is not None:
            return attr
        raise MLIRError(f"a portable artifact of {reader.producer}: the attribute code {code} is not known")

    def read_type(self, reader: Reader, source: Cursor) -> Type:
        code = source.varint()
        if code in (20, 21):
            attribute = reader.one(source) if code == 21 else None
            shape = reader.shape(source)
            return core.RankedTensorType.get(shape, reader.type(source.varint()), attribute)
        if code in _SIMPLE_OF:
            text = _SIMPLE_OF[code]
            return dialects.TokenType.get() if text.startswith("!") else core.scalar_type(text)
        if code == 1:
            return core.ComplexType.get(reader.type(source.varint()))
        if code == 8:
            inputs = reader.types(source)
            return core.FunctionType.get(inputs, reader.types(source))
        if code == 23:
            return core.TupleType.get_tuple(reader.types(source))
        if code == 25:
            return core.UnrankedTensorType.get(reader.type(source.varint()))
        if code == 41:
            shape = reader.shape(source)
            return core.MemRefType.get(shape, reader.type(source.varint()))
        if code == 42:
            return dialects.FutureType.get(reader.types(source))
        raise MLIRError(f"a portable artifact of {reader.producer}: the type code {code} is not known")

    def read_properties(self, reader: Reader, name: str, source: Cursor) -> dict[str, Attribute]:
        """Read the properties of an operation."""
        bare, _, number = name.removeprefix("vhlo.").rpartition("_v")
        versions = OPERATIONS.get(bare)
        if versions is None or version_number(number, len(versions)) is None:
            raise MLIRError(f"a portable artifact of {reader.producer}: the operation {name} is not known")
        return {key: reader.one(source) for key in versions[int(number) - 1][1]}

    def read_operation(
        self, name: str, attributes: dict[str, Attribute], owner: str
    ) -> tuple[str, dict[str, Attribute]]:
        """The name and attributes in StableHLO; ``owner`` is the name of the enclosing operation."""
        return vhlo_conversion.vhlo_to_stablehlo(name, attributes, owner)


def _vector(size: int, width: int) -> core.RankedTensorType:
    return core.RankedTensorType.get((size,), core.IntegerType.get_signless(width))


def _packed(numbers: Sequence[int]) -> bytes:
    """64-bit integers as MLIR stores them: a splat only once."""
    if len(numbers) > 1 and len(set(numbers)) == 1:
        numbers = numbers[:1]
    return b"".join([(number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little") for number in numbers])
