"""The profiler servers of other processes, as a client sees them: tensorflow.ProfilerService over gRPC."""

from __future__ import annotations

import socket
import uuid
from typing import Any

from jaxlib import _native, _proto
from jaxlib._distributed import transport

SERVICE = "tensorflow.ProfilerService"


def grpc() -> Any:
    """The module ``grpc``.

    Raises:
        ModuleNotFoundError: grpcio is not installed.
    """
    return transport.grpc("jax.profiler's server")


def wait_for(port: int, seconds: float) -> None:
    """Wait until a server answers on that port of this machine.

    Raises:
        JaxRuntimeError: None does, in that time.
        ModuleNotFoundError: grpcio is not installed.
    """
    library = grpc()
    with library.insecure_channel(f"localhost:{port}") as channel:
        try:
            library.channel_ready_future(channel).result(seconds)
        except library.FutureTimeoutError:
            raise _native.JaxRuntimeError(
                f"DEADLINE_EXCEEDED: Timeout while connecting to localhost:{port}"
            ) from None


class RemoteSession:
    """A session in another process of this machine, from when it is made until `terminate`."""

    #: Sessions that nobody ends, in milliseconds.
    MOST = 24 * 3600 * 1000

    def __init__(self, port: int, options: bytes) -> None:
        self._grpc = grpc()
        self._channel = self._grpc.insecure_channel(f"localhost:{port}", options=transport.OPTIONS)
        self._name = uuid.uuid4().hex
        # Of its own subprocesses it knows nothing here; what comes last counts.
        options += _proto.number(9, self.MOST)
        request = _proto.number(1, self.MOST) + _proto.length(4, options)
        request += _proto.length(6, self._name.encode()) + _proto.length(7, socket.gethostname().encode())
        self._call = self._channel.unary_unary(f"/{SERVICE}/Profile").future(request + _proto.number(9, 1))

    def terminate(self) -> None:
        """Ask it to end."""
        try:
            self._channel.unary_unary(f"/{SERVICE}/Terminate")(
                _proto.length(1, self._name.encode()), timeout=10
            )
        except self._grpc.RpcError:
            self._call.cancel()

    def result(self) -> bytes:
        """What it recorded, a serialized XSpace.

        Raises:
            grpc.RpcError: It gave no answer.
        """
        answer = self._call.result(timeout=60)
        self._channel.close()
        return _proto.content(dict(_proto.fields(answer)).get(8, b""))
