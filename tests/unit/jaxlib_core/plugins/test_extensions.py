from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES

import pytest
from jaxlib_core import errors
from jaxlib_core.jax import backend
from jaxlib_core.plugins import extensions
from jaxlib_core.plugins.discovery import Plugin, discover

from tests.unit.jaxlib_core.site import Site


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """No other test has imported the plugin."""
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "jaxlib_cpu"]:
        del sys.modules[name]


def plugin_with(site: Site, name: str, content: str) -> Plugin:
    """The installed plugin, with this one file as its extension."""
    site.family()
    folder = site.plugin("cpu")
    (folder / "__init__.py").write_text("")
    (folder / name).write_text(content)
    (plugin,) = discover().plugins
    return plugin


def test_it_is_imported_by_its_name(site: Site) -> None:
    plugin = plugin_with(site, "_pjrt.py", "loaded = True\n")
    assert extensions.name_of(plugin) == "jaxlib_cpu._pjrt"
    assert extensions.load(plugin).loaded


@pytest.mark.skipif(".abi3.so" not in EXTENSION_SUFFIXES, reason="this Python imports no such extension")
def test_one_of_another_layout_is_refused_before_it_is_loaded(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = plugin_with(site, "_pjrt.abi3.so", "not loaded, or there would be another error")
    monkeypatch.setattr(extensions, "is_free_threaded", lambda: True)
    with pytest.raises(errors.LibraryNotLoadable, match="free-threaded") as caught:
        backend.extension(plugin)
    assert str(plugin.folder / "_pjrt.abi3.so") in str(caught.value)
    assert "pip install" in str(caught.value)


def test_an_extension_for_it_is_taken(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = plugin_with(site, "_pjrt.py", "loaded = True\n")
    monkeypatch.setattr(extensions, "is_free_threaded", lambda: True)
    assert extensions.load(plugin).loaded
