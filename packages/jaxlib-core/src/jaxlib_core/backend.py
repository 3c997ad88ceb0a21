"""Registration into unmodified jax: what a plugin's ``initialize()`` hands over becomes a jax backend.

Nothing is checked and nothing is loaded at registration. jax calls the backend's factory when that platform is
first used, and there the checks run, then the library is loaded. So with ``JAX_PLATFORMS=cpu`` no other plugin
is even opened, and a diagnosis reaches the user as the error of the platform that was asked for.

Only what jax itself uses of jaxlib is used here, so another jaxlib can take upstream's place.
"""

from __future__ import annotations

import importlib
import logging
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from jaxlib_core import checks
from jaxlib_core.discovery import Plugin, at, discover, platform_of
from jaxlib_core.errors import ConfigurationError, PluginError
from jaxlib_core.ffi import Registrar, Targets

logger = logging.getLogger("jaxlib_core")

Options = Mapping[str, str | int | float | bool | list[int]]

POLICY = "JAXLIB_PLUGIN_POLICY"
POLICIES = ("raise", "warn")


class Api(Registrar, Protocol):
    """What a plugin's extension returns for a loaded library; see ``_pjrt.pyi`` in the plugin."""

    @property
    def capsule(self) -> object:
        """The ``PJRT_Api`` as jaxlib takes it: a capsule named ``pjrt_c_api``."""

    @property
    def version(self) -> tuple[int, int]:
        """The library's PJRT C API version, major and minor."""


class Backend:
    """One plugin as a jax backend: the factory that jax calls, and what came of it."""

    def __init__(
        self, plugin: Plugin, options: Callable[[], Options], machine: Callable[[], str] | None = None
    ) -> None:
        self.plugin = plugin
        self.options = options
        self.machine = machine
        self.api: Api | None = None
        self._lock = threading.Lock()

    def client(self) -> Any:
        """The PJRT client for jax; raises the plugin's diagnosis where there is one."""
        from jax._src import xla_bridge

        platform = self.plugin.descriptor.platform
        self.load()
        return xla_bridge.make_pjrt_c_api_client(platform, self.options)

    def topology(self, topology_name: str, **options: Any) -> Any:
        """A device topology to compile ahead of time for; needs the library and no device."""
        from jax._src.lib import xla_client

        return xla_client.make_c_api_device_topology(self.load().capsule, topology_name, **options)

    def load(self) -> Api:
        """Check everything, load the library once, and make it known to jaxlib."""
        with self._lock:
            if self.api is None:
                problem = _conflict(self.plugin) or checks.first_problem(self.plugin)
                if problem:
                    raise problem
                api = load_library(self.plugin, self.identity())
                self._introduce(api)
                self.api = api
        return self.api

    def identity(self) -> str:
        """Which build of the library this is, and for what it compiles here; empty where the library says so."""
        if self.machine is None:
            return ""
        this = self.plugin.descriptor
        return f"{this.distribution} {this.version}, library {this.library.sha256[:16]}, {self.machine()}"

    def _introduce(self, api: Api) -> None:
        from jax._src import xla_bridge
        from jax._src.lib import _profiler, xla_client

        platform = self.plugin.descriptor.platform
        xla_client.load_pjrt_plugin_with_c_api(platform, api.capsule)
        _profiler.register_plugin_profiler(api.capsule)
        if self.plugin.descriptor.library.ffi_api:
            targets = Targets(self.plugin, api)
            targets.bring(extension(self.plugin).platform_handlers())
            targets.install()
        # jax calls these for each plugin that is loaded when discovery ends; this one is loaded later.
        xla_bridge._backend_factories[platform].c_api = api.capsule
        with xla_bridge._plugin_callback_lock:
            callbacks = list(xla_bridge._plugin_callbacks)
        for callback in callbacks:
            callback(c_api=api.capsule)


_backends: dict[str, list[Backend]] = {}


def register(
    module_file: str,
    *,
    options: Callable[[], Options] = dict,
    machine: Callable[[], str] | None = None,
    priority: int = 400,
) -> None:
    """Offer the plugin whose module is at ``module_file`` to jax, under its platform's name.

    Args:
        module_file: The plugin module's ``__file__``; its descriptor lies beside it.
        options: Called when the client is made; gives the PJRT client's create options.
        machine: Called when the library is loaded, for one whose platform version does not say which build it is:
            gives what else its programs depend on. It becomes part of that version, as does the library's hash,
            and so of the keys of jax's compilation cache.
        priority: jax's default backend is the one of the highest priority that works.
    """
    try:
        plugin = at(Path(module_file).parent)
    except PluginError as problem:
        refuse(platform_of(Path(module_file).parent.name.removeprefix("jaxlib_")), problem)
        return
    backend = Backend(plugin, options, machine)
    platform = plugin.descriptor.platform
    others = _backends.setdefault(platform, [])
    if any(other.plugin.folder == plugin.folder for other in others):
        return
    others.append(backend)
    _offer(platform, backend.client, backend.topology, priority)


def refuse(platform: str, problem: PluginError) -> None:
    """Make jax raise ``problem`` when ``platform`` is first used: a plugin is there and cannot work."""

    def fail(*_: object, **__: object) -> Any:
        raise problem

    _offer(platform, fail, fail, 0 if platform == "cpu" else 400)


def initialize() -> None:
    """jaxlib-core's own entry point for jax: speaks for the plugins that cannot speak for themselves.

    jax skips an entry point whose module is gone with one line in the log, and goes on with another backend.
    """
    for broken in discover().broken:
        refuse(broken.platform, broken.problem)


def loaded() -> dict[str, Plugin]:
    """Platform to plugin, for every plugin whose library this process has loaded for jax."""
    return {name: b.plugin for name, backends in _backends.items() for b in backends if b.api is not None}


def extension(plugin: Plugin) -> Any:
    """The plugin's compiled part, a module as ``_pjrt.pyi`` in the plugin describes it.

    Raises:
        PluginError: It does not import.
    """
    name = f"{plugin.descriptor.module}._pjrt"
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise checks.not_loadable(plugin, f"its extension {name} does not import: {error}") from error


def load_library(plugin: Plugin, identity: str = "") -> Api:
    """Load the plugin's library through its extension; all checks that need no loading are behind us.

    Raises:
        PluginError: The extension or the library cannot be loaded, or its PJRT C API is out of range.
    """
    try:
        api: Api = extension(plugin).load(str(plugin.library), plugin.descriptor.drop_options, identity)
    except OSError as error:
        # Where the library was loaded far enough to state an API version, that is the diagnosis.
        stated = getattr(error, "version", None)
        problem = checks.api_in_range(plugin, stated, "the library itself") if stated else None
        raise (problem or checks.not_loadable(plugin, str(error))) from error
    if problem := checks.api_in_range(plugin, api.version, "the library itself"):
        raise problem
    return api


def _offer(platform: str, client: Callable[[], Any], topology: Callable[..., Any], priority: int) -> None:
    from jax._src import xla_bridge

    built_in = xla_bridge._backend_factories.get(platform)

    def factory() -> Any:
        policy = _policy()
        try:
            return client()
        except PluginError as problem:
            if policy != "warn":
                raise
            logger.warning(
                "%s %s=warn: jax goes on without it; `jaxlib doctor` says what to type.",
                problem.summary,
                POLICY,
            )
            if built_in is None:
                raise
            return built_in.factory()

    xla_bridge.register_backend_factory(
        platform,
        factory,
        priority=priority,
        # A failure that is told quietly lets jax go on with the other backends.
        fail_quietly=os.environ.get(POLICY) == "warn",
        experimental=False,
        make_topology=topology,
    )


def _policy() -> str:
    policy = os.environ.get(POLICY) or POLICIES[0]
    if policy not in POLICIES:
        raise ConfigurationError(
            f"{POLICY} has a value that means nothing.",
            wanted=" or ".join(POLICIES),
            found=repr(policy),
            where=f"environment variable {POLICY}",
            commands=(f"unset {POLICY}",),
        )
    return policy


def _conflict(plugin: Plugin) -> PluginError | None:
    platform = plugin.descriptor.platform
    return checks.conflict([backend.plugin for backend in _backends.get(platform, ())])
