"""Buffers: every dtype, shape, stride, device and memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jaxlib_pjrt.conformance.library import Check, Library, Unsupported
from jaxlib_pjrt.conformance.ops.case import TYPES, Type, numpy_dtype, some
from jaxlib_pjrt.conformance.rules.programs_under_test import vector

if TYPE_CHECKING:
    import numpy as np

_SHAPES: tuple[tuple[int, ...], ...] = (
    *((), (1,), (0,), (3, 0, 2), (1, 1, 1, 1, 1, 1), (7, 1, 5), (2, 3, 5, 7), (1 << 20,), (257, 129)),
)


def comes_back(client: Any, value: np.ndarray[Any, Any]) -> None:
    """Assert that an array is bitwise identical after being copied to the device and back."""
    import numpy as np

    buffer = client.buffer(value)
    assert buffer.shape == value.shape, f"{value.shape} became {buffer.shape}"
    assert buffer.dtype == value.dtype, f"{value.dtype} became {buffer.dtype}"
    back = np.array(buffer, copy=True)
    assert back.dtype == value.dtype, f"{value.dtype} came back as {back.dtype}"
    assert back.shape == value.shape, f"{value.shape} came back as {back.shape}"
    if value.tobytes() != back.tobytes():
        raise AssertionError(f"{value.dtype.name}{list(value.shape)} came back with other values")


def _dtype(name: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        import numpy as np

        dtype = numpy_dtype(name)
        small = (np.arange(24) % 2).astype(dtype).reshape(2, 3, 4)
        comes_back(library.client, small)
        if (
            dtype.itemsize == 1
            and not name.endswith(("int2", "int4"))
            and "float4" not in name
            and name != "bool"
        ):
            comes_back(library.client, np.arange(256, dtype=np.uint8).view(dtype))
        elif name in TYPES and name != "bool":
            comes_back(library.client, some(Type((5, 7), name), 0, 1, 3))

    return run


def _shape(shape: tuple[int, ...]) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        import numpy as np

        for dtype in ("float32", "int8", "bool"):
            comes_back(library.client, some(Type(shape, dtype), -4, 4, 1))
        assert np.asarray(library.client.buffer(np.zeros(shape))).shape == shape

    return run


def _strides(library: Library) -> None:
    import numpy as np

    array: Any = np.arange(60, dtype=np.int16).reshape(3, 4, 5)
    for view in (array.T, array[::2], array[:, ::-1], array[..., 1:3], np.broadcast_to(array[0], (2, 4, 5))):
        back = np.asarray(library.client.buffer(view))
        assert np.array_equal(back, view), f"an array with strides {view.strides} came back with other values"


def _every_bit(library: Library) -> None:
    import numpy as np

    words = np.array([0x7FC00001, 0xFFC12345, 0x7F800000, 0x80000000, 0x00000001, 0x7F800001], np.uint32)
    back = np.array(library.client.buffer(words.view(np.float32)), copy=True)
    assert np.array_equal(back.view(np.uint32), words), (
        "NaN payloads, signed zeros or subnormals changed on the way"
    )


def _sizes(library: Library) -> None:
    import numpy as np

    buffer = library.client.buffer(np.zeros((8, 16), np.float32))
    assert buffer.on_device_size >= 8 * 16 * 4, f"512 bytes take {buffer.on_device_size} on the device"


def _between_devices(library: Library) -> None:
    import numpy as np

    devices = library.client.devices
    if len(devices) < 2:
        raise Unsupported(f"{len(devices)} device; it needs two")
    copied = library.client.buffer(vector(), devices[0]).copy_to(devices[1])
    assert copied.device == devices[1], f"a copy for {devices[1]} is on {copied.device}"
    assert np.array_equal(np.asarray(copied), vector()), "a copy has other values"


def _memories(library: Library) -> None:
    import numpy as np

    device = library.client.devices[0]
    assert device.default_memory in device.memories, "a device's default memory is not among its memories"
    for memory in device.memories:
        buffer = library.client.buffer(vector(), memory)
        assert buffer.memory == memory, f"a buffer for {memory} is in {buffer.memory}"
        assert np.array_equal(np.asarray(buffer), vector()), f"a buffer in {memory} has other values"


def checks() -> list[Check]:
    """The checks of this file."""
    return [
        Check("buffers", "strides", "Arrays with any strides come back as they are.", _strides),
        Check(
            "buffers",
            "every bit",
            "NaN payloads, signed zeros and subnormals come back as they are.",
            _every_bit,
        ),
        Check("buffers", "sizes", "A buffer's size on the device holds its elements.", _sizes),
        Check("buffers", "between devices", "A buffer can be copied to another device.", _between_devices),
        Check("buffers", "memories", "A buffer can be placed in each memory of a device.", _memories),
        *(
            Check("buffers", name, "Arrays of this dtype come back as they are.", _dtype(name))
            for name in TYPES
        ),
        *(
            Check(
                "buffers",
                f"shape {list(shape)}",
                "Arrays of this shape come back as they are.",
                _shape(shape),
            )
            for shape in _SHAPES
        ),
    ]
