"""The registry of dialects: the classes, adaptors and attribute builders of their operations, by name."""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

if TYPE_CHECKING:
    from jaxlib._ir.core.attributes import Attribute


class DialectClass(Protocol):
    """The interface of classes for `register_dialect`."""

    DIALECT_NAMESPACE: str

    def __call__(self, descriptor: DialectDescriptor) -> object:
        """An instance."""


class OperationClass(Protocol):
    """The interface of classes for `register_operation`."""

    OPERATION_NAME: str
    _successor: ClassVar[tuple[type[OperationClass], type[OperationClass]] | None]


D = TypeVar("D", bound=DialectClass)
O = TypeVar("O", bound=OperationClass)  # noqa: E741
T = TypeVar("T")

#: The class of each operation that a dialect has registered, by the operation's name.
VIEWS: dict[str, type[OperationClass]] = {}

#: The class of each dialect that has one, by namespace.
DIALECTS: dict[str, DialectClass] = {}

#: By namespace, a function from an operation's name to the attributes that it has if its builder does not set them.
#: `jaxlib._ir.api` has these of dialects whose Python code reads such attributes.
DEFAULTS: dict[str, Callable[[str], Mapping[str, Attribute]]] = {}

#: The adaptor of each operation that has one, by the operation's name.
ADAPTORS: dict[str, object] = {}


class Dialect:
    """The base of the classes that generated modules have for their dialects."""

    DIALECT_NAMESPACE = ""

    def __init__(self, descriptor: DialectDescriptor | None = None) -> None:
        self.descriptor = descriptor


class DialectDescriptor:
    """The namespace of a dialect."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace


#: The dialects that have no class.
KNOWN = frozenset(
    [
        *("builtin", "func", "stablehlo", "chlo", "sdy", "mhlo", "mpmd", "vhlo"),
        *(
            "arith",
            "cf",
            "math",
            "memref",
            "scf",
            "tpu",
            "vector",
            "tensor",
            "shape",
            "complex",
            "affine",
            "ub",
        ),
    ]
)


class Dialects:
    """The dialects of a context by namespace."""

    def __init__(self, context: object) -> None:
        self._context = context

    def __getitem__(self, name: str) -> object:
        if not isinstance(name, str):  # iteration over it would not end
            raise TypeError(f"wanted a str for the dialect's namespace, found {type(name).__name__}")
        load_dialect(name)
        if name not in DIALECTS and name not in KNOWN:
            raise IndexError(f"Dialect '{name}' not found")
        return DIALECTS.get(name, Dialect)(DialectDescriptor(name))

    def __getattr__(self, name: str) -> object:
        try:
            return self[name]
        except IndexError as error:
            raise AttributeError(str(error)) from None


_loaded: set[str] = set()


def load_dialect(namespace: str) -> None:
    """Import the module that registers a dialect's operations."""
    if namespace in _loaded:
        return
    with contextlib.suppress(ModuleNotFoundError):
        importlib.import_module(f"jaxlib.mlir.dialects.{namespace}")
    _loaded.add(namespace)  # last: another thread that finds it here uses the operations


def register_dialect(cls: D) -> D:
    """Register the class of a dialect."""
    DIALECTS[cls.DIALECT_NAMESPACE] = cls
    return cls


def register_operation(_dialect: object, *, replace: bool = False) -> Callable[[type[O]], type[O]]:
    """A decorator that registers the class of an operation."""

    def register(cls: type[O]) -> type[O]:
        if cls.OPERATION_NAME in VIEWS and not replace:
            raise RuntimeError(f"Operation '{cls.OPERATION_NAME}' is already registered.")
        defaults = DEFAULTS.get(cls.OPERATION_NAME.partition(".")[0])
        if defaults is not None:
            _add_defaults(cls, defaults(cls.OPERATION_NAME))
        replaced = VIEWS.get(cls.OPERATION_NAME)
        if replaced is not None and issubclass(cls, replaced):
            # Operations that the replaced class builds get the class that is registered now, as when they are read.
            replaced._successor = (replaced, cls)
        VIEWS[cls.OPERATION_NAME] = cls
        return cls

    return register


@functools.cache
def declares(cls: type, attribute: str) -> bool:
    """Whether operations of a registered class declare the attribute, which then is one of their properties.

    The generated class of an operation has a Python property for each one but for the sizes of groups of operands
    and results. Names that Python or the class uses are followed by an underscore.
    """
    if attribute in ("operandSegmentSizes", "resultSegmentSizes"):
        return True
    generated = [vars(base) for base in cls.__mro__ if vars(base).get("OPERATION_NAME")]
    names = (attribute, f"{attribute}_")
    return any(isinstance(members.get(name), property) for members in generated for name in names)


def _add_defaults(cls: Any, defaults: Mapping[str, Attribute]) -> None:
    """Let the builder of an operation set attributes that it leaves out, of those that the class knows."""
    cls._defaults = tuple((name, value) for name, value in defaults.items() if hasattr(cls, name))


def register_op_adaptor(cls: type[OperationClass], *, replace: bool = False) -> Callable[[T], T]:
    """A decorator that registers the adaptor of an operation's class."""

    def register(adaptor: T) -> T:
        ADAPTORS[cls.OPERATION_NAME] = adaptor
        setattr(cls, "Adaptor", adaptor)  # noqa: B010 - the class gets this attribute only here
        return adaptor

    return register


class AttrBuilder:
    """The functions that build attributes from Python values, by the kind of attribute."""

    _builders: dict[str, Callable[..., object]] = {}

    @staticmethod
    def contains(attribute_kind: str) -> bool:
        """Whether there is a builder for that kind."""
        return attribute_kind in AttrBuilder._builders

    @staticmethod
    def get(attribute_kind: str) -> Callable[..., object]:
        """The builder for that kind."""
        return AttrBuilder._builders[attribute_kind]

    @staticmethod
    def insert(
        attribute_kind: str,
        attr_builder: Callable[..., object],
        replace: bool = False,
        allow_existing: bool = False,
    ) -> None:
        """Register a builder for that kind."""
        if attribute_kind in AttrBuilder._builders and not replace:
            if allow_existing:
                return
            raise RuntimeError(f"Attribute builder for '{attribute_kind}' is already registered")
        AttrBuilder._builders[attribute_kind] = attr_builder
