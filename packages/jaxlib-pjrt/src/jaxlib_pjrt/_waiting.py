"""``await buffer``: waits for the buffer's values without blocking the event loop.

The library's thread that ends the wait writes to a file descriptor that the loop watches. It therefore never needs
the GIL, and cannot be blocked by interpreter exit.
"""

from __future__ import annotations

import asyncio
import os

from jaxlib_pjrt._native import Buffer


async def wait(buffer: Buffer) -> Buffer:
    """Return ``buffer`` when it is ready; raises the error of the program that computes it."""
    event = buffer.ready()
    if not event.is_ready:
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        descriptor = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        try:
            loop.add_reader(descriptor, _end, ready)
            event.notify(os.dup(descriptor))
            await ready
        finally:
            loop.remove_reader(descriptor)
            os.close(descriptor)
    event.wait()
    return buffer


def _end(ready: asyncio.Future[None]) -> None:
    # The loop calls this repeatedly until the descriptor is read.
    if not ready.done():
        ready.set_result(None)
