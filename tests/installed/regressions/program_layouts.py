"""The layouts of a program's parameters and results, which jax requests for each program that it compiles.

Most are derived from the program's types instead of being read from the optimized program; these tests include
programs for which that is not possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.experimental.layout import Format, Layout
from jax.sharding import NamedSharding, PartitionSpec, SingleDeviceSharding

Layouts = tuple[list[str], list[str]]


def layouts(function: Callable[..., Any], *arguments: Any, **options: Any) -> Layouts:
    """Of the parameters and of the results, as XLA writes them."""
    executable: Any = jax.jit(function, **options).lower(*arguments).compile().runtime_executable()
    return (
        [str(layout) for layout in executable.get_parameter_layouts()],
        [str(layout) for layout in executable.get_output_layouts()],
    )


def test_parameters_and_results_are_row_major() -> None:
    assert layouts(
        lambda x, y: (x.T @ y, x.sum(), jnp.stack([x, x])), jnp.ones((3, 4)), jnp.ones((3, 5))
    ) == (
        ["{1,0}", "{1,0}"],
        ["{1,0}", "{}", "{2,1,0}"],
    )


@pytest.mark.parametrize(
    ("dtype", "layout"),
    [("bool", "{1,0}"), ("complex64", "{1,0}"), ("float8_e4m3fn", "{1,0}"), ("int4", "{1,0:E(4)}"),
     ("uint4", "{1,0:E(4)}"), ("int2", "{1,0:E(2)}")],
)  # fmt: skip
def test_elements_of_less_than_a_byte_are_told(dtype: str, layout: str) -> None:
    assert layouts(lambda x: x.T, jnp.zeros((3, 4), dtype)) == ([layout], [layout])


@pytest.mark.parametrize(
    ("dtype", "bits"), [("int4", 4), ("uint4", 4), ("int2", 2), ("int8", 8), ("float32", 32)]
)
def test_the_size_of_an_array_and_its_layout_agree(dtype: str, bits: int) -> None:
    packed = jax.__version_info__ >= (0, 11) and bits < 8
    counted = bits if packed else max(bits, 8)
    array = jnp.zeros((3, 7), dtype)
    assert array.on_device_size_in_bytes() == (21 * counted + 7) // 8
    assert str(array._pjrt_layout) == (f"{{1,0:E({bits})}}" if packed else "{1,0}")
    assert array.format.layout.sub_byte_element_size_in_bits == (bits if packed else 0)


def test_a_program_without_results_has_no_layouts() -> None:
    assert layouts(lambda: ()) == ([], [])


def test_a_program_that_asks_for_layouts_has_them() -> None:
    sharding = SingleDeviceSharding(jax.devices()[0])
    columns = Format(Layout((1, 0)), sharding)
    assert layouts(lambda x: x * 2, jnp.ones((3, 4)), in_shardings=columns) == (["{0,1}"], ["{1,0}"])
    assert layouts(lambda x: x * 2, jnp.ones((3, 4)), out_shardings=columns) == (["{1,0}"], ["{0,1}"])


def test_a_program_that_leaves_a_layout_to_the_compiler_has_the_compilers() -> None:
    automatic = Format(Layout.AUTO)
    assert layouts(lambda x: x.T, jnp.ones((3, 4)), in_shardings=automatic, out_shardings=automatic) in (
        (["{1,0}"], ["{0,1}"]),
        (["{0,1}"], ["{1,0}"]),
    )


def test_shards_have_the_layouts_of_arrays() -> None:
    mesh = jax.make_mesh((1,), ("x",))
    array = jax.device_put(jnp.ones((8, 2)), NamedSharding(mesh, PartitionSpec("x")))
    assert layouts(lambda x: (x + 1, x[:, 0]), array) == (["{1,0}"], ["{1,0}", "{0}"])


def test_a_program_of_text_has_layouts() -> None:
    lowered = jax.jit(lambda x: x.T).lower(jnp.ones((3, 4)))
    device = jax.devices()[0]
    from jax._src.interpreters import mlir
    from jaxlib import xla_client

    executable = device.client.compile_and_load(
        mlir.module_to_bytecode(lowered.compiler_ir()),
        xla_client.DeviceList((device,)),
        xla_client.CompileOptions(),
    )
    assert [str(layout) for layout in executable.get_parameter_layouts()] == ["{1,0}"]
