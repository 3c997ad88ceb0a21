"""The caches of ``jaxlib.weakref_lru_cache``: keys whose comparison changes them, and the garbage collector."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable

import pytest
from jax import tree_util
from jaxlib import weakref_lru_cache


class Weak:
    """An object that can be referred to weakly."""


def double(x: int) -> int:
    return 2 * x


def where() -> str:
    return "here"


def test_a_comparison_that_adds_entries_ends(child: Callable[..., str]) -> None:
    child("""
from jaxlib import weakref_lru_cache
class Weak: pass
class Adding:
    def __eq__(self, other):
        cache(Weak(), None)
        return False
    def __hash__(self): return 42
cache = weakref_lru_cache.weakref_lru_cache(lambda: None, lambda x, y: y, 2048)
weak = Weak()
keys = [Adding() for _ in range(60)]
for key in keys: assert cache(weak, key) is key
for key in keys: assert cache(weak, key) is key
assert cache.cache_info().currsize == len(keys), cache.cache_info()
""")


def test_a_comparison_that_removes_the_entry_it_finds(child: Callable[..., str]) -> None:
    """Clears the cache and compares equal: the entry is gone, and the call is computed anew."""
    child("""
import sys
from jaxlib import weakref_lru_cache
class Weak: pass
class Clearing:
    def __eq__(self, other):
        cache.cache_clear()
        return True
    def __hash__(self): return 1
cache = weakref_lru_cache.weakref_lru_cache(lambda: None, lambda x, y: [y], 100)
weak = Weak()
for _ in range(50):
    key = Clearing()
    assert len(cache(weak, key)) == 1
del key
""")


def test_the_garbage_collector_sees_what_a_cache_holds() -> None:
    cache = weakref_lru_cache.weakref_lru_cache(where, lambda weak, *rest, **named: rest[0])
    weak, strong, result = Weak(), ("a", "strong", "argument"), object()
    cache(weak, result, strong, name=strong)
    found = gc.get_referents(cache)
    for wanted in (where, result, strong, "name", *weakref.getweakrefs(weak)):
        assert any(each is wanted for each in found), wanted


@pytest.mark.only("ours", why="upstream's garbage collector does not find such cycles")
def test_a_cycle_through_a_cache_is_collected() -> None:
    class Holder:
        pass

    def cycle() -> weakref.ref[Holder]:
        holder, weak = Holder(), Weak()
        cache = weakref_lru_cache.weakref_lru_cache(lambda: None, lambda weak, holder: (weak, holder))
        holder.cache, holder.weak = cache, weak
        cache(weak, holder)
        return weakref.ref(holder)

    gone = cycle()
    gc.collect()
    assert gone() is None


def test_the_garbage_collector_sees_the_keys_of_a_structure() -> None:
    first, second = ("first", "key"), ("second", "key")
    structure = tree_util.tree_structure([{first: 1, second: {first: 2}}, 3])
    found = gc.get_referents(structure)
    for wanted in (first, second):
        assert any(each is wanted for each in found), wanted
    assert not any(isinstance(each, list) for each in found)


def test_keys_and_values_that_are_held_weakly() -> None:
    made = []

    def make(key: Weak) -> Weak:
        made.append(weakref.ref(key))
        return Weak()

    cache = weakref_lru_cache.weak_key_weak_value_cache(make)
    key, other = Weak(), Weak()
    value = cache(key)
    assert cache(key) is value
    assert cache(other) is not value
    assert len(made) == 2
    kept = weakref.ref(value)
    del value
    gc.collect()
    assert kept() is None
    value = cache(key)
    assert len(made) == 3
    assert cache(key) is value
    del key
    gc.collect()
    assert made[0]() is None
    for arguments, names in (
        ((), {}),
        ((other, other), {}),
        ((other,), {"x": 1}),
        ((), {"x": other}),
        ((3,), {}),
    ):
        with pytest.raises(TypeError):
            cache(*arguments, **names)
    with pytest.raises(TypeError, match="weak reference"):
        weakref_lru_cache.weak_key_weak_value_cache(lambda key: 3)(other)


def test_keys_that_are_held_weakly_are_compared_by_identity() -> None:
    class Equal:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            return True

    cache = weakref_lru_cache.weak_key_weak_value_cache(lambda key: Weak())
    one, other = Equal(), Equal()
    first, second = cache(one), cache(other)
    assert first is not second


@pytest.mark.since("0.12.0")
@pytest.mark.parametrize(
    "through", [copy.copy, copy.deepcopy, lambda cache: pickle.loads(pickle.dumps(cache))]
)
def test_pickles_of_strong_caches(through: Callable[[object], Callable[[int], int]]) -> None:
    cache = weakref_lru_cache.strong_lru_cache(double, where, maxsize=10, num_shards=2)
    assert cache(3) == 6
    restored = through(cache)
    assert restored.__wrapped__ is double
    assert (restored.cache_info().maxsize, restored.cache_info().currsize) == (10, 0)
    assert (restored(3), restored.cache_info().currsize) == (6, 1)
    assert restored.__getstate__() == cache.__getstate__()


@pytest.mark.since("0.12.0")
def test_states_of_strong_caches_that_are_refused() -> None:
    state = weakref_lru_cache.strong_lru_cache(double).__getstate__()
    for changes, error in (
        ({"version": 2}, ValueError),
        ({"fn": 3}, Exception),
        ({"maxsize": "a"}, Exception),
    ):
        made = weakref_lru_cache.StrongLRUCache.__new__(weakref_lru_cache.StrongLRUCache)
        with pytest.raises(error):
            made.__setstate__(state | changes)
    for left_out in state:
        made = weakref_lru_cache.StrongLRUCache.__new__(weakref_lru_cache.StrongLRUCache)
        with pytest.raises(KeyError, match=left_out):
            made.__setstate__({name: value for name, value in state.items() if name != left_out})
    with pytest.raises(TypeError):
        weakref_lru_cache.StrongLRUCache()


@pytest.mark.since("0.12.0")
@pytest.mark.only("ours", why="upstream reads memory that was never written, and divides by zero")
def test_strong_caches_that_cannot_work() -> None:
    with pytest.raises(TypeError, match="without its state"):
        weakref_lru_cache.StrongLRUCache.__new__(weakref_lru_cache.StrongLRUCache)(3)
    with pytest.raises(ValueError, match="num_shards must be positive"):
        weakref_lru_cache.strong_lru_cache(double, num_shards=0)
