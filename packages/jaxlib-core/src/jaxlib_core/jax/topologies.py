"""Compile for absent hardware: ``topologies.get("tpu:v5e:2x2")``, ``topologies.get("cuda:h100x8")``.

The result has ``devices``, as ``jax.experimental.topologies.get_topology_desc`` returns them: with shardings over
them, ``jax.jit(f).lower(...).compile()`` compiles for those chips::

    import jax
    from jax.sharding import NamedSharding, PartitionSpec
    from jaxlib_core import topologies

    topology = topologies.get("cuda:h100x8")
    mesh = jax.sharding.Mesh(topology.devices, ("batch",))
    rows = NamedSharding(mesh, PartitionSpec("batch"))
    x = jax.ShapeDtypeStruct((1024, 512), "bfloat16", sharding=rows)
    compiled = jax.jit(lambda x: x @ x.T).lower(x).compile()
    print(compiled.memory_analysis(), compiled.as_text())

Only the platform's plugin is needed, and for CUDA NVIDIA's ``ptxas`` and libdevice, from the nvcc wheel that the
plugin requires: no device, no driver, no other library. Nothing depends on the process's own backend.
The facts about each chip are data in ``targets/``, with their sources.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from jaxlib_core.checks import conflicts
from jaxlib_core.environment import install_commands
from jaxlib_core.errors import NotInstalled, PluginError, TopologyRefused, UnknownTarget
from jaxlib_core.jax import backend
from jaxlib_core.plugins.discovery import installation

PLATFORMS = ("cuda", "tpu")

#: Values that a TPU VM's metadata server would provide, for a machine that is not a TPU VM: without them libtpu
#: looks for that server and complains on standard error. They also disable libtpu's lock, which protects chips that
#: do not exist here and would let only one process of the machine compile at a time.
_NO_TPU_VM = {
    "TPU_SKIP_MDS_QUERY": "1",
    "TPU_ACCELERATOR_TYPE": "v5e-4",
    "TPU_WORKER_HOSTNAMES": "localhost",
    "TPU_WORKER_ID": "0",
    "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
}

#: Prefixes of a library's error when it rejects the topology.
_REFUSALS = ("INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION")


class Topology(NamedTuple):
    """Chips to compile for, which need not exist.

    ``devices`` can be used wherever jax takes devices for compilation: in a ``Mesh``, a ``NamedSharding``, or
    ``jax.experimental.topologies.make_mesh``. ``memory`` is the memory of one device in bytes, of which the
    compiler and the runtime reserve a part. ``title`` is the chip's name for people.
    """

    name: str
    platform: str
    title: str
    memory: int
    devices: list[Any]


class _Request(NamedTuple):
    """A parsed name: the arguments for the platform's library, and the chip's data."""

    topology_name: str
    options: Mapping[str, Any]
    title: str
    memory: int
    #: The nearest names that are valid; then a description of all that are.
    instead: tuple[str, ...]
    possible: str


def get(name: str, **options: Any) -> Topology:
    """The topology called ``name``: ``tpu:CHIP:SHAPE``, or ``cuda:CHIP`` with ``xCOUNT`` for more than one GPU.

    Args:
        name: ``tpu:v5e:2x2`` is four chips, two by two, ``tpu:v5p:2x2x4`` sixteen; ``cuda:h100x8`` is a host of
            eight GPUs, ``cuda:h100x16`` two of them. ``names()`` lists the chips.
        options: Additional or overriding options for the platform's library: libtpu knows ``num_slices``,
            ``chips_per_host_bounds`` and ``chip_config_name``.

    Raises:
        UnknownTarget: The name is not a known target.
        NotInstalled: No plugin serves the platform.
        TopologyRefused: The library does not accept that arrangement of chips.
        PluginError: The platform's plugin cannot work.
    """
    platform, _, rest = name.partition(":")
    if platform not in PLATFORMS:
        raise _unknown(name, f"no platform {platform!r}")
    request = (_cuda if platform == "cuda" else _tpu)(name, rest)
    from jax.errors import JaxRuntimeError

    try:
        with _no_tpu_vm() if platform == "tpu" else contextlib.nullcontext():
            devices = backend.compile_only_devices(
                platform, request.topology_name, {**request.options, **options}
            )
    except JaxRuntimeError as error:
        if not str(error).startswith(_REFUSALS):
            raise
        raise TopologyRefused(
            f"{name} is not a topology that the library can compile for.",
            wanted=request.possible,
            found=str(error),
            where=f"what the platform's library says of {request.topology_name or 'these options'}",
            commands=_calls(*request.instead),
        ) from error
    if devices is None:
        raise _stands_aside(platform) or _not_installed(name, platform)
    return Topology(name, platform, request.title, request.memory, devices)


def names() -> tuple[str, ...]:
    """Every chip that can be compiled for, such as ``cuda:h100`` or ``tpu:v5e``."""
    return tuple(f"{platform}:{chip}" for platform in PLATFORMS for chip in _data(platform)["chips"])


def _cuda(name: str, rest: str) -> _Request:
    # Without a valid count, the whole text is the name of a chip, which then does not exist.
    match = re.fullmatch(r"(.+?)(?:x([1-9][0-9]*))?", rest)
    chip, count = (match[1], int(match[2] or 1)) if match else (rest, 1)
    facts = _chip("cuda", chip, name)
    host = facts["host"]
    hosts = -(-count // host)
    if hosts > 1 and count % host:
        raise UnknownTarget(
            f"{name} is not a whole number of hosts.",
            wanted=f"up to {host} of {facts['title']}, as many as one host holds, or a multiple of {host}",
            found=f"{count}, which is {hosts - 1} times {host} and {count % host} more",
            where="jaxlib_core/jax/targets/cuda.toml",
            commands=_calls(f"cuda:{chip}x{hosts * host}", f"cuda:{chip}x{hosts * host - host}"),
        )
    memory = facts["memory_mib"] << 20
    return _Request(
        topology_name="",
        options={
            # Partitions (joined only by a slower network) x hosts per partition x GPUs per host.
            "topology": f"1x{hosts}x{count // hosts}",
            "target_config": _target_config(facts, memory),
        },
        title=facts["title"],
        memory=memory,
        instead=(f"cuda:{chip}", f"cuda:{chip}x{host}"),
        possible="a topology and target configuration that the library takes",
    )


def _target_config(facts: Mapping[str, Any], memory: int) -> str:
    """XLA's description of a GPU, a ``GpuTargetConfigProto`` in text form."""
    data = _data("cuda")
    major, minor, accelerated = re.fullmatch(r"([0-9]+)\.([0-9]+)(a?)", facts["compute_capability"]).groups()  # type: ignore[union-attr]
    fields = {**data["common"], **facts["device"], "device_memory_size": memory}
    device = "\n".join(f"  {key}: {value}" for key, value in fields.items())
    cudnn = dict(zip(("major", "minor", "patch"), data["cudnn"].split("."), strict=True))
    return f"""
gpu_device_info {{
{device}
  cuda_compute_capability {{
    major: {major}
    minor: {minor}
    feature_extension: {"ACCELERATED_FEATURES" if accelerated else "NONE"}
  }}
}}
platform_name: "CUDA"
dnn_version_info {{ {" ".join(f"{key}: {value}" for key, value in cudnn.items())} }}
device_description_str: "{facts["name"]}"
"""


def _tpu(name: str, rest: str) -> _Request:
    chip, _, shape = rest.partition(":")
    facts = _chip("tpu", chip, name)
    hosts, largest = facts["hosts"], facts["largest"]
    host = hosts[-1]
    possible = (
        f"{' or '.join(map(_spell, sorted(hosts)))}, or more hosts of {_spell(host)} "
        f"up to a pod, {_spell(largest)}"
    )
    chips = (
        [int(part) for part in shape.split("x")] if re.fullmatch(r"[1-9][0-9]*(x[1-9][0-9]*)+", shape) else []
    )
    fits = [chip <= most for chip, most in zip(sorted(chips), sorted(largest), strict=False)]
    if len(chips) != len(largest) or not all(fits):
        raise UnknownTarget(
            f"{name} is not a valid arrangement of {facts['title']} chips.",
            wanted=f"tpu:{chip}:SHAPE with {possible}",
            found=f"the shape {shape!r}" if shape else "no shape",
            where="jaxlib_core/jax/targets/tpu.toml",
            commands=_calls(*(f"tpu:{chip}:{_spell(host)}" for host in sorted(hosts))),
        )
    bounds = chips if chips in hosts else host
    options: dict[str, Any] = {"chips_per_host_bounds": tuple([*bounds, 1][:3])}
    if "chip_config" in facts:
        options["chip_config_name"] = facts["chip_config"]
    whole = [-(-count // side) * side for count, side in zip(chips, host, strict=True)]
    return _Request(
        topology_name=f"{facts['libtpu']}:{shape}",
        options=options,
        title=facts["title"],
        memory=(facts["memory_gib"] << 30) // facts["devices"],
        instead=tuple(f"tpu:{chip}:{_spell(counts)}" for counts in (whole, host)),
        possible=possible,
    )


@contextlib.contextmanager
def _no_tpu_vm() -> Iterator[None]:
    """Tell libtpu, while it initializes, that this is not a TPU VM; the user's own settings take precedence."""
    from jax._src import hardware_utils

    if hardware_utils.num_available_tpu_chips_and_device_id()[0]:
        yield
        return
    ours = {key: value for key, value in _NO_TPU_VM.items() if key not in os.environ}
    os.environ.update(ours)
    try:
        yield
    finally:
        for key in ours:
            os.environ.pop(key, None)


def _chip(platform: str, chip: str, name: str) -> Mapping[str, Any]:
    facts: Mapping[str, Any] | None = _data(platform)["chips"].get(chip)
    if facts is None:
        raise _unknown(name, f"no chip {chip!r}" if chip else "no chip")
    return facts


def _unknown(name: str, found: str) -> UnknownTarget:
    return UnknownTarget(
        f"{name!r} is not a known compile target.",
        wanted=" or ".join(_data(platform)["form"] for platform in PLATFORMS),
        found=f"{found}; there are {', '.join(names())}",
        where="jaxlib_core/jax/targets",
        commands=_calls(*(_data(platform)["example"] for platform in PLATFORMS)),
    )


def _stands_aside(platform: str) -> PluginError | None:
    """The diagnosis if another installed plugin serves ``platform``, so that no topology is available; or None."""
    installed = installation()
    plugins = (plugin for plugin in installed.plugins if plugin.descriptor.platform == platform)
    return next((problem for plugin in plugins if (problem := conflicts.conflict(plugin, installed))), None)


def _not_installed(name: str, platform: str) -> NotInstalled:
    from importlib.metadata import version

    distributions = _data(platform)["distributions"]
    release = version("jaxlib-core")
    return NotInstalled(
        f"{name} needs the plugin for jax's platform {platform!r}.",
        wanted=" or ".join(distributions),
        found=f"no installed plugin for {platform!r}",
        where="the entry points of group jax_plugins",
        commands=tuple(
            line
            for distribution in distributions
            for line in install_commands.install(f"{distribution}=={release}")
        ),
    )


def _calls(*targets: str) -> tuple[str, ...]:
    return tuple(f'topologies.get("{target}")' for target in dict.fromkeys(targets))


def _spell(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))


@cache
def _data(platform: str) -> dict[str, Any]:
    import tomllib
    from importlib.resources import files

    return tomllib.loads((files("jaxlib_core.jax") / "targets" / f"{platform}.toml").read_text("utf-8"))
