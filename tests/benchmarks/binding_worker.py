"""One process of the binding's benchmark: jaxlib-pjrt, a ctypes client and jax do the same work in turns.

Arguments: the path of jaxlib-cpu's library, that of the PJRT C API's header, and the number of turns. Prints JSON:
section to case to client to numbers, one a turn.
"""

from __future__ import annotations

import json
import mmap
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import jax
import jaxlib_pjrt as pjrt
import numpy as np
from binding_ctypes import Api

Found = dict[str, dict[str, list[float]]]
#: Bytes.
SIZES = (4, 1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 27, 1 << 30)


def program(count: int) -> str:
    arguments = ", ".join(f"%a{index}: tensor<8xf32>" for index in range(count))
    return (
        f"module @m {{ func.func public @main({arguments}) -> tensor<8xf32> {{ "
        f"%0 = stablehlo.add %a0, %a{count - 1} : tensor<8xf32> return %0 : tensor<8xf32> }} }}"
    )


def microseconds(call: Callable[[], object], calls: int) -> float:
    """Of this thread's processor: the programs are so small that all of their work is done on it."""
    started = time.thread_time()
    for _ in range(calls):
        call()
    return (time.thread_time() - started) / calls * 1e6


def callers(api: Api, library: str, count: int) -> dict[str, dict[str, Callable[[], object]]]:
    """Case to client to what does the case."""
    arrays: list[Any] = [np.full(8, index, np.float32) for index in range(count)]
    client = pjrt.Client(library, cpu_device_count=1)
    executable = client.compile(program(count))
    buffers = [client.buffer(array) for array in arrays]
    by_hand = api.compile(program(count), pjrt.CompileOptions().serialize())
    in_ctypes = [api.put(array) for array in arrays]
    jitted = jax.jit(lambda *given: given[0] + given[-1], keep_unused=True)
    placed = [jax.device_put(array) for array in arrays]
    cases: dict[str, dict[str, Callable[[], object]]] = {
        f"{count} buffers": {
            "jaxlib-pjrt": lambda: executable(*buffers),
            "ctypes": lambda: by_hand(*in_ctypes),
            "jax.jit": lambda: jitted(*placed),
        },
        f"{count} arrays, array back": {
            "jaxlib-pjrt": lambda: np.asarray(executable(*arrays)[0]),
            "ctypes": lambda: api.get(by_hand(*[api.put(array) for array in arrays])[0]),
            "jax.jit": lambda: np.asarray(jitted(*arrays)),
        },
    }
    for call in cases[f"{count} arrays, array back"].values():
        assert np.array_equal(call(), arrays[0] + arrays[-1])
    return cases


def calls(api: Api, library: str, turns: int) -> Found:
    found: Found = {}
    for count in (2, 100):
        number = 2000 if count == 2 else 200
        for case, clients in callers(api, library, count).items():
            found[case] = {name: [] for name in clients}
            for call in clients.values():
                microseconds(call, number // 2)
            for _ in range(turns):
                for name, call in clients.items():
                    found[case][name].append(microseconds(call, number))
    return found


def touched(size: int) -> Any:
    """Memory with every page there, aligned to one."""
    array = np.frombuffer(mmap.mmap(-1, max(size, 4096)), np.uint8)[:size]
    array[:] = 1
    return array


def copies(api: Api, library: str, turns: int) -> Found:
    """Gigabytes a second."""
    client = pjrt.Client(library, cpu_device_count=1)
    found: Found = {}
    for size in SIZES:
        source, target = touched(size), touched(size)
        buffer, in_ctypes, in_jax = client.buffer(source), api.put(source), jax.device_put(source)
        assert np.asarray(buffer)[-1] == 1
        ways: dict[str, Callable[[], object]] = {
            "memcpy to touched memory": lambda: np.copyto(target, source),  # noqa: B023
            "memcpy to new memory": source.copy,
            "to device, copied": lambda: client.buffer(source).block_until_ready(),  # noqa: B023
            "to device, shared": lambda: client.buffer(source, copy=False).block_until_ready(),  # noqa: B023
            "to host, copied": lambda: np.array(buffer, copy=True),  # noqa: B023
            "to host, shared": lambda: np.asarray(buffer),  # noqa: B023
            "ctypes to device": lambda: api.put(source),  # noqa: B023
            "ctypes to host": lambda: api.get(in_ctypes),  # noqa: B023
            "jax to device": lambda: jax.device_put(source).block_until_ready(),  # noqa: B023
            "jax to host": lambda: np.array(in_jax, copy=True),  # noqa: B023
        }
        number = max(1, min(300, (1 << 26) // size))
        found[f"{size} B"] = {name: [] for name in ways}
        for _ in range(max(3, min(turns, (1 << 32) // size))):
            for name, way in ways.items():
                started = time.perf_counter()
                for _ in range(number):
                    way()
                seconds = (time.perf_counter() - started) / number
                found[f"{size} B"][name].append(size / seconds / 1e9)
    return found


def throughput(library: str, turns: int) -> Found:
    """Thousands of calls a second of a small product of matrices, its result waited for, by threads."""
    kind = "tensor<64x64xf32>"
    text = (
        f"module @m {{ func.func public @main(%a: {kind}) -> {kind} {{ %0 = stablehlo.dot_general %a, %a, "
        f"contracting_dims = [1] x [0] : ({kind}, {kind}) -> {kind} return %0 : {kind} }} }}"
    )
    client = pjrt.Client(library, cpu_device_count=1)
    executable = client.compile(text)
    array: Any = np.ones((64, 64), np.float32)
    buffer, placed = client.buffer(array), jax.device_put(array)
    jitted = jax.jit(lambda a: a @ a)
    clients: dict[str, Callable[[], object]] = {
        "jaxlib-pjrt": lambda: executable(buffer)[0].block_until_ready(),  # noqa: PLW0108
        "jax.jit": lambda: jitted(placed).block_until_ready(),
    }
    found: Found = {f"{count} threads": {name: [] for name in clients} for count in (1, 2)}
    number = 1500
    for _ in range(turns + 1):  # the first is to warm up
        for count in (1, 2):
            for name, call in clients.items():

                def work(call: Callable[[], object] = call) -> None:
                    for _ in range(number):
                        call()

                threads = [threading.Thread(target=work) for _ in range(count)]
                started = time.perf_counter()
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                rate = number * count / (time.perf_counter() - started) / 1e3
                found[f"{count} threads"][name].append(rate)
    return {case: {name: rates[1:] for name, rates in clients.items()} for case, clients in found.items()}


def main(library: str, header: str, turns: str) -> None:
    assert jax.devices()[0].client.platform_version, "jax has no backend"
    api = Api(library, header)
    count = int(turns)
    sections = {
        "calls": calls(api, library, count),
        "copies": copies(api, library, count),
        "threads": throughput(library, count),
    }
    print(json.dumps(sections))


if __name__ == "__main__":
    main(*sys.argv[1:])
