"""Runs in an environment under measurement: the work that compares jaxlib (bindings-only) with upstream's.

That environment's Python starts it as a script, so it can import only the modules beside it.
"""

from __future__ import annotations

import time
from itertools import count
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import wide_programs
from jax import export, lax
from turns import Call, jitted, main, work

LAYERS, WIDTH, HEADS, LENGTH, BATCH, VOCABULARY = 24, 16, 2, 8, 2, 32
#: A layer's weights; those of all layers are 168.
SHAPES = {
    "query": (WIDTH, WIDTH),
    "key": (WIDTH, WIDTH),
    "value": (WIDTH, WIDTH),
    "out": (WIDTH, WIDTH),
    "up": (WIDTH, 4 * WIDTH),
    "down": (4 * WIDTH, WIDTH),
    "scale": (WIDTH,),
}


def _weights() -> list[dict[str, Any]]:
    return [{name: jnp.ones(shape) for name, shape in SHAPES.items()} for _ in range(LAYERS)]


def _loss(layers: list[dict[str, Any]], embedding: Any, tokens: Any) -> Any:
    x = embedding[tokens]
    mask = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
    for layer in layers:
        normal = x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * layer["scale"]
        query, key, value = (
            (normal @ layer[name]).reshape(BATCH, LENGTH, HEADS, -1) for name in ("query", "key", "value")
        )
        scores = jnp.einsum("bqhd,bkhd->bhqk", query, key)
        attention = jax.nn.softmax(jnp.where(mask, scores, -1e9))
        mixed = jnp.einsum("bhqk,bkhd->bqhd", attention, value)
        x = x + mixed.reshape(BATCH, LENGTH, WIDTH) @ layer["out"]
        x = x + jax.nn.gelu(x @ layer["up"]) @ layer["down"]
    return -jax.nn.log_softmax(x @ embedding.T)[..., 0].mean()


def _given() -> tuple[Any, ...]:
    return _weights(), jnp.ones((VOCABULARY, WIDTH)), jnp.zeros((BATCH, LENGTH), jnp.int32)


def _step() -> Any:
    """A new function each time, which is in no cache."""
    return jax.jit(jax.value_and_grad(_loss))


# ---- Calls.


@work("calls", "trivial jitted call")
def dispatch() -> Call:
    """Computes next to nothing."""
    return jitted(lambda x: x + 1, jnp.float32(1))


@work("calls", "jitted call with 168 arrays in a tree")
def dispatch_leaves() -> Call:
    """A model's weights as arguments."""
    return jitted(lambda layers: layers[0]["scale"] + 1, _weights())


@work("calls", "jitted call with an array of numpy's")
def dispatch_numpy() -> Call:
    """A call with an array of numpy's, which is transferred to the device."""
    return jitted(lambda x: x + 1, np.ones(8, np.float32))


@work("calls", "addition that is not jitted")
def eager() -> Call:
    """``+`` of two arrays, which is not jitted."""
    x = jnp.float32(1)
    return lambda: x + x


@work("calls", "array to numpy")
def to_numpy() -> Call:
    """A new array each time, because an array caches its conversion to numpy."""
    add, x = jax.jit(lambda x: x + 1), jnp.ones(8)
    return lambda: np.asarray(add(x))


@work("calls", "numpy to array")
def to_device() -> Call:
    """Of 32 bytes."""
    x: Any = np.ones(8, np.float32)
    return lambda: jax.device_put(x)


@work("calls", "annotation outside of a profile")
def annotate() -> Call:
    """The cost of an annotation while no profile is recorded."""

    def call() -> None:
        with jax.profiler.TraceAnnotation("step"):
            pass

    return call


# ---- Trees.


@work("trees", "flatten 168 leaves")
def flatten() -> Call:
    """Of a list of dictionaries."""
    tree = _weights()
    return lambda: jax.tree.leaves(tree)


@work("trees", "unflatten 168 leaves")
def unflatten() -> Call:
    """Into a list of dictionaries."""
    leaves, structure = jax.tree.flatten(_weights())
    return lambda: jax.tree.unflatten(structure, leaves)


@work("trees", "map over 168 leaves")
def tree_map() -> Call:
    """A function of Python's."""
    tree = _weights()
    return lambda: jax.tree.map(lambda x: x, tree)


# ---- Programs: the gradient of a transformer of 24 layers.


@work("programs", "trace a transformer's gradient, 24 layers", garbage=True)
def trace() -> Call:
    """Mostly jax's own Python."""
    given = _given()
    return lambda: _step().trace(*given)


@work("programs", "lower it", garbage=True)
def lower() -> Call:
    """From jax's program to StableHLO."""
    given = _given()

    def compute() -> float:
        traced = _step().trace(*given)
        started = time.perf_counter()
        traced.lower()
        return time.perf_counter() - started

    return compute


@work("programs", "its text", garbage=True)
def text() -> Call:
    """The text of the lowered program."""
    lowered = _step().lower(*_given())
    return lowered.as_text


@work("programs", "compile a small program", garbage=True)
def compile_small() -> Call:
    """Compiles a small program, including its transfer to the plugin and back."""
    x, numbers = jnp.ones(8), count(1)

    def compute() -> float:
        # The constant is in the program, so that no cache has it.
        scale = float(next(numbers))
        lowered = jax.jit(lambda x: x * scale).lower(x)
        started = time.perf_counter()
        lowered.compile()
        return time.perf_counter() - started

    return compute


@work("programs", "serialize its export", garbage=True)
def serialize() -> Call:
    """A portable artifact, written when it is exported."""
    given = _given()

    def compute() -> float:
        step = _step()
        step.trace(*given)
        started = time.perf_counter()
        export.export(step)(*given).serialize()
        return time.perf_counter() - started

    return compute


@work("programs", "read the export, and lower a call of it", garbage=True)
def deserialize() -> Call:
    """A portable artifact, read into another program."""
    given = _given()
    artifact = export.export(_step())(*given).serialize()

    def compute() -> Any:
        exported = export.deserialize(artifact)
        return jax.jit(exported.call).lower(*given).as_text()[:1]

    return compute


wide_programs.register()

if __name__ == "__main__":
    main()
