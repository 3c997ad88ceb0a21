"""One process of the binding's benchmark: jaxlib-pjrt, a ctypes client and jax call the same programs in turns.

Arguments: the path of jaxlib-cpu's library, that of the PJRT C API's header, and the number of turns. Prints JSON:
program to client to microseconds a call, one number a turn.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jaxlib_pjrt as pjrt
import numpy as np

POINTER = ctypes.c_void_p
SIZE = ctypes.c_size_t


def struct(*fields: tuple[str, Any]) -> type[ctypes.Structure]:
    all_fields = [("struct_size", SIZE), ("extensions", POINTER), *fields]
    return type("Args", (ctypes.Structure,), {"_fields_": all_fields})


NAMED_VALUE = struct(
    *(("name", ctypes.c_char_p), ("name_size", SIZE), ("type", ctypes.c_int), ("value", ctypes.c_int64)),
    ("value_size", SIZE),
)
CLIENT_CREATE = struct(
    *(("options", POINTER), ("num_options", SIZE), ("get", POINTER), ("get_arg", POINTER), ("put", POINTER)),
    *(("put_arg", POINTER), ("client", POINTER), ("try_get", POINTER), ("try_get_arg", POINTER)),
)
DEVICES = struct(("client", POINTER), ("devices", ctypes.POINTER(POINTER)), ("count", SIZE))
PROGRAM = struct(
    ("code", ctypes.c_char_p), ("code_size", SIZE), ("format", ctypes.c_char_p), ("format_size", SIZE)
)
COMPILE = struct(
    *(("client", POINTER), ("program", POINTER), ("options", ctypes.c_char_p), ("options_size", SIZE)),
    ("executable", POINTER),
)
FROM_HOST = struct(
    *(("client", POINTER), ("data", POINTER), ("type", ctypes.c_int), ("dims", POINTER), ("num_dims", SIZE)),
    *(("strides", POINTER), ("num_strides", SIZE), ("semantics", ctypes.c_int), ("device", POINTER)),
    *(("memory", POINTER), ("layout", POINTER), ("done", POINTER), ("buffer", POINTER)),
)
OPTIONS = struct(
    *(("send", POINTER), ("recv", POINTER), ("num_send", SIZE), ("num_recv", SIZE), ("launch", ctypes.c_int)),
    *(("kept", POINTER), ("num_kept", SIZE), ("context", POINTER), ("location", POINTER), ("tasks", SIZE)),
    *(("task_ids", POINTER), ("incarnations", POINTER)),
)
EXECUTE = struct(
    *(("executable", POINTER), ("options", POINTER), ("arguments", POINTER), ("num_devices", SIZE)),
    *(("num_args", SIZE), ("outputs", POINTER), ("events", POINTER), ("device", POINTER)),
)
ONE = struct(("handle", POINTER))
FUNCTION = ctypes.CFUNCTYPE(POINTER, POINTER)


class Ctypes:
    """The smallest client that does what a call must: run the program, see whether it failed, free the output."""

    def __init__(self, library: str, header: str, program: str, arguments: list[Any]) -> None:
        text = Path(header).read_text("utf-8")
        names = re.findall(r"^ *_PJRT_API_STRUCT_FIELD\((\w+)\);", text, re.MULTILINE)
        shared = ctypes.CDLL(library)
        shared.GetPjrtApi.restype = POINTER
        functions = ctypes.cast(shared.GetPjrtApi() + 40, ctypes.POINTER(POINTER))
        self.functions = {name: FUNCTION(functions[index]) for index, name in enumerate(names)}
        count = NAMED_VALUE(
            ctypes.sizeof(NAMED_VALUE), None, b"cpu_device_count", len(b"cpu_device_count"), 1, 1, 1
        )
        client = self.call("PJRT_Client_Create", CLIENT_CREATE, ctypes.addressof(count), 1).client
        device = self.call("PJRT_Client_AddressableDevices", DEVICES, client).devices[0]
        code = program.encode()
        described = PROGRAM(ctypes.sizeof(PROGRAM), None, code, len(code), b"mlir", 4)
        options = pjrt.CompileOptions().serialize()
        address = ctypes.addressof(described)
        compiled = self.call("PJRT_Client_Compile", COMPILE, client, address, options, len(options))
        self.buffers = (POINTER * len(arguments))()
        float32 = 11
        for index, array in enumerate(arguments):
            dims = (ctypes.c_int64 * array.ndim)(*array.shape)
            made = self.call(
                *("PJRT_Client_BufferFromHostBuffer", FROM_HOST, client, array.ctypes.data, float32),
                *(ctypes.addressof(dims), array.ndim, None, 0, 0, device),
            )
            self.buffers[index] = made.buffer
        self.execute = self.functions["PJRT_LoadedExecutable_Execute"]
        self.destroy = self.functions["PJRT_Buffer_Destroy"]
        self.lists = (POINTER * 1)(ctypes.addressof(self.buffers))
        self.results = (POINTER * 1)()
        self.result_lists = (POINTER * 1)(ctypes.addressof(self.results))
        self.options = OPTIONS(ctypes.sizeof(OPTIONS))
        self.executable = compiled.executable

    def call(self, name: str, kind: Any, *values: Any) -> Any:
        arguments = kind(ctypes.sizeof(kind), None, *values)
        assert not self.functions[name](ctypes.addressof(arguments)), name
        return arguments

    def __call__(self) -> None:
        arguments = EXECUTE(
            *(ctypes.sizeof(EXECUTE), None, self.executable, ctypes.addressof(self.options)),
            *(ctypes.addressof(self.lists), 1, len(self.buffers), ctypes.addressof(self.result_lists)),
        )
        assert not self.execute(ctypes.addressof(arguments))
        freed = ONE(ctypes.sizeof(ONE), None, self.results[0])
        assert not self.destroy(ctypes.addressof(freed))


def program(count: int) -> str:
    arguments = ", ".join(f"%a{index}: tensor<8xf32>" for index in range(count))
    return (
        f"module @m {{ func.func public @main({arguments}) -> tensor<8xf32> {{ "
        f"%0 = stablehlo.add %a0, %a{count - 1} : tensor<8xf32> return %0 : tensor<8xf32> }} }}"
    )


def microseconds(call: Callable[[], object], calls: int) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - started) / calls * 1e6


def clients(library: str, header: str, count: int) -> dict[str, Callable[[], object]]:
    arrays: list[Any] = [np.ones(8, np.float32) for _ in range(count)]
    client = pjrt.Client(library, cpu_device_count=1)
    executable = client.compile(program(count))
    buffers = [client.buffer(array) for array in arrays]
    jitted = jax.jit(lambda *given: given[0] + given[-1], keep_unused=True)
    placed = [jax.device_put(array) for array in arrays]
    ours = executable(*buffers)[0]
    assert np.array_equal(np.asarray(ours), np.asarray(jitted(*placed)))
    return {
        "jaxlib-pjrt": lambda: executable(*buffers),
        "jaxlib-pjrt, numpy arguments": lambda: executable(*arrays),
        "ctypes": Ctypes(library, header, program(count), arrays),
        "jax.jit": lambda: jitted(*placed),
    }


def main(library: str, header: str, turns: str) -> None:
    assert jax.devices()[0].client.platform_version, "jax has no backend"
    found: dict[str, dict[str, list[float]]] = {}
    for count in (2, 100):
        calls = clients(library, header, count)
        number = 4000 if count == 2 else 800
        samples: dict[str, list[float]] = {name: [] for name in calls}
        for call in calls.values():
            microseconds(call, number // 4)
        for _ in range(int(turns)):
            for name, call in calls.items():
                samples[name].append(microseconds(call, number))
        found[f"{count} arguments"] = samples
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
