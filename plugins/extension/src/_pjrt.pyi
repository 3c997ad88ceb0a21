"""The compiled part of a plugin: its PJRT C API library in this process, and FFI handlers for it."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, final

from typing_extensions import CapsuleType

class LoadError(OSError):
    """A file is not a PJRT C API library that can be used. What was opened stays open."""

    path: str
    reason: Literal["dlopen", "symbol", "null", "struct", "version", "limit"]
    version: tuple[int, int] | None
    """(major, minor) of the library's PJRT C API, if that is the reason."""

class PjrtError(RuntimeError):
    """A PJRT function of the plugin returned an error."""

    function: str
    code: int
    status: str
    """The name of the code, such as "NOT_FOUND"."""
    message: str

class FfiVersionError(RuntimeError):
    """A handler's XLA FFI version is not one that the plugin takes."""

    target: str
    handler: tuple[int, int] | None
    """(major, minor), or None if the handler does not tell."""
    plugin: tuple[int, int]

@final
class Api:
    """A PJRT C API library in this process; equal if it is the same library loaded the same way."""

    @property
    def capsule(self) -> CapsuleType:
        """The PJRT_Api as a capsule named "pjrt_c_api", as jaxlib's load_pjrt_plugin_with_c_api takes it."""
    @property
    def version(self) -> tuple[int, int]:
        """(major, minor) of the plugin's PJRT C API."""
    @property
    def struct_size(self) -> int:
        """The size that the plugin gives its PJRT_Api."""
    @property
    def path(self) -> str:
        """The path it was loaded from, as given."""
    @property
    def extensions(self) -> tuple[int, ...]:
        """The types in the plugin's chain of extensions, in order."""
    @property
    def null_functions(self) -> tuple[str, ...]:
        """Functions that jax calls of every library, and that are null in this one's PJRT_Api."""
    @property
    def missing_functions(self) -> tuple[str, ...]:
        """Functions that jax calls of every library, and that this one's PJRT_Api ends before."""
    @property
    def ffi_version(self) -> tuple[int, int] | None:
        """(major, minor) of the plugin's XLA FFI, or None where it cannot be read."""
    def register_ffi_handler(
        self,
        name: str,
        handler: CapsuleType | int | Mapping[str, CapsuleType | int],
        platform: str,
        traits: int = 0,
    ) -> None:
        """Register an XLA FFI handler, for the life of the process. Registering it again does nothing.

        Args:
            name: The custom call's target.
            handler: A capsule of any name, an address, or a dict of one of them by stage, as
                jax.ffi.register_ffi_target takes them.
            platform: What the plugin calls it, such as "Host"; upper and lower case are the same.
            traits: Bits of XLA_FFI_Handler_TraitsBits.

        Raises:
            FfiVersionError: The plugin would refuse the handler, and not say so.
            ValueError: The name is taken by another handler, or there is no handler.
            NotImplementedError: The plugin has no FFI extension, or the handler has stages that it does not have.
            PjrtError: The plugin refused it.
            RuntimeError: The plugin's FFI refused it, or there are too many handlers newer than that.
        """
    def register_ffi_type(
        self, name: str, type_id: CapsuleType | int, type_info: CapsuleType | int | None = None
    ) -> None:
        """Register a type of FFI handlers' state, before the handlers that make such state.

        Args:
            name: The type's name, unique in the plugin.
            type_id: An XLA_FFI_TypeId, a capsule or an address. If it is 0, the plugin writes one there.
            type_info: An XLA_FFI_TypeInfo.

        Raises:
            NotImplementedError: The plugin's FFI has no types.
            RuntimeError: The plugin's FFI refused it.
        """

def load(
    path: str | os.PathLike[str],
    drop: Sequence[Sequence[int]] = (),
    drop_values: Sequence[Sequence[int]] = (),
    identity: str = "",
    shadow_client: bool = False,
) -> Api:
    """Load a PJRT C API library, for the life of the process.

    Args:
        path: The shared object.
        drop: Paths of field numbers in CompileOptionsProto. What they lead to is removed from the options of
            every compilation through `Api.capsule`, before the plugin sees them.
        drop_values: The same for one value of an enum: a path of field numbers and then that value. Of a
            repeated field, the other values stay.
        identity: What distinguishes this build and where it runs. It is one more line of the platform's version
            that clients through `Api.capsule` tell, and with it in the keys of jax's compilation cache.
        shadow_client: Whether programs that host callbacks start through `Api.capsule` run on a shadow client,
        beside
            the programs that called back. A library without the functions for it is loaded without it.

    Raises:
        LoadError: It cannot be used; nothing of it is called again.
        ValueError: `drop` or `drop_values` holds what is not such a path, or they hold too many; `identity` is
            too long.
    """

def filter_options(
    options: bytes, drop: Sequence[Sequence[int]], drop_values: Sequence[Sequence[int]] = ()
) -> bytes:
    """Do what `load(drop=..., drop_values=...)` does to the serialized options of a compilation.

    Malformed options come back unchanged.
    """

def platform_handlers() -> dict[str, int]:
    """Return the XLA FFI handlers that this extension brings for its library: addresses, by custom call target.

    They are registered with `Api.register_ffi_handler`, before any others of the same names.
    """

def await_programs(wait: bool) -> None:
    """Set whether the execution of a program on one device returns only when the program has ended.

    Only for a library that was loaded with `shadow_client`.
    """

def set_crash_message(text: bytes) -> bool:
    """Set the message that is written if a signal such as SIGSEGV or SIGABRT ends the process.

    The signal has the same effect as without this.

    Args:
        text: The message for standard error; its first 4,096 bytes.

    Returns:
        False if a message is set already, which stays.
    """

def clear_crash_message() -> None:
    """Clear the message of `set_crash_message`. A signal handler that was installed since then stays."""

def callback_handlers(
    serve: Callable[
        [
            int,
            tuple[tuple[int, tuple[int, ...], memoryview | None], ...],
            tuple[tuple[int, tuple[int, ...], memoryview | None], ...],
        ],
        bytes | None,
    ],
) -> tuple[int, int]:
    """Let a function serve host callbacks, for the rest of the process.

    Args:
        serve: Called with a call's attribute "index", its operands and its results, on any thread. An operand or a
            result is its XLA_FFI_DataType, its dimensions, and its memory, or None if it has none. What it returns
            is the text of an error, or None.

    Returns:
        The addresses of two FFI handlers: one calls `serve`, the other takes its operands and does nothing.
    """
