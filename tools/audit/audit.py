"""``python -m tools audit``: what must hold for a built wheel, checked by reading it; nothing of it is loaded.

A rule looks at one aspect of one wheel and yields findings: what was wanted and what was found. `RULES` says which
rules apply to which distribution. A wheel that can't be opened, or that this checkout does not make, fails by the
rule ``archive`` alone.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import json
import platform
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools import DIST, ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ManifestError, Use
from tools.audit.size_breakdown import Component, components
from tools.builder import source_tree, variants
from tools.console.progress import Work
from tools.elf import fatbin, slim
from tools.elf.strip import StripError
from tools.wheels.wheelfile import JAXLIB, PJRT, SYSTEM_LIBRARIES, Elf, Wheel, WheelError, glibc, opened

SCHEMA = "jaxlib.audit/2"
#: What is not stated by the manifests or a plugin.toml.
POLICY = Path(__file__).with_name("audit.toml")
#: The oldest glibc that every wheel must be content with, as PEP 600 writes it.
NEWEST_GLIBC = (2, 28)
#: What a plugin library exports.
ENTRY = "GetPjrtApi"
LICENCES = ("LICENSE", "NOTICE")
_PLACES = ("$ORIGIN/", "/usr/", "/opt/")
#: The distributions that declare themselves in a pyproject.toml of their own; the plugins' are composed.
PURE = ("jaxlib-core", "jaxlib-lock")
DECLARED = (*PURE, PJRT, JAXLIB)

#: Where compilers run. A path is only taken for one where it begins, not in the middle of another.
_BUILD_PATH = re.compile(
    rb"(?<![\w.\-/])(?:/home/|/root/|/tmp/|" + re.escape(str(ROOT)).encode() + rb"/)[\x21-\x7e]*"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule wanted and found; ``where`` names the member of the wheel that it is about."""

    passed: bool
    wanted: str
    found: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding with the name of its rule."""

    name: str
    passed: bool
    wanted: str
    found: str
    where: str

    @property
    def verdict(self) -> str:
        """``PASS`` or ``FAIL``."""
        return "PASS" if self.passed else "FAIL"


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything found of one wheel, and what takes its bytes; ``command`` builds it anew."""

    wheel: Path
    checks: tuple[Check, ...]
    command: str
    components: tuple[Component, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every check passed. An audit without checks is none."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    @property
    def failed(self) -> frozenset[str]:
        """The names of the rules that did not hold."""
        return frozenset(check.name for check in self.checks if not check.passed)


def main(argv: Sequence[str]) -> int:
    """Audit wheels; 0 when every check of each passes."""
    parser = argparse.ArgumentParser(prog="python -m tools audit", description=__doc__)
    parser.add_argument("wheels", nargs="*", type=Path, metavar="WHEEL", help="default: all in dist/")
    parser.add_argument("--json", action="store_true", help=f"print JSON of schema {SCHEMA}")
    arguments = parser.parse_args(argv)
    wheels = arguments.wheels or sorted(DIST.glob("*.whl"))
    if not wheels:
        Console(stderr=True, highlight=False).print(
            "[red]error:[/] nothing to audit\n"
            f"  wanted:    wheels\n  found:     none\n  looked in: {DIST}\n"
            "  To build them, type: python -m tools build core && python -m tools build plugins",
            soft_wrap=True,
        )
        return 1
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    audits = []
    for number, path in enumerate(wheels, 1):
        with Work(f"{path.name}: auditing, {number} of {len(wheels)}", begin=""):
            audits.append(audit(path))
        if not arguments.json:
            _report(audits[-1], console)
    if arguments.json:
        sys.stdout.write(json.dumps(as_json(audits), indent=2) + "\n")
    return 0 if all(each.passed for each in audits) else 1


def audit(path: Path) -> Audit:
    """Apply every rule that there is for the wheel's distribution."""
    try:
        with opened(path) as wheel:
            rules = _rules(wheel)
            checks = tuple(check for rule in rules for check in _apply(rule, wheel))
            parts = components(wheel)
            return Audit(path, checks, _command(wheel), parts)
    except WheelError as error:
        return Audit(
            path,
            (_check("archive", _refusal(error)),),
            "python -m tools build core && python -m tools build plugins",
        )


def as_json(audits: Sequence[Audit]) -> dict[str, Any]:
    """The report for programs; its schema is ``tools/schemas/audit.schema.json``."""
    return {
        "schema": SCHEMA,
        "passed": all(each.passed for each in audits),
        "wheels": [
            {
                "wheel": each.wheel.name,
                "passed": each.passed,
                "command": each.command,
                "checks": [
                    {
                        "name": check.name,
                        "verdict": check.verdict,
                        "wanted": check.wanted,
                        "found": check.found,
                        "where": check.where,
                    }
                    for check in each.checks
                ],
                "components": [
                    {"name": part.name, "size": part.size, "packed": part.packed} for part in each.components
                ],
            }
            for each in audits
        ],
    }


def tag(wheel: Wheel) -> Iterator[Finding]:
    """The file's name and WHEEL claim the same, and what this distribution is to claim."""
    pure = wheel.distribution in PURE
    interpreter, abi = ("py3", "none") if pure else (source_tree.ABI_FLOOR, "abi3")
    if wheel.distribution == JAXLIB:  # one for each Python
        one = re.fullmatch(r"cp3\d+", wheel.interpreter) and wheel.release.serves(wheel.interpreter)
        interpreter = abi = wheel.interpreter if one else source_tree.ABI_FLOOR
    tags = sorted(map(str, wheel.tags))
    wanted = [f"{interpreter}-{abi}-{name}" for name in (("any",) if pure else wheel.platforms)]
    yield Finding(tags == wanted, " ".join(wanted), " ".join(tags), wheel.path.name)
    where = wheel.info("WHEEL")
    lines = wheel.read(where).decode("utf-8").splitlines()
    said = sorted(line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: "))
    pure_line = next((line for line in lines if line.startswith("Root-Is-Purelib")), "no Root-Is-Purelib")
    yield _compare(
        where,
        {"tags": " ".join(tags), "layout": f"Root-Is-Purelib: {str(pure).lower()}"},
        {"tags": " ".join(said), "layout": pure_line},
    )


def manylinux(wheel: Wheel) -> Iterator[Finding]:
    """The contents are content with the glibc that the tag promises, which is an old one."""
    done = _child("auditwheel", "show", "--json", str(wheel.path))
    try:
        report = json.loads(done.stdout)
    except ValueError:
        raise WheelError("a report of auditwheel", _last_line(done), wheel.path.name) from None
    if "error" in report:
        raise WheelError("a platform wheel", report["error"], wheel.path.name)
    # What is linked with a system's libraries fits no policy as a whole; the rule "linked-libraries" names those.
    systems = any("package" in each for each in _vendor_libraries(wheel))
    tag = report["sym_tag" if systems else "overall_tag"]
    needed = glibc(tag)
    for name in wheel.platforms:
        claimed = glibc(name)
        newest = f"manylinux_{NEWEST_GLIBC[0]}_{NEWEST_GLIBC[1]}"
        yield Finding(
            claimed is not None and claimed <= NEWEST_GLIBC,
            f"a tag of {newest} or older",
            name,
            wheel.path.name,
        )
        yield Finding(
            claimed is not None and needed is not None and needed <= claimed,
            f"contents that need nothing newer than {name}",
            f"contents that need {tag}{_newest_symbols(report)}",
            wheel.path.name,
        )


def stable_abi(wheel: Wheel) -> Iterator[Finding]:
    """The extension uses the stable ABI alone, and of it nothing newer than the tag's Python."""
    wheel.read(wheel.extension)
    floor = f"3.{source_tree.ABI_FLOOR.removeprefix('cp3')}"
    output = wheel.folder / "abi3audit.json"
    done = _child(
        *("abi3audit", "--strict", "--report", "--assume-minimum-abi3", floor),
        *("--output", str(output), str(wheel.folder / wheel.extension)),
    )
    try:
        (spec,) = json.loads(output.read_text("utf-8"))["specs"].values()
        result = spec["object"]["result"]
    except (OSError, ValueError, KeyError):
        raise WheelError("a report of abi3audit", _last_line(done), wheel.extension) from None
    foreign = sorted(result["non_abi3_symbols"])
    newer = sorted(str(name) for name in result["future_abi3_objects"])
    names = ", ".join([*foreign, *newer])
    yield Finding(
        done.returncode == 0 and result["is_abi3"] and result["is_abi3_baseline_compatible"],
        f"only the stable ABI of Python {floor}",
        f"the stable ABI of Python {result['computed']}" + (f" and beyond it: {names}" if names else ""),
        wheel.extension,
    )


def architecture(wheel: Wheel) -> Iterator[Finding]:
    """Every ELF file is for the architecture of the tag."""
    for name, elf in wheel.elves.items():
        yield Finding(elf.architecture == wheel.architecture, wheel.architecture, elf.architecture, name)


def linkage(wheel: Wheel) -> Iterator[Finding]:
    """No ELF file is linked with libpython; the extension does not say itself where to look for libraries.

    Those of a vendor's hardware may, in folders beside them and where a system keeps the vendor's libraries.
    """
    vendors = _vendor_libraries(wheel)
    for name, elf in wheel.elves.items():
        pythons = [needed for needed in elf.needed if Path(needed).name.startswith("libpython")]
        places = [place for entry in elf.search for place in entry.partition(" ")[2].split(":")]
        upstreams = vendors and name != wheel.extension and all(p.startswith(_PLACES) for p in places)
        yield Finding(
            not pythons and (upstreams or not elf.search),
            "no libpython, no RPATH, no RUNPATH"
            + (" but upstream's to $ORIGIN/, /usr/ and /opt/" if vendors else ""),
            ", ".join([*pythons, *elf.search]) or f"needs {', '.join(elf.needed) or 'nothing'}",
            name,
        )


def linked_libraries(wheel: Wheel) -> Iterator[Finding]:
    """What is upstream's is linked with nothing but the system's own and what plugin.toml says who ships."""
    stated = {each["soname"] for each in _vendor_libraries(wheel)}
    for name, elf in wheel.elves.items():
        if name != wheel.extension:
            unknown = [
                soname
                for soname in elf.needed
                if soname not in stated and not soname.startswith(SYSTEM_LIBRARIES)
            ]
            yield Finding(
                not unknown,
                "the C and C++ runtimes, and libraries that plugin.toml says who ships",
                f"also {', '.join(unknown)}" if unknown else ", ".join(elf.needed) or "nothing",
                name,
            )


def exports(wheel: Wheel) -> Iterator[Finding]:
    """The extension exports its init function alone, a plugin's library its entry; there is no other ELF file.

    But the kernel modules: each exports its init function. A library beside them is upstream's to define; that it
    is that file, byte for byte, is the rule "kernels".
    """
    elves = dict(wheel.elves)
    marks = set(policy()["exports"]["marks"])
    extension = elves.pop(wheel.extension, None)
    yield _exports(extension, {f"PyInit_{wheel.extension_name}"}, set(), wheel.extension)
    if wheel.distribution not in DECLARED:
        more = set(source_tree.plugin_facts(wheel.plugin).get("exports", ()))
        if _ships_library(wheel):
            yield _exports(elves.pop(wheel.library, None), {ENTRY}, marks | more, wheel.library)
        for name in sorted(_kernel_files(wheel)):
            elf, stem = elves.pop(name), Path(name).stem
            if not stem.startswith("lib"):
                yield _exports(elf, {f"PyInit_{stem}"}, marks, name)
    if elves:
        yield Finding(False, "no other ELF files", ", ".join(sorted(elves)), wheel.path.name)


def _exports(elf: Elf | None, needed: set[str], allowed: set[str], where: str) -> Finding:
    wanted = ", ".join(sorted(needed)) + (f"; at most also {', '.join(sorted(allowed))}" if allowed else "")
    if elf is None:
        return Finding(False, wanted, "no such ELF file", where)
    names = sorted(elf.exports)
    found = f"{len(names)} names: {', '.join(names[:9])}" if len(names) > 9 else ", ".join(names) or "nothing"
    return Finding(needed <= elf.exports <= needed | allowed, wanted, found, where)


def segments(wheel: Wheel) -> Iterator[Finding]:
    """No memory of an ELF file is writable and executable, and what is fixed after relocation is made read-only.

    All of it in what is made here; upstream's libraries bind their functions when they are first called.
    """
    for name, elf in wheel.elves.items():
        lazy = ["symbols bound on first use"] if name == wheel.extension and not elf.immediate else []
        yield Finding(
            not elf.weak and not lazy,
            "no segment that is writable and executable, a stack that is not, no relocations in code, "
            + ("full RELRO" if name == wheel.extension else "RELRO"),
            ", ".join([*elf.weak, *lazy]) or "as wanted",
            name,
        )


def excluded(wheel: Wheel) -> Iterator[Finding]:
    """No file is a library that a vendor's licence, or good sense, keeps out of the wheel; renamed or not."""
    owners = dict(policy()["excluded"])
    for plugin in source_tree.plugin_names():
        facts = source_tree.plugin_facts(plugin)
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
    budgets = policy()["budget"]
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
    yield _compare(
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


@cache
def policy() -> dict[str, Any]:
    """What audit.toml says."""
    return tomllib.loads(POLICY.read_text("utf-8"))


def nothing_compiled(wheel: Wheel) -> Iterator[Finding]:
    """A wheel for every platform holds nothing that is for one."""
    found = ", ".join(wheel.elves)
    yield Finding(not found, "no ELF files", found or "none", wheel.path.name)


def build_paths(wheel: Wheel) -> Iterator[Finding]:
    """The extension does not tell where it was compiled, nor any other file that is made here."""
    hits = []
    for name in sorted(wheel.members):
        # The library is upstream's, byte for byte; what paths it holds is not ours to say.
        if name != wheel.library:
            own = _BUILD_PATH if name == wheel.extension else re.compile(re.escape(f"{ROOT}/").encode())
            hits += [f"{hit.decode()} in {name}" for hit in own.findall((wheel.folder / name).read_bytes())]
    yield Finding(not hits, "no path of the machine that built it", "; ".join(hits) or "none")


def descriptor(wheel: Wheel) -> Iterator[Finding]:
    """The descriptor fits its schema and speaks of this wheel."""
    upstream = _artifact(wheel).library
    wanted = {
        "name": wheel.plugin,
        "distribution": wheel.distribution,
        "module": wheel.module,
        "version": str(wheel.version),
        "variant": wheel.version.local,
        "architecture": wheel.architecture,
        "jaxlib.release": wheel.release.release,
        "jaxlib.pjrt_api_major": wheel.release.pjrt_api_major,
        "jaxlib.pjrt_api_minimum": wheel.release.pjrt_api_minimum,
        "library.pjrt_api": upstream.pjrt_api if upstream else None,
        "library.ffi_api": upstream.ffi_api if upstream else None,
    }
    said = wheel.descriptor
    found = said | {
        f"{table}.{key}": value for table in ("jaxlib", "library") for key, value in said[table].items()
    }
    yield _compare(f"{wheel.module}/plugin.json", wanted, found)


def library(wheel: Wheel) -> Iterator[Finding]:
    """The library is the file that the descriptor describes; one that is not shipped is as the manifest has it."""
    stated = wheel.descriptor["library"]
    if not _ships_library(wheel):
        artifact = _artifact(wheel)
        upstream = artifact.library
        wanted_values = {
            "file": upstream.member if upstream else None,
            "size": upstream.size if upstream else None,
            "sha256": upstream.sha256 if upstream else None,
            "owner": {
                "distribution": artifact.name,
                "version": artifact.version,
                "of_same_files": source_tree.plugin_facts(wheel.plugin).get("of_same_files", []),
            },
        }
        yield _compare(f"{wheel.module}/plugin.json", wanted_values, stated)
        return
    name = f"{wheel.module}/{stated['file']}"
    member = wheel.members.get(name)
    found = f"{member.size:,} bytes, sha256 {member.sha256}" if member else "no such file"
    wanted = f"{stated['size']:,} bytes, sha256 {stated['sha256']}"
    yield Finding(found == wanted, f"as in plugin.json: {wanted}", found, name)


def gpu_architectures(wheel: Wheel) -> Iterator[Finding]:
    """The descriptor names the architectures that the library has kernels for, and the driver that reads them."""
    said = wheel.descriptor
    where = f"{wheel.module}/plugin.json"
    if wheel.library not in wheel.members:
        return
    try:
        held = fatbin.architectures(wheel.folder / wheel.library)
        zstd = fatbin.uses_zstd(wheel.folder / wheel.library)
    except (fatbin.FatbinError, StripError) as error:
        raise WheelError("a library whose kernels can be read", str(error), wheel.library) from None
    wanted: dict[str, object] = {"gpu_architectures": list(held)}
    if wheel.version.local:
        wanted["variant"] = variants.label(held)
    yield _compare(where, wanted, {"gpu_architectures": [], **said})
    if zstd and said.get("driver"):
        floor = said["driver"]["minimum"]
        yield Finding(
            Version(floor) >= Version(fatbin.ZSTD_DRIVER),
            f"a driver that reads kernels compressed with ZSTD, {fatbin.ZSTD_DRIVER} or newer",
            f"driver {floor}",
            where,
        )


def kernels(wheel: Wheel) -> Iterator[Finding]:
    """For every Python there is each of upstream's modules, as upstream built it and the build slimmed it."""
    facts = source_tree.plugin_facts(wheel.plugin)
    if "kernels" not in facts:
        return
    said = wheel.descriptor.get("kernels") or {"wheels": {}}
    artifact = wheel.release.artifact(facts["kernels"])
    keep = tuple(wheel.descriptor["gpu_architectures"]) if wheel.version.local else ()
    files = {
        file.python: file
        for file in artifact.files
        if file.architecture == wheel.architecture and file.python and not file.python.endswith("t")
    }
    wanted = {python: {"filename": file.filename, "sha256": file.sha256} for python, file in files.items()}
    yield _compare(f"{wheel.module}/plugin.json", wanted, said["wheels"])
    for python, file in files.items():
        with zipfile.ZipFile(Cache().fetch(file)) as archive:
            members = [name for name in archive.namelist() if name.endswith(".so")]
        recorded = {f"{wheel.module}/{python}/{Path(name).name}": name for name in members}
        wrong = []
        for name, member in recorded.items():
            found = wheel.members.get(name)
            if found is None or found.sha256 != slim.slim(file, member, Cache(), keep).sha256:
                wrong.append(f"{name} {'is another' if found else 'is missing'}")
        yield Finding(
            not wrong,
            f"{len(members)} files as in {file.filename}",
            "; ".join(wrong) or "all of them",
            python,
        )


def _kernel_files(wheel: Wheel) -> set[str]:
    """The ELF files in the folders of the Pythons for which there are kernels."""
    if "kernels" not in source_tree.plugin_facts(wheel.plugin):
        return set()
    folders = {
        file.python
        for file in wheel.release.artifact(source_tree.plugin_facts(wheel.plugin)["kernels"]).files
    }
    return {
        name
        for name in wheel.elves
        if name.count("/") == 2 and name.startswith(f"{wheel.module}/") and name.split("/")[1] in folders
    }


def provenance(wheel: Wheel) -> Iterator[Finding]:
    """The descriptor names the upstream artifact that the manifest declares."""
    artifact = _artifact(wheel)
    wanted = {"name": artifact.name, "version": artifact.version, "license": artifact.license}
    member = artifact.library.member if artifact.library else ""
    if artifact.use is Use.REPACK:
        file = artifact.file(wheel.architecture)
        wanted |= {"filename": file.filename, "member": member, "sha256": file.sha256}
    elif artifact.use is Use.DEPEND:
        wanted |= {"member": member}
    yield _compare(f"{wheel.module}/plugin.json", wanted, wheel.descriptor["provenance"])


def metadata(wheel: Wheel) -> Iterator[Finding]:
    """Name, version, supported Pythons and licence are as declared."""
    said = wheel.metadata
    wanted = {
        "Name": wheel.distribution,
        "Version": str(wheel.version),
        "Requires-Python": str(SpecifierSet(_python(wheel))),
        "License-Expression": _licence(wheel),
    }
    found = {
        "Name": canonicalize_name(said.name),
        "Version": str(said.version),
        "Requires-Python": str(said.requires_python),
        "License-Expression": str(said.license_expression),
    }
    yield _compare(wheel.info("METADATA"), wanted, found)


def requirements(wheel: Wheel) -> Iterator[Finding]:
    """The wheel requires the rest of its release, exactly, what upstream's metadata names, and nothing else."""
    wanted = sorted(str(Requirement(text)) for text in _requirements(wheel))
    found = sorted(map(str, wheel.metadata.requires_dist or ()))
    yield Finding(found == wanted, "; ".join(wanted), "; ".join(found) or "none", wheel.info("METADATA"))


def licence(wheel: Wheel) -> Iterator[Finding]:
    """The licence and the notice are named in the metadata, and are this repository's; others' are there too."""
    for name in LICENCES:
        where = wheel.info(f"licenses/{name}")
        member = wheel.members.get(where)
        yield _compare(
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
    if " AND " in _licence(wheel):
        more = [name for name in wheel.metadata.license_files or () if name not in LICENCES]
        held = [name for name in more if wheel.info(f"licenses/{name}") in wheel.members]
        yield Finding(
            bool(held) and held == more,
            f"the text of {_licence(wheel).partition(' AND ')[2]} too",
            ", ".join(held) or "no other licence file",
            wheel.info("licenses/"),
        )


def entry_points(wheel: Wheel) -> Iterator[Finding]:
    """The entry points are those declared, no fewer and no more."""
    where = wheel.info("entry_points.txt")
    groups = _entry_points(wheel)
    wanted = sorted(
        f"[{group}] {name} = {value}" for group in groups for name, value in groups[group].items()
    )
    found, group = [], ""
    for line in wheel.read(where).decode("utf-8").splitlines():
        if line.startswith("["):
            group = line
        elif line.strip():
            found.append(f"{group} {line}")
    yield Finding(sorted(found) == wanted, "; ".join(wanted), "; ".join(sorted(found)) or "none", where)


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


Rule = Callable[[Wheel], Iterator[Finding]]

COMMON: tuple[Rule, ...] = (
    *(tag, metadata, requirements, licence, record, build_paths),
    *(size, excluded, bill_of_materials),
)
COMPILED: tuple[Rule, ...] = (manylinux, architecture, linkage, exports, segments)
DESCRIBED: tuple[Rule, ...] = (descriptor, library, linked_libraries, gpu_architectures, kernels, provenance)


def _rules(wheel: Wheel) -> tuple[Rule, ...]:
    if wheel.distribution in PURE:
        return (*COMMON, entry_points, nothing_compiled)
    if wheel.distribution == PJRT:
        return (*COMMON, *COMPILED, stable_abi)
    if wheel.distribution == JAXLIB:
        return (*COMMON, *COMPILED)
    plugins = source_tree.plugin_names()
    if wheel.plugin in plugins:
        return (*COMMON, entry_points, *COMPILED, stable_abi, *DESCRIBED)
    known = ", ".join([*DECLARED, *(f"jaxlib-{name}" for name in plugins)])
    raise WheelError(f"a distribution of this checkout: {known}", wheel.distribution, str(wheel.path))


def _apply(rule: Rule, wheel: Wheel) -> Iterator[Check]:
    name = rule.__name__.replace("_", "-")
    try:
        for finding in rule(wheel):
            yield _check(name, finding)
    except WheelError as error:
        yield _check(name, _refusal(error))
    except ManifestError as error:
        yield _check(name, Finding(False, "an artifact of the manifest", str(error), wheel.path.name))


def _refusal(error: WheelError) -> Finding:
    return Finding(False, error.wanted, error.found, error.where)


def _check(name: str, finding: Finding) -> Check:
    return Check(name, finding.passed, finding.wanted, finding.found, finding.where)


def _compare(where: str, wanted: Mapping[str, object], found: Mapping[str, object]) -> Finding:
    """A finding over several values: all of them where they are as wanted, else those that are not."""
    wrong = [key for key, value in wanted.items() if found.get(key) != value]

    def said(values: Mapping[str, object]) -> str:
        return "; ".join(f"{key} {values.get(key)}" for key in wrong or wanted)

    return Finding(not wrong, said(wanted), said(found), where)


def _artifact(wheel: Wheel) -> Artifact:
    return wheel.release.artifact(source_tree.plugin_facts(wheel.plugin)["artifact"])


def _vendor_libraries(wheel: Wheel) -> list[dict[str, Any]]:
    own = wheel.distribution in DECLARED
    return [] if own else list(source_tree.plugin_facts(wheel.plugin).get("libraries", ()))


def _ships_library(wheel: Wheel) -> bool:
    return _artifact(wheel).use is not Use.DEPEND


def _declared(wheel: Wheel) -> dict[str, Any]:
    path = ROOT / "packages" / wheel.distribution / "pyproject.toml"
    project: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))["project"]
    return project


def _licence(wheel: Wheel) -> str:
    if wheel.distribution in DECLARED:
        return str(_declared(wheel)["license"])
    return source_tree.licence(_artifact(wheel))


def _python(wheel: Wheel) -> str:
    if wheel.distribution in DECLARED:
        return str(_declared(wheel)["requires-python"])
    return wheel.release.python


def _requirements(wheel: Wheel) -> list[str]:
    if wheel.distribution == JAXLIB:
        return source_tree.jaxlib_requirements(wheel.release)
    if wheel.distribution in DECLARED:
        return list(_declared(wheel)["dependencies"])
    version = wheel.release.release
    return [
        f"jaxlib-core=={version}",
        *(f"{name}{source_tree.same_release(version)}" for name in ("jax", "jaxlib")),
        *source_tree.requirements(source_tree.plugin_facts(wheel.plugin), wheel.release, Cache()),
    ]


def _entry_points(wheel: Wheel) -> dict[str, dict[str, str]]:
    if wheel.distribution in PURE:
        project = _declared(wheel)
        return {"console_scripts": project["scripts"], **project.get("entry-points", {})}
    return {"jax_plugins": {wheel.plugin: wheel.module}}


def _child(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs another tool's command: its options and its JSON are stable, its modules are not."""
    if find_spec(module) is None:
        raise WheelError(
            f"{module} beside this Python",
            "no such module; the session that has it: nox -s audit",
            sys.executable,
        )
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False
    )


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = (done.stdout + done.stderr).split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "nothing")
    return f"exit status {done.returncode}: {said}"


def _newest_symbols(report: Mapping[str, Any]) -> str:
    """The newest symbol version that each library is asked for; where the tag is too old, this is why."""
    versions = report.get("versioned_symbols", {})
    newest = [
        f"{name} {max(asked, key=lambda text: [int(n) for n in re.findall(r'[0-9]+', text)])}"
        for name, asked in versions.items()
    ]
    eliminate = sorted(report.get("external_libs", {}))
    return "".join(f"; {text}" for text in [*newest, *(f"external {name}" for name in eliminate)])


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _command(wheel: Wheel) -> str:
    if wheel.distribution == JAXLIB:
        python = f"python3.{wheel.interpreter.removeprefix('cp3')}"
        return f"python -m tools build jaxlib --release {wheel.release.release} --python {python}"
    if wheel.distribution in DECLARED:
        what = "pjrt" if wheel.distribution == PJRT else wheel.plugin
        return f"python -m tools build {what} --release {wheel.release.release}"
    other = "" if wheel.architecture == platform.machine() else f" --arch {wheel.architecture}"
    if wheel.version.local:
        other += f" --gpu {wheel.version.local.replace('.', ' ')}"
    return f"python -m tools build plugins {wheel.plugin} --release {wheel.release.release}{other}"


def _report(done: Audit, console: Console) -> None:
    """A table on a terminal, one line a check in a log; every failure at length."""
    if console.is_terminal:
        table = Table("check", "", "found", title=done.wheel.name, title_justify="left", expand=True)
        for check in done.checks:
            verdict = Text(check.verdict, "green" if check.passed else "red")
            table.add_row(check.name, verdict, Text(check.found, overflow="fold"))
        console.print(table, soft_wrap=False)
        console.print(_largest(done), soft_wrap=False)
    else:
        for check in done.checks:
            console.print(f"{check.verdict}  {done.wheel.name}  {check.name}  {check.found}")
    for check in done.checks:
        if not check.passed:
            console.print(f"{done.wheel.name} fails {check.name}")
            console.print(f"  wanted: {check.wanted}\n  found:  {check.found}\n  where:  {check.where}")
    if not done.passed:
        console.print(f"To build it anew, type: {done.command}")


def _largest(done: Audit, rows: int = 8) -> Table:
    """What takes most of a wheel's bytes."""
    table = Table("part", "packed", "installed", title_justify="left", expand=True)
    for column in table.columns[1:]:
        column.justify = "right"
    largest, others = done.components[:rows], done.components[rows:]
    for part in [
        *largest,
        Component(f"{len(others)} others", sum(p.size for p in others), sum(p.packed for p in others)),
    ]:
        table.add_row(Text(part.name, overflow="fold"), f"{part.packed:,}", f"{part.size:,}")
    return table


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
