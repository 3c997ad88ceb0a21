"""The environments that models run in: MaxText with our plugin, and the same with the backend inside jaxlib."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from tools import BUILD, DIST, build
from tools.environment import Environment, pythons
from tools.models.discover import rules


@dataclass(frozen=True)
class Pair:
    """Two environments that differ in the plugin alone.

    Attributes:
        ours: With jaxlib-cpu.
        upstream: Without it: jax's platform ``cpu`` is the backend inside jaxlib.
        identity: A hash of what is in both.
        upstream_identity: The same of the second alone.
    """

    ours: Environment
    upstream: Environment
    identity: str
    upstream_identity: str

    @property
    def configurations(self) -> Path:
        """MaxText's own model configurations."""
        return self.ours.site_packages / "maxtext" / "configs" / "models"


def pair(release: str) -> Pair:
    """Makes the two for ``release`` in ``build/models``, unless they are there and whole.

    Raises:
        KeyError: No MaxText goes with the release.
        subprocess.CalledProcessError: uv could not make one.
    """
    stated = rules()["environment"]
    major, minor = stated["python"].split(".")
    python = pythons().get((int(major), int(minor)))
    if python is None:
        raise KeyError(f"no Python {stated['python']} on this machine, which MaxText needs")
    wheels = [build.wheel(name, release) for name in ("core", "cpu")]
    upstream = [f"jax=={release}", f"maxtext=={stated['maxtext'][release]}", *stated["requirements"]]
    wanted = {
        "upstream": upstream,
        "ours": [*upstream, *(f"{path.name} {_sha256(path)}" for path in wheels)],
    }
    made = {}
    for name, contents in wanted.items():
        environment = Environment(BUILD / "models" / release / name)
        _make(environment, python, contents, [*upstream, *(map(str, wheels) if name == "ours" else ())])
        made[name] = environment
    alone = identity({"upstream": wanted["upstream"]})
    return Pair(made["ours"], made["upstream"], identity(wanted), alone)


def identity(wanted: Mapping[str, object]) -> str:
    """A hash of a description."""
    return hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()[:16]


def _make(environment: Environment, python: Path, contents: list[str], requirements: list[str]) -> None:
    stamp = environment.folder.with_suffix(".json")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(stamp.with_suffix(".lock")):
        if stamp.is_file() and json.loads(stamp.read_text("utf-8")) == contents:
            return
        stamp.unlink(missing_ok=True)
        Environment.create(environment.folder, python)
        fresh = ("--refresh-package", "jaxlib-core", "--refresh-package", "jaxlib-cpu")
        environment.install("--find-links", str(DIST), *fresh, *requirements)
        # Written last: an environment without it is one that was not finished.
        stamp.write_text(json.dumps(contents), "utf-8")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
