"""StableHLO's portable artifacts: converts programs to VHLO bytecode and back.

Every operation is written in the version that the reader supports. CHLO operations are written as StableHLO
operations (`passes.chlo_to_stablehlo`); Shardy operations are kept if ``mixed`` allows it.
"""

from __future__ import annotations

from jaxlib._ir import core
from jaxlib._ir.core import Attributes, MLIRError, Module, Operation
from jaxlib._ir.serialization import encoding, vhlo, vhlo_codec
from jaxlib._ir.serialization.bytecode_reader import Reader
from jaxlib._ir.serialization.bytecode_writer import Writer
from jaxlib._ir.serialization.encoding import EncodedField
from jaxlib._ir.serialization.sdy_codec import SdyCodec
from jaxlib._ir.serialization.vhlo_conversion import NO_INTEGERS, defaults, stablehlo_to_vhlo
from jaxlib._native import ir as _native

Entry = _native.Entry
Form = _native.Form

_PARTS = {"func.func": "func", "func.call": "call", "func.return": "return"}

#: Attributes on which the number of elements of defaults depends.
_SIZES = ("dimension_numbers", "window_dimensions")
#: Operations that once had a single operand and result, and now may have several.
_ONE_ONLY = {"all_gather": 1, "all_reduce": 1, "all_to_all": 1, "collective_broadcast": 1}


class _Forms:
    """The encodings of a program's operations in one version."""

    def __init__(self, target: vhlo.Version, mixed: bool) -> None:
        self.target = target
        self.mixed = mixed
        self.codec = vhlo_codec.Codec(target, mixed)
        self.writer = Writer(
            vhlo.bytecode_version(target), f"StableHLO_v{vhlo.dotted(target)}", ranges=target >= (1, 9, 0)
        )
        #: The entries of dictionaries, by the entries of their names and attributes.
        self.dictionaries: dict[tuple[tuple[Entry, Entry], ...], Entry] = {}
        #: Forms by everything that determines them: name, regions, number of operands, attributes.
        self.known: dict[tuple[object, ...], Form] = {}

    def form(self, op: Operation) -> Form:
        """An operation's name, properties and attributes, as they are encoded.

        Raises:
            MLIRError: The version does not have such an operation.
        """
        name = op._name
        bare = _PARTS.get(name)
        if bare is None and name.startswith("stablehlo."):
            bare = name[10:]
        if bare is None:
            return self.other(op)
        # C++ calls this for each combination of objects; different objects may be equal attributes.
        key = (bare, bool(op._regions), len(op._operands) == 1, *op._attributes.items())
        form = self.known.get(key)
        if form is not None:
            return form.use()
        form = self.known[key] = self.versioned(op, bare)
        return form

    def versioned(self, op: Operation, bare: str) -> Form:
        """The form of an operation that exists in VHLO."""
        chosen = vhlo.versioned(bare, self.target)
        newest = vhlo.OPERATIONS.get(bare)
        if chosen is None or newest is None:
            why = "VHLO has no such operation" if newest is None else (
                f"it is there since v{vhlo.dotted(newest[0][0])}"
            )  # fmt: skip
            raise self.refused(op, why)
        number, fields = chosen
        attributes = stablehlo_to_vhlo(bare, op._attributes)
        if number < len(newest):
            sizes = {key: op._attributes[key] for key in _SIZES if key in op._attributes}
            initial = defaults(bare, sizes)
            for field in set(newest[-1][1]) - set(fields):
                attribute = attributes.pop(field, None)
                default = NO_INTEGERS if field.endswith("_batching_dims") else initial.get(field)
                if attribute is not None and attribute != default:
                    raise self.refused(op, f"its attribute {field} is newer")
            if bare in _ONE_ONLY and len(op._operands) != 1:
                raise self.refused(op, "several operands are newer")
            if bare == "composite" and op._regions:
                raise self.refused(op, "its regions are newer")
        writer, codec = self.writer, self.codec
        named = writer.op_name(f"vhlo.{bare}_v{number}", True)
        missing = [field for field in fields if field not in attributes]
        if missing:
            raise self.refused(op, f"it has no {missing[0]}")
        properties: list[EncodedField] | None = None
        dictionary = None
        used: list[Entry] = []
        if writer.version >= encoding.PROPERTIES and fields:
            used = [writer.entry(attributes.pop(field), codec) for field in fields]
            properties = [("a", entry) for entry in used]
        if attributes:
            pairs = self.pairs(attributes)
            dictionary = self.dictionary(pairs)
            used += [entry for pair in pairs for entry in pair]
        return Form(named, properties, dictionary, used, codec, bare == "func")

    def pairs(self, attributes: Attributes) -> tuple[tuple[Entry, Entry], ...]:
        """The entries of names and values, sorted by name."""
        writer = self.writer
        return tuple(
            (writer.entry(core.StringAttr.get(name)), writer.entry(attributes[name], self.codec))
            for name in sorted(attributes)
        )

    def dictionary(self, pairs: tuple[tuple[Entry, Entry], ...]) -> Entry:
        """The entry of a builtin dictionary."""
        entry = self.dictionaries.get(pairs)
        if entry is None:
            entry = Entry(self.writer.dialect("builtin"), 1, (("n", pairs),), "")
            self.dictionaries[pairs] = entry
            self.writer.entries.add(entry)
        return entry

    def other(self, op: Operation) -> Form:
        """The form of another operation (a module, or one of Shardy's), whose values have builtin types."""
        name, writer = op._name, self.writer
        if name != "builtin.module" and (not self.mixed or not name.startswith(("sdy.", "mpmd."))):
            raise self.refused(op, "it is neither StableHLO's nor Shardy's")
        module = name == "builtin.module"
        attributes = dict(op._attributes)
        properties: list[EncodedField] | None = None
        dictionary = None
        used: list[Entry] = []
        if module and writer.version >= encoding.PROPERTIES:
            symbol = [attributes.pop(field, None) for field in ("sym_name", "sym_visibility")]
            entries = [None if value is None else writer.entry(value) for value in symbol]
            properties = [("o", entry) for entry in entries]
            used = [entry for entry in entries if entry is not None]
        if attributes:
            dictionary = writer.entry(core.DictAttr.get(attributes))
            used.append(dictionary)
        return Form(writer.op_name(name, module), properties, dictionary, used, None, module, foreign=True)

    def cast(self) -> Form:
        """The form of the casts between VHLO and builtin types."""
        return Form(self.writer.op_name("builtin.unrealized_conversion_cast", True), None, None, [])

    def refused(self, op: Operation, why: str) -> MLIRError:
        return MLIRError(
            f"failed to convert {op._name} to VHLO v{vhlo.dotted(self.target)}: {why}\n  where: {op._location}"
        )


def serialize(module: Module, target: str, mixed: bool = False, compatible: bool = False) -> bytes:
    """The portable artifact of a program for readers of the StableHLO version ``target``.

    With ``compatible``, operations that the version lacks are written as others if possible, and the functions are
    simplified.

    Raises:
        MLIRError: The program has something that the version lacks.
        ValueError: ``target`` is not a version, or out of range.
    """
    # Imported on first use, because jax imports this module, and few programs are exported.
    from jaxlib._ir.passes import chlo_to_stablehlo, compatibility, legalize, replica_groups, simplify

    target_version = vhlo.version(target)
    if target_version < vhlo.version(vhlo.MINIMUM):
        raise ValueError(f"target version {target} is less than minimum supported {vhlo.MINIMUM}")
    target_version = min(target_version, vhlo.version(vhlo.CURRENT))
    operation = legalize.legalize(module)
    if compatible:
        # Upstream also simplifies before it rewrites CHLO operations, which affects the order of constants.
        operation = operation.clone(ip=False) if operation is module.operation else operation
        simplify.simplify(operation)
        operation = compatibility.expanded(chlo_to_stablehlo.legalize_chlo(operation), target_version)
        simplify.simplify(operation)
    else:
        operation = chlo_to_stablehlo.legalize_chlo(operation)
    if target_version < vhlo.MESH_GROUPS_SINCE:
        operation = replica_groups.list_replica_groups(operation)
    forms = _Forms(target_version, mixed)
    return forms.writer.write(operation, forms)


def deserialize(data: bytes) -> Module:
    """The program in a portable artifact, or in other bytecode that `bytecode_writer.write` returned.

    Raises:
        MLIRError: The data is not bytecode, has a newer version, or is damaged.
    """
    return Reader(bytes(data), {"vhlo": vhlo_codec.Codec(), "sdy": SdyCodec()}).read()
