"""What GPU plugins register with jax besides a client: FFI handlers and custom-call targets of jaxlib's kernels.

Upstream's plugins do the same; the functions are in upstream's modules for the running Python.
"""

from __future__ import annotations

import functools
import importlib
import logging
from typing import Any

from jaxlib_core.checks import advisories, vendor_libraries
from jaxlib_core.jax import deferred_kernels, gpu_kernels
from jaxlib_core.plugins.descriptor import Kernels
from jaxlib_core.plugins.discovery import Plugin

logger: logging.Logger = logging.getLogger("jaxlib_core")


def options(plugin: Plugin) -> dict[str, Any]:
    """The client's create options, from the environment variables (``XLA_PYTHON_CLIENT_*``) that jaxlib reads."""
    from jax._src.lib import xla_client

    options_: dict[str, Any] = xla_client.generate_pjrt_gpu_plugin_options()
    platform = plugin.descriptor.platform
    # The platform names that upstream's plugins pass to their libraries.
    return options_ | {"platform_name": platform if platform == "cuda" else platform.upper()}


def usable(held: Kernels) -> list[tuple[int, int]]:
    """The compute capability of each GPU that jax is to use; upstream's module queries the driver."""
    from jax._src import xla_bridge

    versions: Any = importlib.import_module(f"{held.package}._versions")
    chosen = xla_bridge.CUDA_VISIBLE_DEVICES.value
    every = range(versions.cuda_device_count())
    return [
        divmod(versions.cuda_compute_capability(index), 10)
        for index in every
        if chosen == "all" or str(index) in chosen.split(",")
    ]


def check_versions(plugin: Plugin, held: Kernels) -> None:
    """Check the versions of NVIDIA's libraries in this process against the advisories.

    Raises:
        VendorLibraryFaulty: A version is faulty. If programs may continue, a warning is logged instead.
    """
    if not plugin.descriptor.advisories:
        return
    seen, gpus = vendor_libraries.loaded(plugin), functools.cache(functools.partial(usable, held))
    if problem := advisories.problem(plugin, seen, gpus):
        raise problem
    for warning in advisories.warnings(plugin, seen, gpus):
        logger.warning("%s", warning)


def introduce(plugin: Plugin, held: Kernels, capsule: object) -> None:
    """Register the platform's custom types and custom calls with the plugin whose API is ``capsule``.

    Raises:
        PluginError: A kernel module is missing, does not import, or is not this plugin's.
    """
    if problem := gpu_kernels.problem(plugin, held):
        raise problem
    from jax._src.lib import triton, xla_client

    platform = plugin.descriptor.platform.upper()
    deferred_kernels.open_all(plugin.folder, platform)
    extension: Any = importlib.import_module(f"{held.package}.{plugin.descriptor.platform}_plugin_extension")
    xla_client.register_custom_type_handler(
        platform, functools.partial(extension.register_custom_type, capsule)
    )
    xla_client.register_custom_call_handler(
        platform, functools.partial(extension.register_custom_call_target, capsule)
    )
    for type_name, value in extension.ffi_types().items():
        xla_client.register_custom_type(type_name, value, platform=platform)
    for target, value in extension.ffi_handlers().items():
        xla_client.register_custom_call_target(target, value, platform=platform, api_version=1)
    # jax 0.12 compiles Triton kernels inside the library; older releases use this function.
    if hasattr(extension, "compile_triton_to_asm") and hasattr(triton, "register_compilation_handler"):
        triton.register_compilation_handler(
            platform, functools.partial(extension.compile_triton_to_asm, capsule)
        )
