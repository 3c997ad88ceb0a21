"""The verb: which cells, run over the cores, kept as they come, and shown.

Exit status: 0 every cell passed or is unsupported; 1 one failed; 2 it could not be run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tools import BUILD
from tools.build import BuildError
from tools.cache import ArtifactError
from tools.manifest import ManifestError, load, releases
from tools.models import cells, results
from tools.models.discover import Model, discover
from tools.models.environments import Pair, identity, pair

_STYLES = {"pass": "green", "fail": "red", "unsupported": "yellow"}
console = Console(stderr=True, highlight=False)


def main(argv: Sequence[str]) -> int:
    """Run the verb."""
    arguments = _parser().parse_args(argv)
    if arguments.merge:
        return _merge(arguments)
    release = load(arguments.release).release
    try:
        environments = pair(release)
        models = discover(environments.configurations)
    except subprocess.CalledProcessError as error:
        console.print(
            f"[red]error:[/] {' '.join(map(str, error.cmd[:4]))} ...\n{error.stdout}", soft_wrap=True
        )
        return 2
    except (ManifestError, ArtifactError, BuildError, KeyError, FileNotFoundError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 2
    chosen = _chosen(models, arguments)
    if chosen is None:
        return 2
    if arguments.list:
        for model in models:
            sys.stdout.write(f"{model.name:<28} {model.excluded or 'tried'}\n")
        return 0
    done = _run(chosen, environments, release, arguments)
    excluded = {model.name: model.excluded for model in models if model.excluded}
    data = results.document(release, done, excluded)
    _show(data)
    _write(data, arguments)
    return 1 if any(cell["status"] == "fail" for cell in done) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools models", description=__doc__)
    parser.add_argument("--only", metavar="MODEL,...", help="these models, even if a rule leaves them out")
    parser.add_argument(
        "--release", choices=releases(), help="release line (default: the manifest marked so)"
    )
    parser.add_argument("--list", action="store_true", help="the configurations, and which are tried")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="cells at once (default: cores)"
    )
    parser.add_argument("--seconds", type=float, default=900.0, help="limit for one child process")
    parser.add_argument("--memory", type=float, default=8.0, help="limit for one child process, in GB")
    parser.add_argument("--shard", metavar="1/4", type=_shard, default=(1, 1), help="this part of the models")
    parser.add_argument("--fresh", action="store_true", help="run cells again that were run before")
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"results, schema {results.SCHEMA}")
    parser.add_argument("--html", type=Path, metavar="FILE", help="one page with the matrix")
    parser.add_argument(
        "--merge", type=Path, nargs="+", metavar="FILE", help="run nothing: make one of these"
    )
    return parser


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
            console.print(
                f"[red]error:[/] MaxText has no configuration {', '.join(unknown)}\n  known: {', '.join(known)}",
                soft_wrap=True,
            )
            return None
        models = [replace(known[name], excluded="") for name in names]
    number, count = arguments.shard
    return [model for model in models if not model.excluded][number - 1 :: count]


def _run(
    models: Sequence[Model], environments: Pair, release: str, arguments: argparse.Namespace
) -> list[dict[str, Any]]:
    """Runs the cells that have not been run with the same environments, models and limits."""
    limits = cells.Limits(arguments.seconds, int(arguments.memory * 1e9))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    done: list[dict[str, Any]] = []
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(arguments.jobs) as pool:
        task = progress.add_task("cells", total=len(models))
        running = {
            pool.submit(_one, model, environments, release, limits, fresh=arguments.fresh): model
            for model in models
        }
        for future in as_completed(running):
            cell = future.result()
            done.append(cell)
            style = _STYLES[cell["status"]]
            said = f" {cell['reason']}" if cell["reason"] else ""
            progress.console.print(
                f"[{style}]{cell['status']:<11}[/] {cell['model']} {cell['backend']} {cell['action']}", end=""
            )
            progress.console.print(said, markup=False, soft_wrap=True)
            progress.advance(task)
    return done


def _one(
    model: Model, environments: Pair, release: str, limits: cells.Limits, *, fresh: bool
) -> dict[str, Any]:
    folder = BUILD / "models" / release / "cells" / model.name
    task = {
        "overrides": dict(model.overrides),
        "worker": hashlib.sha256(cells.WORKER.read_bytes()).hexdigest(),
    }
    upstream = identity({"environment": environments.upstream_identity, **task})
    key = identity({"environments": environments.identity, "limits": [limits.seconds, limits.memory], **task})
    kept = folder / f"cpu.run.{key}.json"
    if kept.is_file() and not fresh:
        data: dict[str, Any] = json.loads(kept.read_text("utf-8"))
        return data
    done = cells.run(model, environments, folder / f"upstream.{upstream}", folder / key, limits)
    cell = done.as_dict()
    results.write(kept, results.as_json(cell))
    return cell


def _show(data: dict[str, Any]) -> None:
    table = Table(
        "model", "backend", "action", "", "differs by", "seconds", "MB", "why", box=None, pad_edge=False
    )
    for cell in data["cells"]:
        difference = "" if cell["max_abs_diff"] is None else f"{cell['max_abs_diff']:.1e}"
        memory = f"{cell['memory'] / 1e6:.0f}" if cell["memory"] else ""
        verdict = f"[{_STYLES[cell['status']]}]{cell['status']}"
        row = (
            cell["model"],
            cell["backend"],
            cell["action"],
            verdict,
            difference,
            f"{cell['seconds']:.1f}",
            memory,
        )
        table.add_row(*row, cell["reason"][:120].replace("[", "\\["))
    Console(highlight=False).print(table)


def _write(data: dict[str, Any], arguments: argparse.Namespace) -> None:
    if arguments.json:
        results.write(arguments.json, results.as_json(data))
    if arguments.html:
        results.write(arguments.html, results.page(data))


def _merge(arguments: argparse.Namespace) -> int:
    try:
        data = results.merge([json.loads(path.read_text("utf-8")) for path in arguments.merge])
    except (OSError, ValueError, KeyError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 2
    _show(data)
    _write(data, arguments)
    return 1 if any(cell["status"] == "fail" for cell in data["cells"]) else 0
