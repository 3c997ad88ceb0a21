"""Errors, lifetimes, threads, buffers and programs: what a caller of a library relies on without asking."""

from __future__ import annotations

import contextlib
import gc
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from jaxlib_pjrt.conformance.model import Check, Library, Unsupported
from jaxlib_pjrt.conformance.ops import TYPES, Type, numpy_dtype, some

if TYPE_CHECKING:
    import numpy as np

    from jaxlib_pjrt._native import LoadedExecutable

_T = Type((3,), "float32")
_ADD = f"""module @add {{ func.func public @main(%a: {_T}, %b: {_T}) -> {_T} {{
  %r = stablehlo.add %a, %b : {_T}
  return %r : {_T} }} }}"""
_LARGE = "tensor<256x256xf32>"
_SLOW = f"""module @slow {{ func.func public @main(%a: {_LARGE}) -> {_LARGE} {{
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.while"(%n, %a) ({{
    ^bb0(%i: tensor<i32>, %x: {_LARGE}):
      %m = stablehlo.constant dense<20> : tensor<i32>
      %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%c) : (tensor<i1>) -> ()
    }}, {{
    ^bb0(%i: tensor<i32>, %x: {_LARGE}):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : ({_LARGE}, {_LARGE}) -> {_LARGE}
      "stablehlo.return"(%j, %y) : (tensor<i32>, {_LARGE}) -> ()
    }}) : (tensor<i32>, {_LARGE}) -> (tensor<i32>, {_LARGE})
  return %r#1 : {_LARGE} }} }}"""
#: Its argument is donated to its result.
_DONATES = f"""module @donates {{ func.func public @main(%a: {_T} {{tf.aliasing_output = 0 : i32}}) -> {_T} {{
  %r = stablehlo.add %a, %a : {_T}
  return %r : {_T} }} }}"""


def _x() -> np.ndarray[Any, Any]:
    import numpy as np

    return np.arange(3, dtype=np.float32)


def _raises(call: Callable[[], object], what: str) -> None:
    from jaxlib_pjrt.errors import PjrtError

    found = None
    try:
        call()
    except PjrtError as error:
        found = error
    assert found is not None, f"{what}: no error"
    assert found.code, f"{what}: the error has no code"
    assert found.message.strip(), f"{what}: the error has no message"


_CALL = f"""\"stablehlo.custom_call\"(%a, %b) {{
  call_target_name = "nobody_has_this", api_version = 4 : i32, backend_config = {{}}}} : ({_T}, {_T}) -> {_T}"""
_BAD: dict[str, str | bytes] = {
    "half a program": "module {",
    "an empty program": "",
    "an unknown operation": _ADD.replace("stablehlo.add", "stablehlo.nonsense"),
    "types that do not fit": _ADD.replace(f") -> {_T}", ") -> tensor<4xf32>"),
    "an unknown custom call": _ADD.replace(f"stablehlo.add %a, %b : {_T}", _CALL),
    "damaged bytecode": b"ML\xefR\x0dStableHLO_v1.0.0\x00" + bytes(range(200)),
}


def _bad_program(text: str | bytes, what: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        try:
            client: Any = library.client
        except Unsupported:
            if library.topology is None:
                raise
            client = library.topology
        _raises(lambda: client.compile(text), what)

    return run


def _bad_option(library: Library) -> None:
    from jaxlib_pjrt import Client
    from jaxlib_pjrt.errors import PjrtError

    # Either it says that it does not know the option, or it goes on without it; it must not crash.
    message = "none"
    try:
        Client(library.plugin, **library.options, conformance_has_no_such_option=3)
    except PjrtError as error:
        message = error.message
    assert message.strip(), "the error has no message"


def _wrong_arguments(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(_ADD)
    long = library.client.buffer(np.zeros(1 << 16, np.float32))
    short = library.client.buffer(_x())
    _raises(partial(_executed, executable, long, short), "an argument of another size")


def _executed(executable: LoadedExecutable, *arguments: Any) -> None:
    for out in executable(*arguments):
        out.block_until_ready()


def _wrong_bytes(library: Library) -> None:
    _raises(lambda: library.client.load(b"no executable" * 9), "loading bytes that are no executable")


def _after_an_error(library: Library) -> None:
    client = library.client
    for _ in range(20):
        _raises(partial(client.compile, "module {"), "half a program")
    _works(library)


def _works(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(_ADD)
    (out,) = executable(_x(), _x())
    assert np.array_equal(np.asarray(out), _x() * 2), f"0+0, 1+1, 2+2 is {np.asarray(out).tolist()}"


def _use_of_deleted(library: Library) -> None:
    buffer = library.client.buffer(_x())
    states = [buffer.is_deleted]
    for _ in range(2):  # the second time nothing happens
        buffer.delete()
        states.append(buffer.is_deleted)
    assert not states[0], "a new buffer says that it is deleted"
    assert all(states[1:]), "a deleted buffer says that it is not"
    executable = library.client.compile(_ADD)
    _raises(partial(_executed, executable, buffer, _x()), "a deleted buffer as an argument")


def _deleted_executable(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(_ADD)
    (out,) = executable(_x(), _x())
    executable.delete()
    assert executable.is_deleted, "a deleted executable says that it is not"
    assert np.array_equal(np.asarray(out), _x() * 2), "a result changed when its executable was deleted"


def _in_any_order(library: Library) -> None:
    import numpy as np

    from jaxlib_pjrt import Client

    assert library.client
    for _ in range(3):
        client = Client(library.plugin, **library.options)
        executable = client.compile(_ADD)
        buffer = client.buffer(_x())
        (out,) = executable(buffer, buffer)
        del executable, buffer
        gc.collect()
        got = np.array(out, copy=True)
        del client
        gc.collect()
        assert np.array_equal(got, _x() * 2), f"wanted {(_x() * 2).tolist()}, found {got.tolist()}"
        del out
        gc.collect()


def _argument_dropped(library: Library) -> None:
    import numpy as np

    slow = library.client.compile(_SLOW)
    value: Any = np.eye(256, dtype=np.float32)
    outs = []
    for _ in range(4):
        # The argument is given up while the program may not have begun.
        argument = library.client.buffer(value)
        outs += slow(argument)
        del argument
        gc.collect()
    for out in outs:
        assert np.array_equal(np.asarray(out), value), "a result is wrong: its argument was dropped too early"


def _host_memory(library: Library) -> None:
    import numpy as np

    array: Any = np.arange(1 << 16, dtype=np.float32)
    buffer = library.client.buffer(array)
    array[:] = -1
    wanted: Any = np.arange(1 << 16, dtype=np.float32)
    assert np.array_equal(np.asarray(buffer), wanted), "what was copied changed with the caller's memory"


def _events(library: Library) -> None:
    import numpy as np

    slow = library.client.compile(_SLOW)
    (out,) = slow(np.eye(256, dtype=np.float32))
    event = out.ready()
    event.wait()
    assert event.is_ready, "an event that was waited for is not ready"
    assert out.is_ready, "a buffer whose event is ready is not"
    event.wait()


def _leaks(library: Library) -> None:
    executable = library.client.compile(_ADD)
    before = 0
    for step in range(4):
        for _ in range(1500):
            executable(library.client.buffer(_x()), _x())[0].block_until_ready()
        gc.collect()
        with open("/proc/self/statm") as file:  # noqa: PTH123
            now = int(file.read().split()[1]) * 4096
        if step == 1:
            before = now
    assert now - before < 8 << 20, (
        f"3,000 calls took {(now - before) / 1e6:.1f} MB that they did not give back"
    )


def _in_threads(work: Callable[[int], None], count: int = 8) -> None:
    errors: list[BaseException] = []

    def body(index: int) -> None:
        try:
            work(index)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=body, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def _execute_in_threads(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(_ADD)

    def work(index: int) -> None:
        value: Any = np.full(3, index, np.float32)
        for _ in range(200):
            (out,) = executable(value, value)
            assert np.array_equal(np.asarray(out), value * 2), "a thread got another thread's result"

    _in_threads(work)


def _compile_in_threads(library: Library) -> None:
    import numpy as np

    client = library.client

    def work(index: int) -> None:
        for step in range(4):
            number = float(index * 10 + step)
            program = _ADD.replace("%r =", f"%c = stablehlo.constant dense<{number}> : {_T}\n  %r =").replace(
                "%a, %b", "%a, %c"
            )
            (out,) = client.compile(program)(_x(), _x())
            assert np.array_equal(np.asarray(out), _x() + number), "a thread got another thread's program"

    _in_threads(work, 4)


def _transfer_in_threads(library: Library) -> None:
    import numpy as np

    client = library.client

    def work(index: int) -> None:
        for step in range(50):
            value: Any = np.full(1000 + index, index * 100 + step, np.int32)
            assert np.array_equal(np.asarray(client.buffer(value)), value), (
                "a thread got another thread's array"
            )

    _in_threads(work)


def _delete_in_threads(library: Library) -> None:
    from jaxlib_pjrt.errors import PjrtError

    client = library.client
    executable = client.compile(_ADD)
    for _ in range(100):
        buffer = client.buffer(_x())
        together = threading.Barrier(3)

        def work(index: int, buffer: Any = buffer, together: threading.Barrier = together) -> None:
            together.wait()
            if index == 0:
                buffer.delete()
                return
            with contextlib.suppress(PjrtError, ValueError):  # either is right, as is a result
                executable(buffer, buffer)[0].block_until_ready()

        _in_threads(work, 3)


def _waiting_is_no_work(library: Library) -> None:
    import numpy as np

    slow = library.client.compile(_SLOW)
    (out,) = slow(np.eye(256, dtype=np.float32))
    seen: list[float] = []

    def work(_: int) -> None:
        out.block_until_ready()
        seen.append(time.monotonic())

    _in_threads(work, 6)
    assert len(seen) == 6


_SHAPES: tuple[tuple[int, ...], ...] = (
    *((), (1,), (0,), (3, 0, 2), (1, 1, 1, 1, 1, 1), (7, 1, 5), (2, 3, 5, 7), (1 << 20,), (257, 129)),
)


def _comes_back(client: Any, value: np.ndarray[Any, Any]) -> None:
    import numpy as np

    buffer = client.buffer(value)
    assert buffer.shape == value.shape, f"{value.shape} became {buffer.shape}"
    assert buffer.dtype == value.dtype, f"{value.dtype} became {buffer.dtype}"
    back = np.array(buffer, copy=True)
    assert back.dtype == value.dtype, f"{value.dtype} came back as {back.dtype}"
    assert back.shape == value.shape, f"{value.shape} came back as {back.shape}"
    if value.tobytes() != back.tobytes():
        raise AssertionError(f"{value.dtype.name}{list(value.shape)} came back with other values")


def _dtype(name: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        import numpy as np

        dtype = numpy_dtype(name)
        small = (np.arange(24) % 2).astype(dtype).reshape(2, 3, 4)
        _comes_back(library.client, small)
        if (
            dtype.itemsize == 1
            and not name.endswith(("int2", "int4"))
            and "float4" not in name
            and name != "bool"
        ):
            _comes_back(library.client, np.arange(256, dtype=np.uint8).view(dtype))
        elif name in TYPES and name != "bool":
            _comes_back(library.client, some(Type((5, 7), name), 0, 1, 3))

    return run


def _shape(shape: tuple[int, ...]) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        import numpy as np

        for dtype in ("float32", "int8", "bool"):
            _comes_back(library.client, some(Type(shape, dtype), -4, 4, 1))
        assert np.asarray(library.client.buffer(np.zeros(shape))).shape == shape

    return run


def _strides(library: Library) -> None:
    import numpy as np

    array: Any = np.arange(60, dtype=np.int16).reshape(3, 4, 5)
    for view in (array.T, array[::2], array[:, ::-1], array[..., 1:3], np.broadcast_to(array[0], (2, 4, 5))):
        back = np.asarray(library.client.buffer(view))
        assert np.array_equal(back, view), f"an array with strides {view.strides} came back with other values"


def _every_bit(library: Library) -> None:
    import numpy as np

    words = np.array([0x7FC00001, 0xFFC12345, 0x7F800000, 0x80000000, 0x00000001, 0x7F800001], np.uint32)
    back = np.array(library.client.buffer(words.view(np.float32)), copy=True)
    assert np.array_equal(back.view(np.uint32), words), (
        "NaN payloads, signed zeros or subnormals changed on the way"
    )


def _sizes(library: Library) -> None:
    import numpy as np

    buffer = library.client.buffer(np.zeros((8, 16), np.float32))
    assert buffer.on_device_size >= 8 * 16 * 4, f"512 bytes take {buffer.on_device_size} on the device"


def _between_devices(library: Library) -> None:
    import numpy as np

    devices = library.client.devices
    if len(devices) < 2:
        raise Unsupported(f"{len(devices)} device; it needs two")
    copied = library.client.buffer(_x(), devices[0]).copy_to(devices[1])
    assert copied.device == devices[1], f"a copy for {devices[1]} is on {copied.device}"
    assert np.array_equal(np.asarray(copied), _x()), "a copy has other values"


def _memories(library: Library) -> None:
    import numpy as np

    device = library.client.devices[0]
    assert device.default_memory in device.memories, "a device's default memory is not among its memories"
    for memory in device.memories:
        buffer = library.client.buffer(_x(), memory)
        assert buffer.memory == memory, f"a buffer for {memory} is in {buffer.memory}"
        assert np.array_equal(np.asarray(buffer), _x()), f"a buffer in {memory} has other values"


def _devices(library: Library) -> None:
    devices = library.client.devices
    assert devices, "a client without devices"
    ids = [device.id for device in devices]
    assert len(set(ids)) == len(ids), f"devices of the same id: {ids}"
    for device in devices:
        assert device.kind, f"device {device.id} has no kind"
        assert device.process_index >= 0, f"device {device.id} is of process {device.process_index}"
        assert str(device), f"device {device.id} has no name"
    assert library.client.platform, "the platform has no name"
    assert library.client.platform_version, "the platform has no version"


def _queries(library: Library) -> None:
    executable = library.client.compile(_ADD)
    assert executable.num_outputs == 1, f"{executable.num_outputs} results of a program with one"
    assert executable.output_shapes == [(3,)], f"the result's shape is {executable.output_shapes}"
    assert [str(dtype) for dtype in executable.output_dtypes] == ["float32"], f"{executable.output_dtypes}"
    assert executable.num_replicas == executable.num_partitions == 1, (
        "a program for one device is for several"
    )
    assert len(executable.devices) == 1, f"a program for one device runs on {len(executable.devices)}"


def _query(name: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        value = getattr(library.client.compile(_ADD), name)
        assert (value() if callable(value) else value) is not None

    return run


def _donation(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(_DONATES)
    given = library.client.buffer(_x())
    (out,) = executable(given)
    assert np.array_equal(np.asarray(out), _x() * 2), "the result of a donated argument is wrong"
    assert given.is_deleted, "a donated argument is still there"
    kept = library.client.buffer(_x())
    executable(kept, keep=(0,))
    assert not kept.is_deleted, "an argument that was not to be donated is gone"
    assert np.array_equal(np.asarray(kept), _x()), "an argument that was not to be donated has changed"


def _round_trip(library: Library) -> None:
    import numpy as np

    data = library.client.compile(_ADD).serialize()
    assert data, "an executable of no bytes"
    (out,) = library.client.load(data)(_x(), _x())
    assert np.array_equal(np.asarray(out), _x() * 2), (
        "a program that was serialized and loaded gives something else"
    )


def _again_the_same(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(_SLOW)
    value = some(Type((256, 256), "float32"), -0.01, 0.01, 5)
    first = np.array(executable(value)[0], copy=True)
    for _ in range(3):
        again = np.array(executable(value)[0], copy=True)
        assert first.tobytes() == again.tobytes(), "the same program on the same data gives other bits"


def _no_results(library: Library) -> None:
    executable = library.client.compile(f"module @none {{ func.func public @main(%a: {_T}) {{ return }} }}")
    assert executable(_x()) == []


def _many_arguments(library: Library) -> None:
    import numpy as np

    count = 100
    parameters = ", ".join(f"%a{index}: {_T}" for index in range(count))
    lines = "\n".join(
        f"%s{index} = stablehlo.add %{'a0' if index == 1 else f's{index - 1}'}, %a{index} : {_T}"
        for index in range(1, count)
    )
    outputs = ", ".join(f"%s{index}" for index in range(1, count))
    kinds = ", ".join([str(_T)] * (count - 1))
    function = f"func.func public @main({parameters}) -> ({kinds})"
    program = f"module @many {{ {function} {{ {lines}\n return {outputs} : {kinds} }} }}"
    outs = library.client.compile(program)(*([np.ones(3, np.float32)] * count))
    found = [float(np.asarray(out)[0]) for out in outs]
    assert found == list(range(2, count + 1)), f"sums of ones: {found[:5]} ..."


def _compiles_for_a_topology(library: Library) -> None:
    if library.topology is None:
        raise Unsupported("no topology was given (--topology)")
    assert library.topology.devices, "a topology without devices"
    executable = library.topology.compile(_ADD)
    assert executable.serialize(), "an executable of no bytes"


def checks() -> list[Check]:
    """The checks of this file."""
    table: Sequence[tuple[str, str, str, Callable[[Library], None]]] = (
        (
            "errors",
            "an unknown option",
            "An unknown option of a client is an error, or is ignored.",
            _bad_option,
        ),
        (
            "errors",
            "an argument of another size",
            "An argument of another size is an error.",
            _wrong_arguments,
        ),
        ("errors", "bytes that are no executable", "Loading other bytes is an error.", _wrong_bytes),
        ("errors", "works after errors", "After errors, everything works as before.", _after_an_error),
        (
            "lifetime",
            "a deleted buffer",
            "A deleted buffer says so, and is refused as an argument.",
            _use_of_deleted,
        ),
        (
            "lifetime",
            "a deleted executable",
            "A deleted executable says so; its results stay.",
            _deleted_executable,
        ),
        (
            "lifetime",
            "dropped in any order",
            "Clients, executables and buffers may be dropped in any order.",
            _in_any_order,
        ),
        (
            "lifetime",
            "an argument dropped early",
            "An argument may be dropped while the program runs.",
            _argument_dropped,
        ),
        (
            "lifetime",
            "the caller's memory",
            "What was copied does not change with the caller's memory.",
            _host_memory,
        ),
        ("lifetime", "events", "An event that was waited for is ready, and stays so.", _events),
        ("lifetime", "no leaks", "Calls give back what they take.", _leaks),
        ("threads", "executing", "One executable may be called from many threads.", _execute_in_threads),
        ("threads", "compiling", "One client may compile in many threads.", _compile_in_threads),
        (
            "threads",
            "transferring",
            "One client may take and give arrays in many threads.",
            _transfer_in_threads,
        ),
        ("threads", "deleting", "A buffer may be deleted while another thread uses it.", _delete_in_threads),
        ("threads", "waiting", "Many threads may wait for one buffer.", _waiting_is_no_work),
        ("buffers", "strides", "Arrays with any strides come back as they are.", _strides),
        (
            "buffers",
            "every bit",
            "NaN payloads, signed zeros and subnormals come back as they are.",
            _every_bit,
        ),
        ("buffers", "sizes", "A buffer's size on the device holds its elements.", _sizes),
        ("buffers", "between devices", "A buffer can be copied to another device.", _between_devices),
        ("buffers", "memories", "A buffer can be placed in each memory of a device.", _memories),
        (
            "programs",
            "devices",
            "Devices have ids, kinds and names; the platform has a name and a version.",
            _devices,
        ),
        ("programs", "adds", "A program gives what it says.", _works),
        ("programs", "queries", "An executable says what it takes and gives.", _queries),
        (
            "programs",
            "donation",
            "A donated argument is gone after the call, and any other is not.",
            _donation,
        ),
        (
            "programs",
            "serialization",
            "An executable that was serialized and loaded gives the same.",
            _round_trip,
        ),
        (
            "programs",
            "the same again",
            "The same program on the same data gives the same bits.",
            _again_the_same,
        ),
        ("programs", "no results", "A program may give nothing.", _no_results),
        (
            "programs",
            "100 arguments",
            "A program may take 100 arguments and give 99 results.",
            _many_arguments,
        ),
        ("programs", "topology", "It compiles for a topology, with no device.", _compiles_for_a_topology),
    )
    found = [
        Check("errors", name, f"For {name} there is an error.", _bad_program(text, name))
        for name, text in _BAD.items()
    ]
    found += [Check(*entry) for entry in table]
    found += [
        Check("buffers", name, "Arrays of this dtype come back as they are.", _dtype(name)) for name in TYPES
    ]
    found += [
        Check("buffers", f"shape {list(shape)}", "Arrays of this shape come back as they are.", _shape(shape))
        for shape in _SHAPES
    ]
    found += [
        Check(
            "programs",
            name.replace("_", " "),
            f"An executable has its {name.replace('_', ' ')}.",
            _query(name),
        )
        for name in (
            "cost_analysis",
            "memory_stats",
            "optimized_program",
            "fingerprint",
            "code_size",
            "output_memory_kinds",
        )
    ]
    return found
