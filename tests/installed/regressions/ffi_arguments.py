"""What jax.ffi's registrations refuse: anything that is not a capsule would be called as an address."""

from __future__ import annotations

from collections.abc import Callable

import pytest

PROGRAM = """
import ctypes, jax, jax.numpy as jnp
from jaxlib import _jax
class Int:
    def __index__(self): return 12
class Liar:
    __class__ = property(lambda self: int)
capsule = jax.ffi.pycapsule(ctypes.cast(ctypes.pythonapi.Py_GetVersion, ctypes.c_void_p))
def target(value, **options):
    jax.ffi.register_ffi_target("x", value, **{"platform": "cpu", **options})
def kind(value): jax.ffi.register_ffi_type("t", value, platform="cpu")
def refused(wanted, text, call, *args, **options):
    try:
        call(*args, **options)
    except Exception as error:
        assert type(error).__name__ == wanted and text in str(error), (args, options, error)
    else:
        raise AssertionError((args, options))
"""

REFUSED = """
jax.devices()
for value in 12, 0, -1, True, 1 << 70, 12.5, "abc", b"abc", Int(), Liar(), (capsule,), ctypes.c_void_p(12):
    refused("JaxRuntimeError", "INVALID_ARGUMENT", target, value)
    refused("JaxRuntimeError", "INVALID_ARGUMENT", target, value, api_version=0)
    for stage in "instantiate", "prepare", "initialize", "execute":
        refused("JaxRuntimeError", "INVALID_ARGUMENT", target, {"execute": capsule, stage: value})
    refused("JaxRuntimeError", "INVALID_ARGUMENT", kind, value)
    refused("JaxRuntimeError", "INVALID_ARGUMENT", kind, {"type_id": value})
    refused("JaxRuntimeError", "INVALID_ARGUMENT", kind, {"type_id": capsule, "type_info": value})
refused("JaxRuntimeError", "execute", target, {})
refused("JaxRuntimeError", "execute", target, {"prepare": capsule})
refused("JaxRuntimeError", "INVALID_ARGUMENT", kind, {"type_info": capsule})
refused("JaxRuntimeError", "traits", target, capsule, api_version=0, traits=1)
refused("JaxRuntimeError", "UNIMPLEMENTED", target, capsule, api_version=7)
refused("TypeError", "register_custom_call_target", target, None)
refused("TypeError", "register_custom_call_target", target, capsule, api_version="a")
refused("TypeError", "register_custom_call_target", target, capsule, traits="a")
refused("TypeError", "register_custom_call_target", target, capsule, traits=1 << 40)
for value in None, capsule:
    refused("ValueError", "not a pjrt_c_api capsule", _jax.load_pjrt_plugin, "q", None, value)
print(jnp.ones(2).sum())
"""

#: Registered before there is a backend, which then does not come to be.
EARLY = """
{0}
refused("RuntimeError", "INVALID_ARGUMENT", jax.devices)
print("done")
"""


def test_what_is_no_capsule_is_refused(child: Callable[..., str]) -> None:
    assert child(PROGRAM + REFUSED) == "2.0\n"


@pytest.mark.parametrize("call", ["target(12)", "target({'execute': 12})", "kind({'type_id': 12})"])
def test_what_is_no_capsule_is_refused_once_there_is_a_backend(child: Callable[..., str], call: str) -> None:
    assert child(PROGRAM + EARLY.format(call), JAX_PLATFORMS="cpu").endswith("done\n")
