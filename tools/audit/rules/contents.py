"""What is in a wheel: nothing that it may not hold, nothing that is not accounted for."""

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

#: Where compilers run. A path is only taken for one where it begins, not in the middle of another.
_BUILD_PATH = re.compile(
    rb"(?<![\w.\-/])(?:/home/|/root/|/tmp/|" + re.escape(str(ROOT)).encode() + rb"/)[\x21-\x7e]*"
)


def excluded(wheel: Wheel) -> Iterator[Finding]:
    """No file is a library that a vendor's licence, or good sense, keeps out of the wheel; renamed or not."""
    owners = dict(declared.policy()["excluded"])
    for plugin in declared.plugin_names():
        facts = declared.plugin_facts(plugin)
        owners[facts["title"]] = [_stem(each["soname"]) for each in facts.get("libraries", ())]
    found = []
    for name in sorted(wheel.members):
        elf = wheel.elves.get(name)
        called = {_stem(Path(name).name), _stem(elf.soname) if elf else ""}
        found += [
            f"{name}, {owner}'s {pattern}"
            for owner, patterns in owners.items()
            for pattern in patterns
            if any(fnmatchcase(each, pattern) for each in called if each)
        ]
    yield Finding(not found, "no library of " + ", ".join(owners), "; ".join(found) or "none")


def _stem(name: str) -> str:
    """A library's name, without its version and the hash that tools put in when they copy it into a wheel."""
    matched = re.fullmatch(r"(.+?)(?:-[0-9a-f]{8,})?\.(?:so(?:\.[0-9.]+)?|a)", name)
    return matched[1] if matched else ""


def size(wheel: Wheel) -> Iterator[Finding]:
    """The wheel is no larger than its budget."""
    budgets = declared.policy()["budget"]
    budget = budgets.get(wheel.distribution, budgets["default"])
    found, millions = f"{wheel.size / 1e6:.2f} MB", wheel.size / 1e6
    if millions > budget:
        found += ", of it " + ", ".join(
            f"{part.name} {part.packed:,} bytes" for part in components(wheel)[:3]
        )
    yield Finding(millions <= budget, f"at most {budget} MB", found, wheel.path.name)


def bill_of_materials(wheel: Wheel) -> Iterator[Finding]:
    """The bill of materials is valid, has no time or number, and is true of the wheel and of the manifest."""
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
    known = {file.filename: file.sha256 for each in wheel.release.artifacts for file in each.files}
    listed: dict[str, str] = {}
    faults = []
    for source in bill.get("components", ()):
        filename = PackageURL.from_string(source["purl"]).qualifiers.get("file_name")
        if filename and _hash(source) != known.get(filename):
            faults.append(f"{filename} is another in the manifest, or not there")
        listed |= {file["name"]: _hash(file) for file in source.get("components", ())}
    # A header that is only compiled in is in no file of the wheel.
    listed = {name: digest for name, digest in listed.items() if name.startswith(f"{wheel.module}/")}
    not_ours = set(wheel.elves) - {wheel.extension}
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
    return next((each["content"] for each in component.get("hashes", ()) if each["alg"] == "SHA-256"), "")


def build_paths(wheel: Wheel) -> Iterator[Finding]:
    """The extension does not tell where it was compiled, nor any other file that is made here."""
    hits = []
    for name in sorted(wheel.members):
        # The library is upstream's, byte for byte; what paths it holds is not ours to say.
        if name != wheel.library:
            own = _BUILD_PATH if name == wheel.extension else re.compile(re.escape(f"{ROOT}/").encode())
            hits += [f"{hit.decode()} in {name}" for hit in own.findall((wheel.folder / name).read_bytes())]
    yield Finding(not hits, "no path of the machine that built it", "; ".join(hits) or "none")
