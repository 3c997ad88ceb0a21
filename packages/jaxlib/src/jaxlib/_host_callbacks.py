"""Host callbacks of programs that send operands to the host and receive results from it, as on TPUs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jaxlib import _native
from jaxlib._hlo import Shape

_NAME = "make_python_callback_from_host_send_and_recv"
#: A channel's number has 16 bits, as upstream's interface does.
_CHANNELS = 1 << 16


def make_python_callback_from_host_send_and_recv(
    self: Any,
    callable: Callable[..., Any],  # noqa: A002 (upstream's name)
    operand_shapes: Sequence[Shape],
    result_shapes: Sequence[Shape],
    send_channel_ids: Sequence[int],
    recv_channel_ids: Sequence[int],
    serializer: Callable[..., Any] | None = None,
) -> Any:
    """A capsule with a function that a program calls over channels; compilation takes it as a host callback.

    The function gets a NumPy array (None for a token) for each operand, and returns a tuple of as many arrays as
    there are result shapes. ``serializer`` is not used: no plugin wants the function in another process.

    Raises:
        TypeError: An argument has another type.
        ValueError: A shape is a tuple, or there are not as many channels as shapes.
    """
    del self, serializer
    if not _callable(callable):
        raise TypeError(f"{_NAME}(): incompatible function arguments: wanted a callable, got {callable!r}")
    operands = _values("operand", operand_shapes, send_channel_ids)
    results = _values("result", result_shapes, recv_channel_ids)

    def arguments_of(content: Sequence[bytes]) -> tuple[Any, ...]:
        return tuple(
            None if shape.is_token() else np.frombuffer(data, shape.numpy_dtype()).reshape(shape.dimensions())
            for shape, data in zip(operand_shapes, content, strict=True)
        )

    def content_of(returned: Any) -> list[bytes]:
        if not isinstance(returned, tuple):
            raise ValueError(f"CPU callback expected a tuple result, got {returned!r}")
        if len(returned) != len(results):
            raise ValueError(
                f"CPU callback expected a tuple with {len(results)} results, got {len(returned)}"
            )
        return [
            _content(index, *pair) for index, pair in enumerate(zip(result_shapes, returned, strict=True))
        ]

    operand_shapes, result_shapes = tuple(operand_shapes), tuple(result_shapes)
    return _native.make_host_callback(callable, arguments_of, content_of, operands, results)


#: The name is taken by an argument above.
_callable = callable


def _values(kind: str, shapes: Sequence[Shape], channels: Sequence[int]) -> list[tuple[int, int]]:
    """The channel and the size in bytes of each operand or result."""
    for shape in shapes:
        if not isinstance(shape, Shape):
            raise TypeError(
                f"{_NAME}(): incompatible function arguments: wanted {kind} shapes, got {shape!r}"
            )
        if not shape.is_array() and not shape.is_token():
            values = "arguments to" if kind == "operand" else "return values from"
            raise ValueError(f"Only array and token {values} Python callbacks are supported, got {shape}")
    for channel in channels:
        if type(channel) is not int or not 0 <= channel < _CHANNELS:
            raise TypeError(
                f"{_NAME}(): incompatible function arguments: wanted channels from 0 to {_CHANNELS - 1}, "
                f"got {channel!r}"
            )
    if len(shapes) != len(channels):
        raise ValueError(
            f"{_NAME}(): wanted a channel for each {kind}, got {len(channels)} for {len(shapes)}"
        )
    return [(channel, _size(shape)) for shape, channel in zip(shapes, channels, strict=True)]


def _size(shape: Shape) -> int:
    return 0 if shape.is_token() else math.prod(shape.dimensions()) * shape.numpy_dtype().itemsize


def _content(index: int, shape: Shape, value: Any) -> bytes:
    """The bytes of a result, row-major.

    Raises:
        ValueError: It has another shape.
        TypeError: It has a dtype that cannot be cast to the program's.
    """
    if shape.is_token():
        return b""
    array = np.asarray(value)
    if array.shape != shape.dimensions():
        wanted, found = (",".join(map(str, sizes)) for sizes in (shape.dimensions(), array.shape))
        raise ValueError(
            f"Mismatched result shape for {index}-th return value from CPU callback; "
            f"expected array with dimensions {wanted}, got {found}"
        )
    dtype = shape.numpy_dtype()
    # Upstream's jaxlib reads the bytes of any array as the program's dtype.
    if array.dtype != dtype and not np.can_cast(array.dtype, dtype, "same_kind"):
        raise TypeError(
            f"Mismatched result dtype for {index}-th return value from CPU callback; "
            f"expected {dtype}, got {array.dtype}"
        )
    return array.astype(dtype, copy=False).tobytes()
