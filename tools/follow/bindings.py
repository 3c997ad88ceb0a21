"""What ``packages/jaxlib/releases`` says of a release, from upstream's jaxlib of that release."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from tools.builder import definitions
from tools.follow.report import Finding

#: The drafts of such files.
DRAFTS = definitions.JAXLIB / "releases" / "drafts"
SOURCES = definitions.JAXLIB / "src"
#: What the build adds to the sources.
BUILT = ("jaxlib/_native.so", "jaxlib/_release.py")
#: How modules end in a wheel.
SUFFIXES = (".py", ".abi3.so", ".so")


def facts_text(line: str, stated: Mapping[str, Any], files: Mapping[str, str], missing: Iterable[str]) -> str:
    """The file for a release: as that of ``line``, with what was found of this one.

    Args:
        line: The release whose file is taken for its comments.
        stated: What ``children/release_facts.py`` printed.
        files: The hashes of upstream's files that become part of the bindings, by their paths.
        missing: The modules that have to be importable although nothing is in them.
    """
    document = tomlkit.parse((definitions.JAXLIB / "releases" / f"{line}.toml").read_text("utf-8"))
    document["ifrt_version"] = stated["ifrt_version"]
    document["result_handlers_check"] = stated["result_handlers_check"]
    document["stablehlo"].update(stated["stablehlo"])
    modules = sorted(missing)
    if modules:
        document["missing_modules"] = tomlkit.item(modules).multiline(True)
    else:
        document.pop("missing_modules", None)
    table = document["files"]
    for name in [each for each in table if each not in files]:
        del table[name]
    for name, sha256 in files.items():
        table[name] = sha256
    return tomlkit.dumps(document)


def lowered(draft: Path, number: int) -> int | None:
    """A lower ``ifrt_version`` than ``number`` that a person wrote into the draft, where that is not there yet."""
    if not draft.is_file():
        return None
    decided = tomllib.loads(draft.read_text("utf-8")).get("ifrt_version", number)
    return int(decided) if decided < number else None


def taken_files(line: str, upstream: Mapping[str, bytes]) -> tuple[dict[str, str], list[Finding]]:
    """The hashes of upstream's files that become part of the bindings, and what is gone or new among them.

    Args:
        line: The release whose list is followed.
        upstream: The pure-Python files and headers of upstream's jaxlib, by their paths.
    """
    listed = definitions.jaxlib_facts(line)["files"]
    found = {name: definitions.hash_of(upstream[name]) for name in listed if name in upstream}
    gone = f"upstream's jaxlib has it no more, {line} takes it"
    findings = [Finding("decide", name, gone) for name in listed if name not in upstream]
    changed = sum(listed[name] != sha256 for name, sha256 in found.items())
    text = f"{len(found)} of upstream's files are taken, {changed} of them differ from {line}'s"
    findings.append(Finding("derived", "files", text))
    return found, findings


def own_files() -> list[str]:
    """The modules of the bindings that are no file of upstream's, by their paths in the wheel."""
    return [*(str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py")), *BUILT]


def new_files(old: Iterable[str], new: Iterable[str]) -> list[Finding]:
    """The Python files that upstream's jaxlib has now and had not, and nothing here replaces."""
    came = sorted({*new} - {*old} - {*own_files()})
    return [
        Finding("decide", name, "new in upstream's jaxlib, and not taken")
        for name in came
        if name.endswith(".py")
    ]


def missing_modules(used: Iterable[str], upstream: Iterable[str], provided: Iterable[str]) -> set[str]:
    """The modules that jax imports and only upstream's jaxlib has.

    Args:
        used: Names of jaxlib that jax's source uses.
        upstream: The files of upstream's jaxlib, of every kind.
        provided: The files of the bindings.
    """
    theirs, ours = set(map(module, upstream)), set(map(module, provided))
    theirs |= {parent for each in theirs for parent in parents(each)}
    ours |= {parent for each in ours for parent in parents(each)}
    found = set()
    for name in used:
        candidates = [name, *parents(name)]
        found |= {each for each in candidates if each in theirs and each not in ours}
    return found


def module(path: str) -> str:
    """The module of a file in a wheel."""
    for suffix in SUFFIXES:
        if path.endswith(suffix):
            path = path.removesuffix(suffix)
            break
    # A compiled module's name may end with the Python that it is for.
    return path.partition(".")[0].removesuffix("/__init__").replace("/", ".")


def parents(name: str) -> list[str]:
    """The packages that a module is in, the innermost first."""
    parts = name.split(".")
    return [".".join(parts[:size]) for size in range(len(parts) - 1, 0, -1)]
