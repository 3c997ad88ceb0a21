"""Rules for a wheel's contents: excluded libraries, size, bill of materials, build paths."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from tools import ROOT
from tools.audit import declared
from tools.audit.findings import Finding, compare
from tools.audit.size_breakdown import components
from tools.wheels.wheelfile import Wheel, WheelError

#: The folders in which compilers run. Only the beginning of a path is matched, not the middle of another one.
_BUILD_PATH = re.compile(
    rb"(?<![\w.\-/])(?:/home/|/root/|/tmp/|" + re.escape(str(ROOT)).encode() + rb"/)[\x21-\x7e]*"
)


def excluded(wheel: Wheel) -> Iterator[Finding]:
    """No file, under any name, is a library that audit.toml or a vendor's licence excludes."""
    owners = dict(declared.policy()["excluded"])
    for plugin in declared.plugin_names():
        facts = declared.plugin_facts(plugin)
        owners[facts["title"]] = [_stem(library["soname"]) for library in facts.get("libraries", ())]
    matches = []
    for name in sorted(wheel.members):
        elf = wheel.elves.get(name)
        called = {_stem(Path(name).name), _stem(elf.soname) if elf else ""}
        matches += [
            f"{name}, {owner}'s {pattern}"
            for owner, patterns in owners.items()
            for pattern in patterns
            if any(fnmatchcase(alias, pattern) for alias in called if alias)
        ]
    yield Finding(not matches, "no library of " + ", ".join(owners), "; ".join(matches) or "none")


def _stem(name: str) -> str:
    """A library's name without its version, and without the hash that auditwheel adds to a copy in a wheel."""
    matched = re.fullmatch(r"(.+?)(?:-[0-9a-f]{8,})?\.(?:so(?:\.[0-9.]+)?|a)", name)
    return matched[1] if matched else ""


def size(wheel: Wheel) -> Iterator[Finding]:
    """The wheel is no larger than its budget."""
    budgets = declared.policy()["budget"]
    budget = budgets.get(wheel.distribution, budgets["default"])
    text, millions = f"{wheel.size / 1e6:.2f} MB", wheel.size / 1e6
    if millions > budget:
        text += ", of it " + ", ".join(f"{part.name} {part.packed:,} bytes" for part in components(wheel)[:3])
    yield Finding(millions <= budget, f"at most {budget} MB", text, wheel.path.name)


def bill_of_materials(wheel: Wheel) -> Iterator[Finding]:
    """The bill of materials is valid, has no timestamp or serial number, and matches the wheel and the manifest."""
    where = wheel.info(f"sboms/{wheel.distribution}.cdx.json")
    text = wheel.read(where).decode("utf-8")
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong is not None:
        raise WheelError("a bill of materials that fits CycloneDX 1.6", str(wrong.data.message), where)
    bill = json.loads(text)
    about = bill["metadata"].get("component", {})
    yield compare(
        where,
        {"name": wheel.distribution, "version": str(wheel.version), "serialNumber": None, "timestamp": None},
        {
            "name": about.get("name"),
            "version": about.get("version"),
            "serialNumber": bill.get("serialNumber"),
            "timestamp": bill["metadata"].get("timestamp"),
        },
    )
    known = {file.filename: file.sha256 for artifact in wheel.release.artifacts for file in artifact.files}
    listed: dict[str, str] = {}
    faults = []
    for source in bill.get("components", ()):
        filename = PackageURL.from_string(source["purl"]).qualifiers.get("file_name")
        if filename and _hash(source) != known.get(filename):
            faults.append(f"{filename} is another in the manifest, or not there")
        listed |= {file["name"]: _hash(file) for file in source.get("components", ())}
    # A header that is only compiled in is in no file of the wheel.
    listed = {name: digest for name, digest in listed.items() if name.startswith(f"{wheel.module}/")}
    not_ours = set(wheel.elves) - set(wheel.extensions)
    faults += [f"{name} is not listed" for name in sorted(not_ours - set(listed))]
    for name, digest in listed.items():
        member = wheel.members.get(name)
        if member is None or member.sha256 != digest:
            faults.append(f"{name} is {'another' if member else 'not in the wheel'}")
    yield Finding(
        not faults,
        "every file of upstream's with its hash, from a file that the manifest pins",
        "; ".join(faults) or f"{len(listed)} files, all as listed",
        where,
    )


def _hash(component: Mapping[str, Any]) -> str:
    return next(
        (digest["content"] for digest in component.get("hashes", ()) if digest["alg"] == "SHA-256"), ""
    )


def build_paths(wheel: Wheel) -> Iterator[Finding]:
    """No file compiled here contains the path of its build."""
    hits = []
    for name in sorted(wheel.members):
        # The paths in upstream's library are those of upstream's build.
        if name != wheel.library:
            own = _BUILD_PATH if name in wheel.extensions else re.compile(re.escape(f"{ROOT}/").encode())
            hits += [f"{hit.decode()} in {name}" for hit in own.findall((wheel.folder / name).read_bytes())]
    yield Finding(not hits, "no path of the machine that built it", "; ".join(hits) or "none")
