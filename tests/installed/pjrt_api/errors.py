"""Errors: what they say, and input that must end in one."""

from __future__ import annotations

import functools

import jaxlib_pjrt as pjrt
import numpy as np
from jaxlib_pjrt import _native
from pjrt_api.bytecode import BYTECODE
from pjrt_api.checking import raises
from pjrt_api.executables import compile_with
from pjrt_api.programs import ADD, CLIENT, X, text


def check_damaged_executables_are_refused() -> None:
    """Serialized executables contain machine code, which a library runs unchecked."""
    data = CLIENT.compile(ADD).serialize()
    for at in (16, 23, 24, len(data) // 2, len(data) - 1):
        damaged = bytearray(data)
        damaged[at] ^= 4
        raises(ValueError, "have changed since", functools.partial(CLIENT.load, bytes(damaged)))
    for end in (16, 20, 24, len(data) - 1):
        raises(ValueError, "not all there", functools.partial(CLIENT.load, data[:end]))
    raises(ValueError, "have changed since", lambda: CLIENT.load(data + b"x"))
    for at in range(16):
        damaged = bytearray(data)
        damaged[at] ^= 1
        raises(pjrt.PjrtError, "", functools.partial(CLIENT.load, bytes(damaged)))


def check_errors_say_what_where_and_who() -> None:
    error = raises(
        pjrt.errors.InvalidArgument, "No such compile option", lambda: compile_with({"nonsense": 1})
    )
    assert isinstance(error, pjrt.PjrtError)
    assert (error.code, error.function, error.plugin) == (3, "PJRT_Client_Compile", "jaxlib-cpu")
    raises(pjrt.errors.Unimplemented, "GetOutputMemoryKinds", lambda: CLIENT.compile(ADD).output_memory_kinds)
    raises(pjrt.errors.Unimplemented, "", CLIENT.devices[0].memory_stats)
    raises(pjrt.errors.Unimplemented, "Topology", lambda: pjrt.Topology("cpu"))
    codes = sorted(kind.code for kind in pjrt.PjrtError.__subclasses__())
    assert codes == list(range(1, 17))
    raises(pjrt.PluginNotFound, "Plugins of the family: cpu, ", lambda: pjrt.Client("nothing"))
    raises(pjrt.LoadError, "/no/such.so", lambda: pjrt.Client("/no/such.so"))
    raises(pjrt.LoadError, "GetPjrtApi", lambda: pjrt.Client(_native.__file__))
    raises(TypeError, "option nonsense", lambda: pjrt.Client("cpu", nonsense=object()))  # type: ignore[arg-type]


def check_damaged_programs_and_options_are_errors() -> None:
    for program in (
        "",
        "module",
        b"\0\1\2",
        ADD[:-3],
        ADD.replace("3xf32>)", "4xf32>)"),
        b"ML\xefR" + bytes(40),
    ):
        raises(pjrt.PjrtError, "", lambda program=program: CLIENT.compile(program))
    raises(pjrt.errors.InvalidArgument, "", lambda: CLIENT.compile(ADD, b"\xff\xff\xff"))
    raises(pjrt.errors.InvalidArgument, "format", lambda: CLIENT.compile(ADD, format="hlo3"))
    raises(TypeError, "", lambda: CLIENT.compile(3))


def check_a_library_without_a_profiler_says_so() -> None:
    assert not pjrt.Profiler.available("cpu")
    raises(pjrt.errors.Unimplemented, "no profiler", lambda: pjrt.Profiler(CLIENT.plugin))


def changed(*changes: tuple[int, int]) -> bytes:
    """`BYTECODE` with other bytes at some places."""
    program = bytearray(BYTECODE)
    for at, byte in changes:
        program[at] = byte
    return bytes(program)


def with_use_orders(*order: int) -> bytes:
    """`BYTECODE` in which the first argument is used twice, with an order of its uses in MLIR's encoding."""
    inserted = bytes([3, 1, *order])  # one order, of the argument 0
    grown = 2 * len(inserted)  # a length of one byte is twice the number, and one
    lengths = [
        (at, BYTECODE[at] + grown) for at in (287, 296, 306)
    ]  # of the sections around the function's body
    program = changed(*lengths, (315, 1), (332, 1))
    return program[:316] + inserted + program[316:]


def check_damaged_bytecode_is_refused() -> None:
    """The library's reader trusts these numbers: it would write out of bounds, recurse without end, or abort."""
    CLIENT.compile(with_use_orders(19, 1, 3, 3, 1))
    for program, words in (
        (changed((43, 231)), "115 attributes in 61 bytes"),
        (changed((40, 127)), "72 attributes and types in 63 bytes"),
        (changed((112, 5)), "contains itself"),
        (changed((196, 17), (197, 15)), "a number of another type"),
        (changed((201, 13)), "elements of a type that is not a tensor"),
        (changed((201, 9)), "0 bytes of elements for 1 of 64 bits"),
        (changed((639, 1)), "a property of func_v1 of another kind"),
        (changed((318, 201)), "attribute 100 of 46"),
        (changed((332, 63)), "value 31 of 4"),
        (changed((308, 7)), "more values than the 3 of their region"),
        (with_use_orders(11, 101, 1), "use 50 of 2"),
        (BYTECODE[:-30], "286 bytes where there are 283"),
    ):
        error = raises(
            pjrt.errors.InvalidArgument,
            "wanted MLIR bytecode, found damaged bytes",
            functools.partial(CLIENT.compile, program),
        )
        assert words in str(error), error


def check_what_would_end_the_process_is_refused() -> None:
    """Inputs that made the library abort; pjrt_fuzz.py found them."""
    tile = text(
        "return %a : tensor<4x4xf32>",
        '%a: tensor<4x4xf32> {mhlo.sharding = "{devices=[TILES]<=[2]}"}',
        "tensor<4x4xf32>",
        "attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32}",
    )
    for tiles in ("0,1", "1,0", "-1,1", "2,-3", "00,1"):
        wrong = tile.replace("TILES", tiles)
        raises(pjrt.errors.InvalidArgument, f"devices=[{tiles}]", lambda wrong=wrong: CLIENT.compile(wrong))
    ten = tile.replace("TILES", "10,1")  # a 0 in a number is none
    raises(pjrt.PjrtError, "product_of_dimensions", lambda: CLIENT.compile(ten))
    ordinal = bytes([0x1A, 6, 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F])  # 2**32 - 1
    raises(pjrt.errors.InvalidArgument, "device_ordinal", lambda: CLIENT.compile(ADD, ordinal))
    none = bytes([0x1A, 2, 0x28, 1])  # one partition, and no word of replicas
    raises(pjrt.errors.InvalidArgument, "0 replicas of 1 partitions", lambda: CLIENT.compile(ADD, none))
    raises(pjrt.errors.InvalidArgument, "0 replicas of 0 partitions", lambda: CLIENT.compile(ADD, b""))
    many = pjrt.CompileOptions(num_replicas=2**31 - 1, num_partitions=1024)
    raises(pjrt.errors.InvalidArgument, "at most 1048576 devices", lambda: CLIENT.compile(ADD, many))
    large = ADD.replace("3x", f"{2**63 - 1}x")
    raises(pjrt.errors.Internal, "overflow", lambda: CLIENT.compile(large))
    odd = text(
        "%0 = stablehlo.custom_call @nobody(%a) {api_version = 4 : i32, backend_config = {}} "
        ": (tensor<3xf32>) -> tensor<3xf32> return %0 : tensor<3xf32>",
        "%a: tensor<3xf32>",
        "tensor<3xf32>",
    )
    raises(
        pjrt.PjrtError,
        "",
        lambda: np.asarray(CLIENT.compile(odd.encode().replace(b"nobody", b'"\xff"'))(X)[0]),
    )
