"""jax's module `jaxlib._profiler`: names from `_profiling` and the native module."""

from __future__ import annotations

import sys
import weakref
from pathlib import Path
from typing import Any

from jaxlib import _log, _native
from jaxlib._missing import missing
from jaxlib._profiling.options import ProfileOptions
from jaxlib._profiling.session import (
    ProfilerSession,
    clear_metadata,
    export_to_xprof,
    register_plugin_profiler,
    set_metadata,
)
from jaxlib._profiling.subprocesses import register_subprocess

TraceMe = _native.profiler.TraceMe

# ---- Profiles for XLA's feedback-directed optimization (FDO)

_NO_FDO = (
    "a compiler's own code makes its profiles for the next compilation from traces of devices, and no PJRT "
    "extension gives access to it"
)


def _device_planes(xspace: bytes) -> list[str]:
    return [
        plane.name
        for plane in _native.profile_data.ProfileData(xspace).planes
        if plane.name.startswith("/device:")
    ]


def get_fdo_profile(xspace: bytes, as_textproto: bool = False, /) -> bytes:
    """The FDO profile of XLA's compiler; empty if no device has recorded events.

    Raises:
        NotInBindings: A device has recorded events.
    """
    try:
        planes = _device_planes(xspace)
    except RuntimeError:
        return b""  # as in upstream
    if planes:
        missing("jaxlib._profiler.get_fdo_profile", _NO_FDO)()
    return b""


def aggregate_profiled_instructions(profiles: Any, percentile: int) -> bytes:
    """Combine several FDO profiles; the result is empty if all of them are.

    Raises:
        NotInBindings: A profile is not empty.
    """
    if any(profiles):  # they come from another jaxlib
        missing("jaxlib._profiler.aggregate_profiled_instructions", _NO_FDO)()
    return b""


def get_profiled_instructions_proto(tensorboard_dir: str) -> bytes:
    """The combined FDO profile of all profiles in a folder.

    Raises:
        NotInBindings: A device has recorded events.
    """
    for path in sorted(Path(tensorboard_dir).rglob("*.xplane.pb")):
        get_fdo_profile(path.read_bytes())
    return b""


def get_instructions_profile(tensorboard_dir: str) -> list[tuple[str, float]]:
    """The costs of instructions, from the profiles in a folder.

    Raises:
        NotInBindings: A device has recorded events.
    """
    get_profiled_instructions_proto(tensorboard_dir)
    return []


# ---- On-demand profiling


class ProfilerServer:
    """A server from which others request profiles of this process; it stops when it is deleted."""

    def __init__(self) -> None:
        raise TypeError("jaxlib._profiler.ProfilerServer: no constructor defined!")


def start_server(port: int) -> ProfilerServer:
    """Start a profiler server on that port, on all addresses of this machine.

    Raises:
        ModuleNotFoundError: grpcio is not installed.
    """
    from jaxlib._profiling import server as profiler_server

    server = ProfilerServer.__new__(ProfilerServer)
    try:
        weakref.finalize(server, profiler_server.start(port))
    except RuntimeError as error:
        if not sys.is_finalizing():
            _log.warning(f"the profiler's server could not start on port {port}: {error}")
    return server


__all__ = [
    "ProfileOptions", "ProfilerServer", "ProfilerSession", "TraceMe", "aggregate_profiled_instructions",
    "clear_metadata", "export_to_xprof", "get_fdo_profile", "get_instructions_profile",
    "get_profiled_instructions_proto", "register_plugin_profiler", "register_subprocess", "set_metadata",
    "start_server",
]  # fmt: skip

_MOVED = (
    ProfileOptions, ProfilerSession, clear_metadata, export_to_xprof, register_plugin_profiler, register_subprocess,
    set_metadata,
)  # fmt: skip
for _each in _MOVED:
    _each.__module__ = "jaxlib._profiler"
