"""Calls from programs and libraries into Python: operands as arrays, exceptions as PJRT errors."""

from __future__ import annotations

import ctypes
import itertools
import math
import traceback

import ml_dtypes
import numpy as np

from jaxlib_pjrt import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from jaxlib_pjrt._native import CallMemory

    Array: TypeAlias = Any  # numpy's, or None for a token

    #: An operand or result: element type (None for a token), dimensions, and memory (None if it has none).
    Described: TypeAlias = tuple[str | None, tuple[int, ...], CallMemory | None]

#: Types with several elements per byte, the first in the lowest bits.
_BITS = {"int2": 2, "uint2": 2, "int4": 4, "uint4": 4, "float4_e2m1fn": 4}


def _dtype(name: str) -> np.dtype[Any]:
    return np.dtype(getattr(ml_dtypes, name, None) or name)


def serve(
    function: Callable[..., Any],
    views: bool,
    operands: Sequence[Described],
    results: Sequence[Described],
    attributes: Mapping[str, Any],
) -> None:
    """Serve one call: pass the operands to ``function``, and copy its return values into the results."""
    keywords = {name: _attribute(value) for name, value in attributes.items()}
    if not views:
        returned = function(*map(_copied, operands), **keywords)
        _store(_as_values(returned, len(results)), results)
        return
    try:
        if function(*map(_view, (*operands, *results)), **keywords) is not None:
            raise TypeError("a function with views=True writes its results in place and returns None")
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)  # the frames hold the views
        raise
    finally:
        _release(memory for _, _, memory in (*operands, *results))


def _release(memories: Iterable[CallMemory | None]) -> None:
    released = [memory.release() for memory in memories if memory is not None]
    if not all(released):
        raise RuntimeError("a function with views=True kept an array that is valid only during the call")


def _view(described: Described) -> Array:
    name, shape, memory = described
    if name is None:
        return None
    if name in _BITS:
        raise NotImplementedError(f"elements of {name} are packed: register the function with views=False")
    return (
        np.empty(shape, _dtype(name))
        if memory is None
        else np.frombuffer(memory, _dtype(name)).reshape(shape)
    )


def _copied(described: Described) -> Array:
    name, shape, memory = described
    if name not in _BITS or memory is None:
        view = _view(described) if name not in _BITS else np.empty(shape, _dtype(name or ""))
        return None if view is None else view.copy()
    bits = _BITS[name]
    packed = np.frombuffer(memory, np.uint8)
    lanes = [packed >> shift & (1 << bits) - 1 for shift in range(0, 8, bits)]
    flat = np.stack(lanes, axis=-1).reshape(-1)[: math.prod(shape)].astype(np.uint8)
    if name.startswith("int"):
        sign = np.uint8(1 << bits - 1)
        flat = (flat ^ sign) - sign
    return flat.view(_dtype(name)).reshape(shape)


def _as_values(returned: Any, count: int) -> Sequence[Any]:
    if count == 1 and not isinstance(returned, tuple | list):
        return (returned,)
    values = () if returned is None else returned
    if not isinstance(values, tuple | list) or len(values) != count:
        description = len(values) if isinstance(values, tuple | list) else type(values).__name__
        raise TypeError(f"wanted {count} results, the function returned {description}")
    return values


def _store(values: Sequence[Any], results: Sequence[Described]) -> None:
    for index, (value, (name, shape, memory)) in enumerate(zip(values, results, strict=True)):
        if name is None:
            continue
        array = np.asarray(value)
        if array.shape != shape or array.dtype != _dtype(name):
            raise TypeError(
                f"result {index}: wanted {name}{list(shape)}, found {array.dtype.name}{list(array.shape)}"
            )
        if memory is None:
            continue
        if name in _BITS:
            np.frombuffer(memory, np.uint8)[:] = _packed(array, _BITS[name])
        else:
            np.frombuffer(memory, array.dtype).reshape(shape)[...] = array


def _packed(array: Array, bits: int) -> Array:
    flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8) & np.uint8((1 << bits) - 1)
    lanes = 8 // bits
    rows = np.concatenate([flat, np.zeros(-flat.size % lanes, np.uint8)]).reshape(-1, lanes)
    shifted = rows << np.arange(0, 8, bits, dtype=np.uint8)
    return np.bitwise_or.reduce(shifted, axis=1).astype(np.uint8)


def _attribute(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, dict):
        return {name: _attribute(part) for name, part in value.items()}
    name, content, single = value
    if name is None:
        raise NotImplementedError("an attribute has an unknown element type")
    array = np.frombuffer(content, _dtype(name))
    return array[0].item() if single else array


# ---- Exceptions that pass through a library.

_numbers = itertools.count(1)


def describe(error: BaseException) -> str:
    """The exception with its traceback as text, from which ``errors`` recovers the exception object."""
    number = next(_numbers)
    errors.remember(number, error)
    text = "".join(traceback.format_exception(error)).rstrip()
    # C strings end at a null character.
    return f"{type(error).__name__}: {error}\n{text}\n{errors.MARK.format(number)}".replace("\0", "\\0")


#: Exceptions of a key-value store, and the matching PJRT error codes.
_CODES = (
    (KeyError, errors.NotFound),
    (TimeoutError, errors.DeadlineExceeded),
    (FileExistsError, errors.AlreadyExists),
)


def code(error: BaseException) -> int:
    """The PJRT error code for an exception from a key-value store."""
    if isinstance(error, errors.PjrtError):
        return error.code
    return next((kind.code for raised, kind in _CODES if isinstance(error, raised)), errors.Unknown.code)


def get(store: Any, key: str, timeout: float) -> bytes:
    """The value of ``key``; waits up to ``timeout`` seconds."""
    return bytes(store.get(key, timeout))


def try_get(store: Any, key: str) -> bytes | None:
    """The current value of ``key``, if any."""
    if not hasattr(store, "try_get"):
        try:
            return bytes(store.get(key, 0.0))
        except (KeyError, TimeoutError):
            return None
    value = store.try_get(key)
    return None if value is None else bytes(value)


_FUNCTION: Any = ctypes.CFUNCTYPE(None).__mro__[1]
#: Registered handlers are never removed, and code generated by ctypes lives only as long as its object.
_kept: list[Any] = []


def address(function: Any) -> int:
    """The address of a ctypes function, which is kept alive."""
    if not isinstance(function, _FUNCTION):
        raise TypeError(f"handler: wanted a capsule, an address or a ctypes function, found {function!r}")
    _kept.append(function)
    return ctypes.cast(function, ctypes.c_void_p).value or 0
