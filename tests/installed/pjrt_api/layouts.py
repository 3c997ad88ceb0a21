"""Memories, and layouts of arguments and results."""

from __future__ import annotations

import itertools
from typing import Any

import jaxlib_pjrt as pjrt
import ml_dtypes
import numpy as np
from pjrt_api.checking import raises, same
from pjrt_api.programs import CLIENT, X, text


def check_memories() -> None:
    device = CLIENT.devices[0]
    assert device.default_memory.kind == "device"
    assert {memory.kind for memory in device.memories} == {"device", "pinned_host", "unpinned_host"}
    pinned = next(memory for memory in device.memories if memory.kind == "pinned_host")
    assert CLIENT.buffer(X, pinned).memory == pinned
    moved = CLIENT.buffer(X).copy_to(pinned)
    assert moved.memory == pinned
    assert device in pinned.devices
    same(moved, X)
    assert CLIENT.buffer(X).copy_to(CLIENT.devices[1]).device == CLIENT.devices[1]


def layouts(inside: str, outside: str) -> pjrt.LoadedExecutable:
    executable: pjrt.LoadedExecutable = CLIENT.compile(
        text(
            "%0 = stablehlo.add %a, %a : tensor<2x3xf32> return %0 : tensor<2x3xf32>",
            f'%a: tensor<2x3xf32> {{mhlo.layout_mode = "{inside}"}}',
            f'(tensor<2x3xf32> {{mhlo.layout_mode = "{outside}"}})',
        )
    )
    return executable


def check_layouts_that_a_program_asks_for() -> None:
    rows, columns = ((1, 0), ()), ((0, 1), ())
    x: Any = np.arange(6, dtype=np.float32).reshape(2, 3)
    for inside, wanted in (("default", rows), ("{0,1}", columns), ("{1,0}", rows)):
        for outside, given in (("default", rows), ("{0,1}", columns)):
            executable = layouts(inside, outside)
            assert executable.parameter_layouts == [wanted]
            assert executable.output_layouts == [given]
            placed = CLIENT.buffer(x, layout=wanted)
            assert placed.layout == wanted
            for argument in (x, x.T.copy().T, placed):
                (out,) = executable(argument)
                assert out.layout == given
                same(out, x + x)
                same(np.array(out, copy=True), x + x)
                same(np.from_dlpack(out), x + x)
                same(np.array(out, copy=False), x + x)
            if wanted == columns:
                words = "argument 0: wanted the layout {0,1}, found {1,0}"
                raises(pjrt.errors.InvalidArgument, words, lambda: executable(CLIENT.buffer(x)))  # noqa: B023
            (again,) = layouts("{0,1}", "default")(layouts("default", "{0,1}")(x)[0])
            same(again, 4 * x)
    deep: Any = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    for order in itertools.permutations(range(3)):
        for array in (deep, deep.transpose(2, 1, 0).copy().transpose(2, 1, 0), deep[::-1]):
            buffer = CLIENT.buffer(array, layout=(order, ()))
            same(buffer, array)
            same(np.array(buffer, copy=True), array)
    small: Any = np.arange(6).reshape(2, 3).astype(ml_dtypes.int4)
    same(CLIENT.buffer(small, layout=columns), small)
    raises(pjrt.errors.InvalidArgument, "2 dimensions", lambda: CLIENT.buffer(x, layout=((0,), ())))
    raises(ValueError, "once", lambda: CLIENT.buffer(x, layout=((0, 0), ())))
    raises(TypeError, "minor_to_major", lambda: CLIENT.buffer(x, layout=3))
    raises(ValueError, "copied", lambda: CLIENT.buffer(x, layout=columns, copy=False))
    raises(pjrt.PjrtError, "", lambda: CLIENT.buffer(x, layout=((1, 0), ((8, 128),))))
