"""What dialects register: their operations' classes, adaptors and attribute builders, by name."""

from __future__ import annotations

import importlib
from typing import Any

#: The classes that dialects have registered for their operations, by name.
VIEWS: dict[str, Any] = {}

#: The dialects, by name.
DIALECTS: dict[str, Any] = {}

#: The adaptors of operations, by name.
ADAPTORS: dict[str, Any] = {}


class Dialect:
    """A dialect."""

    DIALECT_NAMESPACE = ""

    def __init__(self, descriptor: Any = None) -> None:
        self.descriptor = descriptor


class DialectDescriptor:
    """A dialect's name."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace


class Dialects:
    """All dialects, by name."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getitem__(self, name: str) -> Any:
        load_dialect(name)
        return DIALECTS.get(name, Dialect)(DialectDescriptor(name))

    def __getattr__(self, name: str) -> Any:
        return self[name]


_loaded: set[str] = set()


def load_dialect(namespace: str) -> None:
    """Import the module that registers a dialect's operations."""
    if namespace in _loaded:
        return
    _loaded.add(namespace)
    try:
        importlib.import_module(f"jaxlib.mlir.dialects.{namespace}")
    except ModuleNotFoundError:
        return


def register_dialect(cls: Any) -> Any:
    """Take note of a dialect."""
    DIALECTS[cls.DIALECT_NAMESPACE] = cls
    return cls


def register_operation(_dialect: Any, *, replace: bool = False) -> Any:
    """Take note of the class of an operation."""

    def take(cls: Any) -> Any:
        if cls.OPERATION_NAME in VIEWS and not replace:
            raise RuntimeError(f"Operation '{cls.OPERATION_NAME}' is already registered.")
        VIEWS[cls.OPERATION_NAME] = cls
        return cls

    return take


def register_op_adaptor(cls: Any, *, replace: bool = False) -> Any:
    """Take note of the adaptor of an operation."""

    def take(adaptor: Any) -> Any:
        ADAPTORS[cls.OPERATION_NAME] = adaptor
        cls.Adaptor = adaptor
        return adaptor

    return take


class AttrBuilder:
    """Makes attributes of Python's values, by the name of what is wanted."""

    _builders: dict[str, Any] = {}

    @staticmethod
    def contains(attribute_kind: str) -> bool:
        """Whether such can be made."""
        return attribute_kind in AttrBuilder._builders

    @staticmethod
    def get(attribute_kind: str) -> Any:
        """What makes such."""
        return AttrBuilder._builders[attribute_kind]

    @staticmethod
    def insert(
        attribute_kind: str, attr_builder: Any, replace: bool = False, allow_existing: bool = False
    ) -> None:
        """Say what makes such."""
        if attribute_kind in AttrBuilder._builders and not replace:
            if allow_existing:
                return
            raise RuntimeError(f"Attribute builder for '{attribute_kind}' is already registered")
        AttrBuilder._builders[attribute_kind] = attr_builder
