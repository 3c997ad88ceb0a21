"""Findings on code to write: names that jax uses and that the bindings lack, or have in an older form."""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Mapping, Sequence, Set
from typing import Any

from tools.compat import contract
from tools.follow import comparison
from tools.follow.report import Finding

#: The names of jaxlib that jax uses; for each, the files that do and the conditions under which they do.
Uses = Mapping[str, Mapping[str, Sequence[str]]]


def conditions(asked: contract.Asked) -> list[Finding]:
    """Findings on the conditions on jaxlib's version by which jax enables parts of itself."""
    return [
        Finding("derived", condition, "a part of jax depends on it", tuple(files))
        for condition, files in sorted(asked.conditions.items())
    ]


def unmet(used: Uses, states: Mapping[str, str]) -> list[Finding]:
    """Findings on names that jax uses, that the bindings lack and that missing.toml does not list."""
    said = tomllib.loads(contract.KNOWN.read_text("utf-8"))
    names = {name: set(files) for name, files in used.items()}
    wrong = sorted(set(contract.unexpected(names, states, said["names"], said["absent"])))
    return [
        Finding("write", name, states[name], tuple(sorted(used[name])), gate(used[name])) for name in wrong
    ]


def changed(
    used: Uses, changes: Sequence[comparison.Change], ours: Mapping[str, Mapping[str, Any]]
) -> list[Finding]:
    """Findings on new or changed names of upstream's jaxlib that the bindings lack, first those that jax uses."""
    findings = []
    for change in changes:
        if comparison.taken(change, ours):
            continue
        names = {change.name, change.name.replace("jaxlib._jax.", "jaxlib.xla_client.")}
        findings.append(_of_change(change, used, names))
    return findings


def operations(
    used: Uses, changes: Sequence[comparison.Change], known: Mapping[str, Sequence[str]]
) -> list[Finding]:
    """Findings on operations that are new or have new attributes, and that the bindings cannot write yet."""
    findings = []
    for change in changes:
        if change.kind == "gone" or (change.came <= {*known.get(change.name, ())} and change.name in known):
            continue
        dialect, _, operation = change.name.partition(".")
        words = operation.replace(".", "_").split("_")
        camel = "".join(word[:1].upper() + word[1:] for word in words)
        module = f"jaxlib.mlir.dialects.{dialect}"
        findings.append(_of_change(change, used, {f"{module}.{'_'.join(words)}", f"{module}.{camel}Op"}))
    return findings


def _of_change(change: comparison.Change, used: Uses, names: Set[str]) -> Finding:
    """The finding for a change; for a name in missing.toml there is nothing to write."""
    files = {file: gates for name in names for file, gates in used.get(name, {}).items()}
    said = tomllib.loads(contract.KNOWN.read_text("utf-8"))["names"]
    why = next((reason for name, reason in said.items() if fnmatch.fnmatchcase(change.name, name)), "")
    text = f"{change.kind}: {change.text}"
    if why:
        return Finding("unused", change.name, f"{text} (missing.toml: {why})", tuple(sorted(files)))
    return Finding("write" if files else "unused", change.name, text, tuple(sorted(files)), gate(files))


def gate(files: Mapping[str, Sequence[str]]) -> str:
    """The conditions under which a name is used; empty if some file uses it unconditionally."""
    conditions = list(files.values())
    if not conditions or not all(conditions):
        return ""
    every = {condition for some in conditions for condition in some}
    return "" if any(f"not ({condition})" in every for condition in every) else " or ".join(sorted(every))
