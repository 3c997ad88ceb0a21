from __future__ import annotations

import shutil

import pytest

from tools.environments import emulate


@pytest.mark.parametrize("names", [[], ["jaxlib"], ["cpu", "pjrt"]])
def test_a_missing_compiler_is_named_before_anything_is_fetched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], names: list[str]
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(emulate, "machine", lambda: pytest.fail("QEMU was fetched"))
    assert emulate.main(names) == 1
    said = capsys.readouterr()
    assert f"apt-get install {emulate.CROSS_PACKAGE}" in said.out + said.err
