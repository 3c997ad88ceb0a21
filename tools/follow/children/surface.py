"""Prints the public surface of a jaxlib: functions with their signatures, classes with their members, enumerations.

Run by the Python of an environment that has the jaxlib, as a script, with nothing of this repository on its path:

    python -P surface.py

It prints a JSON object: names such as ``jaxlib._jax.Client.compile_and_load``, each with its kind and, for
functions, the signatures that nanobind or Python has. No function is called. A module that can't be imported is
left out, because not every jaxlib has the parts for other hardware.
"""

from __future__ import annotations

import ast
import contextlib
import enum
import importlib
import inspect
import io
import json
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

#: The modules whose members are read. The compiled extensions of Pallas, Triton and MPMD are not part of the
#: bindings.
MODULES = (
    "jaxlib._jax",
    "jaxlib._hlo",
    "jaxlib._ifrt_proxy",
    "jaxlib._pretty_printer",
    "jaxlib._profiler",
    "jaxlib.cpu_feature_guard",
    "jaxlib.mlir._mlir_libs._chlo",
    "jaxlib.mlir._mlir_libs._jax_mlir_ext",
    "jaxlib.mlir._mlir_libs._mlir",
    "jaxlib.mlir._mlir_libs._sdy",
    "jaxlib.mlir._mlir_libs._stablehlo",
    "jaxlib.mlir.ir",
    "jaxlib.mlir.passmanager",
    "jaxlib.utils",
    "jaxlib.weakref_lru_cache",
    "jaxlib.xla_client",
)
#: nanobind's text for a default without a literal form, which contains an address.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
#: Attributes that every class has.
COMMON = frozenset(dir(object)) | {"__dict__", "__weakref__", "__module__", "__doc__", "__annotations__"}


def main() -> None:
    """Print the object."""
    entries: dict[str, dict[str, Any]] = {}
    modules = {name: module for name in MODULES if (module := imported(name)) is not None}
    for name, module in list(modules.items()):
        for inner in submodules(module):
            modules.setdefault(f"{name}.{inner.__name__.rpartition('.')[2]}", inner)
    seen: set[int] = set()
    for name, module in modules.items():
        for member, value in sorted(vars(module).items()):
            if member.startswith("__") or isinstance(value, types.ModuleType):
                continue
            if isinstance(value, type):
                # Only under its first name, because xla_client re-exports many names of _jax.
                if id(value) in seen:
                    continue
                seen.add(id(value))
            describe(f"{name}.{member}", value, entries)
    json.dump(entries, sys.stdout)


def imported(name: str) -> types.ModuleType | None:
    """The module, without what its import prints."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(ImportError):
        return importlib.import_module(name)
    return None


def submodules(module: types.ModuleType) -> Iterator[types.ModuleType]:
    """The modules that a compiled module holds, such as ``jaxlib._jax.pytree``."""
    for value in vars(module).values():
        if isinstance(value, types.ModuleType) and value.__name__.startswith(f"{module.__name__}."):
            yield value
            yield from submodules(value)


def describe(name: str, value: Any, entries: dict[str, dict[str, Any]]) -> None:
    """Put ``value``, and of a class its members, into ``entries``."""
    if isinstance(value, type):
        if value.__module__.partition(".")[0] != "jaxlib":
            return
        if issubclass(value, enum.Enum):
            entries[name] = {"kind": "enumeration", "members": sorted(value.__members__)}
            return
        entries[name] = {"kind": "class"}
        for member, attribute in sorted(vars(value).items()):
            if member not in COMMON and not isinstance(attribute, type):
                entries[f"{name}.{member}"] = signatures(attribute)
            elif isinstance(attribute, type) and not member.startswith("__"):
                describe(f"{name}.{member}", attribute, entries)
        return
    of_others = isinstance(value, types.FunctionType) and value.__module__.partition(".")[0] != "jaxlib"
    if not of_others:
        entries[name] = signatures(value)


def signatures(value: Any) -> dict[str, Any]:
    """The kind of an attribute and, of a function or property, its signatures."""
    if isinstance(value, staticmethod | classmethod):
        value = value.__func__
    if isinstance(value, property):
        getter = getattr(value.fget, "__nb_signature__", None)
        return {
            "kind": "property",
            "signatures": texts(getter),
            "settable": value.fset is not None,
        }
    native = getattr(value, "__nb_signature__", None)
    if native:
        return {"kind": "function", "signatures": texts(native)}
    if isinstance(value, types.FunctionType):
        return {"kind": "function", "signatures": [python_parameters(value)]}
    if callable(value):
        return {"kind": "function"}
    return {"kind": "value"}


def python_parameters(function: types.FunctionType) -> str:
    """The parameters of a function in Python, without the types."""
    signature = inspect.signature(function)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    return ADDRESS.sub("", str(signature.replace(parameters=bare, return_annotation=signature.empty)))


def texts(native: Any) -> list[str]:
    """The parameters of each overload in nanobind's signatures, without the types, whose spelling often changes."""
    return [
        parameters(signature[0], signature[2] if len(signature) > 2 else ()) for signature in native or ()
    ]


def parameters(signature: str, defaults: Any) -> str:
    """The parameters of one of nanobind's signatures, with the texts of their defaults."""
    text = re.sub(r"\\(\d+)", r"_default_\1_", signature)
    # Python 3.11 cannot parse type parameters, and a property's getter has no name.
    text = re.sub(r"^def (\w*)(\[.*?\])?\(", lambda match: f"def {match[1] or '_'}(", text)
    try:
        function = ast.parse(f"{text}: ...").body[0]
    except SyntaxError:
        return ADDRESS.sub("", text)
    if not isinstance(function, ast.FunctionDef):
        return ADDRESS.sub("", text)
    for node in ast.walk(function.args):
        if isinstance(node, ast.arg):
            node.annotation = None
    bare = f"({ast.unparse(function.args)})"
    return ADDRESS.sub("", re.sub(r"_default_(\d+)_", lambda match: repr(defaults[int(match[1])]), bare))


if __name__ == "__main__":
    main()
