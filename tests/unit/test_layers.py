"""Imports go one way: the layers of the repository's packages, written down once."""

from __future__ import annotations

import grimp
import pytest

#: From the top: a folder imports those below it alone. Those in one line may import each other one way, those in
#: braces not at all.
LAYERS = {
    "tools": (
        ("libraries", "models", "publish", "compat", "conformance"),
        ("upstream_tests",),
        ("environments",),
        {"audit", "builder"},  # a fault of the builder must not pass the audit
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
}


@pytest.mark.parametrize("package", LAYERS)
def test_imports_go_down(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None)
    layers = [grimp.Layer(*siblings, independent=isinstance(siblings, set)) for siblings in LAYERS[package]]
    upward = graph.find_illegal_dependencies_for_layers(layers, containers={package})
    assert not upward, "\n".join(f"{each.importer} imports {each.imported}" for each in upward)


@pytest.mark.parametrize("package", LAYERS)
def test_an_upward_import_is_found(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None)
    reversed_layers = [grimp.Layer(*siblings, independent=False) for siblings in reversed(LAYERS[package])]
    assert graph.find_illegal_dependencies_for_layers(reversed_layers, containers={package})


@pytest.mark.parametrize("package", LAYERS)
def test_every_folder_has_a_layer(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None)
    folders = {name.partition(".")[2] for name in graph.find_children(package) if graph.find_children(name)}
    children = {name.partition(".")[2] for name in graph.find_children(package)}
    assert folders <= {name for siblings in LAYERS[package] for name in siblings} <= children


def test_jaxlib_core_has_no_circle_of_imports() -> None:
    graph = grimp.build_graph("jaxlib_core", cache_dir=None)
    circles = [
        f"{importer} -> {' -> '.join(chain)}"
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if (chain := graph.find_shortest_chain(imported, importer))
    ]
    assert not circles, "\n".join(circles)
