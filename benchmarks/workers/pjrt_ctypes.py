"""A minimal client of a PJRT library in ctypes, as one would write it without bindings.

It only does what every call needs: it fills the argument structs, checks each error and reads its message, waits
for events and frees them, and frees buffers that are no longer referenced. It caches nothing between calls.
"""

from __future__ import annotations

import ctypes
import re
from ctypes import c_char_p, c_int, c_int64, c_size_t, c_void_p
from pathlib import Path
from typing import Any

import numpy as np

FUNCTION = ctypes.CFUNCTYPE(c_void_p, c_void_p)
#: PJRT_Buffer_Type of the dtypes that the benchmark has.
TYPES = {"uint8": 6, "float32": 11}
DTYPES = {number: np.dtype(name) for name, number in TYPES.items()}


def struct(*fields: tuple[str, Any]) -> Any:
    return type("Args", (ctypes.Structure,), {"_fields_": [("size", c_size_t), ("next", c_void_p), *fields]})


def pointers(*names: str) -> list[tuple[str, Any]]:
    return [(name, c_void_p) for name in names]


NAMED_VALUE = struct(
    *(("name", c_char_p), ("name_size", c_size_t), ("type", c_int), ("value", c_int64), ("count", c_size_t))
)
CLIENT_CREATE = struct(
    *(("options", c_void_p), ("count", c_size_t)),
    *pointers("get", "get_arg", "put", "put_arg", "client", "try_get", "try_get_arg"),
)
DEVICES = struct(("client", c_void_p), ("devices", ctypes.POINTER(c_void_p)), ("count", c_size_t))
PROGRAM = struct(("code", c_char_p), ("code_size", c_size_t), ("format", c_char_p), ("format_size", c_size_t))
COMPILE = struct(
    *(("client", c_void_p), ("program", c_void_p), ("options", c_char_p), ("options_size", c_size_t)),
    ("executable", c_void_p),
)
GET = struct(*pointers("loaded", "executable"))
OUTPUTS = struct(("executable", c_void_p), ("count", c_size_t))
FROM_HOST = struct(
    *(("client", c_void_p), ("data", c_void_p), ("type", c_int), ("dims", c_void_p), ("num_dims", c_size_t)),
    *(("strides", c_void_p), ("num_strides", c_size_t), ("semantics", c_int)),
    *pointers("device", "memory", "layout", "done", "buffer"),
)
OPTIONS = struct(
    *(("send", c_void_p), ("recv", c_void_p), ("num_send", c_size_t), ("num_recv", c_size_t), ("id", c_int)),
    *(("kept", c_void_p), ("num_kept", c_size_t), ("context", c_void_p), ("location", c_void_p)),
    *(("tasks", c_size_t), ("task_ids", c_void_p), ("incarnations", c_void_p)),
)
EXECUTE = struct(
    *(("executable", c_void_p), ("options", c_void_p), ("arguments", c_void_p), ("devices", c_size_t)),
    *(("count", c_size_t), ("outputs", c_void_p), ("events", c_void_p), ("device", c_void_p)),
)
DIMENSIONS = struct(("buffer", c_void_p), ("dims", ctypes.POINTER(c_int64)), ("count", c_size_t))
TYPE = struct(("buffer", c_void_p), ("type", c_int))
TO_HOST = struct(*pointers("buffer", "layout", "to"), ("to_size", c_size_t), ("event", c_void_p))
MESSAGE = struct(("error", c_void_p), ("text", c_void_p), ("text_size", c_size_t))
ONE = struct(("handle", c_void_p))


class Buffer:
    """A buffer on the device, which is freed with the last reference to it."""

    def __init__(self, api: Api, handle: int) -> None:
        self.api = api
        self.handle = handle

    def __del__(self) -> None:
        self.api.call("PJRT_Buffer_Destroy", ONE(ctypes.sizeof(ONE), None, self.handle))


class Api:
    """A library with a client of one device."""

    def __init__(self, library: str, header: str) -> None:
        text = Path(header).read_text("utf-8")
        names = re.findall(r"^ *_PJRT_API_STRUCT_FIELD\((\w+)\);", text, re.MULTILINE)
        shared = ctypes.CDLL(library)
        shared.GetPjrtApi.restype = c_void_p
        self.table: int = shared.GetPjrtApi()
        table = ctypes.cast(self.table + 40, ctypes.POINTER(c_void_p))
        self.functions = {name: FUNCTION(table[index]) for index, name in enumerate(names)}
        one = NAMED_VALUE(ctypes.sizeof(NAMED_VALUE), None, b"cpu_device_count", 16, 1, 1, 1)
        arguments = CLIENT_CREATE(ctypes.sizeof(CLIENT_CREATE), None, ctypes.addressof(one), 1)
        self.call("PJRT_Client_Create", arguments)
        self.client = arguments.client
        listed = DEVICES(ctypes.sizeof(DEVICES), None, self.client)
        self.call("PJRT_Client_AddressableDevices", listed)
        self.device = listed.devices[0]

    def call(self, name: str, arguments: Any) -> None:
        error = self.functions[name](ctypes.addressof(arguments))
        if error:
            message = MESSAGE(ctypes.sizeof(MESSAGE), None, error)
            self.functions["PJRT_Error_Message"](ctypes.addressof(message))
            text = ctypes.string_at(message.text, message.text_size).decode()
            freed = ONE(ctypes.sizeof(ONE), None, error)
            self.functions["PJRT_Error_Destroy"](ctypes.addressof(freed))
            raise RuntimeError(f"{name}: {text}")

    def wait(self, event: int) -> None:
        arguments = ONE(ctypes.sizeof(ONE), None, event)
        try:
            self.call("PJRT_Event_Await", arguments)
        finally:
            self.call("PJRT_Event_Destroy", arguments)

    def compile(self, program: str, options: bytes) -> Executable:
        code = program.encode()
        described = PROGRAM(ctypes.sizeof(PROGRAM), None, code, len(code), b"mlir", 4)
        arguments = COMPILE(
            *(ctypes.sizeof(COMPILE), None, self.client, ctypes.addressof(described), options, len(options))
        )
        self.call("PJRT_Client_Compile", arguments)
        return Executable(self, arguments.executable)

    def put(self, array: np.ndarray[Any, Any]) -> Buffer:
        array = np.ascontiguousarray(array)
        dims = (c_int64 * array.ndim)(*array.shape)
        arguments = FROM_HOST(ctypes.sizeof(FROM_HOST))
        arguments.client, arguments.device = self.client, self.device
        arguments.data, arguments.type = array.ctypes.data, TYPES[array.dtype.name]
        arguments.dims, arguments.num_dims = ctypes.addressof(dims), array.ndim
        self.call("PJRT_Client_BufferFromHostBuffer", arguments)
        self.wait(arguments.done)
        return Buffer(self, arguments.buffer)

    def get(self, buffer: Buffer) -> Any:
        dims = DIMENSIONS(ctypes.sizeof(DIMENSIONS), None, buffer.handle)
        self.call("PJRT_Buffer_Dimensions", dims)
        kind = TYPE(ctypes.sizeof(TYPE), None, buffer.handle)
        self.call("PJRT_Buffer_ElementType", kind)
        array: Any = np.empty(dims.dims[: dims.count], DTYPES[kind.type])
        copied = TO_HOST(ctypes.sizeof(TO_HOST), None, buffer.handle, None, array.ctypes.data, array.nbytes)
        self.call("PJRT_Buffer_ToHostBuffer", copied)
        self.wait(copied.event)
        return array


class Executable:
    """A compiled program."""

    def __init__(self, api: Api, handle: int) -> None:
        self.api = api
        self.handle = handle
        got = GET(ctypes.sizeof(GET), None, handle)
        api.call("PJRT_LoadedExecutable_GetExecutable", got)
        outputs = OUTPUTS(ctypes.sizeof(OUTPUTS), None, got.executable)
        api.call("PJRT_Executable_NumOutputs", outputs)
        self.outputs = outputs.count

    def __call__(self, *buffers: Buffer) -> list[Buffer]:
        arguments = (c_void_p * len(buffers))(*[buffer.handle for buffer in buffers])
        argument_lists = (c_void_p * 1)(ctypes.addressof(arguments))
        results = (c_void_p * self.outputs)()
        result_lists = (c_void_p * 1)(ctypes.addressof(results))
        options = OPTIONS(ctypes.sizeof(OPTIONS))
        run = EXECUTE(ctypes.sizeof(EXECUTE), None, self.handle, ctypes.addressof(options))
        run.arguments, run.devices, run.count = ctypes.addressof(argument_lists), 1, len(buffers)
        run.outputs = ctypes.addressof(result_lists)
        self.api.call("PJRT_LoadedExecutable_Execute", run)
        return [Buffer(self.api, handle) for handle in results]
