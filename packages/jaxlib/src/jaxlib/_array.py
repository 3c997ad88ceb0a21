"""The class that jax.Array is: ArrayImpl is its one native subclass, and a tracer of an array passes for one."""

from __future__ import annotations

from typing import Any

_tracer: Any = None


def set_tracer_class(cls: Any) -> None:
    """Tell the metaclass what jax's tracers are."""
    global _tracer
    _tracer = cls


class ArrayMeta(type):
    """isinstance(tracer, jax.Array) asks the tracer."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if type.__instancecheck__(cls, instance):
            return True
        if cls is not Array or _tracer is None or not isinstance(instance, _tracer):
            return False
        asked = getattr(instance, "_is_traced_array", None)
        return asked is not None and bool(asked())


class Array(metaclass=ArrayMeta):
    """What jax.Array is made of; jax adds its own methods to it."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]


ArrayMeta.__module__ = Array.__module__ = "jaxlib._jax"
