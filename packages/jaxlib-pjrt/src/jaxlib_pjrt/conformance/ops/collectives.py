"""Collective operations on two devices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jaxlib_pjrt.conformance.library import Library, Unsupported
from jaxlib_pjrt.conformance.ops.case import Case, Type, op, reduction_region

#: The inputs of the two devices.
_ARGUMENT = Type((2, 3), "float32")


def collectives() -> Iterator[tuple[str, Callable[[Library], None]]]:
    """Each collective's name and check."""
    import numpy as np

    x = _ARGUMENT
    wide = Type((4, 3), "float32")
    groups = "dense<[[0, 1]]> : tensor<1x2xi64>"
    handle = "channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>"
    reduce = reduction_region("add", "float32", f"{{replica_groups = {groups}}}")
    yield "all_reduce", _spread(op("all_reduce", ["%0"], (x,), (x,), reduce), x, lambda n: [n.sum(0)] * 2)
    more = f"{{all_gather_dim = 0 : i64, replica_groups = {groups}, {handle}}}"
    gathered: Callable[[Any], Any] = lambda n: [n.reshape(4, 3)] * 2  # noqa: E731
    yield "all_gather", _spread(op("all_gather", ["%0"], (x,), (wide,), more), wide, gathered)
    more = "{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}"
    yield (
        "collective_permute",
        _spread(op("collective_permute", ["%0"], (x,), (x,), more), x, lambda n: n[::-1]),
    )
    half = Type((1, 3), "float32")
    reduce = reduction_region("add", "float32", f"{{scatter_dimension = 0 : i64, replica_groups = {groups}}}")
    yield (
        "reduce_scatter",
        _spread(
            op("reduce_scatter", ["%0"], (x,), (half,), reduce), half, lambda n: n.sum(0).reshape(2, 1, 3)
        ),
    )
    more = (
        "{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, "
        f"replica_groups = {groups}}}"
    )
    yield "all_to_all", _spread(op("all_to_all", ["%0"], (x,), (x,), more), x, lambda n: n.swapaxes(0, 1))
    body = (
        '    %i = "stablehlo.replica_id"() : () -> tensor<ui32>\n'
        '    %f = "stablehlo.convert"(%i) : (tensor<ui32>) -> tensor<f32>\n'
        f'    %b = "stablehlo.broadcast_in_dim"(%f) {{broadcast_dimensions = array<i64>}} : (tensor<f32>) -> {x}\n'
        + op("add", ["%0", "%b"], (x, x), (x,))
    )
    yield "replica_id", _spread(body, x, lambda n: n + np.arange(2, dtype=np.float32)[:, None, None])


def _spread(body: str, given: Type, wanted: Callable[[Any], Any]) -> Callable[[Library], None]:
    """A check that runs ``body`` on two devices; ``wanted`` computes both results from both arguments."""
    program = Case("", (_ARGUMENT,), body, (given,), wanted).program

    def run(library: Library) -> None:
        import numpy as np

        from jaxlib_pjrt import CompileOptions

        if len(library.client.devices) < 2:
            raise Unsupported(f"{len(library.client.devices)} device; it needs two")
        executable = library.client.compile(program, CompileOptions(num_replicas=2))
        numbers: Any = np.arange(12, dtype=np.float32).reshape(2, 2, 3)
        (out,) = executable((numbers[0], numbers[1]))
        for index, shard in enumerate(out):
            got, expected = np.asarray(shard), np.asarray(wanted(numbers)[index], np.float32)
            assert np.array_equal(got, expected), (
                f"on device {index}: {got.tolist()}, wanted {expected.tolist()}"
            )

    return run
