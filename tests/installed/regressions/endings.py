"""The interpreter ends while threads are inside calls: no crash, no hang, nothing on the standard streams."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

PREAMBLE = """
import atexit, logging, os, sys, threading, time
def close():
    closing.set()
    for thread in joined: thread.join()
closing, joined = threading.Event(), []
atexit.register(close)  # before jax is imported: called after all that jax registers
import numpy as np, jax, jax.numpy as jnp
host = np.ones((64, 64), np.float32)
x = jnp.ones((64, 64))
add = jax.jit(lambda x: x + 1)
slow = jax.jit(lambda x: jax.lax.fori_loop(0, 300, lambda i, y: y @ x / 64, x))
jax.block_until_ready((add(x), slow(x)))
like = jax.ShapeDtypeStruct(x.shape, x.dtype)
def forever(call, threads=2):
    def run():
        while True: call()
    for _ in range(threads): threading.Thread(target=run, daemon=True).start()
"""
#: What daemon threads are inside of, and how the program ends: a statement, its status.
PROGRAMS = {
    "execution and transfers": (
        """
forever(lambda: add(x))
forever(lambda: slow(x).block_until_ready())
forever(lambda: slow(x).delete())
forever(lambda: jax.device_put(host))
forever(lambda: np.asarray(slow(x)))
forever(lambda: jax.device_get([add(x), x]))
# logging's own function at exit takes the lock of each handler, with which an array is made into text.
import io
logging.basicConfig(stream=io.StringIO(), level=logging.INFO)
forever(lambda: logging.info("%s", slow(x)))
""",
        "",
        0,
    ),
    "tracing, compiling and locks": (
        """
class Node:
    def __init__(self, child): self.child = child
    def __eq__(self, other): return isinstance(other, Node) and sum(range(500)) > 0
    def __hash__(self): return sum(range(500))
jax.tree_util.register_pytree_node(Node, lambda node: ([node.child], None), lambda _, children: Node(*children))
forever(lambda: jax.tree.map(lambda leaf: leaf, [Node(i) for i in range(50)]))
forever(lambda: jax.jit(lambda x: x + 1)(x))
static = jax.jit(lambda x, node: x + 1, static_argnums=1)
forever(lambda: static(x, Node(1)))
forever(lambda: jax.jit(lambda x: x * 2).lower(x).compile())
def traced(x):
    time.sleep(0.5)
    return x
call = jax.jit(traced)
forever(lambda: call(x))
from jaxlib import utils
lock = utils.Mutex()
lock.writer_lock()
forever(lock.writer_lock)
""",
        "sys.exit(3)",
        3,
    ),
    "callbacks": (
        """
from jax.experimental import io_callback
function = lambda a: (sum(range(3000)), np.asarray(a) + 1)[1]
pure = jax.jit(lambda x: jax.pure_callback(function, like, x))
io = jax.jit(lambda x: io_callback(function, like, x))
debug = jax.jit(lambda x: (jax.debug.callback(lambda a: sum(range(3000)), x), x + 1)[1])
nested = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(slow(np.asarray(a))), like, x))
sleeping = jax.jit(lambda x: jax.pure_callback(lambda a: (time.sleep(0.01), np.asarray(a))[1], like, x))
for call in pure, io, debug, nested, sleeping: forever(lambda call=call: call(x).block_until_ready(), 1)
""",
        "raise SystemExit",
        0,
    ),
}


@pytest.mark.only("ours", why="upstream's jaxlib itself ends a daemon thread by unwinding it, which aborts")
@pytest.mark.parametrize("inside", PROGRAMS)
def test_daemon_threads_inside_of(child: Callable[..., str], inside: str) -> None:
    program, end, status = PROGRAMS[inside]
    output = child(f"{PREAMBLE}{program}time.sleep(0.2)\n{end}", status=status)
    assert not output


@pytest.mark.only("ours", why="upstream's jaxlib itself ends a daemon thread by unwinding it, which aborts")
def test_a_program_of_minutes_does_not_delay_the_end(child: Callable[..., str]) -> None:
    program = """
long = jax.jit(lambda x: jax.lax.fori_loop(0, 100_000_000, lambda i, y: y @ x / 64, x)).lower(x).compile()
forever(lambda: long(x).block_until_ready(), 1)
time.sleep(0.2)
print("the text before the end", end="")
sys.exit(5)
"""
    assert child(PREAMBLE + program, status=5) == "the text before the end"


@pytest.mark.only("ours", "plugin", why="upstream's jaxlib runs callbacks on threads that unwinding aborts")
@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python ends no thread any more")
def test_a_callback_that_never_returns(child: Callable[..., str]) -> None:
    program = """
never = threading.Event()
call = jax.jit(lambda x: jax.pure_callback(lambda a: (never.wait(), a)[1], like, x))
forever(lambda: call(x).block_until_ready(), 1)
time.sleep(0.2)
"""
    assert not child(PREAMBLE + program)


@pytest.mark.only("ours", why="upstream's jaxlib aborts now and then")
def test_a_forked_child_ends(child: Callable[..., str]) -> None:
    program = """
import warnings
warnings.simplefilter("ignore")
forever(lambda: slow(x).block_until_ready())
time.sleep(0.2)
if os.fork() == 0: sys.exit(6)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 6
"""
    assert not child(PREAMBLE + program)


def test_functions_at_exit_may_wait_for_daemon_threads(child: Callable[..., str]) -> None:
    program = """
def run():
    while not closing.is_set(): np.asarray(slow(x))
    time.sleep(0.1)
    print(np.asarray(add(x))[0, 0], end="")
joined.append(threading.Thread(target=run, daemon=True))
joined[0].start()
"""
    assert child(PREAMBLE + program) == "2.0"


def test_what_is_destroyed_last_after_an_exception(child: Callable[..., str]) -> None:
    program = """
class Last:
    def __init__(self, held): self.held = held
    def __del__(self): self.held = None
cycle = [slow(x), slow]
cycle.append(cycle)
sys.modules["last"] = Last([slow(slow(x)), cycle])
thread = threading.Thread(target=lambda: (time.sleep(0.1), np.asarray(slow(x))))
thread.start()
raise ValueError("of the program's own")
"""
    output = child(PREAMBLE + program, status=1)
    assert output.startswith("Traceback")
    assert output.splitlines()[-1] == "ValueError: of the program's own"


@pytest.mark.only("ours", why="upstream's jaxlib aborts")
def test_a_subinterpreter_gets_an_error(child: Callable[..., str]) -> None:
    program = """
try: import _interpreters as interpreters
except ImportError: import _xxsubinterpreters as interpreters
code = '''
try: from jaxlib import _native
except ImportError as error: print(error, end="")
'''
interpreters.run_string(interpreters.create(), code)
"""
    output = child(
        program
    )  # since 3.12, Python itself refuses extensions in an interpreter with a lock of its own
    assert "main interpreter only" in output or "does not support loading in subinterpreters" in output
