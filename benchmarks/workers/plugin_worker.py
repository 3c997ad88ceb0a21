"""Runs in an environment under measurement: the work that compares jaxlib-cpu with the backend inside jaxlib.

That environment's Python starts it as a script, so it can import only the modules beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import wide_programs
from jax import lax, random
from turns import WORK, Call, Work, jitted, main, work


def normal(*shape: int, seed: int = 0) -> Any:
    """Normally distributed numbers."""
    return random.normal(random.key(seed), shape)


# ---- Calls.


@work("calls", "trivial jitted call")
def dispatch() -> Call:
    """Computes next to nothing."""
    return jitted(lambda x: x + 1, jnp.float32(1))


@work("calls", "jitted call, 100 arrays in and out")
def dispatch_many() -> Call:
    """The cost of an argument and of a result."""
    return jitted(lambda xs: [x + 1 for x in xs], [jnp.float32(index) for index in range(100)])


@work("calls", "loop of 1000 small steps")
def loop() -> Call:
    """The cost of XLA's own control flow."""
    return jitted(lambda x: lax.fori_loop(0, 1000, lambda i, x: x * 0.5 + i, x), jnp.zeros(16))


@work("calls", "NumPy array of 4 MB in and out")
def transfer() -> Call:
    """A jitted call with a NumPy array in and its result as one; aligned arrays need no copy."""
    array: Any = np.ones((1024, 1024), np.float32)
    add = jax.jit(lambda x: x + 1)
    return lambda: np.asarray(add(array))


@work("calls", "host callback, round trip")
def callback() -> Call:
    """Python called from a compiled program."""
    shape = jax.ShapeDtypeStruct((), jnp.float32)
    return jitted(lambda x: jax.pure_callback(lambda y: y, shape, x), jnp.float32(1))


# ---- Compiling.


def _loss(weights: list[Any], inputs: Any) -> Any:
    for weight in weights[:-1]:
        inputs = jax.nn.relu(inputs @ weight)
    return jnp.mean((inputs @ weights[-1]) ** 2)


@work("compile", "small gradient: trace, lower, compile")
def compile_small() -> Call:
    """A new function each time."""
    shapes = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in ((16, 32), (32, 4))]
    inputs = jax.ShapeDtypeStruct((8, 16), jnp.float32)
    numbers = count(1)

    def compute() -> None:
        # The constant is in the program, so that no cache has it.
        scale = float(next(numbers))
        jax.jit(lambda weights, x: jax.grad(_loss)(weights, x * scale)).lower(shapes, inputs).compile()

    return compute


@work("compile", "transformer step: compile alone")
def compile_transformer() -> Call:
    """A program of some size, lowered anew each time; only its compilation is timed."""
    weights, tokens = _transformer_weights(), _tokens()
    numbers = count(1)

    def compute() -> float:
        scale = float(next(numbers)) * 1e-6
        lowered = jax.jit(lambda w, t: _transformer_step(w, t, scale)).lower(weights, tokens)
        started = time.perf_counter()
        lowered.compile()
        return time.perf_counter() - started

    return compute


wide_programs.register()


# ---- Training.


@work("training", "MLP 256-1024-1024-10, gradient")
def mlp_gradient() -> Call:
    """For 128 examples."""
    weights, inputs = _mlp()
    return jitted(jax.grad(_loss), weights, inputs)


def _mlp() -> tuple[list[Any], Any]:
    widths = (256, 1024, 1024, 10)
    weights = [
        normal(rows, columns, seed=index) / rows**0.5
        for index, (rows, columns) in enumerate(pairwise(widths))
    ]
    return weights, normal(128, widths[0], seed=9)


@work("training", "MLP 256-1024-1024-10, step with Adam")
def mlp_step() -> Call:
    """For 128 examples; each step donates the state, as in training."""

    def step(state: Any, inputs: Any) -> Any:
        weights, means, squares = state
        gradients = jax.grad(_loss)(weights, inputs)
        means = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, means, gradients)
        squares = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, squares, gradients)
        weights = jax.tree.map(lambda w, m, s: w - 1e-3 * m / (jnp.sqrt(s) + 1e-8), weights, means, squares)
        return weights, means, squares

    weights, inputs = _mlp()
    state = [weights, *(jax.tree.map(jnp.zeros_like, weights) for _ in range(2))]
    compiled = jax.jit(step, donate_argnums=0)

    def compute() -> Any:
        state[:] = compiled(tuple(state), inputs)
        return state

    return compute


LAYERS, WIDTH, HEADS, LENGTH, BATCH, VOCABULARY = 2, 128, 4, 64, 8, 256


def _transformer_weights() -> dict[str, Any]:
    layer = {"attention": (WIDTH, 3 * WIDTH), "out": (WIDTH, WIDTH), "up": (WIDTH, 4 * WIDTH)}
    layer["down"] = (4 * WIDTH, WIDTH)
    return {
        "embedding": normal(VOCABULARY, WIDTH) / 8,
        "layers": [
            {name: normal(*shape, seed=seed) / shape[0] ** 0.5 for name, shape in layer.items()}
            for seed in range(LAYERS)
        ],
    }


def _tokens() -> Any:
    return random.randint(random.key(5), (BATCH, LENGTH + 1), 0, VOCABULARY)


def _normalized(x: Any) -> Any:
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5)


def _transformer_loss(weights: dict[str, Any], tokens: Any) -> Any:
    inputs, targets = tokens[:, :-1], tokens[:, 1:]
    x = weights["embedding"][inputs]
    mask = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
    for layer in weights["layers"]:
        heads = (_normalized(x) @ layer["attention"]).reshape(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS)
        queries, keys, values = heads[:, :, 0], heads[:, :, 1], heads[:, :, 2]
        scores = jnp.einsum("bqhd,bkhd->bhqk", queries, keys) / (WIDTH // HEADS) ** 0.5
        attention = jax.nn.softmax(jnp.where(mask, scores, -1e9))
        mixed = jnp.einsum("bhqk,bkhd->bqhd", attention, values).reshape(BATCH, LENGTH, WIDTH)
        x = x + mixed @ layer["out"]
        x = x + jax.nn.gelu(_normalized(x) @ layer["up"]) @ layer["down"]
    logits = jax.nn.log_softmax(_normalized(x) @ weights["embedding"].T)
    return -jnp.take_along_axis(logits, targets[..., None], -1).mean()


def _transformer_step(weights: dict[str, Any], tokens: Any, rate: float) -> Any:
    loss, gradients = jax.value_and_grad(_transformer_loss)(weights, tokens)
    return loss, jax.tree.map(lambda w, g: w - rate * g, weights, gradients)


@work("training", "transformer, 2 layers of width 128, step")
def transformer_step() -> Call:
    """For 8 texts of 64 tokens."""
    return jitted(lambda w, t: _transformer_step(w, t, 1e-3), _transformer_weights(), _tokens())


@work("training", "transformer, forward")
def transformer_forward() -> Call:
    """The loss without its gradient."""
    return jitted(_transformer_loss, _transformer_weights(), _tokens())


# ---- Products.


@work("products", "matmul 1024")
def matmul() -> Call:
    """Two square matrices of float32."""
    return jitted(jnp.matmul, normal(1024, 1024), normal(1024, 1024, seed=1))


@work("products", "matmul 1024, bfloat16")
def matmul_bfloat16() -> Call:
    """Two square matrices of bfloat16."""
    left, right = normal(1024, 1024), normal(1024, 1024, seed=1)
    return jitted(jnp.matmul, left.astype(jnp.bfloat16), right.astype(jnp.bfloat16))


@work("products", "matmul 128 x 256 by 256 x 1024")
def matmul_small() -> Call:
    """A layer of a small network."""
    return jitted(jnp.matmul, normal(128, 256), normal(256, 1024, seed=1))


@work("products", "matmul 32, batch of 256")
def matmul_batched() -> Call:
    """Many small ones."""
    return jitted(jnp.matmul, normal(256, 32, 32), normal(256, 32, 32, seed=1))


@work("products", "matrix by vector, 2048")
def matvec() -> Call:
    """Bound by memory."""
    return jitted(jnp.matmul, normal(2048, 2048), normal(2048, seed=1))


def _convolve(images: Any, kernel: Any) -> Any:
    dimensions = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(images, kernel, (1, 1), "SAME", dimension_numbers=dimensions)


@work("products", "convolution 3x3, 64 channels")
def convolution() -> Call:
    """8 images, 56 by 56."""
    return jitted(_convolve, normal(8, 56, 56, 64), normal(3, 3, 64, 64, seed=1))


@work("products", "convolution 3x3, gradient")
def convolution_gradient() -> Call:
    """4 images, 28 by 28, with respect to images and kernel."""
    gradient = jax.grad(lambda x, w: (_convolve(x, w) ** 2).sum(), (0, 1))
    return jitted(gradient, normal(4, 28, 28, 32), normal(3, 3, 32, 32, seed=1))


# ---- Arrays of a million numbers.

MILLION = 1_000_000


def uniform(*shape: int) -> Any:
    """Numbers from 0 to 1."""
    return random.uniform(random.key(0), shape)


@work("arrays", "sin, exp, log1p")
def elementwise() -> Call:
    """One after the other."""
    return jitted(lambda x: jnp.log1p(jnp.exp(jnp.sin(x))), uniform(MILLION))


@work("arrays", "tanh")
def tanh() -> Call:
    """A usual activation."""
    return jitted(jnp.tanh, normal(MILLION))


@work("arrays", "x * y + z")
def arithmetic() -> Call:
    """Bound by memory."""
    return jitted(lambda x, y, z: x * y + z, *(normal(MILLION, seed=seed) for seed in range(3)))


@work("arrays", "sum of all")
def reduction() -> Call:
    """To one number."""
    return jitted(jnp.sum, normal(MILLION))


@work("arrays", "sum of each row, 1000 x 1000")
def reduction_rows() -> Call:
    """Of neighbours in memory."""
    return jitted(lambda x: x.sum(1), normal(1000, 1000))


@work("arrays", "sum of each column, 1000 x 1000")
def reduction_columns() -> Call:
    """Across memory."""
    return jitted(lambda x: x.sum(0), normal(1000, 1000))


@work("arrays", "softmax of each row, 1000 x 1000")
def softmax() -> Call:
    """Two reductions and exp."""
    return jitted(jax.nn.softmax, normal(1000, 1000))


@work("arrays", "argmax of each row, 1000 x 1000")
def argmax() -> Call:
    """A reduction of two arrays."""
    return jitted(lambda x: x.argmax(1), normal(1000, 1000))


@work("arrays", "cumulative sum")
def cumsum() -> Call:
    """Of each row, 1000 by 1000."""
    return jitted(lambda x: x.cumsum(1), normal(1000, 1000))


@work("arrays", "sort")
def sort() -> Call:
    """In one row."""
    return jitted(jnp.sort, uniform(MILLION))


@work("arrays", "top 10 of each row, 1000 x 1000")
def top_k() -> Call:
    """With their places."""
    return jitted(lambda x: lax.top_k(x, 10), normal(1000, 1000))


@work("arrays", "gather of rows")
def gather() -> Call:
    """100,000 of 10,000 rows of 16."""
    rows = random.randint(random.key(1), (100_000,), 0, 10_000)
    return jitted(lambda x, at: x[at], normal(10_000, 16), rows)


@work("arrays", "scatter-add of rows")
def scatter() -> Call:
    """20,000 rows of 16 into 10,000."""
    rows = random.randint(random.key(1), (20_000,), 0, 10_000)
    return jitted(lambda x, at, y: x.at[at].add(y), normal(10_000, 16), rows, normal(20_000, 16))


@work("arrays", "transpose, 1000 x 1000")
def transpose() -> Call:
    """Bound by memory."""
    return jitted(lambda x: x.T + 0, normal(1000, 1000))


@work("arrays", "FFT 1024, batch of 256")
def fft() -> Call:
    """Complex, many short ones."""
    return jitted(jnp.fft.fft, normal(256, 1024).astype(jnp.complex64))


@work("arrays", "FFT 512 x 512")
def fft2() -> Call:
    """Complex, in two dimensions."""
    return jitted(jnp.fft.fft2, normal(512, 512).astype(jnp.complex64))


@work("arrays", "random normal")
def random_normal() -> Call:
    """Threefry, and the inverse of erf."""
    return jitted(lambda key: random.normal(key, (MILLION,)), random.key(0))


@work("arrays", "random bits")
def random_bits() -> Call:
    """Threefry alone."""
    return jitted(lambda key: random.bits(key, (MILLION,)), random.key(0))


# ---- Linear algebra, and each of it in a batch of small ones.


def _positive(x: Any) -> Any:
    return x @ x.mT + x.shape[-1] * jnp.eye(x.shape[-1])


LINEAR: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "cholesky": (jnp.linalg.cholesky, _positive),
    "eigh": (jnp.linalg.eigh, _positive),
    "svd": (jnp.linalg.svd, lambda x: x),
    "qr": (jnp.linalg.qr, lambda x: x),
    "solve": (lambda x: jnp.linalg.solve(x, x[..., :1]), _positive),
    "eigvals": (jnp.linalg.eigvals, lambda x: x),
}
SIZES = {"": (256, 256), "_batched": (256, 16, 16)}


def _linear(name: str, shape: tuple[int, ...]) -> Callable[[], Call]:
    function, prepare = LINEAR[name]
    return lambda: jitted(function, prepare(normal(*shape)))


for _suffix, _shape in SIZES.items():
    for _name in LINEAR:
        _title = f"{_name} {_shape[-1]}" + (f", batch of {_shape[0]}" if len(_shape) > 2 else "")
        WORK[_name + _suffix] = Work("linear algebra", _title, _linear(_name, _shape))


if __name__ == "__main__":
    main()
