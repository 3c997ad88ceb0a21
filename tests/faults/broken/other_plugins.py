"""Plugins of another project."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import file_by_path, file_in_site


def _others(body: str, points: str = "[jax_plugins]\nacme = acme_plugin\n", record: bool = True) -> Break:
    """Another project's plugin, which no index has, with these entry points."""

    def apply(it: Broken) -> None:
        info = it.site / "acme_plugin-1.0.dist-info"
        contents = {
            "acme_plugin/__init__.py": body,
            f"{info.name}/METADATA": "Metadata-Version: 2.1\nName: acme-plugin\nVersion: 1.0\n",
            f"{info.name}/entry_points.txt": points,
        }
        for name, text in contents.items():
            it.replace(it.site / name, text.encode())
        if record:
            it.replace(
                info / "RECORD",
                "".join(f"{name},,\n" for name in (*contents, f"{info.name}/RECORD")).encode(),
            )

    return apply


def _by_path(body: str) -> Break:
    """A plugin in development, which nothing installed and jax finds through PYTHONPATH."""
    return file_by_path("jax_plugins/acme/__init__.py", body)


def rows() -> Iterator[Row]:
    for name, body in (
        ("ends the process", "import os; os._exit(3)"),
        ("aborts when it is initialized", "import os\ndef initialize(): os.abort()"),
        ("raises", "1 / 0"),
    ):
        yield row(f"another's plugin {name}", "acme", _others(body))
    yield row("another's plugin without RECORD raises", "acme", _others("1 / 0", record=False))
    yield row("another's plugin cannot be imported", "acme", _others("raise ImportError"), ends="works")
    for points in ("[jax_plugins]\nnothing\n", "[console_scripts]\nnothing\n"):
        yield row(f"entry points of another: {points!r}", "acme", _others("", points))
    yield row("entry points of another, no RECORD", "acme", _others("", "[a]\nnothing\n", record=False))
    yield row("entry points of another without a section", "acme", _others("", "nothing\n"), ends="works")
    yield row("a plugin on PYTHONPATH raises", "acme", _by_path("raise RuntimeError('größe')"), code="JLP063")
    yield row(
        "a plugin on PYTHONPATH ends the process", "acme", _by_path("import os; os._exit(3)"), code="JLP063"
    )
    hangs = file_in_site("jax_plugins/acme/__init__.py", "import time; time.sleep(1000)")
    yield row("a plugin that nothing installed hangs", "acme", hangs, code="JLP063")
