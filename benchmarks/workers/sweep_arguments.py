"""Arguments of the sweep's cells: drawn by NumPy from a fixed seed, so that every process has the same ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import numpy as jnp

SIZES = ("tiny", "L1", "L3", "memory")
#: Elements of a vector, and the shapes of a matrix, of a size; of float32, up to 32 bytes, 16 KiB, 1 MiB, 32 MiB.
VECTORS = dict(zip(SIZES, (8, 1 << 12, 1 << 18, 1 << 23), strict=True))
MATRICES = dict(zip(SIZES, ((2, 4), (64, 64), (512, 512), (2048, 4096)), strict=True))
#: The order of square matrices: of linear algebra, and of products, whose cost is the cube of it.
ORDERS = dict(zip(SIZES, (4, 32, 96, 256), strict=True))
PRODUCTS = dict(zip(SIZES, (4, 64, 256, 1024), strict=True))

DTYPES = {
    "f": np.dtype(np.float32),
    "d": np.dtype(np.float64),
    "b": np.dtype(jnp.bfloat16),
    "i": np.dtype(np.int32),
    "c": np.dtype(np.complex64),
}

#: What normally distributed numbers become, so that a function is defined on them.
DOMAINS: dict[str, Callable[[Any], Any]] = {
    "normal": lambda x: x,
    "positive": lambda x: np.abs(x) + 0.1,
    "above one": lambda x: np.abs(x) + 1.1,
    "unit": lambda x: 0.98 * np.tanh(x),
    "probability": lambda x: 0.49 * np.tanh(x) + 0.5,
}
_INTEGERS: dict[str, Callable[[Any], Any]] = {
    "normal": lambda x: x * 30,
    "above one": lambda x: np.abs(x) * 5 + 2,
}
#: Arrays after the first start at another place of the pool.
_STEP = 4099
_pool: list[Any] = []


def _numbers(count: int, place: int) -> Any:
    if not _pool:
        _pool.append(np.random.Generator(np.random.SFC64(0)).standard_normal((1 << 24) + 64 * _STEP))
    start = place * _STEP
    return _pool[0][start : start + count]


class Draw:
    """The arguments of a cell: each call of a method makes another array of the cell's size and dtype."""

    def __init__(self, size: str, dtype: str, largest: int | None = None) -> None:
        self.size = size
        self.dtype = DTYPES[dtype]
        self._largest = largest
        self._arrays = 0

    @property
    def count(self) -> int:
        """The number of elements of a vector."""
        return min(VECTORS[self.size], self._largest or VECTORS["memory"])

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of a matrix of about as many elements."""
        rows, columns = MATRICES[self.size]
        while rows * columns > self.count:
            rows, columns = rows // 2, columns // 2
        return max(rows, 1), max(columns, 1)

    @property
    def order(self) -> int:
        """The order of a square matrix for linear algebra."""
        return ORDERS[self.size]

    @property
    def product(self) -> int:
        """The order of the factors of a matrix product."""
        return PRODUCTS[self.size]

    def array(self, *shape: int, domain: str = "normal") -> Any:
        """An array of the cell's dtype, as NumPy's."""
        count = int(np.prod(shape))
        self._arrays += 2
        numbers = _numbers(count, self._arrays)
        if self.dtype.kind == "c":
            made = DOMAINS[domain](numbers) + 1j * _numbers(count, self._arrays + 1)
        elif self.dtype.kind == "i":
            made = _INTEGERS["normal" if domain == "normal" else "above one"](numbers)
        else:
            made = DOMAINS[domain](numbers)
        return made.astype(self.dtype).reshape(shape)

    def vector(self, domain: str = "normal") -> Any:
        return self.array(self.count, domain=domain)

    def matrix(self, domain: str = "normal") -> Any:
        """A matrix, whose neighbours along a row are neighbours in memory."""
        return self.array(*self.shape, domain=domain)

    def square(self, *batch: int, order: int | None = None) -> Any:
        """A well-conditioned matrix, or a batch of them."""
        order = order or self.order
        return self.array(*batch, order, order) + (2 * order**0.5 * np.eye(order)).astype(self.dtype)

    def positive(self, *batch: int, order: int | None = None) -> Any:
        """A positive definite matrix, or a batch of them."""
        order = order or self.order
        made = self.array(*batch, order, order).astype(
            np.complex128 if self.dtype.kind == "c" else np.float64
        )
        product = made @ np.swapaxes(made.conj(), -1, -2) / order + 2 * np.eye(order)
        return product.astype(self.dtype)

    def places(self, *shape: int, below: int) -> Any:
        """Integers from 0, below a number, as indices."""
        self._arrays += 2
        numbers = _numbers(int(np.prod(shape)), self._arrays)
        return (np.abs(numbers) * 7919).astype(np.int32).reshape(shape) % np.int32(below)


def on_devices(arguments: Any, devices: int) -> Any:
    """The arguments on the device, or each array divided along its first dimension among several."""
    if devices == 1:
        return jax.device_put(arguments)
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:devices]), ("x",))

    def put(value: Any) -> Any:
        divided = value.ndim and value.shape[0] % devices == 0
        spec = jax.sharding.PartitionSpec("x") if divided else jax.sharding.PartitionSpec()
        return jax.device_put(value, jax.sharding.NamedSharding(mesh, spec))

    return jax.tree.map(put, arguments)
