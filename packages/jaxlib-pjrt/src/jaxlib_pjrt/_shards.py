"""An output of a program that runs on several devices: one Buffer per device."""

from __future__ import annotations

from jaxlib_pjrt._native import Buffer, Device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from typing import Any

    import numpy as np


class Shards(tuple[Buffer, ...]):
    """One Buffer for each device of the program, in the order of ``LoadedExecutable.devices``.

    Whether they are replicas of one array or shards of a larger one depends on the program.
    """

    __slots__ = ()

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices, in the order of the buffers."""
        return tuple(shard.device for shard in self)

    @property
    def is_ready(self) -> bool:
        """Whether all values are ready."""
        return all(shard.is_ready for shard in self)

    def block_until_ready(self) -> Shards:
        """Wait until all values are ready; raises the error of the program that computes them."""
        for shard in self:
            shard.block_until_ready()
        return self

    def __await__(self) -> Generator[Any, None, Shards]:
        for shard in self:
            yield from shard.__await__()
        return self


class Sharded(Shards):
    """An array that is replicated or sharded over devices; ``numpy.asarray`` assembles it.

    Attributes:
        shape: The shape of the whole array.
        slices: For each buffer, the slice of the array that it contains.
    """

    shape: tuple[int, ...]
    slices: tuple[tuple[slice, ...], ...]

    def __new__(
        cls, shards: Iterable[Buffer], slices: tuple[tuple[slice, ...], ...], shape: tuple[int, ...]
    ) -> Sharded:
        self = super().__new__(cls, shards)
        self.shape = shape
        self.slices = slices
        return self

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of its elements."""
        return self[0].dtype

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """The whole array on the host, always a copy.

        Raises:
            ValueError: ``copy`` is False.
        """
        import numpy as np

        if copy is False:
            raise ValueError("a sharded array can only be assembled by copying")
        whole: np.ndarray[Any, Any] = np.empty(self.shape, self.dtype)
        for part, buffer in zip(self.slices, self, strict=True):
            whole[part] = np.asarray(buffer)
        return whole.astype(dtype or whole.dtype, copy=False)

    def __repr__(self) -> str:
        return f"Sharded({self.dtype}{list(self.shape)} on {len(self)} devices)"
