"""Runs in an environment of the sweep: compiles, runs and checks one cell of the table after another, on request.

Like ``turns.py``, it answers each line of JSON with one. A request names what to ``do``: ``prepare`` a cell
(compile and run it once), ``compile`` it anew, ``run`` it, or compare its ``values``. Any error is an answer.
"""

from __future__ import annotations

import contextlib
import gc
import time
import warnings
from pathlib import Path
from statistics import median
from typing import Any

import jax
import numpy as np
import sweep_arrays  # noqa: F401  (fills the table)
import sweep_functions  # noqa: F401
from sweep_errors import compared
from sweep_table import Cell, cells
from turns import answer, loaded_plugins, requests, version

#: Requests after which jax forgets what it has traced.
KEPT = 2000


class Prepared:
    """A cell that was compiled, with its arguments."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self._wide = cell.dtype == "d"
        with self._context():
            self.function = cell.entry.function
            self.arguments = cell.arguments()
            if cell.gradient:
                self.arguments = (cotangents(self.function, self.arguments), *self.arguments)
                self.function = gradient(self.function)
            self._call = jax.jit(self.function)
            started = time.perf_counter()
            jax.block_until_ready(self._call(*self.arguments))
            #: Of the first call, which compiles.
            self.seconds = time.perf_counter() - started

    def _context(self) -> Any:
        return jax.enable_x64(True) if self._wide else contextlib.nullcontext()

    def compile(self) -> float:
        """Seconds from a function that jax has not seen to an executable."""
        with self._context():
            function = self.function

            def fresh(*arguments: Any) -> Any:
                return function(*arguments)

            started = time.perf_counter()
            jax.jit(fresh).lower(*self.arguments).compile()
            seconds: float = time.perf_counter() - started
            return seconds

    def run(self, calls: int) -> float:
        """Seconds of a call: the median of some, each of which is waited for.

        A mean would have the time of all other processes that ran meanwhile.
        """
        gc.collect()
        gc.disable()
        call, arguments, times = self._call, self.arguments, []
        with self._context():
            for _ in range(calls):
                started = time.perf_counter()
                jax.block_until_ready(call(*arguments))
                times.append(time.perf_counter() - started)
        gc.enable()
        return median(times)

    def leaves(self) -> list[Any]:
        """The result's arrays, as NumPy's."""
        with self._context():
            result = self._call(*self.arguments)
            result = result if self.cell.gradient else self.cell.entry.compared(result)
            return [np.asarray(leaf) for leaf in jax.tree.leaves(result)]

    def reference(self) -> list[Any]:
        """The arrays of a more exact result, computed with float64 or complex128."""
        with jax.enable_x64(True):
            arguments = jax.tree.map(wider, self.arguments)
            result = jax.jit(self.function)(*arguments)
            result = result if self.cell.gradient else self.cell.entry.compared(result)
            return [np.asarray(leaf) for leaf in jax.tree.leaves(result)]


def gradient(function: Any) -> Any:
    """The derivative with respect to the first argument, as a function of the cotangents and the arguments."""

    def derivative(cotangents: Any, first: Any, *others: Any) -> Any:
        _, pull = jax.vjp(lambda x: function(x, *others), first)
        return pull(cotangents)[0]

    return derivative


def cotangents(function: Any, arguments: Any) -> Any:
    """Numbers from 0.5 to 1.5 in the shapes of the results."""

    def made(result: Any) -> Any:
        if not jax.numpy.issubdtype(result.dtype, np.floating):
            return np.zeros(result.shape, jax.dtypes.float0)
        numbers = 1 + np.sin(np.arange(np.prod(result.shape, dtype=int)), dtype=np.float32) / 2
        return jax.device_put(numbers.astype(result.dtype).reshape(result.shape))

    return jax.tree.map(made, jax.eval_shape(function, *arguments))


def wider(value: Any) -> Any:
    """The argument as float64 or complex128, if it is a floating-point number, on one device."""
    array = np.asarray(value)
    if array.dtype.kind == "c":
        return array.astype(np.complex128)
    return array.astype(np.float64) if jax.numpy.issubdtype(array.dtype, np.floating) else array


def values(prepared: Prepared, path: Path, *, writes: bool) -> dict[str, Any]:
    """Errors of the cell's result against the file's arrays, which upstream's side writes first."""
    entry, dtype = prepared.cell.entry, prepared.cell.dtype
    leaves = prepared.leaves()
    exact = entry.reference and dtype in "fbc"
    if writes:
        reference = prepared.reference() if exact else leaves
        keep = [leaf if leaf.dtype.kind in "biufc" else leaf.astype(np.float32) for leaf in reference]
        np.savez(path, *keep)
    with np.load(path) as stored:
        wanted = [stored[name] for name in stored.files]
    return {"exact": exact, **compared(leaves, wanted, normwise=entry.normwise or prepared.cell.gradient)}


def main() -> None:
    """Answer until standard input ends."""
    warnings.simplefilter("ignore")
    known = {cell.key: cell for cell in cells()}
    answer(
        jaxlib=version("jaxlib"),
        platform_version=jax.devices()[0].client.platform_version,
        plugins=sorted(loaded_plugins()),
        cells={key: [cell.entry.group, cell.devices] for key, cell in known.items()},
    )
    # Each turn begins with a collection, which need not go through all of jax.
    gc.freeze()
    prepared: Prepared | None = None
    cleared = 0
    for number, request in enumerate(requests()):
        try:
            if request["do"] == "prepare":
                prepared = None
                if number - cleared > KEPT:
                    cleared = number
                    jax.clear_caches()
                prepared = Prepared(known[request["cell"]])
                answer(seconds=prepared.seconds)
            elif prepared is None:
                raise LookupError("no cell is prepared")
            elif request["do"] == "compile":
                answer(seconds=prepared.compile())
            elif request["do"] == "run":
                answer(seconds=prepared.run(request["calls"]))
            else:
                answer(**values(prepared, Path(request["path"]), writes=request["writes"]))
        except Exception as error:
            answer(error=f"{type(error).__name__}: {error}"[:500])


if __name__ == "__main__":
    main()
