"""The state machines: hypothesis draws steps, both sides execute them, and each outcome is compared.

A failure is shrunk to the shortest sequence of steps that shows it, which is printed as the JSON that ``worker.py``
takes, one step a line.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tools.long_runs.differential.sides import Side, difference


def _names(file: str, table: str) -> list[str]:
    """The string keys (or elements) of a table in a file that only the environment under test can import."""
    for node in ast.walk(ast.parse(Path(__file__).with_name(file).read_text("utf-8"))):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value) | ast.AnnAssign(
                ast.Name(name), value=value
            ):
                if name != table:
                    continue
            case _:
                continue
        elements = value.keys if isinstance(value, ast.Dict) else [value]
        return [
            node.value
            for element in elements
            if element is not None
            for node in ast.walk(element)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
    raise AssertionError(f"{table} is not in {file}")


ARRAY, BINARY, TREE, UNDER = (_names("worker.py", table) for table in ("ARRAY", "BINARY", "TREE", "UNDER"))
CALLBACKS = _names("worker.py", "CALLBACKS")
PLAIN = _names("worker.py", "jitted")
FUNCTIONS = PLAIN + [f"{kind} callback {what}" for kind in ("pure", "ordered", "debug") for what in CALLBACKS]
BASES, METHODS, BEHAVIOURS, NODES = (
    _names("objects.py", table) for table in ("BASES", "METHODS", "BEHAVIOURS", "NODES")
)

#: A hostile operand has an overridden method, or other children each time that it is flattened; a plain subclass is
#: compared like any operand.
LIES = re.compile(r'\["hostile", "\w+", \{"|\["node", "(grows|shrinks)"')

slots = st.integers(0, 7).map(lambda number: ["slot", number])
shapes = st.sampled_from([(), (4,), (4,), (8,), (2, 3), (0,), (1,)])
dtypes = st.sampled_from(
    ["float32", "float32", "int32", "bool", "float64", "complex64", "int8", "float16", "uint32"]
)
arrays = st.tuples(st.sampled_from(["jax", "jax", "numpy"]), dtypes, shapes, st.integers(0, 3)).map(list)
constants = st.sampled_from([0, 1, -1, 2.5, True, False, None, "text", 300]).map(
    lambda value: ["constant", value]
)
specials = st.sampled_from(
    [
        "complex",
        "nan",
        "too large",
        "far too large",
        "float32",
        "bfloat16",
        "int8",
        "ellipsis",
        "slice",
        "type",
    ]
).map(lambda name: ["special", name])
hostile = st.tuples(
    st.just("hostile"),
    st.sampled_from(BASES),
    st.dictionaries(st.sampled_from(METHODS), st.sampled_from(BEHAVIOURS), min_size=0, max_size=3),
).map(list)
leaves = st.one_of(slots, slots, slots, arrays, constants, specials, hostile)
keys = st.one_of(st.sampled_from(["a", "b", 1, None]).map(lambda key: ["constant", key]), specials)
trees = st.recursive(
    leaves,
    lambda children: st.one_of(
        st.tuples(st.sampled_from(["list", "tuple"]), st.lists(children, max_size=3)).map(list),
        st.lists(st.tuples(keys, children).map(list), max_size=3).map(lambda items: ["dict", items]),
        st.lists(children, min_size=2, max_size=2).map(lambda items: ["pair", items]),
        st.tuples(st.just("node"), st.sampled_from(NODES), st.lists(children, max_size=3)).map(list),
    ),
    max_leaves=5,
)
others = st.one_of(leaves, leaves, leaves, trees)
operands = st.sampled_from([slots, slots, others]).flatmap(lambda strategy: strategy)
under = st.one_of(st.none(), st.none(), st.none(), st.sampled_from(UNDER))
places = st.one_of(
    st.tuples(st.sampled_from(["device", "single"]), st.integers(0, 3)).map(list),
    st.sampled_from([["split", 0], ["replicated", 0], ["none", 0]]),
)

array_steps = st.tuples(st.just("array"), st.sampled_from(ARRAY), operands).map(list)
binary_steps = st.tuples(st.just("binary"), st.sampled_from(BINARY), operands, operands).map(list)
tree_steps = st.tuples(st.just("tree"), st.sampled_from(TREE), trees, trees).map(list)
call_steps = st.tuples(
    st.just("call"),
    st.sampled_from(FUNCTIONS),
    st.lists(operands, max_size=3),
    st.lists(st.tuples(st.sampled_from(["x", "y", "n", "other"]), operands).map(list), max_size=1),
    under,
).map(list)
# Only jit donates here: an array that upstream's device_put donated reads freed memory.
put_steps = st.tuples(st.just("device_put"), places, operands).map(list)
steps_of_threads = st.one_of(
    st.tuples(st.just("array"), st.sampled_from(ARRAY), slots).map(list),
    st.tuples(st.just("binary"), st.sampled_from(BINARY), slots, slots).map(list),
    st.tuples(
        *(
            st.just("call"),
            st.sampled_from(PLAIN),
            st.lists(slots, min_size=1, max_size=2),
            st.just([]),
            st.none(),
        )
    ).map(list),
    st.tuples(st.just("device_put"), places, slots).map(list),
)


class Machine(RuleBasedStateMachine):
    """Steps on arrays, functions and trees; the runner sets ``ours`` and ``theirs``."""

    ours: Side
    theirs: Side

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Sequence[Any]] = []
        self.ended = False  # whether upstream's worker ended, and its slots with it

    @initialize(values=st.lists(arrays, min_size=2, max_size=4))
    def begin(self, values: list[Any]) -> None:
        self.do(["reset"])
        for value in values:
            self.do(["value", value])

    def do(self, step: Sequence[Any]) -> bool:
        """Execute a step on both sides and compare; returns whether it gave a value.

        Raises:
            AssertionError: They differ; the text has all steps since the reset.
        """
        if self.ended:
            return False
        self.steps.append(step)
        ours, theirs = self.ours.ask(step), self.theirs.ask(step)
        self.ended = "crashed" in theirs or "hung" in theirs
        if text := difference(ours, theirs, hostile=LIES.search(json.dumps(step)) is not None):
            lines = "\n".join(map(json.dumps, self.steps))
            raise AssertionError(f"{text}\nafter the steps:\n{lines}")
        return "value" in ours

    @rule(step=array_steps)
    def array(self, step: Any) -> None:
        self.do(step)

    @rule(step=binary_steps)
    def binary(self, step: Any) -> None:
        self.do(step)

    @rule(step=call_steps)
    def call(self, step: Any) -> None:
        self.do(step)

    @rule(step=call_steps)
    def call_twice(self, step: Any) -> None:
        self.do(step)
        worked = self.do(step)
        # With other operands, upstream's jaxlib keeps a cache entry for a call that failed before it was traced.
        if worked and "hostile" not in json.dumps(step):
            self.do(["cache size", step[1]])

    @rule(step=put_steps)
    def device_put(self, step: Any) -> None:
        self.do(step)

    @rule(name=st.sampled_from(FUNCTIONS))
    def clear_cache(self, name: str) -> None:
        self.do(["clear cache", name])

    @rule(step=tree_steps)
    def tree(self, step: Any) -> None:
        self.do(step)


class Threads(RuleBasedStateMachine):
    """Steps in several threads at once, on the same arrays and functions: none may crash or hang.

    Only the bindings-only jaxlib is tested, because results depend on the order of threads and cannot be compared.
    """

    ours: Side

    @initialize(values=st.lists(arrays, min_size=2, max_size=4))
    def begin(self, values: list[Any]) -> None:
        self.steps: list[Sequence[Any]] = []
        self.do(["reset"])
        for value in values:
            self.do(["value", value])

    def do(self, step: Sequence[Any]) -> None:
        """Execute a step.

        Raises:
            AssertionError: It crashed or hung.
        """
        self.steps.append(step)
        outcome = self.ours.ask(step)
        if "crashed" in outcome or "hung" in outcome:
            lines = "\n".join(map(json.dumps, self.steps))
            raise AssertionError(f"{outcome.pop('printed')}\n{outcome}\nafter the steps:\n{lines}")

    @rule(value=arrays)
    def value(self, value: Any) -> None:
        self.do(["value", value])

    @rule(step=put_steps)
    def device_put(self, step: Any) -> None:
        self.do(step)

    @rule(steps=st.lists(st.lists(steps_of_threads, min_size=1, max_size=4), min_size=2, max_size=4))
    def threads(self, steps: Any) -> None:
        self.do(["threads", steps])
