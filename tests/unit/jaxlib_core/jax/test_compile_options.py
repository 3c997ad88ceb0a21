"""A plugin's default compile options, when a program or the user sets some of them."""

from __future__ import annotations

import pytest
from jaxlib_core.jax.compile_options import unstated

CHOICES = (("xla_cpu_enable_fast_min_max", False), ("xla_cpu_experimental_ynn_fusion_type", "A,B"))


def test_only_what_nobody_states_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XLA_FLAGS", raising=False)
    assert unstated(CHOICES) == list(CHOICES)
    assert unstated(CHOICES, {"xla_cpu_enable_fast_min_max": True, "another": 1}) == [CHOICES[1]]
    monkeypatch.setenv("XLA_FLAGS", "--xla_dump_to=x --xla_cpu_experimental_ynn_fusion_type=")
    assert unstated(CHOICES) == [CHOICES[0]]
