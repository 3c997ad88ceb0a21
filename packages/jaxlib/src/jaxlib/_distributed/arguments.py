"""Checks arguments of functions that are native in upstream's jaxlib; the errors have upstream's text."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

_INT64 = range(-(1 << 63), 1 << 63)
_INT32 = range(-(1 << 31), 1 << 31)


class Wrong(Exception):
    """An argument does not have the type of its parameter."""


def integer(value: Any) -> int:
    """A 64-bit integer: an int, or an object with ``__index__`` such as numpy's integers."""
    if isinstance(value, float):
        raise Wrong
    try:
        number = operator.index(value)
    except TypeError:
        raise Wrong from None
    if number not in _INT64:
        raise Wrong
    return number


def small(value: Any) -> int:
    """A 32-bit integer."""
    number = integer(value)
    if number not in _INT32:
        raise Wrong
    return number


def string(value: Any) -> str:
    """A str that can be encoded in UTF-8."""
    if not isinstance(value, str):
        raise Wrong
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Wrong from None
    return value


def octets(value: Any) -> bytes:
    """Exactly bytes, no bytes-like object."""
    if not isinstance(value, bytes):
        raise Wrong
    return value


def boolean(value: Any) -> bool:
    """Exactly True or False."""
    if not isinstance(value, bool):
        raise Wrong
    return value


def numbers(value: Any) -> list[int]:
    """A sequence of 32-bit integers."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise Wrong
    return [small(element) for element in value]


def function(value: Any) -> Callable[..., Any]:
    """A callable."""
    if not callable(value):
        raise Wrong
    called: Callable[..., Any] = value
    return called


def optional(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A check that also accepts None."""
    return lambda value: None if value is None else check(value)


def checked(signature: str, **checks: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """A decorator that checks a function's arguments.

    Args:
        signature: The function's signature in error messages, after its name.
        checks: For each parameter, a function that converts the argument or raises `Wrong`.
    """

    def decorate(call: _Function) -> _Function:
        parameters = inspect.signature(call)

        @functools.wraps(call)
        def with_checks(*args: Any, **kwargs: Any) -> Any:
            try:
                bound = parameters.bind(*args, **kwargs)
                for name, value in bound.arguments.items():
                    if name in checks:
                        bound.arguments[name] = checks[name](value)
            except (TypeError, Wrong):
                raise TypeError(_refusal(call.__name__, signature, args, kwargs)) from None
            return call(*bound.args, **bound.kwargs)

        return with_checks  # type: ignore[return-value]

    return decorate


def _refusal(name: str, signature: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    given = [_type(arg) for arg in args]
    if kwargs:
        given.append(f"kwargs = {{ {', '.join(f'{key}: {_type(value)}' for key, value in kwargs.items())} }}")
    return (
        f"{name}(): incompatible function arguments. The following argument types are supported:\n"
        f"    1. {name}{signature}\n\nInvoked with types: {', '.join(given)}"
    )


def _type(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
