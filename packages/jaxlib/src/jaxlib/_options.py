"""Compile options, and the bytes that PJRT takes them as: a serialized xla.CompileOptionsProto."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxlib import _proto
from jaxlib._errors import JaxRuntimeError
from jaxlib._hlo import Shape


class AutotuneCacheMode(enum.Enum):
    """What is done with what autotuning finds."""

    UNSPECIFIED = 0
    UPDATE = 1
    READ = 2


class DeviceAssignment:
    """Which device runs which replica of which part of a program."""

    def __init__(self, rows: Any) -> None:
        self._rows = np.array(rows, np.int32)

    @staticmethod
    def create(array: Any) -> DeviceAssignment:
        """Of an array: a row a replica, a column a computation."""
        array = np.asarray(array)
        if array.ndim != 2:
            raise TypeError(
                "INVALID_ARGUMENT: Argument to DeviceAssignment constructor must be a 2D array, received an "
                f"{array.ndim}D array."
            )
        return DeviceAssignment(array)

    def replica_count(self) -> int:
        """How many replicas."""
        return int(self._rows.shape[0])

    def computation_count(self) -> int:
        """How many computations."""
        return int(self._rows.shape[1])

    def serialize(self) -> bytes:
        """It as an xla.DeviceAssignmentProto."""
        replicas, computations = self._rows.shape
        columns = (_proto.length(3, _proto.packed(1, map(int, column))) for column in self._rows.T)
        return b"".join([_proto.number(1, replicas), _proto.number(2, computations), *columns])

    @classmethod
    def _read(cls, message: bytes) -> DeviceAssignment:
        columns = [
            [n for inner, each in _proto.fields(value) if inner == 1 for n in _proto.numbers(each)]
            for tag, value in _proto.fields(message)
            if tag == 3 and isinstance(value, bytes)
        ]
        return cls(np.array(columns, np.int32).T)

    def __repr__(self) -> str:
        return f"DeviceAssignment({self._rows.tolist()})"


#: Turns the value of an option into one of the option's type; raises TypeError or ValueError for any other.
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
        return [element(each) for each in value]

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
    """The value of an option as its type asks for it; TypeError for another, AttributeError for no option."""
    reader = readers.get(name)
    if reader is None:
        raise AttributeError(f"'{type(owner).__name__}' object has no attribute '{name}'")
    try:
        return reader(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{type(owner).__name__}.{name}: {error}, got {value!r}") from None


def _flag_defaults() -> dict[str, Any]:
    false = """xla_cpu_enable_fast_math xla_cpu_enable_xprof_traceme xla_dump_compress_protos
        xla_dump_disable_metadata xla_dump_fusion_visualization xla_dump_hlo_as_dot xla_dump_hlo_as_html
        xla_dump_hlo_as_proto xla_dump_hlo_as_text xla_dump_hlo_as_url xla_dump_hlo_snapshots
        xla_dump_module_metadata xla_enable_hlo_passes_only xla_gpu_enable_fast_min_max
        xla_gpu_enable_llvm_module_compilation_parallelism xla_llvm_disable_expensive_passes
        xla_test_all_input_layouts"""
    true = """xla_cpu_fast_math_honor_division xla_cpu_fast_math_honor_functions xla_cpu_fast_math_honor_infs
        xla_cpu_fast_math_honor_nans xla_detailed_logging xla_dump_hlo_as_long_text xla_enable_dumping"""
    texts = """xla_disable_hlo_passes xla_dump_hlo_module_re xla_dump_hlo_pass_re xla_dump_hlo_pipeline_re
        xla_dump_to xla_gpu_cuda_data_dir xla_gpu_dump_autotune_logs_to
        xla_gpu_dump_autotune_results_to xla_gpu_kernel_cache_file xla_gpu_load_autotune_results_from
        xla_gpu_per_fusion_autotune_cache_dir"""
    return {
        **dict.fromkeys(false.split(), False),
        **dict.fromkeys(true.split(), True),
        **dict.fromkeys(texts.split(), ""),
        "xla_backend_optimization_level": 3,
        "xla_dump_max_hlo_modules": -1,
        "xla_force_host_platform_device_count": 1,
        "xla_gpu_experimental_autotune_cache_mode": AutotuneCacheMode.UPDATE,
    }


class DebugOptions:
    """XLA's debug options: those that were set are passed on, as overrides by name."""

    #: What each is unless it is set; its type is the option's.
    _DEFAULTS = _flag_defaults()
    _READERS = {
        name: _BOOL if isinstance(default, bool)
        else _INT32 if isinstance(default, int)
        else AutotuneCacheMode if isinstance(default, AutotuneCacheMode)
        else _TEXT
        for name, default in _DEFAULTS.items()
    }  # fmt: skip

    def __init__(self) -> None:
        object.__setattr__(self, "_set", {})

    def __getattr__(self, name: str) -> Any:
        if name not in self._DEFAULTS:
            raise AttributeError(f"'DebugOptions' object has no attribute '{name}'")
        return self._set.get(name, self._DEFAULTS[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._set[name] = _converted(self, self._READERS, name, value)

    def __repr__(self) -> str:
        return "".join(f"{name}: {value}\n" for name, value in sorted(self._set.items()))


#: Of XLA's debug options those that jax sets for every program, to values that plugins need not be told.
_QUIET = {
    "xla_detailed_logging": False,
    "xla_gpu_experimental_autotune_cache_mode": AutotuneCacheMode.UPDATE,
    "xla_gpu_cuda_data_dir": "",
    "xla_cpu_enable_fast_math": False,
    "xla_llvm_disable_expensive_passes": False,
    "xla_test_all_input_layouts": False,
}


class ExecutableBuildOptions:
    """How a program is built."""

    #: The numbers of the plain fields in xla.ExecutableBuildOptionsProto.
    _NUMBERS = {
        "num_replicas": 4,
        "num_partitions": 5,
        "use_spmd_partitioning": 6,
        "use_auto_spmd_partitioning": 7,
        "use_shardy_partitioner": 19,
        "optimization_level": 24,
        "memory_fitting_level": 25,
    }
    _FLOATS = {"exec_time_optimization_effort": 20, "memory_fitting_effort": 21}
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
        self.exec_time_optimization_effort = 0.0
        self.memory_fitting_effort = 0.0
        self.allow_spmd_sharding_propagation_to_parameters: list[bool] = [False]
        self.allow_spmd_sharding_propagation_to_output: list[bool] = [False]
        self.auto_spmd_partitioning_mesh_shape: list[int] = []
        self.auto_spmd_partitioning_mesh_ids: list[int] = []
        self.fdo_profile = b""
        # What nobody can assign.
        self.__dict__.update(result_layout=None, device_assignment=None, debug_options=DebugOptions())
        self._environments = b""

    result_layout: Any
    device_assignment: DeviceAssignment | None
    debug_options: DebugOptions
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
        """Take XLA's compilation environments."""
        self._environments = message

    def _serialize(self) -> bytes:
        parts = [_proto.varint(1 << 3) + _proto.varint(-1)]  # device_ordinal: none
        parts += [_proto.number(tag, int(getattr(self, name))) for name, tag in self._NUMBERS.items()]
        parts += [_proto.single(tag, getattr(self, name)) for name, tag in self._FLOATS.items()]
        parts += [_proto.packed(tag, map(int, getattr(self, name))) for name, tag in self._LISTS.items()]
        if self.result_layout is not None:
            parts.append(_proto.length(2, self.result_layout.to_serialized_proto()))
        if self.device_assignment is not None:
            parts.append(_proto.length(9, self.device_assignment.serialize()))
        if self._environments:
            parts.append(_proto.length(13, self._environments))
        if self.fdo_profile:
            parts.append(_proto.length(14, self.fdo_profile))
        return b"".join(parts)

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
    """How a program is compiled."""

    def __init__(self) -> None:
        self.argument_layouts: Any = None
        self.parameter_is_tupled_arguments = False
        self.compile_portable_executable = False
        self.profile_version = 0
        self.__dict__["executable_build_options"] = ExecutableBuildOptions()  # which nobody can assign
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
        """XLA's debug options by name, as they were given."""
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
        """How many replicas."""
        return self.executable_build_options.num_replicas

    @num_replicas.setter
    def num_replicas(self, value: int) -> None:
        self.executable_build_options.num_replicas = value

    @property
    def num_partitions(self) -> int:
        """How many partitions."""
        return self.executable_build_options.num_partitions

    @num_partitions.setter
    def num_partitions(self, value: int) -> None:
        self.executable_build_options.num_partitions = value

    @property
    def device_assignment(self) -> DeviceAssignment | None:
        """Which device runs what."""
        return self.executable_build_options.device_assignment

    @device_assignment.setter
    def device_assignment(self, value: DeviceAssignment) -> None:
        self.executable_build_options.device_assignment = value

    def SerializeAsString(self) -> bytes:
        """It as a message."""
        parts = []
        for shape in self.argument_layouts or ():
            parts.append(_proto.length(1, shape.to_serialized_proto()))
        parts += [
            _proto.number(2, self.parameter_is_tupled_arguments),
            _proto.length(3, self.executable_build_options._serialize()),
            _proto.number(4, self.compile_portable_executable),
            _proto.number(5, self.profile_version),
            _proto.packed(12, self.individually_defined_output_indices),
        ]
        given = {
            name: value
            for name, value in self.executable_build_options.debug_options._set.items()
            if not (name in _QUIET and _QUIET[name] == value)
        }
        given.update(self._overrides)
        for name, value in sorted(given.items()):
            parts.append(
                _proto.length(7, _proto.length(1, name.encode()) + _proto.length(2, _override(value)))
            )
        return b"".join(parts)

    @staticmethod
    def ParseFromString(message: bytes) -> CompileOptions:
        """What a message says; of its debug options those that are overrides."""
        made = CompileOptions()
        build = made.executable_build_options
        try:
            for tag, value in _proto.fields(message):
                if tag == 2:
                    made.parameter_is_tupled_arguments = bool(value)
                elif tag == 4:
                    made.compile_portable_executable = bool(value)
                elif tag == 5 and isinstance(value, int):
                    made.profile_version = _proto.signed(value)
                elif tag == 12:
                    made.individually_defined_output_indices += map(_proto.signed, _proto.numbers(value))
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
                    made._overrides.append((_proto.content(entry[1]).decode(), read(given)))
        except (ValueError, TypeError, KeyError, OverflowError, StopIteration) as error:
            raise JaxRuntimeError("INVALID_ARGUMENT: Failed to parse CompileOptionsProto", 3) from error
        return made

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
            # The message has 64 bits where the option has 32; upstream's cuts off what is above them.
            number = ((_proto.integer(value) & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
            setattr(build, numbers[tag], bool(number) if numbers[tag] in truths else number)
        elif tag in floats:
            setattr(build, floats[tag], _proto.real(value))
        elif tag in lists:
            found = seen.setdefault(lists[tag], [])
            found += [bool(n) if "allow" in lists[tag] else n for n in _proto.numbers(value)]
        elif tag == 9 and isinstance(value, bytes):
            build.device_assignment = DeviceAssignment._read(value)
        elif tag == 13 and isinstance(value, bytes):
            build._environments = value
        elif tag == 14 and isinstance(value, bytes):
            build.fdo_profile = value
    for name, found in seen.items():
        setattr(build, name, found)


for _class in (AutotuneCacheMode, DeviceAssignment, DebugOptions, ExecutableBuildOptions, CompileOptions):
    _class.__module__ = "jaxlib._jax"
