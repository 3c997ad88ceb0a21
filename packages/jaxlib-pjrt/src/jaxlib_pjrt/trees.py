"""Nested containers of arrays, as jax passes them to and from functions.

Known containers are tuples, lists, dicts with string keys, ``None`` and ``collections.OrderedDict``. Any other
container is registered with jax under a name, and an exported function contains only that name. It is represented
by a ``Node``, as argument and as result, unless its type is registered under that name here as well::

    Point = collections.namedtuple("Point", "x y")
    trees.register_namedtuple(Point, "my.Point")
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jaxlib_pjrt._artifact import Tree


class Node(NamedTuple):
    """A container of a type that is not registered here.

    Attributes:
        name: The name under which it is registered with jax.
        children: The children.
        data: Its auxiliary data, as serialized.
    """

    name: str
    children: tuple[Any, ...]
    data: bytes = b""


class _Registration(NamedTuple):
    kind: type
    to_children: Callable[[Any], Sequence[Any]]
    from_children: Callable[[bytes, Sequence[Any]], Any]


_registered: dict[str, _Registration] = {}


def register(
    kind: type,
    name: str,
    *,
    to_children: Callable[[Any], Sequence[Any]],
    from_children: Callable[[bytes, Sequence[Any]], Any],
) -> None:
    """Register a type under the name with which ``jax.export`` serialized it.

    Args:
        kind: The type.
        name: The ``serialized_name`` of ``jax.export.register_pytree_node_serialization``.
        to_children: Returns the children, in the order of jax's registration.
        from_children: Creates an instance from the serialized auxiliary data and the children.

    Raises:
        ValueError: Another type has that name.
    """
    if name in _registered and _registered[name].kind is not kind:
        raise ValueError(f"{name!r} is the name of {_registered[name].kind!r}; wanted to register {kind!r}")
    _registered[name] = _Registration(kind, to_children, from_children)


def register_namedtuple(kind: type, name: str) -> None:
    """Register a named tuple under its ``serialized_name``; it must have the same fields as in jax.

    Raises:
        TypeError: It is not a named tuple.
        ValueError: Another type has that name.
    """
    if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):
        raise TypeError(f"register_namedtuple: wanted a named tuple, found {kind!r}")

    def made(data: bytes, children: Sequence[Any]) -> Any:
        return kind(**dict(zip(_names(data, len(children)), children, strict=True)))

    register(kind, name, to_children=tuple, from_children=made)


def _names(data: bytes, count: int) -> list[str]:
    try:
        names = json.loads(data)
    except ValueError:
        names = None
    if not isinstance(names, list) or len(names) != count or not all(isinstance(name, str) for name in names):
        raise ValueError(f"wanted the names of {count} children, as JSON; found {data[:80]!r}")
    return names


def _values(value: Mapping[str, Any]) -> Sequence[Any]:
    return list(value.values())


register(
    OrderedDict,
    "collections.OrderedDict",
    to_children=_values,
    from_children=lambda data, children: OrderedDict(zip(_names(data, len(children)), children, strict=True)),
)


def flatten(tree: Tree, value: Any, path: str) -> Iterator[Any]:
    """The arrays in ``value``, which must have the structure of ``tree``.

    Raises:
        TypeError: It has another structure; the message says where.
    """
    if tree.kind == "leaf":
        yield value
        return
    for child, (name, inner) in zip(tree.children, _children(tree, value, path), strict=True):
        yield from flatten(child, inner, path + name)


def _children(tree: Tree, value: Any, path: str) -> list[tuple[str, Any]]:
    if tree.kind == "none":
        if value is not None:
            raise _mismatch(tree, value, path)
        return []
    if tree.kind == "dict":
        if not isinstance(value, Mapping) or set(value) != set(tree.keys):
            raise _mismatch(tree, value, path)
        return [(f"[{key!r}]", value[key]) for key in tree.keys]
    if tree.kind == "custom":
        return _custom(tree, value, path)
    if type(value) is not (tuple if tree.kind == "tuple" else list) or len(value) != len(tree.children):
        raise _mismatch(tree, value, path)
    return [(f"[{index}]", inner) for index, inner in enumerate(value)]


def _custom(tree: Tree, value: Any, path: str) -> list[tuple[str, Any]]:
    known = _registered.get(tree.name)
    children: Sequence[Any]
    if isinstance(value, Node) and value.name == tree.name:
        children = value.children
    elif known is None or not isinstance(value, known.kind):
        raise _mismatch(tree, value, path)
    else:
        children = known.to_children(value)
        if isinstance(value, OrderedDict) and list(value) != _names(tree.data, len(tree.children)):
            raise _mismatch(tree, value, path)
    if len(children) != len(tree.children):
        raise _mismatch(tree, value, path)
    return [(f".{index}", inner) for index, inner in enumerate(children)]


def _mismatch(tree: Tree, value: Any, path: str) -> TypeError:
    description = f"a {type(value).__name__}"
    if isinstance(value, Mapping):
        description += f" with the keys {sorted(map(str, value))}"
    elif isinstance(value, (tuple, list)):
        description += f" of {len(value)}"
    wanted = str(tree)
    note = ""
    if tree.kind == "custom" and tree.name not in _registered:
        note = f"; {tree.name!r} is not registered here, so it is a jaxlib_pjrt.trees.Node"
    return TypeError(f"{path}: wanted {wanted[:200]}, found {description}{note}")


def unflatten(tree: Tree, leaves: Iterator[Any]) -> Any:
    """The containers of ``tree``, filled with these arrays."""
    if tree.kind == "leaf":
        return next(leaves)
    children = [unflatten(child, leaves) for child in tree.children]
    if tree.kind == "none":
        return None
    if tree.kind == "list":
        return children
    if tree.kind == "tuple":
        return tuple(children)
    if tree.kind == "dict":
        return dict(zip(tree.keys, children, strict=True))
    if tree.name in _registered:
        return _registered[tree.name].from_children(tree.data, children)
    return Node(tree.name, tuple(children), tree.data)


def paths(tree: Tree, path: str = "") -> Iterator[str]:
    """The path of each array, as a Python expression."""
    if tree.kind == "leaf":
        yield path
        return
    for index, child in enumerate(tree.children):
        if tree.kind == "dict":
            name = f"[{tree.keys[index]!r}]"
        else:
            name = f".{index}" if tree.kind == "custom" else f"[{index}]"
        yield from paths(child, path + name)


def argument_paths(tree: Tree) -> list[str]:
    """The path of each argument, by position or keyword."""
    positional, named = tree.children
    names = [
        path for index, child in enumerate(positional.children) for path in paths(child, f"args[{index}]")
    ]
    for key, child in zip(named.keys, named.children, strict=True):
        names += paths(child, key)
    return names
