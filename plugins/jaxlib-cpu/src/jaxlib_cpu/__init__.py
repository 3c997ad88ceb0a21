"""XLA:CPU for jax, packaged as a separate wheel.

jax finds this module by its entry point and calls ``initialize()``. ``plugin.json`` describes the library
beside it; ``jaxlib_core`` checks it, registers it and reports why it cannot work.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._core import attribute, register

__getattr__ = attribute  # __version__


def initialize() -> None:
    """Register this plugin with jax as the platform ``cpu``, in place of jaxlib's built-in backend."""
    register(
        __file__,
        options=client_options,
        environment=client_environment,
        handlers=handlers,
        machine=instruction_set,
        prepare=prepare,
        adapt=adapt,
    )


def adapt(plugin: Any, api: Any) -> Any:
    """The changes to jax for this library: a ``jaxlib_core.jax.patches.Adaptation``."""
    from jaxlib_cpu import patches

    return patches.adaptation(plugin, api.extensions)


def instruction_set(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """Identifies the instruction set that the library compiles for: a hash of the CPU's feature names."""
    import hashlib
    import platform

    features = ""
    with contextlib.suppress(OSError):
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
        named = [
            line.partition(":")[2]
            for line in lines
            if line.partition(":")[0].strip() in ("flags", "Features")
        ]
        features = " ".join(sorted(set(" ".join(named).split())))
    return f"{platform.machine()} {hashlib.sha256(features.encode()).hexdigest()[:16]}"


def client_options() -> dict[str, int]:
    """The PJRT client's create options: the number of devices, determined as for jax's own CPU backend.

    ``jax_num_cpu_devices`` if it is set, else ``--xla_force_host_platform_device_count`` in ``XLA_FLAGS``,
    else 1. (The library's own default is 4.)

    Raises:
        jaxlib_core.errors.ConfigurationError: ``jax.distributed`` is initialized, which this library does not
            support, or the flag is not a number.
    """
    from jax._src import distributed, xla_bridge
    from jaxlib_core.checks.steps import xla_flags
    from jaxlib_core.errors import ConfigurationError

    if (distributed.global_state.num_processes or 1) > 1:
        raise ConfigurationError(
            "jaxlib-cpu cannot take part in jax.distributed.",
            wanted="one process",
            found=f"jax.distributed initialized for {distributed.global_state.num_processes} processes",
            where="jax.distributed.initialize()",
            commands=_to_have_collectives(),
            note="the CPU backend inside upstream's jaxlib, which jax then uses, has collectives for them",
        )
    if xla_bridge.num_cpu_devices.value >= 0:
        return {"cpu_device_count": int(xla_bridge.num_cpu_devices.value)}
    flag = "xla_force_host_platform_device_count"
    count = xla_flags(os.environ.get("XLA_FLAGS", "")).get(flag, "1")
    if not count.isdecimal():
        raise ConfigurationError(
            f"--{flag} is not a number.",
            wanted=f"--{flag}=N",
            found=f"--{flag}={count}",
            where="environment variable XLA_FLAGS",
            commands=("unset XLA_FLAGS",),
        )
    return {"cpu_device_count": int(count)}


def _to_have_collectives() -> tuple[str, ...]:
    """Commands after which jax uses the CPU backend inside upstream's jaxlib, which they install if necessary."""
    from jaxlib_core.checks.requirements import has_backend
    from jaxlib_core.environment import distributions, install_commands

    without = install_commands.uninstall("jaxlib-cpu")
    jaxlib = distributions.find("jaxlib")
    if jaxlib is None or has_backend(jaxlib):
        return without
    upstreams = f"jaxlib==={jaxlib.version.partition('+')[0]}"
    return install_commands.both(without, install_commands.install(upstreams, force=True))


def prepare() -> None:
    """Prepare the process for a client: malloc's thresholds, and synchronous dispatch if jax is configured so.

    If ``jax_cpu_enable_async_dispatch`` is false, executing a program on one device returns when it has ended.
    """
    from jax._src import xla_bridge

    _keep_freed_memory()
    importlib.import_module("jaxlib_cpu._pjrt").await_programs(
        not xla_bridge._CPU_ENABLE_ASYNC_DISPATCH.value
    )


def client_environment(options: Mapping[str, Any]) -> dict[str, str]:
    """More threads for clients with many devices, so that programs blocked in host callbacks leave one free.

    A program that waits for its callback occupies one thread per device. At any time, that can be one program on
    each device and one over all of them. The remaining threads copy operands and results of callbacks.
    """
    devices = options.get("cpu_device_count", 1)
    threads = 2 * devices + 1 if isinstance(devices, int) and devices > 1 else 2
    set_by_user = {"PJRT_NPROC", "NPROC"} & set(os.environ)
    return {} if set_by_user or threads <= len(os.sched_getaffinity(0)) else {"PJRT_NPROC": str(threads)}


def _keep_freed_memory() -> None:
    """Make glibc keep some freed memory, so that new arrays do not cause page faults for every page.

    glibc returns large blocks to the system until it has seen a large block freed; from then on it keeps twice
    as much. For programs that begin with arrays of a few MB, this saves a page fault per 4 KB in every call.
    The block allocated here is just below the largest size that glibc adapts to, and is never touched. There is
    no effect if M_MMAP_THRESHOLD or M_TRIM_THRESHOLD was set, also by the environment, because glibc then does
    not adapt.
    """
    bytes((32 << 20) - (8 << 10))


def handlers() -> Mapping[str, int]:
    """The addresses of the FFI handlers for the custom calls in jax's CPU programs, by target name."""
    from jaxlib_cpu import host_callbacks

    return host_callbacks.handlers(importlib.import_module("jaxlib_cpu._pjrt"))
