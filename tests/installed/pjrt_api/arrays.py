"""Arrays that go in, come back, or are shared."""

from __future__ import annotations

import gc
import sys
import time
from typing import Any

import jaxlib_pjrt as pjrt
import ml_dtypes
import numpy as np
from jaxlib_pjrt import _native
from pjrt_api.checking import raises, resident, same
from pjrt_api.programs import ADD, CLIENT, X, text


def check_every_dtype_goes_in_and_comes_back() -> None:
    assert len(_native.ELEMENT_TYPES) == 28
    for name in _native.ELEMENT_TYPES:
        dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
        values = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype)
        for copy in (True, None):
            buffer = CLIENT.buffer(values, copy=copy)
            assert buffer.dtype == dtype
            assert buffer.shape == (2, 3)
            same(buffer, values)
            same(np.array(buffer, copy=True), values)


def check_every_ml_dtypes_type_is_known() -> None:
    numbers = {name for name in dir(ml_dtypes) if isinstance(getattr(ml_dtypes, name), type)}
    unknown = {name for name in numbers - {"finfo", "iinfo"} if name not in _native.ELEMENT_TYPES}
    # PJRT has no element type for these.
    none = {"float6_e2m3fn", "float6_e3m2fn", "int1", "uint1", "complex32", "bcomplex32"}
    assert unknown <= none, unknown
    for name in unknown:
        values = np.zeros(2, getattr(ml_dtypes, name))
        raises(TypeError, "no PJRT element type", lambda values=values: CLIENT.buffer(values))


def check_a_program_computes_in_every_float() -> None:
    for name, mlir in (("float16", "f16"), ("bfloat16", "bf16"), ("float32", "f32"), ("float64", "f64")):
        kind = f"tensor<4x{mlir}>"
        program = text(f"%0 = stablehlo.multiply %a, %a : {kind} return %0 : {kind}", f"%a: {kind}", kind)
        values = np.array([0.5, 1, 2, 3]).astype(getattr(ml_dtypes, name, None) or name)
        (out,) = CLIENT.compile(program)(values)
        same(out, values * values)


def check_shapes_and_strides() -> None:
    grid: Any = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    arrays: Any = (
        *(np.float32(3), np.zeros((0, 3), np.float32), np.zeros((2, 0), np.int8), grid.T, grid[::-1]),
        *(grid[:, ::2], grid[:, :, ::-1], np.asfortranarray(grid), np.broadcast_to(np.float32(1), (2, 5))),
        *(np.zeros((1, 1, 5), np.complex64)[:, ::-1], [1.5, 2.5], 7, True, memoryview(b"abc")),
    )
    for array in arrays:
        for copy in (True, None):
            same(CLIENT.buffer(array, copy=copy), np.asarray(array))


def check_foreign_dtypes_are_refused() -> None:
    foreign: Any = (np.zeros(2, ">f4"), np.array([object()]), np.array(["text"]), np.zeros(2, "M8[s]"))
    for array in foreign:
        raises(TypeError, str(array.dtype), lambda array=array: CLIENT.buffer(array))


def check_copy_true_takes_the_values_at_once() -> None:
    array: Any = np.ones(1 << 20, np.float32)
    buffer = CLIENT.buffer(array)
    array[:] = 2
    assert np.asarray(buffer).max() == 1


def check_large_arrays_are_copied_as_small_ones() -> None:
    # From 32 MiB on the memory is the binding's own, which the library is to use as if it were its.
    size = (32 << 20) // 4 + 3
    array: Any = np.arange(size, dtype=np.float32)
    kept = CLIENT.buffer(array)
    given = CLIENT.buffer(array)
    rows = CLIENT.buffer(array[: size // 2 * 2].reshape(2, -1).T)
    array[:] = 0
    wanted: Any = np.arange(size, dtype=np.float32)
    same(np.asarray(kept), wanted)
    same(np.asarray(rows), wanted[: size // 2 * 2].reshape(2, -1).T)
    kind = f"tensor<{size}xf32>"
    double = CLIENT.compile(
        f"module @m {{ func.func public @main(%a: {kind} {{tf.aliasing_output = 0 : i32}}) -> {kind} {{ "
        f"%0 = stablehlo.add %a, %a : {kind} return %0 : {kind} }} }}"
    )
    (out,) = double(given)
    assert given.is_deleted
    same(np.asarray(out), wanted * 2)
    same(np.asarray(double(kept, keep=(0,))[0]), wanted * 2)
    same(np.asarray(kept), wanted)
    del out, rows, given
    before = resident()
    for _ in range(8):
        CLIENT.buffer(wanted).block_until_ready()
    assert resident() - before < 4 * wanted.nbytes, "memory that is not given back"


def check_copy_false_shares_or_raises() -> None:
    array = pjrt.empty_aligned((1 << 10, 4), np.float32)
    array[:] = 1
    buffer = CLIENT.buffer(array, copy=False)
    assert buffer.address == array.ctypes.data
    references = sys.getrefcount(array)
    del buffer
    gc.collect()
    for _ in range(6000):
        if sys.getrefcount(array) < references:
            break
        time.sleep(0.01)
    assert sys.getrefcount(array) < references, "the library is done with the array, and it is still held"
    raises(ValueError, "aligned", lambda: CLIENT.buffer(array.reshape(-1)[1:], copy=False))
    raises(ValueError, "contiguous", lambda: CLIENT.buffer(array.T, copy=False))


def check_results_share_memory_with_numpy() -> None:
    (out,) = CLIENT.compile(ADD)(X, X)
    view = np.asarray(out)
    assert view.ctypes.data == out.address
    assert not view.flags.writeable
    same(np.array(out, copy=False), X + X)
    own = np.array(out, copy=True)
    assert own.flags.writeable
    assert own.ctypes.data != out.address
    assert np.asarray(out, dtype=np.float64).dtype == np.float64
    raises(ValueError, "copy=False", lambda: np.array(out, dtype=np.float64, copy=False))
    small = CLIENT.buffer(np.ones(3, ml_dtypes.int4))
    raises(ValueError, "smaller than a byte", lambda: np.array(small, copy=False))
    view = np.asarray(CLIENT.compile(ADD)(X, X)[0])
    gc.collect()
    same(view, X + X)  # nothing else holds the buffer


def check_dlpack_both_ways() -> None:
    (out,) = CLIENT.compile(ADD)(X, X)
    shared = np.from_dlpack(out)
    assert shared.ctypes.data == out.address
    assert out.__dlpack_device__() == (1, 0)
    del out
    gc.collect()
    same(shared, X + X)
    array = pjrt.empty_aligned(8, np.float64)
    array[:] = range(8)
    buffer = CLIENT.from_dlpack(array)
    assert buffer.address == array.ctypes.data
    references = sys.getrefcount(array)
    same(buffer, np.arange(8.0))
    del buffer
    gc.collect()
    assert sys.getrefcount(array) <= references
    raises(ValueError, "row-major", lambda: CLIENT.from_dlpack(array.reshape(2, 4).T))
    raises(BufferError, "int4", CLIENT.buffer(np.ones(3, ml_dtypes.int4)).__dlpack__)
    for _ in range(3):
        CLIENT.buffer(X).__dlpack__()  # a capsule that nobody takes

    class Foreign:
        def __dlpack__(self, **options: object) -> object:
            return X.__dlpack__()

        def __dlpack_device__(self) -> tuple[int, int]:
            return (1, 0)

    same(CLIENT.buffer(Foreign()), X)
