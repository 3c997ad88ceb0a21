"""The crash message, which is set before each stage of using a plugin."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from jaxlib_core.checks import steps
from jaxlib_core.jax import crash_guard
from jaxlib_core.plugins.discovery import Plugin, at

from tests.unit.jaxlib_core.site import Site


def test_its_commands_are_composed_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = at(site.plugin("cpu"))
    messages: list[bytes] = []
    composed: list[Plugin] = []

    def set_crash_message(message: bytes) -> bool:
        messages.append(message)
        return True

    def reinstall(of: Plugin) -> tuple[str, ...]:
        composed.append(of)
        return ("repair it",)

    extension = SimpleNamespace(set_crash_message=set_crash_message, clear_crash_message=lambda: None)
    monkeypatch.setitem(sys.modules, f"{plugin.descriptor.module}._pjrt", extension)
    monkeypatch.setitem(sys.modules, plugin.descriptor.module, SimpleNamespace(_pjrt=extension, __path__=[]))
    monkeypatch.setattr(crash_guard, "_commands", {})
    monkeypatch.setattr(steps, "reinstall", reinstall)
    for stage in ("load", "client"):
        with crash_guard.over(plugin, stage):
            pass
    assert len(messages) == 2
    assert all(b"repair it" in message for message in messages)
    assert messages[0] != messages[1]
    assert len(composed) == 1
