"""``python -m tools index``: a static package index of wheels, to be put behind any web server.

dumb-pypi writes the pages (PEP 503, with hashes, the required Python, PEP 658's metadata and PEP 592's yanks). This
module adds what dumb-pypi does not write: the metadata files themselves, the provenance of wheels that have
attestations (PEP 740, ``WHEEL.provenance`` beside each), and the pages as JSON (PEP 691) in ``index.json`` beside
each ``index.html``. ``--serve`` serves it on this machine only, in the format that the installer requests.

The front page has the install commands, and there are constraints for pip that name each wheel by its file and
hash. The variants of a GPU plugin (``dist/variants/LABEL``) have an index each, ``variants/LABEL``, in which they
replace the whole wheel. It lists all other distributions, too, so that one address is enough.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import quote

from packaging.metadata import Metadata
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version
from rich.console import Console

from tools import BUILD, DIST, FREE_THREADED
from tools.artifacts.manifest import line_of
from tools.audit import sizes
from tools.builder import definitions
from tools.docs import gpu_table
from tools.interpreters import is_free_threaded
from tools.publish import attestations, install_page

CONFIGURATION = Path(__file__).with_name("publish.toml")
JSON_TYPE = "application/vnd.pypi.simple.v1+json"
#: The API version of the JSON: PEP 691 with PEP 700 (versions, files' sizes) and PEP 740 (provenance).
API_VERSION = "1.3"
#: The suffixes of the files that an index has beside a wheel.
METADATA, PROVENANCE = ".metadata", ".provenance"


class ListingError(Exception):
    """An index can't be made; the text says what was wanted, what was found, and where."""

    def __init__(self, wanted: str, found: str, where: str) -> None:
        super().__init__(f"wanted: {wanted}\n  found:  {found}\n  where:  {where}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A wheel as an index lists it.

    ``yanked`` is the reason for which it was yanked, or empty; ``provenance`` is JSON of its attestations.
    """

    path: Path
    project: str
    version: str
    sha256: str
    size: int
    requires_python: str | None
    metadata: bytes
    yanked: str
    provenance: bytes | None = None

    @property
    def metadata_sha256(self) -> str:
        """The hash of METADATA."""
        return hashlib.sha256(self.metadata).hexdigest()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools index", description=__doc__)
    parser.add_argument("wheels", nargs="*", type=Path, metavar="WHEEL", help="default: all in dist/")
    parser.add_argument("--out", type=Path, default=BUILD / "index", help="the index's folder (build/index)")
    parser.add_argument(
        "--url",
        default="",
        help="the address at which the folder will be served, for the install page and pip's constraints",
    )
    parser.add_argument(
        "--packages", default="", metavar="URL", help="where the files will be, if not with the pages"
    )
    parser.add_argument(
        "--registry",
        type=Path,
        metavar="FOLDER",
        help="also copy the files for the public registry (by publish.toml) into this new folder",
    )
    parser.add_argument(
        "--attested-by",
        default="",
        metavar="OWNER/NAME",
        help="the repository whose workflow must have signed the attestations beside the wheels",
    )
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve it on 127.0.0.1 until interrupted")
    return parser


def main(argv: Sequence[str]) -> int:
    """Write the index, and serve it if that was asked for."""
    arguments = _parser().parse_args(argv)
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    url = arguments.url or (f"http://127.0.0.1:{arguments.serve}/" if arguments.serve else "")
    try:
        wheels = arguments.wheels or [
            *sorted(DIST.glob("*.whl")),
            *sorted(DIST.glob(f"{FREE_THREADED}/*.whl")),
        ]
        variants = [] if arguments.wheels else sorted(DIST.glob("variants/*/*.whl"))
        _refuse_unshown([*wheels, *variants], arguments.attested_by, url or arguments.packages)
        entries = [entry(path, arguments.attested_by) for path in wheels]
        others = [entry(path, arguments.attested_by) for path in variants]
        write(entries, arguments.out, others, url, arguments.packages)
        if arguments.registry:
            _copy_wheels([entry for entry in entries if is_public(entry)], arguments.registry)
    except ListingError as error:
        console.print(f"error: {error}")
        return 1
    _print_contents(entries, others, console)
    console.print(f"{arguments.out}: upload this folder; installers want its simple/")
    if arguments.serve is not None:
        with serving(arguments.out, arguments.serve) as url:
            console.print(f"{url.removesuffix('simple/')} says what to type    (Ctrl-C ends it)")
            with suppress(KeyboardInterrupt):
                Event().wait()
    return 0


def _print_contents(entries: Sequence[Entry], others: Sequence[Entry], console: Console) -> None:
    attested = sum(bool(entry.provenance) for entry in [*entries, *others])
    console.print(
        f"provenance: of {attested} of {len(entries) + len(others)} files"
        if attested
        else "provenance: none, as no wheel has an attestation    (the release workflow makes them)"
    )
    for project in sorted({entry.project for entry in entries}):
        files = [entry for entry in entries if entry.project == project]
        size = sum(file.size for file in files) / 1e6
        taken_back = sum(bool(file.yanked) for file in files)
        console.print(
            f"{project}: {len(files)} files, {size:.1f} MB" + (f", {taken_back} yanked" if taken_back else "")
        )


def configuration() -> dict[str, Any]:
    """The content of publish.toml."""
    return tomllib.loads(CONFIGURATION.read_text("utf-8"))


def is_public(entry: Entry) -> bool:
    """Whether a wheel is published on the public registry, in addition to the family's own index.

    Raises:
        ListingError: publish.toml does not list the distribution.
    """
    decisions = configuration()["registry"]
    if entry.project not in decisions:
        raise ListingError(f"true or false for {entry.project}", "neither", f"[registry] in {CONFIGURATION}")
    return decisions[entry.project] and "+" not in entry.version


def _refuse_unshown(wheels: Iterable[Path], repository: str, address: str) -> None:
    """Raise an error if the index could not publish the wheels' attestations."""
    attested = next((path for wheel in wheels for path in attestations.files(wheel)), None)
    if attested and not repository:
        raise ListingError("--attested-by OWNER/NAME: who must have signed", "nobody", str(attested))
    if attested and "://" not in address:
        raise ListingError(
            "--url or --packages: provenance needs absolute addresses", "neither", str(attested)
        )


def entry(path: Path, repository: str = "", verify: attestations.Verify = attestations.verify) -> Entry:
    """The index entry of the wheel at ``path``.

    With a ``repository``, it has provenance from the attestations beside the wheel, each of which ``verify`` must
    accept.

    Raises:
        ListingError: It is not a wheel, or an attestation of it does not verify.
    """
    try:
        name, version, _, _ = parse_wheel_filename(path.name)
        with zipfile.ZipFile(path) as archive:
            info = f"{'-'.join(path.name.split('-')[:2])}.dist-info/METADATA"
            content = archive.read(info)
        parsed = Metadata.from_email(content, validate=False)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (InvalidWheelFilename, OSError, KeyError, zipfile.BadZipFile) as error:
        raise ListingError("a wheel", str(error), str(path)) from None
    try:
        provenance = attestations.provenance(path, repository, verify) if repository else None
    except attestations.ProvenanceError as error:
        raise ListingError(f"an attestation by {repository}", str(error), str(path)) from None
    return Entry(
        path=path,
        project=canonicalize_name(name),
        version=str(version),
        sha256=digest,
        size=path.stat().st_size,
        requires_python=str(parsed.requires_python) if parsed.requires_python else None,
        metadata=content,
        yanked=configuration()["yanked"].get(path.name, ""),
        provenance=provenance,
    )


def write(
    entries: Sequence[Entry],
    folder: Path,
    variants: Sequence[Entry] = (),
    url: str = "",
    packages: str = "",
) -> None:
    """Replace ``folder`` by the index of ``entries``, once that is complete.

    Each label of ``variants`` gets an index of its own in it. ``url`` is the address at which the folder will be
    served, ``packages`` that of the files; without it, links lead to the files in ``folder``.

    Raises:
        ListingError: There is nothing to list, or a yanked file is missing.
    """
    if not entries:
        raise ListingError("wheels", "none", str(DIST))
    names = {entry.path.name for entry in entries}
    projects = {entry.project for entry in entries}
    for name in configuration()["yanked"]:
        if canonicalize_name(name.partition("-")[0]) in projects and name not in names:
            raise ListingError(f"{name}, which is yanked and not deleted", "no such file", str(CONFIGURATION))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".index-") as scratch:
        draft = Path(scratch) / "made"
        draft.mkdir()
        _copy([*entries, *variants], draft / "packages")
        _listing(entries, draft, packages or "../../packages", Path(scratch), url)
        for label, listed in by_label(entries, variants).items():
            place = draft / "variants" / label
            place.mkdir(parents=True)
            _listing(listed, place, packages or "../../../../packages", Path(scratch), url)
        (draft / "index.html").write_text(_front(entries, variants, url), "utf-8")
        if folder.exists():
            folder.rename(Path(scratch) / "old")
        draft.rename(folder)


def by_label(entries: Sequence[Entry], variants: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries of each variant's index: the variants with its label, and all other distributions."""
    lists = {}
    for label in dict.fromkeys(_label(variant) for variant in variants):
        own = [variant for variant in variants if _label(variant) == label]
        replaced = {variant.project for variant in own}
        lists[label] = [*own, *(entry for entry in entries if entry.project not in replaced)]
    return lists


def _label(variant: Entry) -> str:
    return variant.version.partition("+")[2]


def _copy(entries: Sequence[Entry], packages: Path) -> None:
    _copy_wheels(entries, packages)
    for entry in entries:
        (packages / f"{entry.path.name}{METADATA}").write_bytes(entry.metadata)
        if entry.provenance:
            (packages / f"{entry.path.name}{PROVENANCE}").write_bytes(entry.provenance)


def _copy_wheels(entries: Sequence[Entry], folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise ListingError("a new folder", "one that exists", str(folder)) from None
    for entry in entries:
        target = folder / entry.path.name
        try:
            os.link(entry.path, target)
        except OSError:
            shutil.copyfile(entry.path, target)


def _listing(entries: Sequence[Entry], folder: Path, packages: str, scratch: Path, url: str) -> None:
    """Write the pages of one index to ``folder``; ``packages`` is the path of the files from a project's page."""
    absolute = packages if "://" in packages else f"{url.rstrip('/')}/packages"
    _pages(entries, folder, scratch, packages)
    projects = sorted({entry.project for entry in entries})
    for project in projects:
        listed = [entry for entry in entries if entry.project == project]
        place = folder / "simple" / project
        _link_provenance(place / "index.html", listed, absolute)
        page = project_page(project, listed, packages, absolute)
        (place / "index.json").write_text(_json(page), "utf-8")
    root = {"meta": {"api-version": API_VERSION}, "projects": [{"name": name} for name in projects]}
    (folder / "simple" / "index.json").write_text(_json(root), "utf-8")
    if "://" not in absolute:
        return
    (folder / "constraints").mkdir()
    for release in sorted({line_of(Version(entry.version)) for entry in entries}):
        # No marker tells a free-threaded Python from another, so pip finds its wheels by the index alone.
        of_release = [
            entry
            for entry in entries
            if line_of(Version(entry.version)) == release and not _is_free_threaded(entry.path)
        ]
        files = [(entry.project, entry.path.name, entry.sha256, marker(entry.path)) for entry in of_release]
        text = install_page.constraints(release, files, absolute)
        (folder / "constraints" / f"{release}.txt").write_text(text, "utf-8")


def _is_free_threaded(path: Path) -> bool:
    return all(is_free_threaded(tag.abi) for tag in parse_wheel_filename(path.name)[3])


def marker(path: Path) -> str:
    """The environment marker of a wheel: its Python, if it is for one Python, and its architecture."""
    _, _, _, tags = parse_wheel_filename(path.name)
    (tag, *_) = sorted(tags, key=str)
    parts = []
    if (match := re.fullmatch(r"cp(\d)(\d+)", tag.interpreter)) and tag.abi == tag.interpreter:
        parts.append(f"python_version == '{match[1]}.{match[2]}'")
    if match := re.search(r"_(x86_64|aarch64)$", tag.platform):
        parts.append(f"platform_machine == '{match[1]}'")
    return " and ".join(parts)


def _front(entries: Sequence[Entry], variants: Sequence[Entry], url: str) -> str:
    newest = max((Version(entry.version) for entry in entries), key=lambda version: version.release)
    labels = {
        label: sorted({variant.project for variant in variants if _label(variant) == label})
        for label in dict.fromkeys(_label(variant) for variant in variants)
    }
    backends = {f"jaxlib-{name}" for name in definitions.plugin_names()}
    plugins = sorted(backends & {entry.project for entry in entries})
    measured = sizes.recorded(line_of(newest))
    table = gpu_table.rows(measured) if any("cuda" in name for name in plugins) else []
    attested = next((entry for entry in [*entries, *variants] if entry.provenance), None)
    repository = attestations.repository(attested.provenance) if attested and attested.provenance else ""
    return install_page.page(line_of(newest), plugins, labels, table, url, repository)


def _provenance_url(entry: Entry, absolute: str) -> str | None:
    """The absolute URL of a wheel's provenance, as PEP 740 requires; None if it has no provenance."""
    if not entry.provenance or "://" not in absolute:
        return None
    return f"{absolute.rstrip('/')}/{quote(entry.path.name)}{PROVENANCE}"


def _link_provenance(page: Path, entries: Iterable[Entry], absolute: str) -> None:
    """Add ``data-provenance`` to the links of wheels that have one; dumb-pypi does not know it."""
    text = page.read_text("utf-8")
    for entry in entries:
        if url := _provenance_url(entry, absolute):
            end = f">{escape(entry.path.name)}</a>"
            if text.count(end) != 1:
                raise ListingError(f"one link to {entry.path.name}", str(text.count(end)), str(page))
            text = text.replace(end, f' data-provenance="{escape(url)}"{end}')
    page.write_text(text, "utf-8")


def project_page(
    project: str, entries: Sequence[Entry], packages: str = "../../packages", absolute: str = ""
) -> dict[str, Any]:
    """A project's page by PEP 691; its files are at ``packages``, relative to the page, and at ``absolute``."""
    return {
        "meta": {"api-version": API_VERSION},
        "name": project,
        "versions": sorted({entry.version for entry in entries}),
        "files": [
            {
                "filename": entry.path.name,
                "url": f"{packages}/{entry.path.name}",
                "hashes": {"sha256": entry.sha256},
                "size": entry.size,
                **({"requires-python": entry.requires_python} if entry.requires_python else {}),
                "core-metadata": {"sha256": entry.metadata_sha256},
                "yanked": entry.yanked or False,
                "provenance": _provenance_url(entry, absolute),
            }
            for entry in sorted(entries, key=lambda entry: entry.path.name)
        ],
    }


def _pages(entries: Sequence[Entry], folder: Path, scratch: Path, packages: str) -> None:
    """Write dumb-pypi's pages, without those of its own web interface."""
    lines = [
        {
            "filename": entry.path.name,
            "hash": f"sha256={entry.sha256}",
            "requires_python": entry.requires_python,
            "core_metadata": f"sha256={entry.metadata_sha256}",
            "yanked_reason": entry.yanked or None,
        }
        for entry in entries
    ]
    listing, pages = scratch / "packages.json", scratch / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    listing.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    command = [
        *(sys.executable, "-m", "dumb_pypi.main", "--package-list-json", str(listing)),
        *("--packages-url", packages, "--output-dir", str(pages)),
        *("--no-generate-timestamp", "--no-per-release-json", "--title", "jaxlib family"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ListingError("pages by dumb-pypi", (done.stdout + done.stderr).strip(), str(listing))
    (pages / "simple").rename(folder / "simple")


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=1) + "\n"


class _Handler(SimpleHTTPRequestHandler):
    """Serves the folder; clients that accept JSON get the pages as JSON."""

    def do_GET(self) -> None:
        if self.path.endswith("/") and JSON_TYPE in self.headers.get("Accept", ""):
            page = Path(self.translate_path(self.path)) / "index.json"
            if page.is_file():
                content = page.read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", JSON_TYPE)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                return
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Silent: installers report what they fetch."""


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve an index on this machine only; yields the address for installers."""
    handler = partial(_Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/simple/"
        finally:
            server.shutdown()
            thread.join()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
