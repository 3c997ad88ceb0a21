"""Compiled programs from Python with no JAX: any PJRT C API library, such as JAX's own backends.

    import jaxlib_pjrt as pjrt

    client = pjrt.Client("cpu")
    double = client.compile(stablehlo)       # MLIR text or bytecode
    out, = double(x)                         # numpy or DLPack arrays and Buffers in, Buffers out
    np.asarray(out)

Everything is asynchronous: a Buffer is returned before its values are computed, and whatever needs them waits.
Objects keep what they need alive: a Buffer holds its Client, and a loaded library stays loaded.

numpy and ml_dtypes are imported when the first array is used.
"""

from __future__ import annotations

import atexit as _atexit

from jaxlib_pjrt import errors
from jaxlib_pjrt._host import empty_aligned
from jaxlib_pjrt._native import (
    Buffer,
    Client,
    Device,
    DeviceDescription,
    Event,
    Executable,
    LoadedExecutable,
    Memory,
    Plugin,
    Profiler,
    Topology,
)
from jaxlib_pjrt._native import (
    closing as _closing,
)
from jaxlib_pjrt._shards import Sharded, Shards
from jaxlib_pjrt.errors import LoadError, PjrtError, PluginNotFound

# Importing typing or dataclasses would take much of this package's import time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlib_pjrt.cache import CompileCache
    from jaxlib_pjrt.exported import load_exported
    from jaxlib_pjrt.options import CompileOptions

__all__ = [
    "Buffer",
    "Client",
    "CompileCache",
    "CompileOptions",
    "Device",
    "DeviceDescription",
    "Event",
    "Executable",
    "LoadError",
    "LoadedExecutable",
    "Memory",
    "PjrtError",
    "Plugin",
    "PluginNotFound",
    "Profiler",
    "Sharded",
    "Shards",
    "Topology",
    "empty_aligned",
    "errors",
    "load_exported",
]

_atexit.register(_closing)


def __getattr__(name: str) -> object:
    if name == "CompileOptions":
        from jaxlib_pjrt.options import CompileOptions

        return CompileOptions
    if name == "CompileCache":
        from jaxlib_pjrt.cache import CompileCache

        return CompileCache
    if name == "load_exported":
        from jaxlib_pjrt.exported import load_exported

        return load_exported
    if name == "__version__":
        from importlib.metadata import version

        return version("jaxlib-pjrt")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"} - {"TYPE_CHECKING", "annotations"})
