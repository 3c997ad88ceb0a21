"""Profiling sessions, and the files that they are written to.

A session records host events, collects device events from plugins that have PJRT's profiler extension, and combines
them in one XSpace. There is one session at a time; any thread may stop it.
"""

from __future__ import annotations

import gzip
import os
import socket
import time
from functools import partial
from pathlib import Path
from typing import Any

from jaxlib import _log, _native
from jaxlib._profiling import subprocesses
from jaxlib._profiling.hlo import hlo_proto
from jaxlib._profiling.options import ProfileOptions, serialize_options

# ---- Plugins

_plugins: list[Any] = []


def register_plugin_profiler(c_api: Any) -> None:
    """Register a plugin: sessions collect the planes of its devices, if it has PJRT's profiler extension."""
    try:
        if not _native.profiler.has_profiler(c_api):
            return
    except ValueError as error:
        raise TypeError(
            f"register_plugin_profiler(): incompatible function arguments: wanted a capsule named "
            f"pjrt_c_api, got {type(c_api).__name__}"
        ) from error
    _plugins.append(c_api)


def _started(c_api: Any, options: bytes) -> Any:
    profiler = _native.profiler._PluginProfiler(c_api, options)
    profiler.start()
    return profiler


def _collected(profiler: Any) -> bytes:
    space: bytes = profiler.collect()
    _native.profile_data.ProfileData(space)  # raises if it is damaged
    return space


def _of_plugins(what: str, failures: list[str], function: Any) -> Any:
    """The result of ``function``; None if a plugin fails, which is appended to ``failures``."""
    try:
        return function()
    except Exception as error:
        failures.append(f"a plugin's profiler could not {what}: {error}")
        return None


# ---- Metadata of profiles

_metadata: dict[str, str] = {}


def set_metadata(key: str, value: str) -> None:
    """Set metadata for future profiles; it is in their plane /host:metadata."""
    if not isinstance(key, str) or not isinstance(value, str):
        raise TypeError(
            "set_metadata(): incompatible function arguments: wanted str and str, got "
            f"{type(key).__name__} and {type(value).__name__}"
        )
    _metadata[key] = value


def clear_metadata() -> None:
    _metadata.clear()


# ---- Sessions


class ProfilerSession:
    """Records from its creation until it is stopped."""

    def __init__(self, options: ProfileOptions | None = None, /) -> None:
        if options is None:
            options = ProfileOptions()
        elif not isinstance(options, ProfileOptions):
            raise TypeError(
                "ProfilerSession(): incompatible function arguments: wanted ProfileOptions, got "
                f"{type(options).__name__}"
            )
        self._options = options
        self._message = serialize_options(options)
        self._running = False
        #: The error that prevented the start, which `stop` raises.
        self.failure: Exception | None = None
        self._profilers: list[Any] = []
        self._subprocesses: list[Any] = []
        values = dict(options._values)
        self._hlo, self._session_id = values["enable_hlo_proto"], values["session_id"]
        wait = values["start_timestamp_ns"] - time.time_ns()
        if values["start_timestamp_ns"] and wait <= 0:
            _log.warning(f"Profiling is late by {-wait} nanoseconds and will start immediately.")
        elif values["start_timestamp_ns"]:
            time.sleep(wait / 1e9)
        try:
            _native.profiler.start(min(values["host_tracer_level"], 3), values["python_tracer_level"] > 0)
        except RuntimeError as error:
            self.failure = error
            return
        self._running = True
        failures: list[str] = []
        for plugin in _plugins:
            started = _of_plugins("start", failures, partial(_started, plugin, self._message))
            if started is not None:
                self._profilers.append(started)
        if failures and values["raise_error_on_start_failure"]:
            self._discard()
            self.failure = _native.JaxRuntimeError("INTERNAL: " + "; ".join(failures))
            return
        for failure in failures:
            _log.warning(failure)
        if values["advanced_configuration"].get("profile_subprocesses"):
            self._subprocesses = subprocesses.start(self._message)

    def __del__(self) -> None:
        if getattr(self, "_running", False):
            self._discard()

    def _discard(self) -> None:
        self._running = False
        self._profilers.clear()
        _native.profiler.stop()

    def stop(self) -> bytes:
        """Stop the session; returns the profile as a serialized XSpace.

        Raises:
            JaxRuntimeError: The session could not start, for example because another one was running.
        """
        if self.failure is not None:
            raise self.failure
        if not self._running:
            return b"\n\x0b\x12\t/host:CPU"  # an empty space, as in upstream
        self._running = False
        failures: list[str] = []
        profilers, self._profilers = self._profilers, []
        for profiler in profilers:
            _of_plugins("stop", failures, profiler.stop)
        recording = _native.profiler.stop()
        spaces = []
        for profiler in profilers:
            space = _of_plugins("give what it recorded", failures, partial(_collected, profiler))
            if space is not None:
                spaces.append((space, "", recording.start_ns))
        spaces += subprocesses.collect(self._subprocesses, failures)
        programs = [hlo_proto(*program) for program in recording.programs()] if self._hlo else []
        for failure in failures:
            _log.warning(failure)
        hostname = socket.gethostname()
        profile: bytes = recording.write(
            _metadata,
            [program for program in programs if program],
            spaces,
            self._message,
            hostname,
            os.getpid(),
        )
        return profile

    def export(self, xspace: bytes, tensorboard_dir: str, /) -> None:
        """Write a profile below a folder, where TensorBoard and xprof look for it.

        Raises:
            JaxRuntimeError: The files cannot be written.
        """
        if not isinstance(xspace, bytes) or not isinstance(tensorboard_dir, str):
            raise TypeError("export(): incompatible function arguments: wanted bytes and str")
        export(xspace, tensorboard_dir, self._session_id)

    def stop_and_export(self, tensorboard_dir: str, /) -> None:
        """Stop the session, and write the profile below a folder.

        Raises:
            JaxRuntimeError: The session could not start, or the files cannot be written.
        """
        self.export(self.stop(), tensorboard_dir)

    def stop_and_get_profile_data(self) -> Any:
        """Stop the session; returns the profile as a ProfileData."""
        return _native.profile_data.ProfileData(self.stop())


def export(xspace: bytes, folder: str, session_id: str = "") -> None:
    """Write ``FOLDER/plugins/profile/SESSION/HOST.xplane.pb``, and the trace beside it.

    Raises:
        JaxRuntimeError: The files cannot be written.
    """
    session = session_id or time.strftime("%Y_%m_%d_%H_%M_%S")
    place = Path(os.path.normpath(Path(folder) / "plugins" / "profile" / session))
    host = socket.gethostname()
    write(place / f"{host}.xplane.pb", xspace)
    write(place / f"{host}.trace.json.gz", gzip.compress(_native.profiler.to_trace_json(xspace), 6))


def export_to_xprof(profile_data: Any, xprof_dir: str, session_id: str = "") -> None:
    """Write a profile in memory (a ProfileData) below a folder, like `export`.

    Raises:
        JaxRuntimeError: The files cannot be written.
    """
    wanted = (_native.profile_data.ProfileData, str, str)
    given = (profile_data, xprof_dir, session_id)
    if not all(map(isinstance, given, wanted)):
        raise TypeError(
            "export_to_xprof(): incompatible function arguments: wanted ProfileData, str and str, got "
            + ", ".join(type(value).__name__ for value in given)
        )
    export(profile_data._serialized_xspace, xprof_dir, session_id)


def write(place: Path, content: bytes) -> None:
    """Write a file, and create its parent folders.

    Raises:
        JaxRuntimeError: It cannot be written.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    except OSError as error:
        code = {
            FileNotFoundError: "NOT_FOUND", PermissionError: "PERMISSION_DENIED",
            NotADirectoryError: "FAILED_PRECONDITION",
        }.get(type(error), "UNKNOWN")  # fmt: skip
        raise _native.JaxRuntimeError(f"{code}: {error.filename or place}; {error.strerror}") from error
