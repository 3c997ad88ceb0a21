"""Callbacks that are told the sharding that a value gets, of ``jax.debug.inspect_array_sharding``.

A program has the addresses of a C function and of what it is called with. A plugin with the extension for custom
partitioners calls it; for those without, jaxlib-core finds the Python callback at the second address.
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


#: Texts of errors, until the compiler frees them.
_texts: dict[int, bytes] = {}


def _call(callback: Any, arguments: Any) -> None:
    from jaxlib._hlo import HloSharding, OpSharding

    given = arguments.contents
    try:
        told = OpSharding()
        told.ParseFromString(ctypes.string_at(given.sharding_spec, given.sharding_spec_size))
        callback(HloSharding.from_proto(told))
    except Exception as error:
        text = _texts[ctypes.addressof(given)] = f"{type(error).__name__}: {error}".encode()
        given.error_txt = text
        given.free_error = _FREE_ERROR


#: They live as long as the process.
_FREE_ERROR, _FUNCTION = _FREE(_free), _CALL(_call)


def encode_inspect_sharding_callback(handler: Callable[[Any], Any]) -> bytes:
    """What a program has of ``handler``, which must live until it is compiled."""
    return struct.pack("=QQ", ctypes.cast(_FUNCTION, ctypes.c_void_p).value, id(handler))
