"""The callbacks of ``jax.debug.inspect_array_sharding``, which receive the sharding of a value.

A program contains the address of a C function and that of its argument. A plugin with the custom partitioner
extension calls the function; for a plugin without it, jaxlib-cpu finds the Python callback at the second address.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any


class _Arguments(ctypes.Structure):
    """XLA's ``JAX_InspectSharding_Callback_Args``."""


_FREE = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Arguments))
_CALL = ctypes.CFUNCTYPE(None, ctypes.py_object, ctypes.POINTER(_Arguments))
_Arguments._fields_ = [
    ("sharding_spec", ctypes.c_void_p),
    ("sharding_spec_size", ctypes.c_size_t),
    ("error_txt", ctypes.c_char_p),
    ("error_scratch", ctypes.py_object),
    ("free_error", _FREE),
]


def _free(arguments: Any) -> None:
    arguments.contents.error_txt = None
    _texts.pop(ctypes.addressof(arguments.contents), None)


#: Error messages, kept until the compiler frees them.
_texts: dict[int, bytes] = {}


def _call(callback: Any, arguments: Any) -> None:
    from jaxlib._hlo import HloSharding, OpSharding

    contents = arguments.contents
    try:
        sharding = OpSharding()
        sharding.ParseFromString(ctypes.string_at(contents.sharding_spec, contents.sharding_spec_size))
        callback(HloSharding.from_proto(sharding))
    except Exception as error:
        text = _texts[ctypes.addressof(contents)] = f"{type(error).__name__}: {error}".encode()
        contents.error_txt = text
        contents.free_error = _FREE_ERROR


#: Kept for the lifetime of the process, because programs contain their addresses.
_FREE_ERROR, _FUNCTION = _FREE(_free), _CALL(_call)


def encode_inspect_sharding_callback(handler: Callable[[Any], Any]) -> bytes:
    """Encode ``handler`` for a program; the handler must live until the program is compiled."""
    return struct.pack("=QQ", ctypes.cast(_FUNCTION, ctypes.c_void_p).value, id(handler))
