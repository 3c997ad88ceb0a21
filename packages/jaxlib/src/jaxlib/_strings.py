"""Arrays of strings in byte buffers, because PJRT plugins have no string arrays.

A buffer contains, as 64-bit integers in native byte order, the number of dimensions, the dimensions, and the
lengths of the strings in bytes; then the strings themselves, in UTF-8 and row-major order. jax only allows arrays
of strings on CPUs, in host memory, and not as arguments of programs.
"""

from __future__ import annotations

import numpy as np
from jaxlib._errors import JaxRuntimeError
from numpy.typing import NDArray


def encode(array: NDArray[np.generic]) -> NDArray[np.uint8]:
    """The bytes of a buffer for an array with NumPy's ``StringDType``.

    Raises:
        TypeError: The dtype has values that are not strings.
        JaxRuntimeError: The array has no elements.
    """
    if array.dtype != np.dtypes.StringDType():
        raise TypeError(f"Dtype {array.dtype} is not a valid JAX array type.")
    if not array.size:
        raise JaxRuntimeError("INVALID_ARGUMENT: empty numpy array", 3)
    strings = [str(string).encode() for string in array.ravel().tolist()]
    sizes = np.array([array.ndim, *array.shape, *map(len, strings)], np.int64)
    return np.frombuffer(sizes.tobytes() + b"".join(strings), np.uint8)


def decode(buffer: NDArray[np.uint8]) -> NDArray[np.generic]:
    """The array from the output of `encode`; read-only, as all views of an Array's elements."""
    data = buffer.tobytes()
    size = np.dtype(np.int64).itemsize
    rank = int(np.frombuffer(data, np.int64, 1)[0])
    shape = np.frombuffer(data, np.int64, rank, size).tolist()
    count = int(np.prod(shape, dtype=np.int64))
    lengths = np.frombuffer(data, np.int64, count, size * (1 + rank))
    ends = size * (1 + rank + count) + np.cumsum(lengths)
    strings = [
        data[end - length : end].decode() for end, length in zip(ends.tolist(), lengths.tolist(), strict=True)
    ]
    array = np.array(strings, np.dtypes.StringDType()).reshape(shape)
    array.flags.writeable = False
    return array
