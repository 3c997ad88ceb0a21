"""Imports go one way: the layers of the repository's packages, written down once."""

from __future__ import annotations

from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

#: From the top: a folder imports those below it alone. Those in one line may import each other one way, those in
#: braces not at all.
LAYERS = {
    "tools": (
        ("follow",),
        ("libraries", "models", "publish", "compat", "conformance"),
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
        ("__main__",),
        ("cli",),
        ("doctor", "kernels", "topologies"),
        ("jax",),
        ("checks",),
        ("plugins",),
        ("environment",),
        ("errors",),
        ("output",),
    ),
    "jaxlib._ir": (
        ("api",),
        ("serialization",),
        ("passes",),
        ("text",),
        {"verification", "type_inference"},
        ("dialects",),
        ("core",),
    ),
}
#: Of these, no module imports another that imports it, also within a folder.
WITHOUT_CIRCLES = ("jaxlib_core", "jaxlib._ir")


def graph_of(package: str) -> grimp.ImportGraph:
    """All imports of a package, also those in functions. A package is read, and not imported.

    In the IR, classes that hold each other, such as operations and blocks, name each other in annotations alone,
    which is no import where the program runs.
    """
    if package == "jaxlib._ir":
        return grimp.build_graph("jaxlib", cache_dir=None, exclude_type_checking_imports=True)
    return grimp.build_graph(package, cache_dir=None)


@pytest.fixture(autouse=True)
def sources_of_jaxlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """jaxlib's sources are on no path, as they cannot be imported without their native module."""
    monkeypatch.syspath_prepend(str(ROOT / "packages/jaxlib/src"))


@pytest.mark.parametrize("package", LAYERS)
def test_imports_go_down(package: str) -> None:
    graph = graph_of(package)
    layers = [grimp.Layer(*siblings, independent=isinstance(siblings, set)) for siblings in LAYERS[package]]
    upward = graph.find_illegal_dependencies_for_layers(layers, containers={package})
    assert not upward, "\n".join(f"{each.importer} imports {each.imported}" for each in upward)


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


@pytest.mark.parametrize("package", WITHOUT_CIRCLES)
def test_there_is_no_circle_of_imports(package: str) -> None:
    graph = graph_of(package)
    circles = [
        f"{importer} -> {' -> '.join(chain)}"
        for importer in sorted({package, *graph.find_descendants(package)})
        for imported in graph.find_modules_directly_imported_by(importer)
        if (chain := graph.find_shortest_chain(imported, importer))
    ]
    assert not circles, "\n".join(circles)
