"""Measures cells: both sides take short turns, A B B A."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.processes import in_turns
from benchmarks.sweep.records import QUANTITIES, REPEATS, Record, Store, Timed, Ulps, order
from benchmarks.sweep.side import CellError, Side
from tools.console.progress import Work

#: Seconds that a quantity of a cell takes on each side, where one measurement does not take more.
BUDGET = 0.12
#: Seconds of a turn, and the least and the largest number of turns.
TURN = 0.01
TURNS = (2, 6)
#: Compiling longer than this is measured in one turn of each side.
LONG = 0.5

Sides = tuple[Side, Side]


def measure(
    chosen: Mapping[str, str],
    sides: Sides,
    store: Store,
    known: Mapping[str, Record],
    scratch: Path,
    end: float = math.inf,
) -> dict[str, Record]:
    """Measure cells, given with their groups; those that are known are not measured again.

    They are measured in an order in which neighbours have nothing in common, until ``end``, a time of the monotonic
    clock.
    """
    records = {}
    with Work("measuring", len(chosen)) as progress:
        for cell, group in sorted(chosen.items(), key=lambda item: order(item[0])):
            record = known.get(cell)
            if record is None and time.monotonic() > end:
                continue
            if record is None:
                record = _measured(cell, group, sides, scratch)
                store.add(cell, record)
            records[cell] = record
            progress.advance()
    return records


def confirm(records: dict[str, Record], sides: Sides, store: Store, end: float = math.inf) -> None:
    """Measure those over the goal up to REPEATS times more, each time all that are still over it.

    The slowest are the first; those that are left at ``end`` stay unconfirmed.
    """
    for number in range(REPEATS):
        left = {
            cell: [
                name for name in QUANTITIES if record.over(name) and len(record.again.get(name, [])) <= number
            ]
            for cell, record in records.items()
        }
        left = {cell: names for cell, names in left.items() if names}
        slowest = sorted(left, key=lambda cell: -_largest(records[cell], left[cell]))
        with Work(f"measuring again, {number + 1} of {REPEATS}", len(left)) as progress:
            for cell in slowest:
                if time.monotonic() > end:
                    return
                try:
                    medians = _again(cell, left[cell], sides)
                except CellError as error:
                    records[cell] = replace(
                        records[cell], failed="ours or upstream's, once", failure=str(error)
                    )
                else:
                    again = records[cell].again
                    more = {name: [*again.get(name, []), median] for name, median in medians.items()}
                    records[cell] = replace(records[cell], again={**again, **more})
                store.add(cell, records[cell])
                progress.advance()


def _largest(record: Record, names: Iterable[str]) -> float:
    return max(timed.ratio for name in names if (timed := record.timed(name)))


def _measured(cell: str, group: str, sides: Sides, scratch: Path) -> Record:
    seconds, errors = [], []
    for side in sides:
        try:
            seconds.append(_seconds(side, do="prepare", cell=cell))
            errors.append("")
        except CellError as error:
            errors.append(str(error))
    if any(errors):
        return Record(group, failed=_whose(errors), failure=errors[0] or errors[1])
    try:
        record = Record(group, compile=_compile(sides, max(seconds)), run=_run(sides))
    except CellError as error:
        return Record(group, failed="ours or upstream's", failure=str(error))
    return _with_values(record, sides, scratch)


def _whose(errors: Sequence[str]) -> str:
    ours, theirs = errors
    if ours and theirs:
        return "both"
    return "ours" if ours else "upstream's"


def _again(cell: str, names: Iterable[str], sides: Sides) -> dict[str, float]:
    seconds = max([_seconds(side, do="prepare", cell=cell) for side in sides])
    measures = {"compile": lambda: _compile(sides, seconds), "run": lambda: _run(sides)}
    return {name: measures[name]().ratio for name in names}


def _compile(sides: Sides, first: float) -> Timed:
    """The ratio of compile times; ``first`` has the seconds of the first call, which compiled and ran."""
    ours, theirs = sides
    rounds = 1 if first > LONG else _turns(first)
    return Timed.of(
        *in_turns(rounds, lambda: _seconds(ours, do="compile"), lambda: _seconds(theirs, do="compile"))
    )


def _run(sides: Sides) -> Timed:
    ours, theirs = sides
    calls = 1
    while (seconds := max(_seconds(side, do="run", calls=calls) for side in sides) * calls) < TURN / 4:
        calls *= 4
    calls = max(1, round(calls * TURN / seconds))
    rounds = _turns(max(seconds, TURN))
    return Timed.of(
        *in_turns(
            rounds,
            lambda: _seconds(ours, do="run", calls=calls),
            lambda: _seconds(theirs, do="run", calls=calls),
        )
    )


def _turns(seconds: float) -> int:
    """An even number of turns, so that each side is as often the first."""
    least, most = TURNS
    return min(max(round(BUDGET / seconds) // 2 * 2, least), most)


def _seconds(side: Side, **request: object) -> float:
    return float(side.ask(**request)["seconds"])


def _with_values(record: Record, sides: Sides, scratch: Path) -> Record:
    """The record with errors: upstream's side computes and writes what both are compared with."""
    path = scratch / "wanted.npz"
    answers: list[dict[str, Any]] = []
    for side, writes in ((sides[1], True), (sides[0], False)):
        try:
            answers.append(side.ask(do="values", path=str(path), writes=writes))
        except CellError as error:
            whose = "upstream's" if writes else "ours"
            return replace(record, failed=f"{whose}, values", failure=str(error))
    theirs, ours = answers
    ulps = None
    if ours["ulps"] and theirs["ulps"]:
        ulps = Ulps(*(float(f"{value:.3g}") for value in (*ours["ulps"], *theirs["ulps"])))
    return replace(record, ulps=ulps, exact=bool(ours["exact"]), differ=int(ours["differ"]))
