"""The class jax.Array: ArrayImpl is its only native subclass; ``isinstance`` also accepts tracers of arrays."""

from __future__ import annotations

from typing import Any

_tracer: Any = None


def set_tracer_class(cls: Any) -> None:
    """Set the class of jax's tracers, which ``isinstance`` queries."""
    global _tracer
    _tracer = cls


class ArrayMeta(type):
    """Makes ``isinstance(tracer, jax.Array)`` ask the tracer for its abstract value."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if type.__instancecheck__(cls, instance):
            return True
        if cls is not Array or _tracer is None or not isinstance(instance, _tracer):
            return False
        is_traced = getattr(instance, "_is_traced_array", None)
        return is_traced is not None and bool(is_traced())


class Array(metaclass=ArrayMeta):
    """The base class of ArrayImpl. jax adds its own methods to it."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]


ArrayMeta.__module__ = Array.__module__ = "jaxlib._jax"
