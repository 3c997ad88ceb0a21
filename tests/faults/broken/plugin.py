"""Files of jaxlib-cpu: its library, descriptor, extension and entry points."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults.broken.row import Row, row
from tests.faults.broken.ways import (
    LIBRARY,
    changed,
    cut,
    garbage,
    gone,
    uninstalled,
    versioned,
    with_descriptor,
    without,
    zeroed,
)


def files() -> Iterator[Row]:
    yield row("library cut", "jaxlib_cpu", changed(LIBRARY, cut))
    yield row("library gone", "jaxlib_cpu", gone(LIBRARY))
    yield row("library garbage", "jaxlib_cpu", changed(LIBRARY, garbage))
    yield row("zeros in the library", "jaxlib_cpu", changed(LIBRARY, zeroed))
    yield row("descriptor gone", "jaxlib_cpu", gone("jaxlib_cpu/plugin.json"))
    yield row("descriptor cut", "jaxlib_cpu", changed("jaxlib_cpu/plugin.json", cut))
    yield row("descriptor newer", "jaxlib_cpu", with_descriptor(schema="jaxlib.plugin/9"))
    yield row("extension gone", "jaxlib_cpu", gone("jaxlib_cpu/_pjrt.abi3.so"))
    yield row("extension cut", "jaxlib_cpu", changed("jaxlib_cpu/_pjrt.abi3.so", cut))
    yield row(
        "entry points garbled",
        "jaxlib_cpu",
        changed("jaxlib_cpu-*.dist-info/entry_points.txt", garbage),
        ends="",
    )
    yield row("jaxlib-cpu not installed", "jaxlib_cpu", uninstalled("jaxlib_cpu"), ends="works")


def descriptors() -> Iterator[Row]:
    for name in ("jax", "jaxlib"):
        for file in ("gone", "newer"):
            change = (
                gone("jaxlib_cpu/plugin.json")
                if file == "gone"
                else with_descriptor(schema="jaxlib.plugin/9")
            )
            yield row(
                f"descriptor {file}, {name} not installed", ("jaxlib_cpu", name), (change, uninstalled(name))
            )
    yield row(
        "descriptor gone, jax of another release",
        ("jaxlib_cpu", "jax"),
        (gone("jaxlib_cpu/plugin.json"), versioned("jax", "0.10.1")),
    )
    yield row(
        "descriptor gone, jax and jaxlib of another release",
        ("jaxlib_cpu", "jax", "jaxlib"),
        (gone("jaxlib_cpu/plugin.json"), versioned("jax", "0.10.1"), versioned("jaxlib", "0.10.1")),
    )
    yield row(
        "descriptor and METADATA of jax gone",
        ("jaxlib_cpu", "jax"),
        (gone("jaxlib_cpu/plugin.json"), without("jax", "METADATA")),
    )
    yield row("API out of range", "jaxlib_cpu", with_descriptor(library={"pjrt_api": "0.5"}))
