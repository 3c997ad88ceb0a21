"""An output of a program that runs on several devices: one Buffer on each."""

from __future__ import annotations

from jaxlib_pjrt._native import Buffer, Device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any


class Shards(tuple[Buffer, ...]):
    """One Buffer for each device of the program, in the order of ``LoadedExecutable.devices``.

    Whether they are copies of one array or parts of a larger one is the program's to say.
    """

    __slots__ = ()

    @property
    def devices(self) -> tuple[Device, ...]:
        """The device of each buffer."""
        return tuple(shard.device for shard in self)

    @property
    def is_ready(self) -> bool:
        """Whether the values of all are there."""
        return all(shard.is_ready for shard in self)

    def block_until_ready(self) -> Shards:
        """Wait for the values of all; raises the error of the program that was to make them."""
        for shard in self:
            shard.block_until_ready()
        return self

    def __await__(self) -> Generator[Any, None, Shards]:
        for shard in self:
            yield from shard.__await__()
        return self
