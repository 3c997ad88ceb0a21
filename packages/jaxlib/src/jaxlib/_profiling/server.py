"""On-demand profiling: tensorflow.ProfilerService, called by xprof, TensorBoard and `jax.collect_profile`.

gRPC comes from the optional package grpcio; `_proto` encodes and decodes the messages.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent import futures
from pathlib import Path
from typing import Any, NoReturn

from jaxlib import _native, _proto
from jaxlib._distributed import transport
from jaxlib._profiling import remote
from jaxlib._profiling.options import ProfileOptions, parse_options
from jaxlib._profiling.session import ProfilerSession, write

#: The interval at which a running session checks whether to end, in seconds.
_LOOK = 0.01


def _fields(message: bytes) -> dict[int, int | bytes]:
    return dict(_proto.fields(message))


def _text(fields: dict[int, int | bytes], tag: int) -> str:
    return _proto.content(fields.get(tag, b"")).decode("utf-8", "replace")


class _Request:
    """A tensorflow.ProfileRequest."""

    def __init__(self, message: bytes) -> None:
        fields = _fields(message)
        self.options: ProfileOptions = parse_options(_proto.content(fields.get(4, b"")))
        self.folder, self.session, self.host = _text(fields, 5), _text(fields, 6), _text(fields, 7)
        self.emit = bool(fields.get(9, 0))
        override = self.options.advanced_configuration.get("override_hostname")
        if isinstance(override, str) and override:
            self.host = override


def _answer(request: _Request, space: bytes) -> bytes:
    """A serialized tensorflow.ProfileResponse; also writes the files that the request asks for."""
    empty = not any(list(plane.lines) for plane in _native.profile_data.ProfileData(space).planes)
    answer = _proto.number(7, empty)
    if request.emit:
        return answer + _proto.length(8, space)
    if request.folder:
        name = request.host.replace(":", "_") + ".xplane.pb"
        write(Path(request.folder) / request.session / name, space)
    return answer


class _Service:
    """The methods of the service; they run on gRPC's threads."""

    def __init__(self, grpc: Any) -> None:
        self.grpc = grpc
        self.stopped: set[str] = set()
        self.ending = threading.Event()
        self.lock = threading.Lock()
        self.continuous: tuple[_Request, ProfilerSession] | None = None

    def _started(self, request: _Request, context: Any) -> ProfilerSession:
        session = ProfilerSession(request.options)
        if session.failure is not None:
            self._refuse(context, session.failure)
        return session

    def _refuse(self, context: Any, error: Exception) -> NoReturn:
        context.abort(self.grpc.StatusCode.INTERNAL, str(error).partition(": ")[2] or str(error))
        raise AssertionError("abort() has raised")

    def profile(self, message: bytes, context: Any) -> bytes:
        request = _Request(message)
        session = self._started(request, context)
        end = time.monotonic() + request.options.duration_ms / 1000
        while time.monotonic() < end and not self.ending.wait(_LOOK):
            if not context.is_active():
                break
            with self.lock:
                if request.session in self.stopped:
                    self.stopped.discard(request.session)
                    break
        space = session.stop()
        try:
            return _answer(request, space)
        except RuntimeError as error:
            self._refuse(context, error)

    def terminate(self, message: bytes, context: Any) -> bytes:
        with self.lock:
            self.stopped.add(_text(_fields(message), 1))
        return b""

    def monitor(self, message: bytes, context: Any) -> bytes:
        context.abort(self.grpc.StatusCode.UNIMPLEMENTED, "unimplemented.")
        raise AssertionError

    def start_continuous(self, message: bytes, context: Any) -> bytes:
        request = _Request(message)
        with self.lock:
            if self.continuous is not None:
                context.abort(self.grpc.StatusCode.ALREADY_EXISTS, "A profiling session is already running.")
            self.continuous = (request, self._started(request, context))
        return b""

    def stop_continuous(self, message: bytes, context: Any) -> bytes:
        with self.lock:
            running, self.continuous = self.continuous, None
        if running is None:
            context.abort(self.grpc.StatusCode.NOT_FOUND, "No continuous profiling session found.")
            raise AssertionError
        running[1].stop()
        return b""

    def snapshot(self, message: bytes, context: Any) -> bytes:
        """Return what the continuous session has recorded so far; it then continues with an empty recording."""
        with self.lock:
            if self.continuous is None:
                context.abort(self.grpc.StatusCode.NOT_FOUND, "No continuous profiling session found.")
                raise AssertionError
            request, session = self.continuous
            self.continuous = None
            space = session.stop()
            self.continuous = (request, self._started(request, context))
        request.emit = True
        return _answer(request, space)


def start(port: int) -> Callable[[], None]:
    """Serve on all addresses of this machine; returns a function that stops the server.

    Raises:
        ModuleNotFoundError: grpcio is not installed.
        RuntimeError: The port is not available.
    """
    grpc = remote.grpc()
    if not 0 <= port < 1 << 16:
        raise RuntimeError("wanted a port from 0 to 65535")
    service = _Service(grpc)
    methods = {
        "Profile": service.profile, "Terminate": service.terminate, "Monitor": service.monitor,
        "StartContinuousProfiling": service.start_continuous,
        "StopContinuousProfiling": service.stop_continuous, "GetSnapshot": service.snapshot,
    }  # fmt: skip
    handlers = {name: grpc.unary_unary_rpc_method_handler(method) for name, method in methods.items()}
    workers = futures.ThreadPoolExecutor(8, thread_name_prefix="profiler server")
    server = grpc.server(workers, options=(*transport.OPTIONS, ("grpc.so_reuseport", 0)))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(remote.SERVICE, handlers),))
    if server.add_insecure_port(f"[::]:{port}") == 0:
        raise RuntimeError("the port is not available")
    server.start()

    def stop() -> None:
        service.ending.set()
        server.stop(None)
        workers.shutdown(wait=False)

    return stop
