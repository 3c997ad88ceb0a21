"""Writes a release's file in ``packages/jaxlib/releases`` from the facts of upstream's jaxlib of that release."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from tools.builder import definitions
from tools.follow.report import Finding

#: The drafts of these files.
DRAFTS = definitions.JAXLIB / "releases" / "drafts"
SOURCES = definitions.JAXLIB / "src"
#: Files that the build adds to the sources.
BUILT = (
    "jaxlib/_native.so",
    "jaxlib/_release.py",
    "jaxlib/_debug_options_facts.py",
    "jaxlib/_upstream_names.py",
)
#: The facts that upstream's jaxlib reports, as keys of the file.
FACTS = (
    *("ifrt_version", "mosaic_version", "mosaic_gpu_version", "result_handlers_check", "distributed_mtls"),
    *("is_c_api", "topology_names_api", "optimization_efforts", "cost_pointer_size"),
    "jit_checks_donated",
    "arrays_are_packed",
    "integers_by_int",
    *("asin_halves_angle", "digamma_pole_at_zero", "erfc_is_composite"),
    *("hlo_total_order", "hlo_single_device", "hlo_top_k_stable", "hlo_context_layout"),
    "hlo_schedule_threads",
    *("kernel_keywords", "mosaic_gpu_properties"),
)

#: The suffixes of modules in a wheel.
SUFFIXES = (".py", ".abi3.so", ".so")


def facts_text(line: str, stated: Mapping[str, Any], files: Mapping[str, str], missing: Iterable[str]) -> str:
    """The file for a release: the file of ``line`` with the new release's facts.

    Args:
        line: The release whose file, with its comments, is the template.
        stated: What ``children/release_facts.py`` printed, and in ``debug_options`` what ``debug_options.py`` did.
        files: The hashes of upstream's files that become part of the bindings, by their paths.
        missing: The modules that have to be importable although they are empty.
    """
    document = tomlkit.parse((definitions.JAXLIB / "releases" / f"{line}.toml").read_text("utf-8"))
    for key in FACTS:
        document[key] = stated[key]
    document["stablehlo"].update(stated["stablehlo"])
    _replace_entries(
        document["names"],
        {name: tomlkit.item(names).multiline(True) for name, names in stated["names"].items()},
    )
    modules = sorted(missing)
    if modules:
        document["missing_modules"] = tomlkit.item(modules).multiline(True)
    else:
        document.pop("missing_modules", None)
    _write_debug_options(document["debug_options"], stated["debug_options"])
    _replace_entries(document["files"], files)
    return tomlkit.dumps(document)


def _replace_entries(table: Any, entries: Mapping[str, Any]) -> None:
    """Put the entries into a table, in place of those that it has."""
    for name in [each for each in table if each not in entries]:
        del table[name]
    for name, entry in entries.items():
        table[name] = entry


def _write_debug_options(table: Any, options: Mapping[str, Any]) -> None:
    """Put XLA's debug options into their table, one in each line."""
    table["attributes"] = tomlkit.item(sorted(options["attributes"])).multiline(True)
    for key in ("enums", "fields"):
        table.remove(key)
        part = tomlkit.table()
        for name, entry in options[key].items():
            part[name] = _inline(entry)
        table[key] = part


def _inline(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    table = tomlkit.inline_table()
    for key, member in value.items():
        table[key] = _inline(member)
    return table


def lowered(draft: Path, number: int) -> int | None:
    """The ``ifrt_version`` of the existing draft, if a person set it to less than ``number``; else None."""
    if not draft.is_file():
        return None
    decided = tomllib.loads(draft.read_text("utf-8")).get("ifrt_version", number)
    return int(decided) if decided < number else None


def taken_files(line: str, upstream: Mapping[str, bytes]) -> tuple[dict[str, str], list[Finding]]:
    """The hashes of upstream's files that become part of the bindings, and findings on removed and changed files.

    Args:
        line: The release whose list is followed.
        upstream: The pure-Python files and headers of upstream's jaxlib, by their paths.
    """
    listed = definitions.jaxlib_facts(line)["files"]
    hashes = {name: definitions.hash_of(upstream[name]) for name in listed if name in upstream}
    gone = f"upstream's jaxlib no longer has it, {line} uses it"
    findings = [Finding("decide", name, gone) for name in listed if name not in upstream]
    changed = sum(listed[name] != sha256 for name, sha256 in hashes.items())
    text = f"{len(hashes)} of upstream's files are taken, {changed} of them differ from {line}'s"
    findings.append(Finding("derived", "files", text))
    return hashes, findings


def own_files() -> list[str]:
    """The modules of the bindings that are not files of upstream's, by their paths in the wheel."""
    return [*(str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py")), *BUILT]


def new_files(old: Iterable[str], new: Iterable[str]) -> list[Finding]:
    """Findings on Python files that are new in upstream's jaxlib and that the bindings do not replace."""
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
    theirs |= {parent for name in theirs for parent in parents(name)}
    ours |= {parent for name in ours for parent in parents(name)}
    modules = set()
    for name in used:
        candidates = [name, *parents(name)]
        modules |= {candidate for candidate in candidates if candidate in theirs and candidate not in ours}
    return modules


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
