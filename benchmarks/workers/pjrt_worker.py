"""One process of jaxlib-pjrt's benchmark: jaxlib-pjrt, a ctypes client, C and jax do the same work in turns.

Arguments: the paths of jaxlib-cpu's library, of the PJRT C API's header and of the compiled pjrt_floor.c, and the
number of turns. Prints JSON: section to case to client to numbers, one for each turn.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jaxlib_pjrt as pjrt
import numpy as np
from pjrt_ctypes import Api, Executable

Found = dict[str, dict[str, list[float]]]
#: Bytes.
SIZES = (4, 1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 27, 1 << 30)


def program(count: int) -> str:
    arguments = ", ".join(f"%a{index}: tensor<8xf32>" for index in range(count))
    return (
        f"module @m {{ func.func public @main({arguments}) -> tensor<8xf32> {{ "
        f"%0 = stablehlo.add %a0, %a{count - 1} : tensor<8xf32> return %0 : tensor<8xf32> }} }}"
    )


Many = Callable[[int], float]


def many(call: Callable[[], object]) -> Many:
    """CPU seconds of this thread for a number of calls; the programs are so small that it does all work."""

    def measured(count: int) -> float:
        started = time.thread_time()
        for _ in range(count):
            call()
        return time.thread_time() - started

    return measured


def in_c(
    floor: ctypes.CDLL, api: Api, executable: Executable, buffers: list[Any], arrays: list[Any]
) -> tuple[Many, Many]:
    """The library's own time: the same calls from C, with buffers and with arrays."""
    count = len(buffers)
    pointers = ctypes.c_void_p * count
    handles, data = (
        pointers(*[buffer.handle for buffer in buffers]),
        pointers(*[a.ctypes.data for a in arrays]),
    )
    room = pointers()
    out: Any = np.empty(8, np.float32)
    table = api.table

    def with_buffers(calls: int) -> float:
        return float(floor.floor_buffers(table, executable.handle, handles, count, calls))

    def with_arrays(calls: int) -> float:
        seconds = floor.floor_arrays(
            *(table, executable.handle, api.client, api.device),
            *(data, count, 8, room, out.ctypes.data, calls),
        )
        assert np.array_equal(out, arrays[0] + arrays[-1])
        return float(seconds)

    return with_buffers, with_arrays


def loaded(path: str) -> ctypes.CDLL:
    """pjrt_floor.c, with the types of its functions."""
    floor = ctypes.CDLL(path)
    pointer, size, count = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_long
    floor.floor_buffers.argtypes = [pointer, pointer, pointer, size, count]
    floor.floor_arrays.argtypes = [*[pointer] * 5, size, ctypes.c_int64, pointer, pointer, count]
    floor.floor_buffers.restype = floor.floor_arrays.restype = ctypes.c_double
    return floor


def callers(api: Api, floor: ctypes.CDLL, library: str, count: int) -> dict[str, dict[str, Many]]:
    """The callers by case and client."""
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
    by_case = {case: {name: many(call) for name, call in clients.items()} for case, clients in cases.items()}
    for clients, floors in zip(by_case.values(), in_c(floor, api, by_hand, in_ctypes, arrays), strict=True):
        clients["C"] = floors
    return by_case


def calls(api: Api, floor: ctypes.CDLL, library: str, turns: int) -> Found:
    """Microseconds."""
    timings: Found = {}
    for count in (2, 100):
        number = 2000 if count == 2 else 200
        for case, clients in callers(api, floor, library, count).items():
            timings[case] = {name: [] for name in clients}
            for measured in clients.values():
                measured(number // 2)
            for _ in range(turns):
                for name, measured in clients.items():
                    seconds = measured(number)
                    assert seconds > 0, f"{name}: {case}"
                    timings[case][name].append(seconds / number * 1e6)
    return timings


def touched(size: int) -> Any:
    """Page-aligned memory, with every page touched."""
    array = np.frombuffer(mmap.mmap(-1, max(size, 4096)), np.uint8)[:size]
    array[:] = 1
    return array


def copies(api: Api, library: str, turns: int) -> Found:
    """Gigabytes a second."""
    client = pjrt.Client(library, cpu_device_count=1)
    timings: Found = {}
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
        timings[f"{size} B"] = {name: [] for name in ways}
        for _ in range(min(turns, max(3, (1 << 28) // size))):
            for name, way in ways.items():
                started = time.perf_counter()
                for _ in range(number):
                    way()
                seconds = (time.perf_counter() - started) / number
                timings[f"{size} B"][name].append(size / seconds / 1e9)
    return timings


def main(library: str, header: str, floor: str, turns: str) -> None:
    assert jax.devices()[0].client.platform_version, "jax has no backend"
    api = Api(library, header)
    count = int(turns)
    sections = {
        "calls": calls(api, loaded(floor), library, count),
        "copies": copies(api, library, count),
    }
    print(json.dumps(sections))


if __name__ == "__main__":
    main(*sys.argv[1:])
