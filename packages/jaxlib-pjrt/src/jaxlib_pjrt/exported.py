"""Runs functions that ``jax.export`` serialized, without jax.

    exported = pjrt.load_exported("model.bin")
    y = exported(x, scale=2.0)                     # on an installed platform that it was exported for
    model = exported.compile(client)               # or on a given client
    model(x, scale=2.0)

Arguments and results are nested containers, as in jax; see ``jaxlib_pjrt.trees``. An array is a Buffer, or anything
that ``numpy.asarray`` accepts. A result is a Buffer, or ``Sharded`` on several devices.

A random key is represented by its array of ``uint32``, which has one more dimension than the key. A result of jax's
``float0`` is an array of ``bool``. A Buffer that is passed as a donated argument is deleted by the call.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jaxlib_pjrt import _plugins, trees
from jaxlib_pjrt._artifact import CALLING_CONVENTIONS, ArrayType, Artifact, read
from jaxlib_pjrt._bytecode import BytecodeError
from jaxlib_pjrt._native import Buffer, Client, Device, LoadedExecutable
from jaxlib_pjrt._program import CustomCall, Program
from jaxlib_pjrt._shards import Sharded, Shards
from jaxlib_pjrt.errors import ArtifactError, CannotRun, PjrtError
from jaxlib_pjrt.options import CompileOptions

if TYPE_CHECKING:
    import numpy as np

    from jaxlib_pjrt._sharding import Slices
    from jaxlib_pjrt.cache import CompileCache

#: Custom call targets that XLA's compilers replace themselves, whether they are registered or not.
_COMPILER = frozenset(
    {
        "AllocateBuffer",
        "Sharding",
        "SPMDFullToShardShape",
        "SPMDShardToFullShape",
        "annotate_device_placement",
    }
)
_TPU_COMPILER = frozenset(
    {
        "ApproxTopK",
        "Eigh",
        "LuDecomposition",
        "ProductOfElementaryHouseholderReflectors",
        "Qr",
        "tpu_custom_call",
    }
)


class Problem(NamedTuple):
    """A reason why an exported function cannot run.

    Attributes:
        kind: ``calling convention``, ``custom call``, ``devices``, ``dimensions``, ``platform``, ``program`` or
            ``stablehlo``.
        text: What is wanted, what was found, and what can be done.
    """

    kind: str
    text: str


def load_exported(file: str | os.PathLike[str] | bytes | bytearray) -> Exported:
    """Read a function that ``jax.export`` serialized; does not compile it yet.

    Args:
        file: The path of the file, or its content.

    Raises:
        OSError: The file cannot be read.
        ArtifactError: It is something else, or damaged.
    """
    data = bytes(file) if isinstance(file, (bytes, bytearray)) else Path(file).read_bytes()
    try:
        return Exported(read(data))
    except ArtifactError as error:
        if isinstance(file, (bytes, bytearray)):
            raise
        raise ArtifactError(f"{os.fspath(file)}: {error}") from error


class Exported:
    """An exported function. The first call compiles it for an installed plugin.

    Attributes:
        artifact: The content of the file.
    """

    def __init__(self, artifact: Artifact) -> None:
        self.artifact = artifact
        self._program: Program | None = None
        self._here: Compiled | None = None

    def __repr__(self) -> str:
        artifact = self.artifact
        return f"Exported({artifact.function_name!r} for {', '.join(artifact.platforms)}: {self.signature})"

    @property
    def function_name(self) -> str:
        """The function's name in jax."""
        return self.artifact.function_name

    @property
    def platforms(self) -> tuple[str, ...]:
        """The platforms that it was exported for, by jax's names."""
        return self.artifact.platforms

    @property
    def signature(self) -> str:
        """Its arguments and results, such as ``((float32[3]), {}) -> float32[]``."""
        artifact = self.artifact

        def shown(tree: Any, avals: Sequence[ArrayType]) -> str:
            pieces = str(tree).split("*")
            return pieces[0] + "".join(f"{a}{p}" for a, p in zip(avals, pieces[1:], strict=True))

        return (
            f"{shown(artifact.in_tree, artifact.in_avals)} -> {shown(artifact.out_tree, artifact.out_avals)}"
        )

    @property
    def program(self) -> Program:
        """The parsed program.

        Raises:
            BytecodeError: It cannot be parsed.
        """
        if self._program is None:
            self._program = Program(self.artifact.program)
        return self._program

    @property
    def vjp(self) -> Exported | None:
        """The vector-Jacobian product, if it was exported: takes the arguments, then one cotangent per result."""
        return None if self.artifact.vjp is None else Exported(self.artifact.vjp)

    def preflight(self, client: Client | None = None) -> tuple[Problem, ...]:
        """The reasons why it cannot run on this client; empty if none is known.

        The file's contents are checked first; if they pass and there is a client, each custom call is compiled
        separately.
        """
        if stated := tuple(self._stated(client)):
            return stated
        return tuple(self._custom_calls(client)) if client else ()

    def _stated(self, client: Client | None) -> Iterator[Problem]:
        artifact = self.artifact
        known = CALLING_CONVENTIONS
        if artifact.calling_convention_version not in known:
            yield Problem(
                "calling convention",
                f"wanted version {known[0]} to {known[-1]}, found {artifact.calling_convention_version}"
                f"{f' of jax {artifact.jax_version}' if artifact.jax_version else ''}; export it "
                "with a jax from 0.4.30 on "
                "that this jaxlib-pjrt knows",
            )
        if artifact.open_dimensions:
            yield Problem(
                "dimensions",
                f"symbolic: {', '.join(artifact.open_dimensions)}; jaxlib-pjrt runs programs with static shapes, "
                "so export it for concrete ones",
            )
        try:
            version = self.program.stablehlo
        except BytecodeError as error:
            yield Problem("program", f"it cannot be read: {error}")
            return
        if client is None:
            return
        platform = client.platform
        if platform not in artifact.platforms and not artifact.disabled_platform_check:
            yield Problem(
                "platform",
                f"exported for {', '.join(artifact.platforms)}, and the client's is {platform}; add it to "
                "jax.export.export(..., platforms=[...])",
            )
        there = len([device for device in client.devices if device.addressable])
        if there < artifact.num_devices:
            yield Problem("devices", f"exported for {artifact.num_devices}, and the client has {there}")
        oldest = client.plugin.attributes.get("stablehlo_minimum_version")
        if version and isinstance(oldest, tuple) and version < oldest:
            yield Problem(
                "stablehlo",
                f"written in version {_dotted(version)}; the library reads {_dotted(oldest)} and newer",
            )

    def _custom_calls(self, client: Client) -> Iterator[Problem]:
        try:
            calls = self.program.custom_calls()
        except BytecodeError as error:
            yield Problem("program", f"its custom calls cannot be determined: {error}")
            return
        missing = [call for call in calls if not _is_there(client, self, call)]
        if missing and len(self.platforms) > 1:
            # The program has code for every platform, and only the compiler knows which code is used on this one.
            try:
                _compile(self, client, None, {})
                missing = []
            except (PjrtError, BytecodeError) as error:
                missing = [call for call in missing if _named_in(call.target, str(error))]
        for call in missing:
            how = "" if call.typed else ": its old API cannot be registered through the PJRT C API"
            yield Problem("custom call", f"{call.target} is not registered for {client.platform}{how}")

    def compile(
        self,
        client: Client | None = None,
        *,
        devices: Sequence[Device] | None = None,
        donate: bool = True,
        overrides: Mapping[str, str | bool | int | float] | None = None,
        cache: CompileCache | None = None,
    ) -> Compiled:
        """Compile it.

        Args:
            client: The client to run on; by default a new client for the first of its platforms that is installed.
            devices: The devices to run on, in the order of the mesh; by default the client's choice.
            donate: Whether a call may consume Buffers that are passed as donated arguments.
            overrides: XLA's debug options, as in ``CompileOptions``.
            cache: A cache for the compiled program.

        Raises:
            CannotRun: A requirement is not met.
            PjrtError: Any other error of the compiler.
        """
        if client is None:
            client = _default_client(self)
        if problems := tuple(self._stated(client)):
            raise CannotRun(self.function_name, problems)
        try:
            executable = _compile(self, client, devices, overrides or {}, cache)
        except BytecodeError as error:
            raise CannotRun(self.function_name, (Problem("program", str(error)),)) from error
        except PjrtError as error:
            if problems := (*self._custom_calls(client), *_newer(self, client)):
                raise CannotRun(self.function_name, problems) from error
            raise
        return Compiled(self, executable, donate=donate)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it on an installed plugin; it is compiled once.

        Raises:
            CannotRun: A requirement is not met.
            TypeError: The arguments have another structure or type.
        """
        if self._here is None:
            self._here = self.compile()
        return self._here(*args, **kwargs)


def _dotted(version: Sequence[int]) -> str:
    return ".".join(map(str, version))


def _newer(exported: Exported, client: Client) -> Iterator[Problem]:
    wanted, there = exported.program.stablehlo, client.plugin.attributes.get("stablehlo_current_version")
    if wanted and isinstance(there, tuple) and wanted > there:
        yield Problem(
            "stablehlo",
            f"written in version {_dotted(wanted)}, and {client.plugin.name} supports up to {_dotted(there)}; "
            "its compiler rejected the program; export it with an older jax, or use a newer library",
        )


def _default_client(exported: Exported) -> Client:
    wanted = list(exported.platforms)
    if wanted[:1] == ["cpu"] and _plugins.is_plain("cpu"):
        return Client("cpu", cpu_device_count=exported.artifact.num_devices)
    try:
        from jaxlib_core.plugins.discovery import discover
    except ModuleNotFoundError:
        installed: dict[str, str] = {}
    else:
        installed = {plugin.descriptor.platform: plugin.descriptor.name for plugin in discover().plugins}
    for platform in (*wanted, *(installed if exported.artifact.disabled_platform_check else ())):
        if platform == "cpu" and platform in installed:
            return Client(installed[platform], cpu_device_count=exported.artifact.num_devices)
        if platform in installed:
            return Client(installed[platform])
    text = (
        f"exported for {', '.join(wanted)}; installed: {', '.join(installed) or 'no plugin'}. Install one of "
        f"{', '.join(f'jaxlib-{name}' for name in wanted)}, or give a client: compile(client)"
    )
    raise CannotRun(exported.function_name, (Problem("platform", text),))


def _compile(
    exported: Exported,
    client: Client,
    devices: Sequence[Device] | None,
    overrides: Mapping[str, str | bool | int | float],
    cache: CompileCache | None = None,
) -> LoadedExecutable:
    artifact = exported.artifact
    program = Program(artifact.program)
    index = None
    if len(artifact.platforms) > 1:
        index = artifact.platforms.index(client.platform) if client.platform in artifact.platforms else 0
    program.specialize(index, len(artifact.ordered_effects))
    known = client.plugin.attributes.get("stablehlo_current_version")
    if isinstance(known, tuple):
        program.write_for(known)
    several = artifact.num_devices > 1
    if devices is not None and len(devices) != artifact.num_devices:
        raise ValueError(f"devices: wanted {artifact.num_devices}, found {len(devices)}")
    options = CompileOptions(
        num_partitions=artifact.num_devices,
        device_assignment=None if devices is None else [[device.id for device in devices]],
        use_spmd_partitioning=several,
        use_shardy_partitioner=several and program.shardy,
        overrides=overrides,
    )
    if cache is not None:
        return cache.compile(client, program.serialize(), options)
    return client.compile(program.serialize(), options)


def _named_in(target: str, text: str) -> bool:
    import re

    return re.search(rf"(?<!\w){re.escape(target)}(?!\w)", text) is not None


def _is_there(client: Client, exported: Exported, call: CustomCall) -> bool:
    """Whether the library has the call's target, found by compiling the call alone; nothing is executed.

    The call is taken from the program, because a compiler may crash on a call with another signature.
    """
    if call.target in _COMPILER or (client.platform == "tpu" and call.target in _TPU_COMPILER):
        return True
    program = Program(exported.artifact.program)
    try:
        program.keep_only(call)
        known = client.plugin.attributes.get("stablehlo_current_version")
        if isinstance(known, tuple):
            program.write_for(known)
        client.compile(program.serialize())
    except BytecodeError:
        return True  # unknown; compiling the whole program will tell
    except PjrtError as error:
        return not (_named_in(call.target, str(error)) and "registered" in str(error))
    return True


class Compiled:
    """An exported function, compiled for a client's devices. Call it as in jax.

    Attributes:
        exported: The exported function.
        executable: The program; its arguments are the flattened arguments that the function uses.
    """

    def __init__(self, exported: Exported, executable: LoadedExecutable, *, donate: bool = True) -> None:
        self.exported = exported
        self.executable = executable
        artifact = exported.artifact
        self._keep = () if donate else tuple(range(len(artifact.kept)))
        self._paths = trees.argument_paths(artifact.in_tree)
        self._several = artifact.num_devices > 1
        if self._several:
            self._in_slices, self._out_slices = _slices(exported, executable)
        self._check_parameters()

    def __repr__(self) -> str:
        return f"Compiled({self.exported!r})"

    @property
    def client(self) -> Client:
        """The client that it runs on."""
        return self.executable.client

    @property
    def devices(self) -> list[Device]:
        """The devices that it runs on."""
        return self.executable.devices

    def _check_parameters(self) -> None:
        # The compiled program must match the file; otherwise arguments would be mixed up.
        artifact = self.exported.artifact
        stated = self.executable.parameters
        if stated is None:
            return
        for parameter, index in zip(stated, artifact.kept, strict=True):
            dtype, shape = artifact.in_avals[index].physical
            if self._several:
                shape = tuple(part.stop - part.start for part in self._in_slices[index][0])
            if parameter is not None and (parameter[0] != shape or parameter[1].name != dtype):
                raise CannotRun(
                    self.exported.function_name,
                    (
                        Problem(
                            "program", f"{self._paths[index]}: {parameter} where {dtype}{list(shape)} is said"
                        ),
                    ),
                )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it.

        Raises:
            TypeError: The arguments have another structure or type.
            PjrtError: The library's error.
        """
        artifact = self.exported.artifact
        positional, named = artifact.in_tree.children
        leaves: list[Any] = []
        if len(args) != len(positional.children) or set(kwargs) != set(named.keys):
            raise TypeError(
                f"{artifact.function_name}: wanted {len(positional.children)} arguments and the keywords "
                f"{sorted(named.keys)}, found {len(args)} and {sorted(kwargs)}"
            )
        for index, tree in enumerate(positional.children):
            leaves += trees.flatten(tree, args[index], f"args[{index}]")
        for key, tree in zip(named.keys, named.children, strict=True):
            leaves += trees.flatten(tree, kwargs[key], key)
        given = [self._argument(index, leaves[index]) for index in artifact.kept]
        outputs = self.executable(*given, keep=self._keep)
        if self._several:
            parts = zip(outputs, self._out_slices, artifact.out_avals, strict=True)
            outputs = [Sharded(shards, slices, _fixed(aval)) for shards, slices, aval in parts]
        return trees.unflatten(artifact.out_tree, iter(outputs))

    def _argument(self, index: int, value: Any) -> Any:
        aval = self.exported.artifact.in_avals[index]
        dtype, wanted = aval.physical
        if isinstance(value, (Shards, Buffer)) and not (self._several and isinstance(value, Buffer)):
            return value
        import numpy as np

        if isinstance(value, (bool, int, float, complex)):
            value = np.asarray(value, _dtype(dtype))
        array = np.asarray(value)
        if array.shape != wanted or array.dtype.name != dtype:
            raise TypeError(
                f"{self._paths[index]}: wanted {dtype}{list(wanted)}"
                f"{f' for {aval}' if aval.dtype != dtype else ''}, found {array.dtype.name}{list(array.shape)}"
            )
        if not self._several:
            return array
        return tuple(np.ascontiguousarray(array[part]) for part in self._in_slices[index])


def _fixed(aval: ArrayType) -> tuple[int, ...]:
    return tuple(int(size) for size in aval.physical[1])


def _dtype(name: str) -> np.dtype[Any]:
    import ml_dtypes
    import numpy as np

    return np.dtype(getattr(ml_dtypes, name, name))


def _slices(exported: Exported, executable: LoadedExecutable) -> tuple[list[Slices], list[Slices]]:
    """The slice of each argument and result that each device holds.

    Read from the compiled program, because the compiler chooses the sharding of an argument or result for which jax
    stated none. If the library does not provide its program, what jax stated is used.
    """
    from jaxlib_pjrt import _sharding

    artifact = exported.artifact
    given, taken = list(artifact.in_shardings), list(artifact.out_shardings)
    try:
        _, program = executable.optimized_program()
        parameters, taken = _sharding.of_executable(program, len(artifact.kept), len(artifact.out_avals))
        for index, sharding in zip(artifact.kept, parameters, strict=True):
            given[index] = sharding
    except (PjrtError, _sharding.ShardingError) as error:
        if None in (*(given[index] for index in artifact.kept), *taken):
            text = f"neither the library nor the file states how arrays are sharded over the devices: {error}"
            raise CannotRun(exported.function_name, (Problem("devices", text),)) from error
    try:
        inside = [
            _sharding.slices(sharding, _fixed(aval), artifact.num_devices)
            for sharding, aval in zip(given, artifact.in_avals, strict=True)
        ]
        outside = [
            _sharding.slices(sharding, _fixed(aval), artifact.num_devices)
            for sharding, aval in zip(taken, artifact.out_avals, strict=True)
        ]
    except _sharding.ShardingError as error:
        raise CannotRun(exported.function_name, (Problem("devices", str(error)),)) from error
    for parts, shape in zip(outside, executable.output_shapes, strict=True):
        if tuple(part.stop - part.start for part in parts[0]) != shape:
            text = f"a result is {list(shape)} on each device, which does not match its sharding"
            raise CannotRun(exported.function_name, (Problem("devices", text),))
    return inside, outside
