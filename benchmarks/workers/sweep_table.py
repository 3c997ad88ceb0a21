"""The sweep's table: functions of jax, each with the arguments and dtypes that it is measured with.

Dtypes are letters: f float32, d float64, b bfloat16, i int32, c complex64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sweep_arguments import DTYPES, SIZES, Draw, on_devices

Arguments = Callable[[Draw], tuple[Any, ...]]
FLOATS = "fdb"
#: Devices of the cells with sharded arguments.
DEVICES = 4


@dataclass(frozen=True)
class Entry:
    """A function to measure.

    ``gradient``: whether its derivative with respect to the first argument is measured, too. ``normwise``: errors
    are relative to the largest element of a result, and not to each. ``reference``: whether the same function of
    float64 gives a more exact result. ``compared``: what of the result is unique, as a function of it.
    """

    group: str
    name: str
    function: Callable[..., Any]
    arguments: Arguments
    dtypes: str
    gradient: bool = True
    normwise: bool = False
    reference: bool = True
    sharded: bool = False
    largest: int | None = None
    compared: Callable[[Any], Any] = lambda result: result


@dataclass(frozen=True)
class Cell:
    """One measurement of an entry."""

    entry: Entry
    dtype: str
    size: str
    gradient: bool
    devices: int

    @property
    def key(self) -> str:
        """Its name, in words: function, dtype, size, and what else there is."""
        words = [self.entry.name, DTYPES[self.dtype].name, self.size]
        words += ["gradient"] * self.gradient + [f"{self.devices} devices"] * (self.devices > 1)
        return " | ".join(words)

    def arguments(self) -> tuple[Any, ...]:
        """The arguments on the device."""
        draw = Draw(self.size, self.dtype, self.entry.largest)
        placed: tuple[Any, ...] = on_devices(self.entry.arguments(draw), self.devices)
        return placed


TABLE: dict[str, Entry] = {}


def cells() -> Iterator[Cell]:
    """All cells, those of an entry together."""
    for entry in TABLE.values():
        for dtype in entry.dtypes:
            for gradient in (False, True) if entry.gradient and dtype in FLOATS else (False,):
                for size in SIZES:
                    yield Cell(entry, dtype, size, gradient, 1)
                    if entry.sharded and size in ("L1", "L3") and dtype == "f":
                        yield Cell(entry, dtype, size, gradient, DEVICES)


def put(
    group: str, name: str, function: Callable[..., Any], arguments: Arguments, dtypes: str, **options: Any
) -> None:
    """Put a function into the table."""
    assert name not in TABLE, name
    TABLE[name] = Entry(group, name, function, arguments, dtypes, **options)


def put_all(
    group: str, module: Any, prefix: str, names: str, arguments: Arguments, dtypes: str, **options: Any
) -> None:
    """Put functions of a module into the table, under ``prefix.name``."""
    for name in names.split():
        put(group, f"{prefix}.{name}", getattr(module, name), arguments, dtypes, **options)


def put_axes(
    group: str,
    prefix: str,
    functions: dict[str, Callable[..., Any]],
    dtypes: str,
    axes: dict[str, int | None],
    **options: Any,
) -> None:
    """Put functions of a matrix and an axis into the table: across memory (columns), along it (rows), over all."""
    for name, function in functions.items():
        for access, axis in axes.items():

            def along(x: Any, function: Any = function, axis: int | None = axis) -> Any:
                return function(x, axis=axis)

            put(group, f"{prefix}.{name} {access}", along, one_matrix(), dtypes, **options)


def named(module: Any, names: str) -> dict[str, Callable[..., Any]]:
    """Functions of a module by name."""
    return {name: getattr(module, name) for name in names.split()}


def vectors(*domains: str) -> Arguments:
    """A vector of each domain."""
    return lambda draw: tuple(draw.vector(domain) for domain in domains)


def matrices(*domains: str) -> Arguments:
    """A matrix of each domain."""
    return lambda draw: tuple(draw.matrix(domain) for domain in domains)


def one_matrix() -> Arguments:
    """A matrix of normally distributed numbers."""
    return matrices("normal")


NORMAL, POSITIVE, UNIT = vectors("normal"), vectors("positive"), vectors("unit")
PAIR = vectors("normal", "normal")
ROWS_AND_COLUMNS: dict[str, int | None] = {"rows": 1, "columns": 0}
ALL_AXES: dict[str, int | None] = {"all": None, **ROWS_AND_COLUMNS}
