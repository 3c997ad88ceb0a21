"""Fixtures of the core's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.jaxlib_core.site import Site


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-pages", action="store_true", help="write the diagnoses' texts into docs/errors")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    # Alone on the path but for what this process has imported already: the tests' own environment is not a part.
    import ctypes  # noqa: F401

    import jaxlib_core.doctor.examination  # noqa: F401
    import packaging.requirements
    import packaging.version  # noqa: F401

    monkeypatch.setattr("sys.path", [str(folder)])
    for name in ("XLA_FLAGS", "JAX_PLATFORMS", "JAXLIB_PLUGIN_POLICY"):
        monkeypatch.delenv(name, raising=False)
    return Site(folder)


@pytest.fixture(autouse=True)
def pip(monkeypatch: pytest.MonkeyPatch) -> None:
    """What installs is pip, of the Python of that name, whatever the machine of the tests has."""
    from jaxlib_core.environment import installer

    monkeypatch.setattr(installer, "here", lambda: installer.Installer("pip", "python"))
