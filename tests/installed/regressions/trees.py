"""Trees, their structures and other classes of the native module, with arguments that no correct program passes."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

#: How many mutants each fuzzer makes: JAXLIB_FUZZ=100000 for a long run.
COUNT = int(os.environ.get("JAXLIB_FUZZ", "1000"))

HEAD = """
import gc, pickle, random, sys, warnings
warnings.simplefilter("ignore")
import jax, jax.numpy as jnp
from jax import tree_util
from jaxlib import _jax
pytree = _jax.pytree
registry = pytree.default_registry()
def raises(kinds, call, text=""):
    try:
        call()
    except kinds as error:
        assert text in str(error), error
        return
    raise AssertionError("nothing was raised")
class Custom:
    def __init__(self, parts): self.parts = parts
tree_util.register_pytree_node(Custom, lambda self: self.parts, lambda data, children: Custom((children, data)))
def use(treedef):
    leaves = treedef.num_leaves
    for call in (
        lambda: (str(treedef), hash(treedef), treedef == treedef),
        lambda: (treedef.children(), treedef.node_data()),
        lambda: treedef.unflatten(range(leaves)),
        lambda: treedef.flatten_up_to([1, {"a": 2}]),
        lambda: treedef.from_iterable_tree([[1], 2]),
        lambda: treedef.serialize_using_proto(),
        lambda: treedef.__getstate__(),
        lambda: treedef.compose(treedef) if treedef.num_nodes < 1000 else None,
        lambda: treedef.walk(lambda *each: each, None, range(leaves)),
    ):
        try: call()
        except (RuntimeError, TypeError, ValueError, AttributeError, RecursionError): pass
"""


def test_what_is_registered_is_of_its_kind(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
registry = pytree.PyTreeRegistry()
def function(*arguments): return arguments
class Fields: pass
f = function
for functions in ((5, 6), (f, 6), (5, f), (None, f), (f, None), (f, f, 5)):
    raises(TypeError, lambda: registry.register_node(int, *functions))
for fields in (("ab", []), ([], "ab"), ([1], []), (None, []), ([], None), ({"a"}, [])):
    raises(TypeError, lambda: registry.register_dataclass_node(Fields, *fields))
registry.register_node(int, function, int, None)
registry.register_dataclass_node(Fields, ("a",), [])
assert registry.is_node(int) and registry.is_node(Fields)
leaf = tree_util.tree_structure(0)
raises(TypeError, lambda: leaf.walk(5, function, [1]))
raises(TypeError, lambda: tree_util.tree_structure([]).walk(function, function, 5))
"""
    )


def test_a_structure_is_compared_with_nothing_else(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
treedef = tree_util.tree_structure({"a": 1})
raises(TypeError, lambda: treedef == None)
raises(TypeError, lambda: treedef != None)
assert (treedef == 1) is False
"""
    )


def test_dynamic_arguments_are_looked_at_before_static_ones_are_hashed(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
class Unhashable: __hash__ = None
f = jax.jit(lambda x, s, y: x, static_argnums=1)
raises(TypeError, lambda: f(1.0, Unhashable(), y="text"), "path y")
raises(TypeError, lambda: f("text", Unhashable(), y=1.0), "path x")
raises(ValueError, lambda: f(1.0, Unhashable(), y=1.0), "Non-hashable static arguments")
"""
    )


def test_children_of_one_level_are_iterable(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
for parts in (1, 2), (None, 1), (1.5, None):
    for flatten in registry.flatten_one_level, registry.flatten_one_level_with_keys, registry.flatten:
        raises(ValueError, lambda: flatten(Custom(parts)), "'children' is iterable")
"""
    )


@pytest.mark.only("ours", why="upstream's jaxlib reads beyond the nodes of a malformed structure")
def test_malformed_structures(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
leaf = tree_util.tree_structure(0)
make = pytree.PyTreeDef.from_node_data_and_children
raises(RuntimeError, lambda: make(registry, (dict, ["a"]), [leaf, leaf]), "Number of keys")
raises(RuntimeError, lambda: make(registry, None, [leaf]), "singleton")
other = pytree.PyTreeRegistry()
other.register_node(Custom, lambda self: ((), None), lambda data, children: Custom(None))
custom = other.flatten(Custom(None))[1]
raises(ValueError, lambda: make(registry, (tuple, None), [custom]), "another PyTree registry")
def load(*nodes):
    treedef = pytree.PyTreeDef.__new__(pytree.PyTreeDef)
    treedef.__setstate__((registry, list(nodes)))
    return treedef
assert load((0, 0, None, None, 1, 1)) == leaf
for node in ((4, 1 << 30, None, None, 1, 1), (4, -1, None, None, 1, 1), (5, 0, ["a"], None, 0, 1),
             (99, 0, None, None, 1, 1), (-1, 0, None, None, 1, 1), (0, 0, None, None, 7, 1),
             (0, 0, None, None, 1, 9), (7, 0, (), Custom, 0, 1), (6, 0, None, int, 0, 1), (0, 0, None), 5):
    raises((RuntimeError, ValueError, TypeError), lambda: load(node))
state = tree_util.tree_structure({"a": 1, "b": 2}).__getstate__()
treedef = load(*state[1])
state[1][-1][2].clear()
use(treedef)
for each in gc.get_referents(treedef):
    if isinstance(each, list): each.clear()
use(treedef)
"""
    )


@pytest.mark.only("ours", why="upstream's jaxlib ends the process for many of these")
def test_mutated_protos_and_pickles(child: Callable[..., str]) -> None:
    child(
        HEAD
        + f"""
COUNT = {COUNT}
make = random.Random(0)
trees = [tree_util.tree_structure(each) for each in
         (1, None, (), [1, (2, 3)], {{"a": [1, None], "b": (2,)}}, [[[[[[1]]]]]])]
protos = [each.serialize_using_proto() for each in trees]
for _ in range(COUNT):
    message = bytearray(make.choice(protos))
    for _ in range(make.randint(1, 3)):
        at = make.randrange(len(message) + 1)
        message[at:at + make.randint(0, 2)] = make.randbytes(make.randint(0, 3))
    try: treedef = pytree.PyTreeDef.deserialize_using_proto(registry, bytes(message))
    except (RuntimeError, ValueError, UnicodeDecodeError): continue
    use(treedef)
states = [each.__getstate__()[1] for each in trees + [tree_util.tree_structure(Custom(((1,), "d")))]]
odd = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 1 << 31, 1 << 70, None, (), [], ["a"], "a", Custom, int, 1.5, registry)
for _ in range(COUNT):
    nodes = [list(each) for each in make.choice(states)]
    for _ in range(make.randint(1, 3)):
        make.choice(nodes)[make.randrange(6)] = make.choice(odd)
    if make.random() < 0.3: nodes.append(list(make.choice(make.choice(states))))
    treedef = pytree.PyTreeDef.__new__(pytree.PyTreeDef)
    try: treedef.__setstate__((registry, [tuple(each) for each in nodes]))
    except (RuntimeError, ValueError, TypeError): continue
    use(treedef)
""",
        timeout=60 + COUNT / 50,
    )


@pytest.mark.only("ours", why="upstream's jaxlib overflows the C stack")
def test_deep_trees(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
import threading
def nested(depth, wrap):
    tree = 1
    for _ in range(depth): tree = wrap(tree)
    return tree
def go(deep):
    for wrap in (lambda x: [x]), (lambda x: (x,)), (lambda x: {"a": x}), (lambda x: Custom(((x,), None))):
        tree = nested(deep, wrap)
        raises(RecursionError, lambda: tree_util.tree_flatten(tree))
        raises(RecursionError, lambda: tree_util.tree_flatten_with_path(tree))
        raises(RecursionError, lambda: jax.jit(lambda x: 1)(tree))
        del tree
    node = bytes([10, 4, 8, 1, 16, 2])
    treedef = pytree.PyTreeDef.deserialize_using_proto(registry, bytes([10, 2, 16, 1]) + node * deep)
    assert treedef.num_leaves == 1 and treedef.num_nodes == deep + 1
    tree = treedef.unflatten([1])
    assert treedef.flatten_up_to(tree) == [1]
    raises(RecursionError, lambda: treedef.from_iterable_tree(tree))
    assert len(str(treedef)) == 2 * deep + 12
    assert treedef == treedef.children()[0].compose(tree_util.tree_structure([1])) and hash(treedef)
    assert pickle.loads(pickle.dumps(treedef)) == treedef
    assert len(treedef.serialize_using_proto()) == 6 * deep + 4
sys.setrecursionlimit(1 << 30)
go(200000)
thread = threading.Thread(target=go, args=(50000,)); thread.start(); thread.join()
print("done")
"""
    ).endswith("done\n")


@pytest.mark.only("ours", why="upstream's jaxlib ends the process for many of these")
def test_instances_without_init_and_foreign_objects(child: Callable[..., str]) -> None:
    child(
        HEAD
        + """
jax.devices()
from jaxlib import _native
lru = _native.weakref_lru_cache
f = jax.jit(lambda x: x)
f(1.0)
for kind in lru.WeakrefLRUCache, lru.MultiWeakrefLRUCache, lru.WeakValueInterner:
    raises(TypeError, lambda: kind.__new__(kind))
for self in 12, None, [], object():
    for call in (lru.WeakrefLRUCache.cache_info, lru.WeakrefLRUCache.cache_keys, lru.WeakrefLRUCache.cache_clear,
                 _jax.Traceback.raw_frames, _jax.Traceback.as_python_traceback, _jax.PjitFunction._cache_size,
                 _native.jax_jit.set_disable_jit_state, _native.jax_jit.set_post_hook_state):
        raises(TypeError, lambda: call(self))
    raises(TypeError, lambda: _jax.Traceback.frames.fget(self))
raises(ValueError, lambda: lru.weakref_lru_cache(lambda: None, f, 1, None, -1))
raises((RuntimeError, TypeError), lambda: lru.weakref_lru_cache(lambda: None, f, "a"))
raises(TypeError, lambda: lru.multi_weakref_lru_cache(lambda: None, f, registry=1, weak_types=set()))
parse = _native.jax_jit.parse_arguments
raises(ValueError, lambda: parse([], [], ("a",), [], [], registry))
raises(TypeError, lambda: parse([], [1], (1,), [], [], registry))
raises(TypeError, lambda: parse([], [], (), [], [], 12))
bare = pytree.PyTreeRegistry.__new__(pytree.PyTreeRegistry)
raises(TypeError, lambda: bare.flatten([1]))
raises(TypeError, lambda: parse([], [], (), [], [], bare))
raises(TypeError, lambda: pytree.PyTreeDef.deserialize_using_proto(bare, b""))
array = _jax.ArrayImpl.__new__(_jax.ArrayImpl)
for call in (lambda: array + 1, lambda: array.sum(), lambda: f(array), lambda: array.shape,
             lambda: jax.device_put(array), lambda: array == array):
    raises((TypeError, ValueError, RuntimeError, AttributeError), call)
for name in sorted(vars(_jax)):
    kind = vars(_jax)[name]
    if not isinstance(kind, type) or kind in (_jax.ArrayImpl, BaseException): continue
    try: bare, other = kind.__new__(kind), kind.__new__(kind)
    except Exception: continue
    for name in dir(kind):
        if name in ("__class__", "__new__", "__doc__", "__dir__"): continue
        try: value = getattr(bare, name)
        except Exception: continue
        if not callable(value): continue
        for arguments in (), (None,), (other,), (0, 0), (other, other, other):
            try: value(*arguments)
            except Exception as error: assert not isinstance(error, SystemError), (kind, name, error)
    for call in repr, str, hash, len, iter, lambda x: x == other, lambda x: x != other, pickle.dumps:
        try: call(bare)
        except Exception as error: assert not isinstance(error, SystemError), (kind, call, error)
print("done")
"""
    ).endswith("done\n")
