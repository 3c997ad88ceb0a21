"""Compile options, and their serialization for PJRT: an ``xla.CompileOptionsProto``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jaxlib_pjrt import _protobuf


def _override(value: str | bool | int | float) -> bytes:
    if isinstance(value, bool):
        return _protobuf.number_field(2, value)
    if isinstance(value, int):
        return _protobuf.number_field(3, value)
    if isinstance(value, float):
        return _protobuf.double_field(4, value)
    return _protobuf.bytes_field(1, value.encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileOptions:
    """How a program is compiled. By default, for one device.

    Attributes:
        num_replicas: The number of copies of the program, each with its own data.
        num_partitions: The number of devices that each copy is partitioned over.
        device_assignment: The ids of the devices, one row per replica, one column per partition; by default the
            client's choice.
        use_spmd_partitioning: Partition a program according to its shardings.
        use_shardy_partitioner: The shardings are Shardy's (``sdy``).
        allow_propagation_to_parameters: Whether the compiler may choose the sharding of each argument; a single
            value applies to all.
        allow_propagation_to_outputs: The same for each output.
        portable: Compile for any single device; each call runs on the device of its arguments.
        overrides: XLA's debug options by name, such as ``{"xla_cpu_enable_fast_math": False}``.
    """

    num_replicas: int = 1
    num_partitions: int = 1
    device_assignment: Sequence[Sequence[int]] | None = None
    use_spmd_partitioning: bool = False
    use_shardy_partitioner: bool = False
    allow_propagation_to_parameters: Sequence[bool] = ()
    allow_propagation_to_outputs: Sequence[bool] = ()
    portable: bool = False
    overrides: Mapping[str, str | bool | int | float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("num_replicas", "num_partitions"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}: wanted at least 1, found {getattr(self, name)}")
        rows = self.device_assignment
        if rows is not None and (
            len(rows) != self.num_replicas or any(len(row) != self.num_partitions for row in rows)
        ):
            raise ValueError(
                f"device_assignment: wanted {self.num_replicas} rows (replicas) of {self.num_partitions} device "
                f"ids (partitions), found {[list(row) for row in rows]}"
            )

    def serialize(self) -> bytes:
        """A serialized ``xla.CompileOptionsProto``."""
        build = [
            _protobuf.number_field(1, -1),  # device_ordinal: none
            _protobuf.number_field(4, self.num_replicas),
            _protobuf.number_field(5, self.num_partitions),
            _protobuf.number_field(6, self.use_spmd_partitioning),
            _protobuf.packed_field(12, self.allow_propagation_to_outputs),
            _protobuf.packed_field(18, self.allow_propagation_to_parameters),
            _protobuf.number_field(19, self.use_shardy_partitioner),
        ]
        if self.device_assignment is not None:
            build.append(_protobuf.bytes_field(9, self._assignment(self.device_assignment)))
        options = [_protobuf.bytes_field(3, b"".join(build)), _protobuf.number_field(4, self.portable)]
        return b"".join(options) + self.serialize_overrides(self.overrides)

    @staticmethod
    def serialize_overrides(overrides: Mapping[str, str | bool | int | float]) -> bytes:
        """The part of a serialized ``CompileOptionsProto`` with XLA's debug options."""
        return b"".join(
            _protobuf.bytes_field(
                7, _protobuf.bytes_field(1, name.encode()) + _protobuf.bytes_field(2, _override(value))
            )
            for name, value in sorted(overrides.items())
        )

    def _assignment(self, rows: Sequence[Sequence[int]]) -> bytes:
        computations = (
            _protobuf.bytes_field(3, _protobuf.packed_field(1, column)) for column in zip(*rows, strict=True)
        )
        return b"".join(
            [
                _protobuf.number_field(1, self.num_replicas),
                _protobuf.number_field(2, self.num_partitions),
                *computations,
            ]
        )
