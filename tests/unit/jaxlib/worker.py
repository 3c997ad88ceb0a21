"""A process with jaxlib's bindings and without jax: does to programs what the tests ask it for.

Each line on standard input is JSON, the name of a function here and its arguments; each line on standard output is
the answer, ``{"answer": ...}``, or ``{"error": "TYPE: TEXT"}``. Bytes are base64.
"""

from __future__ import annotations

import base64
import gc
import importlib
import io
import json
import sys
from collections.abc import Callable
from typing import Any

from jaxlib import _hlo, _jax, xla_client
from jaxlib._ir.dialects import sdy
from jaxlib._ir.passes import mosaic_serde
from jaxlib._ir.serialization import vhlo
from jaxlib._ir.type_inference import inference, tensors
from jaxlib._release import KERNEL_KEYWORDS, RELEASE
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir._mlir_libs import _chlo, _jax_mlir_ext, _sdy, _stablehlo, _tpu_ext
from jaxlib.mlir.dialects import arith, func, llvm, stablehlo

# The classes of its operations, which no name of their dialect finds.
importlib.import_module("jaxlib.mosaic.python.mosaic_gpu")


def _parse(program: str | dict[str, str]) -> Any:
    """Of text, or of bytes."""
    return ir.Module.parse(program if isinstance(program, str) else base64.b64decode(program["base64"]))


def _bytes(data: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(data).decode()}


def show(program: Any, **options: bool) -> str:
    """The text, with the options of ``Operation.get_asm``."""
    return str(_parse(program).operation.get_asm(**options))


def has_kernel_keywords() -> bool:
    """Whether the text of kernels is that of a newer MLIR."""
    return KERNEL_KEYWORDS


def show_unfinished() -> list[str]:
    """A function that does not end: the module's text, also without verification, a constant's text and name."""
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):
        function = func.FuncOp("f", ir.FunctionType.get([], []))
        with ir.InsertionPoint(function.add_entry_block()):
            constant = arith.ConstantOp(ir.IntegerType.get_signless(32), 4)
    operation = module.operation
    name = constant.result.get_name()
    return [str(operation), str(operation.get_asm(assume_verified=True)), str(constant), name]


def errors_of_operands() -> list[str]:
    """The errors of operations with an operand that is not a value."""
    module = ir.Module.create()
    errors = []
    with ir.InsertionPoint(module.body):
        constant = arith.ConstantOp(ir.IntegerType.get_signless(32), 4)
        builders: tuple[Callable[[], object], ...] = (
            lambda: arith.AddIOp(constant, 7),
            lambda: arith.AddIOp(constant, [constant]),
            lambda: func.ReturnOp([constant, None]),
            lambda: func.ReturnOp([module.operation]),
        )
        for build in builders:
            try:
                build()
            except ValueError as error:
                errors.append(str(error))
    return errors


def elements_of(attributes: list[str], kind: str | None) -> str:
    """A dense attribute of attributes, and of the type if there is one; or the error."""
    listed = [ir.Attribute.parse(text) for text in attributes]
    try:
        return str(ir.DenseElementsAttr.get(listed, None if kind is None else ir.Type.parse(kind)))
    except ValueError as error:
        return str(error)


def hlo_head(message: dict[str, str], config: dict[str, str]) -> str:
    """The first line of the text of a program and its configuration."""
    contents = (base64.b64decode(argument["base64"]) for argument in (message, config))
    return str(_hlo.HloModule._make(*contents).to_string()).splitlines()[0]


def verify(name: str, operands: list[str], results: list[str], attributes: str = "{}") -> str:
    """What is wrong with an operation of operands and results of those types; empty if nothing is."""
    values = ir.Operation.create(
        "builtin.unrealized_conversion_cast", [ir.Type.parse(text) for text in operands]
    )
    types = [ir.Type.parse(text) for text in results]
    named = {entry.name: entry.attr for entry in ir.DictAttr(ir.Attribute.parse(attributes))}
    try:
        ir.Operation.create(name, types, list(values.results), named).verify()
    except ir.MLIRError as error:
        return str(error.error_diagnostics[0].message)
    return ""


def verify_program(program: str) -> str:
    """What is wrong with a program; empty if nothing is."""
    try:
        _parse(program).operation.verify()
    except ir.MLIRError as error:
        return str(error.error_diagnostics[0].message)
    return ""


def float_widths() -> dict[str, list[Any]]:
    """Of each floating-point type its width, by its own class and as a FloatType."""
    found = {}
    for name, kind in vars(ir).items():
        if isinstance(kind, type) and issubclass(kind, ir.FloatType) and kind is not ir.FloatType:
            found[name] = [kind.get().width, ir.FloatType(kind.get()).width, str(ir.FloatType(kind.get()))]
    return found


def unranked(what: str) -> Any:
    """A property of a tensor type of an unknown number of dimensions."""
    return getattr(ir.Type.parse("tensor<*xf32>"), what)


def sharding(message: dict[str, str]) -> list[str]:
    """What an OpSharding's message says as an HloSharding, and the message as it is written again."""
    read = xla_client.OpSharding()
    read.ParseFromString(base64.b64decode(message["base64"]))
    tiles = xla_client.HloSharding.from_proto(read).v3_to_v2_sharding()
    return [repr(tiles), _bytes(read.SerializeToString())["base64"]]


def write_bytecode(program: Any, version: int) -> Any:
    """In that version of the format."""
    file = io.BytesIO()
    _parse(program).operation.write_bytecode(file, desired_version=version)
    return _bytes(file.getvalue())


def serialize(program: Any, target: str) -> Any:
    """The portable artifact for readers of that version of StableHLO."""
    return _bytes(stablehlo.serialize_portable_artifact(_parse(program), target))


def serialize_mixed(program: Any, target: str) -> Any:
    """As jax.export serializes: CHLO's operations are written as StableHLO's, Shardy's stay."""
    file = io.BytesIO()
    _parse(program).operation.write_bytecode(file)
    return _bytes(_jax.mlir.serialize_portable_artifact(file.getvalue(), target, True))


def deserialize(artifact: dict[str, str]) -> str:
    """The program of a portable artifact, as text."""
    data = base64.b64decode(artifact["base64"])
    return str(stablehlo.deserialize_portable_artifact(ir.Context.current, data).operation.get_asm())


def versions() -> list[str]:
    """The versions of StableHLO that are written: the newest, those of some weeks ago, the oldest."""
    return [vhlo.CURRENT, vhlo.WEEKS_4, vhlo.WEEKS_12, vhlo.MINIMUM]


def release() -> str:
    """The release of jax that this jaxlib is of."""
    return RELEASE


def passes() -> list[str]:
    """The names of all passes."""
    return sorted(passmanager.PASSES)


def run_passes(program: str, pipeline: str) -> str:
    """The program after the passes."""
    module = _parse(program)
    passmanager.PassManager.parse(pipeline).run(module.operation)
    return str(module.operation.get_asm())


def through_bytecode(program: str) -> str:
    """The text of a program that was written and read as bytecode."""
    file = io.BytesIO()
    _parse(program).operation.write_bytecode(file)
    return str(ir.Module.parse(file.getvalue()))


def serialize_kernel(program: str, options: str, *, through_bytecode: bool = False) -> str:
    """A kernel for TPUs in its stable form, in generic form; also written and read as bytecode."""
    context = ir.Context.current
    context.allow_unregistered_dialects = True
    module = _parse(program)
    passmanager.PassManager.parse(f"builtin.module(mosaic-serde{{{options}}})").run(module.operation)
    if through_bytecode:
        module = _parse(write_bytecode(str(module.operation.get_asm(print_generic_op_form=True)), 0))
    return str(module.operation.get_asm(print_generic_op_form=True))


def serialize_gpu_kernel(program: str, version: int, newest: int) -> str:
    """A kernel for NVIDIA GPUs in a version of its stable form, of a release whose newest version is ``newest``."""
    context = ir.Context.current
    context.allow_unregistered_dialects = True
    module = _parse(program)
    mosaic_serde.run(mosaic_serde.GPU, module.operation, True, version, newest)
    return str(module.operation.get_asm(print_generic_op_form=True))


def read_gpu_kernel(stable: str, newest: int) -> str:
    """The reverse."""
    module = _parse(stable)
    mosaic_serde.run(mosaic_serde.GPU, module.operation, False, None, newest, keep_version=False)
    return str(module.operation.get_asm(print_generic_op_form=True))


def run_generic(program: str, pipeline: str) -> str:
    """The program after the passes, in generic form."""
    module = _parse(program)
    passmanager.PassManager.parse(pipeline).run(module.operation)
    return str(module.operation.get_asm(print_generic_op_form=True))


def integer(kind: str, value: int) -> list[Any]:
    """The text and the value of an integer attribute."""
    attribute = ir.IntegerAttr.get(ir.Type.parse(kind), value)
    return [str(attribute), attribute.value]


def string(content: str) -> list[Any]:
    """The text of a string attribute of bytes in base64, and whether a string with the same text is equal."""
    attribute = ir.StringAttr.get(base64.b64decode(content))
    text = str(attribute)
    return [
        text,
        attribute == ir.Attribute.parse(text),
        attribute == ir.StringAttr.get(attribute.value_bytes),
    ]


def kernel_locations() -> list[Any]:
    """Which locations a kernel's module of locations lists, and how many are left in the kernel."""
    with ir.Location.file("kernel.py", 1, 2):
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            for line in (3, 3, 4):
                number = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 1)
                arith.constant(number.type, number, loc=ir.Location.file("kernel.py", line, 0))
    listed = ir.Module.parse(_tpu_ext.private_unzip_debug_locations(module.operation))
    places = [str(place) for place in listed.operation.attributes["tpu.locs"]]
    return [places, sorted({str(op.location) for op in module.body})]


def kernel_type(text: str) -> list[Any]:
    """The text of a type that was parsed, its class, and its properties."""
    kind = ir.Type.parse(text)
    names = [name for name, member in vars(type(kind)).items() if isinstance(member, property)]
    return [str(kind), type(kind).__name__, {name: repr(getattr(kind, name)) for name in names}]


def lists_of_a_constant() -> list[Any]:
    """The lists of an operation that only has a result: their sizes, parts, and what they refuse."""
    with ir.InsertionPoint(ir.Module.create().body):
        op = arith.constant(ir.IntegerType.get_signless(32), 1).owner
    lists = (op.operands, op.results, op.regions, op.successors)
    refused = []
    for each in lists:
        try:
            each[len(each)]
        except IndexError as error:
            refused.append(str(error))
    return [
        [len(each) for each in lists],
        op.results[-1] in op.results,
        [len(each[:5]) for each in lists],
        refused,
    ]


def slices_of_operands() -> list[Any]:
    """The operands of an operation after a slice of them was assigned to, and the class of a slice of a slice."""
    with ir.InsertionPoint(ir.Module.create().body):
        numbers = [arith.constant(ir.IntegerType.get_signless(32), value) for value in range(4)]
        op = ir.Operation.create("test.use", operands=numbers)
    part = op.operands[1:]
    part[1] = numbers[0]
    inner = op.operands[1:][1:]
    inner[0] = numbers[3]
    values = [operand.owner.attributes["value"].value for operand in op.operands]
    return [values, len(inner), type(inner).__name__]


def defaults() -> dict[str, str]:
    """The attributes that operations have although their builders did not set them."""
    with ir.InsertionPoint(ir.Module.create().body):
        kind = ir.IntegerType.get_signless(32)
        number = arith.constant(kind, 1)
        made = arith.AddIOp(number, number)
        shown = arith.AddIOp(number, number, overflowFlags=arith.IntegerOverflowFlags.nsw)
        assembly = llvm.InlineAsmOp(None, [number], "bar.sync $0, 128;", "r")
    flags = {name: str(op.attributes["overflowFlags"]) for name, op in (("unset", made), ("set", shown))}
    return {**flags, "call": str(assembly.attributes["tail_call_kind"])}


def kernel_flags(program: str) -> list[bool]:
    """Whether a kernel communicates with other chips, and whether it uses the barrier's semaphore."""
    return list(_tpu_ext.private_has_communication(_parse(program).operation))


def attribute(text: str) -> list[str]:
    """The text of an attribute that was parsed, and its class."""
    attribute = ir.Attribute.parse(text)
    return [str(attribute), type(attribute).__name__]


def memref(text: str) -> list[Any]:
    """Of a type its text, and of a memref the layout, the memory space, the strides and the offset."""
    kind = ir.Type.parse(text)
    if not isinstance(kind, ir.MemRefType):
        return [str(kind)]
    return [str(kind), str(kind.layout), str(kind.memory_space), *kind.get_strides_and_offset()]


def constant(value: float, kind: str) -> str:
    """The operation of arith_constant."""
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):
        made = _jax_mlir_ext.arith_constant(value, ir.Type.parse(kind)).owner
    return str(made.get_asm(print_generic_op_form=True)).strip()


def with_argument_attributes(program: str, named: dict[str, str]) -> str:
    """The program with attributes of its first function's last argument."""
    module = _parse(program)
    function = module.body.operations[0]
    last = len(function.attributes["function_type"].value.inputs) - 1
    for name, text in named.items():
        _tpu_ext.private_set_arg_attr(function.operation, last, name, ir.Attribute.parse(text))
    return str(function.attributes["arg_attrs"])


def tracked(program: str) -> list[str]:
    """The names of objects of a program, and of classes of types and attributes, that are garbage-collected."""
    module = _parse(program)
    function = module.body.operations[0]
    block = function.regions[0].blocks[0]
    operation = block.operations[0]
    parts = (function.regions[0], block, block.arguments[0], operation.operation, operation.result)
    values = [*operation.attributes.values(), operation.result.type, function.attributes["res_attrs"][0]]
    objects = (*parts, operation.location, *values, *(value.parts for value in values))
    collected = (
        kind for base in (ir.Type, ir.Attribute) for kind in _subclasses(base) if kind.__flags__ & 1 << 14
    )
    return [
        *(type(each).__name__ for each in objects if gc.is_tracked(each)),
        *sorted(kind.__name__ for kind in collected if not issubclass(kind, sdy.SdyAttr)),
    ]


def _subclasses(base: type[Any]) -> set[type[Any]]:
    return {base}.union(*(_subclasses(child) for child in base.__subclasses__()))


def refine(program: str, parameters: list[str]) -> str:
    """The program with the shapes that follow from those types of its main function's parameters."""
    file = io.BytesIO()
    module = _parse(program)
    main = next(op for op in module.body.operations if op.name.value == "main")
    types = [ir.Type.parse(text) for text in parameters]
    for argument, kind in zip(main.regions[0].blocks[0].arguments, types, strict=True):
        argument.set_type(kind)
    results = main.attributes["function_type"].value.results
    main.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(types, results))
    module.operation.write_bytecode(file)
    return show(_bytes(_jax.mlir.refine_polymorphic_shapes(file.getvalue(), True, True)))


def rules() -> list[str]:
    """The operations whose result types are inferred."""
    return sorted({**tensors.RULES, **inference.kernel_rules()})


def infer(program: str) -> list[tuple[str, list[str], list[str]]]:
    """Of each operation with a rule its name, the types of its results, and those that the rule gives."""
    known = {*rules()}
    found: list[tuple[str, list[str], list[str]]] = []

    def look(op: Any) -> Any:
        name = op.name
        if name in known or name in tensors.VALUE_RULES:
            attributes = {attribute: op.attributes[attribute] for attribute in op.attributes}
            inferred = inference.infer(name, list(op.operands), attributes)
            found.append((name, [str(kind.type) for kind in op.results], [str(kind) for kind in inferred]))
        return ir.WalkResult.ADVANCE

    _parse(program).operation.walk(look)
    return found


def _main() -> None:
    known: dict[str, Callable[..., Any]] = {
        name: value for name, value in globals().items() if callable(value) and not name.startswith("_")
    }
    for line in sys.stdin:
        name, arguments, options = json.loads(line)
        with ir.Context() as context, ir.Location.unknown():
            context.allow_unregistered_dialects = True
            for register in (_stablehlo, _chlo, _sdy):
                register.register_dialect(context)
            try:
                answer = {"answer": known[name](*arguments, **options)}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _main()
