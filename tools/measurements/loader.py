"""Loads a PJRT library and reports its facts to a file descriptor, one JSON object per line.

`tools.measurements.library` runs this file as a script in a subprocess, because a library may end the process,
print anything or never return. Each step is reported before it begins, so that the parent knows where it ended.
Nothing in the library is initialized: no client is created and no device is looked for.

The PJRT C API does not state the XLA FFI version, and its FFI extension refuses a handler of another version
without an error. But the runtime's own function table, `XLA_FFI_Api`, has the version in its header. The runtime
passes the table in the call that asks a handler for its metadata when it is registered; if it does not, the table
is searched in the library's memory. The table's own function for registering handlers does return errors. So the
version is read from the table, and then handlers of this version and of others are registered through it: the first
must be accepted, and the report says which others are.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import resource
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Of pjrt_c_api.h.
FFI_EXTENSION = 5
#: A longer chain of extensions is taken for a cycle.
_MOST_EXTENSIONS = 200
#: Of c_api.h in jaxlib/include/xla/ffi/api.
_METADATA_EXTENSION = 1
_VERSION_SIZE = 24
#: The offsets in XLA_FFI_Api of the internal API, and of two of the functions after it.
_INTERNAL, _GET_MESSAGE, _HANDLER_REGISTER = 40, 56, 72
_LARGEST_TABLE = 2048
#: Its beginning, after its size: no extensions, and a version structure of 24 bytes without extensions.
_TABLE = re.compile(
    b"\0{8}"
    + re.escape(struct.pack("<QQ", _VERSION_SIZE, 0))
    + b"(?P<version>[\0-\xff]{2}\0\0[\0-\xff]{2}\0\0)",
    re.DOTALL,
)
#: Versions beyond the library's own that are tried.
_BEYOND = 2


class Version(ctypes.Structure):
    """``PJRT_Api_Version``."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("extensions", ctypes.c_void_p),
        ("major", ctypes.c_int),
        ("minor", ctypes.c_int),
    )


class Api(ctypes.Structure):
    """The beginning of ``PJRT_Api``."""

    _fields_ = (("size", ctypes.c_size_t), ("extensions", ctypes.c_void_p), ("version", Version))


class Extension(ctypes.Structure):
    """``PJRT_Extension_Base``."""

    _fields_ = (("size", ctypes.c_size_t), ("type", ctypes.c_int), ("next", ctypes.c_void_p))


class FfiExtension(ctypes.Structure):
    """``PJRT_FFI_Extension``."""

    _fields_ = (
        ("base", Extension),
        ("type_register", ctypes.c_void_p),
        ("user_data_add", ctypes.c_void_p),
        ("register_handler", ctypes.c_void_p),
    )


class RegisterHandler(ctypes.Structure):
    """``PJRT_FFI_Register_Handler_Args``; its size excludes the padding after the last field."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("name_size", ctypes.c_size_t),
        ("handler", ctypes.c_void_p),
        ("platform", ctypes.c_char_p),
        ("platform_size", ctypes.c_size_t),
        ("traits", ctypes.c_int),
    )
    SIZE = 52


class HandlerRegister(ctypes.Structure):
    """``XLA_FFI_Handler_Register_Args``, with null fields for the stages that later versions add."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("extensions", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("name_size", ctypes.c_size_t),
        ("platform", ctypes.c_char_p),
        ("platform_size", ctypes.c_size_t),
        ("instantiate", ctypes.c_void_p),
        ("prepare", ctypes.c_void_p),
        ("initialize", ctypes.c_void_p),
        ("execute", ctypes.c_void_p),
        ("others_and_traits", ctypes.c_uint64 * 8),
    )


class ErrorMessage(ctypes.Structure):
    """``XLA_FFI_Error_GetMessage_Args``, and ``XLA_FFI_Error_GetDetails_Args``, which begins alike."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("extensions", ctypes.c_void_p),
        ("error", ctypes.c_void_p),
        ("message", ctypes.c_char_p),
        ("code", ctypes.c_int),
    )


Report = Callable[..., None]
_HANDLER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


@dataclass(frozen=True)
class Mapping:
    """A mapping of the library in memory."""

    begin: int
    end: int
    permissions: str

    def holds(self, address: int) -> bool:
        """Whether the address is in this mapping."""
        return self.begin <= address < self.end


@dataclass
class Handler:
    """An FFI handler that reports a given version, and records the function table that it is called with."""

    version: tuple[int, int]
    table: int = 0
    asked: int = 0
    function: object = field(init=False)

    def __post_init__(self) -> None:
        self.function = _HANDLER(self._called)

    @property
    def address(self) -> int:
        """The address of the C function."""
        return ctypes.cast(self.function, ctypes.c_void_p).value or 0  # type: ignore[arg-type]

    def _called(self, frame: int) -> None:
        # XLA_FFI_CallFrame: its size, its extensions, the function table.
        _, extension, table = struct.unpack("<QQQ", ctypes.string_at(frame, 24))
        self.table = self.table or table
        while extension:
            _, kind, _, following, metadata = struct.unpack("<QiiQQ", ctypes.string_at(extension, 32))
            if kind == _METADATA_EXTENSION:
                self.asked += 1
                # XLA_FFI_Metadata: its size, then XLA_FFI_Api_Version, which ends with the numbers.
                ctypes.memmove(metadata + 8 + 16, struct.pack("<ii", *self.version), 8)
            extension = following


def main(descriptor: int, path: str) -> None:
    """Load the library ``path`` and write its facts to ``descriptor``."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    output = os.fdopen(descriptor, "w", encoding="utf-8", buffering=1)

    def report(step: str, **values: object) -> None:
        output.write(json.dumps({"step": step, **values}) + "\n")

    report("loading it")
    try:
        library = ctypes.CDLL(path, mode=os.RTLD_LAZY)
    except OSError as error:
        report("refused", error=str(error))
        return
    try:
        entry = library.GetPjrtApi
    except AttributeError as error:
        report("refused", error=str(error))
        return
    entry.restype = ctypes.c_void_p
    report("calling GetPjrtApi()")
    address = entry()
    if not address:
        report("refused", error="GetPjrtApi() returned no API")
        return
    report("reading what GetPjrtApi() returned")
    api = Api.from_address(address)
    report("api", struct_size=api.size, major=api.version.major, minor=api.version.minor)
    report("reading its extensions")
    extensions: list[tuple[int, int]] = []
    ffi = 0
    following = api.extensions
    while following:
        extension = Extension.from_address(following)
        extensions.append((extension.type, extension.size))
        if len(extensions) > _MOST_EXTENSIONS:
            report("refused", error=f"its chain of extensions has more than {_MOST_EXTENSIONS}")
            return
        if extension.type == FFI_EXTENSION and extension.size >= ctypes.sizeof(FfiExtension):
            ffi = following
        following = extension.next
    report("extensions", extensions=extensions)
    report("asking for its FFI version")
    report("ffi", **_ffi(os.path.realpath(path), ffi))
    report("done")


def _ffi(path: str, extension: int) -> dict[str, object]:
    """The FFI version, its source, and the accepted minor versions; or the reason that it is not known."""
    if not extension:
        return {"reason": "it has no FFI extension"}
    register = FfiExtension.from_address(extension).register_handler
    if not register:
        return {"reason": "its FFI extension has no function for registering handlers"}
    first = Handler((0, 0))
    args = RegisterHandler(RegisterHandler.SIZE, b"jaxlib_measures", 15, first.address, b"HOST", 4, 0)
    _FUNCTION(register)(ctypes.addressof(args))
    mappings = list(_mappings(path))
    tables = [first.table] if first.table else list(_tables(mappings))
    tables = [table for table in tables if _is_table(table, mappings)]
    if len(tables) != 1:
        return {"reason": f"{len(tables)} structures in its memory look like its FFI function table"}
    (table,) = tables
    major, minor = _version(table)
    errors = {number: _registered(table, (major, number)) for number in range(minor + _BEYOND + 1)}
    if (error := errors[minor]) is not None:
        return {
            "reason": f"its FFI function table says {major}.{minor}, and it refuses such a handler: {error}"
        }
    accepted = [number for number, error in errors.items() if error is None]
    how = "the call for a handler's metadata" if first.table else "its memory"
    return {"major": major, "minor": minor, "accepted": accepted, "how": how}


def _mappings(path: str) -> Iterator[Mapping]:
    """The mappings of the library ``path``, and the anonymous memory that follows them (its zeroed data)."""
    previous = 0
    with Path("/proc/self/maps").open(encoding="utf-8") as lines:
        for line in lines:
            addresses, permissions, _, _, inode, *name = line.split(maxsplit=5)
            begin, end = (int(text, 16) for text in addresses.split("-"))
            own = bool(name) and name[0].rstrip("\n") == path
            if own or (previous == begin and inode == "0" and not name):
                yield Mapping(begin, end, permissions)
                previous = end


def _tables(mappings: list[Mapping]) -> Iterator[int]:
    """The addresses in the library's data at which something begins like the FFI function table."""
    for mapping in mappings:
        if "r" in mapping.permissions and "x" not in mapping.permissions:
            for match in _TABLE.finditer(ctypes.string_at(mapping.begin, mapping.end - mapping.begin)):
                if match.start() >= 8:
                    yield mapping.begin + match.start() - 8


def _is_table(address: int, mappings: list[Mapping]) -> bool:
    """Whether the structure has a plausible size, and only pointers to the library's functions up to its end."""
    (size,) = struct.unpack("<Q", ctypes.string_at(address, 8))
    if size % 8 or not _HANDLER_REGISTER + 8 <= size <= _LARGEST_TABLE:
        return False
    code = [mapping for mapping in mappings if "x" in mapping.permissions]
    rest = ctypes.string_at(address + _INTERNAL, size - _INTERNAL)
    internal, *functions = struct.unpack(f"<{len(rest) // 8}Q", rest)
    present = [function for function in functions if function]
    return (
        # PJRT_Api has a function there.
        not any(segment.holds(internal) for segment in code)
        and all(functions[:4])
        and all(any(segment.holds(function) for segment in code) for function in present)
    )


def _version(table: int) -> tuple[int, int]:
    major, minor = struct.unpack("<ii", ctypes.string_at(table + 16 + 16, 8))
    return major, minor


#: Keeps registered handlers alive, because a library may call them later.
_KEPT: list[object] = []


def _registered(table: int, version: tuple[int, int]) -> str | None:
    """Registers a handler of ``version`` through the function table; returns the error's text, None for none."""
    handler = Handler(version)
    name = f"jaxlib_measures_{version[0]}_{version[1]}".encode()
    args = HandlerRegister(name=name, name_size=len(name), platform=b"HOST", platform_size=4)
    args.size, args.execute = ctypes.sizeof(args), handler.address
    _KEPT.extend((handler, name, args))
    error = _function(table, _HANDLER_REGISTER)(ctypes.addressof(args))
    if not error:
        return None
    message = ErrorMessage(size=ctypes.sizeof(ErrorMessage), error=error)
    _function(table, _GET_MESSAGE)(ctypes.addressof(message))
    return (message.message or b"").decode("utf-8", "replace")


def _function(table: int, offset: int) -> Callable[[int], int | None]:
    (address,) = struct.unpack("<Q", ctypes.string_at(table + offset, 8))
    return _FUNCTION(address)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
    # Exit without running the library's destructors.
    os._exit(0)
