"""Faults of an environment with jaxlib (bindings-only)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator

from tests.faults.broken.row import Broken, Row, row
from tests.faults.broken.ways import (
    LIBRARY,
    changed,
    cut,
    garbage,
    gone,
    installed_twice,
    uninstalled,
    with_variable,
    without,
)


def _upstreams_over_it(it: Broken) -> None:
    """Upstream's jaxlib over the bindings, by an installer that does not see them."""
    (wheel,) = it.wheels.glob(f"jaxlib-{it.release}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            it.replace(it.site / name, archive.read(name))


def rows() -> Iterator[Row]:
    yield row(
        "bindings: entry points of jaxlib-cpu gone",
        "jaxlib_cpu",
        without("jaxlib_cpu", "entry_points.txt"),
        "bindings",
    )
    yield row(
        "bindings: metadata of jaxlib-cpu gone", "jaxlib_cpu", gone("jaxlib_cpu-*.dist-info"), "bindings"
    )
    yield row("bindings: a native module gone", "jaxlib", gone("jaxlib/*.so"), "bindings")
    yield row("bindings: a module garbage", "jaxlib", changed("jaxlib/xla_client.py", garbage), "bindings")
    yield row("bindings: jaxlib-cpu not installed", "jaxlib_cpu", uninstalled("jaxlib_cpu"), "bindings")
    yield row("bindings: jaxlib twice", "jaxlib", installed_twice("jaxlib", "0.10.1"), "bindings")
    yield row("bindings: upstream's jaxlib over it", "jaxlib", _upstreams_over_it, "bindings")
    yield row("bindings: library cut", "jaxlib_cpu", changed(LIBRARY, cut), "bindings")
    yield row(
        "bindings: a flag without dashes",
        "XLA_FLAGS",
        with_variable("XLA_FLAGS", "xla_dump_to=x"),
        "bindings",
    )
    yield row("bindings: METADATA of jaxlib gone", "jaxlib", without("jaxlib", "METADATA"), "bindings")
