"""Serves the coordination service over gRPC, in a separate thread that never delays interpreter exit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

from jaxlib import _log
from jaxlib._distributed import messages, transport
from jaxlib._distributed.coordinator import Coordinator, Options
from jaxlib._distributed.status import CODES, DETAILS, MISMATCH_ERROR, StatusError, service_error

#: How long requests in progress may continue when the service stops, in seconds.
_GRACE = 5.0

#: The interval at which tasks and barriers are checked, in seconds.
_INTERVAL = 1.0

_Answer = dict[str, Any]


class Service:
    """The gRPC server of a coordinator.

    Raises:
        ModuleNotFoundError: gRPC is not installed.
        StatusError: It cannot listen at the address.
    """

    def __init__(self, address: str, options: Options, security: transport.Security | None) -> None:
        transport.grpc()  # import it before the thread exists
        self._address = address
        self._options = options
        self._security = security
        self._started = threading.Event()
        self._errors: list[BaseException] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Event | None = None
        self._grace = _GRACE
        self._thread = threading.Thread(target=self._run, name="jaxlib-coordination-service", daemon=True)
        self._thread.start()
        self._started.wait()
        if self._errors:
            self._thread.join()
            raise self._errors[0]
        _log.info("coordination_service", "Initializing CoordinationService")

    def stop(self, grace: float = _GRACE) -> None:
        """Stop it; requests in progress may continue for ``grace`` seconds. Stopping it again has no effect.

        Blocks until it has stopped.
        """
        loop, ending = self._loop, self._ending
        if loop is None or ending is None or not self._thread.is_alive():
            return
        self._grace = grace
        try:
            loop.call_soon_threadsafe(ending.set)
        except RuntimeError:
            return  # it stopped in the meantime
        if threading.current_thread() is not self._thread:
            self._thread.join(grace + 5)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # reported to the thread that created the service
            self._errors.append(error)
        finally:
            self._started.set()

    async def _serve(self) -> None:
        server = transport.grpc().aio.server(options=transport.OPTIONS)
        transport.bind(server, self._address, self._security)
        coordinator = Coordinator(self._options)
        server.add_generic_rpc_handlers((_handlers(_Methods(coordinator)),))
        await server.start()
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        self._started.set()
        while not self._ending.is_set():
            try:
                await asyncio.wait_for(self._ending.wait(), _INTERVAL)
            except TimeoutError:
                coordinator.check()
        stopping = asyncio.ensure_future(server.stop(self._grace))
        while not stopping.done():
            await asyncio.wait([stopping], timeout=_INTERVAL)
            coordinator.check()
        coordinator.stop()


class _Methods:
    """The methods of the service: they take decoded requests and return the fields of the response."""

    def __init__(self, coordinator: Coordinator) -> None:
        self._to = coordinator

    def check_incarnation(self, request: SimpleNamespace) -> None:
        """Reject a request for another incarnation of the service."""
        asked, here = request.incarnations.service_incarnation, self._to.incarnation
        if asked != here:
            text = f"wrong service incarnation: requested {asked}, currently {here}"
            error = service_error("INTERNAL", text)
            error.payloads[MISMATCH_ERROR] = messages.encode("ServiceMismatchError", service_incarnation=here)
            raise error

    async def RegisterTask(self, request: SimpleNamespace) -> _Answer:
        await _told(
            lambda done: self._to.register(
                request.source_task_id, request.incarnation, lambda e: done(e, None)
            )
        )
        return {"service_incarnation": self._to.incarnation}

    async def Heartbeat(self, request: SimpleNamespace) -> _Answer:
        self._to.heartbeat(request.source_task_id, request.incarnation)
        return {"service_incarnation": self._to.incarnation}

    async def ShutdownTask(self, request: SimpleNamespace) -> _Answer:
        await _told(lambda done: self._to.shut_down(request.source_task_id, lambda error: done(error, None)))
        return {}

    async def WatchTasks(self, request: SimpleNamespace) -> _Answer:
        def watch(done: Callable[[StatusError | None, Any], None]) -> None:
            self._to.watch(request.version_number, lambda infos, version: done(None, (infos, version)))

        infos, version = await _told(watch)
        return {"task_state": infos, "version_number": version}

    async def InsertKeyValue(self, request: SimpleNamespace) -> _Answer:
        self._to.store.put(request.kv.key, request.kv.value, request.allow_overwrite)
        return {}

    async def GetKeyValue(self, request: SimpleNamespace) -> _Answer:
        forget: Callable[[], None] = lambda: None  # noqa: E731

        def wait(done: Callable[[StatusError | None, Any], None]) -> None:
            nonlocal forget
            forget = self._to.store.when_there(request.key, lambda value: done(None, value))

        try:
            value = await _told(wait)
        finally:
            forget()
        return {"kv": {"key": request.key, "value": value}}

    async def TryGetKeyValue(self, request: SimpleNamespace) -> _Answer:
        value = self._to.store.get(request.key)
        if value is None:
            raise service_error("NOT_FOUND", f"Config key {request.key} not found.")
        return {"kv": {"key": request.key, "value": value}}

    async def IncrementKeyValue(self, request: SimpleNamespace) -> _Answer:
        try:
            value = self._to.store.increment(request.key, request.increment)
        except StatusError as error:
            raise service_error(error.code, error.message) from None
        return {"kv": {"key": request.key, "value": value}}

    async def GetKeyValueDir(self, request: SimpleNamespace) -> _Answer:
        below = self._to.store.directory(request.directory_key)
        return {"kv": [{"key": key, "value": value} for key, value in below]}

    async def DeleteKeyValue(self, request: SimpleNamespace) -> _Answer:
        self._to.store.delete(request.key)
        return {}

    async def Barrier(self, request: SimpleNamespace) -> _Answer:
        def reach(done: Callable[[StatusError | None, Any], None]) -> None:
            self._to.barrier(
                request.barrier_id,
                request.counter,
                request.barrier_timeout_in_ms / 1000,
                request.source_task_id,
                request.task_ids,
                done,
            )

        return {"counter": await _told(reach)}

    async def CancelBarrier(self, request: SimpleNamespace) -> _Answer:
        self._to.cancel_barrier(request.barrier_id, request.counter, request.source_task_id)
        return {}

    async def GetAliveTasks(self, request: SimpleNamespace) -> _Answer:
        there = await _told(lambda done: self._to.alive(request.requesting_task_id, request.task_ids, done))
        return {"alive_task_ids": list(there), "incarnations": list(there.values())}

    async def PollForError(self, request: SimpleNamespace) -> _Answer:
        await _told(
            lambda done: self._to.poll_for_error(request.source_task_id, lambda error: done(error, None))
        )
        return {}

    async def ReportErrorToService(self, request: SimpleNamespace) -> _Answer:
        code = CODES[request.error_code] if 0 < request.error_code < len(CODES) else "UNKNOWN"
        error = service_error(code, request.error_message, request.source_task_id, reported=True)
        self._to.report_error(request.source_task_id, error)
        return {}


async def _told(ask: Callable[[Callable[[StatusError | None, Any], None]], None]) -> Any:
    """The value with which ``ask`` calls its argument, now or later.

    Raises:
        StatusError: It was called with an error.
    """
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def done(error: StatusError | None, value: Any) -> None:
        if answer.done():
            return  # the request was cancelled
        if error:
            answer.set_exception(error)
        else:
            answer.set_result(value)

    ask(done)
    return await answer


def _handlers(methods: _Methods) -> Any:
    library = transport.grpc()
    return library.method_handlers_generic_handler(
        messages.SERVICE,
        {
            method: library.unary_unary_rpc_method_handler(_handler(library, methods, method))
            for method in messages.METHODS
        },
    )


def _handler(library: Any, methods: _Methods, name: str) -> Callable[[bytes, Any], Awaitable[bytes]]:
    answer = getattr(methods, name)

    async def handle(data: bytes, context: Any) -> bytes:
        try:
            try:
                request = messages.decode(f"{name}Request", data)
            except ValueError as error:
                raise StatusError("INTERNAL", f"{name}: a malformed request: {error}") from error
            if name != "RegisterTask":
                methods.check_incarnation(request)
            return messages.encode(f"{name}Response", **await answer(request))
        except StatusError as error:
            code = library.StatusCode[error.code]
            await context.abort(code, error.short_message(), ((DETAILS, error.container()),))
            raise

    return handle
