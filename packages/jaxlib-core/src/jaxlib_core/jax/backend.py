"""Registers a plugin as a backend of unmodified jax; called from the plugin's ``initialize()``.

Nothing is checked and nothing is loaded at registration. jax calls the backend's factory when that platform is
first used; the factory runs the checks, then loads the library. So with ``JAX_PLATFORMS=cpu`` no other plugin is
even opened, and a diagnosis reaches the user as the error of the platform that was requested.

Only those parts of jaxlib that jax itself uses are used here, so that another jaxlib can replace upstream's.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from jaxlib_core.checks import conflicts, hardware, steps
from jaxlib_core.checks import vendor_libraries as vendor
from jaxlib_core.environment.variables import temporary
from jaxlib_core.errors import ConfigurationError, HardwareAbsent, PluginError
from jaxlib_core.jax import compile_hooks, compile_options, crash_guard, patches
from jaxlib_core.jax.ffi import Registrar, Targets
from jaxlib_core.jax.patches import Adaptation
from jaxlib_core.plugins import extensions
from jaxlib_core.plugins.discovery import Plugin, at, installation, platform_of

logger: logging.Logger = logging.getLogger("jaxlib_core")

Options = Mapping[str, str | int | float | bool | list[int]]

POLICY = "JAXLIB_PLUGIN_POLICY"
POLICIES = ("raise", "warn")

#: Seconds after which jax warns that other hosts of a TPU slice may not have been started; jax's own value.
TPU_SECONDS = 60.0


class Api(Registrar, Protocol):
    """What a plugin's extension returns for a loaded library; see ``_pjrt.pyi`` in the plugin."""

    @property
    def capsule(self) -> object:
        """The ``PJRT_Api`` in the form that jaxlib accepts: a capsule named ``pjrt_c_api``."""

    @property
    def version(self) -> tuple[int, int]:
        """The library's PJRT C API version, major and minor."""

    @property
    def extensions(self) -> tuple[int, ...]:
        """The extension types (``PJRT_Extension_Type``) that the library offers."""

    @property
    def struct_size(self) -> int:
        """The ``struct_size`` of the library's ``PJRT_Api``, in bytes."""

    @property
    def null_functions(self) -> tuple[str, ...]:
        """Functions that jax calls unconditionally and that are null in the table."""

    @property
    def missing_functions(self) -> tuple[str, ...]:
        """Functions that jax calls unconditionally and that lie beyond the end of the table."""


class Backend:
    """One plugin as a jax backend: the factory that jax calls, and its client or diagnosis."""

    def __init__(
        self,
        plugin: Plugin,
        options: Callable[[], Options],
        environment: Callable[[Options], Mapping[str, str]],
        handlers: Callable[[], Mapping[str, int]],
        machine: Callable[[], str] | None,
        prepare: Callable[[], None],
        adapt: Callable[[Plugin, Api], Adaptation],
        *,
        releases_match: bool,
    ) -> None:
        self.plugin = plugin
        self.options = options
        self.environment = environment
        self.handlers = handlers
        self.machine = machine
        self.prepare = prepare
        self.adapt = adapt
        self._steps = [step for step in steps.STEPS if not (releases_match and step in steps.RELEASES)]
        self.api: Api | None = None
        self._lock = threading.Lock()

    def client(self) -> Any:
        """The PJRT client for jax; raises the plugin's diagnosis if there is one."""
        from jax._src import xla_bridge

        problem = (
            hardware.absent(self.plugin)
            or hardware.driver_problem(self.plugin)
            or self._unserved()
            or vendor.problem(self.plugin)
        )
        if problem:
            raise problem
        platform = self.plugin.descriptor.platform
        options = self.options()
        self.load()
        if held := self.plugin.descriptor.kernels:
            from jaxlib_core.jax import gpu

            gpu.check_versions(self.plugin, held)
        self.prepare()
        with crash_guard.over(self.plugin, "client"):
            if platform == "tpu":
                # jax creates the TPU client itself; it finds the library that was loaded above.
                return xla_bridge.tpu_client_timer_callback(TPU_SECONDS)
            with temporary(self.environment(options)):
                return xla_bridge.make_pjrt_c_api_client(platform, options)

    def _unserved(self) -> PluginError | None:
        """The check that a variant has kernels for the GPUs here; a full wheel skips it, to save time."""
        if not self.plugin.descriptor.variant:
            return None
        from jaxlib_core.checks import compute_capability

        return compute_capability.problem(self.plugin)

    def topology(self, topology_name: str, **options: Any) -> Any:
        """A device topology for ahead-of-time compilation; needs the library, but no device."""
        from jax._src.lib import xla_client

        platform = self.plugin.descriptor.platform
        api = self.load()
        # Creating a client would have initialized the plugin; libtpu offers no topology before that.
        if not xla_client.pjrt_plugin_initialized(platform):
            xla_client.initialize_pjrt_plugin(platform)
        try:
            return xla_client.make_c_api_device_topology(api.capsule, topology_name, **options)
        except xla_client.XlaRuntimeError as error:
            if not str(error).startswith("UNIMPLEMENTED"):
                raise
            # jax's own error for a platform without topologies, such as the CPU backend inside jaxlib.
            raise NotImplementedError(f"topology not implemented for {platform}: {error}") from error

    def load(self) -> Api:
        """Run all checks, load the library once, and register it with jaxlib."""
        with self._lock:
            if self.api is None:
                if problem := steps.first_problem(self.plugin, self._steps):
                    raise problem
                # Ahead-of-time compilation needs no vendor libraries, so missing ones are not reported.
                if self.plugin.descriptor.libraries:
                    with crash_guard.over(self.plugin, "libraries"):
                        vendor.load(self.plugin)
                with crash_guard.over(self.plugin, "load"):
                    api = load_library(self.plugin, self.identity(), callbacks=self.handlers is not dict)
                self._introduce(api)
                self.api = api
        return self.api

    def identity(self) -> str:
        """Identifies the library's build and what it compiles for here; empty if the library itself does."""
        if self.machine is None:
            return ""
        descriptor = self.plugin.descriptor
        return (
            f"{descriptor.distribution} {descriptor.version}, library {descriptor.library.sha256[:16]}, "
            f"{self.machine()}"
        )

    def _introduce(self, api: Api) -> None:
        from jax._src import xla_bridge
        from jax._src.lib import _profiler, xla_client

        platform = self.plugin.descriptor.platform
        # jax's own function for TPU topologies loads libtpu itself, and may have been called first.
        if not xla_client.pjrt_plugin_loaded(platform):
            xla_client.load_pjrt_plugin_with_c_api(platform, api.capsule)
            _profiler.register_plugin_profiler(api.capsule)
        if held := self.plugin.descriptor.kernels:
            from jaxlib_core.jax import gpu

            gpu.introduce(self.plugin, held, api.capsule)
        if self.plugin.descriptor.library.ffi_api:
            targets = Targets(self.plugin, api)
            targets.bring({**extension(self.plugin).platform_handlers(), **self.handlers()})
            targets.install()
        self._change_jax(api)
        # jax calls these for each plugin that is loaded at the end of discovery; this one is loaded later.
        with patches.callbacks_lock:
            xla_bridge._backend_factories[platform].c_api = api.capsule
            for callback in list(xla_bridge._plugin_callbacks):
                callback(c_api=api.capsule)

    def _change_jax(self, api: Api) -> None:
        """Apply the patches and register the compile hooks; a check has found that the releases match."""
        descriptor = self.plugin.descriptor
        adaptation = self.adapt(self.plugin, api)
        hooks = list(adaptation.compile_hooks)
        if descriptor.compile_options:
            # Last, so that it sees the options that the other hooks state.
            hooks.append(partial(compile_options.add_unstated, descriptor.compile_options))
        if hooks:
            compile_hooks.use(descriptor, hooks)
            patches.apply(patches.at_load(), descriptor.jaxlib.release)
        patches.apply(adaptation.patches, descriptor.jaxlib.release)


def _no_adaptation(_plugin: Plugin, _api: Api) -> Adaptation:
    return Adaptation()


_backends: dict[str, Backend] = {}


def register(
    module_file: str,
    *,
    options: Callable[[], Options] | None = None,
    environment: Callable[[Options], Mapping[str, str]] = lambda _: {},
    handlers: Callable[[], Mapping[str, int]] = dict,
    machine: Callable[[], str] | None = None,
    prepare: Callable[[], None] = lambda: None,
    adapt: Callable[[Plugin, Api], Adaptation] = _no_adaptation,
) -> None:
    """Register the plugin whose module is at ``module_file`` with jax, under its platform's name.

    Args:
        module_file: The plugin module's ``__file__``; its descriptor lies beside it.
        options: Called when the client is created; returns the PJRT client's create options.
        environment: Called with the options; returns environment variables that are set only while the client is
            created, for the library to read.
        handlers: Called when the library is loaded; returns the plugin's own FFI handlers, target name to address.
        machine: Called when the library is loaded, for a library whose platform version does not identify its
            build: returns what else its programs depend on. This becomes part of the platform version, as does
            the library's hash, and thereby of the keys of jax's compilation cache.
        prepare: Called before each client is created, after the library is loaded.
        adapt: Called when the library is loaded; returns the changes to jax that it needs.
    """
    try:
        plugin = at(Path(module_file).parent)
    except PluginError as problem:
        refuse(platform_of(Path(module_file).parent.name.removeprefix("jaxlib_")), problem)
        return
    platform = plugin.descriptor.platform
    if conflict := conflicts.conflict(plugin, installation()):
        # Only a warning: the platform is served all the same.
        logger.log(
            logging.WARNING if _wanted(platform) else logging.DEBUG,
            "%s `jaxlib doctor` says more.",
            conflict.headline,
        )
        return
    releases_match = _releases_match(plugin)
    backend = Backend(
        plugin,
        options or _default_options(plugin),
        environment,
        handlers,
        machine,
        prepare,
        adapt,
        releases_match=releases_match,
    )
    # If two threads register at once, one of them wins.
    if _backends.setdefault(platform, backend) is not backend:
        return
    absent = hardware.absent(plugin)
    _offer(
        platform,
        backend.client,
        backend.topology,
        plugin.descriptor.priority,
        # If the hardware is absent, jax continues silently, unless this platform was requested explicitly.
        quiet=absent is not None,
    )
    if releases_match:
        release = plugin.descriptor.jaxlib.release
        patches.apply(patches.at_registration(), release)
        if absent and platform == "cuda":
            patches.apply(patches.without_cuda(absent, alone=_asked() == {"cuda"}), release)


def _releases_match(plugin: Plugin) -> bool:
    try:
        return steps.first_problem(plugin, steps.RELEASES) is None
    except Exception:
        # The same check runs when the library is loaded, and raises its diagnosis to whoever uses the platform.
        return False


def _default_options(plugin: Plugin) -> Callable[[], Options]:
    if plugin.descriptor.kernels is None:
        return dict
    from jaxlib_core.jax import gpu

    return partial(gpu.options, plugin)


def _asked() -> set[str]:
    """The platforms requested with JAX_PLATFORMS; empty if jax may choose."""
    from jax._src import config, xla_bridge

    names = (config.jax_platforms.value or "").split(",")
    return {platform for name in names if name for platform in xla_bridge.expand_platform_alias(name)}


def _wanted(platform: str) -> bool:
    asked = _asked()
    return not asked or platform in asked


def compile_only_devices(platform: str, topology_name: str, options: Options) -> list[Any] | None:
    """Devices for ahead-of-time compilation, which need not exist; None if no plugin serves ``platform``.

    Raises:
        PluginError: The diagnosis of the plugin that serves the platform.
        jax.errors.JaxRuntimeError: The library has no such topology.
    """
    from jax._src import xla_bridge

    xla_bridge._discover_and_register_pjrt_plugins()
    if platform not in xla_bridge._topology_factories:
        return None
    description = xla_bridge.make_pjrt_topology(platform, topology_name, **options)
    return list(description._make_compile_only_devices())


def refuse(platform: str, problem: PluginError) -> None:
    """Make jax raise ``problem`` when ``platform`` is first used: its plugin is installed but cannot work."""

    def fail(*_: object, **__: object) -> Any:
        raise problem

    _offer(platform, fail, fail, 0 if platform == "cpu" else 400)


def initialize() -> None:
    """jaxlib-core's own entry point for jax: registers diagnoses for plugins that cannot be imported.

    Without it, jax would log one line for an entry point whose module is gone, and continue with another backend.
    """
    for broken in installation().broken:
        refuse(broken.platform, broken.problem)


def vendor_libraries(platform: str) -> tuple[vendor.Found, ...]:
    """Every vendor library for ``platform`` that this process has loaded, with its owner.

    Includes libraries that kernel modules opened when jax was imported, even if the platform was not used since.
    """
    backend = _backends.get(platform)
    return vendor.loaded(backend.plugin) if backend else ()


def loaded() -> dict[str, Plugin]:
    """Platform to plugin, for every plugin whose library this process has loaded for jax."""
    return {name: backend.plugin for name, backend in _backends.items() if backend.api is not None}


def extension(plugin: Plugin) -> Any:
    """The plugin's extension module, whose interface is ``_pjrt.pyi`` in the plugin.

    Raises:
        PluginError: It cannot be imported.
    """
    try:
        return extensions.load(plugin)
    except (ImportError, UnicodeError) as error:
        # Python cannot import from a path that is not valid text.
        raise steps.extension_does_not_import(plugin, extensions.name_of(plugin), error) from error


def load_library(plugin: Plugin, identity: str = "", *, callbacks: bool = False) -> Api:
    """Load the plugin's library through its extension; all checks that need no loading have passed.

    Args:
        plugin: The plugin.
        identity: A line to add to the platform version that its clients report.
        callbacks: Whether its extension implements host callbacks: programs that they start run on a shadow client.

    Raises:
        PluginError: The extension or the library cannot be loaded, or its PJRT C API is out of range.
    """
    try:
        api: Api = extension(plugin).load(
            str(plugin.library),
            plugin.descriptor.drop_options,
            plugin.descriptor.drop_option_values,
            identity=identity,
            shadow_client=callbacks,
        )
    except OSError as error:
        # If the library got far enough to state its API version, diagnose that.
        stated = getattr(error, "version", None)
        problem = steps.api_in_range(plugin, stated, "the library itself") if stated else None
        malformed = getattr(error, "reason", "") in {"null", "struct"}
        diagnosis = (
            steps.malformed(plugin, str(error)) if malformed else steps.not_loadable(plugin, str(error))
        )
        raise (problem or diagnosis) from error
    if problem := (
        steps.api_in_range(plugin, api.version, "the library itself")
        or steps.functions_are_there(plugin, api)
    ):
        raise problem
    return api


def _offer(
    platform: str,
    client: Callable[[], Any],
    topology: Callable[..., Any],
    priority: int,
    *,
    quiet: bool = False,
) -> None:
    from jax._src import xla_bridge

    built_in = xla_bridge._backend_factories.get(platform)

    def factory() -> Any:
        asked = policy()
        try:
            return client()
        except HardwareAbsent:
            raise
        except PluginError as problem:
            if asked != "warn":
                raise
            logger.warning(
                "%s %s=warn: jax continues without it; `jaxlib doctor` says what to run.",
                problem.headline,
                POLICY,
            )
            if built_in is None:
                raise
            return built_in.factory()

    xla_bridge.register_backend_factory(
        platform,
        factory,
        priority=priority,
        # A failure that is only logged lets jax continue with its other backends.
        fail_quietly=quiet or os.environ.get(POLICY) == "warn",
        experimental=False,
        make_topology=topology,
    )


def policy() -> str:
    """The policy for a plugin that cannot work, from the environment variable.

    Raises:
        ConfigurationError: The variable has another value.
    """
    asked = os.environ.get(POLICY) or POLICIES[0]
    if asked not in POLICIES:
        raise ConfigurationError(
            f"{POLICY} has an invalid value.",
            wanted=" or ".join(POLICIES),
            found=repr(asked),
            where=f"environment variable {POLICY}",
            commands=(f"unset {POLICY}",),
        )
    return asked
