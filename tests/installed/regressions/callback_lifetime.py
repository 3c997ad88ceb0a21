"""Host callbacks live until the last execution that may call them has ended, and no longer.

Each program drops its executable while executions of it are queued, behind a program that takes a while.
"""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import io_callback
from jax.experimental.compilation_cache import compilation_cache

FLOAT = jax.ShapeDtypeStruct((), np.float32)


def late(value: Any) -> Any:
    """The value, as the result of a program that takes a while."""

    def wait(operand: Any) -> Any:
        time.sleep(0.2)
        return np.asarray(operand)

    return jax.jit(lambda operand: jax.pure_callback(wait, jax.typeof(operand), operand))(value)


def forget() -> None:
    """Drop every executable that nobody holds."""
    jax.clear_caches()
    gc.collect()


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether it comes true; what ends an execution may still be on its way when a result is there."""
    for _ in range(200):
        gc.collect()
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_a_function_that_returns_its_jit_s_result_without_waiting() -> None:
    calls: list[float] = []

    def train() -> Any:
        def update(p: Any, x: Any) -> Any:
            g = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(p)
            jax.debug.callback(lambda value: calls.append(float(value)), p[0])
            return p - 1e-3 * g

        step = jax.jit(update)
        p, x = jnp.ones(400), jnp.ones((1000, 400))
        for _ in range(20):
            p = step(p, x)
        return p

    result = train()
    forget()
    assert np.isfinite(np.asarray(result)).all()
    jax.effects_barrier()
    assert len(calls) == 20


def effect_print(calls: list[Any], x: Any) -> Any:
    jax.debug.print("{}", x)
    calls.append(None)
    return x + 1


def effect_debug(calls: list[Any], x: Any) -> Any:
    jax.debug.callback(calls.append, x)
    return x + 1


def effect_ordered(calls: list[Any], x: Any) -> Any:
    jax.debug.callback(calls.append, x, ordered=True)
    return x + 1


def effect_pure(calls: list[Any], x: Any) -> Any:
    def add(value: Any) -> Any:
        calls.append(value)
        return np.asarray(value) + np.float32(1)

    return jax.pure_callback(add, FLOAT, x)


def effect_io(calls: list[Any], x: Any) -> Any:
    def add(value: Any) -> Any:
        calls.append(value)
        return np.asarray(value) + np.float32(1)

    return io_callback(add, FLOAT, x)


def effect_io_ordered(calls: list[Any], x: Any) -> Any:
    def add(value: Any) -> Any:
        calls.append(value)
        return np.asarray(value) + np.float32(1)

    return io_callback(add, FLOAT, x, ordered=True)


def effect_in_scan(calls: list[Any], x: Any) -> Any:
    def body(carry: Any, _: Any) -> Any:
        jax.debug.callback(calls.append, carry)
        return carry, None

    return jax.lax.scan(body, x, None, length=3)[0] + 1


def effect_in_cond(calls: list[Any], x: Any) -> Any:
    return jax.lax.cond(x > -1, lambda x: effect_debug(calls, x), lambda x: x, x)


EFFECTS = [
    effect_print, effect_debug, effect_ordered, effect_pure, effect_io, effect_io_ordered, effect_in_scan,
    effect_in_cond,
]  # fmt: skip


@pytest.mark.parametrize("ahead_of_time", [False, True], ids=["jit", "compiled"])
@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.__name__)
def test_an_executable_that_goes_while_it_is_queued(
    effect: Callable[[list[Any], Any], Any], ahead_of_time: bool
) -> None:
    calls: list[Any] = []
    step = jax.jit(lambda x: effect(calls, x))
    if ahead_of_time:
        step = step.lower(jnp.float32(1)).compile()
    result = step(step(late(jnp.float32(1))))
    del step
    forget()
    assert float(result) == 3
    jax.effects_barrier()
    assert calls
    # Effects that follow still work.
    assert float(jax.jit(lambda x: effect(calls, x))(jnp.float32(1))) == 2
    jax.effects_barrier()


def test_several_threads_drop_their_executables() -> None:
    results: list[Any] = []

    def work(number: int, x: Any) -> None:
        def add(value: Any) -> Any:
            return np.asarray(value) + np.float32(number)

        step = jax.jit(lambda x: jax.pure_callback(add, FLOAT, x))
        results.append((number, step(step(x))))

    x = late(jnp.float32(0))
    threads = [threading.Thread(target=work, args=(number, x)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    forget()
    assert all(float(result) == 2 * number for number, result in results)
    assert len(results) == 4


def test_a_callback_whose_program_goes_while_it_runs() -> None:
    """What the callback itself is held by must not go while it is being called, nor the programs that it starts."""
    programs: dict[str, Any] = {}

    def outer(value: Any) -> Any:
        programs.clear()
        forget()
        inner = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v) * np.float32(2), FLOAT, x))
        return np.asarray(inner(value))

    programs["outer"] = jax.jit(lambda x: jax.pure_callback(outer, FLOAT, x))
    result = programs["outer"](jnp.float32(3))
    assert float(result) == 6


def test_an_exception_of_a_callback_that_nobody_else_holds() -> None:
    def fail(value: Any) -> Any:
        raise ValueError("as it should")

    def run() -> float:
        result = jax.jit(lambda x: jax.pure_callback(fail, FLOAT, x))(late(jnp.float32(1)))
        forget()
        return float(result)

    with pytest.raises(jax.errors.JaxRuntimeError, match="as it should"):
        run()


class Function:
    """A callback of which a weak reference can be taken."""

    def __call__(self, *values: Any) -> Any:
        return np.asarray(values[0]) + np.float32(1)


def never_runs(function: Function) -> None:
    jax.jit(lambda x: jax.pure_callback(function, FLOAT, x)).lower(jnp.float32(1)).compile()


def runs(function: Function) -> None:
    step = jax.jit(lambda x: jax.pure_callback(function, FLOAT, x))
    for _ in range(3):
        step(jnp.float32(1)).block_until_ready()


def runs_late(function: Function) -> None:
    result = jax.jit(lambda x: jax.pure_callback(function, FLOAT, x))(late(jnp.float32(1)))
    forget()
    assert float(result) == 2


def is_part_of_a_cycle(function: Function) -> None:
    """The callback leads to the function that it is compiled into."""
    step = jax.jit(lambda x: jax.pure_callback(function, FLOAT, x))
    function.step = step
    result = step(late(jnp.float32(1)))
    del step
    forget()
    assert float(result) == 2


def has_an_ordered_effect(function: Function) -> None:
    jax.jit(lambda x: io_callback(function, FLOAT, x, ordered=True))(jnp.float32(1))
    jax.effects_barrier()


@pytest.mark.parametrize(
    "use",
    [never_runs, runs, runs_late, is_part_of_a_cycle, has_an_ordered_effect],
    ids=lambda use: use.__name__,
)
def test_a_callback_is_collected_when_its_executions_have_ended(use: Callable[[Function], None]) -> None:
    function = Function()
    reference = weakref.ref(function)
    use(function)
    del function
    jax.effects_barrier()
    jax.clear_caches()
    assert eventually(lambda: reference() is None)


def test_several_devices(child: Callable[..., str]) -> None:
    program = """
        import gc, time
        import jax, jax.numpy as jnp, numpy as np
        from jax.experimental import io_callback
        from jax.sharding import NamedSharding, PartitionSpec as P

        assert jax.device_count() == 2
        mesh = jax.make_mesh((2,), ("x",))
        calls = []

        def add(value):
            time.sleep(0.1)
            calls.append(None)
            return np.asarray(value) + np.float32(1)

        def call(x):
            return jax.pure_callback(add, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

        def printed(x):
            jax.debug.callback(lambda value: calls.append(None), x)
            return call(x)

        x = jax.device_put(jnp.zeros(4), NamedSharding(mesh, P("x")))
        results = []
        for function in (call, printed):
            results.append(jax.jit(jax.shard_map(function, mesh=mesh, in_specs=P("x"), out_specs=P("x")))(x))
            results.append(jax.jit(function)(x))
            results.append(jax.pmap(function)(jnp.zeros((2, 2))).reshape(4))
        del function, call, printed, add
        jax.clear_caches()
        gc.collect()
        for result in results:
            np.testing.assert_array_equal(result, np.ones(4, np.float32))
        jax.effects_barrier()
        print("calls:", len(calls) >= 9)
    """
    assert "calls: True" in child(program, XLA_FLAGS="--xla_force_host_platform_device_count=2")


@pytest.mark.parametrize(
    "effect", ["jax.debug.callback(show, x)", "jax.debug.callback(show, x, ordered=True)"]
)
def test_python_ends_while_an_execution_is_queued(child: Callable[..., str], effect: str) -> None:
    """jax waits for effects at the end, whose executables are gone by then."""
    program = f"""
        import gc, time
        import jax, jax.numpy as jnp

        def start():
            def show(value):
                time.sleep(0.2)
                print("called", flush=True)

            @jax.jit
            def step(x):
                {effect}
                return x + 1

            x = jnp.ones(())
            for _ in range(3):
                x = step(x)

        start()
        jax.clear_caches()
        gc.collect()
    """
    assert child(program).count("called") == 3


@pytest.mark.since("0.12.0")
def test_a_function_that_is_lowered_again_is_found_in_the_cache(tmp_path: Path) -> None:
    settings = {
        "jax_compilation_cache_dir": str(tmp_path),
        "jax_persistent_cache_min_compile_time_secs": 0.0,
        "jax_persistent_cache_min_entry_size_bytes": 0,
    }
    before = {name: getattr(jax.config, name) for name in settings}
    added = []
    argument = jnp.float32(3)

    def increment(number: int, operand: Any) -> Any:
        added.append(number)
        return np.asarray(operand) + np.float32(number)

    def twice(operand: Any) -> Any:
        for number in (1, 10):
            operand = jax.pure_callback(partial(increment, number), FLOAT, operand)
        return operand

    try:
        for name, value in settings.items():
            jax.config.update(name, value)
        compilation_cache.reset_cache()
        names = []
        for _ in range(3):
            assert jax.jit(twice)(argument) == 14
            names.append(sorted(path.name for path in tmp_path.iterdir() if path.name.endswith("-cache")))
            forget()
    finally:
        for name, value in before.items():
            jax.config.update(name, value)
        compilation_cache.reset_cache()
    assert names[0]
    assert names[0] == names[1] == names[2]
    assert added == [1, 10] * 3
