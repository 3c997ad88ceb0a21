"""Discovers the models: MaxText's configurations, except those that a stated rule excludes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import yaml

RULES = Path(__file__).with_name("models.toml")


@dataclass(frozen=True)
class Model:
    """A configuration that MaxText ships, or a user's own model.

    Attributes:
        name: As ``model_name`` takes it; the name of the user's file, without its suffix.
        overrides: The settings that it runs with, and those that make it small.
        excluded: The reason for its exclusion; empty if it is tried.
        settings: The first of the overrides alone, with which it runs at full size.
        module: The user's file, by the protocol of `tools.models.children.module`; empty for one of MaxText's.
        checkpoint: The folder of its weights; empty if they are drawn at random.
    """

    name: str
    overrides: Mapping[str, Any]
    excluded: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    module: str = ""
    checkpoint: str = ""

    @property
    def origin(self) -> str:
        """A sentence on where the model and its weights are from."""
        if self.module:
            said = f"The model of {Path(self.module).name}"
        elif self.overrides == self.settings:
            said = "MaxText's model, at full size"
        else:
            said = "MaxText's model, made small"
        if self.checkpoint:
            return f"{said}, with the weights of {Path(self.checkpoint).name}."
        return f"{said}, with weights that its own initialisers drew at random: nothing was trained."


def rules() -> dict[str, Any]:
    """The rules, as ``models.toml`` has them."""
    return tomllib.loads(RULES.read_text("utf-8"))


def discover(folder: Path) -> list[Model]:
    """Reads every configuration in MaxText's ``configs/models``.

    Raises:
        FileNotFoundError: There are none: MaxText keeps them elsewhere now.
    """
    files = sorted(folder.glob("*.yml"))
    if not files:
        raise FileNotFoundError(f"MaxText keeps no configurations in {folder}")
    stated, common = rules()["small"], rules()["settings"]
    said = {path.stem: yaml.safe_load(path.read_text("utf-8")) or {} for path in files}
    seen: dict[str, str] = {}
    models = []
    for name, data in sorted(said.items(), key=lambda item: _size(item[1])):
        settings = common["always"] | {key: value for key, value in common["present"].items() if key in data}
        overrides = settings | small(data, stated)
        # The configuration after it was made small, so that original sizes make no difference.
        rest = {key: value for key, value in data.items() if key not in overrides}
        first = seen.setdefault(json.dumps([rest, overrides], sort_keys=True, default=str), name)
        excluded = "" if first == name else f"the same as {first} once small"
        models.append(Model(name, overrides, excluded, settings))
    return sorted(models, key=lambda model: model.name)


def with_kernels(model: Model) -> Model:
    """A small model with the kernels of its own configuration, and of sizes that these accept."""
    stated = rules()["kernels"]
    overrides = {key: value for key, value in model.overrides.items() if key not in stated["own"]}
    present = {key: value for key, value in stated["present"].items() if key in overrides}
    return replace(model, overrides={**overrides, **stated["always"], **present})


def _size(data: Mapping[str, Any]) -> int:
    return int(data.get("base_emb_dim", 0)) * int(data.get("base_num_decoder_layers", 0))


def small(data: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """The overrides that make a configuration small, by the rules."""
    overrides = dict(stated["always"])
    overrides |= {key: _at_most(data[key], value) for key, value in stated["present"].items() if key in data}
    # Layers of different kinds alternate in cycles; at least one whole cycle is needed.
    cycle = int(data.get("inhomogeneous_layer_cycle_interval", 1))
    overrides["base_num_decoder_layers"] = max(overrides["base_num_decoder_layers"], cycle)
    if int(data.get("base_num_kv_heads", 0)) < int(data.get("base_num_query_heads", 0)):
        # Heads that share keys and values still share them.
        overrides["base_num_kv_heads"] = 2 if int(data["base_num_kv_heads"]) > 1 else 1
    if sections := data.get("mrope_section"):
        rotated = int(overrides["head_dim"] * float(data.get("partial_rotary_factor", 1))) // 2
        overrides["mrope_section"] = _shares(rotated, sections)
    return overrides


def _at_most(said: Any, value: Any) -> Any:
    """Limits a setting without increasing it: a model with one expert per token must not get two."""
    return min(said, value) if type(said) is type(value) is int else value


def _shares(whole: int, parts: Sequence[int]) -> list[int]:
    """Divides ``whole`` in proportion to ``parts``."""
    ends = [round(whole * prefix / sum(parts)) for prefix in accumulate(parts)]
    return [end - begin for begin, end in pairwise([0, *ends])]
