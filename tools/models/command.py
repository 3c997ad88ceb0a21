"""The verb: selects cells, runs them on all cores, stores each result, and shows them.

Exit status: 0 if every cell passed or is unsupported; 1 if one failed; 2 if the cells could not be run; 130 if it
was interrupted, with the results so far.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

from filelock import FileLock, Timeout
from rich.console import Console
from rich.table import Table

from tools import BUILD
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, ManifestError, load, releases
from tools.builder.build import BuildError
from tools.console.progress import CONSOLE, Work
from tools.models import cells, results
from tools.models.discover import Model, discover, rules, with_kernels
from tools.models.environments import identity, make, name_of
from tools.models.keep import FILES, complete, keep
from tools.models.servers import MAXTEXT, OWN, SERVER, Limits, Server
from tools.results import read, replace_text, write

_STYLES = {"pass": "green", "fail": "red", "unsupported": "yellow"}
#: Variables that keep libtpu from querying a TPU host's metadata and from locking the TPU for one process.
NO_TPU = {"TPU_SKIP_MDS_QUERY": "1", "ALLOW_MULTIPLE_LIBTPU_LOAD": "1"}


def main(argv: Sequence[str]) -> int:
    """Run the verb."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.merge:
        return _merge(arguments)
    _check(parser, arguments)
    release = load(arguments.release).release
    store = BUILD / "models" / release
    store.mkdir(parents=True, exist_ok=True)
    # Another run would make the environments anew, if a wheel has changed, under the servers of this one.
    try:
        with FileLock(store / "lock", timeout=0):
            return _listed_or_run(arguments, release)
    except Timeout:
        CONSOLE.print(f"error: another run is using {store}\n  To go on: wait for it; what it finds is kept")
        return 2


def _listed_or_run(arguments: argparse.Namespace, release: str) -> int:
    """Make the environments, then list the models, or run the chosen cells."""
    try:
        # Always needed: it has the configurations, and shows whether upstream's backend runs a model that fails.
        names = dict.fromkeys(["upstream"])
        names |= dict.fromkeys(
            name
            for action in arguments.actions
            for jaxlib in arguments.jaxlib
            for name in environments_of(action, jaxlib)
        )
        environments = Environments(release, [*names], arguments.requirements if arguments.module else None)
        models = (
            [Model(path.stem, {}, module=str(path.resolve())) for path in arguments.module]
            if arguments.module
            else discover(environments.made["upstream"].configurations)
        )
    except subprocess.CalledProcessError as error:
        CONSOLE.print(f"error: {' '.join(map(str, error.cmd[:4]))} ...\n{error.stdout}")
        return 2
    except (ManifestError, ArtifactError, BuildError, KeyError, FileNotFoundError) as error:
        CONSOLE.print(f"error: {error}")
        return 2
    chosen = _chosen(models, arguments)
    if chosen is None:
        return 2
    if arguments.list:
        for model in models:
            sys.stdout.write(f"{model.name:<28} {model.excluded or 'tried'}\n")
        return 0
    todo = _todo(chosen, environments, release, arguments)
    try:
        done = _run(todo, environments, arguments)
    finally:
        environments.close()
    excluded = {model.name: model.excluded for model in models if model.excluded}
    tried = [model.name for model in models if not model.excluded]
    data = results.document(release, done, excluded, tried)
    _show(data)
    _write(data, arguments)
    if len(done) < len(todo):
        CONSOLE.print(
            f"interrupted: {len(done)} of {len(todo)} cells are made; the same command makes the rest"
        )
        return 130
    return 1 if any(cell["status"] == "fail" for cell in data["cells"]) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools models", description=__doc__)
    parser.add_argument("--only", metavar="MODEL,...", help="these models, even if a rule leaves them out")
    parser.add_argument(
        "--module", type=Path, nargs="+", metavar="FILE",
        help="your own models instead of MaxText's: Python files by the protocol of docs/models.md",
    )  # fmt: skip
    parser.add_argument(
        "--requirements",
        nargs="+",
        metavar="REQUIREMENT",
        default=[],
        help="what the files of --module import",
    )
    parser.add_argument(
        "--weights", type=Path, metavar="FOLDER",
        help="your own weights of the one model, by name: *.safetensors, or a checkpoint of Orbax",
    )  # fmt: skip
    parser.add_argument(
        "--size", choices=("small", "full"), default="small",
        help="MaxText's models made small, or at full size, which --weights usually need (small)",
    )  # fmt: skip
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument(
        "--actions", nargs="+", choices=tuple(ENVIRONMENTS), default=["run"],
        help="run on the CPU; export, and run without jax; ONNX; compile ahead of time, small, small with the "
        "kernels of their own configurations, or in full size (default: run)",
    )  # fmt: skip
    parser.add_argument(
        "--jaxlib", nargs="+", choices=get_args(cells.Jaxlib), default=["bindings"],
        help="whose jaxlib is under jax on our side: the family's own (bindings), upstream's, or each in turn "
        "(default: bindings)",
    )  # fmt: skip
    parser.add_argument(
        "--targets", nargs="+", metavar="TARGET", help="compile for these of models.toml (default: all)"
    )
    parser.add_argument("--list", action="store_true", help="the configurations, and which are tried")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="cells at once (default: cores)"
    )
    parser.add_argument("--seconds", type=float, default=900.0, help="limit for one child process")
    parser.add_argument("--memory", type=float, default=8.0, help="limit for one child process, in GB")
    parser.add_argument("--shard", metavar="1/4", type=_shard, default=(1, 1), help="this part of the models")
    parser.add_argument("--fresh", action="store_true", help="run cells again that were run before")
    parser.add_argument(
        "--opset", type=int, default=cells.OPSET, help=f"the opset of ONNX files ({cells.OPSET})"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help="copy the files of passed onnx and export cells there, with inputs, outputs and a README",
    )  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"results, schema {results.SCHEMA}")
    parser.add_argument("--html", type=Path, metavar="FILE", help="one page with the matrix")
    parser.add_argument(
        "--merge", type=Path, nargs="+", metavar="FILE", help="run nothing: make one of these"
    )
    return parser


def _check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Ends the command if its arguments contradict each other, or name what is not there."""
    files: list[Path] = arguments.module or []
    if missing := [str(path) for path in files if not path.is_file()]:
        parser.error(f"--module: no such file: {', '.join(missing)}")
    if len({path.stem for path in files}) < len(files):
        parser.error("--module: two files have the same name, which is the model's")
    if files and (arguments.only or arguments.list or arguments.size == "full"):
        parser.error("--module: --only, --list and --size are of MaxText's models")
    if files and (own := {"full", "kernels"}.intersection(arguments.actions)):
        parser.error(
            f"--module: the action {min(own)} is of MaxText's models; compile compiles yours as they are"
        )
    if arguments.requirements and not files:
        parser.error("--requirements are those of --module; MaxText's are in tools/models/models.toml")
    if arguments.weights and not arguments.weights.is_dir():
        parser.error(f"--weights: no such folder: {arguments.weights}")
    chosen = files or (arguments.only.split(",") if arguments.only else [])
    if arguments.weights and len(chosen) != 1:
        parser.error("--weights are those of one model: --only MODEL, or one file of --module")


def _shard(text: str) -> tuple[int, int]:
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"wanted a part such as 1/4, found {text!r}")
    return int(number), int(count)


def _chosen(models: Sequence[Model], arguments: argparse.Namespace) -> list[Model] | None:
    if arguments.only:
        known = {model.name: model for model in models}
        names = arguments.only.split(",")
        if unknown := [name for name in names if name not in known]:
            CONSOLE.print(
                f"error: MaxText has no configuration {', '.join(unknown)}\n  known: {', '.join(known)}"
            )
            return None
        models = [replace(known[name], excluded="") for name in names]
    if arguments.size == "full":
        models = [replace(model, overrides=model.settings) for model in models]
    if arguments.weights:
        models = [replace(model, checkpoint=str(arguments.weights.resolve())) for model in models]
    number, count = arguments.shard
    return [model for model in models if not model.excluded][number - 1 :: count]


@dataclass(frozen=True)
class Todo:
    """A cell to be made.

    Attributes:
        action: Its action.
        jaxlib: Whose jaxlib is under jax.
        origin: Where the model is from, a sentence.
        kept: The file of its result, named by a hash of its inputs.
        own: The folder of its other files.
        shared: The folder of upstream's files for the model.
        make: Makes it.
    """

    action: str
    jaxlib: cells.Jaxlib
    origin: str
    kept: Path
    own: Path
    shared: Path
    make: Callable[[], cells.Cell]


class Environments:
    """The required environments, with a server in each."""

    def __init__(self, release: str, names: Sequence[str], own: Sequence[str] | None = None) -> None:
        """``own`` are the requirements of a user's own models, instead of MaxText's."""
        self.made = {name: make(release, name, own) for name in names}
        models = MAXTEXT if own is None else OWN
        self.servers = {
            name: Server(
                document.environment,
                () if name == "bare" else models,
                variables={"JAX_PLATFORMS": "cpu", **(NO_TPU if name.startswith("ahead") else {})},
            )
            for name, document in self.made.items()
        }

    def identity(self, *names: str) -> list[str]:
        """A hash of the content of these environments."""
        return [self.made[name].identity for name in names]

    def versions(self, action: str, jaxlib: cells.Jaxlib) -> dict[str, str]:
        """The versions of the distributions with which an action's files were made and checked, by name."""
        found: dict[str, str] = {}
        for name in environments_of(action, jaxlib):
            for path in self.made[name].environment.site_packages.glob("*.dist-info"):
                distribution, version = path.stem.split("-")
                if (known := distribution.replace("_", "-")) in MENTIONED:
                    found[known] = version
        return dict(sorted(found.items()))

    def close(self) -> None:
        """End the servers."""
        for server in self.servers.values():
            server.close()


#: The distributions that a README of kept files names.
MENTIONED = frozenset(
    ("flax", "jax", "jaxlib", "jaxlib-cpu", "jaxlib-pjrt", "jax2onnx", "maxtext", "onnxruntime")
)
#: The environments and the children's modules that each action's result depends on.
ENVIRONMENTS = {
    "run": ("upstream", "ours"),
    "export": ("upstream", "ours", "bare"),
    "onnx": ("upstream", "onnx"),
    "compile": ("ahead",),
    "kernels": ("ahead",),
    "full": ("ahead",),
}


def environments_of(action: str, jaxlib: cells.Jaxlib) -> list[str]:
    """The environments of an action whose side of ours has this jaxlib."""
    return [name_of(name, jaxlib) for name in ENVIRONMENTS[action]]


#: What children compile with, and compare programs by.
AHEAD = (
    "ahead",
    "program",
    *(f"../../upstream_tests/children/{name}" for name in ("kernel_reader", "program_texts")),
)
MODULES = {
    "run": ("run",),
    "export": ("export", "bare"),
    "onnx": ("to_onnx",),
    "compile": AHEAD,
    "kernels": AHEAD,
    "full": AHEAD,
}


def _todo(
    models: Sequence[Model], environments: Environments, release: str, arguments: argparse.Namespace
) -> list[Todo]:
    """The cells, ordered by action: each action of all models before the next action."""
    limits = Limits(arguments.seconds, int(arguments.memory * 1e9))
    plain: dict[str, tuple[Callable[[cells.Bench], cells.Cell], tuple[object, ...]]] = {
        "run": (cells.run, ()),
        "export": (cells.export, ()),
        "onnx": (partial(cells.onnx, opset=arguments.opset), (arguments.opset,)),
    }
    stated = rules()
    missing = []

    def add(model: Model, action: str, maker: Callable[[cells.Bench], cells.Cell], *more: object) -> None:
        folder = BUILD / "models" / release / "cells" / model.name
        for jaxlib in arguments.jaxlib:
            upstream, key = _identities(model, action, jaxlib, environments, limits, more)
            shared, own = folder / f"upstream.{upstream}", folder / f"{action}.{key}"
            bench = partial(cells.Bench, model, environments.servers.__getitem__, shared, own, limits, jaxlib)
            kept = folder / f"{action}.{key}.json"
            make = partial(_made, maker, bench)
            missing.append(Todo(action, jaxlib, model.origin, kept, own, shared, make))

    def wanted(targets: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        return [target for target in targets if not arguments.targets or target[0] in arguments.targets]

    for action in arguments.actions:
        if action in plain:
            for model in models:
                maker, more = plain[action]
                add(model, action, maker, *more)
        elif action in ("compile", "kernels"):
            size = cells.KERNELS if action == "kernels" else ""
            for target, devices in wanted(stated[action]["targets"]):
                ways = stated["compile"]["ways"].get(target.partition(":")[0], [])
                maker = partial(cells.compile_ahead, target=target, devices=devices, size=size, ways=ways)
                for model in models:
                    if not size:
                        add(model, action, maker, target, devices, *ways)
                    elif model.name not in stated["kernels"]["without"]:
                        add(with_kernels(model), action, maker, target, devices, *ways)
        else:
            for model in models:
                whole = replace(model, overrides=stated["full"]["overrides"])
                for target, devices in wanted(stated["full"]["targets"].get(model.name, ())):
                    maker = partial(cells.compile_ahead, target=target, devices=devices, size=cells.FULL)
                    add(whole, action, maker, target, devices)
    return missing


def _made(maker: Callable[[cells.Bench], cells.Cell], bench: Callable[[], cells.Bench]) -> cells.Cell:
    return maker(bench())


def _identities(
    model: Model,
    action: str,
    jaxlib: cells.Jaxlib,
    environments: Environments,
    limits: Limits,
    more: Sequence[object],
) -> tuple[str, str]:
    """What upstream's results for a model depend on, and what a cell does; ``more`` is said of the cell alone."""
    kind = "module" if model.module else "maxtext"
    task: dict[str, object] = {
        "overrides": dict(model.overrides),
        "model": [_digest("build"), _digest("model"), _digest(kind)],
    }
    if model.module:
        task["module"] = _sha256(Path(model.module))
    if model.checkpoint:
        task["checkpoint"] = [_digest("checkpoint"), *_files(Path(model.checkpoint))]
    upstream = identity({"environment": environments.identity("upstream"), "run": _digest("run"), **task})
    key = identity(
        {
            "environments": environments.identity(*environments_of(action, jaxlib)),
            "upstream": upstream if "upstream" in ENVIRONMENTS[action] else "",
            "modules": [_digest(name) for name in MODULES[action]],
            "more": more,
            "limits": [limits.seconds, limits.memory],
            **task,
        }
    )
    return upstream, key


def _digest(name: str) -> str:
    return _sha256(SERVER.parent / f"{name}.py")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _files(folder: Path) -> list[list[object]]:
    """The files in a folder, with size and time: a checkpoint may be larger than what is hashed in passing."""
    return [
        [str(path.relative_to(folder)), path.stat().st_size, path.stat().st_mtime_ns]
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]


def _run(
    todo: Sequence[Todo], environments: Environments, arguments: argparse.Namespace
) -> list[dict[str, Any]]:
    """Makes the cells without a stored result; if it is interrupted, returns those that it has."""

    # Stored results first, so that an interrupted run has all of them.
    def again(cell: Todo) -> bool:
        """Whether it is made even if it has a result: it passed, and its files are wanted, and gone."""
        if arguments.fresh or not arguments.keep or not cell.kept.is_file():
            return bool(arguments.fresh)
        return _stored(cell)["status"] == "pass" and not complete(cell.action, cell.own)

    order = sorted(todo, key=lambda cell: again(cell) or not cell.kept.is_file())
    pool = ThreadPoolExecutor(arguments.jobs)
    futures = [
        pool.submit(_one, cell, fresh=again(cell), keeping=arguments.keep, environments=environments)
        for cell in order
    ]
    try:
        # In a log, a line for each cell is enough.
        with Work("cells", len(todo), begin="") as work:
            for future in as_completed(futures):
                cell = future.result()
                what = (cell[part] for part in ("model", "backend", "action", "jaxlib", "reason"))
                CONSOLE.print(f"{cell['status']:<11}", " ".join(what).rstrip(), style=_STYLES[cell["status"]])
                work.advance()
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        environments.close()
    finally:
        pool.shutdown(cancel_futures=True)
    return [future.result() for future in futures if not (future.cancelled() or future.exception())]


def _stored(todo: Todo) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(todo.kept.read_text("utf-8"))
    return data


def _one(todo: Todo, *, fresh: bool, keeping: Path | None, environments: Environments) -> dict[str, Any]:
    if todo.kept.is_file() and not fresh:
        data = _stored(todo)
    else:
        data = todo.make().as_dict()
        write(todo.kept, data)
    if keeping and todo.action in FILES and data["status"] == "pass":
        versions = environments.versions(todo.action, todo.jaxlib)
        kept = keep(keeping, data, todo.own, todo.shared, versions, todo.origin)
        CONSOLE.print(f"kept        {kept}", soft_wrap=True)
    return data


def _show(data: dict[str, Any]) -> None:
    heads = ("model", "backend", "action", "jaxlib", "", "differs by", "seconds", "MB", "why")
    table = Table(*heads, box=None, pad_edge=False)
    for cell in data["cells"]:
        difference = "" if cell["max_abs_diff"] is None else f"{cell['max_abs_diff']:.1e}"
        memory = f"{cell['memory'] / 1e6:.0f}" if cell["memory"] else ""
        verdict = f"[{_STYLES[cell['status']]}]{cell['status']}"
        row = (
            cell["model"],
            cell["backend"],
            cell["action"],
            cell["jaxlib"],
            verdict,
            difference,
            f"{cell['seconds']:.1f}",
            memory,
        )
        table.add_row(*row, cell["reason"][:120].replace("[", "\\["))
    Console(highlight=False).print(table)


def _write(data: dict[str, Any], arguments: argparse.Namespace) -> None:
    if arguments.json:
        write(arguments.json, data)
    if arguments.html:
        replace_text(arguments.html, results.page(data))


def _merge(arguments: argparse.Namespace) -> int:
    try:
        data = results.merge([read(path, "models") for path in arguments.merge])
    except (OSError, ValueError, KeyError) as error:
        CONSOLE.print(f"error: {error}")
        return 2
    _show(data)
    _write(data, arguments)
    return 1 if any(cell["status"] == "fail" for cell in data["cells"]) else 0
