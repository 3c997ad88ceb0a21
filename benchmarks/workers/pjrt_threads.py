"""One process of jaxlib-pjrt's benchmark: calls of one client from one thread and from two, each awaited.

Arguments: the path of jaxlib-cpu's library, and the client: "jaxlib-pjrt" or "jax.jit". Prints JSON: case to
thousands of calls a second.

Each client has processes of its own. The larger program runs on the library's threads, and its time depends as much
on the cores to which the system assigns these: an assignment that lasts for a while, and then changes.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from statistics import median

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Case to the size of the matrix that is multiplied by itself: up to 500 operations run on the caller's thread.
SIZES = {"on the caller's thread": 4, "on a thread of the library's": 64}
SECONDS = 0.15


def product(library: str, client: str, size: int) -> Callable[[], object]:
    array: Any = np.ones((size, size), np.float32)
    if client == "jax.jit":
        import jax

        jitted, placed = jax.jit(lambda a: a @ a), jax.device_put(array)
        return lambda: jitted(placed).block_until_ready()
    import jaxlib_pjrt as pjrt

    kind = f"tensor<{size}x{size}xf32>"
    here = pjrt.Client(library, cpu_device_count=1)
    executable = here.compile(
        f"module @m {{ func.func public @main(%a: {kind}) -> {kind} {{ %0 = stablehlo.dot_general %a, %a, "
        f"contracting_dims = [1] x [0] : ({kind}, {kind}) -> {kind} return %0 : {kind} }} }}"
    )
    buffer = here.buffer(array)
    return lambda: executable(buffer)[0].block_until_ready()  # noqa: PLW0108


def rate(call: Callable[[], object], count: int) -> float:
    """Thousands of calls per second with this number of threads."""
    done = [0] * count
    until = time.perf_counter() + SECONDS

    def work(index: int) -> None:
        while time.perf_counter() < until:
            for _ in range(20):
                call()
            done[index] += 20

    threads = [threading.Thread(target=work, args=(index,)) for index in range(count)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - started) / 1e3


def main(library: str, client: str) -> None:
    rates = {}
    for case, size in SIZES.items():
        call = product(library, client, size)
        for count in (1, 2):
            rate(call, count)
            rates[f"{count} threads, {case}"] = median(rate(call, count) for _ in range(3))
    print(json.dumps(rates))


if __name__ == "__main__":
    main(*sys.argv[1:])
