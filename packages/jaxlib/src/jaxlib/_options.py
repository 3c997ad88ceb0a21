"""Compile options, and their serialization for PJRT: an xla.CompileOptionsProto."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxlib import _proto
from jaxlib._debug_options import DebugOptions, grouped
from jaxlib._errors import JaxRuntimeError
from jaxlib._hlo import Shape
from jaxlib._release import OPTIMIZATION_EFFORTS


class DeviceAssignment:
    """Maps the replicas and computations of a program to devices."""

    def __init__(self, rows: Any) -> None:
        self._rows = np.array(rows, np.int32)

    @staticmethod
    def create(array: Any) -> DeviceAssignment:
        """Create it from an array with one row per replica and one column per computation."""
        array = np.asarray(array)
        if array.ndim != 2:
            raise TypeError(
                "INVALID_ARGUMENT: Argument to DeviceAssignment constructor must be a 2D array, received an "
                f"{array.ndim}D array."
            )
        return DeviceAssignment(array)

    def replica_count(self) -> int:
        """The number of replicas."""
        return int(self._rows.shape[0])

    def computation_count(self) -> int:
        """The number of computations."""
        return int(self._rows.shape[1])

    def serialize(self) -> bytes:
        """The assignment as a serialized xla.DeviceAssignmentProto."""
        replicas, computations = self._rows.shape
        columns = (_proto.length(3, _proto.packed(1, map(int, column))) for column in self._rows.T)
        return b"".join([_proto.number(1, replicas), _proto.number(2, computations), *columns])

    @classmethod
    def _read(cls, message: bytes) -> DeviceAssignment:
        columns = [
            [n for inner, content in _proto.fields(value) if inner == 1 for n in _proto.numbers(content)]
            for tag, value in _proto.fields(message)
            if tag == 3 and isinstance(value, bytes)
        ]
        return cls(np.array(columns, np.int32).T)

    def __repr__(self) -> str:
        return f"DeviceAssignment({self._rows.tolist()})"


#: Converts a value to the type of an option; raises TypeError or ValueError if that is not possible.
Reader = Callable[[Any], Any]


def _exactly(kind: type) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"wanted {kind.__name__}")
        return value

    return read


def _integer(bits: int) -> Reader:
    def read(value: Any) -> int:
        number = operator.index(value)
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise ValueError(f"wanted a number of {bits} bits")
        return number

    return read


def _list_of(element: Reader) -> Reader:
    def read(value: Any) -> list[Any]:
        if isinstance(value, (str, bytes, dict)):
            raise TypeError("wanted a sequence")
        return [element(part) for part in value]

    return read


def _real(value: Any) -> float:
    if not isinstance(value, int | float):
        raise TypeError("wanted a float")
    return float(value)


def _pair(value: Any) -> tuple[Any, Any]:
    first, second = value
    return first, second


_BOOL, _TEXT, _BYTES, _INT32, _INT64 = (
    _exactly(bool),
    _exactly(str),
    _exactly(bytes),
    _integer(32),
    _integer(64),
)


def _converted(owner: Any, readers: dict[str, Reader], name: str, value: Any) -> Any:
    """The value converted to the option's type; TypeError for a wrong type, AttributeError for a wrong name."""
    reader = readers.get(name)
    if reader is None:
        raise AttributeError(f"'{type(owner).__name__}' object has no attribute '{name}'")
    try:
        return reader(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{type(owner).__name__}.{name}: {error}, got {value!r}") from None


class ExecutableBuildOptions:
    """XLA's build options of a program."""

    #: The field numbers of the plain fields in xla.ExecutableBuildOptionsProto.
    _NUMBERS = {
        "num_replicas": 4,
        "num_partitions": 5,
        "use_spmd_partitioning": 6,
        "use_auto_spmd_partitioning": 7,
        "use_shardy_partitioner": 19,
        "optimization_level": 24,
        "memory_fitting_level": 25,
        "_device_ordinal": 1,
        "_process_index": 22,
        "_process_count": 23,
    }
    #: Empty in releases whose upstream no longer has them: an unknown name raises AttributeError.
    _FLOATS = (
        {"exec_time_optimization_effort": 20, "memory_fitting_effort": 21} if OPTIMIZATION_EFFORTS else {}
    )
    _LISTS = {
        "allow_spmd_sharding_propagation_to_output": 12,
        "auto_spmd_partitioning_mesh_shape": 16,
        "auto_spmd_partitioning_mesh_ids": 17,
        "allow_spmd_sharding_propagation_to_parameters": 18,
    }

    def __init__(self) -> None:
        self.num_replicas = 1
        self.num_partitions = 1
        self.use_spmd_partitioning = False
        self.use_auto_spmd_partitioning = False
        self.use_shardy_partitioner = False
        self.optimization_level: Any = 0
        self.memory_fitting_level: Any = 0
        for name in self._FLOATS:
            setattr(self, name, 0.0)
        self.allow_spmd_sharding_propagation_to_parameters: list[bool] = [False]
        self.allow_spmd_sharding_propagation_to_output: list[bool] = [False]
        self.auto_spmd_partitioning_mesh_shape: list[int] = []
        self.auto_spmd_partitioning_mesh_ids: list[int] = []
        self.fdo_profile = b""
        # Attributes that cannot be assigned.
        self.__dict__.update(result_layout=None, device_assignment=None, _debug_options=None)
        self._device_ordinal, self._process_index, self._process_count = -1, 0, 1
        self._environments = b""

    result_layout: Any
    device_assignment: DeviceAssignment | None
    _debug_options: DebugOptions | None

    @property
    def debug_options(self) -> DebugOptions:
        """XLA's debug options: the release's with `XLA_FLAGS` applied, unless a parsed message had others."""
        if self._debug_options is None:
            self.__dict__["_debug_options"] = DebugOptions()
        options = self._debug_options
        assert options is not None
        return options

    _READERS: dict[str, Reader] = {
        **dict.fromkeys(_NUMBERS, _INT32),
        **dict.fromkeys(
            ("use_spmd_partitioning", "use_auto_spmd_partitioning", "use_shardy_partitioner"), _BOOL
        ),
        **dict.fromkeys(_FLOATS, _real),
        "allow_spmd_sharding_propagation_to_parameters": _list_of(_BOOL),
        "allow_spmd_sharding_propagation_to_output": _list_of(_BOOL),
        "auto_spmd_partitioning_mesh_shape": _list_of(_INT64),
        "auto_spmd_partitioning_mesh_ids": _list_of(_INT64),
        "fdo_profile": _BYTES,
        "result_layout": _exactly(Shape),
        "device_assignment": _exactly(DeviceAssignment),
        "_environments": _BYTES,
    }

    def compilation_environments_from_serialized_proto(self, message: bytes) -> None:
        """Set XLA's compilation environments from a serialized message."""
        self._environments = message

    def _serialize(self) -> bytes:
        parts = {tag: _proto.number(tag, int(getattr(self, name))) for name, tag in self._NUMBERS.items()}
        parts |= {tag: _proto.single(tag, getattr(self, name)) for name, tag in self._FLOATS.items()}
        parts |= {tag: _proto.packed(tag, map(int, getattr(self, name))) for name, tag in self._LISTS.items()}
        if self.result_layout is not None:
            parts[2] = _proto.length(2, self.result_layout.to_serialized_proto())
        if self._debug_options is not None:
            parts[3] = _proto.length(3, self._debug_options._serialize())
        if self.device_assignment is not None:
            parts[9] = _proto.length(9, self.device_assignment.serialize())
        if self._environments:
            parts[13] = _proto.length(13, self._environments)
        if self.fdo_profile:
            parts[14] = _proto.length(14, self.fdo_profile)
        return b"".join(parts[tag] for tag in sorted(parts))

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, _converted(self, self._READERS, name, value))

    def __repr__(self) -> str:
        return (
            f"ExecutableBuildOptions(num_replicas={self.num_replicas}, num_partitions={self.num_partitions}, "
            f"use_spmd_partitioning={self.use_spmd_partitioning})"
        )


def _override(value: Any) -> bytes:
    if isinstance(value, enum.Enum):
        value = value.name
    if isinstance(value, bool):
        return _proto.varint(2 << 3) + _proto.varint(value)
    if isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
        return _proto.varint(3 << 3) + _proto.varint(value)
    if isinstance(value, int | float):
        return _proto.double(4, value)
    return _proto.length(1, str(value).encode())


class CompileOptions:
    """The options for compiling a program."""

    def __init__(self) -> None:
        self.argument_layouts: Any = None
        self.parameter_is_tupled_arguments = False
        self.compile_portable_executable = False
        self.profile_version = 0
        self.__dict__["executable_build_options"] = build = ExecutableBuildOptions()  # cannot be assigned
        build.__dict__["_debug_options"] = DebugOptions()
        self.individually_defined_output_indices: list[int] = []
        self._overrides: list[tuple[str, Any]] = []

    executable_build_options: ExecutableBuildOptions
    _READERS: dict[str, Reader] = {
        **dict.fromkeys(("parameter_is_tupled_arguments", "compile_portable_executable"), _BOOL),
        "argument_layouts": lambda value: None if value is None else _list_of(_exactly(Shape))(value),
        "profile_version": _INT64,
        "individually_defined_output_indices": _list_of(_INT64),
        **dict.fromkeys(("env_option_overrides", "_overrides"), _list_of(_pair)),
        **dict.fromkeys(("num_replicas", "num_partitions"), _INT32),
        "device_assignment": _exactly(DeviceAssignment),
    }

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, _converted(self, self._READERS, name, value))

    @property
    def env_option_overrides(self) -> list[tuple[str, Any]]:
        """XLA's debug options by name, as they were set."""
        return self._overrides

    @env_option_overrides.setter
    def env_option_overrides(self, overrides: Any) -> None:
        for name, value in overrides:
            if not isinstance(name, str) or not isinstance(value, str | bool | int | float | enum.Enum):
                raise TypeError(
                    "CompileOptions.env_option_overrides: an option is a name and a str, bool, int or float, "
                    f"got {name!r} and {value!r}"
                )
        self._overrides = list(overrides)

    @property
    def num_replicas(self) -> int:
        """The number of replicas."""
        return self.executable_build_options.num_replicas

    @num_replicas.setter
    def num_replicas(self, value: int) -> None:
        self.executable_build_options.num_replicas = value

    @property
    def num_partitions(self) -> int:
        """The number of partitions."""
        return self.executable_build_options.num_partitions

    @num_partitions.setter
    def num_partitions(self, value: int) -> None:
        self.executable_build_options.num_partitions = value

    @property
    def device_assignment(self) -> DeviceAssignment | None:
        """Which device runs which replica and partition."""
        return self.executable_build_options.device_assignment

    @device_assignment.setter
    def device_assignment(self, value: DeviceAssignment) -> None:
        self.executable_build_options.device_assignment = value

    def SerializeAsString(self) -> bytes:
        """Serialize the options as an xla.CompileOptionsProto."""
        parts = []
        for shape in self.argument_layouts or ():
            parts.append(_proto.length(1, shape.to_serialized_proto()))
        parts += [
            _proto.number(2, self.parameter_is_tupled_arguments),
            _proto.length(3, self.executable_build_options._serialize()),
            _proto.number(4, self.compile_portable_executable),
            _proto.number(5, self.profile_version),
        ]
        given = dict(self._overrides)
        for name, value in sorted(given.items()):
            parts.append(
                _proto.length(7, _proto.length(1, name.encode()) + _proto.length(2, _override(value)))
            )
        parts.append(_proto.packed(12, self.individually_defined_output_indices))
        return b"".join(parts)

    @staticmethod
    def ParseFromString(message: bytes) -> CompileOptions:
        """Parse a serialized xla.CompileOptionsProto."""
        options = CompileOptions()
        build = options.executable_build_options
        build.num_replicas = build.num_partitions = 0
        build._device_ordinal = build._process_count = 0
        build.allow_spmd_sharding_propagation_to_parameters = []
        build.allow_spmd_sharding_propagation_to_output = []
        build.__dict__["_debug_options"] = None
        try:
            for tag, value in _proto.fields(message):
                if tag == 1 and isinstance(value, bytes):
                    options.argument_layouts = [*(options.argument_layouts or ()), Shape._read(value)]
                elif tag == 2:
                    options.parameter_is_tupled_arguments = bool(value)
                elif tag == 4:
                    options.compile_portable_executable = bool(value)
                elif tag == 5 and isinstance(value, int):
                    options.profile_version = _proto.signed(value)
                elif tag == 12:
                    options.individually_defined_output_indices += map(_proto.signed, _proto.numbers(value))
                elif tag == 3 and isinstance(value, bytes):
                    _read_build(build, value)
                elif tag == 7 and isinstance(value, bytes):
                    entry = dict(_proto.fields(value))
                    kind, given = next(_proto.fields(_proto.content(entry[2])))
                    read: Any = {
                        1: lambda v: _proto.content(v).decode(),
                        2: lambda v: bool(_proto.integer(v)),
                        3: lambda v: _proto.signed(_proto.integer(v)),
                        4: _proto.real,
                    }[kind]
                    options._overrides.append((_proto.content(entry[1]).decode(), read(given)))
        except (ValueError, TypeError, KeyError, OverflowError, StopIteration) as error:
            raise JaxRuntimeError("INVALID_ARGUMENT: Failed to parse CompileOptionsProto", 3) from error
        return options

    def __getstate__(self) -> tuple[bytes]:
        return (self.SerializeAsString(),)

    def __setstate__(self, state: tuple[bytes]) -> None:
        self.__dict__.update(CompileOptions.ParseFromString(_proto.state(state)).__dict__)


def _read_build(build: ExecutableBuildOptions, message: bytes) -> None:
    numbers = {tag: name for name, tag in build._NUMBERS.items()}
    floats = {tag: name for name, tag in build._FLOATS.items()}
    lists = {tag: name for name, tag in build._LISTS.items()}
    truths = ("use_spmd_partitioning", "use_auto_spmd_partitioning", "use_shardy_partitioner")
    seen: dict[str, list[Any]] = {}
    for tag, value in _proto.fields(message):
        if tag in numbers:
            # The field has 64 bits while the option has 32; upstream also discards the upper bits.
            number = ((_proto.integer(value) & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
            setattr(build, numbers[tag], bool(number) if numbers[tag] in truths else number)
        elif tag in floats:
            setattr(build, floats[tag], _proto.real(value))
        elif tag in lists:
            values = seen.setdefault(lists[tag], [])
            values += [bool(n) if "allow" in lists[tag] else n for n in _proto.numbers(value)]
        elif tag == 2 and isinstance(value, bytes):
            build.result_layout = Shape._read(value)
        elif tag == 3 and isinstance(value, bytes):
            before = build._debug_options
            build.__dict__["_debug_options"] = DebugOptions(
                grouped(value) if before is None else before._merged(value)
            )
        elif tag == 9 and isinstance(value, bytes):
            build.device_assignment = DeviceAssignment._read(value)
        elif tag == 13 and isinstance(value, bytes):
            build._environments = value
        elif tag == 14 and isinstance(value, bytes):
            build.fdo_profile = value
    for name, values in seen.items():
        setattr(build, name, values)


for _class in (DeviceAssignment, ExecutableBuildOptions, CompileOptions):
    _class.__module__ = "jaxlib._jax"
