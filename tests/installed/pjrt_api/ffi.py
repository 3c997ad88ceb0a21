"""Python functions and native handlers that programs call."""

from __future__ import annotations

import ctypes
import threading
import time
import traceback
from typing import Any

import jaxlib_pjrt as pjrt
import ml_dtypes
import numpy as np
from pjrt_api.checking import on_threads, raises, same
from pjrt_api.programs import ADD, CLIENT, X, call, custom_call


def check_python_functions_are_called_by_programs() -> None:
    seen: list[Any] = []

    def both(a: Any, b: Any, **attributes: Any) -> Any:
        seen.append((attributes, a.flags.writeable, threading.current_thread()))
        return a + b, (a * b).astype(np.float64)

    CLIENT.register_ffi_function("both", both)
    given = '{x = 3 : i32, y = 2.5 : f32, s = "hey", l = array<i64: 1, 2>, d = {q = true}}'
    total, product = call("both", ["3xf32", "3xf64"], X, X + 1, attributes=given)
    same(total, X + X + 1)
    same(product, (X * (X + 1)).astype(np.float64))
    attributes = seen[0][0]
    assert np.array_equal(attributes.pop("l"), [1, 2])
    assert attributes == {"x": 3, "y": 2.5, "s": "hey", "d": {"q": True}}
    CLIENT.register_ffi_function("both", lambda a, b: (a - b, np.zeros(3)))  # takes the other's place
    same(call("both", ["3xf32", "3xf64"], X, X + 1)[0], np.full(3, -1, np.float32))
    calls: list[Any] = []
    CLIENT.register_ffi_function("effect", calls.append)
    assert call("effect", [], X) == []
    for _ in range(6000):
        if calls:
            break
        time.sleep(0.01)
    same(calls[0], X)


def check_python_functions_start_programs_on_several_devices() -> None:
    """While the program on several devices that called them starts, or after it."""
    started: list[Any] = []
    options = pjrt.CompileOptions(num_replicas=2)
    add = CLIENT.compile(ADD, options)

    def start(a: Any) -> Any:
        started.extend(add(X, X))
        return a

    CLIENT.register_ffi_function("starts", start)
    starts = CLIENT.compile(custom_call("starts", ["3xf32"], ["3xf32"]), options)
    for _ in range(5):
        (outs,) = starts(X)
        for out in outs:  # each device calls the function
            same(out, X)
    assert len(started) == 10
    same(started[-1][0], X + X)


def check_python_functions_take_every_kind_of_array() -> None:
    CLIENT.register_ffi_function("identity", lambda a: a)
    for array, kind in (
        (np.arange(-2, 3).astype(ml_dtypes.int4), "5xi4"),
        (np.arange(5).astype(ml_dtypes.uint4), "5xui4"),
        (np.zeros((0, 2), np.float32), "0x2xf32"),
        (np.full((2, 2), 1.5, ml_dtypes.bfloat16), "2x2xbf16"),
        (np.array(True), "i1"),
    ):
        same(call("identity", [kind], array)[0], array)


def check_python_functions_work_in_place() -> None:
    def triple(a: Any, out: Any) -> None:
        assert not a.flags.writeable
        np.multiply(a, 3, out=out)

    CLIENT.register_ffi_function("triple", triple, views=True)
    same(call("triple", ["3xf32"], X)[0], X * 3)
    kept: list[Any] = []
    CLIENT.register_ffi_function("keeps", lambda a, out: kept.append(a), views=True)
    raises(pjrt.errors.Internal, "kept an array", lambda: np.asarray(call("keeps", ["3xf32"], X)[0]))


def check_what_python_functions_raise_reaches_the_caller() -> None:
    def wrong(a: Any) -> Any:
        raise LookupError("no such thing\0 here")

    CLIENT.register_ffi_function("wrong", wrong)

    def run() -> None:
        np.asarray(call("wrong", ["3xf32"], X)[0])

    for views in (False, True):
        CLIENT.register_ffi_function("wrong", wrong if not views else lambda a, out: wrong(a), views=views)
        error = raises(pjrt.errors.Internal, "LookupError: no such", run)
        assert isinstance(error.__cause__, LookupError)
        assert 'raise LookupError("no such thing' in str(error), "the traceback is in the text"
        frames = traceback.extract_tb(error.__cause__.__traceback__)
        assert frames[-1].name == "wrong"
    for returned, words in (
        (lambda a: a.astype(np.float64), "result 0: wanted float32[3], found float64[3]"),
        (lambda a: a[:2], "found float32[2]"),
        (lambda a: None, "found object[]"),
        (lambda a: (a, a), "wanted 1 results, the function returned 2"),
    ):
        CLIENT.register_ffi_function("wrong", returned)
        raises(pjrt.errors.Internal, words, run)
    raises(TypeError, "callable", lambda: CLIENT.register_ffi_function("wrong", 3))


def check_python_functions_run_on_many_threads() -> None:
    add = CLIENT.compile(ADD)

    def slow(a: Any) -> Any:
        time.sleep(0.001)
        return a + 1

    CLIENT.register_ffi_function("slow", slow)
    executable = CLIENT.compile(custom_call("slow", ["3xf32"], ["3xf32"]))

    def work() -> None:
        for _ in range(20):
            same(executable(X)[0], X + 1)
            same(add(X, X)[0], X + X)

    on_threads(work)


def check_native_handlers() -> None:
    """Handlers of jaxlib-cpu's extension, registered by the client; others by address, capsule and ctypes."""
    version = CLIENT.ffi_version
    assert version is not None
    assert version >= (0, 2)
    matrix = np.array([[4, 2], [2, 3.0]])
    from jaxlib_cpu._pjrt import platform_handlers  # type: ignore[import-not-found]

    address = platform_handlers()["lapack_dtrsm_ffi"]
    function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(address)
    new_capsule = ctypes.pythonapi.PyCapsule_New
    new_capsule.restype = ctypes.py_object
    new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    CLIENT.register_ffi_handler("by_address", address)
    CLIENT.register_ffi_handler("by_ctypes", function)
    CLIENT.register_ffi_handler("by_capsule", new_capsule(address, None, None))
    CLIENT.register_ffi_handler("by_stage", {"execute": address})
    CLIENT.register_ffi_handler("by_address", address)  # once more is nothing new
    diagonal: Any = np.diag([2.0, 4.0])
    flags = "{side = 76 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8}"
    for target in ("lapack_dtrsm_ffi", "by_address", "by_ctypes", "by_capsule", "by_stage"):
        try:
            (out,) = call(target, ["2x2xf64"], diagonal, matrix, attributes=flags)
            assert np.allclose(diagonal @ np.asarray(out).T, matrix), target  # it goes by columns
        except pjrt.PjrtError as error:
            # LAPACK itself is SciPy's, which need not be here; that the handler was called is what counts.
            assert "scipy" in str(error).lower(), error  # noqa: PT017
    other = platform_handlers()["lapack_spotrf_ffi"]
    raises(pjrt.errors.AlreadyExists, "by_address", lambda: CLIENT.register_ffi_handler("by_address", other))
    raises(ValueError, "no stage begin", lambda: CLIENT.register_ffi_handler("n", {"begin": other}))
    raises(ValueError, "execute", lambda: CLIENT.register_ffi_handler("n", {"prepare": other}))
    raises(TypeError, "ctypes function", lambda: CLIENT.register_ffi_handler("n", "text"))
    raises(ValueError, "null", lambda: CLIENT.register_ffi_handler("n", 0))
    raises(pjrt.PjrtError, "nobody", lambda: np.asarray(call("nobody", ["3xf32"], X)[0]))


def check_handlers_of_newer_versions_are_adapted_or_refused() -> None:
    """A ctypes handler declares the XLA FFI version that it was built for."""

    class Extension(ctypes.Structure):
        _fields_ = (
            *(("size", ctypes.c_size_t), ("type", ctypes.c_int)),
            *(("next", ctypes.c_void_p), ("data", ctypes.c_void_p)),
        )

    def claiming(major: int, minor: int) -> Any:
        def handler(frame: int) -> None:
            extension = ctypes.c_void_p.from_address(frame + 8).value
            if extension:
                version = Extension.from_address(extension).data + 24
                ctypes.c_int.from_address(version).value = major
                ctypes.c_int.from_address(version + 4).value = minor

        return ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(handler)

    words = "wanted one built for XLA FFI 0.2 or older, found one for 1.0"
    raises(pjrt.errors.FailedPrecondition, words, lambda: CLIENT.register_ffi_handler("one", claiming(1, 0)))
    for minor in (1, 2, 3, 5):
        CLIENT.register_ffi_handler(f"minor_{minor}", claiming(0, minor))
        call(f"minor_{minor}", ["3xf32"], X)[0].block_until_ready()
