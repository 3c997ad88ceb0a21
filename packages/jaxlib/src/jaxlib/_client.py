"""Methods of clients and executables outside the fast path: compilation, serialization, properties."""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from jaxlib import _cuda_array_interface, _native, _proto, _transfers
from jaxlib._hlo import HloModule, Layout, XlaComputation
from jaxlib._hlo.modules import with_layouts_of_entry
from jaxlib._host_callbacks import make_python_callback_from_host_send_and_recv
from jaxlib._layouts import PjRtLayout, row_major_array_layout, row_major_layout
from jaxlib._missing import NotInBindings, missing
from jaxlib._options import CompileOptions
from jaxlib._release import IS_C_API, TOPOLOGY_NAMES_API

_jax = _native.jax


def _options(compile_options: Any) -> bytes:
    if compile_options is None:
        compile_options = CompileOptions()
    elif not isinstance(compile_options, CompileOptions):
        raise TypeError(
            "compile_and_load(): incompatible function arguments: wanted CompileOptions, "
            f"got {type(compile_options)}"
        )
    return compile_options.SerializeAsString()


def compile_and_load(self: Any, computation: Any, executable_devices: Any, compile_options: Any = None,
                     host_callbacks: Sequence[Any] = ()) -> Any:  # fmt: skip
    """Compile a program for devices of the client."""
    # On first use: `import jax` compiles nothing.
    from jaxlib._ir.passes.program_text import program_text
    from jaxlib._ir.serialization.bytecode_writer import write

    program, own_layouts = program_text(
        computation,
        lambda: _reads_stablehlo(self, _MESH_AXES),
        bytecode=write if self.platform == "cpu" else None,
    )
    loaded = _native.compile(self, program, "mlir", _options(compile_options), own_layouts)
    if not own_layouts and self.platform == "cpu":
        layouts = _row_major_layouts(computation, program)
        if layouts is not None:
            _default_layouts[loaded] = layouts
    return _registered(loaded, host_callbacks)


def _row_major_layouts(computation: Any, program: bytes) -> _Layouts | None:
    """The layouts of a CPU program that requests none: XLA:CPU makes them row-major, whatever its passes do inside.

    None if the layouts do not follow from the types of ``main``. This avoids serializing the optimized program,
    which takes an eighth of XLA's compile time for a program with thousands of results.
    """
    if isinstance(computation, (str, bytes)) or b"mhlo.xla_entry_computation_" in program:
        return None
    from jaxlib._ir.core import NUMPY_OF, RankedTensorType

    layout_of_type: dict[Any, PjRtLayout] = {}

    def layouts(types: Sequence[Any]) -> list[PjRtLayout] | None:
        result = []
        for kind in types:
            layout = layout_of_type.get(kind)
            if layout is None:
                if not isinstance(kind, RankedTensorType) or kind.element_type.text not in NUMPY_OF:
                    return None
                layout = layout_of_type[kind] = row_major_layout(kind.rank, NUMPY_OF[kind.element_type.text])
            result.append(layout)
        return result

    for op in computation.body.operations:
        if op._name == "func.func" and op.attributes["sym_name"].value == "main":
            kind = op.attributes["function_type"].value
            parameters, results = layouts(kind.inputs), layouts(kind.results)
            return None if parameters is None or results is None else (parameters, results)
    return None


def _registered(loaded: Any, host_callbacks: Sequence[Any]) -> Any:
    # Callbacks of send and receive operations are passed with each execution. A plugin calls all others through its
    # own extension; they only have to live as long as the executable.
    if host_callbacks:
        loaded.set_host_callbacks(list(host_callbacks))
    _executables[id(loaded)] = loaded
    return loaded


def compile_ifrt_program(self: Any, program: Any, options: Any, /) -> Any:
    """Compile a program of `jaxlib._jax.ifrt_programs`, which comes with its options."""
    from jaxlib._jax.ifrt_programs import take

    computation, xla_options, devices, host_callbacks = take("compile_ifrt_program", program, options)
    return compile_and_load(self, computation, devices, xla_options, host_callbacks)


def compile_only(self: Any, computation: Any, executable_devices: Any = None, compile_options: Any = None,
                 host_callbacks: Sequence[Any] = ()) -> Any:  # fmt: skip
    """Compile a program for the devices of a topology."""
    from jaxlib._ir.passes.program_text import program_text

    program, _ = program_text(computation, lambda: _reads_stablehlo(self, _MESH_AXES))
    return self._compile(program, _options(compile_options))


def mlir_module_to_xla_computation(
    mlir_module: str | bytes, use_tuple_args: bool = False, return_tuple: bool = False
) -> XlaComputation:
    """The HLO of a program before any pass, from a dump of the CPU plugin's compiler.

    Raises:
        NotInBindings: There is no such plugin, or it does not compile the program.
    """
    import tempfile
    from pathlib import Path

    from jax._src import xla_bridge

    options = CompileOptions()
    options.parameter_is_tupled_arguments = use_tuple_args
    program = mlir_module.encode() if isinstance(mlir_module, str) else mlir_module
    with tempfile.TemporaryDirectory(prefix="jaxlib-") as folder:
        options.env_option_overrides = [("xla_dump_to", folder), ("xla_dump_hlo_as_proto", True)]
        options.env_option_overrides += [("xla_backend_optimization_level", 0)]  # the program is never run
        failure: Exception | None = None
        try:
            client = xla_bridge.get_backend("cpu")
            _native.compile(client, program, "mlir", options.SerializeAsString())
        except (RuntimeError, ValueError) as error:
            failure = error  # a program for other devices: the dump is written before the CPU compiler fails
        dumps = list(Path(folder).glob("*.before_optimizations.hlo.pb"))
        if len(dumps) != 1:
            raise NotInBindings(
                "HLO of this program before it is compiled",
                f"only a compiler has HLO, and the CPU's plugin dumped none: {failure}",
            ) from failure
        (dumped,) = dumps
        for tag, value in _proto.fields(dumped.read_bytes()):  # an xla.HloProto
            if tag == 1 and isinstance(value, bytes):
                return XlaComputation(with_layouts_of_entry(value))
    raise NotInBindings("HLO of this program before it is compiled", "the CPU's plugin dumped no program")


def serialize_executable(self: Any, executable: Any) -> bytes:
    """The serialized executable, which the same plugin can load. TypeError if it is not a LoadedExecutable."""
    if not isinstance(executable, _jax.LoadedExecutable):
        raise TypeError(
            "serialize_executable(): incompatible function arguments: wanted LoadedExecutable, "
            f"got {type(executable)}"
        )
    return bytes(executable.serialize())


def deserialize_executable(self: Any, serialized: bytes, executable_devices: Any, compile_options: Any = None,
                           host_callbacks: Sequence[Any] = ()) -> Any:  # fmt: skip
    """Load the result of ``serialize_executable``."""
    options = None if compile_options is None else _options(compile_options)
    return _registered(_native.load(self, serialized, options), host_callbacks)


def get_default_layout(self: Any, dtype: Any, shard_shape: Sequence[int], device: Any) -> PjRtLayout:
    """The default layout, on a device, of arrays with a dtype and shape."""
    dtype = np.dtype(dtype)
    if self.platform == "cpu":
        _native.known_type(dtype)  # raises for other dtypes, as a plugin would
        return row_major_array_layout(len(shard_shape), dtype)
    serialized = _native.default_layout(self, dtype, list(shard_shape))
    return PjRtLayout(Layout.from_string(serialized.decode()))


def live_arrays(self: Any) -> list[Any]:
    """All arrays of the client."""
    arrays: list[Any] = _native.live_arrays(self)
    return arrays


def live_executables(self: Any) -> list[Any]:
    """All executables of the client."""
    alive = (reference() for reference in _executables.valuerefs())
    return [executable for executable in alive if executable is not None and executable.client is self]


def defragment(self: Any) -> None:
    """Raise JaxRuntimeError, as upstream does: the PJRT C API has no function for it."""
    raise _jax_error()("UNIMPLEMENTED: Defragmentation is not supported on this runtime.")


def heap_profile(self: Any) -> bytes:
    """The memory of the client's arrays and programs, as a profile in `pprof` format."""
    from jaxlib._profiling.heap import heap_profile as profile  # on first use

    return profile(self, live_executables(self))


def client_attribute(self: Any, name: str) -> Any:
    """The plugin's attribute of that name."""
    if name.startswith("__"):
        raise AttributeError(name)
    if isinstance(self, _jax.CompileOnlyPyClient):  # a topology client has none, as in upstream
        raise AttributeError(f"Unknown attribute {name}")
    try:
        return self._plugin_attributes()[name]
    except (KeyError, _jax_error()):
        if name == "serialize_with_sdy":
            return mixes_dialects(self)
        raise AttributeError(f"Unknown attribute {name}") from None


def mixes_dialects(self: Any) -> bool:
    """Whether the plugin supports artifacts that mix Shardy and VHLO operations."""
    return _reads_stablehlo(self, _MIXED_DIALECTS)


#: The versions of StableHLO from which artifacts mix it with Shardy, and replica groups are stated by mesh axes.
_MIXED_DIALECTS, _MESH_AXES = (1, 11, 0), (1, 16, 0)


def _reads_stablehlo(self: Any, version: tuple[int, int, int]) -> bool:
    """Whether the plugin states that it reads this version."""
    try:
        return tuple(self._plugin_attributes()["stablehlo_current_version"]) >= version
    except (KeyError, _jax_error()):
        return False


def _jax_error() -> Any:
    return _native.JaxRuntimeError


#: By id. Not a WeakSet, whose iteration fails if another thread adds one.
_executables: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


# ---- Properties of executables


def hlo_modules(self: Any) -> list[HloModule]:
    """The optimized program."""
    form, message = self._optimized_program()
    if form == "hlo_with_config":
        parts = {tag: value for tag, value in _proto.fields(message) if isinstance(value, bytes)}
        return [HloModule._make(parts.get(1, b""), parts.get(2, b""))]
    if form != "hlo":
        raise NotInBindings(f"LoadedExecutable.hlo_modules of a program in {form}")
    return [HloModule.from_serialized_hlo_module_proto(message)]


def get_hlo_text(self: Any) -> str:
    """The text of the optimized program."""
    return hlo_modules(self)[0].to_string()


def _layouts_of(shapes: Sequence[Any]) -> list[PjRtLayout]:
    layouts = []
    for shape in shapes:
        layout = shape.layout()
        rank = len(shape.dimensions())
        layouts.append(PjRtLayout(layout if layout is not None else Layout(range(rank - 1, -1, -1))))
    return layouts


def _leaves(shape: Any) -> list[Any]:
    return (
        [leaf for tuple_shape in shape.tuple_shapes() for leaf in _leaves(tuple_shape)]
        if shape.is_tuple()
        else [shape]
    )


class _Interface(NamedTuple):
    """The layouts and shardings of a program's parameters and results."""

    parameter_layouts: list[PjRtLayout]
    output_layouts: list[PjRtLayout]
    parameter_shardings: list[Any] | None
    output_shardings: list[Any] | None


_Layouts = tuple[list[PjRtLayout], list[PjRtLayout]]

#: The layouts of parameters and results, by executable, if they are known without the optimized program.
_default_layouts: weakref.WeakKeyDictionary[Any, _Layouts] = weakref.WeakKeyDictionary()

#: A cache, because jax asks each new executable for all four properties, and the plugin would serialize the whole
#: program each time.
_interfaces: weakref.WeakKeyDictionary[Any, _Interface] = weakref.WeakKeyDictionary()


def _interface(executable: Any) -> _Interface:
    interface = _interfaces.get(executable)
    if interface is None:
        module = hlo_modules(executable)[0]
        shape = module.program_shape()
        interface = _interfaces[executable] = _Interface(
            _layouts_of(
                [leaf for parameter_shape in shape.parameter_shapes() for leaf in _leaves(parameter_shape)]
            ),
            _layouts_of(_leaves(shape.result_shape())),
            _spread(module.spmd_parameters_shardings),
            _spread(module.spmd_output_sharding),
        )
    return interface


def get_parameter_layouts(self: Any) -> list[PjRtLayout]:
    """The layout of each parameter."""
    layouts = _default_layouts.get(self)
    return list(_interface(self).parameter_layouts if layouts is None else layouts[0])


def get_output_layouts(self: Any) -> list[PjRtLayout]:
    """The layout of each result."""
    layouts = _default_layouts.get(self)
    return list(_interface(self).output_layouts if layouts is None else layouts[1])


def get_output_memory_kinds(self: Any) -> list[list[str]]:
    """The memory kind of each result."""
    return [self._output_memory_kinds()]


def _spread(shardings: Any) -> list[Any] | None:
    if shardings is None:
        return None
    spread = []
    for sharding in shardings if isinstance(shardings, list) else [shardings]:
        spread += list(sharding.tuple_shardings) if sharding.type == sharding.Type.TUPLE else [sharding]
    return spread


def get_output_shardings(self: Any) -> Any:
    """The sharding of each result, if the compiler chose them."""
    shardings = _interface(self).output_shardings
    return None if shardings is None else list(shardings)


def get_parameter_shardings(self: Any) -> Any:
    """The sharding of each parameter, if the compiler chose them."""
    shardings = _interface(self).parameter_shardings
    return None if shardings is None else list(shardings)


def get_executable_version(self: Any) -> bytes:
    """The version of the executable format. Plugins only state its kind."""
    return b"\n\x1fxla::ifrt::XlaExecutableVersion"


def deserialize_topology(serialized: bytes) -> Any:
    """Deserialize the result of ``DeviceTopology.serialize`` with the plugin for the platform that it names.

    Raises:
        ValueError: The bytes are not a serialized topology.
        JaxRuntimeError: It names no platform, there is no plugin for it, or the plugin cannot read topologies.
    """
    if not isinstance(serialized, bytes):
        raise TypeError(f"DeviceTopology.deserialize: wanted bytes, got {type(serialized).__name__}")
    platform = b""
    try:
        for tag, value in _proto.fields(serialized):  # an xla.PjRtTopologyDescriptionProto
            if tag == 2 and isinstance(value, bytes):
                platform = value
        name = platform.decode()
    except ValueError as error:
        raise ValueError("Failed to parse PjRtTopologyDescriptionProto from serialized bytes.") from error
    if not name:
        raise _jax_error()(
            "INVALID_ARGUMENT: PjRtTopologyDescriptionProto does not specify a valid platform_name or recognized "
            "platform_id."
        )
    return _jax.DeviceTopology._deserialize(name, serialized)


class CompiledMemoryStats:
    """The memory that a program needs, in bytes."""

    #: Attribute names, by the names of the statistics in the PJRT C API.
    _NAMES = {
        "generated_code_size_in_bytes": "generated_code",
        "argument_size_in_bytes": "arguments",
        "output_size_in_bytes": "outputs",
        "alias_size_in_bytes": "aliased",
        "temp_size_in_bytes": "temporaries",
        "host_generated_code_size_in_bytes": "host_generated_code",
        "host_argument_size_in_bytes": "host_arguments",
        "host_output_size_in_bytes": "host_outputs",
        "host_alias_size_in_bytes": "host_aliased",
        "host_temp_size_in_bytes": "host_temporaries",
    }
    #: Those that the text does not have.
    _OTHERS = {
        "total_allocation_bytes": "allocated",
        "indefinite_allocations": "indefinite",
        "peak_unpadded_heap_bytes": "peak_unpadded",
    }

    def __init__(self, stats: dict[str, int]) -> None:
        for name, statistic in (*self._NAMES.items(), *self._OTHERS.items()):
            setattr(self, name, stats[statistic])
        # An upper bound if the plugin does not report it.
        self.peak_memory_in_bytes = stats["peak"] or (
            stats["arguments"] + stats["outputs"] + stats["temporaries"] - stats["aliased"]
        )
        self.serialized_buffer_assignment_proto = b""

    def __str__(self) -> str:
        return f"CompiledMemoryStats({', '.join(f'{name}={getattr(self, name)}' for name in self._NAMES)})"

    __repr__ = __str__


CompiledMemoryStats.__module__ = "jaxlib._jax"


def get_compiled_memory_stats(self: Any) -> CompiledMemoryStats:
    """The memory that the program needs."""
    return CompiledMemoryStats(self._memory_stats())


def keep_alive(self: Any, value: object, /) -> None:
    """Keep an object for as long as the program."""
    vars(self).setdefault("_kept_alive", []).append(value)


def attach() -> None:
    """Add the functions above to the native classes, whose stubs (`_native/jax.pyi`) declare them all."""
    _add(
        _jax.Client, compile_and_load, serialize_executable, deserialize_executable, get_default_layout,
        live_arrays, live_executables, heap_profile, defragment, make_python_callback_from_host_send_and_recv,
        live_buffers=live_arrays,
        compile_ifrt_program=compile_ifrt_program, compile_and_load_ifrt_program=compile_ifrt_program,
        __getattr__=client_attribute,
    )  # fmt: skip
    for name in ("compile", "dma_map", "dma_unmap", "create_hlo_output_callback"):
        _add(_jax.Client, **{name: _absent(f"Client.{name}")})
    for executable in (_jax.LoadedExecutable, _jax.Executable):
        _add(
            executable, hlo_modules, get_hlo_text, get_parameter_layouts, get_output_layouts,
            get_output_memory_kinds, get_output_shardings, get_parameter_shardings, get_compiled_memory_stats,
            get_executable_version,
        )  # fmt: skip
    _add(_jax.LoadedExecutable, keep_alive)
    if IS_C_API:
        _add(_jax.Client, is_c_api=True)
    # If a client does not state it, jax recognizes a plugin by the first line of the platform version.
    for client, named in (
        (_jax.Client, not IS_C_API),
        (_jax.CompileOnlyPyClient, TOPOLOGY_NAMES_API),
        (_jax.DeviceTopology, TOPOLOGY_NAMES_API),
    ):
        if named:
            _add(client, platform_version=property(_with_the_interface(vars(client)["platform_version"])))
    _add(_jax.CompileOnlyPyClient, compile=compile_only)
    _add(_jax.DeviceTopology, fingerprint, deserialize=staticmethod(deserialize_topology))
    _add(_jax.Device, poison_execution=_absent("Device.poison_execution"))
    _add(
        _jax.ArrayImpl,
        unsafe_raw_buffer=_absent("ArrayImpl.unsafe_raw_buffer"),
        _to_np_array_did_copy=_transfers.whole_on_the_host,
        __cuda_array_interface__=property(_cuda_array_interface.of_array),
    )


def fingerprint(self: Any) -> int:
    """A hash of 64 bits for the keys of compilation caches: the same in every process, for equal topologies.

    A library may serialize the entries of a map in another order each time, so the hash ignores the order of
    fields.
    """
    digest = hashlib.blake2b(_proto.in_order(self.serialize()), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def _with_the_interface(version: Any) -> Callable[[Any], str]:
    return lambda self: f"PJRT C API\n{version.__get__(self)}"


def _add(native_class: type, *functions: Callable[..., Any], **members: object) -> None:
    for function in functions:
        setattr(native_class, function.__name__, function)
    for name, member in members.items():
        setattr(native_class, name, member)


def _absent(name: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotInBindings(f"jaxlib._jax.{name}")

    refuse.__name__ = name.rpartition(".")[2]
    return refuse


__all__ = ["CompiledMemoryStats", "attach", "missing"]
