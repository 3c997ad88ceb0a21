"""Rules for a wheel's tags, metadata, licence, entry points and RECORD."""

from __future__ import annotations

import base64
import csv
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tools import ROOT
from tools.audit import declared
from tools.audit.findings import Finding, compare
from tools.interpreters import abi
from tools.wheels.wheelfile import JAXLIB, PJRT, Wheel

LICENCES = ("LICENSE", "NOTICE")


def tag(wheel: Wheel) -> Iterator[Finding]:
    """The tags in the file's name and in WHEEL agree, and are those of this distribution."""
    pure = wheel.distribution in declared.PURE
    wanted = sorted(
        f"{abi}-{name}" for abi in _abis(wheel) for name in (("any",) if pure else wheel.platforms)
    )
    tags = sorted(map(str, wheel.tags))
    yield Finding(tags == wanted, " ".join(wanted), " ".join(tags), wheel.path.name)
    where = wheel.info("WHEEL")
    lines = wheel.read(where).decode("utf-8").splitlines()
    said = sorted(line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: "))
    pure_line = next((line for line in lines if line.startswith("Root-Is-Purelib")), "no Root-Is-Purelib")
    yield compare(
        where,
        {"tags": " ".join(tags), "layout": f"Root-Is-Purelib: {str(pure).lower()}"},
        {"tags": " ".join(said), "layout": pure_line},
    )


def _abis(wheel: Wheel) -> Iterator[str]:
    """The pairs of Python and ABI that a wheel of this distribution has."""
    release = wheel.release
    if wheel.distribution in declared.PURE:
        yield "py3-none"
    elif wheel.distribution == JAXLIB or (wheel.distribution == PJRT and wheel.free_threaded):
        (found, *more) = wheel.abis  # one for each Python
        with_gil = declared.jaxlib_pythons(release.release) if wheel.distribution == JAXLIB else []
        pythons = with_gil + declared.free_threaded_pythons(release.release)
        one = not more and found in map(abi, pythons)
        floor = found if one else declared.abi_floor()
        yield f"{floor.removesuffix('t')}-{floor}"
    elif wheel.free_threaded:
        # The tags of a name are every combination of its parts.
        abis = [abi(python) for python in declared.free_threaded_pythons(release.release)]
        yield from (f"{python.removesuffix('t')}-{each}" for python in abis for each in abis)
    else:
        yield f"{declared.abi_floor()}-abi3"


def metadata(wheel: Wheel) -> Iterator[Finding]:
    """Name, version, supported Pythons, licence and the project's addresses are as declared."""
    said = wheel.metadata
    wanted = {
        "Name": wheel.distribution,
        "Version": str(wheel.version),
        "Requires-Python": str(SpecifierSet(declared.python(wheel))),
        "License-Expression": declared.licence(wheel),
        "Project-URL": _addresses(declared.urls(wheel)),
    }
    found = {
        "Name": canonicalize_name(said.name),
        "Version": str(said.version),
        "Requires-Python": str(said.requires_python),
        "License-Expression": str(said.license_expression),
        "Project-URL": _addresses(said.project_urls or {}),
    }
    yield compare(wheel.info("METADATA"), wanted, found)


def _addresses(urls: Mapping[str, str]) -> str:
    return "; ".join(f"{label}, {url}" for label, url in sorted(urls.items())) or "none"


def description(wheel: Wheel) -> Iterator[Finding]:
    """The registry page names the distribution and has no relative link, because no other file is beside it."""
    said = wheel.metadata
    text = said.description or ""
    heading = next((line for line in text.splitlines() if line.strip()), "")
    links = re.findall(r"\]\(((?!https:)[^)\s]*)\)", text)
    named = heading.startswith(f"# {wheel.distribution}") and said.description_content_type == "text/markdown"
    yield Finding(
        named and not links,
        f"Markdown that begins with # {wheel.distribution} and has no link into the repository",
        ", ".join(links) or f"{said.description_content_type}: {heading or 'nothing'}",
        wheel.info("METADATA"),
    )


def requirements(wheel: Wheel) -> Iterator[Finding]:
    """The wheel requires exactly the rest of its release and what upstream's metadata require, and nothing else."""
    wanted = sorted(str(Requirement(text)) for text in declared.requirements(wheel))
    declared_requirements = sorted(map(str, wheel.metadata.requires_dist or ()))
    yield Finding(
        declared_requirements == wanted,
        "; ".join(wanted),
        "; ".join(declared_requirements) or "none",
        wheel.info("METADATA"),
    )


def licence(wheel: Wheel) -> Iterator[Finding]:
    """The metadata name this repository's licence and notice, and the wheel has the texts of other licences."""
    for name in LICENCES:
        where = wheel.info(f"licenses/{name}")
        member = wheel.members.get(where)
        yield compare(
            where,
            {
                "sha256": hashlib.sha256((ROOT / name).read_bytes()).hexdigest(),
                "License-File": name,
            },
            {
                "sha256": member.sha256 if member else "of no file",
                "License-File": name if name in (wheel.metadata.license_files or ()) else "not named",
            },
        )
    if " AND " in declared.licence(wheel):
        more = [name for name in wheel.metadata.license_files or () if name not in LICENCES]
        held = [name for name in more if wheel.info(f"licenses/{name}") in wheel.members]
        yield Finding(
            bool(held) and held == more,
            f"the text of {declared.licence(wheel).partition(' AND ')[2]} too",
            ", ".join(held) or "no other licence file",
            wheel.info("licenses/"),
        )


def entry_points(wheel: Wheel) -> Iterator[Finding]:
    """The entry points are exactly those declared."""
    where = wheel.info("entry_points.txt")
    groups = declared.entry_points(wheel)
    wanted = sorted(
        f"[{group}] {name} = {value}" for group in groups for name, value in groups[group].items()
    )
    lines, group = [], ""
    for line in wheel.read(where).decode("utf-8").splitlines():
        if line.startswith("["):
            group = line
        elif line.strip():
            lines.append(f"{group} {line}")
    yield Finding(sorted(lines) == wanted, "; ".join(wanted), "; ".join(sorted(lines)) or "none", where)


def record(wheel: Wheel) -> Iterator[Finding]:
    """RECORD lists every file once with its hash and size, and nothing else."""
    where = wheel.info("RECORD")
    rows = [row for row in csv.reader(wheel.read(where).decode("utf-8").splitlines()) if row]
    listed = {row[0]: tuple(row[1:]) for row in rows}
    faults = [f"{name} is listed twice" for name in _repeated([row[0] for row in rows])]
    faults += [f"{name} is in the archive twice" for name in _repeated(wheel.names)]
    faults += [f"{name} is listed and not there" for name in listed if name not in wheel.members]
    for name, member in wheel.members.items():
        digest = base64.urlsafe_b64encode(bytes.fromhex(member.sha256)).rstrip(b"=").decode()
        wanted = ("", "") if name == where else (f"sha256={digest}", str(member.size))
        if name not in listed:
            faults.append(f"{name} is not listed")
        elif listed[name] != wanted:
            faults.append(f"{name} is listed as {' '.join(listed[name])} and is {' '.join(wanted)}")
    wanted_text = f"{len(wheel.members)} files with their hashes and sizes"
    yield Finding(not faults, wanted_text, "; ".join(faults) or f"{len(listed)} files, all as listed", where)


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})
