"""A compiler of fakes; cache and registry are each test's own."""

from __future__ import annotations

import pytest

from tests.unit.tools.measurements.fakes import Compiler


@pytest.fixture(scope="session")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    return Compiler(tmp_path_factory.mktemp("libraries"))
