"""The generated pages of the reference: commands, sessions, schemas and manifests."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jaxlib_core.cli
import jaxlib_lock.cli
import jaxlib_pjrt.commands
import jaxlib_pjrt.conformance.__main__
from jaxlib_lock.seeds import Seeds

from tools import ROOT
from tools.artifacts.manifest import load, releases
from tools.artifacts.manifest_types import Artifact, Manifest
from tools.builder.seeds import seeds
from tools.docs.site.staging import GENERATED

#: The folders of schemas, each with its heading.
SCHEMAS = {
    "packages/jaxlib-core/src/jaxlib_core/doctor/schemas": "jaxlib-core: the descriptor and the reports",
    "packages/jaxlib-pjrt/src/jaxlib_pjrt/schemas": "jaxlib-pjrt: the reports",
    "packages/jaxlib-lock/src/jaxlib_lock/schemas": "jaxlib-lock: the lock and the reports",
    "tools/schemas": "This repository's tools: the reports",
}


def pages() -> dict[str, str]:
    """The pages, by their paths."""
    written = {"commands": commands(), "sessions": sessions(), "schemas": schemas(), "manifests": manifests()}
    return {f"{GENERATED}{name}.md": text for name, text in written.items()}


# ---- Commands


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command that the wheels install, by the command's words."""
    found: dict[str, argparse.ArgumentParser] = {}
    pjrt = {
        **_verbs(jaxlib_pjrt.commands.parser()),
        "conformance": jaxlib_pjrt.conformance.__main__.parser(),
    }
    core = jaxlib_core.cli.parser()
    found["jaxlib"] = core
    found |= {f"jaxlib {name}": pjrt.get(name, verb) for name, verb in _verbs(core).items()}
    lock = jaxlib_lock.cli.parser(Seeds(seeds()))
    found["jaxlib-lock"] = lock
    return found | {f"jaxlib-lock {name}": verb for name, verb in _verbs(lock).items()}


def _verbs(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    actions = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return actions[0].choices if actions else {}


def commands() -> str:
    """The page of the commands, from their parsers."""
    os.environ["COLUMNS"] = "90"
    lines = [
        "# Commands",
        "",
        "`jaxlib` is installed with every plugin, as a part of jaxlib-core; `inspect`, `run` and `conformance`",
        "need jaxlib-pjrt. `jaxlib-lock` is a distribution of its own. Every command exits with 0 if all is well,",
        "1 if it found a problem, and 2 if it was used wrongly or could not do its work.",
        "",
    ]
    for name, parser in parsers().items():
        lines += [f"{'#' * (1 + len(name.split()))} {name}", ""]
        if parser.description:
            lines += [_escaped(parser.description), ""]
        usage = re.sub(r"\Ausage: ", "", parser.format_usage()).rstrip()
        lines += ["```text", usage, "```", "", *_arguments(parser), ""]
    return "\n".join(lines)


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The table of a command's arguments."""
    rows = [
        f"| {_names(parser, action)} | {_escaped(_help(parser, action))} |"
        for action in parser._actions
        if action.help != argparse.SUPPRESS and action.dest != "help"
        if not isinstance(action, argparse._SubParsersAction)
    ]
    if rows:
        yield from ["| argument | |", "|---|---|", *rows]


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return parser._get_formatter()._expand_help(action) if action.help else ""


def _names(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    formatter = parser._get_formatter()
    if not action.option_strings:
        return f"`{formatter._format_args(action, action.dest)}`"
    value = "" if action.nargs == 0 else f" {formatter._format_args(action, action.dest.upper())}"
    return ", ".join(f"`{option}{value}`" for option in action.option_strings).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Plain text, escaped for a table or a paragraph."""
    return re.sub(r"([|<*_])", r"\\\1", " ".join(text.split()))


# ---- Sessions


def sessions() -> str:
    """The page of nox's sessions, by their groups, from the noxfile's source."""
    groups: dict[str, list[str]] = {}
    for function in ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body:
        if isinstance(function, ast.FunctionDef) and function.decorator_list:
            call = function.decorator_list[0]
            assert isinstance(call, ast.Call)
            (group,) = (ast.literal_eval(word.value)[0] for word in call.keywords if word.arg == "tags")
            about = ast.get_docstring(function) or ""
            groups.setdefault(group, []).append(f"| `{function.name}` | {_escaped(about)} |")
    lines = [
        "# Sessions of a checkout",
        "",
        "Everything that the repository does is a session: `nox -s NAME`, or `python3 noxfile.py -s NAME` if nox",
        "is not installed. Arguments follow after `--`.",
        "",
    ]
    for group, rows in groups.items():
        lines += [f"## {group.capitalize()}", "", "| session | what it does |", "|---|---|", *rows, ""]
    return "\n".join(lines)


# ---- Schemas


def schemas() -> str:
    """The page of every JSON schema: the descriptor's, the locks' and the reports'."""
    lines = [
        "# Schemas",
        "",
        "Descriptors, locks and the output of every `--json` have a JSON Schema. Each document names its schema",
        "and that schema's version in `schema`.",
        "",
    ]
    for folder, title in SCHEMAS.items():
        lines += [f"## {title}", ""]
        for path in sorted((ROOT / folder).glob("*.schema.json")):
            lines += [*_schema(path), ""]
    return "\n".join(lines)


def _schema(path: Path) -> Iterator[str]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    yield from [f"### {path.name.removesuffix('.schema.json')}", ""]
    about = content.get("description") or content.get("title") or ""
    link = f"[{path.name}](../{path.relative_to(ROOT).as_posix()})"
    yield from [f"{_escaped(about)} ({link})" if about else link, ""]
    rows = list(_rows(content, ""))
    for name, definition in content.get("$defs", {}).items():
        rows += _rows(definition, f"{name}: ")
    if rows:
        yield from ["| key | type | |", "|---|---|---|", *rows]


def _rows(schema: Mapping[str, Any], prefix: str) -> Iterator[str]:
    """A row for each key of an object, and for those of the objects in it."""
    required = set(schema.get("required", ()))
    for key, value in schema.get("properties", {}).items():
        if not isinstance(value, dict):
            continue
        place = f"{prefix}{key}"
        kind = _kind(value) + ("" if key in required else ", optional")
        about = value.get("description", "")
        yield f"| `{place}` | {_escaped(kind)} | {_escaped(about)} |"
        yield from _rows(value, f"{place}.")
        if isinstance(value.get("items"), dict):
            yield from _rows(value["items"], f"{place}[].")


def _kind(schema: Mapping[str, Any]) -> str:
    """The values that a schema allows, in words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " or ".join(map(_kind, schema[union]))
    kind = schema.get("type", "any")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if words == "array" and isinstance(schema.get("items"), dict):
        return f"array of {_kind(schema['items'])}"
    return words


# ---- Manifests


def manifests() -> str:
    """The page of the release manifests."""
    lines = [
        "# Release manifests",
        "",
        "A manifest names every upstream artifact that a release line is made from. Each has one of three uses:",
        "*repack* ships its files in a wheel of the family, *depend* requires it at exactly that version, and",
        "*local* is a library on the machine that builds. Every file is pinned by its sha256 in the manifest.",
        "",
    ]
    for release in releases():
        lines += [*_manifest(load(release)), ""]
    return "\n".join(lines)


def _manifest(manifest: Manifest) -> Iterator[str]:
    link = f"../{manifest.path.relative_to(ROOT).as_posix()}"
    yield from [f"## {manifest.release}", ""]
    yield f"Python {_escaped(manifest.python)}; its jaxlib takes libraries of the PJRT C API from"
    yield f"{manifest.pjrt_api_minimum} on, with major version {manifest.pjrt_api_major}."
    yield from [f"The whole: [{manifest.path.name}]({link}).", ""]
    yield "| artifact | version | licence | use | PJRT C API | XLA FFI | files |"
    yield "|---|---|---|---|---|---|---|"
    yield from map(_artifact, manifest.artifacts)


def _artifact(artifact: Artifact) -> str:
    library = artifact.library
    versions: Sequence[str] = [(library and library.pjrt_api) or "", (library and library.ffi_api) or ""]
    architectures = sorted({file.architecture for file in artifact.files})
    size = sum(file.size for file in artifact.files) / 1e6
    files = f"{len(artifact.files)}: {', '.join(architectures)}, {size:,.1f} MB" if artifact.files else ""
    cells = [artifact.name, artifact.version, artifact.license, artifact.use.value, *versions, files]
    return f"| {' | '.join(map(_escaped, cells))} |"
