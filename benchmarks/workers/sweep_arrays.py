"""The sweep's table: indexing, layout, products, convolutions, linear algebra, Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import lax, nn
from jax import numpy as jnp
from jax.scipy import linalg as jsl
from jax.scipy import signal
from sweep_arguments import SIZES, Draw
from sweep_table import (
    NORMAL,
    PAIR,
    ROWS_AND_COLUMNS,
    Arguments,
    matrices,
    named,
    one_matrix,
    put,
    put_all,
    put_axes,
)

_SMALL = {"largest": 1 << 20}
_NORMWISE = {"normwise": True}
_EVERY = "fdbic"
#: The sides of square images for each size.
_SIDES = dict(zip(SIZES, (4, 8, 28, 56), strict=True))


def _at(axis: int, *, along: bool = False) -> Arguments:
    def make(draw: Draw) -> tuple[Any, ...]:
        count = draw.shape[axis]
        places = draw.places(*(draw.shape if along else (count,)), below=count)
        return draw.matrix(), places, draw.matrix()

    return make


def _gathers() -> None:
    group = "indexing"
    put(group, "gather rows", lambda x, at, _: x[at], _at(0), _EVERY)
    put(group, "gather columns", lambda x, at, _: x[:, at], _at(1), "fb")
    put(group, "gather elements", lambda x, at, _: x.ravel()[at], _at(1, along=True), "fd", largest=1 << 20)
    put(
        group,
        "take_along_axis rows",
        lambda x, at, _: jnp.take_along_axis(x, at, 1),
        _at(1, along=True),
        "fi",
        largest=1 << 20,
    )
    put(
        group,
        "take_along_axis columns",
        lambda x, at, _: jnp.take_along_axis(x, at, 0),
        _at(0, along=True),
        "fi",
        largest=1 << 20,
    )


def _scatters() -> None:
    group = "indexing"
    put(
        group,
        "scatter set rows",
        lambda x, at, y: x.at[at].set(y, mode="drop"),
        _at(0),
        "fi",
        reference=False,
        **_SMALL,
    )
    put(group, "scatter add rows", lambda x, at, y: x.at[at].add(y), _at(0), _EVERY, normwise=True, **_SMALL)
    put(
        group,
        "scatter add columns",
        lambda x, at, y: x.at[:, at].add(y),
        _at(1),
        "f",
        normwise=True,
        **_SMALL,
    )
    put(
        group,
        "scatter add elements",
        lambda x, at, y: x.ravel().at[at.ravel()].add(y.ravel()),
        _at(1, along=True),
        "fdb",
        normwise=True,
        largest=1 << 18,
    )
    put(group, "scatter max rows", lambda x, at, y: x.at[at].max(y), _at(0), "fi", gradient=False, **_SMALL)
    put(group, "scatter mul rows", lambda x, at, y: x.at[at].mul(y), _at(0), "f", gradient=False, **_SMALL)
    put(
        group,
        "segment_sum",
        lambda x, at, _: jax.ops.segment_sum(x, at, 64),
        _at(0),
        "fdb",
        normwise=True,
        **_SMALL,
    )


def _slices() -> None:
    group = "indexing"
    put(group, "slice rows", lambda x: x[::2], one_matrix(), _EVERY)
    put(group, "slice columns", lambda x: x[:, ::2], one_matrix(), _EVERY)
    put(
        group,
        "slice, middle half of each row",
        lambda x: x[:, x.shape[1] // 4 : 3 * x.shape[1] // 4],
        one_matrix(),
        "fb",
    )
    put(
        group,
        "dynamic_slice",
        lambda x, at, _: lax.dynamic_slice(x, (at[0], at[0]), (x.shape[0] // 2, x.shape[1] // 2)),
        _at(0),
        "fi",
    )
    put(
        group,
        "dynamic_update_slice",
        lambda x, at, y: lax.dynamic_update_slice(x, y[:1], (at[0], 0)),
        _at(0),
        "fi",
    )
    put(group, "set a row", lambda x: x.at[1].set(1), one_matrix(), "f")
    put(group, "set a column", lambda x: x.at[:, 1].set(1), one_matrix(), "f")
    put(group, "embedding", lambda x, at, _: x[at % 32].sum(0), _at(0), "fb", normwise=True, **_SMALL)


def _layout() -> None:
    group, all_dtypes = "layout", "fdbic"

    def cube(draw: Draw) -> tuple[Any, ...]:
        rows, columns = draw.shape
        return (draw.array(max(rows // 8, 1), min(rows, 8), columns),)

    def heads(draw: Draw) -> tuple[Any, ...]:
        rows, columns = draw.shape
        return (draw.array(2, rows // 2, max(columns // 32, 1), min(columns, 32)),)

    flat = one_matrix()
    put(group, "transpose", lambda x: x.T, flat, all_dtypes, sharded=True)
    put(group, "transpose of a sum", lambda x: (x + 1).T, flat, "fdb")
    put(group, "x + x.T", lambda x: x[:, : x.shape[0]] + x[:, : x.shape[0]].T, flat, "fdb")
    put(group, "transpose 0 2 1", lambda x: x.transpose(0, 2, 1), cube, "fdbi")
    put(group, "transpose 1 0 2", lambda x: x.transpose(1, 0, 2), cube, "fdbi")
    put(group, "transpose 2 1 0", lambda x: x.transpose(2, 1, 0), cube, "fdbi")
    put(group, "transpose 2 0 1", lambda x: x.transpose(2, 0, 1), cube, "fb")
    put(group, "transpose of heads", lambda x: x.transpose(0, 2, 1, 3), heads, "fdb")
    put(group, "reshape of a transpose", lambda x: x.T.reshape(x.shape), flat, "fb")
    put(group, "flip rows", lambda x: x[::-1], flat, "fbi")
    put(group, "flip columns", lambda x: x[:, ::-1], flat, "fbi")
    put(group, "rot90", jnp.rot90, flat, "fb")
    put(group, "roll rows", lambda x: jnp.roll(x, 1, 0), flat, "fb")
    put(group, "roll columns", lambda x: jnp.roll(x, 1, 1), flat, "fb")
    put(
        group,
        "concatenate rows",
        lambda x, y: jnp.concatenate([x, y], 0),
        matrices("normal", "normal"),
        all_dtypes,
    )
    put(
        group,
        "concatenate columns",
        lambda x, y: jnp.concatenate([x, y], 1),
        matrices("normal", "normal"),
        all_dtypes,
    )
    put(group, "stack last", lambda x, y: jnp.stack([x, y], -1), matrices("normal", "normal"), "fb")
    put(group, "pad rows", lambda x: jnp.pad(x, ((1, 1), (0, 0))), flat, all_dtypes)
    put(group, "pad columns", lambda x: jnp.pad(x, ((0, 0), (1, 1))), flat, all_dtypes)
    put(group, "pad reflect", lambda x: jnp.pad(x, 1, "reflect"), flat, "f", gradient=False)
    put(group, "repeat columns", lambda x: jnp.repeat(x, 2, 1), flat, "fb", largest=1 << 21)
    put(group, "tile", lambda x: jnp.tile(x, (2, 2)), flat, "fb", largest=1 << 20)
    put(group, "broadcast of a column", lambda x: jnp.broadcast_to(x[:, :1], x.shape), flat, "fb")
    put(group, "copy", jnp.copy, flat, all_dtypes, gradient=False)
    put(group, "tril", jnp.tril, flat, "fdb")
    put(group, "diagonal", jnp.diagonal, flat, "f")
    put(group, "split and add", lambda x: sum(jnp.split(x, 2, 1)), flat, "f")
    put(group, "outer", lambda x: jnp.outer(x[:, 0], x[0]), flat, "fdbc")


def _squares(draw: Draw) -> tuple[Any, ...]:
    return draw.array(draw.product, draw.product), draw.array(draw.product, draw.product)


def _shaped(left: str, right: str, **long: int) -> Arguments:
    """Arrays whose dimensions are letters: n is the order, the others are given."""

    def make(draw: Draw) -> tuple[Any, ...]:
        lengths = {"n": draw.product, "m": max(draw.product // 4, 2), **long}
        return tuple(draw.array(*(lengths[letter] for letter in word)) for word in (left, right))

    return make


def _matrix_products() -> None:
    group, dtypes = "products", "fdbc"
    put(group, "matmul", jnp.matmul, _squares, dtypes, sharded=True, **_NORMWISE)
    put(group, "matmul int32", jnp.matmul, _squares, "i")
    put(group, "x @ y.T", lambda x, y: x @ y.T, _squares, dtypes, **_NORMWISE)
    put(group, "x.T @ y", lambda x, y: x.T @ y, _squares, dtypes, **_NORMWISE)
    put(group, "x.T @ y.T", lambda x, y: x.T @ y.T, _squares, "fd", **_NORMWISE)
    put(
        group,
        "matrix by vector",
        jnp.matmul,
        lambda draw: (draw.matrix(), draw.array(draw.shape[1])),
        dtypes,
        **_NORMWISE,
    )
    put(
        group,
        "vector by matrix",
        jnp.matmul,
        lambda draw: (draw.array(draw.shape[0]), draw.matrix()),
        dtypes,
        **_NORMWISE,
    )
    put(group, "dot of vectors", jnp.dot, PAIR, dtypes, **_NORMWISE)
    put(group, "few rows by matrix", jnp.matmul, _shaped("rn", "nn", r=4), dtypes, **_NORMWISE)
    put(group, "matrix by few columns", jnp.matmul, _shaped("nn", "nr", r=4), dtypes, **_NORMWISE)
    put(
        group,
        "long sum",
        lambda x, y: x.T @ y,
        lambda draw: tuple(draw.array(max(draw.count // 16, 1), 8) for _ in "xy"),
        "fd",
        **_NORMWISE,
    )


def _batched_products() -> None:
    group, dtypes = "products", "fdbc"
    put(
        group,
        "batch of 4 x 4",
        jnp.matmul,
        lambda draw: tuple(draw.array(max(draw.count // 256, 1), 4, 4) for _ in "xy"),
        dtypes,
        **_NORMWISE,
    )
    put(
        group,
        "batch of 16 x 16",
        jnp.matmul,
        lambda draw: tuple(draw.array(max(draw.count // 4096, 1), 16, 16) for _ in "xy"),
        dtypes,
        **_NORMWISE,
    )
    put(
        group,
        "batch of 64 x 64",
        jnp.matmul,
        lambda draw: tuple(draw.array(max(draw.count // 65536, 1), 64, 64) for _ in "xy"),
        dtypes,
        **_NORMWISE,
    )
    put(
        group,
        "batch of matrix by vector",
        lambda x, y: jnp.einsum("bij,bj->bi", x, y[:, 0]),
        lambda draw: tuple(draw.array(max(draw.count // 1024, 1), 16, 16) for _ in "xy"),
        "fdb",
        **_NORMWISE,
    )


def _sums_of_products() -> None:
    group = "products"
    put(
        group,
        "einsum ij,jk,kl",
        lambda x, y: jnp.einsum("ij,jk,kl->il", x, y, x),
        _squares,
        "fd",
        **_NORMWISE,
    )
    put(
        group,
        "einsum ij,ij->i",
        lambda x, y: jnp.einsum("ij,ij->i", x, y),
        matrices("normal", "normal"),
        "fdb",
        **_NORMWISE,
    )
    put(
        group,
        "einsum ij,ij->j",
        lambda x, y: jnp.einsum("ij,ij->j", x, y),
        matrices("normal", "normal"),
        "fdb",
        **_NORMWISE,
    )
    put(group, "tensordot", lambda x, y: jnp.tensordot(x, y, ((0, 1), (1, 0))), _squares, "fd", **_NORMWISE)
    put(
        group,
        "dense layer",
        lambda x, y: nn.relu(x @ y + y[0]),
        _shaped("mn", "nn"),
        "fdb",
        sharded=True,
        **_NORMWISE,
    )
    put(group, "kron", lambda x: jnp.kron(x[:4, :4], x[:16, :16]), one_matrix(), "f", **_NORMWISE)
    put(
        group,
        "cross",
        jnp.cross,
        lambda draw: tuple(draw.array(max(draw.count // 4, 1), 3) for _ in "xy"),
        "fd",
    )
    put(
        group, "attention", lambda x: nn.dot_product_attention(x, x, x),
        lambda draw: (draw.array(2, draw.product // 2, 4, 16),), "fb", **_NORMWISE,
    )  # fmt: skip


def _images(channels: int, *kernel: int) -> Arguments:
    def make(draw: Draw) -> tuple[Any, ...]:
        side = _SIDES[draw.size]
        images = draw.array(4, side, side, channels)
        return (images, draw.array(*kernel)) if kernel else (images,)

    return make


def _convolution(order: str = "NHWC", **parameters: Any) -> Callable[..., Any]:
    def convolve(x: Any, w: Any) -> Any:
        x = x.transpose(0, 3, 1, 2) if order == "NCHW" else x
        numbers = (order, "HWIO", order)
        given = {"window_strides": (1, 1), "padding": "SAME"} | parameters
        return lax.conv_general_dilated(x, w, dimension_numbers=numbers, **given)

    return convolve


def _convolutions() -> None:
    group = "convolutions and windows"
    usual = _images(16, 3, 3, 16, 32)
    put(group, "convolution 3 x 3", _convolution(), usual, "fdb", sharded=True, **_NORMWISE)
    put(group, "convolution 3 x 3, NCHW", _convolution("NCHW"), usual, "f", **_NORMWISE)
    put(group, "convolution 3 x 3, stride 2", _convolution(window_strides=(2, 2)), usual, "fd", **_NORMWISE)
    put(group, "convolution 3 x 3, dilated", _convolution(rhs_dilation=(2, 2)), usual, "fd", **_NORMWISE)
    put(group, "convolution 1 x 1", _convolution(), _images(16, 1, 1, 16, 32), "fdb", **_NORMWISE)
    put(
        group,
        "convolution 7 x 7, of 3 channels",
        _convolution(window_strides=(2, 2)),
        _images(3, 7, 7, 3, 16),
        "f",
        **_NORMWISE,
    )
    put(
        group,
        "convolution, depthwise",
        _convolution(feature_group_count=16),
        _images(16, 3, 3, 1, 16),
        "fdb",
        **_NORMWISE,
    )
    put(
        group,
        "conv_transpose",
        lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"),
        usual,
        "f",
        **_NORMWISE,
    )
    put(group, "jnp.convolve", lambda x, y: jnp.convolve(x, y[:8]), PAIR, "fd", largest=1 << 16, **_NORMWISE)
    put(
        group,
        "signal.convolve2d",
        lambda x: signal.convolve2d(x, x[:3, :3], "same"),
        one_matrix(),
        "f",
        largest=1 << 16,
        **_NORMWISE,
    )


def _pooled(start: float, function: Any, window: int, stride: int) -> Callable[..., Any]:
    sizes, strides = (1, window, window, 1), (1, stride, stride, 1)
    return lambda x: lax.reduce_window(x, np.array(start, x.dtype), function, sizes, strides, "SAME")


def _windows() -> None:
    group = "convolutions and windows"
    put(group, "max pool 2 x 2", _pooled(-np.inf, lax.max, 2, 2), _images(32), "fdb", sharded=True)
    put(group, "max pool 3 x 3, stride 1", _pooled(-np.inf, lax.max, 3, 1), _images(32), "fdb")
    put(group, "sum pool 2 x 2", _pooled(0, lax.add, 2, 2), _images(32), "fdb", **_NORMWISE)
    put(group, "sum pool 3 x 3, stride 1", _pooled(0, lax.add, 3, 1), _images(32), "fdb", **_NORMWISE)
    put(
        group,
        "moving sum of 8",
        lambda x: lax.reduce_window(x, np.array(0, x.dtype), lax.add, (8,), (1,), "VALID"),
        NORMAL,
        "fd",
        largest=1 << 20,
        **_NORMWISE,
    )


def _linear_algebra() -> None:
    group, options = "linear algebra", {"normwise": True}
    absolute = {"compared": jnp.abs}

    def both(name: str, function: Any, maker: str, dtypes: str, right: bool = False, **more: Any) -> None:
        def make(draw: Draw, *batch: int, order: int | None = None) -> tuple[Any, ...]:
            first = getattr(draw, maker)(*batch, order=order)
            return (first, draw.array(*batch, first.shape[-1], 2)) if right else (first,)

        def batch(draw: Draw) -> tuple[Any, ...]:
            return make(draw, {"tiny": 2, "L1": 16, "L3": 256, "memory": 2048}[draw.size], order=8)

        put(group, name, function, make, dtypes, **options, **more)
        put(group, f"{name}, batch of 8 x 8", function, batch, dtypes.replace("c", ""), **options, **more)

    both("cholesky", jnp.linalg.cholesky, "positive", "fdc")
    both("eigh", lambda x: jnp.linalg.eigh(x)[0], "positive", "fdc")
    both("eigh with vectors", lambda x: jnp.linalg.eigh(x)[1], "positive", "fd", gradient=False, **absolute)
    both("svd", lambda x: jnp.linalg.svd(x, compute_uv=False), "square", "fdc")
    both("svd with vectors", lambda x: jnp.linalg.svd(x)[0], "square", "f", gradient=False, **absolute)
    both("qr", lambda x: jnp.linalg.qr(x)[1], "square", "fdc", **absolute)
    both("eigvals", lambda x: jnp.sort(jnp.abs(jnp.linalg.eigvals(x))), "square", "fd", gradient=False)
    both("solve", jnp.linalg.solve, "square", "fdc", right=True)
    both("inv", jnp.linalg.inv, "square", "fdc")
    both("det", jnp.linalg.det, "square", "fd")
    both("slogdet", lambda x: jnp.linalg.slogdet(x)[1], "square", "fd")
    both("lu", lambda x: jsl.lu(x)[2], "square", "f")
    both("solve_triangular", lambda x, y: jsl.solve_triangular(x, y, lower=True), "square", "fdc", right=True)
    both("cho_solve", lambda x, y: jsl.cho_solve((x, True), y), "square", "f", right=True)
    both("matrix_power 5", lambda x: jnp.linalg.matrix_power(x, 5), "positive", "f")
    put(group, "expm", lambda x: jsl.expm(x / 16), lambda draw: (draw.square(),), "f", **options)
    put(group, "pinv", jnp.linalg.pinv, lambda draw: (draw.square(),), "f", **options)
    put(
        group,
        "lstsq",
        lambda x, y: jnp.linalg.lstsq(x, y)[0],
        lambda draw: (draw.square(), draw.array(draw.order, 2)),
        "f",
        gradient=False,
        **options,
    )
    put(
        group,
        "eigh_tridiagonal",
        lambda x: jsl.eigh_tridiagonal(x[0], x[1, 1:], eigvals_only=True),
        lambda draw: (draw.array(2, draw.order),),
        "f",
        gradient=False,
        **options,
    )


def _fourier() -> None:
    group, options = "FFT", {"normwise": True, "gradient": False, "largest": 1 << 20}
    put_axes(group, "fft", named(jnp.fft, "fft ifft"), "c", ROWS_AND_COLUMNS, **options)
    put_axes(group, "fft", named(jnp.fft, "rfft"), "fd", ROWS_AND_COLUMNS, **options)
    put_axes(group, "fft", named(jnp.fft, "irfft"), "c", ROWS_AND_COLUMNS, **options)
    put_all(group, jnp.fft, "fft", "fft2 ifft2", one_matrix(), "c", **options)
    put_all(group, jnp.fft, "fft", "rfft2", one_matrix(), "fd", **options)
    put_all(group, jnp.fft, "fft", "fftshift", one_matrix(), "fc", **options)
    put(
        group,
        "fft.rfft with gradient",
        lambda x: jnp.abs(jnp.fft.rfft(x)),
        one_matrix(),
        "f",
        normwise=True,
        largest=1 << 20,
    )
    put(
        group,
        "fft of an odd length",
        lambda x: jnp.fft.fft(x[:, : x.shape[1] - 1]),
        one_matrix(),
        "c",
        **options,
    )


for _fill in (
    *(_gathers, _scatters, _slices, _layout, _matrix_products, _batched_products, _sums_of_products),
    *(_convolutions, _windows, _linear_algebra, _fourier),
):
    _fill()
