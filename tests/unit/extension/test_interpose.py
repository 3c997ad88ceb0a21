"""Compile options that pass through a private copy of a plugin's API table."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Child, Fake

DRIVER = """
plugin_path, driver_path = sys.argv[1:]
plugin, driver = ctypes.CDLL(plugin_path), ctypes.CDLL(driver_path)
plugin.recorded_size.restype = ctypes.c_size_t
plugin.recorded_options.restype = plugin.recorded_bytes.restype = plugin.an_error.restype = ctypes.c_void_p
driver.drive_client_compile.restype = driver.drive_compile.restype = ctypes.c_void_p
driver.drive_newer.restype = ctypes.c_uint64
driver.tail_of.restype = ctypes.c_char_p

def seen(executable):
    executable = ctypes.c_void_p(executable)
    size = plugin.recorded_size(executable)
    result = ctypes.string_at(plugin.recorded_bytes(executable), size), plugin.recorded_options(executable)
    plugin.free_recorded(executable)
    return result

def client_compile(api, options):
    buffer = ctypes.create_string_buffer(options, len(options))
    bytes_seen, address = seen(
        driver.drive_client_compile(ctypes.c_void_p(pointer(api)), buffer, ctypes.c_size_t(len(options)))
    )
    return bytes_seen, address == ctypes.addressof(buffer)

def message(field, content):
    return bytes([field << 3 | 2, len(content)]) + content

DROP = ((3, 3, 422),)
UNKNOWN = b"\\xb2\\x1a\\x01\\x05"  # field 422, packed, one element
KEPT = b"\\x08\\x01"
OPTIONS = message(3, KEPT + message(3, KEPT + UNKNOWN)) + KEPT
FILTERED = message(3, KEPT + message(3, KEPT)) + KEPT
"""


@pytest.fixture
def drive(child: Child, fake: Fake) -> Child:
    """Runs code with the recording plugin and a driver that calls it as jaxlib does."""
    return lambda code: child(DRIVER + code, fake("recorder"), fake("driver"))


def test_without_drop_the_plugin_is_called_directly(drive: Child) -> None:
    drive("""
api = _pjrt.load(plugin_path)
plugin.GetPjrtApi.restype = ctypes.c_void_p
assert pointer(api) == plugin.GetPjrtApi()
assert client_compile(api, OPTIONS) == (OPTIONS, True)
""")


def test_a_library_without_the_functions_for_it_uses_no_shadow_client(drive: Child) -> None:
    drive("""
api = _pjrt.load(plugin_path, shadow_client=True)
plugin.GetPjrtApi.restype = ctypes.c_void_p
assert pointer(api) == plugin.GetPjrtApi()
assert api == _pjrt.load(plugin_path)
""")


def test_both_compile_functions_filter(drive: Child) -> None:
    drive("""
api = _pjrt.load(plugin_path, DROP)
assert client_compile(api, OPTIONS) == (FILTERED, False)
error = ctypes.c_void_p()
executable = driver.drive_compile(
    ctypes.c_void_p(pointer(api)), OPTIONS, ctypes.c_size_t(len(OPTIONS)), ctypes.byref(error)
)
assert seen(executable)[0] == FILTERED
assert error.value == plugin.an_error()
""")


def test_what_needs_no_change_is_the_callers_own(drive: Child) -> None:
    drive("""
api = _pjrt.load(plugin_path, DROP)
for options in (FILTERED, b"", KEPT, OPTIONS[:-1], OPTIONS + b"\\xff", b"\\x1b"):
    assert client_compile(api, options) == (options, True), options
""")


def test_a_newer_caller_and_a_newer_plugin_keep_their_tails(drive: Child) -> None:
    drive("""
api = _pjrt.load(plugin_path, DROP)
assert driver.tail_of(ctypes.c_void_p(pointer(api))) == b"tail"
executable = ctypes.c_void_p()
out = driver.drive_newer(
    ctypes.c_void_p(pointer(api)), OPTIONS, ctypes.c_size_t(len(OPTIONS)), ctypes.c_uint64(41),
    ctypes.byref(executable),
)
assert out == 42
assert seen(executable.value)[0] == FILTERED
""")


def test_each_drop_set_has_its_own_functions(drive: Child) -> None:
    drive("""
every = [_pjrt.load(plugin_path, ((field,),)) for field in range(1, 9)]
for field, api in enumerate(every, 1):
    options = b"".join(bytes([number << 3, number]) for number in range(1, 16))
    expected = b"".join(bytes([number << 3, number]) for number in range(1, 16) if number != field)
    assert client_compile(api, options)[0] == expected
""")


def test_compiling_from_many_threads(drive: Child) -> None:
    drive("""
from concurrent.futures import ThreadPoolExecutor
api = _pjrt.load(plugin_path, DROP)

def message(field, content):
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
    return bytes([field << 3 | 2]) + length + content

def once(number):
    kept = b"\\x08" + bytes([number % 128]) + message(15, bytes(number % 100))
    options = message(3, kept + message(3, UNKNOWN + kept))
    return client_compile(api, options)[0] == message(3, kept + message(3, kept))

with ThreadPoolExecutor(16) as pool:
    assert all(pool.map(once, range(4000)))
""")


def test_an_older_plugin_is_not_written_beyond_its_end(child: Child, fake: Fake) -> None:
    child(
        """
        api = _pjrt.load(sys.argv[1], ((3, 3, 422),))
        assert api.version == (0, 12) and api.extensions == () and api.ffi_version is None
        error = raised(NotImplementedError, api.register_ffi_handler, "x", 1, "HOST")
        assert "no FFI extension" in str(error)
        """,
        fake("older"),
    )


def test_the_real_plugin_says_which_build_it_is(child: Child, library: Path) -> None:
    child(
        """
        plain, named, again = (_pjrt.load(sys.argv[1], identity=text) for text in ("", "build 1", "build 1"))
        assert plain != named == again and pointer(named) == pointer(again) != pointer(plain)
        error = raised(ValueError, lambda: _pjrt.load(sys.argv[1], identity="x" * 256))
        assert "less than 256 bytes" in str(error)
        """,
        library,
    )
