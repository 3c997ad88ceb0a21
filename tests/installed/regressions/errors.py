"""Errors have upstream's types, codes and texts: a program fails in the same way with either jaxlib."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jaxlib import utils

DTYPES = {
    "bool": "?", "int8": "=b", "uint8": "=B", "int16": "=h", "uint16": "=H", "int32": "=i", "uint32": "=I",
    "float16": "=e", "float32": "=f", "complex64": "=Zf",
}  # fmt: skip


def donated() -> jax.Array:
    array = jnp.arange(8.0) + 1
    jax.jit(lambda x: x + 1, donate_argnums=0)(array)
    return array


# ---- Deleted and donated arrays


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda step, x: step({"a": (x,)}), id="jit"),
        pytest.param(lambda step, x: x + 1, id="eager"),
        pytest.param(lambda step, x: jnp.sin(x) + x, id="chain"),
    ],
)
def test_a_donated_array_given_to_a_compiled_program_is_a_value_error(use: Callable[..., Any]) -> None:
    step = jax.jit(lambda tree: tree["a"][0] * 2)
    for _ in range(2):
        use(step, jnp.arange(8.0) + 1)
    with pytest.raises(ValueError, match="deleted or donated"):
        use(step, donated())


def test_a_donated_array_given_to_an_ahead_of_time_program_is_a_value_error() -> None:
    compiled = jax.jit(lambda x: x * 2).lower(jnp.arange(8.0)).compile()
    compiled(jnp.arange(8.0))
    with pytest.raises(ValueError, match="deleted or donated"):
        compiled(donated())


def test_a_deleted_array_is_named_by_its_shape() -> None:
    array = jnp.arange(8.0) + 1
    array.delete()
    for use in (jax.jit(lambda x: x * 2), np.asarray, lambda x: x + 1, jax.device_get):
        with pytest.raises(RuntimeError, match=r"Array has been deleted with shape=float32\[8\]"):
            use(array)


def test_one_array_donated_twice_in_one_call_is_a_value_error() -> None:
    both = jax.jit(lambda a, b: (a + 1, b + 1), donate_argnums=(0, 1))
    both(jnp.arange(8.0), jnp.arange(8.0) + 1)
    array = jnp.arange(8.0)
    with pytest.raises(ValueError, match="donate the same buffer twice"):
        both(array, array)


def test_a_donated_array_is_neither_ready_nor_awaited() -> None:
    with pytest.raises(jax.errors.JaxRuntimeError, match="Array has been deleted"):
        donated().is_ready()
    with pytest.raises(jax.errors.JaxRuntimeError, match="BlockHostUntilReady"):
        donated().block_until_ready()


@pytest.mark.only(
    "ours", why="upstream's jaxlib crashes, and jaxlib-cpu waits for good with upstream's bindings"
)
def test_programs_of_several_devices_run_on_after_one_was_given_a_donated_array(
    child: Callable[..., str],
) -> None:
    child(
        """
        import jax, numpy as np
        from jax.sharding import Mesh, NamedSharding, PartitionSpec
        sharding = NamedSharding(Mesh(np.array(jax.devices()), "a"), PartitionSpec("a"))
        array = jax.device_put(np.arange(8.0), sharding)
        step = jax.jit(lambda x: x + 1, donate_argnums=0)
        step(array)
        try:
            step(array)
        except ValueError as error:
            assert "deleted or donated" in str(error), error
        assert float(jax.jit(lambda x: x.sum())(jax.device_put(np.arange(8.0), sharding))) == 28
        """,
        XLA_FLAGS="--xla_force_host_platform_device_count=4",
        timeout=60,
    )


# ---- Out of memory


def test_out_of_memory_inside_a_program_is_resource_exhausted() -> None:
    program = jax.jit(lambda x: lax.iota(jnp.float32, 1 << 42) * x)
    for _ in range(2):
        with pytest.raises(
            jax.errors.JaxRuntimeError, match=r"^RESOURCE_EXHAUSTED: Out of memory allocating \d+ "
        ):
            program(1.0).block_until_ready()


@pytest.mark.only("ours", "plugin", why="upstream's jaxlib ends the process")
def test_out_of_memory_is_told_where_the_elements_are_read() -> None:
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"^RESOURCE_EXHAUSTED: Out of memory"):
        np.asarray(jax.jit(lambda x: lax.iota(jnp.float32, 1 << 42) * x)(1.0))


# ---- Arguments


def test_the_transfer_guard_says_what_was_to_go_where_from_the_first_call_on() -> None:
    step = jax.jit(lambda x: x + 1)
    wanted = (
        r"Disallowed host-to-device transfer: aval=ShapedArray\(float32\[3\]\), dst_sharding=SingleDevice"
    )
    for _ in range(3):
        with jax.transfer_guard("disallow"), pytest.raises(jax.errors.JaxRuntimeError, match=wanted):
            step(np.ones(3, np.float32))
        step(np.ones(3, np.float32))


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 2**64])
def test_an_integer_that_is_too_large_is_told_with_its_argument(value: int) -> None:
    step = jax.jit(lambda foo, bar: foo + bar["k"][1])
    for _ in range(2):
        step(1, {"k": [1, 2]})
        with pytest.raises(OverflowError, match=rf"argument path is bar\['k'\]\[1\].*with value {value}"):
            step(1, {"k": [1, value]})


def test_compile_options_of_another_type_are_type_errors() -> None:
    lowered = jax.jit(lambda x: x).lower(1.0)
    for options in (
        {"xla_backend_optimization_level": None},
        {3: None},
    ):
        with pytest.raises(TypeError):
            lowered.compile(options)
    # A field up to jaxlib 0.10, and the name of no option since.
    with pytest.raises((TypeError, jax.errors.JaxRuntimeError)):
        lowered.compile({"exec_time_optimization_effort": "x"})
    with pytest.raises(jax.errors.JaxRuntimeError, match="not a valid int32"):
        lowered.compile({"xla_backend_optimization_level": 2**70})


def test_arrays_of_no_parts_are_refused() -> None:
    from jax._src.lib import _jax

    aval, sharding = jax.core.ShapedArray((2,), np.dtype("float32")), jnp.ones(2).sharding
    with pytest.raises(jax.errors.JaxRuntimeError, match="Number of processed shards"):
        _jax.batched_device_put(aval, sharding, [], [])
    with pytest.raises(ValueError, match="Number of addressable output shards"):
        _jax.ArrayImpl(aval, sharding, [], committed=True, _skip_checks=True)


def test_elements_are_read_by_what_the_buffer_has_whatever_its_array_was_said_to_be() -> None:
    from jax._src.lib import _jax

    aval, sharding = jax.core.ShapedArray((3000,), np.dtype("float32")), jnp.ones(2).sharding
    array = _jax.batched_device_put(aval, sharding, [np.ones(2, np.int32)], list(sharding.device_set))
    assert array._single_device_array_to_np_array_did_copy()[0].tolist() == [1, 1]


# ---- The buffer protocol and DLPack


@pytest.mark.parametrize("dtype", DTYPES)
def test_buffers_have_standard_formats(dtype: str) -> None:
    view = memoryview(jnp.zeros((2, 3), dtype))
    size = np.dtype(dtype).itemsize
    assert (view.format, view.itemsize, view.shape, view.strides) == (
        DTYPES[dtype],
        size,
        (2, 3),
        (3 * size, size),
    )
    assert view.readonly
    assert np.asarray(jnp.zeros((2, 3), dtype)).dtype == dtype


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "int4"])
def test_buffers_of_other_types_are_buffer_errors(dtype: str) -> None:
    with pytest.raises(BufferError, match="not supported by the Python buffer protocol"):
        memoryview(jnp.zeros(3, dtype))
    assert np.asarray(jnp.zeros(3, dtype)).dtype == jnp.dtype(dtype)


def test_buffers_of_donated_and_deleted_arrays_are_buffer_errors() -> None:
    deleted = jnp.arange(3.0) + 1
    deleted.delete()
    for array in (deleted, donated()):
        with pytest.raises(BufferError):
            memoryview(array)


def test_buffers_in_another_order_or_to_write_to_are_buffer_errors() -> None:
    view = ctypes.create_string_buffer(256)
    for flags, words in ((0x1, "read-only"), (0x58, "F-contiguous")):
        with pytest.raises(BufferError, match=words):
            ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(jnp.ones((2, 3))), view, flags)


def test_a_buffer_holds_the_elements_when_its_array_is_gone() -> None:
    array = jnp.arange(3, dtype=jnp.uint8) + 1
    view = memoryview(array)
    assert view.obj is array
    del array
    assert bytes(view) == b"\x01\x02\x03"


class Lent:
    def __init__(self, capsule: Any) -> None:
        self.capsule = capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def __dlpack__(self, **how: Any) -> Any:
        return self.capsule


@pytest.mark.parametrize("offset", [0, 4])
def test_a_capsule_is_consumed_once_also_where_its_elements_are_copied(offset: int) -> None:
    memory: Any = np.zeros(128, np.uint8)
    start = (-memory.ctypes.data) % 64 + offset
    capsule = memory[start : start + 12].view(np.float32).__dlpack__()
    jnp.from_dlpack(Lent(capsule))
    with pytest.raises(jax.errors.JaxRuntimeError, match='"used_dltensor"'):
        jnp.from_dlpack(Lent(capsule))
    with pytest.raises(TypeError):
        jnp.from_dlpack(Lent(3))


# ---- Attributes of devices and arrays


def test_arrays_and_programs_know_where_they_were_made() -> None:
    for array in (jnp.ones(3) + 1, jax.device_put(np.ones(3)), jax.jit(lambda x: x)(1.0)):
        assert type(array.traceback).__name__ == "Traceback"
        assert "test_arrays_and_programs_know_where_they_were_made" in str(array.traceback)
    compiled = jax.jit(lambda x: x).lower(1.0).compile().runtime_executable()
    assert type(compiled.traceback).__name__ == "Traceback"


@pytest.mark.only("ours", "upstream", why="with upstream's bindings the name is the older library's own")
def test_devices_and_memories_have_names_for_people() -> None:
    device = jax.devices()[0]
    assert (str(device), repr(device)) == ("cpu:0", "CpuDevice(id=0)")
    memory = device.default_memory()
    assert str(memory).startswith("CpuDeviceMemory(id=0")
    assert repr(memory) == "CPU_DEVICE_0"


# ---- LAPACK's calls


def potrf(*operands: Any, results: Any = None, **attributes: Any) -> Any:
    from jaxlib.cpu import _lapack  # type: ignore[attr-defined, unused-ignore]

    _lapack.initialize()
    results = results or (jax.ShapeDtypeStruct((3, 3), np.float32), jax.ShapeDtypeStruct((), np.int32))
    call = jax.ffi.ffi_call("lapack_spotrf_ffi", results)
    return jax.block_until_ready(jax.jit(lambda *given: call(*given, **attributes))(*operands))


UPLO = np.uint8(ord("L"))
EYE: Any = np.eye(3, dtype=np.float32)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: potrf(uplo=UPLO), r"Wrong number of arguments: expected 1 but got 0"),
        (lambda: potrf(EYE, EYE, uplo=UPLO), r"Wrong number of arguments: expected 1 but got 2"),
        (
            lambda: potrf(EYE, results=(jax.ShapeDtypeStruct((3, 3), np.float32),), uplo=UPLO),
            r"Wrong number of results: expected 2 but got 1",
        ),
        (lambda: potrf(EYE), r"Wrong number of attributes: expected 1 but got 0"),
        (
            lambda: potrf(EYE, uplo=UPLO, zz=UPLO),
            r"Wrong number of attributes: expected 1 but got 2 with name\(s\): uplo, zz",
        ),
        (lambda: potrf(EYE, zz=UPLO), r"bad operands at: 2\)[\s\S]*Attribute name mismatch: zz vs uplo"),
        (
            lambda: potrf(EYE.astype(np.int32), uplo=np.float32(1)),
            r"bad operands at: 1, 2\)[\s\S]*expected F32 but got S32[\s\S]*expected U8 but got F32",
        ),
        (lambda: potrf(EYE, uplo="L"), r"Wrong attribute type: expected scalar but got string"),
        (lambda: potrf(EYE[0], uplo=UPLO), r"must have at least 2 dimensions"),
    ],
)
def test_calls_of_lapack_are_refused_in_xlas_words(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(jax.errors.JaxRuntimeError, match=rf"^INVALID_ARGUMENT: [\s\S]*{words}"):
        call()


@pytest.mark.parametrize("dtype", ["O", "S3", "M8[s]"])
def test_a_layout_of_what_no_device_holds(dtype: str) -> None:
    device = jax.devices()[0]
    with pytest.raises(jax.errors.JaxRuntimeError, match="INVALID_ARGUMENT: Unknown NumPy dtype"):
        device.client.get_default_layout(np.dtype(dtype), [1, 2], device)
    assert "{1,0" in str(device.client.get_default_layout(np.dtype("f4"), [1, 2], device))


@pytest.mark.parametrize(
    ("iterables", "lengths"),
    [
        (([1, 2], [3]), "argument 1 has length 1 but argument 0 has length 2. All lengths: (2, 1)"),
        (
            ([1, 2], [3, 4], [5]),
            "argument 2 has length 1 but argument 0 has length 2. All lengths: (2, 2, 1)",
        ),
        (([1], range(11)), "argument 1 has length 11 but argument 0 has length 1. All lengths: (1, 11)"),
        (
            ([1], range(12)),
            "argument 1 has length 12+ but argument 0 has length 1. All lengths: (1, 12+) "
            "(Note: length capped for argument(s) 1)",
        ),
        (
            (range(40), [1], range(40)),
            "argument 1 has length 1 but argument 0 has length 12+. All lengths: (12+, 1, 11+) "
            "(Note: length capped for argument(s) 0, 2)",
        ),
    ],
)
def test_safe_zip_says_all_lengths(iterables: tuple[Any, ...], lengths: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"safe_zip() {lengths}")):
        utils.safe_zip(*iterables)


def test_lengths_are_counted_without_what_an_iterable_raises_then() -> None:
    def broken() -> Iterator[int]:
        yield from range(3)
        raise KeyError("boom")

    with pytest.raises(ValueError, match=re.escape("All lengths: (1, 3)")):
        utils.safe_zip([1], broken())
    with pytest.raises(KeyError):
        utils.safe_zip([1, 2, 3, 4], broken())


@pytest.mark.parametrize(
    ("dtype", "name"), [("int4", "S4"), ("uint4", "U4"), ("int2", "S2"), ("uint2", "U2")], ids=str
)
def test_types_of_which_dlpack_knows_nothing_have_xlas_names(dtype: str, name: str) -> None:
    with pytest.raises(jax.errors.JaxRuntimeError) as caught:
        jnp.zeros(3, dtype).__dlpack__()
    assert str(caught.value) == f"UNIMPLEMENTED: XLA type {name} has no DLPack equivalent"
