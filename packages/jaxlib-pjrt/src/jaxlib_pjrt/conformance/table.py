"""The function table (``PJRT_Api``), read with ctypes alone: its size, version and functions.

Only what the header guarantees for every version since 0.29 is read, at offsets that never change.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache

from jaxlib_pjrt.conformance.library import Check, Library, Unsupported

_WORD = ctypes.sizeof(ctypes.c_void_p)
#: Bytes before the first function: size, chain of extensions, and version, which itself consists of a size, a chain
#: and two numbers.
_HEAD = 2 * _WORD + (2 * _WORD + 8)
_LIMIT = 64

#: Functions that every caller needs: the header's first ones, in its order.
_FIRST = (
    *("PJRT_Error_Destroy", "PJRT_Error_Message", "PJRT_Error_GetCode", "PJRT_Plugin_Initialize"),
    *("PJRT_Plugin_Attributes", "PJRT_Event_Destroy", "PJRT_Event_IsReady", "PJRT_Event_Error"),
    *("PJRT_Event_Await", "PJRT_Event_OnReady", "PJRT_Client_Create", "PJRT_Client_Destroy"),
    *("PJRT_Client_PlatformName", "PJRT_Client_ProcessIndex", "PJRT_Client_PlatformVersion"),
    *("PJRT_Client_Devices", "PJRT_Client_AddressableDevices", "PJRT_Client_LookupDevice"),
    *("PJRT_Client_LookupAddressableDevice", "PJRT_Client_AddressableMemories", "PJRT_Client_Compile"),
    *("PJRT_Client_DefaultDeviceAssignment", "PJRT_Client_BufferFromHostBuffer"),
)


@cache
def _address(path: str) -> int:
    function = ctypes.CDLL(path).GetPjrtApi
    function.restype = ctypes.c_void_p
    return int(function() or 0)


def _read(address: int, kind: type[ctypes.c_size_t] | type[ctypes.c_int] = ctypes.c_size_t) -> int:
    return int(kind.from_address(address).value)


def _table(library: Library) -> int:
    address = _address(library.path)
    assert address, "GetPjrtApi() returned NULL"
    return address


def _exports(library: Library) -> None:
    loaded = ctypes.CDLL(library.path)
    assert hasattr(loaded, "GetPjrtApi"), "there is no function GetPjrtApi"


def _the_same_table(library: Library) -> None:
    function = ctypes.CDLL(library.path).GetPjrtApi
    function.restype = ctypes.c_void_p
    addresses = {function() for _ in range(3)}
    assert addresses == {_table(library)}, f"three calls of GetPjrtApi() returned {len(addresses)} tables"


def _size(library: Library) -> None:
    size = _read(_table(library))
    wanted = _HEAD + _WORD * len(_FIRST)
    assert wanted <= size <= 1 << 16, (
        f"struct_size is {size}; the functions since the first version are {wanted} bytes"
    )
    assert (size - _HEAD) % _WORD == 0, f"struct_size {size} does not end behind a function"


def _version(library: Library) -> None:
    version = _table(library) + 2 * _WORD
    size = _read(version)
    assert 2 * _WORD + 8 <= size <= 256, f"the struct_size of pjrt_api_version is {size}"
    major, minor = (_read(version + 2 * _WORD + 4 * index, ctypes.c_int) for index in range(2))
    assert major == 0, f"the major version is {major}; 0 is the only one there is"
    assert minor > 0, f"the minor version is {minor}"


def _chain(library: Library) -> Iterator[tuple[int, int, int]]:
    address = _read(_table(library) + _WORD)
    seen: set[int] = set()
    while address:
        assert address not in seen, f"the chain of extensions comes back to the one at {address:#x}"
        assert len(seen) < _LIMIT, f"the chain of extensions has more than {_LIMIT} of them"
        seen.add(address)
        yield address, _read(address), _read(address + _WORD, ctypes.c_int)
        address = _read(address + 2 * _WORD)


def _extensions(library: Library) -> None:
    types = []
    for address, size, kind in _chain(library):
        assert 3 * _WORD <= size <= 4096, (
            f"the extension of type {kind} at {address:#x} has struct_size {size}"
        )
        assert kind >= 0, f"an extension has type {kind}"
        types.append(kind)
    assert len(set(types)) == len(types), f"an extension is there twice: {types}"


def _function(library: Library, name: str) -> int:
    table = _table(library)
    offset = _HEAD + _WORD * _FIRST.index(name)
    return _read(table + offset) if offset + _WORD <= _read(table) else 0


def _slot(name: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        assert _function(library, name), f"the slot of {name} is NULL"

    return run


def _no_holes(library: Library) -> None:
    table = _table(library)
    size = _read(table)
    holes = [offset for offset in range(_HEAD, size - _WORD + 1, _WORD) if not _read(table + offset)]
    if holes:
        raise Unsupported(
            f"{len(holes)} of {(size - _HEAD) // _WORD} functions are NULL, the first is number "
            f"{(holes[0] - _HEAD) // _WORD}; callers get a named error"
        )


def _keeps_within(library: Library) -> None:
    # The arguments of PJRT_Plugin_Attributes: struct_size, extensions, then a pointer and a count, which it writes.
    function = _function(library, "PJRT_Plugin_Attributes")
    assert function, "there is no PJRT_Plugin_Attributes"
    canary = b"\xa5" * 256
    size = 4 * _WORD
    room = ctypes.create_string_buffer(bytes(size) + canary, size + len(canary))
    ctypes.c_size_t.from_buffer(room).value = size
    call = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(function)
    _initialized(library)
    error = call(ctypes.addressof(room))
    assert not error, "PJRT_Plugin_Attributes returned an error"
    assert room.raw[size:] == canary, "PJRT_Plugin_Attributes wrote beyond the struct_size that it was given"


def _initialized(library: Library) -> None:
    # Every caller initializes the plugin first; jaxlib-pjrt does so when it opens the library.
    assert library.plugin


def _attributes(library: Library) -> None:
    attributes = library.plugin.attributes
    version = attributes.get("stablehlo_current_version")
    if version is None:
        raise Unsupported(
            "it does not say which StableHLO it reads, so a caller cannot write it an older one"
        )
    assert isinstance(version, tuple) and len(version) == 3, f"stablehlo_current_version is {version!r}"  # noqa: PT018


def checks() -> list[Check]:
    """The checks of this file."""
    return [
        Check("table", name, rule, run)
        for name, rule, run in (
            ("exports GetPjrtApi", "The library exports the function GetPjrtApi.", _exports),
            ("one table", "GetPjrtApi returns the same table each time, and never NULL.", _the_same_table),
            ("struct_size", "The table's struct_size covers its functions, and ends behind one.", _size),
            ("version", "The version's struct_size is right, its major is 0 and its minor is set.", _version),
            (
                "extensions",
                "The chain of extensions ends, each with a size of its own and a type of its own.",
                _extensions,
            ),
            *(
                (f"has {name}", "A function that every caller needs is not NULL.", _slot(name))
                for name in _FIRST
            ),
            ("no holes", "Every function within struct_size is present.", _no_holes),
            (
                "writes within struct_size",
                "Nothing is written beyond the struct_size of a caller's arguments.",
                _keeps_within,
            ),
            ("attributes", "The plugin's attributes state which StableHLO versions it reads.", _attributes),
        )
    ]
