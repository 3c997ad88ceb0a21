"""Host callbacks through a plugin: ``pure_callback``, ``io_callback``, ``debug.print`` and others.

jax lowers each of them to a call of an FFI target, with the callback's index in a table that jaxlib keeps for the
executable. A plugin's library has neither the target nor the table. Therefore the target is a handler in the
plugin's extension, and the index in the call is a number that is unique in this process.

jax's own lowering is used unchanged. While it runs, the list to which it appends the callback, and whose length it
uses as the index, is replaced by one that assigns these numbers. jaxlib receives the appended objects with the
program, keeps them alive as long as the executable and its executions, and refuses to export them. The table here
holds callbacks weakly, so that a callback is released together with the last of these.

Numbers are assigned in the order of lowering, and numbers of released callbacks are reused. A function that is
lowered again after ``jax.clear_caches()`` is therefore the same program. If jax stores such an executable in its
persistent cache (0.12 does, 0.10 does not), a process with the same callbacks in the same order finds it again, and
the numbers in it refer to the callbacks that this process has just lowered.

What a callback computes with jax must not wait for the program that called it; the extension's shadow client
ensures that.
"""

from __future__ import annotations

import ctypes
import functools
import heapq
import itertools
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any, Protocol, TypeAlias

import numpy as np

#: An operand or result of a call, from the extension: element type, dimensions, memory. See callbacks.h.
Described: TypeAlias = tuple[int, tuple[int, ...], memoryview | None]
Array: TypeAlias = Any  # numpy arrays; numpy is not installed where this is type-checked


class Extension(Protocol):
    """The part of a plugin's extension that serves host callbacks; see ``_pjrt.pyi`` in the plugin."""

    def callback_handlers(
        self, serve: Callable[[int, Sequence[Described], Sequence[Described]], bytes | None]
    ) -> tuple[int, int]:
        """Set the function that serves callbacks; returns the addresses of its handler and of a no-op handler."""


def handlers(extension: Extension) -> Mapping[str, int]:
    """Let ``extension`` serve the host callbacks of the platform ``cpu``; called when the library is loaded.

    Returns:
        The addresses of the FFI handlers to register, by target.
    """
    serving, sink = extension.callback_handlers(_serve)
    return {
        "xla_ffi_python_cpu_callback": serving,
        "xla_ffi_partitioned_python_cpu_callback": serving,
        "xla_buffer_python_cpu_callback": serving,
        "dce_sink": sink,
    }


# ---- Lowering: from jax's callback to a number in the program.

#: Larger than any index in jaxlib's table, so that a foreign index is never mistaken for one of these numbers.
_numbers = itertools.count(1 << 40)
#: A heap of the numbers of released callbacks; the smallest is reused first.
_free: list[int] = []
_callbacks: weakref.WeakValueDictionary[int, _Callback] = weakref.WeakValueDictionary()


class _Callback:
    """A callback as jaxlib holds it; it stays in the table, under its number, as long as anything refers to it."""

    __slots__ = ("__weakref__", "function", "number")

    #: The beginning of the error text for an exception in the callback; the same as upstream's.
    title = "CpuCallback error calling callback"

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        try:
            self.number = heapq.heappop(_free)
        except IndexError:
            self.number = next(_numbers)
        _callbacks[self.number] = self

    # Bound as defaults, because a callback may be released after this module's globals were cleared.
    def __del__(
        self, push: Callable[[list[int], int], None] = heapq.heappush, free: list[int] = _free
    ) -> None:
        push(free, self.number)

    def __call__(self, *arguments: Any) -> Any:
        # jaxlib only accepts callables.
        return self.function(*arguments)

    def serve(self, operands: Sequence[Described], results: Sequence[Described]) -> None:
        """Call the function with copies of the operands, and copy its return values into the results."""
        returned = self.function(*map(_operand, operands))
        for value, result in zip(returned, results, strict=True):
            _store(value, result)


class _BufferCallback(_Callback):
    """A callback that works on XLA's memory directly (``jax.experimental.buffer_callback``)."""

    __slots__ = ()

    title = "Error when calling buffer callback"

    def serve(self, operands: Sequence[Described], results: Sequence[Described]) -> None:
        """Call the function with the memory of the operands and results."""
        self.function(
            ExecutionContext(),
            *(Buffer(operand, writeable=False) for operand in operands),
            *(Buffer(result, writeable=True) for result in results),
        )


class _Numbering:
    """Stands in for a module's list of host callbacks while jax lowers one of them.

    jax appends the callback, then uses ``len(...) - 1`` as its identifier in the program.
    """

    def __init__(self, callbacks: list[Any], kind: type[_Callback]) -> None:
        self._callbacks = callbacks
        self._kind = kind
        self._last = -1

    def append(self, function: Callable[..., Any]) -> None:
        callback = self._kind(function)
        self._callbacks.append(callback)
        self._last = callback.number

    def __len__(self) -> int:
        return self._last + 1


def _numbered(lower: Callable[..., Any], kind: type[_Callback]) -> Callable[..., Any]:
    """Upstream's ``lower``, with numbers from this module when it lowers for the CPU."""

    @functools.wraps(lower)
    def numbered(ctx: Any, *args: Any, **keywords: Any) -> Any:
        module = ctx.module_context
        if tuple(module.platforms) != ("cpu",):
            return lower(ctx, *args, **keywords)
        ctx.module_context = module.replace(host_callbacks=_Numbering(module.host_callbacks, kind))
        try:
            return lower(ctx, *args, **keywords)
        finally:
            ctx.module_context = module

    return numbered


def number_callbacks() -> None:
    """Patch the function in which jax assigns indices to host callbacks.

    A lowering rule for each primitive would suffice for jax's core, but not for primitives of modules that are
    imported later (checkify, sparse) or that users define. All of them call this function, which they look up in
    one of two modules.
    """
    from jax._src import callback

    callback.emit_python_callback = _numbered(callback.emit_python_callback, _Callback)


def number_public_callbacks() -> None:
    """Patch the same function in jax's public module."""
    from jax._src import callback
    from jax.interpreters import mlir

    mlir.emit_python_callback = callback.emit_python_callback


def number_buffer_callbacks() -> None:
    """Patch the lowering of buffer callbacks in the same way."""
    from jax._src import buffer_callback
    from jax._src.interpreters import mlir

    mlir.register_lowering(
        buffer_callback.buffer_callback_p,
        _numbered(buffer_callback._buffer_callback_lowering, _BufferCallback),
        platform="cpu",
    )


# ---- Execution: from a call of the program to the callback.


def _serve(number: int, operands: Sequence[Described], results: Sequence[Described]) -> bytes | None:
    """Serve one call; returns the text of an error, or None."""
    callback = _callbacks.get(number)
    if callback is None:
        return f"Host callback {number} is not known here: its executable is gone, or not of this process.".encode()
    # jaxlib (bindings-only) counts these calls: a call that is cut short by interpreter exit never returns, and no
    # destructor may wait for it then.
    native = sys.modules.get("jaxlib._native")
    counted = native is not None and hasattr(native, "callback_begins")
    if counted:
        native.callback_begins()  # type: ignore[union-attr]
    try:
        with sys.modules["jaxlib._profiler"].TraceMe("HostCallback"):
            callback.serve(operands, results)
    except BaseException as error:  # a callback may raise anything; everything is reported
        text = f"{callback.title}: {_error_text(error)}".replace("\0", "\\0")
        return text.encode("utf-8", "backslashreplace")
    finally:
        if counted:
            native.callback_ends()  # type: ignore[union-attr]
    return None


def _error_text(error: BaseException) -> str:
    """An exception as upstream's jaxlib reports it, in nanobind's format.

    The frames are those of the whole stack of the raising thread, including the callers of the program if it runs
    on their thread. There are no source lines, no cause of the exception, and no notes.
    """
    frames: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame if trace is not None else None
    while frame is not None:
        if frame.f_globals is not globals():
            frames.append(frame)
        frame = frame.f_back
    lines = [
        f'  File "{frame.f_code.co_filename}", line {frame.f_lineno}, in {frame.f_code.co_name}'
        for frame in reversed(frames)
    ]
    try:
        message = str(error)
    except BaseException:  # raised by the exception's __str__; upstream's jaxlib ends the process
        message = "<exception str() failed>"
    return "\n".join(["Traceback (most recent call last):", *lines, f"{type(error).__name__}: {message}"])


_TOKEN = 17
#: By XLA_FFI_DataType: numpy's name of the type, and the bits per element if it is packed (less than 8).
_NAMES = {
    1: "bool",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    6: "uint8",
    7: "uint16",
    8: "uint32",
    9: "uint64",
    10: "float16",
    11: "float32",
    12: "float64",
    15: "complex64",
    16: "bfloat16",
    18: "complex128",
    19: "float8_e5m2",
    20: "float8_e4m3fn",
    21: "int4",
    22: "uint4",
    23: "float8_e4m3b11fnuz",
    24: "float8_e5m2fnuz",
    25: "float8_e4m3fnuz",
    26: "int2",
    27: "uint2",
    28: "float8_e4m3",
    29: "float8_e3m4",
    32: "float4_e2m1fn",
    33: "float8_e8m0fnu",
}
_PACKED_BITS = {21: 4, 22: 4, 26: 2, 27: 2, 32: 4}
_SIGNED = {21, 26}


@functools.cache
def _dtype(element_type: int) -> Any:
    """The dtype; types that numpy lacks come from ml_dtypes, which jax has imported."""
    try:
        return np.dtype(_NAMES[element_type])
    except (KeyError, TypeError):
        name = _NAMES.get(element_type, f"XLA's number {element_type}")
        raise NotImplementedError(f"host callbacks do not support the element type {name}") from None


def _view(described: Described) -> Array:
    """The memory as an array, without a copy; for a packed type, its bytes."""
    element_type, shape, memory = described
    dtype = _dtype(element_type)
    if memory is None:
        return np.empty(shape, dtype)
    if element_type in _PACKED_BITS:
        return np.frombuffer(memory, np.uint8)
    return np.ndarray(shape, dtype, memory)


def _operand(described: Described) -> Array | None:
    """A read-only copy of an operand, because the callback may keep it. None for a token."""
    element_type, _, memory = described
    if element_type == _TOKEN:
        return None
    view = _view(described)
    array = view.copy() if memory is None or element_type not in _PACKED_BITS else _unpack(view, described)
    array.flags.writeable = False
    return array


def _store(value: Any, result: Described) -> None:
    element_type, _, memory = result
    if element_type == _TOKEN or memory is None:
        return
    view = _view(result)
    if element_type in _PACKED_BITS:
        view[:] = _pack(np.asarray(value), _PACKED_BITS[element_type])
    else:
        np.copyto(view, value)


def _unpack(packed: Array, described: Described) -> Array:
    element_type, shape, _ = described
    bits = _PACKED_BITS[element_type]
    lanes = [packed >> shift & (1 << bits) - 1 for shift in range(0, 8, bits)]
    flat = np.stack(lanes, axis=-1).reshape(-1)[: int(np.prod(shape))]
    if element_type in _SIGNED:
        sign = np.uint8(1 << bits - 1)
        flat = (flat ^ sign) - sign
    return flat.view(_dtype(element_type)).reshape(shape)


def _pack(value: Array, bits: int) -> Array:
    flat = np.ascontiguousarray(value).reshape(-1).view(np.uint8) & np.uint8((1 << bits) - 1)
    lanes = 8 // bits
    flat = np.concatenate([flat, np.zeros(-flat.size % lanes, np.uint8)]).reshape(-1, lanes)
    packed: Array = np.zeros(len(flat), np.uint8)
    for lane in range(lanes):
        packed |= flat[:, lane] << np.uint8(lane * bits)
    return packed


# ---- Arguments of buffer callbacks. jaxlib's own classes cannot be instantiated from Python.


class ExecutionContext:
    """Replaces ``jax.experimental.buffer_callback.ExecutionContext``."""

    @property
    def stage(self) -> Any:
        """The stage, which is always execution."""
        from jax._src.lib import ffi

        return ffi.ExecutionStage.EXECUTE

    @property
    def stream(self) -> int:
        """Raises: only a GPU has a stream."""
        from jax._src.lib import xla_client

        raise xla_client.XlaRuntimeError("UNIMPLEMENTED: XLA FFI GPU context is not available")


class Buffer:
    """Replaces ``jax.experimental.buffer_callback.Buffer``: XLA's memory, valid only during the call."""

    def __init__(self, described: Described, *, writeable: bool) -> None:
        self._described = described
        self.writeable = writeable

    @property
    def dtype(self) -> Any:
        """The dtype of the elements."""
        return _dtype(self._described[0])

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions."""
        return self._described[1]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if self._described[0] in _PACKED_BITS:
            raise NotImplementedError(f"a buffer of {self.dtype} is packed and cannot be an array")
        array = _view(self._described)
        if dtype is not None and dtype != self.dtype:
            if copy is False:
                raise ValueError(f"a buffer of {self.dtype} cannot be an array of {dtype} without a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __dlpack__(self, **keywords: Any) -> Any:
        array = self.__array__()
        if (keywords.get("max_version") or (0, 0))[0] < 1:
            # DLPack before version 1 has no read-only flag, and numpy refuses to export read-only arrays then;
            # upstream's buffers export a capsule without the flag.
            memory = (ctypes.c_byte * array.nbytes).from_address(array.ctypes.data)
            array = np.ndarray(array.shape, array.dtype, memory)
        return array.__dlpack__(**keywords)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)  # kDLCPU
