"""A lock of real requirements is the same months later; what was yanked since is named, and nothing else.

The registry of a day is the real one without the files that were uploaded later, and without its yanks.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.locks.test_maxtext import lock
from tools.artifacts.index_client import index_url
from tools.builder import build

RELEASE, PYTHON = "0.10.2", "3.12"
#: A week after the release.
THEN = "2026-06-25"
#: Each is one set of requirements.
PROJECTS = [
    *("flax", "optax", "equinox", "diffrax", "numpyro", "blackjax", "brax", "mujoco-mjx", "dm-haiku"),
    *("distrax", "rlax", "orbax-checkpoint", "penzai", "jaxopt", "optimistix", "evosax", "netket", "jraph"),
    *("ott-jax", "flowjax"),
]
_JSON = "application/vnd.pypi.simple.v1+json"


@dataclass
class Registry:
    """An index of the real registry's files.

    Attributes:
        source: The address of the real index.
        until: Files uploaded later are not there; None for all files, and the yanks of today.
        yanked: A name and version that is yanked besides, with the reason.
    """

    source: str
    until: str | None = THEN
    yanked: tuple[str, str, str] | None = None
    pages: dict[str, dict[str, Any]] = field(default_factory=dict)

    def page(self, name: str) -> dict[str, Any]:
        """The index's page of a project."""
        if name not in self.pages:
            request = urllib.request.Request(f"{self.source}/{name}/", headers={"Accept": _JSON})
            with urllib.request.urlopen(request, timeout=60) as answer:
                self.pages[name] = json.load(answer)
        page = self.pages[name]
        if self.until is not None:
            files = [{**file, "yanked": False} for file in page["files"] if file["upload-time"] < self.until]
            return {**page, "files": files}
        if self.yanked and self.yanked[0] == name:
            start = _starts(name, self.yanked[1])
            files = [
                {**file, "yanked": self.yanked[2]} if file["filename"].lower().startswith(start) else file
                for file in page["files"]
            ]
            return {**page, "files": files}
        return page

    def yanked_today(self, name: str, version: str) -> bool:
        """Whether the authors have yanked a version since."""
        start = _starts(name, version)
        files = [file for file in self.pages[name]["files"] if file["filename"].lower().startswith(start)]
        return bool(files) and all(file["yanked"] is not False for file in files)


def _starts(name: str, version: str) -> tuple[str, ...]:
    """How the names of a version's files begin."""
    spellings = (name, name.replace("-", "_"), name.replace("-", "."))
    return tuple(f"{word}-{version}{end}" for word in spellings for end in ("-", ".tar.gz"))


@pytest.fixture(scope="module")
def registry() -> Iterator[tuple[Registry, str]]:
    """A registry, and its address."""
    served = Registry(index_url().rstrip("/"))

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                body, status = json.dumps(served.page(self.path.strip("/").rpartition("/")[2])).encode(), 200
            except urllib.error.HTTPError as error:
                body, status = b"", error.code
            self.send_response(status)
            self.send_header("Content-Type", _JSON)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # uv no longer wants the page
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield served, f"http://127.0.0.1:{server.server_address[1]}/simple"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("project", PROJECTS)
def test_months_later_it_is_the_same_or_names_what_was_yanked(
    registry: tuple[Registry, str], tmp_path: Path, project: str
) -> None:
    served, address = registry
    here = {"UV_DEFAULT_INDEX": address}
    for name in ("core", "cpu"):
        build.wheel(name, RELEASE)
    (tmp_path / "requirements.txt").write_text(f"{project}\n", "utf-8")
    folder = tmp_path / "lock"
    served.until, served.yanked = THEN, None
    inputs = ("--requirements", tmp_path / "requirements.txt", "--hardware", "cpu", "--python", PYTHON)
    lock("make", *inputs, "--release", RELEASE, "--out", folder, variables=here)
    content = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    packages = {
        package["name"]: package["version"] for package in json.loads(content["lock.json"])["packages"]
    }
    served.until = None
    gone = {
        name
        for name, version in packages.items()
        if name in served.pages and served.yanked_today(name, version)
    }
    report = lock("verify", folder, status=int(bool(gone)), variables=here)
    assert {change["package"] for change in report["changes"] if change["kind"] == "yanked"} == gone
    assert {change["kind"] for change in report["changes"]} <= {"yanked", "follows"}
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == content
    # The registry did move: today's lock is another one.
    newest = lock("verify", folder, "--newest", status=1, variables=here)
    assert {change["kind"] for change in newest["changes"]} <= {"new release", "follows", "yanked"}
    # One more is yanked.
    name = next(name for name in ("numpy", "scipy", project) if name in packages)
    served.yanked = (name, packages[name], "wrong by a factor of two")
    report = lock("verify", folder, status=1, variables=here)
    named = {
        change["package"]: change["reason"] for change in report["changes"] if change["kind"] == "yanked"
    }
    assert set(named) == gone | {name}
    assert "wrong by a factor of two" in named[name]
    print(
        f"{len(packages)} packages, {len(newest['changes'])} newer today, yanked since: {sorted(gone) or 'none'}"
    )
