"""Every test has a registry and a cache of its own, and reaches no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.unit.tools.artifacts.index import Index, serving
from tools.artifacts import download
from tools.artifacts.cache import Cache
from tools.artifacts.index_client import INDEX_VARIABLES


@pytest.fixture
def index() -> Iterator[Index]:
    with serving() as index:
        yield index


@pytest.fixture
def environment(index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (*INDEX_VARIABLES, "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", index.url)
    monkeypatch.setenv("JAXLIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(download, "PAUSE", 0.0)


@pytest.fixture
def cache(environment: None) -> Cache:
    # A plain session: what must be tried again in these tests is what the cache itself tries again.
    return Cache(session=requests.Session())
