"""A client for the profiler servers of other processes: tensorflow.ProfilerService over gRPC."""

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
    """Wait until a server responds on that port of this machine.

    Raises:
        JaxRuntimeError: No server responds within that time.
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
    """A session in another process of this machine, from its creation until `terminate`."""

    #: The duration, in milliseconds, after which a session ends by itself.
    MOST = 24 * 3600 * 1000

    def __init__(self, port: int, options: bytes) -> None:
        self._grpc = grpc()
        self._channel = self._grpc.insecure_channel(f"localhost:{port}", options=transport.OPTIONS)
        self._name = uuid.uuid4().hex
        # It must not include its own subprocesses. The last value of a field counts.
        options += _proto.number(9, self.MOST)
        request = _proto.number(1, self.MOST) + _proto.length(4, options)
        request += _proto.length(6, self._name.encode()) + _proto.length(7, socket.gethostname().encode())
        self._call = self._channel.unary_unary(f"/{SERVICE}/Profile").future(request + _proto.number(9, 1))

    def terminate(self) -> None:
        """Request the end of the session."""
        try:
            self._channel.unary_unary(f"/{SERVICE}/Terminate")(
                _proto.length(1, self._name.encode()), timeout=10
            )
        except self._grpc.RpcError:
            self._call.cancel()

    def result(self) -> bytes:
        """The recorded profile, a serialized XSpace.

        Raises:
            grpc.RpcError: There was no response.
        """
        answer = self._call.result(timeout=60)
        self._channel.close()
        return _proto.content(dict(_proto.fields(answer)).get(8, b""))
