"""Imports go one way: the layers of the repository's packages, written down once."""

from __future__ import annotations

import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

#: From the top: a folder imports those below it alone. Those in one line may import each other one way, those in
#: braces not at all.
LAYERS = {
    "tools": (
        ("follow",),
        ("libraries", "models", "publish", "compat", "conformance", "long_runs", "docs"),
        ("upstream_tests",),
        ("environments",),
        {"audit", "builder"},  # a fault of the builder must not pass the audit
        ("measurements",),
        ("elf",),
        ("wheels",),
        ("artifacts",),
        ("console",),
    ),
    "jaxlib_core": (
        ("__main__", "cli"),
        ("doctor", "kernels", "topologies", "completion"),
        ("jax",),
        ("checks",),
        ("plugins",),
        ("environment",),
        ("errors", "output", "standard_library", "terminal"),
    ),
    "jaxlib._ir": (
        ("api",),
        ("serialization",),
        ("passes",),
        ("text",),
        ("verification",),
        ("type_inference",),
        ("dialects",),
        ("core",),
    ),
    "jaxlib._distributed": (
        ("preemption",),
        ("client",),
        {"agent", "service"},
        {"coordinator", "transport"},
        ("barriers",),
        {"tasks", "key_values"},
        ("status",),
        {"messages", "arguments"},
    ),
    "jaxlib._profiling": (
        ("server",),
        ("session",),
        ("subprocesses",),
        {"remote", "options", "hlo", "heap", "pprof", "text_format"},
    ),
}
#: The repository's packages, from the top, as the layers above: tests import tools, and never the other way.
PACKAGES = (
    {"tests"},
    {"benchmarks"},
    {"tools"},
    ("jaxlib_cpu",),
    {"jaxlib", "jaxlib_lock"},
    ("jaxlib_core", "jaxlib_pjrt"),  # each serves the other where both are installed
)
NAMES = tuple(name for siblings in PACKAGES for name in sorted(siblings))


def graph_of(package: str) -> grimp.ImportGraph:
    """All imports of a package, also those in functions. A package is read, and not imported.

    In the IR, classes that hold each other, such as operations and blocks, name each other in annotations alone,
    which is not an import where the program runs.
    """
    name = package.partition(".")[0]
    return grimp.build_graph(name, cache_dir=None, exclude_type_checking_imports=name == "jaxlib")


@pytest.fixture(autouse=True)
def sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with a native module are on no path, as they cannot be imported without it."""
    for folder in ("packages/jaxlib", "packages/jaxlib-pjrt", "plugins/jaxlib-cpu"):
        monkeypatch.syspath_prepend(str(ROOT / folder / "src"))
        # A test before this one may have put something in its place.
        monkeypatch.delitem(sys.modules, Path(folder).name.replace("-", "_"), raising=False)


@pytest.mark.parametrize("package", LAYERS)
def test_imports_go_down(package: str) -> None:
    graph = graph_of(package)
    layers = [grimp.Layer(*siblings, independent=isinstance(siblings, set)) for siblings in LAYERS[package]]
    upward = graph.find_illegal_dependencies_for_layers(layers, containers={package})
    assert not upward, "\n".join(
        f"{dependency.importer} imports {dependency.imported}" for dependency in upward
    )


@pytest.mark.parametrize("package", LAYERS)
def test_an_upward_import_is_found(package: str) -> None:
    graph = graph_of(package)
    reversed_layers = [grimp.Layer(*siblings, independent=False) for siblings in reversed(LAYERS[package])]
    assert graph.find_illegal_dependencies_for_layers(reversed_layers, containers={package})


@pytest.mark.parametrize("package", LAYERS)
def test_every_folder_has_a_layer(package: str) -> None:
    graph = graph_of(package)
    folders = {name.rpartition(".")[2] for name in graph.find_children(package) if graph.find_children(name)}
    children = {name.rpartition(".")[2] for name in graph.find_children(package)}
    assert folders <= {name for siblings in LAYERS[package] for name in siblings} <= children


def circles(graph: grimp.ImportGraph) -> list[str]:
    """The shortest circle through each import that is part of one."""
    return [
        f"{importer} -> {' -> '.join(chain)}"
        for importer in sorted(graph.modules)
        for imported in graph.find_modules_directly_imported_by(importer)
        if (chain := graph.find_shortest_chain(imported, importer))
    ]


@pytest.mark.parametrize("package", NAMES)
def test_there_is_no_circle_of_imports(package: str) -> None:
    found = circles(graph_of(package))
    assert not found, "\n".join(found)


def test_packages_import_those_below_them_and_there_is_no_circle_between_them() -> None:
    graph = grimp.build_graph(*NAMES, cache_dir=None, exclude_type_checking_imports=True)
    layers = [grimp.Layer(*siblings, independent=isinstance(siblings, set)) for siblings in PACKAGES]
    upward = graph.find_illegal_dependencies_for_layers(layers)
    assert not upward, "\n".join(
        f"{dependency.importer} imports {dependency.imported}" for dependency in upward
    )
    found = circles(graph)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("place", ["module", "function"])
def test_a_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    folder = tmp_path / f"circular_{place}"
    folder.mkdir()
    back = f"from {folder.name} import first"
    sources = {
        "__init__": "",
        "first": f"from {folder.name} import second\n",
        "second": f"{back}\n" if place == "module" else f"def late():\n    {back}\n",
    }
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(circles(graph_of(folder.name))) == 2
