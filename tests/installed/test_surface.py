"""The properties of jaxlib-cpu, besides numerical results, are those of the backend inside jaxlib."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import finished
from tools.artifacts.manifest import releases
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("surface_cases.py")


@pytest.fixture(scope="module", params=releases())
def environments(
    request: pytest.FixtureRequest, pair: Callable[[str], list[Environment]]
) -> list[Environment]:
    return pair(request.param)


def test_the_surface_is_the_same(environments: list[Environment]) -> None:
    ours, theirs = (finished(environment.run(str(SCRIPT), timeout=600)) for environment in environments)
    assert len(theirs) >= 35
    assert not {name: fact for name, fact in theirs.items() if isinstance(fact, dict) and "error" in fact}
    assert {name: fact for name, fact in ours.items() if fact != theirs[name]} == {}
    assert ours.keys() == theirs.keys()


def test_what_the_library_cannot_do_is_said(environments: list[Environment]) -> None:
    found = finished(environments[0].run(str(SCRIPT), "results_in_memory"))["results_in_memory"]
    assert "jaxlib-cpu cannot leave the result of a program in memory kind" in found["asked for"]
    assert (found["put"], found["kept"]) == ("device", "device")

    code = """
        import json, jax.numpy as jnp
        try:
            print(json.dumps({"made": str(jnp.zeros(4, jnp.int1))}))
        except NotImplementedError as error:
            print(json.dumps({"error": str(error)}))
        """
    assert "no arrays of int1" in finished(environments[0].run("-c", textwrap.dedent(code)))["error"]

    code = """
        import json, jax
        from jax._src import distributed
        distributed.global_state.num_processes = 2  # as jax.distributed.initialize() leaves it
        try:
            jax.devices()
        except RuntimeError as error:
            print(json.dumps({"error": str(error)}))
        """
    text = finished(environments[0].run("-c", textwrap.dedent(code)))["error"]
    assert "jaxlib-cpu cannot take part in jax.distributed" in text
    assert "pip uninstall" in text


DISPATCH = """
    import json, sys
    import jax, jax.numpy as jnp

    jax.config.update("jax_cpu_enable_async_dispatch", sys.argv[1] == "async")
    jax.config.update("jax_num_cpu_devices", 2)
    slow = jax.jit(lambda x: jax.lax.fori_loop(0, 40, lambda _, y: y @ x, x))
    x = jnp.eye(500)
    slow(x).block_until_ready()
    spread = jax.device_put(x, jax.sharding.NamedSharding(jax.make_mesh((2,), "x"), jax.P("x")))
    slow(spread).block_until_ready()

    def fail(_):
        raise ValueError("of the callback's own")

    failing = jax.jit(lambda x: jax.pure_callback(fail, x, x))
    try:
        failing(jnp.ones(2)).block_until_ready()
    except Exception as error:
        failed = "of the callback's own" in str(error)
    print(json.dumps({"ready": [slow(x).is_ready(), slow(spread).is_ready()], "failed": failed}))
    """


def test_programs_are_done_when_they_return_where_jax_is_told_so(environments: list[Environment]) -> None:
    for environment in environments:
        for how, ready in ("sync", True), ("async", False):
            found = finished(environment.run("-c", textwrap.dedent(DISPATCH), how))
            # A program of several devices is dispatched asynchronously in any case.
            assert found == {"ready": [ready, False], "failed": True}


SUMS = """
    import json
    import jax, jax.numpy as jnp, numpy as np

    def by_ynnpack(function, *shape):
        return "ynn_fusion" in jax.jit(function).lower(jnp.ones(shape)).compile().as_text()

    def column(x):
        return x.sum(0)

    def error(axes, *shape, of=lambda x: x):
        x = np.random.default_rng(0).random(shape, dtype=np.float32)
        exact = of(x.astype(np.float64)).sum(axes)
        found = np.asarray(jax.jit(lambda x: of(x).sum(axes))(x))
        assert found.shape == exact.shape
        return float(np.max(np.abs(found - exact) / np.spacing(exact.astype(np.float32))))

    def exported(function, *shape):
        made = jax.export.export(jax.jit(function))(jax.ShapeDtypeStruct(shape, jnp.float32))
        return "stablehlo.reduce" in str(made.mlir_module())

    devices = jax.make_mesh((2,), "x")
    divided = jax.device_put(np.ones((1024, 1024), np.float32), jax.sharding.NamedSharding(devices, jax.P("x")))
    print(json.dumps({
        "ynnpack": {
            "softmax": by_ynnpack(jax.nn.softmax, 256, 256),
            "short columns": by_ynnpack(column, 4096, 16),
            "long columns": by_ynnpack(column, 4097, 16),
            "many columns": by_ynnpack(column, 512, 1024),
            "largest": by_ynnpack(lambda x: x.max(0), 4097, 16),
            "shared columns": by_ynnpack(column, 1000, 1000),
            "shared rows": by_ynnpack(lambda x: x.sum(1), 1000, 1000),
            "shared, all": by_ynnpack(jnp.sum, 1000, 1000),
        },
        "errors": {
            "long columns": error(0, 64_000, 16),
            "long columns of squares": error(0, 64_000, 16, of=lambda x: x * x),
            "long columns in another shape": error(0, 64_000, 16, of=lambda x: (x * x).reshape(-1, 8)),
            "columns": error(0, 1000, 1000),
            "rows": error(1, 1000, 1000),
            "long rows": error(1, 8, 100_000),
            "all": error(None, 1_000_000),
            "all of short rows": error(None, 100_000, 8),
            "all but channels": error((0, 1, 2), 32, 64, 64, 16),
            "pixels": error((2, 3), 32, 16, 64, 64),
            "in the middle": error(1, 8, 4096, 64),
            "of a matrix each": error((1, 2), 16, 256, 256),
            "no divisor": error(0, 1_000_003),
        },
        "exported": [exported(column, 1000, 1000), exported(jnp.sum, 1000, 1000)],
        "divided": np.asarray(jax.jit(column)(divided)).tolist() == [1024.0] * 1024,
    }))
    """


def test_sums_are_fast_where_they_are_exact(environments: list[Environment]) -> None:
    code = textwrap.dedent(SUMS)
    two = "--xla_force_host_platform_device_count=2"
    found = finished(environments[0].run("-c", code, environment={"XLA_FLAGS": two}))
    assert found["ynnpack"] == {
        "softmax": True,
        "short columns": False,  # in steps, which is exact
        "long columns": False,
        "many columns": True,  # in steps it takes twenty times as long
        "largest": True,
        "shared columns": False,
        "shared rows": False,
        "shared, all": False,
    }
    errors = found["errors"]  # in units in the last place; up to 100 if columns are added one after another
    assert errors.pop("no divisor") < 40
    assert {name: error for name, error in errors.items() if error >= 8} == {}
    assert errors["columns"] < 4
    assert found["exported"] == [True, True]  # programs for anyone keep their sums as they are
    assert found["divided"]

    flags = f"{two} --xla_cpu_experimental_ynn_fusion_type=LIBRARY_FUSION_TYPE_REDUCE"
    chosen = finished(environments[0].run("-c", code, environment={"XLA_FLAGS": flags}))
    assert chosen["ynnpack"]["long columns"]  # who sets the flag has decided


BATCHES = """
    import json
    import jax, jax.numpy as jnp, numpy as np

    def product(kind, left, right, contracted, batch=(0,), precision=None):
        generator = np.random.default_rng(0)
        x, w = (generator.standard_normal(shape).astype(kind) for shape in (left, right))
        dimensions = (contracted, (batch, batch))
        multiply = jax.jit(lambda x, w: jax.lax.dot_general(x, w, dimensions, precision=precision))
        compiled = multiply.lower(x, w).compile()
        letters = [list("abxy")[: len(batch)] + [None, None] for _ in range(2)]
        for side, free in enumerate("mn"):
            for axis in (len(batch), len(batch) + 1):
                letters[side][axis] = "k" if axis == contracted[side][0] else free
        exact = np.einsum(
            f"{''.join(letters[0])},{''.join(letters[1])}->{''.join(letters[0][: len(batch)])}mn",
            x.astype(np.float64), w.astype(np.float64),
        )
        error = float(np.max(np.abs(np.asarray(compiled(x, w)) - exact)))
        allowed = 0.1 if isinstance(precision, str) else 1e-4 if kind == "float32" else 1e-12
        return [" dot(" in compiled.as_text(), error < allowed]

    def exported():
        shape = jax.ShapeDtypeStruct((128, 4, 4), jnp.float32)
        return "dot_general" in str(jax.export.export(jax.jit(jnp.matmul))(shape, shape).mlir_module())

    jax.config.update("jax_enable_x64", True)
    f32, f64 = "float32", "float64"
    print(json.dumps({
        "4 x 4": product(f32, (2048, 4, 4), (2048, 4, 4), ((2,), (1,))),
        "left transposed": product(f32, (64, 32, 8), (64, 32, 16), ((1,), (1,))),
        "right transposed": product(f64, (64, 8, 5), (64, 7, 5), ((2,), (2,))),
        "two batches": product(f64, (8, 16, 3, 9), (8, 16, 9, 2), ((3,), (2,)), (0, 1)),
        "few": product(f32, (63, 4, 4), (63, 4, 4), ((2,), (1,))),
        "large": product(f32, (64, 33, 32), (64, 32, 32), ((2,), (1,))),
        "large, transposed": product(f32, (64, 32, 32), (64, 32, 32), ((2,), (2,))),
        "highest": product(f32, (64, 4, 4), (64, 4, 4), ((2,), (1,)), precision=jax.lax.Precision.HIGHEST),
        "algorithm": product(f32, (64, 4, 4), (64, 4, 4), ((2,), (1,)), precision="BF16_BF16_F32"),
        "by a vector": product(f32, (64, 8, 8), (64, 8, 1), ((2,), (1,))),
        "exported": exported(),
        "gradient": float(jax.grad(lambda x: (x @ x).sum())(jnp.ones((100, 4, 4), f32)).sum()),
    }))
    """


def test_many_small_products_are_written_out(environments: list[Environment]) -> None:
    found = finished(environments[0].run("-c", textwrap.dedent(BATCHES)))
    assert found.pop("exported")
    assert found.pop("gradient") == 100 * 4 * 4 * 8
    assert all(right for _, right in found.values())
    left_to_the_library = {name for name, [whole, _] in found.items() if whole}
    # By a vector XLA writes it out itself, or not; either is quick.
    assert left_to_the_library - {"by a vector"} == {"few", "large", "large, transposed", "algorithm"}


BITS = """
    import hashlib, json
    import jax, jax.numpy as jnp, numpy as np

    patterns = np.arange(0, 2**32, 4099, dtype=np.uint64).astype(np.uint32)
    special = np.array([0, -0.0, 1, -1, -2, 2**0.5 - 1, np.inf, -np.inf, np.nan, 3e38, 1e-40], np.float32)
    x = np.concatenate([patterns.view(np.float32), special, np.nextafter(special, np.float32(0))])
    key = jax.random.key(0)

    def bits(array):
        array = np.asarray(array)
        return hashlib.sha256(np.where(np.isnan(array), np.float32(np.nan), array).tobytes()).hexdigest()

    found, called = {}, {}
    for name, function in {"log1p": jnp.log1p, "erf_inv": jax.lax.erf_inv}.items():
        compiled = jax.jit(function).lower(x).compile()
        found[name] = bits(compiled(x))
        narrow = jax.jit(function).lower(jax.ShapeDtypeStruct((9,), jnp.bfloat16)).compile()
        called[name] = ["log-plus-one" in each.as_text() for each in (compiled, narrow)]
    gradients = [float(jax.grad(function)(0.5)) for function in (jnp.log1p, jax.lax.erf_inv)]
    found["normal"] = bits(jax.random.normal(key, (100_001,)))
    found["normal, alone"] = bits(jax.random.normal(key))
    found["truncated"] = bits(jax.random.truncated_normal(key, -2, 2, (10_000,)))
    found["laplace"] = bits(jax.random.laplace(key, (10_000,)))
    found["exponential"] = bits(jax.random.exponential(key, (10_000,)))
    print(json.dumps({"bits": found, "called": called, "gradients": gradients}))
    """


def test_the_same_key_draws_the_same_numbers(environments: list[Environment]) -> None:
    """To the last bit: log1p and erf_inv of float32 are computed as the XLA inside jaxlib does."""
    found, built_in = (
        finished(environment.run("-c", textwrap.dedent(BITS))) for environment in environments[:2]
    )
    assert found["bits"] == built_in["bits"]
    assert found["gradients"] == pytest.approx(built_in["gradients"], rel=1e-6)
    # The library would call C's function for each number.
    assert found["called"] == {"log1p": [False, False], "erf_inv": [False, False]}


FAULTS = """
    import json, resource
    import jax, numpy as np

    def calls(count):
        for _ in range(count):
            np.asarray(add(x))

    x = np.ones(1 << 20, np.float32)
    add = jax.jit(lambda a: a + 1)
    calls(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    calls(100)
    print(json.dumps({"each": (resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before) / 100}))
    """


def test_arrays_of_some_megabytes_are_not_faulted_in_each_time(environments: list[Environment]) -> None:
    plugin, script = environments[0], textwrap.dedent(FAULTS)
    kept = finished(plugin.run("-c", script))["each"]
    decided = {"MALLOC_MMAP_THRESHOLD_": str(128 << 10)}
    given_back = finished(plugin.run("-c", script, environment=decided))["each"]
    assert kept * 2 < given_back  # who sets the threshold has decided
    assert given_back > 1000  # pages of 4 KB, in 4 MB


CACHED = """
    import json, sys
    import jax, jax.monitoring, jax.numpy as jnp
    exec(sys.argv[1])
    counts = {"hits": 0, "misses": 0}
    def count(event, **_):
        for name in counts:
            counts[name] += event == f"/jax/compilation_cache/cache_{name}"
    jax.monitoring.register_event_listener(count)
    result = jax.jit(lambda x: jnp.sin(x @ x).sum())(jnp.eye(8)).item()
    print(json.dumps(counts | {"result": result, "version": jax.devices()[0].client.platform_version}))
    """


def test_the_compilation_cache_is_for_one_build_and_one_instruction_set(
    environments: list[Environment],
) -> None:
    plugin, inside = environments
    folder = plugin.folder / "cache"
    settings = {
        "JAX_COMPILATION_CACHE_DIR": str(folder),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }

    def run(environment: Environment, before: str = "", **more: str) -> dict[str, Any]:
        done = environment.run("-c", textwrap.dedent(CACHED), before, environment=settings | more)
        return finished(done)

    first, second = run(plugin), run(plugin)
    assert (first["hits"], second["misses"]) == (0, 0)
    assert second["hits"] == first["misses"] >= 1
    assert second["result"] == first["result"]

    descriptor = json.loads((plugin.site_packages / "jaxlib_cpu" / "plugin.json").read_text())
    assert descriptor["library"]["sha256"][:16] in first["version"]

    other_cpu = "import jaxlib_cpu; jaxlib_cpu.instruction_set = lambda: 'another CPU'"
    other_build = """
from jaxlib_core.jax import backend
at = backend.at
def other(folder):
    plugin = at(folder)
    library = plugin.descriptor.library._replace(sha256="0" * 64)
    return plugin._replace(descriptor=plugin.descriptor._replace(library=library))
backend.at = other
"""
    for before, says in ((other_cpu, "another CPU"), (other_build, "library 0000000000000000")):
        other = run(plugin, before)
        assert says in other["version"]
        assert other["hits"] == 0
    assert run(plugin, XLA_FLAGS="--xla_cpu_max_isa=SSE4_2")["hits"] == 0
    assert run(inside)["hits"] == 0
    assert run(plugin)["misses"] == 0


def test_programs_go_to_the_other_backend_and_back(environments: list[Environment]) -> None:
    write = """
        import sys
        from pathlib import Path
        import jax, jax.numpy as jnp
        from jax import export
        (n,) = export.symbolic_shape("n")
        program = jax.jit(lambda x: jnp.tanh(x @ x.T).sum() + jnp.linalg.norm(x))
        exported = export.export(program, platforms=["cpu"])(jax.ShapeDtypeStruct((n, 3), "float32"))
        Path(sys.argv[1]).write_bytes(exported.serialize())
        """
    read = """
        import json, sys
        from pathlib import Path
        import jax.numpy as jnp
        from jax import export
        exported = export.deserialize(bytearray(Path(sys.argv[1]).read_bytes()))
        print(json.dumps({str(n): round(exported.call(jnp.ones((n, 3)) / 4).item(), 4) for n in (1, 4)}))
        """
    found = []
    for writer, reader in (environments, environments[::-1]):
        path = str(writer.folder / "program.bin")
        done = writer.run("-c", textwrap.dedent(write), path)
        assert done.returncode == 0, done.stderr
        found.append(finished(reader.run("-c", textwrap.dedent(read), path)))
    assert found[0] == found[1]
