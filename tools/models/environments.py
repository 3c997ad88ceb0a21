"""The environments that models run in, as ``models.toml`` describes them."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from tools import BUILD, DIST, ROOT
from tools.artifacts import manifest
from tools.builder import build
from tools.environments.venv import Environment
from tools.interpreters import pythons
from tools.models.discover import rules


@dataclass(frozen=True)
class Made:
    """An environment, and a hash of its content."""

    environment: Environment
    identity: str
    #: The folder in which its Python finds MaxText or the requirements of a user's models, if it has them.
    packages: Path

    @property
    def configurations(self) -> Path:
        """MaxText's own model configurations."""
        return self.packages / "maxtext" / "configs" / "models"


#: The end of the name of an environment that has the family's own jaxlib in place of upstream's.
BINDINGS = "-bindings"


def name_of(environment: str, jaxlib: str) -> str:
    """The name of the same environment with this jaxlib; some have none, or are upstream's side of a comparison."""
    replaced = rules()["environment"]["of"][environment].get("jaxlib", True)
    return f"{environment}{BINDINGS}" if jaxlib == "bindings" and replaced else environment


def make(release: str, name: str, own: Sequence[str] | None = None) -> Made:
    """Makes the environment ``name`` of ``models.toml`` for ``release`` in ``build/models``, unless it is complete.

    With ``-bindings`` at the end of the name, the family's own jaxlib takes the place of upstream's. ``own`` are
    the requirements of a user's own models, which take the place of MaxText and its own.

    Raises:
        KeyError: No MaxText supports the release, or there is no Python for it.
        subprocess.CalledProcessError: uv could not make one.
    """
    stated = rules()["environment"]
    major, minor = stated["python"].split(".")
    python = pythons().get((int(major), int(minor)))
    if python is None:
        raise KeyError(f"no Python {stated['python']} on this machine, which MaxText needs")
    described = dict(stated["of"][name.removesuffix(BINDINGS)])
    members = described["wheels"]
    bindings = []
    if name.endswith(BINDINGS):
        # They have no backend inside: even what only compiles for other chips needs one for its own constants.
        members = dict.fromkeys([*members, "cpu"])
        bindings = [build.jaxlib(release, python=str(python))]
        described.setdefault("on", name.removesuffix(BINDINGS))
    wheels = [*(build.wheel(member, release) for member in members), *bindings]
    # A plugin requires gigabytes of a vendor's libraries; ahead-of-time compilation needs only a few of them.
    alone = [build.wheel(member, release) for member in described.get("alone", ())]
    requirements = list(described.get("requirements", ()))
    # Weights of a user may be in safetensors; jax.export needs the first, and jaxlib-core, in a layer, the second.
    other = ("flatbuffers", "packaging", "safetensors")
    models = _maxtext(release) if own is None else [f"jax=={release}", *other, *own]
    if described["models"]:
        requirements += models
    for plugin in described.get("alone", ()):
        requirements += _compilers(plugin, release)
    contents = [*requirements, *(f"{path.name} {_sha256(path)}" for path in (*wheels, *alone))]
    folder = BUILD / "models" / release
    environment = Environment((folder if own is None else folder / identity({"own": list(own)})) / name)
    under = None
    if on := described.get("on"):
        # MaxText is installed in one environment; another one adds its few wheels on top of that.
        under = make(release, on, own).environment.site_packages
        more = [requirement for requirement in requirements if requirement not in models]
        _make(environment, python, contents, [], [*more, *map(str, (*wheels, *alone))], under)
    else:
        _make(environment, python, contents, [*requirements, *map(str, wheels)], [*map(str, alone)])
    return Made(environment, identity({name: contents}), under or environment.site_packages)


def _maxtext(release: str) -> list[str]:
    stated = rules()["environment"]
    return [f"jax=={release}", *manifest.since(stated["release"], release), *stated["requirements"]]


def _compilers(plugin: str, release: str) -> list[str]:
    """The vendor's compilers that a plugin needs."""
    if plugin == "tpu":
        return [f"libtpu=={manifest.load(release).artifact('libtpu').version}"]
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return list(groups.get(f"aot-{plugin}", ()))


def identity(wanted: Mapping[str, object]) -> str:
    """A hash of a description."""
    return hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()[:16]


def _make(
    environment: Environment,
    python: Path,
    contents: list[str],
    requirements: Sequence[str],
    alone: Sequence[str],
    under: Path | None = None,
) -> None:
    stamp = environment.folder.with_suffix(".json")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(stamp.with_suffix(".lock")):
        if stamp.is_file() and json.loads(stamp.read_text("utf-8")) == contents:
            return
        stamp.unlink(missing_ok=True)
        Environment.create(environment.folder, python)
        if requirements:
            DIST.mkdir(exist_ok=True)  # it may not exist if the environment has none of our wheels
            environment.install("--find-links", str(DIST), *requirements)
        if alone:
            environment.install("--no-deps", *alone)
        if under:
            (environment.site_packages / "under.pth").write_text(f"{under}\n", "utf-8")
        # Written last: an environment without it is incomplete.
        stamp.write_text(json.dumps(contents), "utf-8")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
