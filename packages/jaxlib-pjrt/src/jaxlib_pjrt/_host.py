"""Host memory that a library can use without a copy."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import DTypeLike


def empty_aligned(
    shape: int | tuple[int, ...], dtype: DTypeLike = "float32", *, alignment: int = 64
) -> np.ndarray[Any, Any]:
    """A new array, its elements not set, that begins at a multiple of ``alignment`` bytes.

    numpy itself promises 16 bytes; XLA on the CPU shares memory only from 64 on. So this is what
    ``Client.buffer(x, copy=False)`` and ``Client.from_dlpack(x)`` can rely on.
    """
    import numpy as np

    kind = np.dtype(dtype)
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    size = kind.itemsize
    for length in sizes:
        size *= length
    room = np.empty(size + alignment, np.uint8)
    start = -room.ctypes.data % alignment
    aligned: np.ndarray[Any, Any] = room[start : start + size].view(kind).reshape(sizes)
    return aligned
