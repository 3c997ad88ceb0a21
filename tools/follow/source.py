"""The steps for an unreleased source tree of jax: compares its needs with the bindings of the newest line."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from tools import BUILD, DIST
from tools.artifacts.cache import digest
from tools.artifacts.manifest import load
from tools.builder import build
from tools.compat import contract
from tools.environments.venv import Environment
from tools.follow import findings, trial
from tools.follow.report import Finding
from tools.follow.steps import Answer, Steps
from tools.interpreters import pythons


class SourceError(ValueError):
    """A folder is not a source tree of jax."""


@dataclass(frozen=True, slots=True)
class Source:
    """A checkout of jax, and the line whose bindings it is compared with and, if it accepts them, tried on.

    Attributes:
        checkout: its folder.
        line: the release of the line.
        steps: the steps done so far.
    """

    checkout: Path
    line: str
    steps: Steps

    @property
    def folder(self) -> Path:
        """The folder of this tree's environment and results."""
        return BUILD / "follow" / f"source-{version(self.checkout)}"

    def follow(self) -> None:
        """Do all steps."""
        take = self.steps.take
        take("metadata", None, self._metadata)
        take("build", None, self._build)
        take("trial", [self.steps.may("build"), trial.fingerprint(), str(self.checkout)], self._trial)
        take("contract", None, self._contract)

    def _metadata(self) -> Answer:
        """Findings on requirements of the tree that differ from the line's."""
        line = load(self.line)
        text = (self.checkout / "setup.py").read_text("utf-8")
        findings = []
        for subject, stated, known in (
            ("python", constant(text, "python_requires"), line.python),
            ("libtpu", constant(text, "_libtpu_version"), line.artifact("libtpu").version),
        ):
            if stated and not requires(stated, known):
                findings.append(Finding("derived", subject, f"{stated}; {known} in {self.line}"))
        return None, findings

    def _build(self) -> Answer:
        """The line's wheels."""
        wheels = [build.wheel("core", self.line), build.wheel("cpu", self.line)]
        wheels.append(build.jaxlib(self.line, python=str(self._python())))
        return {wheel.name: digest(wheel) for wheel in wheels}, []

    def _trial(self) -> Answer:
        """Run the family's own programs on this tree, if it accepts the line's jaxlib."""
        wheels = self.steps.answer("build")
        environment = Environment.create(self.folder / "family", self._python())
        ours = next(DIST / name for name in wheels if name.startswith("jaxlib-"))
        environment.install("--find-links", str(DIST), f"jax=={self.line}", "flatbuffers", str(ours))
        if not taken(self.checkout, self.line):
            text = f"not tried: the tree takes a jaxlib from {minimum(self.checkout)} to {version(self.checkout)}"
            return str(environment.python), [Finding("decide", "trial", f"{text}, this line is {self.line}")]
        (environment.site_packages / "checkout.pth").write_text(
            # Before site-packages, in which the line's jax is installed only for its metadata.
            f"import sys; sys.path.insert(0, {str(self.checkout)!r})\n",
            "utf-8",
        )
        return str(environment.python), trial.run(environment)

    def _contract(self) -> Answer:
        """Findings on names that the tree uses and the bindings lack."""
        asked = contract.read(self.checkout, self._python())
        states = contract.look_up(Path(self.steps.answer("trial")), asked.names)
        return None, [*findings.unmet(asked.names, states), *findings.conditions(asked)]

    def _python(self) -> Path:
        """The oldest Python of this machine that both the tree and the line support."""
        text = (self.checkout / "setup.py").read_text("utf-8")
        wanted = constant(text, "python_requires") or load(self.line).python
        line = load(self.line)
        for release, path in sorted(pythons().items()):
            number = f"{release[0]}.{release[1]}"
            if number in SpecifierSet(wanted) and line.serves(f"cp{release[0]}{release[1]}"):
                return path
        raise SourceError(f"{self.checkout}: wanted a Python {wanted} that {self.line} serves, found none")


def version(checkout: Path) -> str:
    """The version of a checkout of jax.

    Raises:
        SourceError: It is not a checkout of jax.
    """
    assigned = _assigned(checkout, "_version")
    if assigned is None or not (checkout / "setup.py").is_file():
        raise SourceError(
            f"{checkout} is not a source tree of jax\n  wanted: jax/version.py with _version, and setup.py\n"
            "To have one, run: git clone --depth 1 https://github.com/jax-ml/jax"
        )
    return assigned


def taken(checkout: Path, line: str) -> bool:
    """Whether a checkout of jax accepts the jaxlib of a line: at least its minimum, and not newer than itself."""
    return Version(minimum(checkout) or "0") <= Version(line) <= Version(version(checkout))


def minimum(checkout: Path) -> str | None:
    """The oldest jaxlib that a checkout accepts."""
    return _assigned(checkout, "_minimum_jaxlib_version")


def _assigned(checkout: Path, name: str) -> str | None:
    file = checkout / "jax" / "version.py"
    return constant(file.read_text("utf-8"), name) if file.is_file() else None


def constant(source: str, name: str) -> str | None:
    """The string that a module assigns to ``name``, or passes as an argument of that name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == name:
            value: ast.expr | None = node.value
        elif isinstance(node, ast.Assign | ast.AnnAssign) and any(
            isinstance(target, ast.Name) and target.id == name
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        ):
            value = node.value
        else:
            continue
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
    return None


def requires(stated: str, known: str) -> bool:
    """Whether a requirement is unchanged, or still allows a version."""
    bare = re.sub(r"\s", "", stated)
    if bare == known:
        return True
    try:
        return SpecifierSet(bare if bare[0] in "<>=!~" else f"=={bare}").contains(known)
    except InvalidSpecifier:
        return False
