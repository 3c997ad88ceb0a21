"""Exports functions with the installed jax, for tests of the reader: ``python make.py ARCHIVE.zip``.

Each function of ``FUNCTIONS`` becomes NAME.bin, the serialized export, and NAME.npz, its arguments and results as
flat lists. It must run with every jax since 0.4.30; ``nox -s exports`` runs it with each of them.
"""

from __future__ import annotations

import collections
import contextlib
import io
import os
import sys
import zipfile
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax._src import core, effects
from jax._src.interpreters import mlir
from jax.sharding import Mesh, NamedSharding, PartitionSpec

with contextlib.suppress(ImportError):
    from jax.experimental.shard_map import shard_map
if hasattr(jax, "shard_map"):
    shard_map = jax.shard_map

X: Any = np.arange(12, dtype=np.float32).reshape(3, 4)
Y: Any = np.arange(64, dtype=np.float32).reshape(8, 8)
A = X @ X.T + 4 * np.eye(3, dtype=np.float32)
KEY = np.array([0, 7], np.uint32)
MESH = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ("r", "c"))

Point = collections.namedtuple("Point", "x y")
if hasattr(export, "register_namedtuple_serialization"):
    export.register_namedtuple_serialization(Point, serialized_name="tests.Point")


class Ordered(effects.Effect):  # type: ignore[misc]
    """An effect whose operations keep their order."""

    def __eq__(self, other: Any) -> Any:
        return type(self) is type(other)

    def __hash__(self) -> Any:
        return 7


for kind in (effects.lowerable_effects, effects.ordered_effects, effects.control_flow_allowed_effects):
    kind.add_type(Ordered)
ordered_p = core.Primitive("ordered")
ordered_p.def_effectful_abstract_eval(lambda x: (x, {Ordered()}))


def _lower_ordered(context: Any, x: Any) -> Any:
    token = context.tokens_in.get(Ordered())
    context.set_tokens_out(mlir.TokenSet({Ordered(): token[0] if isinstance(token, tuple) else token}))
    return [x]


mlir.register_lowering(ordered_p, _lower_ordered)


def sharding(*spec: Any) -> Any:
    return NamedSharding(MESH, PartitionSpec(*spec))


def spread(function: Any, inside: Any, outside: Any = None) -> Any:
    return jax.jit(function, in_shardings=inside, **({} if outside is None else {"out_shardings": outside}))


def normal(key: Any) -> Any:
    return jax.random.normal(jax.random.wrap_key_data(key), (5,))


def linear_algebra(a: Any) -> Any:
    # Compared only up to the signs of vectors, which LAPACK may choose.
    values, vectors = jnp.linalg.eigh(a)
    q, r = jnp.linalg.qr(a)
    left, sizes, right = jnp.linalg.svd(a)
    return (
        jnp.linalg.cholesky(a),
        values,
        vectors @ jnp.diag(values) @ vectors.T,
        q @ r,
        left @ jnp.diag(sizes) @ right,
        jnp.linalg.solve(a, a),
    )


def nested(d: Any, list_: Any, *, scale: Any) -> Any:
    return {"a": d["x"] * scale, "z": [list_[0] + list_[1][0], None, (d["y"],)]}


rows, blocks, whole = sharding(("r", "c"), None), sharding("r", "c"), sharding()

#: Name: function, positional arguments, keyword arguments, how it is exported.
FUNCTIONS: dict[str, Any] = {
    "plain": (lambda x, y: jnp.sin(x) @ y.T + 1, (X, X)),
    "nested": (nested, ({"x": X, "y": np.int32(3)}, [X, (X, None)]), {"scale": np.float32(2)}),
    "named_tuple": (lambda p: Point(p[0] + 1, p[1]), ((X, X),)),
    "ordered_dict": (
        lambda d: collections.OrderedDict(b=d["a"], a=d["b"]),
        (collections.OrderedDict(b=X, a=A),),
    ),
    "unused": (jax.jit(lambda x, y, z: (x + 1, z * 2), keep_unused=False), (X, Y, A)),
    "no_arguments": (lambda: jnp.arange(3), ()),
    "dtypes": (lambda a, b, c: (a.astype(jnp.bfloat16), b > 1, c * 1j), (X, np.arange(4, dtype=np.int8), X)),
    "loop": (lambda x: jax.lax.fori_loop(0, 5, lambda i, c: c * 2 + i, x), (X,)),
    "largest": (lambda x: jax.lax.top_k(x, 2), (X,)),
    # A composite with regions, from jax 0.12.0 on, for the platforms that have an operation for it.
    "sums_platforms": (lambda x: jnp.cumsum(x, 1), (X,), {}, {"platforms": ["tpu", "cuda", "cpu"]}),
    "donated": (jax.jit(lambda x, y: (x + y, y), donate_argnums=0), (X, X)),
    "random": (normal, (KEY,)),
    "platforms": (normal, (KEY,), {}, {"platforms": ["tpu", "cuda", "cpu"]}),
    "linear_algebra": (linear_algebra, (A,)),
    "linear_algebra_platforms": (linear_algebra, (A,), {}, {"platforms": ["cpu", "tpu"]}),
    "derivative": (lambda x: jnp.sin(x) * 3, (X,), {}, {"vjp_order": 2}),
    "other_platform": (lambda x: x + 1, (X,), {}, {"platforms": ["tpu"]}),
    "any_platform": (
        lambda x: x + 1,
        (X,),
        {},
        {"platforms": ["tpu"], "disabled_checks": [export.DisabledSafetyCheck.platform()]},
    ),
    "open": (lambda x: x.sum(0) * x.shape[1], (X,), {}, {"open": "a, b"}),
    "effects": (lambda x: ordered_p.bind(x) * 2, (X,), {}, {"want": X * 2}),
    "effects_platforms": (
        lambda x: ordered_p.bind(x) * 2,
        (X,),
        {},
        {"want": X * 2, "platforms": ["tpu", "cpu"]},
    ),
    "sharded": (spread(lambda x, y: (x @ y, y.sum()), (blocks, whole), (blocks, whole)), (Y, Y)),
    "sharded_rows": (spread(lambda x: (x + 1, x.sum(0)), rows, (rows, sharding("c"))), (Y,)),
    "sharded_by_the_compiler": (spread(lambda x, y: x @ y, (blocks, whole)), (Y, Y)),
    "collective": (
        spread(
            shard_map(
                lambda x: jax.lax.psum(x, "r"),
                mesh=MESH,
                in_specs=PartitionSpec("r", "c"),
                out_specs=PartitionSpec(None, "c"),
            ),
            (blocks,),
        ),
        (Y,),
    ),
}


def key_function(key: Any) -> Any:
    return jax.random.normal(key, (5,)), key


if jax.__version_info__ >= (0, 6):
    FUNCTIONS["key"] = (key_function, (jax.random.key(7),))


def plain(value: Any) -> Any:
    """An array with the dtype that a program sees."""
    if hasattr(value, "dtype") and jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
        value = jax.random.key_data(value)
    array = np.asarray(value)
    return array.view(np.uint16) if array.dtype.kind == "V" else array


def made(function: Any, args: Any, kwargs: Any = None, how: Any = None) -> Any:
    """The serialized export of a function, and its arguments and results."""
    kwargs, how = kwargs or {}, dict(how or {})
    function = function if hasattr(function, "lower") else jax.jit(function)
    wanted = how.pop("want", None)
    order = how.pop("vjp_order", 0)
    given = args
    if symbols := how.pop("open", None):
        given = tuple(jax.ShapeDtypeStruct(export.symbolic_shape(symbols), x.dtype) for x in args)
    blob = export.export(function, **how)(*given, **kwargs).serialize(vjp_order=order)
    if wanted is None:
        wanted = function(*args, **kwargs)
    arrays = {f"in{i}": plain(x) for i, x in enumerate(jax.tree_util.tree_leaves((args, kwargs)))}
    arrays |= {f"out{i}": plain(x) for i, x in enumerate(jax.tree_util.tree_leaves(wanted))}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return bytes(blob), file.getvalue()


def main(archive: Any) -> Any:
    """Write all functions; those that this jax cannot export are reported and left out."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, description in sorted(FUNCTIONS.items()):
            try:
                blob, arrays = made(*description)
            except NotImplementedError as error:
                print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            for suffix, content in (("bin", blob), ("npz", arrays)):
                entry = zipfile.ZipInfo(f"{name}.{suffix}")
                entry.compress_type = zipfile.ZIP_DEFLATED
                out.writestr(entry, content)


if __name__ == "__main__":
    main(sys.argv[1])
