"""`DistributedRuntimeClient` and `DistributedRuntimeService`, which jax and libraries that build on it use."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from jaxlib import _log
from jaxlib._distributed import agent, coordinator, service, transport
from jaxlib._distributed.agent import as_jax_errors
from jaxlib._distributed.arguments import (
    boolean,
    checked,
    function,
    integer,
    numbers,
    octets,
    optional,
    small,
    string,
)
from jaxlib._distributed.status import StatusError
from jaxlib._release import DISTRIBUTED_MTLS

#: Default times in seconds; the same as in upstream's jaxlib.
_HEARTBEAT_TIMEOUT = 100
_REGISTER_TIMEOUT = 3600
_SHUTDOWN_TIMEOUT = 300
_INIT_TIMEOUT = 0

#: Clients and services whose threads must end with the interpreter.
_open: weakref.WeakSet[Any] = weakref.WeakSet()
_opened_by = os.getpid()


def close_all() -> None:
    """Close all clients and services at interpreter exit; registered by `jaxlib._jax`.

    Connected clients leave their job, and wait for the others, as upstream's clients do when they are deleted. Then
    all threads end, because none may run Python code during finalization.
    """
    if os.getpid() != _opened_by:
        return  # a forked child: the threads are its parent's
    clients = [opened for opened in _open if isinstance(opened, DistributedRuntimeClient)]
    requests = [client._agent.start_shut_down() for client in clients]  # start all before any wait
    for client, request in zip(clients, requests, strict=True):
        with contextlib.suppress(StatusError):
            client._agent.shut_down(request)
    # Clients first: for a client of this process, the end of its service would be an error.
    services = [opened for opened in _open if isinstance(opened, DistributedRuntimeService)]
    for close in [client._close for client in clients] + [server._close for server in services]:
        with contextlib.suppress(Exception):
            close()


class DistributedRuntimeClient:
    """A process's connection to the service of its job: `jax._src.distributed.global_state.client`."""

    def __init__(self, address: str, options: agent.Options, channel: Any, leave_when_deleted: bool) -> None:
        self._address = address
        self._agent = agent.Agent(channel, options)
        self._leave_when_deleted = leave_when_deleted
        self._pid = os.getpid()
        _open.add(self)

    def __new__(cls, *args: Any, **kwargs: Any) -> DistributedRuntimeClient:
        """Refuse direct construction, as upstream does; use ``get_distributed_runtime_client``."""
        if not args and not kwargs:
            raise TypeError("jaxlib._jax.DistributedRuntimeClient: no constructor defined!")
        return super().__new__(cls)

    def _close(self) -> None:
        self._agent.close()

    def __del__(self, getpid: Callable[[], int] = os.getpid) -> None:
        agent = self.__dict__.get("_agent")
        if agent is None or agent.closed or getpid() != self._pid:
            return  # also at interpreter exit, after close_all()
        if self._leave_when_deleted:
            with contextlib.suppress(StatusError):
                agent.shut_down()
        agent.close()

    @checked("(self) -> None")
    def connect(self) -> None:
        """Register, and wait until every process of the job has registered."""
        with as_jax_errors():
            self._agent.connect()
        _log.info("client", "Connected to distributed JAX controller")

    @checked("(self) -> None")
    def shutdown(self) -> None:
        """Leave the job, and wait until every process wants to leave."""
        with as_jax_errors():
            self._agent.shut_down()

    @checked("(self, key: str, timeout_in_ms: int) -> str", key=string, timeout_in_ms=integer)
    def blocking_key_value_get(self, key: str, timeout_in_ms: int) -> str:
        """The value of a key; waits until it is set."""
        with as_jax_errors():
            return self._agent.value(key, timeout_in_ms).decode()

    @checked("(self, key: str, timeout_in_ms: int) -> bytes", key=string, timeout_in_ms=integer)
    def blocking_key_value_get_bytes(self, key: str, timeout_in_ms: int) -> bytes:
        """The value of a key; waits until it is set."""
        with as_jax_errors():
            return self._agent.value(key, timeout_in_ms)

    @checked("(self, key: str) -> str", key=string)
    def key_value_try_get(self, key: str) -> str:
        """The value of a key; JaxRuntimeError (NOT_FOUND) if it is not set."""
        with as_jax_errors():
            return self._agent.value_if_there(key).decode()

    @checked("(self, key: str) -> bytes", key=string)
    def key_value_try_get_bytes(self, key: str) -> bytes:
        """The value of a key; JaxRuntimeError (NOT_FOUND) if it is not set."""
        with as_jax_errors():
            return self._agent.value_if_there(key)

    @checked("(self, key: str, increment: int) -> int", key=string, increment=integer)
    def key_value_increment(self, key: str, increment: int) -> int:
        """Add to a counter; returns the new value."""
        with as_jax_errors():
            return self._agent.increment(key, increment)

    @checked(
        "(self, key: str, value: str, allow_overwrite: bool = False) -> None",
        key=string,
        value=string,
        allow_overwrite=boolean,
    )
    def key_value_set(self, key: str, value: str, allow_overwrite: bool = False) -> None:
        with as_jax_errors():
            self._agent.set_value(key, value.encode(), allow_overwrite)

    @checked(
        "(self, key: str, value: bytes, allow_overwrite: bool = False) -> None",
        key=string,
        value=octets,
        allow_overwrite=boolean,
    )
    def key_value_set_bytes(self, key: str, value: bytes, allow_overwrite: bool = False) -> None:
        with as_jax_errors():
            self._agent.set_value(key, value, allow_overwrite)

    @checked("(self, key: str) -> list[tuple[str, str]]", key=string)
    def key_value_dir_get(self, key: str) -> list[tuple[str, str]]:
        """The keys below a directory, with their values."""
        with as_jax_errors():
            return [(name, value.decode()) for name, value in self._agent.directory(key)]

    @checked("(self, key: str) -> list[tuple[str, bytes]]", key=string)
    def key_value_dir_get_bytes(self, key: str) -> list[tuple[str, bytes]]:
        """The keys below a directory, with their values."""
        with as_jax_errors():
            return self._agent.directory(key)

    @checked("(self, key: str) -> None", key=string)
    def key_value_delete(self, key: str) -> None:
        """Delete a key and everything below it."""
        with as_jax_errors():
            self._agent.delete(key)

    @checked(
        "(self, barrier_id: str, timeout_in_ms: int, "
        "process_ids: collections.abc.Sequence[int] | None = None) -> None",
        barrier_id=string,
        timeout_in_ms=integer,
        process_ids=optional(numbers),
    )
    def wait_at_barrier(
        self, barrier_id: str, timeout_in_ms: int, process_ids: Sequence[int] | None = None
    ) -> None:
        """Wait until every process, or those that are named, has reached the barrier."""
        with as_jax_errors():
            self._agent.wait_at_barrier(barrier_id, timeout_in_ms, process_ids or ())

    @checked(
        "(self, process_ids: collections.abc.Sequence[int]) -> dict[int, int]",
        process_ids=numbers,
    )
    def get_live_nodes(self, process_ids: Sequence[int]) -> dict[int, int]:
        """The live ones among the processes: process id to a number that each process chose at its start."""
        with as_jax_errors():
            return self._agent.alive(process_ids)


class DistributedRuntimeService:
    """The service of a job; runs in the job's process 0."""

    def __init__(self, running: service.Service) -> None:
        self._service = running
        self._pid = os.getpid()
        _open.add(self)

    def __new__(cls, *args: Any, **kwargs: Any) -> DistributedRuntimeService:
        """Refuse direct construction, as upstream does; use ``get_distributed_runtime_service``."""
        if not args and not kwargs:
            raise TypeError("jaxlib._jax.DistributedRuntimeService: no constructor defined!")
        return super().__new__(cls)

    def _close(self) -> None:
        self._service.stop(0)

    def __del__(self, getpid: Callable[[], int] = os.getpid) -> None:
        running = self.__dict__.get("_service")
        if running is not None and getpid() == self._pid:
            running.stop()

    @checked("(self) -> None")
    def shutdown(self) -> None:
        """Stop the service; requests in progress may continue for 5 seconds."""
        self._service.stop()


def _end_process(error: StatusError) -> None:
    """End the process because its job has failed: immediately, as upstream's jaxlib does."""
    now = time.time()
    stamp = time.strftime("%m%d %H:%M:%S", time.localtime(now)) + f".{int(now % 1 * 1e6):06}"
    line = (
        f"F{stamp} {threading.get_native_id():7} client.py] Terminating process because the JAX "
        "distributed service detected fatal errors. This most likely indicates that another task died; "
        "see the other task logs for more details. Disable Python buffering, i.e. `python -u`, to be sure "
        f"to see all the previous output. absl::Status: {error}\n"
    )
    with contextlib.suppress(OSError):
        os.write(2, line.encode(errors="replace"))
    os.abort()


def _told(callback: Callable[[Any], Any]) -> Callable[[StatusError], None]:
    """A function that calls the user's ``callback``, and passes its exceptions to ``sys.excepthook``."""

    def tell(error: StatusError) -> None:
        try:
            callback(error.for_jax())
        except BaseException:
            sys.excepthook(*sys.exc_info())

    return tell


_SERVICE = (
    "address: str, num_nodes: int, heartbeat_timeout: int | None = None, cluster_register_timeout: int | "
    "None = None, shutdown_timeout: int | None = None, recoverable: bool | None = None"
)
_CLIENT = (
    "address: str, node_id: int, rpc_timeout: int | None = None, init_timeout: int | None = None, "
    "shutdown_timeout: int | None = None, heartbeat_timeout: int | None = None, "
    "missed_heartbeat_callback: collections.abc.Callable | None = None, "
    "shutdown_on_destruction: bool | None = None, use_compression: bool | None = None"
)
_MTLS = "".join(
    f", {name}: {kind} | None = None"
    for name, kind in (
        ("mtls_cert_file", "str"),
        ("mtls_key_file", "str"),
        ("mtls_ca_file", "str"),
        ("mtls_peer_uri_prefix", "str"),
        ("verify_secure_credentials", "bool"),
    )
)
_MTLS_CHECKS: dict[str, Callable[[Any], Any]] = {
    "mtls_cert_file": optional(string),
    "mtls_key_file": optional(string),
    "mtls_ca_file": optional(string),
    "mtls_peer_uri_prefix": optional(string),
    "verify_secure_credentials": optional(boolean),
}


def _make_service(
    address: str,
    num_nodes: int,
    heartbeat_timeout: int | None = None,
    cluster_register_timeout: int | None = None,
    shutdown_timeout: int | None = None,
    recoverable: bool | None = None,
    **security: Any,
) -> DistributedRuntimeService:
    def seconds(given: int | None, default: int) -> float:
        return float(default if given is None else given)

    options = coordinator.Options(
        num_tasks=num_nodes,
        heartbeat_timeout=seconds(heartbeat_timeout, _HEARTBEAT_TIMEOUT),
        register_timeout=seconds(cluster_register_timeout, _REGISTER_TIMEOUT),
        shutdown_timeout=seconds(shutdown_timeout, _SHUTDOWN_TIMEOUT),
        recoverable=bool(recoverable),
    )
    with as_jax_errors():
        return DistributedRuntimeService(service.Service(address, options, _security(security)))


def _make_client(
    address: str,
    node_id: int,
    rpc_timeout: int | None = None,
    init_timeout: int | None = None,
    shutdown_timeout: int | None = None,
    heartbeat_timeout: int | None = None,
    missed_heartbeat_callback: Callable[[Any], Any] | None = None,
    shutdown_on_destruction: bool | None = None,
    use_compression: bool | None = None,
    **security: Any,
) -> DistributedRuntimeClient:
    leaves = shutdown_on_destruction is not False
    options = agent.Options(
        task=node_id,
        init_timeout=float(_INIT_TIMEOUT if init_timeout is None else init_timeout),
        shutdown_timeout=float(_SHUTDOWN_TIMEOUT if shutdown_timeout is None else shutdown_timeout),
        heartbeat_timeout=float(_HEARTBEAT_TIMEOUT if heartbeat_timeout is None else heartbeat_timeout),
        leaves=leaves,
        on_error=_end_process if missed_heartbeat_callback is None else _told(missed_heartbeat_callback),
    )
    with as_jax_errors():
        channel = transport.channel(address, _security(security), bool(use_compression))
        return DistributedRuntimeClient(address, options, channel, leaves)


def _security(arguments: dict[str, Any]) -> transport.Security | None:
    return transport.Security.of(**{name: arguments.get(name) for name in _MTLS_CHECKS})


def _exported(
    name: str, returned: str, make: Callable[..., Any], text: str, doc: str, checks: dict[str, Any]
) -> Any:
    """A function with the release's signature: releases before mutual TLS lack the arguments for it."""
    import inspect

    parameters = [
        parameter
        for parameter in inspect.signature(make).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    if DISTRIBUTED_MTLS:
        text, checks = text + _MTLS, checks | _MTLS_CHECKS
        parameters += [
            inspect.Parameter(check, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
            for check in _MTLS_CHECKS
        ]
    signature = inspect.Signature(parameters)

    def call(*args: Any, **kwargs: Any) -> Any:
        return make(**signature.bind(*args, **kwargs).arguments)

    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__name__ = call.__qualname__ = name
    call.__module__, call.__doc__ = "jaxlib._jax", doc
    return checked(f"({text}) -> jaxlib._jax.{returned}", **checks)(call)


get_distributed_runtime_service = _exported(
    "get_distributed_runtime_service",
    "DistributedRuntimeService",
    _make_service,
    _SERVICE,
    "Start the service of a job of so many processes; times are in seconds.",
    {
        "address": string,
        "num_nodes": small,
        "heartbeat_timeout": optional(small),
        "cluster_register_timeout": optional(small),
        "shutdown_timeout": optional(small),
        "recoverable": optional(boolean),
    },
)
get_distributed_runtime_client = _exported(
    "get_distributed_runtime_client",
    "DistributedRuntimeClient",
    _make_client,
    _CLIENT,
    "A client of the service at an address, for the process of that number; times are in seconds.",
    {
        "address": string,
        "node_id": small,
        "rpc_timeout": optional(small),
        "init_timeout": optional(small),
        "shutdown_timeout": optional(small),
        "heartbeat_timeout": optional(small),
        "missed_heartbeat_callback": optional(function),
        "shutdown_on_destruction": optional(boolean),
        "use_compression": optional(boolean),
    },
)

for _each in (DistributedRuntimeClient, DistributedRuntimeService):
    _each.__module__ = "jaxlib._jax"
