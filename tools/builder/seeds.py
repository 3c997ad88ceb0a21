"""What jaxlib-lock knows of the family's releases: derived from the manifests."""

from __future__ import annotations

import sys
from typing import Any

from tools import ROOT
from tools.artifacts.manifest import Manifest, load, releases

sys.path.insert(0, str(ROOT / "packages" / "jaxlib-lock" / "src"))

from jaxlib_lock import seeds as lock_seeds


def seeds() -> dict[str, Any]:
    """What the distribution carries as ``seeds.json``: of every release that says what its environments hold."""
    stated = [release for release in map(load, releases()) if release.environments]
    return {"schema": lock_seeds.SCHEMA, "releases": [_seed(release) for release in stated]}


def _seed(release: Manifest) -> dict[str, Any]:
    assert release.environments is not None
    return lock_seeds.described(
        release.release,
        python=release.python,
        pins={
            **{name: release.artifact(name).version for name in ("jax", "jaxlib")},
            "jaxlib-core": release.release,
        },
        tested=release.environments.tested,
        never=release.environments.never,
    )
