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
    """A new, uninitialized array whose memory is aligned to ``alignment`` bytes.

    numpy guarantees an alignment of 16 bytes; XLA:CPU shares memory only if it is aligned to 64. With such an
    array, ``Client.buffer(x, copy=False)`` and ``Client.from_dlpack(x)`` never have to copy.
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
