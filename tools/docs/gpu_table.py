"""``python -m tools gpus``: prints a table of which wheel serves which NVIDIA GPU.

GPUs and their compute capability come from ``tools/builder/gpus.toml``; the wheels, their sizes and the
architectures of their kernels are those recorded by ``nox -s sizes -- --page``. ``--page`` puts the table into
``docs/gpus-and-tpus.md``; the index's install page has the same table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tools import ROOT
from tools.audit import sizes
from tools.audit.sizes import Row, Sizes, megabytes
from tools.builder import gpus
from tools.console.pages import with_part

PAGE = ROOT / "docs/gpus-and-tpus.md"
MARKS = ("<!-- gpus: nox -s pages -->", "<!-- end of gpus -->")


def main(argv: Sequence[str]) -> int:
    """Print the table, or put it into the page."""
    parser = argparse.ArgumentParser(prog="python -m tools gpus", description=__doc__)
    parser.add_argument("--page", action="store_true", help="put the table into docs/gpus-and-tpus.md")
    arguments = parser.parse_args(argv)
    table = as_markdown(sizes.recorded())
    if arguments.page:
        PAGE.write_text(with_part(PAGE, MARKS, table), "utf-8")
    else:
        sys.stdout.write(table)
    return 0


def plugins(measured: Sizes) -> list[str]:
    """The distributions with kernels for NVIDIA's GPUs."""
    return list(dict.fromkeys(row.distribution for row in measured.rows if row.gpu_architectures))


def smallest(distribution: str, capability: tuple[int, int], measured: Sizes) -> Row | None:
    """The smallest wheel of ``distribution`` that serves GPUs of a compute capability; None if there is none."""
    rows = [
        row
        for row in measured.rows
        if row.distribution == distribution and gpus.serving(capability, row.gpu_architectures)
    ]
    return min(rows, key=lambda row: row.one, default=None)


def rows(measured: Sizes) -> list[list[str]]:
    """The rows of the table, the heading first."""
    names = plugins(measured)
    lines = [["GPU", "architecture", "compute capability", *names]]
    for capability in gpus.capabilities():
        wheels = [_cell(smallest(name, capability.number, measured)) for name in names]
        lines.append([", ".join(capability.gpus), capability.architecture, str(capability), *wheels])
    return lines


def _cell(row: Row | None) -> str:
    if row is None:
        return "none"
    _, _, label = row.version.partition("+")
    return f"{f'+{label}' if label else 'whole'}, {megabytes(row.one)}"


def as_markdown(measured: Sizes) -> str:
    """The table as Markdown, followed by a sentence for each whole wheel."""
    heading, *lines = ([_escaped(cell) for cell in line] for line in rows(measured))
    table = [heading, ["---"] * 3 + ["---:"] * (len(heading) - 3), *lines]
    whole = [row for row in measured.rows if row.gpu_architectures and "+" not in row.version]
    sentences = [
        f"{row.distribution} {row.version}, whole, has {megabytes(row.one)} and kernels for "
        f"{', '.join(row.gpu_architectures)}."
        for row in whole
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in table) + "\n" + "\n".join(sentences) + "\n"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
