"""Properties of jaxlib-pjrt over many shapes, dtypes, layouts and lives of objects, with hypothesis.

The number of examples is the argument. Prints JSON: name to "" or the traceback, with the example that fails.
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
import threading
import traceback
import weakref
from typing import Any

import hypothesis.strategies as st
import jaxlib_pjrt as pjrt
import ml_dtypes
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    rule,
    run_state_machine_as_test,
)
from jaxlib_pjrt import _native
from pjrt_api.programs import ADD, CLIENT, DOUBLE, text

DTYPES = [np.dtype(getattr(ml_dtypes, name, None) or name) for name in _native.ELEMENT_TYPES]
SHAPES = st.lists(st.integers(0, 6), max_size=5).map(tuple)


@st.composite
def arrays(draw: Any) -> Any:
    """An array of any dtype, cut and turned in any way: gaps, negative and zero strides, any alignment."""
    dtype, shape = draw(st.sampled_from(DTYPES)), draw(SHAPES)
    steps = [draw(st.sampled_from((1, 1, 2, -1, -2))) for _ in shape]
    whole = tuple(length * abs(step) for length, step in zip(shape, steps, strict=True))
    count = int(np.prod(whole, dtype=int))
    offset = draw(st.integers(0, 3))
    values = np.arange(count + offset) % draw(st.sampled_from((2, 3)))
    array = values.astype(dtype)[offset:].reshape(whole)
    array = array[tuple(slice(None, None, step) for step in steps)]
    if draw(st.booleans()):
        array = array.transpose(draw(st.permutations(range(array.ndim))))
    if draw(st.integers(0, 4)) == 0:
        array = np.broadcast_to(array, (2, *array.shape))
    return array


def equal(found: Any, wanted: Any) -> None:
    found = np.asarray(found)
    assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
    assert found.tobytes() == wanted.tobytes()


def check_any_array_in_any_layout_comes_back() -> None:
    @given(arrays(), st.data())
    def property_(array: Any, data: Any) -> None:
        order = data.draw(st.none() | st.permutations(range(array.ndim)).map(tuple))
        copy = data.draw(st.sampled_from((True, None, False)))
        where = data.draw(st.sampled_from([None, *CLIENT.devices, *CLIENT.memories]))
        try:
            buffer = CLIENT.buffer(array, where, copy=copy, layout=None if order is None else (order, ()))
        except ValueError:
            assert copy is False
            return
        equal(buffer, array)
        equal(np.array(buffer, copy=True), array)
        if buffer.dtype.itemsize * 8 > 4 and order is not None and array.ndim:
            assert buffer.layout == (order, ())
        with contextlib.suppress(BufferError, RuntimeError):  # neither has every dtype
            equal(np.from_dlpack(buffer), array)

    property_()


def check_a_program_computes_on_any_shape() -> None:
    @settings(max_examples=max(10, EXAMPLES // 5))
    @given(SHAPES, st.sampled_from(("f32", "f64", "i32", "ui8", "bf16", "complex<f32>")), st.data())
    def property_(shape: tuple[int, ...], mlir: str, data: Any) -> None:
        names = {
            "f32": "float32",
            "f64": "float64",
            "i32": "int32",
            "ui8": "uint8",
            "complex<f32>": "complex64",
        }
        dtype = np.dtype(ml_dtypes.bfloat16) if mlir == "bf16" else np.dtype(names[mlir])
        kind = f"tensor<{''.join(f'{length}x' for length in shape)}{mlir}>"
        modes = [data.draw(st.permutations(range(len(shape)))) for _ in range(2)]
        inside, outside = (f'{{mhlo.layout_mode = "{{{",".join(map(str, mode))}}}"}}' for mode in modes)
        body = f"%0 = stablehlo.add %a, %a : {kind} return %0 : {kind}"
        program = text(body, f"%a: {kind} {inside}", f"({kind} {outside})")
        executable = CLIENT.compile(program)
        array = np.arange(int(np.prod(shape, dtype=int))).astype(dtype).reshape(shape)
        (out,) = executable(array)
        equal(out, array + array)
        raised = False
        try:
            executable(np.zeros((*shape, 2), dtype))
        except pjrt.errors.InvalidArgument:
            raised = True
        assert raised

    property_()


class Lives(RuleBasedStateMachine):
    """Objects made, used, deleted and dropped in any order, by any thread; values stay what they were."""

    clients, buffers, views, executables = (
        Bundle(name) for name in ("clients", "buffers", "views", "executables")
    )

    def __init__(self) -> None:
        super().__init__()
        self.made: list[weakref.ref[Any]] = []

    @rule(target=clients, devices=st.integers(1, 2))
    def client(self, devices: int) -> Any:
        return pjrt.Client("cpu", cpu_device_count=devices)

    @rule(target=executables, client=clients, source=st.sampled_from((ADD, DOUBLE)))
    def compile(self, client: pjrt.Client, source: str) -> Any:
        return source, client.compile(source)

    @rule(target=executables, pair=executables, client=clients)
    def load(self, pair: Any, client: pjrt.Client) -> Any:
        return pair[0], client.load(pair[1].serialize())

    @rule(
        target=buffers,
        client=clients,
        size=st.sampled_from((3, 1024)),
        value=st.integers(0, 9),
        share=st.booleans(),
    )
    def buffer(self, client: pjrt.Client, size: int, value: int, share: bool) -> Any:
        array = pjrt.empty_aligned(size)
        array[:] = value
        if share:
            return value, client.from_dlpack(array)
        return value, client.buffer(array, copy=None)

    @rule(target=buffers, pair=executables, one=buffers, two=buffers, keep=st.booleans())
    def call(self, pair: Any, one: Any, two: Any, keep: bool) -> Any:
        source, executable = pair
        arguments = (one, two) if source == ADD else (one,)
        try:
            (out,) = executable(*(buffer for _, buffer in arguments), keep=(0,) if keep else ())
        except (pjrt.PjrtError, ValueError):
            return one  # deleted, of another client or shape
        values = [value for value, _ in arguments]
        return (sum(values) if source == ADD else values[0] * 2), out

    @rule(target=views, pair=buffers, way=st.sampled_from((np.asarray, np.from_dlpack)))
    def view(self, pair: Any, way: Any) -> Any:
        value, buffer = pair
        try:
            return value, way(buffer)
        except pjrt.PjrtError:
            assert buffer.is_deleted
            return 0, np.zeros(1, np.float32)

    @rule(target=buffers, pair=buffers)
    def copied(self, pair: Any) -> Any:
        value, buffer = pair
        for device in buffer.client.devices:
            if device != buffer.client.devices[0]:
                with contextlib.suppress(pjrt.PjrtError):  # deleted, or there already
                    return value, buffer.copy_to(device)
        return pair

    @rule(pair=views)
    def values(self, pair: Any) -> None:
        assert (pair[1] == pair[0]).all()

    @rule(pair=buffers)
    def delete(self, pair: Any) -> None:
        thread = threading.Thread(target=pair[1].delete)
        thread.start()
        str(pair[1])
        thread.join()

    @rule(pair=buffers)
    def use(self, pair: Any) -> None:
        value, buffer = pair
        try:
            assert (np.array(buffer, copy=True) == value).all()
        except pjrt.PjrtError:
            assert buffer.is_deleted

    @rule(_=consumes(clients))
    def drop_client(self, _: Any) -> None:
        gc.collect()

    @rule(_=consumes(buffers), elsewhere=st.booleans())
    def drop_buffer(self, _: Any, elsewhere: bool) -> None:
        gc.collect()

    @rule(_=consumes(executables))
    def drop_executable(self, _: Any) -> None:
        gc.collect()

    @rule(_=consumes(views))
    def drop_view(self, _: Any) -> None:
        gc.collect()

    @invariant()
    def python_is_sound(self) -> None:
        assert sys.getrefcount(None) > 100


def check_objects_live_and_die_in_any_order() -> None:
    run_state_machine_as_test(
        Lives, settings=settings(max_examples=max(10, EXAMPLES // 4), stateful_step_count=40)
    )


def check_shards_of_any_replicas() -> None:
    @settings(max_examples=max(5, EXAMPLES // 10))
    @given(st.permutations(range(2)), st.integers(0, 9), st.integers(0, 9))
    def property_(devices: Any, one: int, two: int) -> None:
        options = pjrt.CompileOptions(num_replicas=2, device_assignment=[[device] for device in devices])
        values: list[Any] = [np.full(3, value, np.float32) for value in (one, two)]
        (out,) = CLIENT.compile(ADD, options)(tuple(values), values[0])
        assert [shard.device.id for shard in out] == devices
        for shard, wanted in zip(out, values, strict=True):
            equal(shard, wanted + values[0])

    property_()


EXAMPLES = int(sys.argv[1]) if len(sys.argv) > 1 else 40


def main() -> None:
    settings.register_profile(
        "here",
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=EXAMPLES <= 100,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("here")
    results = {}
    for name, check in sorted(globals().items()):
        if name.startswith("check_") and check.__module__ == __name__:
            try:
                check()
                results[name] = ""
            except BaseException:
                results[name] = traceback.format_exc()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
