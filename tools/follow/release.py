"""The steps for a release that the registry has: two drafts, what is new in jaxlib, and a trial."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tools import BUILD
from tools.artifacts.cache import ArtifactError, Cache, digest
from tools.artifacts.index_client import Registry
from tools.artifacts.manifest import DRAFTS, MANIFESTS, Manifest, Use, load, load_file
from tools.builder import build, definitions
from tools.compat import contract
from tools.environments.venv import OUTSIDE, Environment
from tools.follow import bindings, comparison, findings, trial
from tools.follow.comparison import Change
from tools.follow.derive import derive
from tools.follow.manifest_text import dumps
from tools.follow.report import Finding
from tools.follow.steps import Answer, Steps, child
from tools.measurements import accepted, library

CHILDREN = Path(__file__).with_name("children")


@dataclass(frozen=True, slots=True)
class Release:
    """A release to follow, and the line from which it is derived.

    Attributes:
        name: the release.
        line: the release of the nearest line.
        steps: the steps done so far.
    """

    name: str
    line: str
    steps: Steps

    @property
    def manifest(self) -> Path:
        """The draft of the release's manifest."""
        return MANIFESTS / DRAFTS / f"{self.name}.toml"

    @property
    def facts(self) -> Path:
        """The draft of the release's file in ``packages/jaxlib/releases``."""
        return bindings.DRAFTS / f"{self.name}.toml"

    @property
    def folder(self) -> Path:
        """The folder of this release's environments, wheels and results."""
        return BUILD / "follow" / self.name

    def follow(self) -> None:
        """Do all steps."""
        take = self.steps.take
        # Always done again: it takes a second, and the registry may have changed.
        take("manifest", None, self._manifest)
        text = self.steps.may("manifest")
        take("upstream", [self.name, self.line, text], self._upstream)
        take("libraries", text, self._libraries)
        take("requirements", text, self._requirements)
        take("accepted", [text, self.steps.may("upstream")], self._accepted)
        self._write_manifest()
        kept = self.facts.is_file() or self.name in definitions.jaxlib_releases()
        take("bindings", [text, self.steps.may("upstream")] if kept else None, self._bindings)
        take("surface", self.steps.may("upstream"), self._surface)
        take("operations", [self.name, self.line], self._operations)
        # What is built already is not built again.
        take("build", None, self._build)
        take("trial", [self.steps.may("build"), trial.fingerprint()], self._trial)
        needed = [self.steps.may(name) for name in ("trial", "build", "operations", "surface")]
        take("contract", needed, self._contract)

    def _manifest(self) -> Answer:
        draft, _, findings = derive(self.name, load(self.line), Registry(), Cache(), self.manifest)
        if (
            self.manifest.is_file()
            and (decided := load_file(self.manifest).environments) != draft.environments
        ):
            # A person's decision in the draft is kept.
            draft = replace(draft, environments=decided)
            findings = [finding for finding in findings if finding.subject != "environments.tested"]
        text = dumps(draft)
        _replace(self.manifest, text)
        return text, findings

    def _upstream(self) -> Answer:
        """The environments with jax and upstream's jaxlib: of the release, and of the line."""
        self.steps.answer("manifest")
        places = {}
        for role, release in (("release", self.name), ("line", self.line)):
            environment = Environment.create(self.folder / f"upstream-{role}", contract.served(release))
            environment.install(f"jax=={release}", f"jaxlib=={release}")
            places[role] = str(environment.python)
        return places, []

    def _libraries(self) -> Answer:
        """Measure each library, and put the facts into the draft."""
        self.steps.answer("manifest")
        draft, line, cache = load_file(self.manifest), load(self.line), Cache()
        facts, findings, failed = {}, [], []
        names = library.extension_names(draft, cache)
        for artifact in draft.artifacts:
            if artifact.library is None:
                continue
            try:
                of = library.measured(artifact, draft, cache)
            except (library.MeasurementError, ArtifactError) as error:
                failed.append(f"{artifact.name}: {error}")
                continue
            if of.facts is None:
                findings.append(Finding("decide", artifact.name, f"not measured: {'; '.join(of.unmeasured)}"))
                continue
            facts[artifact.name] = {
                "pjrt_api": of.facts.pjrt_api,
                "ffi_api": of.facts.ffi_api,
                **({"size": of.facts.size, "sha256": of.facts.sha256} if artifact.use is Use.DEPEND else {}),
            }
            before = next((other.library for other in line.artifacts if other.name == artifact.name), None)
            was = f"; {before.pjrt_api} in {self.line}" if before else ""
            kinds = ", ".join(
                names.get(extension.type, str(extension.type)) for extension in of.facts.extensions
            )
            text = f"PJRT C API {of.facts.pjrt_api}{was}; {of.facts.struct_size} bytes; extensions {kinds}; "
            text += (
                f"XLA FFI {of.facts.ffi_api}"
                if of.facts.ffi_api
                else f"XLA FFI unknown: {of.facts.ffi_found}"
            )
            findings.append(Finding("measured", artifact.name, text))
        if failed:
            raise library.MeasurementError("\n".join(failed))
        return facts, findings

    def _requirements(self) -> Answer:
        """The vendor's distributions that the plugins will require, from upstream's plugins."""
        self.steps.answer("manifest")
        draft, line, cache, findings = load_file(self.manifest), load(self.line), Cache(), []
        for name in definitions.plugin_names():
            facts = definitions.plugin_facts(name)
            if facts.get("requires") is None or not _has(draft, facts["requires"]["artifact"]):
                continue
            now = definitions.requirements(facts, draft, cache)
            before = definitions.requirements(facts, line, cache) if _has(line, facts["artifact"]) else []
            for requirement in sorted({*now} ^ {*before}):
                text = "required" if requirement in now else f"required in {self.line}, and no longer"
                findings.append(Finding("derived", f"jaxlib-{name}: {requirement}", text))
        return None, findings

    def _accepted(self) -> Answer:
        """Measure the lowest PJRT C API version that upstream's jaxlib accepts."""
        python = Path(self.steps.answer("upstream")["release"])
        lowest = accepted.accepted(python).minimum
        before = load(self.line)
        text = f"{lowest}; {before.pjrt_api_minimum} in {self.line}"
        return lowest, [Finding("measured", "jaxlib.pjrt_api_minimum", text)]

    def _write_manifest(self) -> None:
        """Put the measured facts into the draft."""
        if self.steps.may("manifest") is None:
            return
        draft = load_file(self.manifest)
        facts, lowest = self.steps.may("libraries") or {}, self.steps.may("accepted")
        artifacts = tuple(
            replace(artifact, library=replace(artifact.library, **facts[artifact.name]))
            if artifact.library is not None and artifact.name in facts
            else artifact
            for artifact in draft.artifacts
        )
        draft = replace(draft, artifacts=artifacts)
        if lowest is not None:
            draft = replace(draft, pjrt_api_minimum=lowest, pjrt_api_major=int(lowest.partition(".")[0]))
        _replace(self.manifest, dumps(draft))

    def _bindings(self) -> Answer:
        """Write the draft of the bindings' file: upstream's files with hashes, and the facts of its jaxlib."""
        environments = self.steps.answer("upstream")
        stated = self._child(environments["release"], "release_facts.py")
        stated["debug_options"] = self._child(environments["release"], "debug_options.py")
        wheel, theirs = _upstreams_wheel(self.name, self.manifest)
        _, before = _upstreams_wheel(self.line)
        files, report = bindings.taken_files(self.line, theirs)
        report += bindings.new_files(before, theirs)
        jax = Cache().fetch(load_file(self.manifest).artifact("jax").files[0])
        asked = contract.read(jax, contract.served(self.name))
        used = asked.names
        missing = bindings.missing_modules(used, theirs, [*bindings.own_files(), *files])
        lower = bindings.lowered(self.facts, stated["ifrt_version"])
        if lower is not None:
            text = f"{lower} in the draft is kept, where upstream's jaxlib has {stated['ifrt_version']}"
            report.append(Finding("decide", "ifrt_version", text))
        written = stated if lower is None else {**stated, "ifrt_version": lower}
        _replace(self.facts, bindings.facts_text(self.line, written, files, missing))
        known = definitions.jaxlib_facts(self.line)
        report += self._changed_facts(stated, known)
        for name in sorted(missing - {*known["missing_modules"]}):
            users = sorted(
                file for user, files_of in used.items() if user.startswith(name) for file in files_of
            )
            text = "a new module: it can be imported, and every name in it is missing"
            report.append(Finding("write", name, text, tuple(dict.fromkeys(users))))
        version = re.search(rb"^_version = (\d+)", before["jaxlib/xla_client.py"], re.MULTILINE)
        text = (
            f"{stated['extension_version']} in {wheel}; {int(version[1]) if version else '?'} in {self.line}"
        )
        report.append(Finding("measured", "jaxlib_extension_version", text))
        report += findings.conditions(asked)
        return {"stated": stated, "used": used}, report

    def _changed_facts(self, stated: Mapping[str, Any], known: Mapping[str, Any]) -> list[Finding]:
        """Findings on facts of the release's jaxlib that differ from the line's; debug options by name."""
        report = [
            Finding("measured", key, f"{stated[key]}; {known[key]} in {self.line}")
            for key in bindings.FACTS
            if stated[key] != known[key]
        ]
        report += [
            Finding("measured", f"stablehlo.{key}", f"{version}; {known['stablehlo'][key]} in {self.line}")
            for key, version in stated["stablehlo"].items()
            if version != known["stablehlo"][key]
        ]
        options, known_options = (facts["debug_options"]["fields"] for facts in (stated, known))
        for name in sorted({*options} ^ {*known_options}):
            text = "new" if name in options else f"no longer there; {self.line} has it"
            report.append(Finding("measured", f"debug option {name}", text))
        unread = "nothing is known of what its flag takes: XLA_FLAGS with it are refused"
        report += [
            Finding("write", f"debug option {name}", unread)
            for name, option in options.items()
            if option.get("flag") == "unread"
        ]
        return report

    def _surface(self) -> Answer:
        """The changes of upstream's public surface since the line."""
        environments = self.steps.answer("upstream")
        old, new = (self._child(environments[role], "surface.py") for role in ("line", "release"))
        changes = comparison.surfaces(old, new)
        return _as_json(changes), []

    def _operations(self) -> Answer:
        """The operations whose builders have other parameters than in the line."""
        _, before = _upstreams_wheel(self.line)
        _, after = _upstreams_wheel(self.name, self.manifest)
        changes = comparison.changed_operations(comparison.operations(before), comparison.operations(after))
        return _as_json(changes), []

    def _build(self) -> Answer:
        """Build jaxlib-core, jaxlib-cpu and the bindings of the release, into a folder of their own."""
        self.steps.answer("bindings")
        self.steps.answer("libraries")
        out, python = self.folder / "dist", contract.served(self.name)
        wheels = [build.wheel("core", self.name, out=out), build.wheel("cpu", self.name, out=out)]
        wheels.append(build.jaxlib(self.name, out=out, python=str(python)))
        findings = [
            Finding("derived", wheel.name, f"built, {wheel.stat().st_size / 1e6:.1f} MB") for wheel in wheels
        ]
        return {wheel.name: digest(wheel) for wheel in wheels}, findings

    def _trial(self) -> Answer:
        """Run the family's own programs on the published jax, with the bindings and jaxlib-cpu of the release."""
        wheels = self.steps.answer("build")
        environment = Environment.create(self.folder / "family", contract.served(self.name))
        ours = next(self.folder / "dist" / name for name in wheels if name.startswith("jaxlib-"))
        links = ("--find-links", str(self.folder / "dist"))
        environment.install(*links, f"jax=={self.name}", "flatbuffers", str(ours))
        return str(environment.python), trial.run(environment)

    def _contract(self) -> Answer:
        """Findings on names of jaxlib that jax uses and the bindings lack, or have in an older form."""
        used = {name: dict(files) for name, files in self.steps.answer("bindings")["used"].items()}
        python = Path(self.steps.answer("trial"))
        for name in contract.run(Path(self.steps.answer("upstream")["release"])):
            used.setdefault(name, {}).setdefault(contract.RUNNING, [])
        ours = self._child(str(python), "surface.py")
        known = self._child(str(python), "known_operations.py")
        return None, [
            *findings.unmet(used, contract.look_up(python, used)),
            *findings.operations(used, _changes(self.steps.answer("operations")), known),
            *findings.changed(used, _changes(self.steps.answer("surface")), ours),
        ]

    def _child(self, python: str, script: str) -> Any:
        variables = {name: value for name, value in os.environ.items() if not name.startswith(OUTSIDE)}
        return child(Path(python), CHILDREN / script, environment=variables)


def _has(manifest: Manifest, name: str) -> bool:
    return any(artifact.name == name for artifact in manifest.artifacts)


def _as_json(changes: Sequence[Change]) -> list[list[Any]]:
    return [[change.name, change.kind, change.text, sorted(change.came)] for change in changes]


def _changes(answer: Any) -> list[Change]:
    return [Change(name, kind, text, frozenset(came)) for name, kind, text, came in answer]


def _upstreams_wheel(release: str, draft: Path | None = None) -> tuple[str, dict[str, bytes]]:
    """The name of a wheel of upstream's jaxlib, and its files; only Python files and headers with content."""
    manifest = load_file(draft) if draft is not None else load(release)
    _, wheel = definitions.upstreams_jaxlib(manifest)
    with zipfile.ZipFile(Cache().fetch(wheel)) as archive:
        return wheel.filename, {
            name: archive.read(name) if name.endswith((".py", ".pyi", ".h")) else b""
            for name in archive.namelist()
        }


def _replace(path: Path, text: str) -> None:
    """Replace a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)
