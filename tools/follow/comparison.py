"""Compares upstream's jaxlibs of two releases: their public surfaces and their operations."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

#: The dialects whose operations the bindings know; the others are Pallas' and MPMD's.
DIALECTS = ("builtin", "chlo", "func", "mhlo", "sdy", "stablehlo")
#: Parameters of every operation builder that are no operands or attributes.
COMMON = frozenset({"self", "loc", "ip"})


@dataclass(frozen=True, slots=True)
class Change:
    """A name of jaxlib, or an operation, that is new, gone or changed.

    Attributes:
        name: such as ``jaxlib._jax.Client.is_c_api`` or ``stablehlo.collective_reduce``.
        kind: ``new``, ``gone`` or ``changed``.
        text: for people: what it is now, or what it was and is.
        came: the members of an enumeration, or the parameters of a function, that are new.
    """

    name: str
    kind: Literal["new", "gone", "changed"]
    text: str
    came: frozenset[str] = frozenset()


def surfaces(old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]) -> list[Change]:
    """The changes between two objects that ``children/surface.py`` printed, by name.

    The members of a class that is new or gone are not listed in addition.
    """
    whole = {
        name for name in {*old} ^ {*new} if (old.get(name) or new.get(name) or {}).get("kind") == "class"
    }
    findings = []
    for name in sorted({*old, *new}):
        if any(name.startswith(f"{prefix}.") for prefix in whole):
            continue
        before, after = old.get(name), new.get(name)
        if before is None and after is not None:
            findings.append(Change(name, "new", _told(after), _parts(after)))
        elif after is None and before is not None:
            findings.append(Change(name, "gone", _told(before)))
        elif before is not None and after is not None and (text := _difference(before, after)):
            findings.append(Change(name, "changed", text, _parts(after) - _parts(before)))
    return findings


def _parts(entry: Mapping[str, Any]) -> frozenset[str]:
    """The members of an enumeration, or the parameters of a function that can be passed by name."""
    # The parameters before a slash are positional-only.
    texts = [signature.rpartition(" /")[2] for signature in entry.get("signatures", ())]
    named = re.findall(r"(?<=[(,\s])[a-z_]\w*(?=[,)=])", " ".join(texts))
    return frozenset(entry.get("members", ())) | frozenset(named) - {"self", "cls"}


def _told(entry: Mapping[str, Any]) -> str:
    signatures = " or ".join(entry.get("signatures", ()))
    members = f" of {', '.join(entry['members'])}" if "members" in entry else ""
    return f"{entry['kind']}{members}{f' {signatures}' if signatures else ''}"


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The text for a change between two entries; empty if they are equal."""
    if before["kind"] == after["kind"] == "enumeration":
        came = sorted({*after["members"]} - {*before["members"]})
        went = sorted({*before["members"]} - {*after["members"]})
        said = (("new", came), ("gone", went))
        return "; ".join(f"{word}: {', '.join(names)}" for word, names in said if names)
    settable = {False: "", True: " (settable)"}
    old = _told(before) + settable[bool(before.get("settable"))]
    new = _told(after) + settable[bool(after.get("settable"))]
    return f"{old} became {new}" if old != new else ""


def operations(files: Mapping[str, bytes]) -> dict[str, str]:
    """The operations of `DIALECTS` by name, with their builders' parameters, from jaxlib's pure-Python files.

    ``files`` are the generated modules by their paths, such as ``jaxlib/mlir/dialects/_sdy_ops_gen.py``.
    """
    digests: dict[str, str] = {}
    for dialect in DIALECTS:
        source = files.get(f"jaxlib/mlir/dialects/_{dialect}_ops_gen.py")
        if source is not None:
            digests.update(_operations(source.decode()))
    return digests


def _operations(source: str) -> Iterator[tuple[str, str]]:
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        name = next(
            (
                statement.value.value
                for statement in node.body
                if isinstance(statement, ast.Assign)
                and isinstance(statement.value, ast.Constant)
                and any(isinstance(to, ast.Name) and to.id == "OPERATION_NAME" for to in statement.targets)
            ),
            None,
        )
        builder = next(
            (
                statement
                for statement in node.body
                if isinstance(statement, ast.FunctionDef) and statement.name == "__init__"
            ),
            None,
        )
        if isinstance(name, str) and builder is not None:
            yield name, _parameters(builder.args)


def _parameters(arguments: ast.arguments) -> str:
    """The parameters of a builder; those with a default are in brackets."""
    without = len(arguments.args) - len(arguments.defaults)
    all_of = [(arg.arg, place >= without) for place, arg in enumerate(arguments.args)]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    all_of += [(pair.arg, default is not None) for pair, default in pairs]
    return ", ".join(f"[{name}]" if optional else name for name, optional in all_of if name not in COMMON)


def changed_operations(old: Mapping[str, str], new: Mapping[str, str]) -> list[Change]:
    """The changes between two results of `operations`, by name."""
    findings = []
    for name in sorted({*old, *new}):
        if name not in old:
            findings.append(Change(name, "new", f"takes {new[name] or 'nothing'}", _attributes(new[name])))
        elif name not in new:
            findings.append(Change(name, "gone", f"took {old[name] or 'nothing'}"))
        elif old[name] != new[name]:
            came = _attributes(new[name]) - _attributes(old[name])
            findings.append(Change(name, "changed", f"took {old[name]}; takes {new[name]}", came))
    return findings


def _attributes(parameters: str) -> frozenset[str]:
    """The optional parameters of a builder, which are the operation's optional attributes."""
    return frozenset(re.findall(r"\[(\w+)\]", parameters)) - {"results"}


def taken(change: Change, ours: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether the bindings, whose surface is ``ours``, already have what is new or changed.

    A function must accept every new parameter by name. A function of ours without a signature can't be compared, so
    it only passes if there is no new parameter.
    """
    if change.kind == "gone":
        return True
    entry = ours.get(change.name)
    if entry is None:
        return change.kind == "changed" and not change.came
    comparable = "members" in entry or entry.get("signatures")
    return not comparable or change.came <= _parts(entry)
