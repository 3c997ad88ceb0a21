"""Statuses like absl's: a code, a message and payloads; their text, and their representation in gRPC."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jaxlib._distributed import messages
from jaxlib._errors import JaxRuntimeError

if TYPE_CHECKING:
    from typing import Any

#: The names of the codes that gRPC and absl share, by number.
CODES = (
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
)

#: Payload keys. The first one marks errors of the coordination service itself, as opposed to gRPC's.
SERVICE_ERROR = "type.googleapis.com/tensorflow.CoordinationServiceError"
BARRIER_ERROR = "type.googleapis.com/tensorflow.BarrierError"
MISMATCH_ERROR = "type.googleapis.com/tensorflow.ServiceMismatchError"

#: The gRPC metadata key for the payloads.
DETAILS = "grpc-status-details-bin"

#: Longer messages, in bytes, are truncated, because the length of gRPC headers is limited.
_LONGEST = 3072

#: What the text of an error from gRPC contains after the message itself.
_FROM_GRPC = "Additional GRPC error information"


class StatusError(Exception):
    """A status other than OK.

    Attributes:
        code: The name of its code, one of ``CODES``.
        message: The message.
        payloads: Payload bytes by key.
    """

    def __init__(self, code: str, message: str, payloads: Mapping[str, bytes] | None = None) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.payloads = dict(payloads or {})

    def __str__(self) -> str:
        return f"{self.code}: {self.message}" + "".join(
            f" [{key}='{_escaped(value)}']" for key, value in self.payloads.items()
        )

    def for_jax(self) -> JaxRuntimeError:
        """The error that jax's users see."""
        return JaxRuntimeError(str(self), CODES.index(self.code))

    def container(self) -> bytes:
        """The payloads in gRPC's representation."""
        entries = [{"key": key, "value": value} for key, value in self.payloads.items()]
        return messages.encode("GrpcPayloadContainer", payloads=entries)

    def short_message(self) -> str:
        """The message, truncated if it is too long for gRPC."""
        encoded = self.message.encode()
        if len(encoded) <= _LONGEST:
            return self.message
        return encoded[:_LONGEST].decode(errors="ignore") + " ... [truncated]"


def service_error(code: str, message: str, task: int | None = None, reported: bool = False) -> StatusError:
    """An error of the coordination service itself, optionally with the task that caused it."""
    payload = b""
    if task is not None:
        payload = messages.encode("CoordinationServiceError", source_task_id=task, is_reported_error=reported)
    return StatusError(code, message, {SERVICE_ERROR: payload})


def barrier_error(code: str, message: str, barrier: str, counter: int) -> StatusError:
    """An error of an instance of a barrier."""
    payload = messages.encode("BarrierError", barrier_id=barrier, counter=counter)
    return StatusError(code, message, {SERVICE_ERROR: b"", BARRIER_ERROR: payload})


def from_grpc(method: str, error: Any) -> StatusError:
    """Convert a gRPC error of a call; the message names the method and includes gRPC's details."""
    code = error.code().name
    message = error.details() or ""
    payloads = {}
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS:
            try:
                entries = messages.decode("GrpcPayloadContainer", value).payloads
            except (ValueError, UnicodeDecodeError):
                continue  # another server, which uses this key differently
            payloads.update({entry.key: entry.value for entry in entries})
    debug_text = error.debug_error_string() if hasattr(error, "debug_error_string") else ""
    message += (
        f"\n{_FROM_GRPC} from remote target coordination_service while calling {method}:\n:{debug_text}"
    )
    return StatusError(code, message, payloads)


def trimmed(error: StatusError, method: str) -> StatusError:
    """An error without gRPC's details, for barriers and for errors that end a client.

    Of the payloads, only the one that marks the error's origin is kept.
    """
    at = error.message.find(_FROM_GRPC)
    if at < 0:
        return error
    payloads = {key: value for key, value in error.payloads.items() if key == SERVICE_ERROR}
    if not payloads and error.code == "UNAVAILABLE":
        message = (
            "Failed to send RPC to coordination service. Either the leader task was "
            "preempted/died/restarted unexpectedly or this task is experiencing network issues. Check "
            "earlier logs from 1) this task, 2) the leader (usually slice 0 task 0), and 3) cluster "
            "scheduler to debug further.\n" + error.message[at:]
        )
    else:
        message = f"{error.message[:at]}\nRPC: {method}"
    return StatusError(error.code, message, payloads)


def duration(milliseconds: int) -> str:
    """A duration in absl's format, such as 1m30s or 700ms."""
    if milliseconds == 0:
        return "0"
    sign, rest = ("-", -milliseconds) if milliseconds < 0 else ("", milliseconds)
    if rest < 1000:
        return f"{sign}{rest}ms"
    minutes, rest = divmod(rest, 60_000)
    hours, minutes = divmod(minutes, 60)
    text = (f"{hours}h" if hours else "") + (f"{minutes}m" if minutes else "")
    if rest:
        whole, part = divmod(rest, 1000)
        text += f"{whole}{f'.{part:03}'.rstrip('0') if part else ''}s"
    return sign + text


def _escaped(value: bytes) -> str:
    """Bytes in the format of absl's CHexEscape."""
    named = {0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x22: '\\"', 0x27: "\\'", 0x5C: "\\\\"}
    text = []
    after_hex = False
    for byte in value:
        if byte in named:
            text.append(named[byte])
            after_hex = False
        elif not 0x20 <= byte < 0x7F or (after_hex and chr(byte) in "0123456789abcdefABCDEF"):
            text.append(f"\\x{byte:02x}")
            after_hex = True
        else:
            text.append(chr(byte))
            after_hex = False
    return "".join(text)
