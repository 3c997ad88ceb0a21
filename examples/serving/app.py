"""Serve an exported model over HTTP, in an environment without jax.

    MODEL=digits.bin uvicorn app:app --port 8000

Requests that arrive together are computed together. The exported program takes a fixed number of images; a batch is
sent when it is full, or when its first image has waited for ``WAIT`` seconds, and the rest of it is zeros.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Annotated, Any, TypeAlias

import jaxlib_pjrt as pjrt
import numpy as np
from fastapi import FastAPI, HTTPException
from numpy.typing import NDArray
from pydantic import BaseModel, Field

#: Seconds that an image waits for others at most.
WAIT = 0.005
#: Images that may wait; more are refused with status 503, so that a slow server says so.
QUEUE = 1024

Image: TypeAlias = NDArray[np.float32]


class Batcher:
    """Computes single images in batches of the size that the program was exported for."""

    def __init__(self, model: str) -> None:
        client = pjrt.Client("cpu", cpu_device_count=1)
        exported = pjrt.load_exported(model)
        # Kept on disk: the second start of the server compiles nothing.
        self._program = exported.compile(client, cache=pjrt.CompileCache())
        self._shape = tuple(map(int, exported.artifact.in_avals[0].shape))
        self._waiting: asyncio.Queue[tuple[Image, asyncio.Future[Image]]] = asyncio.Queue(QUEUE)
        self.batches = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one image."""
        return self._shape[1:]

    async def compute(self, image: Image) -> Image:
        """The probabilities of one image.

        Raises:
            asyncio.QueueFull: Too many images are waiting.
        """
        answer: asyncio.Future[Image] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((image, answer))
        return await answer

    async def run(self) -> None:
        """Compute batch after batch until it is cancelled."""
        while True:
            requests = [await self._waiting.get()]
            try:
                async with asyncio.timeout(WAIT):
                    while len(requests) < self._shape[0]:
                        requests.append(await self._waiting.get())
            except TimeoutError:
                pass
            try:
                found = await self._compute([image for image, _ in requests])
            except Exception as error:  # whatever it is, the requests must not wait for ever
                for _, answer in requests:
                    if not answer.done():  # else its client has gone away
                        answer.set_exception(error)
            else:
                for (_, answer), probabilities in zip(requests, found, strict=False):
                    if not answer.done():
                        answer.set_result(probabilities)

    async def _compute(self, images: list[Image]) -> Image:
        batch: Image = np.zeros(self._shape, np.float32)
        batch[: len(images)] = images
        self.batches += 1
        # The program starts at once. Awaiting its result leaves the event loop to other requests until it is there.
        result = self._program(batch)
        await result
        return np.asarray(result)


class Request(BaseModel):
    """The pixels of one image, row by row, in 0..1."""

    pixels: list[list[Annotated[float, Field(ge=0, le=1)]]]


class Answer(BaseModel):
    """The most probable digit, and the probability of each."""

    digit: int
    probabilities: list[float]


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    batcher = app.state.batcher = Batcher(os.environ["MODEL"])
    running = asyncio.create_task(batcher.run())
    yield
    running.cancel()


app = FastAPI(title="Digits", lifespan=_lifespan)


@app.post("/digit")
async def digit(request: Request) -> Answer:
    """Which digit an image shows."""
    batcher: Batcher = app.state.batcher
    if [len(row) for row in request.pixels] != [batcher.shape[1]] * batcher.shape[0]:
        raise HTTPException(422, f"wanted {batcher.shape[0]} rows of {batcher.shape[1]} pixels")
    try:
        found = await batcher.compute(np.array(request.pixels, np.float32))
    except asyncio.QueueFull:
        raise HTTPException(503, "too many images are waiting") from None
    return Answer(digit=int(found.argmax()), probabilities=found.tolist())


@app.get("/health")
async def health() -> dict[str, Any]:
    """What is running: how many batches there have been, and whether jax could be imported (it could not)."""
    batcher: Batcher = app.state.batcher
    return {"batches": batcher.batches, "jax": find_spec("jax") is not None}
