"""``jaxlib list`` and ``jaxlib doctor`` as JSON data: what is installed, what jax will do, and what to run."""

from __future__ import annotations

import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from jaxlib_core.checks import requirements
from jaxlib_core.doctor.findings import Diagnosed, Report
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.errors import ConflictingInstallation, PluginError, VersionMismatch
from jaxlib_core.jax.backend import POLICY
from jaxlib_core.plugins.discovery import CORE, Plugin, discover

LIST_SCHEMA = "jaxlib.list/1"
DOCTOR_SCHEMA = "jaxlib.doctor/1"


def listing() -> dict[str, Any]:
    """The installed plugins from their descriptors alone, as ``jaxlib list --json`` prints them."""
    discovery = discover()
    return {
        "schema": LIST_SCHEMA,
        "plugins": [_plugin(plugin) for plugin in discovery.plugins],
        "broken": [{"name": b.name, "problem": b.problem.as_dict()} for b in discovery.broken],
        "foreign": [{"name": f.name, "module": f.module, **_dist(f.distribution)} for f in discovery.foreign],
    }


def doctor(report: Report) -> dict[str, Any]:
    """``report`` as ``jaxlib doctor --json`` prints it; its schema is ``schemas/doctor.schema.json``."""
    return {
        "schema": DOCTOR_SCHEMA,
        "healthy": report.healthy,
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "machine": {"system": platform.system(), "architecture": platform.machine()},
        "distributions": {
            name: _dist(distribution) if distribution else None
            for name, distribution in (("jax", report.jax), ("jaxlib", report.jaxlib), (CORE, report.core))
        },
        "plugins": [_examined(entry) for entry in report.diagnosed],
        "broken": [
            {"name": b.name, "platform": b.platform, **_dist(b.distribution), "problem": _problem(b.problem)}
            for b in report.discovery.broken
        ],
        "foreign": [
            {"name": f.name, "module": f.module, **_dist(f.distribution)} for f in report.discovery.foreign
        ],
        "environment": report.environment,
        "backend_inside_jaxlib": report.jaxlib is not None and requirements.has_backend(report.jaxlib),
        "default_backend": {
            "platform": report.tried.platform,
            "devices": report.tried.devices,
            "seconds": round(report.tried.seconds, 3),
        }
        if report.tried and not report.tried.problem
        else None,
        "remarks": list(report.remarks),
        "at_import_jax": at_import(report),
        "problems": [problem.as_dict() for problem in report.problems],
    }


def _examined(entry: Diagnosed) -> dict[str, Any]:
    return {
        **_plugin(entry.plugin),
        "works": entry.problem is None,
        "problem": _problem(entry.problem),
        "absent": _problem(entry.absent),
        "driver": entry.driver or None,
        "devices": [device._asdict() for device in entry.probed.devices] if entry.probed else None,
        "seconds": round(entry.probed.seconds, 3) if entry.probed else None,
        "driver_minimum": entry.plugin.descriptor.driver.minimum if entry.plugin.descriptor.driver else None,
        "gpu_architectures": list(entry.plugin.descriptor.gpu_architectures),
        "smallest_wheel": entry.smallest or None,
        "vendor_libraries": [
            {
                "soname": library.soname,
                "path": str(library.path),
                "version": library.version,
                "owner": library.owner,
            }
            for library in entry.libraries
        ],
    }


def at_import(report: Report) -> list[str]:
    """What happens when jax is imported and first uses its backends, one sentence each."""
    if report.jax is None or report.jaxlib is None:
        return ["`import jax` fails: jax and jaxlib are not both installed."]
    if failure := _failure(report):
        return [failure]
    asked = [name for name in report.environment.get("JAX_PLATFORMS", "").split(",") if name]
    entries = [
        (e.plugin.descriptor.platform, e.plugin.descriptor.requirement, e.problem, e.absent)
        for e in report.diagnosed
    ]
    entries += [(b.platform, str(b.distribution), b.problem, None) for b in report.discovery.broken]
    warn = report.environment.get(POLICY) == "warn"
    sentences = [_at_first_use(*entry, asked, warn=warn) for entry in entries]
    if "cpu" not in {name for name, *_ in entries} and (not asked or "cpu" in asked):
        sentences.append(
            "Platform 'cpu' is served by the backend inside jaxlib."
            if requirements.has_backend(report.jaxlib)
            else "No plugin serves platform 'cpu', and this jaxlib contains no backend."
        )
    if report.tried:
        backend, seconds = report.tried.platform, report.tried.seconds
        sentences.append(
            f"In a child process jax created its default backend, {backend!r}, and ran a program: {seconds:.1f} s."
        )
    return sentences


def _failure(report: Report) -> str:
    """Why the installed jax cannot be imported or used at all; empty if it can."""
    if isinstance(report.refusal, VersionMismatch):
        return "`import jax` raises: jax refuses this jaxlib."
    if report.damage:
        return f"`import jax` may fail: {report.damage.summary}"
    # jax does not open a plugin without hardware, whatever else it lacks.
    closed = [str(entry.plugin.distribution) for entry in report.diagnosed if entry.absent]
    if (
        report.lacks
        and not report.discovery.broken
        and not any(report.lacks.summary.startswith(f"{owner} needs ") for owner in closed)
    ):
        return f"`import jax` may fail: {report.lacks.summary}"
    failure = report.tried.problem if report.tried else None
    failure = next((setting.problem for setting in report.settings), failure)
    return f"jax does not work: {failure.summary}" if failure else ""


def _at_first_use(
    name: str,
    owner: str,
    problem: PluginError | None,
    absent: PluginError | None,
    asked: list[str],
    *,
    warn: bool,
) -> str:
    """What happens to the platform ``name`` when backends are first used."""
    if isinstance(problem, ConflictingInstallation):
        # Another entry names the plugin that serves the platform, unless that is upstream's.
        return problem.summary
    if asked and name not in asked:
        return f"Platform {name!r} is not opened: JAX_PLATFORMS does not name it."
    if absent and asked:
        return f"Platform {name!r} raises {absent.kind}: {absent.summary}"
    if absent:
        return f"Platform {name!r} is left out: {absent.summary}"
    if problem is None:
        return f"Platform {name!r} is served by {owner}."
    if warn:
        return f"Platform {name!r} works without {owner}, with a warning ({POLICY}=warn)."
    return f"Platform {name!r} raises {problem.kind} when backends are first used."


def _dist(installed: Installed) -> dict[str, str]:
    return {"distribution": installed.name, "version": installed.version, "location": installed.location}


def _problem(problem: PluginError | None) -> dict[str, object] | None:
    return problem.as_dict() if problem else None


def _plugin(plugin: Plugin) -> dict[str, Any]:
    descriptor = plugin.descriptor
    return {
        "name": descriptor.name,
        "distribution": descriptor.distribution,
        "version": descriptor.version,
        "platform": descriptor.platform,
        "title": descriptor.title,
        "architecture": descriptor.architecture,
        "location": str(plugin.folder),
        "library": {
            "path": str(plugin.library),
            "size": descriptor.library.size,
            "sha256": descriptor.library.sha256,
            "pjrt_api": _dotted(descriptor.library.pjrt_api),
            "ffi_api": _dotted(descriptor.library.ffi_api) if descriptor.library.ffi_api else None,
        },
        "provenance": descriptor.provenance._asdict(),
    }


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def as_json(data: dict[str, Any]) -> str:
    """``data`` as JSON text, as ``--json`` prints it."""
    # A path may contain characters that no encoding can express.
    return json.dumps(data, indent=2, ensure_ascii=True)


def folder_of(path: str) -> str:
    """``path`` with the user's home folder shortened to ``~``, for display."""
    try:
        home = str(Path.home())
    except RuntimeError:
        # A user that the system does not know, as in many containers.
        return path
    return "~" + path[len(home) :] if home != "/" and path.startswith(home + os.sep) else path
