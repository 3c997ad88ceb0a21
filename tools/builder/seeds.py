"""The data of jaxlib-lock about the family's releases, derived from the manifests."""

from __future__ import annotations

from typing import Any

from jaxlib_lock import seeds as lock_seeds
from packaging.requirements import Requirement

from tools import BINDINGS_LABEL
from tools.artifacts import upstream_locks
from tools.artifacts.manifest import Manifest, load, releases
from tools.builder.definitions import jaxlib_releases, plugin_facts, plugin_names

#: Distributions that upstream's locks lack and projects often require: PyTorch's and CUTLASS', and that of tools
#: that report a GPU's state.
_COMMON = frozenset(
    {
        *(f"nvidia-{library}{cuda}" for library in ("cufile", "curand", "nvtx") for cuda in ("", "-cu12")),
        *(
            f"nvidia-{library}-cu{cuda}"
            for library in ("cusparselt", "cutlass-dsl-libs")
            for cuda in (12, 13)
        ),
        "nvidia-ml-py",
    }
)


def seeds() -> dict[str, Any]:
    """The content of ``seeds.json``: a seed for every release whose manifest has ``environments``."""
    stated = [release for release in map(load, releases()) if release.environments]
    facts = {name: plugin_facts(name) for name in plugin_names()}
    drivers = {name: fact["driver"]["minimum"] for name, fact in facts.items() if "driver" in fact}
    return {
        "schema": lock_seeds.SCHEMA,
        "drivers": drivers,
        "releases": [_seed(release) for release in stated],
    }


def _seed(release: Manifest) -> dict[str, Any]:
    assert release.environments is not None
    locks = upstream_locks.load(release.release)
    return lock_seeds.described(
        release.release,
        python=release.python,
        pins={
            **{name: release.artifact(name).version for name in ("jax", "jaxlib")},
            "jaxlib-core": release.release,
        },
        tested=release.environments.tested,
        never=release.environments.never,
        bindings=f"{release.release}+{BINDINGS_LABEL}" if release.release in jaxlib_releases() else None,
        locks=locks,
        known=_COMMON.union(Requirement(pin).name for lock in locks.values() for pin in lock.pins),
    )
