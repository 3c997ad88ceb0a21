"""What clients and programs do that needs no speed: compiling, and what a program says of itself."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from jaxlib import _native, _proto, _transfers
from jaxlib._hlo import HloModule, Layout, XlaComputation
from jaxlib._layouts import PjRtLayout, default_layout
from jaxlib._missing import NotInBindings, missing
from jaxlib._options import CompileOptions

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
    from jaxlib._ir.passes.program_text import program_text  # on first use: `import jax` compiles nothing

    program, own_layouts = program_text(computation)
    loaded = _native.compile(self, program, "mlir", _options(compile_options), own_layouts)
    if not own_layouts and self.platform == "cpu":
        layouts = _row_major_layouts(computation, program)
        if layouts is not None:
            _default_layouts[loaded] = layouts
    return _registered(loaded, host_callbacks)


def _row_major_layouts(computation: Any, program: bytes) -> _Layouts | None:
    """The layouts of a program that asks for none, which XLA:CPU makes row-major whatever its passes do inside.

    None where that does not follow from the types of its ``main``. The answer saves serializing the optimized
    program, an eighth of the time in which XLA compiles one of thousands of results.
    """
    if isinstance(computation, (str, bytes)) or b"mhlo.xla_entry_computation_" in program:
        return None
    from jaxlib._ir.core import NUMPY_OF, RankedTensorType

    known: dict[Any, PjRtLayout] = {}

    def layouts(types: Sequence[Any]) -> list[PjRtLayout] | None:
        found = []
        for each in types:
            layout = known.get(each)
            if layout is None:
                if not isinstance(each, RankedTensorType) or each.element_type.text not in NUMPY_OF:
                    return None
                layout = known[each] = default_layout(each.rank, NUMPY_OF[each.element_type.text])
            found.append(layout)
        return found

    for op in computation.body.operations:
        if op._name == "func.func" and op.attributes["sym_name"].value == "main":
            kind = op.attributes["function_type"].value
            parameters, results = layouts(kind.inputs), layouts(kind.results)
            return None if parameters is None or results is None else (parameters, results)
    return None


def _registered(loaded: Any, host_callbacks: Sequence[Any]) -> Any:
    # A plugin calls back through its own extension; here they only live as long as the program and its executions.
    if host_callbacks:
        loaded.set_host_callbacks(list(host_callbacks))
    _executables.add(loaded)
    return loaded


def compile_only(self: Any, computation: Any, executable_devices: Any = None, compile_options: Any = None,
                 host_callbacks: Sequence[Any] = ()) -> Any:  # fmt: skip
    """Compile a program for devices that need not be there."""
    from jaxlib._ir.passes.program_text import program_text

    return self._compile(program_text(computation)[0], _options(compile_options))


def mlir_module_to_xla_computation(
    mlir_module: str | bytes, use_tuple_args: bool = False, return_tuple: bool = False
) -> XlaComputation:
    """The HLO of a program before any pass, as the CPU's plugin dumps it on its way to compile it.

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
        options.env_option_overrides += [("xla_backend_optimization_level", 0)]  # nobody runs it
        failure: Exception | None = None
        try:
            client = xla_bridge.get_backend("cpu")
            _native.compile(client, program, "mlir", options.SerializeAsString())
        except (RuntimeError, ValueError) as error:
            failure = error  # a program for other devices: the dump comes before what the CPU cannot compile
        dumps = list(Path(folder).glob("*.before_optimizations.hlo.pb"))
        if len(dumps) != 1:
            raise NotInBindings(
                "HLO of this program before it is compiled",
                f"only a compiler has HLO, and the CPU's plugin gives none: {failure}",
            ) from failure
        (dumped,) = dumps
        for tag, value in _proto.fields(dumped.read_bytes()):  # an xla.HloProto
            if tag == 1 and isinstance(value, bytes):
                return XlaComputation(value)
    raise NotInBindings("HLO of this program before it is compiled", "the CPU's plugin dumped no program")


def serialize_executable(self: Any, executable: Any) -> bytes:
    """A program's bytes, from which the same plugin can load it."""
    return bytes(executable.serialize())


def deserialize_executable(self: Any, serialized: bytes, executable_devices: Any, compile_options: Any = None,
                           host_callbacks: Sequence[Any] = ()) -> Any:  # fmt: skip
    """Load what ``serialize_executable`` gave."""
    options = None if compile_options is None else _options(compile_options)
    return _registered(_native.load(self, serialized, options), host_callbacks)


def get_default_layout(self: Any, dtype: Any, shard_shape: Sequence[int], device: Any) -> PjRtLayout:
    """How an array lies on a device where nobody asked for another layout."""
    dtype = np.dtype(dtype)
    if self.platform == "cpu":
        _native.known_type(dtype)  # others are an error, as where a plugin is asked
        return default_layout(len(shard_shape), dtype)
    told = _native.default_layout(self, dtype, list(shard_shape))
    return PjRtLayout(Layout.from_string(told.decode()))


def live_arrays(self: Any) -> list[Any]:
    """All arrays of the client."""
    found: list[Any] = _native.live_arrays(self)
    return found


def live_executables(self: Any) -> list[Any]:
    """All programs of the client."""
    return [each for each in _executables if each.client is self]


def client_attribute(self: Any, name: str) -> Any:
    """What the plugin says of itself under that name."""
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return self._plugin_attributes()[name]
    except (KeyError, _jax_error()):
        if name == "serialize_with_sdy":
            return mixes_dialects(self)
        raise AttributeError(f"Unknown attribute {name}") from None


def mixes_dialects(self: Any) -> bool:
    """Whether a plugin reads artifacts in which Shardy's operations stand between VHLO's: StableHLO 1.11 does."""
    try:
        return tuple(self._plugin_attributes()["stablehlo_current_version"]) >= (1, 11, 0)
    except (KeyError, _jax_error()):
        return False


def _jax_error() -> Any:
    return _native.JaxRuntimeError


_executables: weakref.WeakSet[Any] = weakref.WeakSet()


# ---- What a program says of itself


def hlo_modules(self: Any) -> list[HloModule]:
    """The program that the compiler made."""
    form, message = self._optimized_program()
    if form == "hlo_with_config":
        for tag, value in _proto.fields(message):
            if tag == 1 and isinstance(value, bytes):
                message = value
                break
    elif form != "hlo":
        raise NotInBindings(f"LoadedExecutable.hlo_modules of a program in {form}")
    return [HloModule.from_serialized_hlo_module_proto(message)]


def get_hlo_text(self: Any) -> str:
    """Its text."""
    return hlo_modules(self)[0].to_string()


def _layouts_of(shapes: Sequence[Any]) -> list[PjRtLayout]:
    found = []
    for each in shapes:
        layout = each.layout()
        rank = len(each.dimensions())
        found.append(PjRtLayout(layout if layout is not None else Layout(range(rank - 1, -1, -1))))
    return found


def _leaves(shape: Any) -> list[Any]:
    return [leaf for each in shape.tuple_shapes() for leaf in _leaves(each)] if shape.is_tuple() else [shape]


class _Interface(NamedTuple):
    """The layouts and shardings of a program's parameters and results."""

    parameter_layouts: list[PjRtLayout]
    output_layouts: list[PjRtLayout]
    parameter_shardings: list[Any] | None
    output_shardings: list[Any] | None


_Layouts = tuple[list[PjRtLayout], list[PjRtLayout]]

#: By executable: the layouts of parameters and results, where they are known without the optimized program.
_default_layouts: weakref.WeakKeyDictionary[Any, _Layouts] = weakref.WeakKeyDictionary()

#: jax asks each new program for all four, and the plugin serializes the whole program each time it is asked for it.
_interfaces: weakref.WeakKeyDictionary[Any, _Interface] = weakref.WeakKeyDictionary()


def _interface(executable: Any) -> _Interface:
    known = _interfaces.get(executable)
    if known is None:
        module = hlo_modules(executable)[0]
        shape = module.program_shape()
        known = _interfaces[executable] = _Interface(
            _layouts_of([leaf for each in shape.parameter_shapes() for leaf in _leaves(each)]),
            _layouts_of(_leaves(shape.result_shape())),
            _spread(module.spmd_parameters_shardings),
            _spread(module.spmd_output_sharding),
        )
    return known


def get_parameter_layouts(self: Any) -> list[PjRtLayout]:
    """A layout for each parameter."""
    known = _default_layouts.get(self)
    return list(_interface(self).parameter_layouts if known is None else known[0])


def get_output_layouts(self: Any) -> list[PjRtLayout]:
    """A layout for each result."""
    known = _default_layouts.get(self)
    return list(_interface(self).output_layouts if known is None else known[1])


def get_output_memory_kinds(self: Any) -> list[list[str]]:
    """In which memories its results lie."""
    return [self._output_memory_kinds()]


def _spread(shardings: Any) -> list[Any] | None:
    if shardings is None:
        return None
    found = []
    for each in shardings if isinstance(shardings, list) else [shardings]:
        found += list(each.tuple_shardings) if each.type == each.Type.TUPLE else [each]
    return found


def get_output_shardings(self: Any) -> Any:
    """A sharding for each result, where the compiler chose them."""
    found = _interface(self).output_shardings
    return None if found is None else list(found)


def get_parameter_shardings(self: Any) -> Any:
    """A sharding for each parameter, where the compiler chose them."""
    found = _interface(self).parameter_shardings
    return None if found is None else list(found)


def get_executable_version(self: Any) -> bytes:
    """What tells whether a runtime can load the program: no plugin says more than of what kind that is."""
    return b"\n\x1fxla::ifrt::XlaExecutableVersion"


def deserialize_topology(serialized: bytes) -> Any:
    """The topology of what ``DeviceTopology.serialize`` gave, by the plugin for the platform that it names.

    Raises:
        ValueError: It is no serialized topology.
        JaxRuntimeError: It names no platform, there is no plugin for it, or the plugin does not read topologies.
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
    """How much memory a program needs, in bytes."""

    #: By jaxlib-pjrt's names for what the PJRT C API tells.
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

    def __init__(self, stats: dict[str, int]) -> None:
        for name, told in self._NAMES.items():
            setattr(self, name, stats[told])
        # Newer than the PJRT C API's header that this is built with: not above the parts' sum.
        self.peak_memory_in_bytes = (
            stats["arguments"] + stats["outputs"] + stats["temporaries"] - stats["aliased"]
        )
        self.serialized_buffer_assignment_proto = b""
        # Newer than that header, too.
        self.total_allocation_bytes = self.indefinite_allocations = self.peak_unpadded_heap_bytes = 0

    def __str__(self) -> str:
        return f"CompiledMemoryStats({', '.join(f'{name}={getattr(self, name)}' for name in self._NAMES)})"

    __repr__ = __str__


CompiledMemoryStats.__module__ = "jaxlib._jax"


def get_compiled_memory_stats(self: Any) -> CompiledMemoryStats:
    """How much memory it needs."""
    return CompiledMemoryStats(self._memory_stats())


def attach() -> None:
    """Give the native classes what is above."""
    client, loaded = _jax.Client, _jax.LoadedExecutable
    for function in (
        compile_and_load, serialize_executable, deserialize_executable, get_default_layout, live_arrays,
        live_executables,
    ):  # fmt: skip
        setattr(client, function.__name__, function)
    client.live_buffers = live_arrays
    client.__getattr__ = client_attribute
    for name in ("compile", "heap_profile", "defragment", "dma_map", "dma_unmap", "compile_ifrt_program",
                 "compile_and_load_ifrt_program", "make_python_callback_from_host_send_and_recv",
                 "create_hlo_output_callback"):  # fmt: skip
        setattr(client, name, _absent(f"Client.{name}"))
    for told in (
        hlo_modules, get_hlo_text, get_parameter_layouts, get_output_layouts, get_output_memory_kinds,
        get_output_shardings, get_parameter_shardings, get_compiled_memory_stats, get_executable_version,
    ):  # fmt: skip
        setattr(loaded, told.__name__, told)
        setattr(_jax.Executable, told.__name__, told)
    _jax.CompileOnlyPyClient.compile = compile_only
    _jax.CompileOnlyPyClient.get_default_layout = get_default_layout
    _jax.DeviceTopology.deserialize = staticmethod(deserialize_topology)
    _jax.ArrayImpl.unsafe_raw_buffer = _absent("ArrayImpl.unsafe_raw_buffer")
    _jax.Device.poison_execution = _absent("Device.poison_execution")
    _jax.ArrayImpl._to_np_array_did_copy = _transfers.whole_on_the_host
    client.is_c_api = True
    _jax.ArrayImpl.__cuda_array_interface__ = property(_no_cuda)


def _no_cuda(self: Any) -> Any:
    if self.platform() != "gpu":
        raise AttributeError("__cuda_array_interface__ is only defined for GPU buffers.")
    raise NotInBindings("ArrayImpl.__cuda_array_interface__")


def _absent(name: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotInBindings(f"jaxlib._jax.{name}")

    refuse.__name__ = name.rpartition(".")[2]
    return refuse


__all__ = ["CompiledMemoryStats", "attach", "missing"]
