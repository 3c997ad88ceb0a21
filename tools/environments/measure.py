"""``python -m tools measure``: measures the libraries of a release, and compares its manifest with the result.

Each PJRT library that the manifest names is loaded in a subprocess, lazily and without its hardware, and asked for
its PJRT C API version, its extensions and its XLA FFI version; for a library that is depended on, size and hash are
compared as well. Upstream's jaxlib is offered plugins that report one version after another. Measurements are
cached by the wheels' hashes, so that the next run loads nothing. `--write` puts them into the manifest.

Exit status: 0 if the manifest has the measured facts, or was rewritten; 1 if it differs; 2 if something can't be
measured.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tomlkit
from rich.console import Console

from plugins.extension.compile import CompileError
from tools import BUILD
from tools.artifacts import manifest as manifests
from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Manifest, ManifestError, Use
from tools.console.progress import Work
from tools.environments.venv import Environment
from tools.interpreters import pythons
from tools.measurements import accepted
from tools.measurements.accepted import Accepted
from tools.measurements.library import (
    Difference,
    Measured,
    MeasurementError,
    differences,
    extension_names,
    machine,
    measured,
)

SCHEMA = "jaxlib.measure/1"
FAILURES = (
    *(ManifestError, ArtifactError, MeasurementError, CompileError),
    *(subprocess.CalledProcessError, subprocess.TimeoutExpired),
)
_JAXLIB = "jaxlib"


@dataclass(frozen=True, slots=True)
class Row:
    """The measurement of one library, or the reason that there is none."""

    artifact: Artifact
    found: Measured | None
    differences: tuple[Difference, ...]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The measurements of a release.

    Attributes:
        manifest: of the release.
        rows: one for each library.
        accepted: which plugins upstream's jaxlib accepts; None if that could not be measured.
        accepted_differences: between that and the manifest.
        accepted_error: why it could not be measured.
        accepted_seconds: that it took.
        names: of extensions' types.
    """

    manifest: Manifest
    rows: tuple[Row, ...]
    accepted: Accepted | None
    accepted_differences: tuple[Difference, ...]
    accepted_error: str
    accepted_seconds: float
    names: dict[int, str]

    @property
    def complete(self) -> bool:
        """Whether everything that can be measured on this machine was."""
        return not self.accepted_error and not any(row.error for row in self.rows)

    @property
    def differs(self) -> bool:
        """Whether the manifest says something else."""
        return bool(self.accepted_differences) or any(row.differences for row in self.rows)


def main(argv: Sequence[str]) -> int:
    """Measure the libraries of the release that ``argv`` names."""
    parser = argparse.ArgumentParser(prog="python -m tools measure", description=__doc__)
    parser.add_argument(
        "release", nargs="?", help="the release, or a manifest's path; by default the default one"
    )
    parser.add_argument("--write", action="store_true", help="put what was measured into the manifest")
    parser.add_argument("--json", action="store_true", help=f"answer in JSON, schema {SCHEMA}")
    arguments = parser.parse_args(argv)
    try:
        named = arguments.release
        release = (
            manifests.load_file(Path(named)) if named and named.endswith(".toml") else manifests.load(named)
        )
        report = measure(release, Cache())
    except FAILURES as error:
        sys.stderr.write(f"{error}\n")
        return 2
    write = arguments.write and report.differs
    if write:
        text = release.path.read_text("utf-8")
        release.path.write_text(rewritten(text, report), "utf-8")
    if arguments.json:
        sys.stdout.write(json.dumps(as_json(report, written=write), indent=2) + "\n")
    else:
        _print(report, written=write)
    if not report.complete:
        return 2
    return 1 if report.differs and not write else 0


def measure(release: Manifest, cache: Cache) -> Report:
    """Measures every library of a release, and what upstream's jaxlib accepts; continues after an error."""
    rows = []
    for artifact in release.artifacts:
        if artifact.library is None:
            continue
        with Work(f"{artifact.name} {artifact.version}: measuring its library", begin=""):
            try:
                measurement = measured(artifact, release, cache)
                unlike = differences(artifact, measurement.facts) if measurement.facts else ()
                rows.append(Row(artifact, measurement, unlike))
            except FAILURES as error:
                rows.append(Row(artifact, None, (), _said(error)))
    begin = time.monotonic()
    taken: Accepted | None = None
    reason = ""
    try:
        taken = of_jaxlib(release, cache)
    except FAILURES as error:
        reason = _said(error)
    seconds = time.monotonic() - begin
    return Report(
        release,
        tuple(rows),
        taken,
        _unlike(release, taken) if taken else (),
        reason,
        seconds,
        extension_names(release, cache),
    )


def of_jaxlib(release: Manifest, cache: Cache) -> Accepted:
    """Which plugins upstream's jaxlib of a release accepts; makes an environment for it if that is not cached.

    Raises:
        ManifestError: no Python of this machine has a wheel of it.
        MeasurementError: it can't be measured.
    """
    artifact = release.artifact(_JAXLIB)

    def environment() -> Path:
        python, file = _served(artifact, cache)
        wheel = cache.fetch(file)
        with Work(f"{_JAXLIB} {artifact.version}: offering it plugins of several versions", begin=""):
            fresh = Environment.create(folder, python)
            fresh.install(str(wheel))
        return fresh.python

    folder = BUILD / "measure" / release.release
    try:
        return accepted.kept(artifact, cache, environment)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _served(artifact: Artifact, cache: Cache) -> tuple[Path, ArtifactFile]:
    """A Python of this machine and the wheel of ``artifact`` for it, one that is in the cache if there is one."""
    files = {file.python: file for file in artifact.files if file.architecture == machine()}
    pairs = [
        (python, files[f"cp{major}{minor}"])
        for (major, minor), python in pythons().items()
        if f"cp{major}{minor}" in files
    ]
    if not pairs:
        raise ManifestError(
            f"{artifact.name} {artifact.version}: wanted a Python that it has a wheel for, "
            f"{', '.join(sorted(filter(None, files)))}; found none on this machine\n"
            "  To install one: uv python install 3.12"
        )
    return next((pair for pair in pairs if cache.path(pair[1]).is_file()), pairs[0])


def _unlike(release: Manifest, taken: Accepted) -> tuple[Difference, ...]:
    pairs = (
        ("jaxlib.pjrt_api_major", str(release.pjrt_api_major), str(taken.major)),
        ("jaxlib.pjrt_api_minimum", release.pjrt_api_minimum, taken.minimum),
    )
    return tuple(Difference(key, stated, measured) for key, stated, measured in pairs if stated != measured)


def rewritten(text: str, report: Report) -> str:
    """A manifest's text with the measured facts; comments keep their places."""
    document = tomlkit.parse(text)
    if report.accepted:
        table: Any = document["jaxlib"]
        table["pjrt_api_major"] = report.accepted.major
        table["pjrt_api_minimum"] = report.accepted.minimum
    rows = {row.artifact.name: row for row in report.rows}
    artifacts: Any = document.get("artifact", ())
    for artifact in artifacts:
        row = rows.get(str(artifact["name"]))
        if row is None or row.found is None or row.found.facts is None:
            continue
        facts = row.found.facts
        library = artifact.setdefault("library", tomlkit.table())
        values: dict[str, object] = {"pjrt_api": facts.pjrt_api}
        if "ffi_api" in library and facts.ffi_api:
            values["ffi_api"] = facts.ffi_api
        if row.artifact.use is Use.DEPEND:
            values |= {"size": facts.size, "sha256": facts.sha256}
        for key, value in values.items():
            if library.get(key) != value:
                library[key] = value
    return tomlkit.dumps(document)


def as_json(report: Report, *, written: bool = False) -> dict[str, Any]:
    """The report for programs; its schema is ``tools/schemas/measure.schema.json``."""
    taken = report.accepted
    return {
        "schema": SCHEMA,
        "release": report.manifest.release,
        "manifest": str(report.manifest.path),
        "machine": machine(),
        "complete": report.complete,
        "differs": report.differs,
        "written": written,
        "libraries": [_row_as_json(row, report.names) for row in report.rows],
        "jaxlib": {
            "version": taken.jaxlib if taken else None,
            "pjrt_api_major": taken.major if taken else None,
            "pjrt_api_minimum": taken.minimum if taken else None,
            "refusal": taken.refusal if taken else None,
            "differences": [
                asdict(accepted_difference) for accepted_difference in report.accepted_differences
            ],
            "seconds": round(report.accepted_seconds, 3),
            "error": report.accepted_error or None,
        },
    }


def _row_as_json(row: Row, names: dict[int, str]) -> dict[str, Any]:
    facts = row.found.facts if row.found else None
    measured_facts = asdict(facts) if facts else None
    if measured_facts:
        measured_facts["extensions"] = [
            {**measured_fact, "name": names.get(measured_fact["type"])}
            for measured_fact in measured_facts["extensions"]
        ]
    return {
        "artifact": row.artifact.name,
        "version": row.artifact.version,
        "use": str(row.artifact.use),
        "source": row.found.source if row.found else None,
        "facts": measured_facts,
        "unmeasured": list(row.found.unmeasured) if row.found else [],
        "differences": [asdict(difference) for difference in row.differences],
        "seconds": round(row.found.seconds, 3) if row.found else None,
        "error": row.error or None,
    }


def _said(error: Exception) -> str:
    output = getattr(error, "stdout", None)
    return f"{error}\n{output}" if output else str(error)


def _print(report: Report, *, written: bool) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for row in report.rows:
        artifact = row.artifact
        console.print(f"{artifact.name} {artifact.version} ({artifact.use})")
        facts = row.found.facts if row.found else None
        if row.found and facts:
            _print_facts(console, row, facts.pjrt_api, report.names)
        for reason in row.found.unmeasured if row.found else ():
            console.print(f"  not measured  {reason}")
        if row.error:
            console.print(f"  not measured  {row.error}", style="red")
        for difference in row.differences:
            console.print(f"  DIFFERS  {difference}", style="red")
    taken = report.accepted
    if taken:
        console.print(f"jaxlib {taken.jaxlib} (upstream's)  {report.accepted_seconds:.1f} s")
        console.print(
            f"  accepts plugins from PJRT C API {taken.minimum} on, of major version {taken.major} alone; "
            f"the manifest says {report.manifest.pjrt_api_minimum}, {report.manifest.pjrt_api_major}"
        )
        console.print(f"  it says of the version below: {taken.refusal}")
    else:
        console.print(f"jaxlib: not measured: {report.accepted_error}", style="red")
    for accepted_difference in report.accepted_differences:
        console.print(f"  DIFFERS  {accepted_difference}", style="red")
    path = report.manifest.path
    if written:
        console.print(f"{path}: rewritten with what was measured")
    elif report.differs:
        console.print(
            f"{path}: differs. To rewrite it: python -m tools measure {report.manifest.release} --write"
        )
    elif report.complete:
        console.print(f"{path}: says what was measured")
    else:
        console.print(f"{path}: not everything could be measured")


def _print_facts(console: Console, row: Row, pjrt_api: str, names: dict[int, str]) -> None:
    measured, library = row.found, row.artifact.library
    assert measured is not None
    assert library is not None
    facts = measured.facts
    assert facts is not None
    console.print(f"  {measured.source}  {measured.seconds:.1f} s")
    console.print(f"  pjrt_api    {pjrt_api}  (manifest: {library.pjrt_api or 'nothing'})")
    ffi = facts.ffi_api or "unknown"
    accepts = f", accepts handlers of {' '.join(facts.ffi_accepted)}" if facts.ffi_accepted else ""
    how = f"by {facts.ffi_found}" if facts.ffi_api else facts.ffi_found
    console.print(f"  ffi_api     {ffi}  (manifest: {library.ffi_api or 'nothing'}){accepts}; {how}")
    console.print(f"  PJRT_Api    {facts.struct_size} bytes")
    listed = " ".join(
        f"{extension.type}{f':{names[extension.type]}' if extension.type in names else ''}"
        for extension in facts.extensions
    )
    console.print(f"  extensions  {listed or 'none'}")
    console.print(f"  library     {facts.size} bytes, sha256 {facts.sha256}")
    if facts.stand_ins:
        console.print(f"  stood in for, as it is not here: {', '.join(facts.stand_ins)}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
