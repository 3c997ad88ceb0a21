"""The compiled extension of a plugin: loads its PJRT C API library and registers FFI handlers with it."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, final

from typing_extensions import CapsuleType

class LoadError(OSError):
    """A file cannot be used as a PJRT C API library. Libraries that were opened stay open."""

    path: str
    reason: Literal["dlopen", "symbol", "null", "struct", "version", "limit"]
    version: tuple[int, int] | None
    """(major, minor) of the library's PJRT C API, if the version is the reason."""

class PjrtError(RuntimeError):
    """A PJRT function of the plugin returned an error."""

    function: str
    code: int
    status: str
    """The name of the code, such as "NOT_FOUND"."""
    message: str

class FfiVersionError(RuntimeError):
    """A handler's XLA FFI version is not one that the plugin accepts."""

    target: str
    handler: tuple[int, int] | None
    """(major, minor), or None if the handler does not report its version."""
    plugin: tuple[int, int]

@final
class Api:
    """A PJRT C API library in this process; equal if it is the same library, loaded with the same arguments."""

    @property
    def capsule(self) -> CapsuleType:
        """The PJRT_Api as a capsule named "pjrt_c_api", which jaxlib's load_pjrt_plugin_with_c_api accepts."""
    @property
    def version(self) -> tuple[int, int]:
        """(major, minor) of the plugin's PJRT C API."""
    @property
    def struct_size(self) -> int:
        """The plugin's PJRT_Api.struct_size, in bytes."""
    @property
    def path(self) -> str:
        """The path it was loaded from, as given."""
    @property
    def extensions(self) -> tuple[int, ...]:
        """The types in the plugin's chain of extensions, in order."""
    @property
    def null_functions(self) -> tuple[str, ...]:
        """Functions that jax calls unconditionally and that are null in this library's PJRT_Api."""
    @property
    def missing_functions(self) -> tuple[str, ...]:
        """Functions that jax calls unconditionally and that lie beyond the end of this library's PJRT_Api."""
    @property
    def ffi_version(self) -> tuple[int, int] | None:
        """(major, minor) of the plugin's XLA FFI, or None if it cannot be read."""
    def register_ffi_handler(
        self,
        name: str,
        handler: CapsuleType | int | Mapping[str, CapsuleType | int],
        platform: str,
        traits: int = 0,
    ) -> None:
        """Register an XLA FFI handler, for the lifetime of the process. Registering it again has no effect.

        Args:
            name: The custom call's target.
            handler: A capsule of any name, an address, or a dict from stage to either, as
                jax.ffi.register_ffi_target takes them.
            platform: The plugin's name for it, such as "Host"; case is ignored.
            traits: Bits of XLA_FFI_Handler_TraitsBits.

        Raises:
            FfiVersionError: The plugin would silently refuse the handler.
            ValueError: Another handler is registered under this name, or there is no handler.
            NotImplementedError: The plugin has no FFI extension, or does not support one of the handler's stages.
            PjrtError: The plugin refused it.
            RuntimeError: The plugin's FFI refused it, or there are too many handlers that are newer than this FFI.
        """
    def register_ffi_type(
        self, name: str, type_id: CapsuleType | int, type_info: CapsuleType | int | None = None
    ) -> None:
        """Register a type of handler state; before the handlers that create such state.

        Args:
            name: The type's name, unique in the plugin.
            type_id: An XLA_FFI_TypeId, as a capsule or an address. If its value is 0, the plugin assigns one.
            type_info: An XLA_FFI_TypeInfo.

        Raises:
            NotImplementedError: The plugin's FFI does not support types.
            RuntimeError: The plugin's FFI refused it.
        """

def load(
    path: str | os.PathLike[str],
    drop: Sequence[Sequence[int]] = (),
    drop_values: Sequence[Sequence[int]] = (),
    identity: str = "",
    shadow_client: bool = False,
) -> Api:
    """Load a PJRT C API library, for the lifetime of the process.

    Args:
        path: The shared object.
        drop: Paths of field numbers in CompileOptionsProto. These fields are removed from the options of every
            compilation through `Api.capsule`, before the plugin sees them.
        drop_values: The same for one value of an enum: a path of field numbers, followed by that value. In a
            repeated field, the other values stay.
        identity: Identifies this build and where it runs. It is added as a line to the platform version that
            clients through `Api.capsule` report, and is thereby part of the keys of jax's compilation cache.
        shadow_client: Whether programs that are started by host callbacks through `Api.capsule` run on a shadow
            client, beside the programs that called back. Ignored if the library lacks the functions for it.

    Raises:
        LoadError: The library cannot be used; it is not called again.
        ValueError: `drop` or `drop_values` contains an invalid path, or too many; `identity` is too long.
    """

def filter_options(
    options: bytes, drop: Sequence[Sequence[int]], drop_values: Sequence[Sequence[int]] = ()
) -> bytes:
    """Apply `load(drop=..., drop_values=...)` to the serialized options of a compilation.

    Malformed options are returned unchanged.
    """

def platform_handlers() -> dict[str, int]:
    """Return this extension's own XLA FFI handlers for its library: custom call target to address.

    They have to be registered with `Api.register_ffi_handler` before any others of the same names.
    """

def await_programs(wait: bool) -> None:
    """Set whether executing a program on one device returns only when the program has ended.

    Only for a library that was loaded with `shadow_client`.
    """

def set_crash_message(text: bytes) -> bool:
    """Set the message that is written if a signal such as SIGSEGV or SIGABRT ends the process.

    The signal otherwise has its usual effect.

    Args:
        text: The message for standard error; only its first 4,096 bytes are used.

    Returns:
        False if another message is already set; it stays.
    """

def clear_crash_message() -> None:
    """Clear the message of `set_crash_message`. Signal handlers that were installed since then stay."""

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
        serve: Called with a call's attribute "index", its operands and its results, on any thread. An operand or
            result is a tuple of its XLA_FFI_DataType, its dimensions, and its memory (None if it has none). Returns
            the text of an error, or None.

    Returns:
        The addresses of two FFI handlers: one calls `serve`, the other accepts its operands and does nothing.
    """
