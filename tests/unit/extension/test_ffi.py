"""FFI handlers: which are passed on, and the errors for the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Child, Fake

SETUP = """
plugin_path, handlers_path = sys.argv[1:]
api, plugin, handlers = _pjrt.load(plugin_path), ctypes.CDLL(plugin_path), ctypes.CDLL(handlers_path)

def address(name):
    return ctypes.cast(getattr(handlers, name), ctypes.c_void_p).value

def capsule(name, label=None):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new(address(name), label, None)
"""


@pytest.fixture
def drive(child: Child, fake: Fake) -> Child:
    """Runs code with a fake plugin of FFI 0.2 and handlers of several versions."""
    return lambda code, minor=2, query=1: child(
        SETUP + code, fake("ffi_plugin", MINOR=minor, QUERY=query), fake("handlers")
    )


def test_the_plugins_version_is_read_and_leaves_nothing_behind(drive: Child) -> None:
    drive("""
assert api.ffi_version == api.ffi_version == (0, 2)
assert plugin.times_registered(b"jaxlib_ffi_version_probe") == 0
""")


def test_a_handler_in_each_form(drive: Child) -> None:
    drive("""
label = b"xla._CUSTOM_CALL_TARGET"
api.register_ffi_handler("plain", capsule("handler_0_2"), "Host", 0)
api.register_ffi_handler("labelled", capsule("handler_0_2", label), "Host")
api.register_ffi_handler("address", address("handler_0_1"), platform="Host", traits=1)
api.register_ffi_handler(name="stages", handler={"execute": capsule("handler_0_2")}, platform="Host")
for name in (b"plain", b"labelled", b"address", b"stages"):
    assert plugin.times_registered(name) == 1, name
""")


@pytest.mark.parametrize(
    ("minor", "taken"),
    [
        (1, {"0_1"}),
        (2, {"0_1", "0_2", "0_3", "0_4", "0_5"}),  # the newer ones through the adapter, which knows 0.2
        (3, {"0_1", "0_2", "0_3"}),
    ],
)
def test_versions_the_plugin_would_refuse_in_silence(minor: int, taken: set[str], drive: Child) -> None:
    drive(
        f"""
minor, taken = {minor}, {sorted(taken)}
for version in ("0_0", "0_1", "0_2", "0_3", "0_4", "0_5", "0_6", "1_2"):
    name, handler = f"target_{{version}}", capsule(f"handler_{{version}}")
    numbers = tuple(map(int, version.split("_")))
    if version in taken:
        api.register_ffi_handler(name, handler, "Host")
    else:
        error = raised(_pjrt.FfiVersionError, api.register_ffi_handler, name, handler, "Host")
        assert isinstance(error, RuntimeError)
        assert (error.target, error.handler, error.plugin) == (name, numbers, (0, minor))
        for text in (name, "%d.%d" % numbers, f"0.{{minor}}"):
            assert text in str(error), error
    assert plugin.times_registered(name.encode()) == (version in taken), version
""",
        minor,
    )


def test_a_newer_handler_is_translated(drive: Child) -> None:
    drive("""
plugin.run.restype = ctypes.c_char_p
INSTANTIATE, PREPARE, INITIALIZE, EXECUTE = range(4)
handlers.state_type.restype = ctypes.c_void_p
api.register_ffi_type("state", handlers.state_type())
api.register_ffi_type("state again", capsule("state_type"), None)
error = raised(RuntimeError, api.register_ffi_type, "refused", handlers.state_type())
assert str(error) == "XLA_FFI_Type_Register of refused: no such type"

stages = {"instantiate": capsule("set_state"), "prepare": capsule("set_state"), "execute": capsule("get_state")}
api.register_ffi_handler("stateful", stages, "Host")
assert plugin.run(b"stateful", EXECUTE) == b"state 0"
assert plugin.run(b"stateful", INSTANTIATE) is None
assert plugin.state_kept() == 1234
assert plugin.run(b"stateful", EXECUTE) == b"state 1234"
text = plugin.run(b"stateful", PREPARE).decode()
assert "XLA FFI 0.2" in text and "the prepare stage" in text, text

api.register_ffi_handler("additions", capsule("use_additions"), "Host")
assert plugin.run(b"additions", EXECUTE) == b"208 bytes, extension none, 0 options"

api.register_ffi_handler("stateful", stages, "Host")
assert plugin.times_registered(b"stateful") == 1
raised(ValueError, api.register_ffi_handler, "stateful", {**stages, "prepare": capsule("get_state")}, "Host")
error = raised(RuntimeError, api.register_ffi_handler, "refused", stages, "Host")
assert str(error) == "XLA_FFI_Handler_Register of refused: no such name"
""")


def test_too_many_newer_handlers(drive: Child) -> None:
    drive("""
call = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)

def answer(frame):
    extension = ctypes.c_void_p.from_address(frame + 8).value
    metadata = ctypes.c_void_p.from_address(extension + 24).value
    ctypes.c_int.from_address(metadata + 24).value = 0
    ctypes.c_int.from_address(metadata + 28).value = 3

newer = [call(answer) for _ in range(1025)]
addresses = [ctypes.cast(each, ctypes.c_void_p).value for each in newer]
for index, each in enumerate(addresses[:1024]):
    api.register_ffi_handler(f"newer {index}", each, "Host")
api.register_ffi_handler("the same", addresses[0], "Host")
error = raised(RuntimeError, api.register_ffi_handler, "one more", addresses[1024], "Host")
assert "there are 1024 FFI handlers newer than" in str(error), error
assert plugin.times_registered(b"newer 1023") == plugin.times_registered(b"the same") == 1
""")


def test_a_handler_that_does_not_tell(drive: Child) -> None:
    drive("""
error = raised(_pjrt.FfiVersionError, api.register_ffi_handler, "mute", capsule("handler_silent"), "Host")
assert (error.target, error.handler, error.plugin) == ("mute", None, (0, 2))
assert "wrong frame size" in str(error)
""")


def test_a_plugin_that_does_not_ask(drive: Child) -> None:
    drive(
        """
assert api.ffi_version is None
api.register_ffi_handler("any", capsule("handler_1_2"), "Host")
assert plugin.times_registered(b"any") == 1
""",
        2,
        0,
    )


def test_a_name_is_registered_once(drive: Child) -> None:
    drive("""
for platform in ("Host", "HOST", "host"):
    api.register_ffi_handler("twice", capsule("handler_0_2"), platform)
assert plugin.times_registered(b"twice") == 1
error = raised(ValueError, api.register_ffi_handler, "twice", capsule("handler_0_2_other"), "Host")
assert "twice is registered for Host with another FFI handler" in str(error)
api.register_ffi_handler("twice", capsule("handler_0_2_other"), "CUDA")
# Another view of the same library knows it too.
other = _pjrt.load(plugin_path, ((1,),))
assert other != api
raised(ValueError, other.register_ffi_handler, "twice", capsule("handler_0_2_other"), "Host")
""")


def test_an_error_of_the_plugin(drive: Child) -> None:
    drive("""
for _ in range(3):
    error = raised(_pjrt.PjrtError, api.register_ffi_handler, "refused", capsule("handler_0_2"), "Host")
    assert isinstance(error, RuntimeError)
    assert str(error) == "PJRT_FFI_Register_Handler: INVALID_ARGUMENT: no \\u00fcmlauts"
    assert (error.function, error.code, error.status) == ("PJRT_FFI_Register_Handler", 3, "INVALID_ARGUMENT")
    assert error.message == "no \\u00fcmlauts"
    assert plugin.errors_alive() == 0
""")


def test_wrong_handlers(drive: Child) -> None:
    drive("""
for kind, handler in (
    (TypeError, "text"), (TypeError, None), (TypeError, {"execute": "text"}), (TypeError, {1: 2}),
    (ValueError, 0), (ValueError, {}), (OverflowError, 1 << 70),
    (ValueError, {"prepare": capsule("handler_0_2")}),
    (NotImplementedError, {"record": capsule("handler_0_2"), "execute": capsule("handler_0_2")}),
):
    raised(kind, api.register_ffi_handler, "wrong", handler, "Host")
raised(TypeError, api.register_ffi_handler, "wrong", capsule("handler_0_2"))
raised(TypeError, api.register_ffi_handler, b"wrong", capsule("handler_0_2"), "Host")
raised(OverflowError, api.register_ffi_handler, "wrong", capsule("handler_0_2"), "Host", 1 << 40)
assert plugin.times_registered(b"wrong") == 0
""")


def test_a_handler_in_python_from_many_threads(drive: Child) -> None:
    # The plugin calls it under a lock, and it waits for the GIL.
    drive("""
from concurrent.futures import ThreadPoolExecutor

@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
def handler(frame):
    extension = ctypes.c_void_p.from_address(frame + 8).value
    metadata = ctypes.c_void_p.from_address(extension + 24).value
    ctypes.c_int.from_address(metadata + 24).value = 0
    ctypes.c_int.from_address(metadata + 28).value = 2

function = ctypes.cast(handler, ctypes.c_void_p).value
with ThreadPoolExecutor(16) as pool:
    list(pool.map(lambda n: api.register_ffi_handler(f"python_{n % 8}", function, "Host"), range(400)))
assert [plugin.times_registered(f"python_{n}".encode()) for n in range(8)] == [1] * 8
""")


def test_the_real_plugin(child: Child, library: Path, fake: Fake) -> None:
    child(
        SETUP
        + """
assert api.ffi_version == (0, 2)
api.register_ffi_handler("good", capsule("handler_0_2"), "Host")
api.register_ffi_handler("newer", capsule("handler_0_3"), "Host")
api.register_ffi_handler("stages", {stage: capsule("handler_0_5") for stage in ("instantiate", "execute")}, "Host")
error = raised(_pjrt.FfiVersionError, api.register_ffi_handler, "newest", capsule("handler_0_6"), "Host")
assert (error.handler, error.plugin) == ((0, 6), (0, 2))
state_type = ctypes.c_int64(0)
api.register_ffi_type("fresh", ctypes.addressof(state_type))
assert state_type.value > 0
other = ctypes.c_int64(987654)
error = raised(RuntimeError, api.register_ffi_type, "fresh", ctypes.addressof(other))
assert "XLA_FFI_Type_Register of fresh: " in str(error), error
""",
        library,
        fake("handlers"),
    )
