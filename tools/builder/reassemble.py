"""``python -m tools reassemble``: rebuilds upstream's wheels from an environment, and writes a manifest of them.

For a machine with a GPU and no registry: the installed files of jax's CUDA plugin are put back into wheels, which
are cached under their hashes, and a manifest of that jax release is written. The factory then builds the family's
plugin from them as usual. It needs nothing from outside the machine.

The wheels have the published contents, but not the published bytes. Each file is compared with RECORD, and one that
was changed after its installation is refused.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import json
import platform
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit
from packaging.utils import canonicalize_name
from rich.console import Console

from tools.artifacts import manifest
from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.manifest import ArtifactFile, ManifestError
from tools.builder import definitions

console = Console(stderr=True, highlight=False)

#: Run by the Python of the environment: prints each distribution's version and folder, and the Pythons of jax.
ASK = """
import json, sys
from importlib.metadata import distribution
found = {}
for name in sys.argv[1:]:
    each = distribution(name)
    found[name] = {
        "version": each.version,
        "python": each.metadata["Requires-Python"],
        "folder": str(each.locate_file("")),
        "info": each._path.name,
    }
print(json.dumps(found))
"""
#: Prints the PJRT C API version of a library; run in a process of its own.
MEASURE = """
import ctypes, sys
from ctypes import c_size_t as size_t, c_void_p as void_p
class Version(ctypes.Structure):
    _fields_ = [("size", size_t), ("next", void_p), ("major", ctypes.c_int), ("minor", ctypes.c_int)]
class Api(ctypes.Structure):
    _fields_ = [("size", size_t), ("next", void_p), ("version", Version)]
library = ctypes.CDLL(sys.argv[1])
library.GetPjrtApi.restype = ctypes.POINTER(Api)
version = library.GetPjrtApi().contents.version
print(f"{version.major}.{version.minor}")
"""
#: Files that an installer adds, and files that it generates.
INSTALLED = ("INSTALLER", "REQUESTED", "direct_url.json", "RECORD", "uv_cache.json", "uv_build.json")
LIBRARY = "jax_plugins/xla_{}/xla_cuda_plugin.so"


def main(argv: Sequence[str]) -> int:
    """Write the manifest; 0 if the factory can build from it."""
    parser = argparse.ArgumentParser(prog="python -m tools reassemble", description=__doc__)
    parser.add_argument(
        "plugin",
        choices=[
            name
            for name in definitions.plugin_names()
            if definitions.plugin_facts(name)["platform"] == "cuda"
        ],
        help="whose library and kernels are installed",
    )
    parser.add_argument("--python", default=sys.executable, help="of the environment (default: this one)")
    parser.add_argument(
        "--header", type=Path, help="pjrt_c_api.h (default: of the wheel in the cache or registry)"
    )
    parser.add_argument("--out", type=Path, required=True, help="the manifest to be written")
    arguments = parser.parse_args(argv)
    try:
        reassemble(arguments.plugin, arguments.python, arguments.out, Cache(), arguments.header)
    except (ManifestError, ArtifactError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 1
    return 0


def reassemble(
    plugin: str, python: str, out: Path, cache: Cache, header: Path | None = None
) -> manifest.Manifest:
    """The manifest of the jax release that is installed for ``python``; caches the wheels for jaxlib-``plugin``.

    ``header`` is pjrt_c_api.h, for a machine that can't get the wheel that contains it.

    Raises:
        ManifestError: Something is not installed there, or not as it was published.
    """
    pjrt, kernels = f"jax-{plugin}-pjrt", f"jax-{plugin}-plugin"
    installed = _installed(python, ["jax", "jaxlib", pjrt, kernels])
    release = installed["jax"]["version"]
    # Which PJRT C API versions upstream's jaxlib accepts was measured for each line.
    default = manifest.load(manifest.nearest(release, manifest.releases()))
    document: dict[str, Any] = {
        "schema": manifest.SCHEMA,
        "release": release,
        "python": installed["jax"]["python"],
        "jaxlib": {
            "pjrt_api_major": default.pjrt_api_major,
            "pjrt_api_minimum": default.pjrt_api_minimum,
        },
        "artifact": [_headers(default, header, cache)],
    }
    for name in (pjrt, kernels):
        document["artifact"].append(_published(name, installed[name], plugin, python, cache))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(tomlkit.dumps(document), "utf-8")
    console.print(f"{out}: jax {release}, {pjrt} {installed[pjrt]['version']}")
    return manifest.load_file(out)


def _published(name: str, facts: dict[str, str], plugin: str, python: str, cache: Cache) -> dict[str, Any]:
    """The artifact of an installed distribution, whose wheel is in the cache afterwards."""
    file = _wheel(name, facts, cache)
    entry: dict[str, Any] = {
        "name": name,
        "version": facts["version"],
        "license": "Apache-2.0",
        "use": "repack",
    }
    if name == f"jax-{plugin}-pjrt":
        member = LIBRARY.format(plugin)
        api = _measured(python, Path(facts["folder"]) / member)
        entry["library"] = {"member": member, "pjrt_api": api}
    described: dict[str, Any] = {
        "filename": file.filename,
        "architecture": file.architecture,
        "python": file.python,
    }
    described |= {"size": file.size, "sha256": file.sha256}
    entry["file"] = [{key: value for key, value in described.items() if value is not None}]
    return entry


def _headers(default: manifest.Manifest, header: Path | None, cache: Cache) -> dict[str, Any]:
    """The artifact with the C API's header, which the extension is compiled against, from the existing manifest."""
    artifact = default.artifact("xla-cpu-pjrt")
    files = artifact.files
    if header:
        with tempfile.TemporaryDirectory() as scratch:
            folder, info = Path(scratch), f"xla_cpu_pjrt-{artifact.version}.dist-info"
            member = folder / artifact.headers["pjrt_c_api"]
            member.parent.mkdir(parents=True)
            member.write_bytes(header.read_bytes())
            digest = (
                base64.urlsafe_b64encode(hashlib.sha256(member.read_bytes()).digest()).rstrip(b"=").decode()
            )
            (folder / info).mkdir()
            (folder / info / "RECORD").write_text(
                f"{artifact.headers['pjrt_c_api']},sha256={digest},\n", "utf-8"
            )
            (folder / info / "WHEEL").write_text(f"Tag: py3-none-linux_{platform.machine()}\n", "utf-8")
            facts = {"folder": scratch, "info": info, "version": artifact.version}
            files = (_wheel(artifact.name, facts, cache),)
    keys = ("filename", "architecture", "size", "sha256")
    return {
        "name": artifact.name,
        "version": artifact.version,
        "license": artifact.license,
        "use": artifact.use.value,
        "headers": dict(artifact.headers),
        "file": [{key: getattr(file, key) for key in keys} for file in files],
    }


def _installed(python: str, names: Sequence[str]) -> dict[str, dict[str, str]]:
    done = subprocess.run([python, "-c", ASK, *names], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ManifestError(
            f"wanted: {', '.join(names)} installed for {python}\n"
            f"found:  {done.stderr.strip().splitlines()[-1]}\n"
            f"To fix it, run:\npip install 'jax[{names[-1].split('-')[1]}]'"
        )
    files: dict[str, dict[str, str]] = json.loads(done.stdout)
    return files


def _measured(python: str, library: Path) -> str:
    done = subprocess.run([python, "-c", MEASURE, str(library)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ManifestError(f"{library} does not load:\n{done.stderr.strip()}")
    return done.stdout.strip()


def _wheel(name: str, facts: dict[str, str], cache: Cache) -> ArtifactFile:
    """Put an installed distribution back into a wheel, in the cache."""
    folder, info = Path(facts["folder"]), facts["info"]
    filename = _filename(name, facts["version"], (folder / info / "WHEEL").read_text("utf-8"))
    target = manifest.wheel_target(filename)
    if target is None:
        raise ManifestError(f"{filename}: wanted a wheel for Linux, py3-none or for one CPython")
    cache.root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache.root) as scratch:
        draft = Path(scratch) / filename
        with console.status(filename):
            _pack(folder, info, draft)
        with draft.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        file = ArtifactFile(name, facts["version"], filename, *target, draft.stat().st_size, sha256)
        path = cache.path(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.replace(path)
    cache.fetch(file)  # which finds it, and stamps it
    console.print(f"{filename}: {file.size / 1e6:.1f} MB, from {folder}")
    return file


def _filename(name: str, version: str, wheel: str) -> str:
    """The published file name of a wheel, with the tags of its WHEEL file."""
    tags = [line.partition(":")[2].strip() for line in wheel.splitlines() if line.startswith("Tag:")]
    parts = [sorted({tag.split("-")[index] for tag in tags}) for index in range(3)]
    python, abi, systems = (".".join(part) for part in parts)
    return f"{canonicalize_name(name).replace('-', '_')}-{version}-{python}-{abi}-{systems}.whl"


def _pack(folder: Path, info: str, target: Path) -> None:
    lines = []
    with zipfile.ZipFile(target, "w") as archive:
        for name, declared, _ in sorted(
            csv.reader((folder / info / "RECORD").read_text("utf-8").splitlines())
        ):
            if name.endswith(".pyc") or name.startswith("../") or Path(name).name in INSTALLED:
                continue
            content = (folder / name).read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            if declared != f"sha256={digest}":
                raise ManifestError(
                    f"{folder / name} is not as it was installed: wanted {declared}, found sha256={digest}"
                )
            member = zipfile.ZipInfo(name)
            member.external_attr = 0o100644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content, compresslevel=1)
            lines.append([name, declared, str(len(content))])
        record = io.StringIO()
        csv.writer(record, lineterminator="\n").writerows([*lines, [f"{info}/RECORD", "", ""]])
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD"), record.getvalue())
