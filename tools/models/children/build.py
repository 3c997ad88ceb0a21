"""Builds the model of a task, with which every action begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tools.models.children.model import Model


def build(task: Mapping[str, Any], devices: Sequence[Any] | None = None) -> Model:
    """The model of a task: on its own device, or for ``devices`` that need not be present."""
    if task["module"]:
        from tools.models.children import module

        return module.build(task, devices)
    from tools.models.children import maxtext  # not installed where a user's own model is built

    return maxtext.build(task, devices)
