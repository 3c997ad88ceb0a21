"""The coordination service's messages: declarations of their fields, and their encoding.

The schema is that of upstream's jaxlib; tests compare it with upstream's own descriptors, release by release. A
message is a `SimpleNamespace` with one attribute per field; fields that were not set have proto3's default.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from jaxlib import _proto

#: gRPC's name for the service.
SERVICE = "xla.coordination.CoordinationService"

#: The methods of the service; each takes a METHODRequest and returns a METHODResponse.
METHODS = (
    "RegisterTask",
    "Heartbeat",
    "ShutdownTask",
    "WatchTasks",
    "InsertKeyValue",
    "GetKeyValue",
    "TryGetKeyValue",
    "IncrementKeyValue",
    "GetKeyValueDir",
    "DeleteKeyValue",
    "Barrier",
    "CancelBarrier",
    "GetAliveTasks",
    "PollForError",
    "ReportErrorToService",
)


class State(enum.IntEnum):
    """The state of a task (the schema's TaskState)."""

    UNSPECIFIED = 0
    UNINITIALIZED = 1
    DISCONNECTED = 2
    CONNECTED = 3
    ERROR = 4


_INCARNATIONS = {"incarnations": (1, "Incarnations")}
_KEY = {**_INCARNATIONS, "key": (2, "string")}
_ENTRY = {"kv": (1, "KeyValueEntry")}

#: For each message, its fields by name: number and type. A star after the type marks a repeated field.
MESSAGES: dict[str, dict[str, tuple[int, str]]] = {
    "CoordinationServiceError": {"is_reported_error": (3, "bool"), "source_task_id": (4, "int32")},
    "BarrierError": {"barrier_id": (1, "string"), "counter": (2, "int64")},
    "Incarnations": {
        "task_id": (1, "int32"),
        "task_incarnation": (2, "fixed64"),
        "service_incarnation": (3, "fixed64"),
    },
    "ServiceMismatchError": {"service_incarnation": (1, "fixed64")},
    "TaskInfo": {
        "task_id": (1, "int32"),
        "incarnation": (6, "fixed64"),
        "state": (2, "TaskState"),
        "error_code": (3, "int32"),
        "error_message": (4, "string"),
        "error_payload": (5, "CoordinationServiceError"),
    },
    "RegisterTaskRequest": {"incarnation": (3, "fixed64"), "source_task_id": (5, "int32")},
    "RegisterTaskResponse": {"service_incarnation": (1, "fixed64")},
    "HeartbeatRequest": {**_INCARNATIONS, "incarnation": (2, "fixed64"), "source_task_id": (3, "int32")},
    "HeartbeatResponse": {"service_incarnation": (1, "fixed64")},
    "PollForErrorRequest": {**_INCARNATIONS, "source_task_id": (2, "int32")},
    "PollForErrorResponse": {},
    "ReportErrorToServiceRequest": {
        **_INCARNATIONS,
        "source_task_id": (2, "int32"),
        "error_code": (3, "int32"),
        "error_message": (4, "string"),
    },
    "ReportErrorToServiceResponse": {},
    "ShutdownTaskRequest": {**_INCARNATIONS, "source_task_id": (2, "int32")},
    "ShutdownTaskResponse": {},
    "WatchTasksRequest": {**_INCARNATIONS, "version_number": (2, "int64")},
    "WatchTasksResponse": {"task_state": (1, "TaskInfo*"), "version_number": (2, "int64")},
    "KeyValueEntry": {"key": (1, "string"), "value": (2, "bytes")},
    "InsertKeyValueRequest": {
        **_INCARNATIONS,
        "kv": (2, "KeyValueEntry"),
        "allow_overwrite": (3, "bool"),
    },
    "InsertKeyValueResponse": {},
    "GetKeyValueRequest": _KEY,
    "GetKeyValueResponse": _ENTRY,
    "TryGetKeyValueRequest": _KEY,
    "TryGetKeyValueResponse": _ENTRY,
    "IncrementKeyValueRequest": {**_KEY, "increment": (3, "int64")},
    "IncrementKeyValueResponse": _ENTRY,
    "GetKeyValueDirRequest": {**_INCARNATIONS, "directory_key": (2, "string")},
    "GetKeyValueDirResponse": {"directory_key": (1, "string"), "kv": (2, "KeyValueEntry*")},
    "DeleteKeyValueRequest": {**_KEY, "is_directory": (3, "bool")},
    "DeleteKeyValueResponse": {},
    "BarrierRequest": {
        **_INCARNATIONS,
        "barrier_id": (2, "string"),
        "barrier_timeout_in_ms": (3, "int64"),
        "task_ids": (4, "int32*"),
        "source_task_id": (5, "int32"),
        "counter": (6, "int64"),
    },
    "BarrierResponse": {"counter": (1, "int64")},
    "GetAliveTasksRequest": {
        **_INCARNATIONS,
        "requesting_task_id": (2, "int32"),
        "task_ids": (3, "int32*"),
    },
    "GetAliveTasksResponse": {"alive_task_ids": (1, "int32*"), "incarnations": (2, "fixed64*")},
    "CancelBarrierRequest": {
        **_INCARNATIONS,
        "barrier_id": (2, "string"),
        "counter": (3, "int64"),
        "source_task_id": (4, "int32"),
    },
    "CancelBarrierResponse": {},
    # tensorflow.distributed_runtime: additional data of a status. A map is encoded as repeated entries.
    "GrpcPayloadContainer": {"payloads": (1, "PayloadsEntry*")},
    "PayloadsEntry": {"key": (1, "string"), "value": (2, "bytes")},
}

#: Types that are encoded as varints.
_NUMBERS = frozenset({"int32", "int64", "bool", "TaskState"})

_DEFAULTS: Mapping[str, Any] = {
    **dict.fromkeys(_NUMBERS, 0),
    "fixed64": 0,
    "bool": False,
    "string": "",
    "bytes": b"",
}


def encode(message: str, **values: Any) -> bytes:
    """Encode a message of that name; a value of None leaves the field unset.

    Raises:
        KeyError: There is no such message, or no such field in it.
    """
    fields = MESSAGES[message]
    encoded = bytearray()
    for name, value in values.items():
        tag, kind = fields[name]
        if value is None:
            continue
        if not kind.endswith("*"):
            encoded += _field(tag, kind, value)
        elif kind == "fixed64*":
            content = b"".join(number.to_bytes(8, "little") for number in value)
            encoded += _proto.length(tag, content) if content else b""
        elif kind[:-1] in _NUMBERS:
            encoded += _proto.packed(tag, value)
        else:
            encoded += b"".join(_field(tag, kind[:-1], element, present=True) for element in value)
    return bytes(encoded)


def _field(tag: int, kind: str, value: Any, present: bool = False) -> bytes:
    if kind in _NUMBERS:
        return _proto.number(tag, int(value))
    if kind == "fixed64":
        return _proto.fixed64(tag, value)
    if kind in ("string", "bytes"):
        content = value.encode() if kind == "string" else value
        return _proto.length(tag, content) if content or present else b""
    return _proto.length(tag, value if isinstance(value, bytes) else encode(kind, **value))


def decode(message: str, data: bytes) -> SimpleNamespace:
    """Decode a message; fields that are not in the schema are skipped.

    Raises:
        ValueError: The bytes are not such a message.
    """
    fields = MESSAGES[message]
    names = {tag: (name, kind) for name, (tag, kind) in fields.items()}
    decoded = SimpleNamespace(
        **{
            name: [] if kind.endswith("*") else _DEFAULTS[kind] if kind in _DEFAULTS else decode(kind, b"")
            for name, (_, kind) in fields.items()
        }
    )
    for tag, value in _proto.fields(data):
        if tag not in names:
            continue
        name, kind = names[tag]
        if kind == "fixed64*":
            content = _proto.content(value)
            if len(content) % 8:
                raise ValueError("a malformed protocol buffer")
            getattr(decoded, name).extend(
                int.from_bytes(content[at : at + 8], "little") for at in range(0, len(content), 8)
            )
        elif kind.endswith("*") and kind[:-1] in _NUMBERS:
            getattr(decoded, name).extend(map(_proto.signed, _proto.numbers(value)))
        elif kind.endswith("*"):
            getattr(decoded, name).append(_value(kind[:-1], value))
        else:
            setattr(decoded, name, _value(kind, value))
    return decoded


def _value(kind: str, value: int | bytes) -> Any:
    if kind == "bool":
        return bool(_proto.integer(value))
    if kind in _NUMBERS:
        return _proto.signed(_proto.integer(value))
    content = _proto.content(value)
    if kind == "fixed64":
        return int.from_bytes(content, "little")
    if kind == "string":
        return content.decode()
    return content if kind == "bytes" else decode(kind, content)
