"""Inspects an exported program before compilation, and adapts it.

Inspected: the custom calls. Changed: ``main`` takes, before the function's arguments, the index of the platform
that the program is compiled for, and a token for each ordered effect. Both become constants: a compiler removes the
code for other platforms only if the index is constant, and callers have no tokens to pass. Also, an operation that
is newer than the library's StableHLO version is replaced by an equivalent older one.
"""

from __future__ import annotations

import copy
import re
from typing import Any, NamedTuple

from jaxlib_pjrt import _bytecode as mlir
from jaxlib_pjrt._bytecode import BytecodeError, Module, Operation, Reader, number, signed

#: The properties of the inspected operations, in the order of their definition.
_CUSTOM_CALL = (
    "api_version",
    "backend_config",
    "call_target_name",
    "called_computations",
    "has_side_effect",
    "operand_layouts",
    "output_operand_aliases",
    "result_layouts",
)
_PROPERTIES = {
    "vhlo.func_v1": ("arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"),
    "vhlo.custom_call_v1": _CUSTOM_CALL,
    "vhlo.custom_call_v2": (*_CUSTOM_CALL, "result_tilings"),
    "vhlo.constant_v1": ("value",),
}
#: For each newer operation: the StableHLO version that introduced it, and the older one that replaces it if no new
#: property is used. The regions of a composite are removed: its decomposition computes the same without them.
_NEWER = {
    "custom_call_v2": ((1, 18, 0), "custom_call_v1", "result_tilings"),
    "composite_v2": ((1, 14, 0), "composite_v1", ""),
}

#: Since this version, collectives may refer to the axes of a mesh.
_MESH_GROUPS = (1, 16, 0)
_MOST_DEVICES = 1 << 20

_TYPED_FFI = 4


class CustomCall(NamedTuple):
    """A custom call in the program."""

    target: str
    api_version: int

    @property
    def typed(self) -> bool:
        """Whether it uses XLA's typed FFI, not an older calling convention."""
        return self.api_version == _TYPED_FFI


class Program:
    """An exported program.

    Raises:
        BytecodeError: It cannot be read.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.module: Module = Module(data)
        self._changed = False

    @property
    def stablehlo(self) -> tuple[int, ...] | None:
        """The StableHLO version of the program."""
        match = re.fullmatch(r"StableHLO_v(\d+)\.(\d+)\.(\d+)", self.module.producer)
        return tuple(map(int, match.groups())) if match else None

    @property
    def shardy(self) -> bool:
        """Whether its shardings are Shardy's."""
        module = self.module
        return "sdy" in module.dialects or any(text.startswith(b"xla.sdy.") for text in module.strings)

    def custom_calls(self) -> list[CustomCall]:
        """Its custom calls without duplicates, sorted by name."""
        calls = map(self._custom_call, self.module.operations())
        return sorted({call for call in calls if call is not None})

    def _custom_call(self, operation: Operation) -> CustomCall | None:
        name = self.module.name(operation)
        if not name.startswith("vhlo.custom_call"):
            return None
        target = self.module.string_of(self._attribute(operation, "call_target_name"))
        kind = self.module.vhlo(self.module.attributes[self._attribute(operation, "api_version")])
        if target is None or kind is None or kind[0] != mlir.API_VERSION:
            raise BytecodeError(f"a {name} has an unknown target or calling convention")
        version = kind[1].number()
        if "mhlo.backend_config" in self._builtin_dictionary(operation):
            version = _TYPED_FFI  # its form for a library older than StableHLO 1.3
        return CustomCall(target, version)

    def keep_only(self, call: CustomCall) -> None:
        """Reduce main to the first occurrence of this custom call.

        Raises:
            BytecodeError: There is no such call, or it depends on other operations.
        """
        module = self.module
        pairs = (pair for pair in module.operand_types() if self._custom_call(pair[0]) == call)
        operation, inputs = next(pairs, (None, []))
        main = self._main()
        if operation is None or not main.regions or operation.regions:
            raise BytecodeError(f"no call of {call.target} is independent of other operations")
        results = list(operation.results)
        end = Operation(module.add_name("vhlo", "return_v1"), main.location)
        end.operands = list(range(len(inputs), len(inputs) + len(results)))
        alone = copy.copy(operation)
        alone.operands = list(range(len(inputs)))
        block = mlir.Block([(kind, main.location) for kind in inputs], [alone, end])
        main.regions = [mlir.Region([block], len(inputs) + len(results))]
        self._sign(main, inputs, results, [], [])

    def donated(self) -> list[bool]:
        """For each argument of ``main``, whether it is donated."""
        content = self._array(self._attribute(self._main(), "arg_attrs"))
        return [
            bool({"tf.aliasing_output", "jax.buffer_donor"} & set(self._dictionary(byte))) for byte in content
        ]

    # ---- Attributes.

    def _attribute(self, operation: Operation, name: str) -> int:
        operation_name = self.module.name(operation)
        names = _PROPERTIES.get(operation_name)
        if names is None:
            raise BytecodeError(f"the operation {operation_name} is unknown")
        if operation.properties is not None:
            values = self.module.property_attributes(operation)
            if len(values) != len(names):
                raise BytecodeError(f"{operation_name} has {len(values)} properties, wanted {len(names)}")
            return values[names.index(name)]
        try:
            return self._builtin_dictionary(operation)[name]
        except KeyError:
            raise BytecodeError(f"{operation_name} lacks {name}") from None

    def _set(self, operation: Operation, **changes: int) -> None:
        self._changed = True
        names = _PROPERTIES[self.module.name(operation)]
        if operation.properties is not None:
            values = dict(zip(names, self.module.property_attributes(operation), strict=True)) | changes
            operation.properties = self.module.add_properties([values[name] for name in names])
            return
        operation.attributes = self._add_dictionary(self._builtin_dictionary(operation) | changes)

    def _add_dictionary(self, values: dict[str, int]) -> int:
        content = number(1) + number(len(values))
        for name, value in sorted(values.items()):
            content += number(self._builtin_string(name)) + number(value)
        builtin = self.module.dialect("builtin")
        self.module.attributes.append(mlir.Entry(builtin, True, content))
        return len(self.module.attributes) - 1

    def _builtin_string(self, text: str) -> int:
        content = number(2) + number(self.module.add_string(text.encode()))
        builtin = self.module.dialect("builtin")
        for index, entry in enumerate(self.module.attributes):
            if entry.dialect == builtin and entry.custom and entry.content == content:
                return index
        self.module.attributes.append(mlir.Entry(builtin, True, content))
        return len(self.module.attributes) - 1

    def _builtin_dictionary(self, operation: Operation) -> dict[str, int]:
        # Before MLIR had properties, an operation's attributes were a single dictionary attribute of the builtin
        # dialect.
        if operation.attributes is None:
            return {}
        entry = self.module.attributes[operation.attributes]
        reader = Reader(entry.content)
        if self.module.dialects[entry.dialect] != "builtin" or not entry.custom or reader.number() != 1:
            raise BytecodeError("an operation's attributes are not a dictionary")
        count = len(self.module.attributes)
        entries = {}
        for _ in range(reader.count()):
            name = self.module.attributes[reader.index(count, "attribute")]
            text = Reader(name.content)
            if self.module.dialects[name.dialect] != "builtin" or text.number() != 2:
                raise BytecodeError("a name is not a string")
            key = self.module.strings[text.index(len(self.module.strings), "string")].decode(
                "utf-8", "replace"
            )
            entries[key] = reader.index(count, "attribute")
        return entries

    def _read(self, attribute: int, kind: int) -> Reader:
        read = self.module.vhlo(self.module.attributes[attribute])
        if read is None or read[0] != kind:
            raise BytecodeError(f"attribute {attribute} is not of kind {kind}")
        return read[1]

    def _array(self, attribute: int) -> list[int]:
        reader = self._read(attribute, mlir.ARRAY)
        return reader.numbers(reader.count(), len(self.module.attributes), "attribute")

    def _dictionary(self, attribute: int) -> dict[str, tuple[int, int]]:
        reader = self._read(attribute, mlir.DICTIONARY)
        count = len(self.module.attributes)
        entries = {}
        for _ in range(reader.count()):
            name, value = reader.index(count, "attribute"), reader.index(count, "attribute")
            entries[self.module.string_of(name) or ""] = (name, value)
        return entries

    # ---- Changes.

    def _main(self) -> Operation:
        tops = self.module.top.operations
        if len(tops) != 1 or self.module.name(tops[0]) != "builtin.module" or not tops[0].regions:
            raise BytecodeError("it has no module")
        for block in tops[0].regions[0].blocks:
            for operation in block.operations:
                if self.module.name(operation) == "vhlo.func_v1":
                    name = self.module.string_of(self._attribute(operation, "sym_name"))
                    if name == "main" and operation.regions and operation.regions[0].blocks:
                        return operation
        raise BytecodeError("it has no function main")

    def specialize(self, platform_index: int | None, tokens: int) -> None:
        """Replace main's platform index argument by a constant, and its token arguments by tokens created in main.

        Raises:
            BytecodeError: main does not begin with such arguments, or cannot be changed.
        """
        leading = (platform_index is not None) + tokens
        if not leading:
            return
        module, main = self.module, self._main()
        inputs, outputs = self._signature(main)
        arguments, results = (
            self._array(self._attribute(main, "arg_attrs")),
            self._attribute(main, "res_attrs"),
        )
        result_attributes = self._array(results)
        if len(arguments) != len(inputs) or len(result_attributes) != len(outputs) or not main.regions:
            raise BytecodeError("main's argument attributes do not match its arguments")
        region = main.regions[0]
        block = region.blocks[0]
        kinds = [kind for kind, _ in block.arguments]
        if len(region.blocks) != 1 or kinds != inputs or len(inputs) < leading or len(outputs) < tokens:
            raise BytecodeError("main's parameters or results do not match its signature")
        created = self._leading_values(main, inputs[:leading], platform_index)
        # The values keep their numbers: the former first arguments become the first results of operations.
        left = len(inputs) - leading
        mlir.rename_values(
            region, lambda v: left + v if v < leading else v - leading if v < len(inputs) else v
        )
        end = block.operations[-1]
        if module.name(end) != "vhlo.return_v1" or len(end.operands) != len(outputs):
            raise BytecodeError("main's return does not match its results")
        end.operands = end.operands[tokens:]
        del block.arguments[:leading]
        block.operations[:0] = created
        kept = [self._shifted(attribute, tokens) for attribute in arguments[leading:]]
        self._sign(main, inputs[leading:], outputs[tokens:], kept, result_attributes[tokens:])

    def _sign(
        self, main: Operation, inputs: list[int], outputs: list[int], arguments: list[int], results: list[int]
    ) -> None:
        module = self.module
        function = module.add_type(_list(mlir.FUNCTION, inputs, outputs))
        self._set(
            main,
            arg_attrs=module.add_attribute(_list(mlir.ARRAY, arguments)),
            res_attrs=module.add_attribute(_list(mlir.ARRAY, results)),
            function_type=module.add_attribute(number(mlir.TYPE) + number(function)),
        )

    def _signature(self, main: Operation) -> tuple[list[int], list[int]]:
        index = self._read(self._attribute(main, "function_type"), mlir.TYPE)
        kind, reader = self._kind(index.index(len(self.module.types), "type"))
        if kind != mlir.FUNCTION:
            raise BytecodeError("main is not a function")
        types = len(self.module.types)
        inputs = reader.numbers(reader.count(), types, "type")
        return inputs, reader.numbers(reader.count(), types, "type")

    def _kind(self, index: int) -> tuple[int, Reader]:
        read = self.module.vhlo(self.module.types[index])
        if read is None:
            raise BytecodeError(f"type {index} is not VHLO's")
        return read

    def _leading_values(
        self, main: Operation, types: list[int], platform_index: int | None
    ) -> list[Operation]:
        """Operations that replace main's first arguments: the platform index, if it takes one, and tokens."""
        module, created = self.module, []
        for position, kind in enumerate(types):
            name, properties, attributes = "create_token_v1", None, None
            if position == 0 and platform_index is not None:
                value = self._scalar(kind, platform_index)
                name = "constant_v1"
                if main.properties is not None:
                    properties = module.add_properties([value])
                else:
                    attributes = self._add_dictionary({"value": value})
            elif self._kind(kind)[0] != mlir.TOKEN:
                raise BytecodeError("an argument of main should be a token and is not")
            created.append(
                Operation(module.add_name("vhlo", name), main.location, attributes, properties, [kind])
            )
        return created

    def _scalar(self, kind: int, value: int) -> int:
        tensor, reader = self._kind(kind)
        if tensor != mlir.RANKED_TENSOR or reader.count() != 0:
            raise BytecodeError("main's first argument is not a platform index")
        element = self._kind(reader.index(len(self.module.types), "type"))[0]
        if element not in (mlir.SI32, mlir.SI64):
            raise BytecodeError("main's first argument is not a platform index")
        content = value.to_bytes(4 if element == mlir.SI32 else 8, "little")
        return self.module.add_attribute(number(mlir.TENSOR) + number(kind) + number(len(content)) + content)

    def _shifted(self, attribute: int, tokens: int) -> int:
        # A donated argument refers to its result by number; the results before it are removed.
        values = self._dictionary(attribute)
        if not tokens or "tf.aliasing_output" not in values:
            return attribute
        reader = self._read(values["tf.aliasing_output"][1], 9)
        kind = reader.number()
        result = reader.signed() - tokens
        integer = self.module.add_attribute(number(9) + number(kind) + signed(result))
        pairs = values | {"tf.aliasing_output": (values["tf.aliasing_output"][0], integer)}
        content = number(mlir.DICTIONARY) + number(len(pairs))
        return self.module.add_attribute(
            content + b"".join(number(name) + number(value) for name, value in pairs.values())
        )

    def write_for(self, stablehlo: tuple[int, ...]) -> None:
        """Replace operations newer than this StableHLO version by equivalent older ones."""
        if stablehlo < _MESH_GROUPS:
            self._write_groups()
        for operation in self.module.operations():
            name = self.module.name(operation).removeprefix("vhlo.")
            since, older, added = _NEWER.get(name, ((0,), "", ""))
            if since <= stablehlo:
                continue
            if added:
                if self._array(self._attribute(operation, added)):
                    continue
                values = self.module.property_attributes(operation)
                position = _PROPERTIES[f"vhlo.{name}"].index(added)
                operation.properties = self.module.add_properties(values[:position] + values[position + 1 :])
            operation.name = self.module.add_name("vhlo", older)
            operation.regions = None
            self._changed = True

    def _write_groups(self) -> None:
        # Replaces device groups given by mesh axes by explicit lists of devices.
        meshes: dict[str, list[tuple[str, int]]] | None = None
        for operation in self.module.operations():
            if operation.properties is None or not self.module.name(operation).startswith("vhlo."):
                continue
            values = self.module.property_attributes(operation)
            for place, value in enumerate(values):
                read = self.module.vhlo(self.module.attributes[value])
                if read is None or read[0] != mlir.MESH_GROUPS:
                    continue
                count = len(self.module.attributes)
                mesh, axes = (read[1].index(count, "attribute") for _ in range(2))
                meshes = self._meshes() if meshes is None else meshes
                sizes = meshes.get(self.module.string_of(mesh) or "")
                names = [self._whole_axis(axis) for axis in self._array(axes)]
                if sizes is None or not {name for name, _ in sizes}.issuperset(names):
                    raise BytecodeError(f"replica groups over {names}, axes of a mesh that the program lacks")
                values[place] = self._groups(sizes, [str(name) for name in names])
                operation.properties = self.module.add_properties(values)
                self._changed = True

    def _whole_axis(self, attribute: int) -> str | None:
        reader = self._read(attribute, mlir.AXIS)
        name = self.module.string_of(reader.index(len(self.module.attributes), "attribute"))
        if reader.number():
            raise BytecodeError("replica groups over part of an axis, which older libraries do not support")
        return name

    def _meshes(self) -> dict[str, list[tuple[str, int]]]:
        """The axes of each mesh, from the attribute that StableHLO adds besides Shardy's mesh operation."""
        meshes = {}
        for operation in self.module.operations():
            if self.module.name(operation) != "sdy.mesh":
                continue
            names = [
                self._builtin(property_attribute)
                for property_attribute in self.module.property_attributes(operation)
            ]
            noted = self._builtin_dictionary(operation).get("stablehlo.mesh")
            mesh = None if noted is None else self._builtin(noted)
            name = next((name for name in names if isinstance(name, str)), None)
            if isinstance(mesh, dict) and name is not None and "device_ids" not in mesh:
                axes = [(axis.get("name"), axis.get("size")) for axis in mesh.get("axes", [])]
                meshes[name] = [
                    (str(axis), size) for axis, size in axes if isinstance(size, int) and size > 0
                ]
        return meshes

    def _builtin(self, attribute: int, depth: int = 0) -> Any:
        """The value of a builtin attribute of a kind that meshes use; None for any other."""
        entry = self.module.attributes[attribute]
        if self.module.dialects[entry.dialect] != "builtin" or not entry.custom or depth > 8:
            return None
        reader, count = Reader(entry.content), len(self.module.attributes)
        kind = reader.number()
        if kind == 0:
            inner = reader.numbers(reader.count(), count, "attribute")
            return [self._builtin(region, depth + 1) for region in inner]
        if kind == 1:
            pairs = [[reader.index(count, "attribute") for _ in range(2)] for _ in range(reader.count())]
            return {self._builtin(name, depth + 1): self._builtin(value, depth + 1) for name, value in pairs}
        if kind == 2:
            text = self.module.strings[reader.index(len(self.module.strings), "string")]
            return text.decode("utf-8", "replace")
        if kind == 8:
            reader.index(len(self.module.types), "type")
            return reader.signed()
        return None

    def _groups(self, mesh: list[tuple[str, int]], axes: list[str]) -> int:
        sizes = dict(mesh)
        steps, step = {}, 1
        for name, size in reversed(mesh):
            steps[name], step = step, step * size

        def spread(starts: list[int], names: list[str]) -> list[int]:
            for name in names:
                starts = [start + index * steps[name] for start in starts for index in range(sizes[name])]
            return starts

        if step > _MOST_DEVICES:
            raise BytecodeError(f"a mesh has {step} devices, more than {_MOST_DEVICES}")
        groups = [
            spread([first], axes) for first in spread([0], [name for name, _ in mesh if name not in axes])
        ]
        module = self.module
        shape = b"".join(map(signed, (len(groups), len(groups[0]))))
        element = module.add_type(number(mlir.SI64))
        kind = module.add_type(number(mlir.RANKED_TENSOR) + number(2) + shape + number(element))
        data = b"".join(device.to_bytes(8, "little") for group in groups for device in group)
        return module.add_attribute(number(mlir.TENSOR) + number(kind) + number(len(data)) + data)

    def serialize(self) -> bytes:
        """The program's bytecode, with all changes."""
        return self.module.serialize() if self._changed else self.data


def _list(kind: int, *values: list[int]) -> bytes:
    return number(kind) + b"".join(number(len(value)) + b"".join(map(number, value)) for value in values)
