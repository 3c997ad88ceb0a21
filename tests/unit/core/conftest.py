"""Fixtures of the core's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.core.site import Site


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    # Alone on the path but for what this process has imported already: the tests' own environment is no part.
    import packaging.requirements
    import packaging.version  # noqa: F401

    monkeypatch.setattr("sys.path", [str(folder)])
    for name in ("XLA_FLAGS", "JAX_PLATFORMS", "JAXLIB_PLUGIN_POLICY"):
        monkeypatch.delenv(name, raising=False)
    return Site(folder)
