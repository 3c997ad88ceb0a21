"""Operands of steps, made from their description: arrays, numbers, trees, and objects whose methods misbehave.

A description is JSON, ``[kind, ...]``, so that two processes make the same operand. Imported by ``worker.py``
in the environment under test.
"""

from __future__ import annotations

import gc
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Sequence
from typing import Any

import jax
import ml_dtypes
import numpy as np


class Hostile(ValueError):
    """The exception that a method of a hostile object raises."""


Pair = namedtuple("Pair", ["first", "second"])

#: Bases of hostile classes, with the arguments of an instance.
BASES: dict[str, tuple[type, tuple[Any, ...]]] = {
    "object": (object, ()),
    "int": (int, (3,)),
    "float": (float, (1.5,)),
    "complex": (complex, (1 + 2j,)),
    "str": (str, ("text",)),
    "tuple": (tuple, ((1.0, 2.0),)),
    "list": (list, ([1.0, 2.0],)),
    "dict": (dict, ({"a": 1.0, "b": 2.0},)),
    "OrderedDict": (OrderedDict, ({"b": 1.0, "a": 2.0},)),
    "Pair": (Pair, (1.0, 2.0)),
    "ndarray": (np.ndarray, ()),
    "float32": (np.float32, (1.5,)),
    "int32": (np.int32, (7,)),
    "bfloat16": (ml_dtypes.bfloat16, (1.5,)),
}

#: Methods and attributes that a hostile class may override.
METHODS = (
    *(
        "__array__",
        "__jax_array__",
        "__array_interface__",
        "__array_priority__",
        "__eq__",
        "__hash__",
        "__bool__",
    ),
    *(
        "__index__",
        "__int__",
        "__float__",
        "__complex__",
        "__len__",
        "__iter__",
        "__getitem__",
        "__contains__",
    ),
    *(
        "__lt__",
        "__add__",
        "__radd__",
        "__reduce__",
        "__repr__",
        "__str__",
        "__class__",
        "__del__",
        "__buffer__",
    ),
    *("__dlpack__", "__dlpack_device__", "__instancecheck__", "__getattr__", "__format__", "__copy__"),
    *("astype", "dtype", "shape", "ndim", "size", "aval", "weak_type", "sharding", "keys", "items", "values"),
    *(
        "tobytes",
        "tolist",
        "item",
        "view",
        "flags",
        "strides",
        "data",
        "ctypes",
        "base",
        "__array_finalize__",
    ),
)

BEHAVIOURS = ("raise", "None", "wrong", "self", "collect", "delete", "clear", "enter", "huge", "negative")


def behave(behaviour: str, slots: list[Any], wrapped: Callable[..., Any] | None) -> Callable[..., Any]:
    """A method that does what ``behaviour`` names, and then calls the base class's method, if there is one."""

    def method(self: Any = None, *arguments: Any, **keywords: Any) -> Any:
        match behaviour:
            case "raise":
                raise Hostile
            case "None":
                return None
            case "wrong":
                return "another type than asked for"
            case "self":
                return self
            case "huge":
                return 1 << 70
            case "negative":
                return -1
            case "collect":
                gc.collect()
            case "delete":
                for value in slots:
                    if isinstance(value, jax.Array):
                        value.delete()
            case "clear":
                jax.clear_caches()
            case "enter":
                jax.jit(lambda x: x + 1)(2.0)
        return wrapped(self, *arguments, **keywords) if wrapped else 0

    return method


#: Keeps every hostile class alive. Upstream's bindings identify subclasses of numbers by address, so they would
#: mistake a new subclass of float for a deleted subclass of int at the same address.
_classes: list[type] = []


def hostile(base: str, overridden: dict[str, str], slots: list[Any]) -> Any:
    """An instance of a new subclass of ``base`` in which the methods named in ``overridden`` misbehave."""
    parent, arguments = BASES[base]
    members: dict[str, Any] = {}
    for name, behaviour in overridden.items():
        inherited = getattr(parent, name, None)
        instance = behave(behaviour, slots, inherited if callable(inherited) else None)
        plain = name.startswith("__") and name not in (
            "__array_interface__",
            "__array_priority__",
            "__class__",
        )
        members[name] = instance if plain or callable(inherited) else property(instance)
    if "__eq__" in members and "__hash__" not in members and parent.__hash__ is not None:
        members["__hash__"] = parent.__hash__
    try:
        kind = type(f"Hostile_{base}", (parent,), members)
        _classes.append(kind)
        if parent is np.ndarray:
            return np.arange(4, dtype=np.float32).view(kind)
        return kind(*arguments)
    except (TypeError, ValueError) as error:  # a class that Python itself refuses
        return f"{type(error).__name__} of {base}"


def numpy_array(dtype: str, shape: Sequence[int], seed: int) -> np.ndarray[Any, Any]:
    """Small integers in ``dtype``, so that sums and products are exact whatever their order."""
    values: np.ndarray[Any, Any] = (np.arange(int(np.prod(shape)), dtype=np.int64) * 7 + seed) % 5
    return values.astype(np.dtype(dtype)).reshape(tuple(shape))


class Node:
    """A registered tree node whose flatten function misbehaves as ``behaviour`` says."""

    def __init__(self, children: Sequence[Any], behaviour: str) -> None:
        self.children = list(children)
        self.behaviour = behaviour

    def flatten(self) -> Any:
        """The flatten function for the registry."""
        match self.behaviour:
            case "raise":
                raise Hostile
            case "None":
                return None
            case "not a pair":
                return (self.children, "data", "more")
            case "not iterable":
                return 3, "data"
            case "grows":
                self.children.append(1.0)
            case "shrinks":
                self.children[:] = self.children[:-1]
            case "collect":
                gc.collect()
            case "clear":
                jax.clear_caches()
            case "generator":
                return (child for child in self.children), "data"
            case "unhashable data":
                return self.children, ["data"]
        return self.children, self.behaviour

    @classmethod
    def unflatten(cls, data: Any, children: Any) -> Node:
        """The inverse of ``flatten``."""
        if data == "cannot be rebuilt":
            raise Hostile
        return cls(children, data if isinstance(data, str) else "")


NODES = (
    *("", "raise", "None", "not a pair", "not iterable", "grows", "shrinks", "collect", "clear", "generator"),
    *("unhashable data", "cannot be rebuilt"),
)

jax.tree_util.register_pytree_node(Node, Node.flatten, Node.unflatten)


def make(description: Any, slots: list[Any]) -> Any:
    """The operand with this description; ``["slot", n]`` is the n-th result of earlier steps."""
    kind, *rest = description
    match kind:
        case "slot":
            return slots[rest[0] % len(slots)] if slots else None
        case "constant":
            return rest[0]
        case "special":
            return {
                "complex": 1 + 2j,
                "nan": float("nan"),
                "too large": 1 << 40,
                "far too large": 1 << 80,
                "float32": np.float32(1.5),
                "bfloat16": ml_dtypes.bfloat16(1.5),
                "int8": np.int8(3),
                "ellipsis": ...,
                "slice": slice(0, 2),
                "type": int,
            }[rest[0]]
        case "numpy":
            return numpy_array(*rest)
        case "jax":
            return jax.numpy.asarray(numpy_array(*rest))
        case "hostile":
            return hostile(rest[0], rest[1], slots)
        case "list" | "tuple":
            items = [make(item, slots) for item in rest[0]]
            return items if kind == "list" else tuple(items)
        case "dict":
            return {make(key, slots): make(value, slots) for key, value in rest[0]}
        case "pair":
            return Pair(*(make(item, slots) for item in rest[0][:2]))
        case "node":
            return Node([make(item, slots) for item in rest[1]], rest[0])
    raise AssertionError(kind)
