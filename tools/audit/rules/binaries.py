"""Rules for ELF files: glibc, stable ABI, linkage, exports, segments."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.audit import declared
from tools.audit.findings import Finding
from tools.wheels.wheelfile import SYSTEM_LIBRARIES, Elf, Wheel, WheelError, glibc

#: The glibc that every wheel must run with, as PEP 600 writes it.
NEWEST_GLIBC = (2, 28)
#: What a plugin library exports.
ENTRY = "GetPjrtApi"
_PLACES = ("$ORIGIN/", "/usr/", "/opt/")


def manylinux(wheel: Wheel) -> Iterator[Finding]:
    """The ELF files need no newer glibc than the tag promises."""
    done = _child("auditwheel", "show", "--json", str(wheel.path))
    try:
        report = json.loads(done.stdout)
    except ValueError:
        raise WheelError("a report of auditwheel", _last_line(done), wheel.path.name) from None
    if "error" in report:
        raise WheelError("a platform wheel", report["error"], wheel.path.name)
    # A wheel linked with the vendor's system libraries fits no manylinux policy; "linked-libraries" checks those.
    systems = any("package" in vendor_library for vendor_library in declared.vendor_libraries(wheel))
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
    """The extension uses only the stable ABI of the tag's Python."""
    floor = f"3.{declared.abi_floor().removeprefix('cp3')}"
    yield _stable_abi(wheel.read(wheel.extension), wheel.extension, floor)


# The same extension is in a plugin's wheels of several lines.
@lru_cache(maxsize=16)
def _stable_abi(content: bytes, name: str, floor: str) -> Finding:
    with TemporaryDirectory() as folder:
        extension, output = Path(folder, Path(name).name), Path(folder, "abi3audit.json")
        extension.write_bytes(content)
        done = _child(
            *("abi3audit", "--strict", "--report", "--assume-minimum-abi3", floor),
            *("--output", str(output), str(extension)),
        )
        try:
            (spec,) = json.loads(output.read_text("utf-8"))["specs"].values()
            result = spec["object"]["result"]
        except (OSError, ValueError, KeyError):
            raise WheelError("a report of abi3audit", _last_line(done), name) from None
    foreign = sorted(result["non_abi3_symbols"])
    newer = sorted(str(object_) for object_ in result["future_abi3_objects"])
    names = ", ".join([*foreign, *newer])
    return Finding(
        done.returncode == 0 and result["is_abi3"] and result["is_abi3_baseline_compatible"],
        f"only the stable ABI of Python {floor}",
        f"the stable ABI of Python {result['computed']}" + (f" and beyond it: {names}" if names else ""),
        name,
    )


def architecture(wheel: Wheel) -> Iterator[Finding]:
    """Every ELF file is for the architecture of the tag."""
    for name, elf in wheel.elves.items():
        yield Finding(elf.architecture == wheel.architecture, wheel.architecture, elf.architecture, name)


def linkage(wheel: Wheel) -> Iterator[Finding]:
    """No ELF file is linked with libpython, and the extension has no RPATH or RUNPATH.

    Upstream's files for a vendor's hardware may have one, to their own folder and to the system's vendor folders.
    """
    vendors = declared.vendor_libraries(wheel)
    for name, elf in wheel.elves.items():
        pythons = [needed for needed in elf.needed if Path(needed).name.startswith("libpython")]
        places = [place for entry in elf.search for place in entry.partition(" ")[2].split(":")]
        upstreams = vendors and name not in wheel.extensions and all(p.startswith(_PLACES) for p in places)
        yield Finding(
            not pythons and (upstreams or not elf.search),
            "no libpython, no RPATH, no RUNPATH"
            + (" but upstream's to $ORIGIN/, /usr/ and /opt/" if vendors else ""),
            ", ".join([*pythons, *elf.search]) or f"needs {', '.join(elf.needed) or 'nothing'}",
            name,
        )


def linked_libraries(wheel: Wheel) -> Iterator[Finding]:
    """Upstream's files are linked only with the C and C++ runtimes and libraries whose owner plugin.toml names."""
    stated = {vendor_library["soname"] for vendor_library in declared.vendor_libraries(wheel)}
    for name, elf in wheel.elves.items():
        if name not in wheel.extensions:
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
    """The extension exports only its init function, the library only its entry point; other ELF files are refused.

    Except for the kernel modules, each of which exports its init function. The exports of a library beside them are
    upstream's choice; the rule "kernels" checks that it is upstream's file.
    """
    elves = dict(wheel.elves)
    marks = set(declared.policy()["exports"]["marks"])
    for name in wheel.extensions:
        yield _exports(elves.pop(name, None), {f"PyInit_{wheel.extension_name}"}, set(), name)
    if wheel.distribution not in declared.DECLARED:
        more = set(declared.plugin_facts(wheel.plugin).get("exports", ()))
        if declared.ships_library(wheel):
            yield _exports(elves.pop(wheel.library, None), {ENTRY}, marks | more, wheel.library)
        for name in sorted(declared.kernel_files(wheel)):
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
    """No segment is writable and executable, and relocated data becomes read-only (RELRO).

    Our own extension has full RELRO; upstream's libraries bind functions when they are first called.
    """
    for name, elf in wheel.elves.items():
        lazy = ["symbols bound on first use"] if name in wheel.extensions and not elf.immediate else []
        yield Finding(
            not elf.weak and not lazy,
            "no segment that is writable and executable, a stack that is not, no relocations in code, "
            + ("full RELRO" if name in wheel.extensions else "RELRO"),
            ", ".join([*elf.weak, *lazy]) or "as wanted",
            name,
        )


def nothing_compiled(wheel: Wheel) -> Iterator[Finding]:
    """A pure wheel holds no compiled file."""
    found = ", ".join(wheel.elves)
    yield Finding(not found, "no ELF files", found or "none", wheel.path.name)


def _child(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs another tool by its command, whose options and JSON are stable, unlike its Python API."""
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
    """The newest symbol version that is required of each library: the reason if the tag is too old."""
    versions = report.get("versioned_symbols", {})
    newest = [
        f"{name} {max(asked, key=lambda text: [int(n) for n in re.findall(r'[0-9]+', text)])}"
        for name, asked in versions.items()
    ]
    eliminate = sorted(report.get("external_libs", {}))
    return "".join(f"; {text}" for text in [*newest, *(f"external {name}" for name in eliminate)])
