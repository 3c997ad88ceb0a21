"""XLA FFI targets: passes what ``jax.ffi.register_ffi_target`` registers to the plugin's library.

jaxlib keeps the targets of each platform, and the types of their state, and passes them to the handler that the
platform's backend sets, including those registered earlier. A library accepts handlers of its own XLA FFI version
and older ones; the plugin's extension accepts some newer ones. jaxlib would silently register any other handler,
and the call would fail much later.
"""

from __future__ import annotations

import datetime
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from jaxlib_core.environment import install_commands
from jaxlib_core.errors import FfiTargetRefused
from jaxlib_core.plugins.discovery import Plugin

logger: logging.Logger = logging.getLogger("jaxlib_core")


class Registrar(Protocol):
    """The part of a plugin's extension that registers FFI handlers; see ``_pjrt.pyi`` in the plugin."""

    def register_ffi_handler(self, name: str, handler: Any, platform: str, traits: int = 0) -> None:
        """Register ``handler``, a capsule or a dict of capsules by stage, for calls of ``name``."""

    def register_ffi_type(self, name: str, type_id: Any, type_info: Any = None) -> None:
        """Register a type of handler state, given as capsules."""


#: XLA's name of a platform, if it differs from jax's; XLA ignores case.
XLA_PLATFORMS = {"cpu": "Host"}

#: The stages of a handler, each with a capsule; XLA ignores other keys.
STAGES = ("instantiate", "prepare", "initialize", "execute")

# types.CapsuleType needs Python 3.13. Compare types: capsules cannot be subclassed, and __class__ may lie.
_CAPSULE = type(datetime.datetime_CAPI)


class Targets:
    """The FFI targets of one platform. Call ``bring``, then ``install``, before the client is created."""

    def __init__(self, plugin: Plugin, api: Registrar) -> None:
        self._plugin = plugin
        self._api = api
        self._replaying = False
        self._built_in = _built_in(plugin.descriptor.platform)
        #: Targets that the library refused while jaxlib replayed earlier registrations: name to reason.
        self.refused: dict[str, str] = {}

    def bring(self, handlers: Mapping[str, int]) -> None:
        """Register the plugin's own handlers, given as target name to address.

        They come first, so that jaxlib's handlers of the same names, which were built for the backend inside
        jaxlib, are refused when they are replayed.
        """
        platform = self._plugin.descriptor.platform
        for name, address in handlers.items():
            self._api.register_ffi_handler(name, address, XLA_PLATFORMS.get(platform, platform))

    def install(self) -> None:
        """Become jaxlib's handler for the platform; jaxlib replays earlier registrations now.

        Types come first: the library refuses a handler whose state has an unknown type.
        """
        from jax._src.lib import xla_client

        platform = self._plugin.descriptor.platform
        self._replaying = True
        try:
            xla_client.register_custom_type_handler(platform, self.register_type)
            xla_client.register_custom_call_handler(platform, self.register)
        finally:
            self._replaying = False

    def register(
        self, name: str, target: Any | Mapping[str, Any], platform: str, api_version: int, traits: Any = 0
    ) -> None:
        """Register one target; called by jaxlib.

        Raises:
            JaxRuntimeError: ``target`` is not made of capsules; as the backend inside jaxlib does.
            TypeError: An argument has the wrong type; as the backend inside jaxlib does.
            FfiTargetRefused: The library does not accept it. While earlier registrations are replayed, nobody could
                catch this: it is logged instead, unless the target is jaxlib's own, which was built for the backend
                inside jaxlib.
        """
        _check_target(name, target, platform, api_version, traits)
        try:
            if api_version == 0:
                raise NotImplementedError(
                    "a target of the untyped custom call API (api_version=0), which plugins do not have"
                )
            self._api.register_ffi_handler(name, target, platform, traits)
        except (RuntimeError, TypeError, ValueError) as error:
            if name in self._built_in:
                logger.debug("%s", error)
                self.refused[name] = str(error)
                return
            self._refuse("target", name, error)

    def register_type(self, name: str, registration: Mapping[str, Any]) -> None:
        """Register a type of handler state; called by jaxlib.

        Raises:
            JaxRuntimeError: ``registration`` is not a dict of capsules; as the backend inside jaxlib does.
            FfiTargetRefused: The library does not accept it; during a replay this is logged instead.
        """
        _check_type(registration)
        try:
            self._api.register_ffi_type(name, registration["type_id"], registration.get("type_info"))
        except (RuntimeError, TypeError, ValueError) as error:
            self._refuse("type", name, error)

    def _refuse(self, kind: str, name: str, error: Exception) -> None:
        descriptor = self._plugin.descriptor
        api = descriptor.library.ffi_api
        version = "{}.{}".format(*api) if api else "in the version of the library"
        refusal = FfiTargetRefused(
            f"{descriptor.distribution} {descriptor.version} cannot accept the FFI {kind} {name!r}.",
            wanted=f"a handler built with the headers in jax.ffi.include_dir(), or for XLA FFI {version} or older",
            found=str(error),
            where=str(self._plugin.library),
            commands=install_commands.uninstall(descriptor.distribution),
            note="this returns to the backend inside jaxlib; to keep the plugin, use those headers",
        )
        if not self._replaying:
            raise refusal from error
        logger.warning("%s", refusal)
        self.refused[name] = str(error)


# The extension also accepts addresses, which is how plugins pass their own handlers. A target from jax comes from a
# user's program: a number there is a mistake, and calling it would crash the process.


def _is_capsule(value: object) -> bool:
    return type(value) is _CAPSULE


def _invalid(text: str, code: str = "INVALID_ARGUMENT") -> Exception:
    from jax.errors import JaxRuntimeError

    error: Exception = JaxRuntimeError(f"{code}: {text}")
    return error


def _check_target(name: Any, target: Any, platform: Any, api_version: Any, traits: Any) -> None:
    types = {"name": (name, str), "platform": (platform, str), "api_version": (api_version, int)}
    for argument, (value, kind) in types.items():
        if not isinstance(value, kind):
            raise TypeError(
                f"register_custom_call_target(): {argument} must be {kind.__name__}, got {value!r}"
            )
    if not isinstance(traits, int) or not -(2**31) <= traits < 2**31:
        raise TypeError(f"register_custom_call_target(): traits must be a 32-bit int, got {traits!r}")
    if target is None:
        raise TypeError("register_custom_call_target(): the handler must not be None")
    if api_version not in (0, 1):
        raise _invalid(
            f"API version {api_version} is unknown; custom call targets are of 0 or 1", "UNIMPLEMENTED"
        )
    if api_version == 0:
        if traits != 0:
            raise _invalid("a custom call target with traits needs api_version=1, got api_version=0")
        if not _is_capsule(target):
            raise _invalid(f"a custom call target with api_version=0 must be a PyCapsule, got {type(target)}")
    elif isinstance(target, dict):
        for stage in STAGES:
            if stage in target and not _is_capsule(target[stage]):
                raise _invalid(
                    f"a custom call target with api_version=1 must have a PyCapsule for each stage, got "
                    f"{type(target[stage])} for {stage!r}"
                )
        if "execute" not in target:
            raise _invalid(
                f"FFI handler for {name} on platform {platform}: there is no execute implementation"
            )
    elif not _is_capsule(target):
        raise _invalid(
            f"Unsupported custom call target type for api_version=1: wanted a PyCapsule or a dict of them, got "
            f"{type(target)}"
        )


def _check_type(registration: Any) -> None:
    if not isinstance(registration, dict) or "type_id" not in registration:
        raise _invalid(
            "a custom type is a dictionary with an XLA_FFI_TypeId at 'type_id' and perhaps an XLA_FFI_TypeInfo at "
            f"'type_info', got {type(registration)}"
        )
    for key in ("type_id", "type_info"):
        value = registration.get(key)
        if not _is_capsule(value) and (key == "type_id" or value is not None):
            raise _invalid(f"a custom type must have PyCapsules, got {type(value)} for {key!r}")


def _built_in(platform: str) -> frozenset[str]:
    """The targets that jaxlib itself registers for ``platform``."""
    from jax._src.lib import cpu_sparse, lapack

    return frozenset(
        str(name) for module in (lapack, cpu_sparse) for name, *_ in module.registrations().get(platform, ())
    )
