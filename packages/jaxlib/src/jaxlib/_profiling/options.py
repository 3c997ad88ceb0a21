"""ProfileOptions, and the message tensorflow.ProfileOptions, which plugins and other processes read."""

from __future__ import annotations

from typing import Any

from jaxlib import _proto

_INT64 = 1 << 63


def _refuse(name: str, wanted: str, value: object) -> Any:
    raise TypeError(
        f"ProfileOptions.{name}: incompatible function arguments: wanted {wanted}, got {type(value).__name__}"
    )


def _whole(name: str, most: int, doc: str) -> Any:
    """A property for an integer of at least zero and less than ``most``."""

    def get(self: Any) -> int:
        value: int = self._values[name]
        return value

    def put(self: Any, value: int) -> None:
        if not isinstance(value, int) or not 0 <= value < most:
            _refuse(name, f"an int of 0 to {most - 1}", value)
        self._values[name] = int(value)

    return property(get, put, doc=doc)


def _other(name: str, kind: type, doc: str) -> Any:
    """A property of exactly that type."""

    def get(self: Any) -> Any:
        return self._values[name]

    def put(self: Any, value: Any) -> None:
        if not isinstance(value, kind):
            _refuse(name, kind.__name__, value)
        self._values[name] = value

    return property(get, put, doc=doc)


class ProfileOptions:
    """The options of a profiling session."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: dict[str, Any] = {
            "include_dataset_ops": True,
            "host_tracer_level": 2,
            "python_tracer_level": 1,
            "enable_hlo_proto": True,
            "start_timestamp_ns": 0,
            "duration_ms": 0,
            "repository_path": "",
            "advanced_configuration": {},
            "raise_error_on_start_failure": False,
            "session_id": "",
            # Not a Python attribute, but part of requests from other processes.
            "device_tracer_level": 1,
            "override_hostname": "",
        }

    include_dataset_ops = _other("include_dataset_ops", bool, "Whether TensorFlow's datasets are recorded.")
    host_tracer_level = _whole("host_tracer_level", 1 << 32, "0 records no events of the host's.")
    python_tracer_level = _whole("python_tracer_level", 1 << 32, "0 records no calls of Python's.")
    enable_hlo_proto = _other(
        "enable_hlo_proto", bool, "Whether the programs' HLO becomes part of the profile."
    )
    start_timestamp_ns = _whole(
        "start_timestamp_ns", 1 << 64, "When to start, in nanoseconds since 1970; 0: at once."
    )
    duration_ms = _whole("duration_ms", 1 << 64, "How long an on-demand session lasts, in milliseconds.")
    repository_path = _other("repository_path", str, "Where an on-demand session is written to.")
    raise_error_on_start_failure = _other(
        "raise_error_on_start_failure", bool, "Whether a session that cannot start raises at once."
    )
    session_id = _other("session_id", str, "The name of the session's folder; empty: the time.")

    @property
    def advanced_configuration(self) -> dict[str, bool | int | str]:
        """Settings for device tracers, by name."""
        return dict(self._values["advanced_configuration"])

    @advanced_configuration.setter
    def advanced_configuration(self, value: Any) -> None:
        if not isinstance(value, dict):
            _refuse("advanced_configuration", "dict", value)
        kept: dict[str, bool | int | str] = {}
        for key, one in value.items():
            if not isinstance(key, str):
                raise RuntimeError(
                    f"ProfileOptions.advanced_configuration: wanted str for keys, got {type(key).__name__}"
                )
            whole = isinstance(one, int) and -_INT64 <= one < _INT64
            kept[key] = one if isinstance(one, str) or whole else str(one)
        self._values["advanced_configuration"] = kept


def serialize_options(options: ProfileOptions) -> bytes:
    """The options as a serialized tensorflow.ProfileOptions."""
    values = options._values
    message = b"".join(
        (
            _proto.number(1, values["include_dataset_ops"]),
            _proto.number(2, values["host_tracer_level"]),
            _proto.number(3, values["device_tracer_level"]),
            _proto.number(4, values["python_tracer_level"]),
            _proto.number(5, 1),  # the version since which zeros are significant
            _proto.number(7, values["enable_hlo_proto"]),
            _proto.number(8, values["start_timestamp_ns"]),
            _proto.number(9, values["duration_ms"]),
        )
    )
    if values["repository_path"]:
        message += _proto.length(10, values["repository_path"].encode())
    for key, value in values["advanced_configuration"].items():
        if isinstance(value, bool):
            content = _proto.varint(2 << 3) + _proto.varint(value)
        elif isinstance(value, int):
            content = _proto.varint(3 << 3) + _proto.varint(value)
        else:
            content = _proto.length(1, value.encode("utf-8", "backslashreplace"))
        message += _proto.length(12, _proto.length(1, key.encode()) + _proto.length(2, content))
    message += _proto.number(13, values["raise_error_on_start_failure"])
    if values["session_id"]:
        message += _proto.length(14, values["session_id"].encode())
    if values["override_hostname"]:
        message += _proto.length(15, values["override_hostname"].encode())
    return message


_TEXTS = {10: "repository_path", 14: "session_id", 15: "override_hostname"}
_NUMBERS = {
    2: "host_tracer_level", 3: "device_tracer_level", 4: "python_tracer_level", 8: "start_timestamp_ns",
    9: "duration_ms",
}  # fmt: skip
_TRUTHS = {1: "include_dataset_ops", 7: "enable_hlo_proto", 13: "raise_error_on_start_failure"}


def parse_options(message: bytes) -> ProfileOptions:
    """Parse a tensorflow.ProfileOptions, for example from a request.

    Raises:
        ValueError: The message is malformed.
    """
    options = ProfileOptions()
    values = options._values
    fields = list(_proto.fields(message))
    if any(tag == 5 and value for tag, value in fields):
        # Since that version, absent fields are zero.
        values.update(dict.fromkeys(_NUMBERS.values(), 0), **dict.fromkeys(_TRUTHS.values(), False))
    for tag, value in fields:
        if tag in _TEXTS:
            values[_TEXTS[tag]] = _proto.content(value).decode("utf-8", "replace")
        elif tag in _NUMBERS:
            values[_NUMBERS[tag]] = _proto.integer(value)
        elif tag in _TRUTHS:
            values[_TRUTHS[tag]] = bool(_proto.integer(value))
        elif tag == 12:
            entry = dict(_proto.fields(_proto.content(value)))
            for kind, one in _proto.fields(_proto.content(entry.get(2, b""))):
                values["advanced_configuration"][_proto.content(entry.get(1, b"")).decode()] = (
                    _proto.content(one).decode("utf-8", "replace") if kind == 1
                    else bool(_proto.integer(one)) if kind == 2
                    else _proto.signed(_proto.integer(one))
                )  # fmt: skip
    return options
