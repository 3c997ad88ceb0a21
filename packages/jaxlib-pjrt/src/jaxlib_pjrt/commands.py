"""``jaxlib inspect`` and ``jaxlib run``; jaxlib-core's ``jaxlib`` command calls ``main``."""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxlib_pjrt._output import indented, neutral
from jaxlib_pjrt.errors import ArtifactError, CannotRun, LoadError, PjrtError, PluginNotFound

if TYPE_CHECKING:
    from jaxlib_pjrt._artifact import ArrayType, Artifact, Sharding
    from jaxlib_pjrt._native import Client
    from jaxlib_pjrt.exported import Exported

SCHEMA = "jaxlib.inspect/1"


def parser() -> argparse.ArgumentParser:
    """The parser of ``jaxlib inspect`` and ``jaxlib run``."""
    parser = argparse.ArgumentParser(prog="jaxlib")
    verbs = parser.add_subparsers(dest="verb", required=True)
    text = "describe an exported function: its arguments, results and requirements"
    inspect = verbs.add_parser("inspect", help=text, description=text)
    inspect.add_argument(
        "file", type=Path, help="a file with what jax.export.export(...)(...).serialize() returned"
    )
    inspect.add_argument(
        "--plugin", help="report why it cannot run on this plugin: a name such as cpu, or a path"
    )
    inspect.add_argument("--json", action="store_true", help=f"print JSON of the schema {SCHEMA}")
    text = "run an exported function on arrays from files"
    run = verbs.add_parser("run", help=text, description=text)
    run.add_argument(
        "file", type=Path, help="a file with what jax.export.export(...)(...).serialize() returned"
    )
    run.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="[PLACE=]FILE.npy",
        help="an array: in the order of the arguments, or with its place as `jaxlib inspect` prints it",
    )
    run.add_argument("--output", type=Path, help="a folder for the results (default: print them)")
    run.add_argument(
        "--plugin", help="the plugin that runs it: a name such as cpu, or a path (default: an installed one)"
    )
    run.add_argument("--cache", type=Path, metavar="FOLDER", help="keep the compiled program in this folder")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run one of the verbs.

    Returns:
        The exit status: 0, 1 if something cannot work, 2 for wrong usage.
    """
    if argv[0] == "conformance":
        from jaxlib_pjrt.conformance.__main__ import main as conformance

        return conformance(argv[1:])
    arguments = parser().parse_args(argv)
    try:
        if arguments.verb == "inspect":
            return _inspect(arguments.file, arguments.plugin, as_json=arguments.json)
        return _run(arguments.file, arguments.input, arguments.output, arguments.plugin, arguments.cache)
    except (ArtifactError, CannotRun, LoadError, OSError, PjrtError, PluginNotFound, _UsageError) as error:
        if isinstance(error, OSError) and error.filename is None:
            raise  # of standard output; the ``jaxlib`` command handles it for every verb
        print(f"jaxlib {arguments.verb}: {indented(error)}", file=sys.stderr)
        return 2 if isinstance(error, _UsageError) else 1
    except RuntimeError as error:
        if type(error).__module__ != "jaxlib_core.errors":
            raise
        print(f"jaxlib {arguments.verb}: {error}", file=sys.stderr)
        return 1


class _UsageError(ValueError):
    """The command line names a file or argument that does not exist."""


def _client(which: str | None, devices: int) -> Client | None:
    if which is None:
        return None
    from jaxlib_pjrt import Client

    return Client(which, cpu_device_count=devices) if which == "cpu" else Client(which)


def _sharding_text(sharding: Sharding) -> str | None:
    from jaxlib_pjrt._artifact import NamedSharding

    if sharding is None:
        return None
    if isinstance(sharding, NamedSharding):
        mesh = ",".join(f"{name}={size}" for name, size in sharding.mesh)
        spec = ",".join("*".join(axes) or "-" for axes in sharding.spec)
        return f"({spec}) over ({mesh})"
    return f"xla.OpSharding {sharding.proto.hex() or 'replicated'}"


def describe(exported: Exported, client: Client | None) -> dict[str, Any]:
    """An exported function as JSON data; its schema is ``schemas/inspect.schema.json``."""
    from jaxlib_pjrt import trees
    from jaxlib_pjrt._bytecode import BytecodeError

    artifact = exported.artifact
    version = calls = donated = None
    try:
        version = exported.program.stablehlo
        calls = [{"target": call.target, "typed": call.typed} for call in exported.program.custom_calls()]
        donated = exported.program.donated()[-len(artifact.kept) or len(artifact.in_avals) :]
    except BytecodeError:
        pass  # preflight reports it

    results = zip(
        trees.paths(artifact.out_tree, "result"), artifact.out_avals, artifact.out_shardings, strict=True
    )
    vjps, inner = 0, artifact.vjp
    while inner is not None:
        vjps, inner = vjps + 1, inner.vjp
    return {
        "schema": SCHEMA,
        "function": artifact.function_name,
        "jax": artifact.jax_version,
        "serialization_version": artifact.serialization_version,
        "calling_convention_version": artifact.calling_convention_version,
        "stablehlo": None if version is None else ".".join(map(str, version)),
        "platforms": list(artifact.platforms),
        "any_platform": artifact.disabled_platform_check,
        "devices": artifact.num_devices,
        "arguments": _arguments(artifact, donated),
        "results": [_array(*entry) for entry in results],
        "ordered_effects": list(artifact.ordered_effects),
        "unordered_effects": list(artifact.unordered_effects),
        "open_dimensions": list(artifact.open_dimensions),
        "custom_calls": calls,
        "vjp_order": vjps,
        "program_bytes": len(artifact.program),
        "checked_on": None if client is None else client.plugin.name,
        "problems": [problem._asdict() for problem in exported.preflight(client)],
    }


def _array(place: str, aval: ArrayType, sharding: Sharding) -> dict[str, Any]:
    return {
        "place": place,
        "dtype": aval.dtype,
        "shape": list(aval.shape),
        "sharding": _sharding_text(sharding),
    }


def _arguments(artifact: Artifact, donated: Sequence[bool] | None) -> list[dict[str, Any]]:
    """An artifact's arguments; ``donated`` says for each argument that the program keeps whether it is donated."""
    from jaxlib_pjrt import trees

    arguments = []
    places = trees.argument_paths(artifact.in_tree)
    for index, entry in enumerate(zip(places, artifact.in_avals, artifact.in_shardings, strict=True)):
        used = index in artifact.kept
        gone = bool(donated and used and donated[artifact.kept.index(index)])
        arguments.append(_array(*entry) | {"used": used, "donated": gone})
    return arguments


def _inspect(file: Path, plugin: str | None, *, as_json: bool) -> int:
    from jaxlib_pjrt.exported import load_exported

    exported = load_exported(file)
    data = describe(exported, _client(plugin, exported.artifact.num_devices))
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        _print(data)
    return 1 if data["problems"] else 0


def _print(data: dict[str, Any]) -> None:
    def row(name: str, value: object) -> None:
        if value not in (None, "", 0):
            print(f"{name:<12} {neutral(value)}")

    print(neutral(data["function"]))
    row("exported by", data["jax"] and f"jax {data['jax']}")
    row("StableHLO", data["stablehlo"])
    row("convention", data["calling_convention_version"])
    row("platforms", ", ".join(data["platforms"]) + (" (or any other)" if data["any_platform"] else ""))
    row("devices", data["devices"])
    for kind in ("arguments", "results"):
        for index, entry in enumerate(data[kind]):
            notes = [entry["sharding"]] if entry["sharding"] else []
            notes += ["donated"] if entry.get("donated") else []
            notes += [] if entry.get("used", True) else ["not used"]
            shape = f"{entry['dtype']}[{','.join(map(str, entry['shape']))}]"
            line = f"{kind if index == 0 else '':<12} {entry['place']:<20} {shape:<24} {', '.join(notes)}"
            print(neutral(line.rstrip()))
    row("effects", ", ".join(data["ordered_effects"] + data["unordered_effects"]))
    row("calls", ", ".join(call["target"] for call in data["custom_calls"] or ()))
    row("derivatives", data["vjp_order"])
    row("program", f"{data['program_bytes']:,} bytes")
    where = f" on {data['checked_on']}" if data["checked_on"] else ""
    for problem in data["problems"]:
        print(indented(f"cannot run{where}: {problem['kind']}: {problem['text']}"))


def _run(file: Path, inputs: list[str], output: Path | None, plugin: str | None, cache: Path | None) -> int:
    import numpy as np

    from jaxlib_pjrt import trees
    from jaxlib_pjrt.cache import CompileCache
    from jaxlib_pjrt.exported import load_exported

    exported = load_exported(file)
    artifact = exported.artifact
    places = trees.argument_paths(artifact.in_tree)
    given = _inputs(inputs, places, artifact.in_avals)
    kept = None if cache is None else CompileCache(cache)
    model = exported.compile(_client(plugin, artifact.num_devices), cache=kept)
    leaves = iter([given[place] for place in places])
    positional, named = (trees.unflatten(child, leaves) for child in artifact.in_tree.children)
    outputs = model(*positional, **named)
    results = list(trees.flatten(artifact.out_tree, outputs, "result"))
    for place, result in zip(trees.paths(artifact.out_tree, "result"), results, strict=True):
        array = np.asarray(result)
        if output is None:
            print(f"{neutral(place)}: {array.dtype.name}{list(array.shape)}\n{array}")
            continue
        output.mkdir(parents=True, exist_ok=True)
        _save(output / f"{_file_name(place)}.npy", array)
    return 0


def _file_name(place: str) -> str:
    import re

    return re.sub(r"[^\w.-]+", ".", place).strip(".")


def _save(path: Path, array: Any) -> None:
    import numpy as np

    # A reader never sees a partially written file.
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as file:
            np.save(file, array)
        partial.replace(path)
    except OSError as error:
        raise OSError(error.errno or errno.EIO, error.strerror or str(error), str(path)) from error
    finally:
        partial.unlink(missing_ok=True)


def _inputs(words: list[str], places: list[str], avals: Sequence[ArrayType]) -> dict[str, Any]:
    import numpy as np

    from jaxlib_pjrt.exported import _dtype

    given: dict[str, Any] = {}
    for word in words:
        place, _, name = word.rpartition("=")
        path = Path(name)
        place = place or next((place for place in places if place not in given), "")
        if place not in places or place in given:
            raise _UsageError(
                f"--input {word}: wanted one for each of {', '.join(places) or 'no argument'}, "
                f"found {'one more' if not place else f'another for {place}' if place in given else place}"
            )
        try:
            array = np.load(path)
        except (ValueError, EOFError) as error:
            raise _UsageError(
                f"--input {word}: not a file of one array, as numpy.save writes it: {error}"
            ) from error
        dtype, _ = avals[places.index(place)].physical
        wanted = _dtype(dtype)
        if array.dtype.kind == "V" and array.dtype.itemsize == wanted.itemsize:
            array = array.view(wanted)  # how numpy writes the dtypes of ml_dtypes
        given[place] = array
    if missing := [place for place in places if place not in given]:
        raise _UsageError(f"wanted --input for {', '.join(missing)} too; `jaxlib inspect` describes each")
    return given
