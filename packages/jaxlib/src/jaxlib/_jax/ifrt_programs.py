"""The module `jaxlib._jax.ifrt_programs`: IFRT programs, which a client compiles whatever their kind.

The runtime here is PJRT, which only compiles HLO. For any other kind, a client raises the same error as upstream,
by which jax knows that it has to run a function of colocated Python in this process.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from jaxlib import _native
from jaxlib._errors import JaxRuntimeError
from jaxlib._missing import NotInBindings
from jaxlib._options import CompileOptions as _CompileOptions

if TYPE_CHECKING:
    from jaxlib._ir.core import Module

_Device = _native.jax.Device
_DeviceList = _native.jax.DeviceList


class Program:
    """A program to compile. Created by the functions of this module; compiling a program consumes it."""

    __slots__ = ("_hlo", "_taken")

    _hlo: Module | str | bytes | None
    _taken: bool

    def __new__(cls) -> Program:
        """Refuse direct construction."""
        raise TypeError(f"{cls.__module__}.{cls.__qualname__}: no constructor defined!")

    def __reduce__(self) -> str:
        raise TypeError(f"cannot pickle {type(self).__qualname__!r} object")


class CompileOptions:
    """Options for compiling a program. Created by the functions of this module; compiling consumes them."""

    __slots__ = ("_taken", "_xla")

    _xla: tuple[_CompileOptions, _DeviceList, list[object]] | None
    _taken: bool

    def __new__(cls) -> CompileOptions:
        """Refuse direct construction."""
        raise TypeError(f"{cls.__module__}.{cls.__qualname__}: no constructor defined!")

    def __reduce__(self) -> str:
        raise TypeError(f"cannot pickle {type(self).__qualname__!r} object")


class _Aval(Protocol):
    """An argument or result of a function of colocated Python, such as ``jax.ShapeDtypeStruct``."""

    @property
    def shape(self) -> Sequence[int]:
        """The dimensions."""

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The element type."""

    @property
    def sharding(self) -> object:
        """The sharding of the array."""


def _program(hlo: Module | str | bytes | None) -> Program:
    program = object.__new__(Program)
    program._hlo, program._taken = hlo, False
    return program


def _compile_options(xla: tuple[_CompileOptions, _DeviceList, list[object]] | None) -> CompileOptions:
    options = object.__new__(CompileOptions)
    options._xla, options._taken = xla, False
    return options


def _check(function: str, name: str, value: object, wanted: str, valid: bool) -> None:
    if not valid:
        raise TypeError(
            f"{function}(): incompatible function arguments: {name}: wanted {wanted}, got {type(value).__name__}"
        )


def make_hlo_program(mlir_module: str | bytes) -> Program:
    """A StableHLO program, from its text or bytecode.

    Raises:
        JaxRuntimeError: It cannot be parsed.
    """
    from jaxlib._ir.core import Context, MLIRError, Module  # on first use: `import jax` parses no program

    _check(
        "make_hlo_program", "mlir_module", mlir_module, "str or bytes", isinstance(mlir_module, (str, bytes))
    )
    try:
        with Context():
            return _program(Module.parse(mlir_module))
    except MLIRError as error:
        raise JaxRuntimeError(f"UNKNOWN: Failed to parse using StableHLO: {error}", 2) from error
    except NotInBindings:
        return _program(
            mlir_module
        )  # in custom assembly of other dialects, which the plugin's compiler supports


def make_plugin_program(data: str | bytes) -> Program:
    """A program in a format that only an IFRT plugin knows."""
    _check("make_plugin_program", "data", data, "str or bytes", isinstance(data, (str, bytes)))
    return _program(None)


def make_colocated_python_program(
    name: str,
    pickled_function: bytes,
    devices: Sequence[_Device] | _DeviceList,
    input_avals: Sequence[_Aval],
    output_avals: Sequence[_Aval],
) -> Program:
    """A Python function that runs beside the devices (colocated Python).

    Raises:
        JaxRuntimeError: There is no device, or arrays cannot have the dtype.
    """
    function = "make_colocated_python_program"
    _check(function, "name", name, "str", isinstance(name, str))
    _check(function, "pickled_function", pickled_function, "bytes", isinstance(pickled_function, bytes))
    _check(function, "devices", devices, "a sequence of devices", _is_sequence(devices))
    for what, avals in (("input_avals", input_avals), ("output_avals", output_avals)):
        _check(function, what, avals, "a sequence", _is_sequence(avals))
    if not isinstance(devices, _DeviceList):
        if not len(devices):
            raise JaxRuntimeError(
                "INVALID_ARGUMENT: Colocated Python program requires at least one device", 3
            )
        for device in devices:
            if not isinstance(device, _Device):
                raise RuntimeError(f"{function}(): wanted a Device, got {type(device).__name__}")
    for aval in (*input_avals, *output_avals):
        _check_aval(function, aval)
    return _program(None)


def _is_sequence(value: object) -> bool:
    return hasattr(value, "__getitem__") and hasattr(value, "__len__")


def _check_aval(function: str, aval: _Aval) -> None:
    try:
        rank = len([operator.index(size) for size in aval.shape])
    except TypeError as error:
        raise RuntimeError(f"{function}(): wanted a shape of integers, got {aval.shape!r}") from error
    dtype = aval.dtype
    if not isinstance(dtype, np.dtype):
        raise RuntimeError(f"{function}(): wanted a numpy.dtype, got {dtype!r}")
    # jax treats ml_dtypes types as numbers, while NumPy considers them user-defined.
    if dtype.kind not in "biufcT" and type(dtype).__module__ == "numpy.dtypes":
        raise JaxRuntimeError(
            f"INVALID_ARGUMENT: Unknown NumPy dtype {dtype!r} char {dtype.char} kind {dtype.kind} "
            f"itemsize {dtype.itemsize}",
            3,
        )
    sharding = aval.sharding
    operator.attrgetter("_internal_device_list", "memory_kind")(sharding)
    if not isinstance(sharding, (_native.jax.SingleDeviceSharding, _native.jax.GSPMDSharding)):
        operator.methodcaller("_to_xla_hlo_sharding", rank)(sharding)


def make_xla_compile_options(
    options: _CompileOptions, executable_devices: _DeviceList, host_callbacks: Sequence[object]
) -> CompileOptions:
    """The options of StableHLO programs: XLA's, the devices to run on, and the callbacks to keep alive."""
    function = "make_xla_compile_options"
    _check(function, "options", options, "CompileOptions", isinstance(options, _CompileOptions))
    valid = isinstance(executable_devices, _DeviceList)
    _check(function, "executable_devices", executable_devices, "DeviceList", valid)
    _check(function, "host_callbacks", host_callbacks, "a sequence of capsules", _is_sequence(host_callbacks))
    for callback in host_callbacks:
        valid = type(callback).__name__ == "PyCapsule"
        _check(function, "host_callbacks", callback, "a sequence of capsules", valid)
    if not len(executable_devices):
        raise JaxRuntimeError("INVALID_ARGUMENT: DeviceList contains non-IFRT devices", 3)
    return _compile_options((options, executable_devices, list(host_callbacks)))


def make_colocated_python_compile_options() -> CompileOptions:
    """The options of colocated Python functions."""
    return _compile_options(None)


def make_plugin_compile_options() -> CompileOptions:
    """The options of programs that only an IFRT plugin knows."""
    return _compile_options(None)


def take(
    function: str, program: object, options: object
) -> tuple[Module | str | bytes, _CompileOptions, _DeviceList, list[object]]:
    """Take the parts to compile out of the objects, which cannot be compiled again.

    Raises:
        JaxRuntimeError: They are not a program and options for XLA.
    """
    for value, kind in ((program, Program), (options, CompileOptions)):
        valid = isinstance(value, kind) and not value._taken
        _check(function, kind.__name__, value, f"a {kind.__name__} that was not compiled yet", valid)
    assert isinstance(program, Program)
    assert isinstance(options, CompileOptions)
    hlo, xla = program._hlo, options._xla
    program._taken = options._taken = True
    program._hlo = options._xla = None
    if hlo is None:
        raise JaxRuntimeError("INVALID_ARGUMENT: PjRtCompiler requires an HloProgram", 3)
    if xla is None:
        raise JaxRuntimeError("INVALID_ARGUMENT: options must be XlaCompileOptions", 3)
    return (hlo, *xla)
