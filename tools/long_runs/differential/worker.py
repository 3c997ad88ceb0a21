"""Executes steps in one environment: a line of JSON in, a line of JSON with its outcome out.

An outcome is ``{"value": DESCRIPTION}`` or ``{"error": TYPE}``. Each step fills the next slot, even if it failed,
so that slots have the same numbers in every environment.
"""

from __future__ import annotations

import copy
import faulthandler
import gc
import json
import os
import pickle
import re
import sys
import threading
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

faulthandler.enable()
ANSWERS = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)  # keeps the output of programs apart from the answers

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import objects  # type: ignore[import-not-found]  # noqa: E402
from jax import lax  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec, SingleDeviceSharding  # noqa: E402

DEVICES = 4
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", DEVICES)
jax.config.update("jax_traceback_filtering", "off")
warnings.simplefilter("ignore")

SLOTS: list[Any] = []
ADDRESS = re.compile(r"0x[0-9a-f]+")


def describe(value: Any, depth: int = 0) -> Any:
    """The part of a result that must be the same in every environment."""
    if depth > 6:
        return "..."
    kind = type(value).__name__
    if isinstance(value, jax.core.Tracer):
        return ["tracer"]
    if isinstance(value, jax.Array):
        if value.is_deleted():
            return ["deleted", str(value.dtype), list(value.shape)]
        shown = [str(value.dtype), list(value.shape), bool(value.weak_type), bool(value.committed)]
        shown += [sorted(device.id for device in value.devices()), type(value.sharding).__name__]
        if not jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended):
            shown += [np.asarray(value).astype(str).tolist()]
        return ["array", *shown]
    if isinstance(value, np.ndarray | np.generic):
        content = kind if value.dtype == object else np.asarray(value).astype(str).tolist()
        return [kind, str(value.dtype), list(value.shape), content]
    if isinstance(value, bool | int | float | complex | str | bytes | type(None)):
        return [kind, ADDRESS.sub("0x", repr(value)) if type(value).__module__ == "builtins" else kind]
    if isinstance(value, list | tuple):
        return [kind, [describe(item, depth + 1) for item in list.__iter__(list(value))]]
    if isinstance(value, dict):
        return [kind, [[describe(k, depth + 1), describe(v, depth + 1)] for k, v in dict.items(value)]]
    if isinstance(value, objects.Node):
        return ["node", value.behaviour, [describe(child, depth + 1) for child in value.children]]
    if isinstance(value, jax.tree_util.PyTreeDef):
        return ["treedef", str(value), value.num_leaves, value.num_nodes]
    return kind


# ---- Jitted functions, made anew for each sequence of steps so that their caches start empty.


def _callback(what: str, x: Any) -> Any:
    match what:
        case "raise":
            raise objects.Hostile
        case "None":
            return None
        case "shape":
            return np.zeros((9,), np.float32)
        case "dtype":
            return np.asarray(x).astype(np.int64)
        case "enter":
            return np.asarray(jax.jit(lambda y: y + 1)(np.asarray(x)))
        case "clear":
            jax.clear_caches()
        case "collect":
            gc.collect()
    return np.asarray(x) + 1


CALLBACKS = ("", "raise", "None", "shape", "dtype", "enter", "clear", "collect")


def functions() -> dict[str, Any]:
    """Each jitted function by its name; floats hold small integers, so results are exact."""
    mesh = jax.make_mesh((DEVICES,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    split = NamedSharding(mesh, PartitionSpec("x"))

    def deep(x: Any) -> Any:
        for _ in range(3):
            x = jax.jit(lambda y: y * 2 + 1)(x)
        return x

    jitted: dict[str, Any] = {
        "increment": jax.jit(lambda x: x + 1),
        "add": jax.jit(lambda x, y: x + y),
        "tree": jax.jit(lambda x: jax.tree.map(lambda leaf: leaf * 2, x)),
        "identity": jax.jit(lambda x: x),
        "donate first": jax.jit(lambda x, y: (x + y, y), donate_argnums=0),
        "donate tree": jax.jit(lambda x: jax.tree.map(lambda leaf: leaf + 1, x), donate_argnums=0),
        "donate by name": jax.jit(lambda x, y=0.0: x + y, donate_argnames="x"),
        "static": jax.jit(lambda x, n: x + 1 if n else x, static_argnums=1),
        "static name": jax.jit(lambda x, n=None: (x, x), static_argnames="n"),
        "unused": jax.jit(lambda x, y: x, keep_unused=True),
        "dropped": jax.jit(lambda x, y: x),
        "nothing": jax.jit(lambda *args: None),
        "keywords": jax.jit(lambda *args, **kwargs: (args, kwargs)),
        "scan": jax.jit(lambda x: lax.scan(lambda c, _: (c + x, c), x, None, length=3)[0]),
        "cond": jax.jit(lambda x: lax.cond(jnp.sum(x) > 3, lambda: x + 1, lambda: x - 1)),
        "gradient": jax.jit(jax.grad(lambda x: jnp.sum(x * x))),
        "batched": jax.jit(jax.vmap(lambda x: x + 1)),
        "nested": jax.jit(deep),
        "key": jax.jit(lambda n: jax.random.randint(jax.random.key(n), (3,), 0, 100)),
        "sharded": jax.jit(lambda x: x + 1, out_shardings=split),
        "from sharded": jax.jit(lambda x: x + 1, in_shardings=split),
        "shard_map": jax.jit(
            jax.shard_map(
                lambda x: lax.psum(x, "x"), mesh=mesh, in_specs=PartitionSpec("x"), out_specs=PartitionSpec()
            )
        ),
        "mapped": jax.pmap(lambda x: lax.psum(x, "i"), axis_name="i"),
        "fails": jax.jit(lambda x: x.no_such_attribute),
        "constant": jax.jit(partial(jnp.add, np.arange(4, dtype=np.float32))),
        "convert": jax.jit(lambda x: x + float(x)),
    }
    for what in CALLBACKS:
        jitted |= with_callback(what)
    return jitted


def with_callback(what: str) -> dict[str, Any]:
    """The functions that call the host, which does ``what``."""
    host = partial(_callback, what)

    def pure(x: Any) -> Any:
        return jax.pure_callback(host, jax.ShapeDtypeStruct(jnp.shape(x), jnp.result_type(x)), x)

    def ordered(x: Any) -> Any:
        shape = jax.ShapeDtypeStruct(jnp.shape(x), jnp.result_type(x))
        return jax.experimental.io_callback(host, shape, x, ordered=True)

    def debug(x: Any) -> Any:
        jax.debug.callback(host, x)
        return x * 2

    return {
        f"pure callback {what}": jax.jit(pure),
        f"ordered callback {what}": jax.jit(ordered),
        f"debug callback {what}": jax.jit(debug),
    }


FUNCTIONS: dict[str, Any] = {}

UNDER: dict[str, Callable[[], Any]] = {
    "x64": lambda: jax.enable_x64(True),
    "guard": lambda: jax.transfer_guard("disallow"),
    "nans": lambda: jax.debug_nans(True),
    "rank": lambda: jax.numpy_rank_promotion("raise"),
    "disabled": jax.disable_jit,
    "strict": lambda: jax.numpy_dtype_promotion("strict"),
    "device": lambda: jax.default_device(jax.devices()[1]),
    "keys": lambda: jax.debug_key_reuse(True),
}


def call(name: str, operands: list[Any], keywords: dict[str, Any], under: str | None) -> Any:
    """Calls a jitted function, and waits for its results."""
    if under is None:
        return jax.block_until_ready(FUNCTIONS[name](*operands, **keywords))
    with UNDER[under]():
        return jax.block_until_ready(FUNCTIONS[name](*operands, **keywords))


# ---- Operations on one value.


def target(where: Any) -> Any:
    """A device, a sharding or None, by its name in a step."""
    kind, number = where
    devices = jax.devices()
    if kind == "device":
        return devices[number % len(devices)]
    if kind == "single":
        return SingleDeviceSharding(devices[number % len(devices)])
    if kind in ("split", "replicated"):
        mesh = jax.make_mesh((DEVICES,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
        return NamedSharding(mesh, PartitionSpec("x") if kind == "split" else PartitionSpec())
    return None


def buffer(x: Any) -> Any:
    view = memoryview(x)
    return [view.format, list(view.shape or ()), view.itemsize, view.readonly, bytes(view).hex()]


ARRAY: dict[str, Callable[[Any], Any]] = {
    "asarray": jnp.asarray,
    "array": jnp.array,
    "copy": lambda x: x.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "delete": lambda x: x.delete(),
    "is_deleted": lambda x: x.is_deleted(),
    "numpy": np.asarray,
    "numpy copy": lambda x: np.array(x, copy=True),
    "item": lambda x: x.item(),
    "tolist": lambda x: x.tolist(),
    "float": float,
    "int": int,
    "bool": bool,
    "complex": complex,
    "index": lambda x: [10, 20, 30, 40, 50][x],
    "len": len,
    "iterate": list,
    "hash": lambda x: isinstance(hash(x), int),
    "repr": repr,
    "str": str,
    "format": lambda x: f"{x}",
    "pickle": lambda x: pickle.loads(pickle.dumps(x)),
    "dlpack": jnp.from_dlpack,
    "numpy dlpack": np.from_dlpack,
    "buffer": buffer,
    "shards": lambda x: [[s.device.id, str(s.index), s.data] for s in x.addressable_shards],
    "block": lambda x: x.block_until_ready(),
    "is_ready": lambda x: x.block_until_ready().is_ready(),
    "to host": lambda x: x.copy_to_host_async(),
    "size on device": lambda x: x.on_device_size_in_bytes(),
    "float16": lambda x: x.astype("float16"),
    "int8": lambda x: x.astype(np.int8),
    "first": lambda x: x[0],
    "slice": lambda x: x[1:],
    "set": lambda x: x.at[0].set(2),
    "sum": lambda x: x.sum(),
    "negate": lambda x: -x,
    "double": lambda x: x + x,
    "reshape": lambda x: x.reshape(-1),
    "transpose": lambda x: x.T,
    "pointer": lambda x: x.unsafe_buffer_pointer() != 0,
    "attributes": lambda x: [x.shape, str(x.dtype), x.ndim, x.size, x.nbytes, x.itemsize, x.weak_type],
    "sharding": lambda x: [type(x.sharding).__name__, x.is_fully_replicated, x.is_fully_addressable],
    "global": lambda x: [[s.device.id, s.replica_id] for s in x.global_shards],
    "device_get": jax.device_get,
    "isinstance": lambda x: [isinstance(x, jax.Array), isinstance(x, np.ndarray)],
    "typeof": lambda x: str(jax.typeof(x)),
    "result_type": lambda x: str(jnp.result_type(x)),
    "shape": jnp.shape,
    "unary": jnp.abs,
    "view": lambda x: x.view("int32"),
    "forget": lambda x: None,
    "collect": lambda x: gc.collect() < 0,
    "clear": lambda x: jax.clear_caches(),
    "barrier": lambda x: jax.effects_barrier(),
    "aval hash": lambda x: hash(x.aval) == hash(jax.typeof(x)),
    "unhashable": lambda x: {x},
    "assembled": lambda x: jax.make_array_from_single_device_arrays(
        x.shape, x.sharding, [s.data for s in x.addressable_shards]
    ),
    "callback array": lambda x: jax.make_array_from_callback(x.shape, x.sharding, lambda i: np.asarray(x)[i]),
}

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "jnp.add": jnp.add,
    "maximum": jnp.maximum,
    "equal": lambda x, y: x == y,
    "less": lambda x, y: x < y,
    "matmul": lambda x, y: x @ y,
    "stack": lambda x, y: jnp.stack([x, y]),
    "concatenate": lambda x, y: jnp.concatenate([x, y]),
    "where": lambda x, y: jnp.where(x, y, 0),
    "getitem": lambda x, y: x[y],
    "at add": lambda x, y: x.at[0].add(y),
    "contains": lambda x, y: y in x,
    "shift": lambda x, y: x << y,
    "power": lambda x, y: x**2 + y,
    "from shards": lambda x, y: jax.make_array_from_single_device_arrays(x.shape, x.sharding, [y]),
}


def _paths(tree: Any) -> Any:
    leaves, structure = jax.tree_util.tree_flatten_with_path(tree)
    return [[jax.tree_util.keystr(path), leaf] for path, leaf in leaves], structure


TREE: dict[str, Callable[..., Any]] = {
    "flatten": lambda x, y: jax.tree.flatten(x),
    "structure": lambda x, y: jax.tree.structure(x),
    "leaves": lambda x, y: jax.tree.leaves(x),
    "paths": lambda x, y: _paths(x),
    "map": lambda x, y: jax.tree.map(lambda a: (a, 1), x),
    "map two": lambda x, y: jax.tree.map(lambda a, b: (a, b), x, y),
    "map none": lambda x, y: jax.tree.map(lambda a: 1, x, is_leaf=lambda a: a is None),
    "hostile leaf": lambda x, y: jax.tree.leaves(x, is_leaf=lambda a: y),
    "round trip": lambda x, y: jax.tree.unflatten(jax.tree.structure(x), jax.tree.leaves(x)),
    "unflatten": lambda x, y: jax.tree.unflatten(jax.tree.structure(x), y),
    "equal": lambda x, y: jax.tree.structure(x) == jax.tree.structure(y),
    "hash": lambda x, y: hash(jax.tree.structure(x)) == hash(jax.tree.structure(x)),
    "transpose": lambda x, y: jax.tree.transpose(jax.tree.structure(x), jax.tree.structure(y), x),
    "prefix": lambda x, y: jax.tree_util.tree_structure(x).flatten_up_to(y),
    "broadcast": jax.tree.broadcast,
    "one level": lambda x, y: jax.tree_util.default_registry.flatten_one_level(x),
    "all leaves": lambda x, y: jax.tree_util.all_leaves([x, y]),
    "children": lambda x, y: jax.tree.structure(x).children(),
    "node data": lambda x, y: jax.tree.structure(x).node_data(),
    "compose": lambda x, y: jax.tree.structure(x).compose(jax.tree.structure(y)),
    "pickle": lambda x, y: pickle.loads(pickle.dumps(jax.tree.structure(x))),
    "reduce": lambda x, y: len(jax.tree.reduce(lambda a, b: [a, b], x, [])),
    "tuple": lambda x, y: jax.tree_util.treedef_tuple([jax.tree.structure(x), jax.tree.structure(y)]),
    "repr": lambda x, y: repr(jax.tree.structure(x)),
    "prefix errors": lambda x, y: len(jax.tree_util.tree_structure([x, y]).children()),
}


#: Never drawn by the machines; for the test that a crash and a hang are detected.
FAULTS: dict[str, Callable[[Any], Any]] = {
    "crash": lambda x: os.abort(),
    "hang": lambda x: threading.Event().wait(),
}


def _threads(steps: list[list[Any]]) -> list[str]:
    """Run each list of steps in a thread; results depend on the order of threads and are not reported."""
    start = threading.Barrier(len(steps))

    def run(own: list[Any]) -> None:
        start.wait()
        for step in own:
            try:
                perform(step)
            except Exception:  # which one depends on the order of threads
                continue

    running = [threading.Thread(target=run, args=(own,)) for own in steps]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return ["joined"]


def perform(step: list[Any]) -> Any:
    """The value of the step; raises the step's exception."""
    kind, name, *rest = step
    match kind:
        case "value":
            return objects.make(name, SLOTS)
        case "array":
            return (ARRAY | FAULTS)[name](objects.make(rest[0], SLOTS))
        case "binary":
            return BINARY[name](objects.make(rest[0], SLOTS), objects.make(rest[1], SLOTS))
        case "tree":
            return TREE[name](objects.make(rest[0], SLOTS), objects.make(rest[1], SLOTS))
        case "call":
            operands = [objects.make(operand, SLOTS) for operand in rest[0]]
            return call(name, operands, {k: objects.make(v, SLOTS) for k, v in rest[1]}, rest[2])
        case "clear cache":
            return FUNCTIONS[name].clear_cache()
        case "cache size":
            return FUNCTIONS[name]._cache_size()
        case "device_put":
            return jax.device_put(objects.make(rest[0], SLOTS), target(name))
        case "threads":
            return _threads(name)
        case "parse":
            with mlir.make_ir_context():
                return str(mlir.ir.Module.parse(name))
    raise AssertionError(kind)


def answer(step: list[Any]) -> dict[str, Any]:
    """The outcome of a step, whose result goes to the next slot."""
    if step[0] == "reset":
        SLOTS.clear()
        FUNCTIONS.clear()
        jax.clear_caches()
        gc.collect()
        FUNCTIONS.update(functions())
        return {"value": None}
    number = len(SLOTS)
    result: Any = None
    try:
        result = perform(step)
        outcome: dict[str, Any] = {"value": describe(result)}
    except Exception as error:  # its type is the outcome
        kind = type(error)
        outcome = {"error": kind.__name__, "said": f"{error}"[:300] if kind is not objects.Hostile else ""}
    if step[0] == "threads":
        del SLOTS[number:]
    SLOTS[number:] = [result]
    return outcome


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        try:
            answered = answer(json.loads(line))
        except RecursionError:
            answered = {"error": "RecursionError", "said": ""}
        print(json.dumps(answered), file=ANSWERS, flush=True)


if __name__ == "__main__":
    main()
