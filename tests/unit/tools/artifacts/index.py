"""A registry on 127.0.0.1 that misbehaves on request, and wheels for it."""

import base64
import hashlib
import html
import io
import random
import threading
import zipfile
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.artifacts.manifest import ArtifactFile, wheel_target

LIBRARY = "package/library.so"


@dataclass(frozen=True)
class Fault:
    """What goes wrong in the answer to one GET of a file."""

    status: int | None = None
    ends_after: int | None = None  # bytes of the answer's body
    ignores_range: bool = False
    body: bytes | None = None
    without_length: bool = False
    waits_for: threading.Event | None = None  # once `ends_after` bytes are out


SOUND = Fault()


@dataclass
class Index:
    """The served files, the requested faults, and the recorded requests."""

    files: dict[str, bytes] = field(default_factory=dict)
    hashes: dict[str, str | None] = field(default_factory=dict)  # declared in place of the true ones
    faults: defaultdict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    gets: list[tuple[str, str | None]] = field(default_factory=list)  # file, Range
    yanked: set[str] = field(default_factory=set)
    head_says_size: bool = True
    content_type: str = "text/html"  # of the index's pages
    started: threading.Event = field(default_factory=threading.Event)  # the first byte of a file is out
    host: str = ""

    @property
    def url(self) -> str:
        return f"http://{self.host}/simple"

    def add(self, filename: str, content: bytes | None = None) -> ArtifactFile:
        """Serves a wheel, and returns its entry for a manifest."""
        content = wheel(filename, {LIBRARY: b"\x7fELF"}) if content is None else content
        self.files[filename] = content
        return declared(filename, content)

    def of(self, project: str) -> Iterator[str]:
        return (name for name in self.files if canonicalize_name(name.split("-")[0]) == project)

    def page(self, project: str) -> str:
        links = []
        for name in self.of(project):
            sha256 = self.hashes.get(name, hashlib.sha256(self.files[name]).hexdigest())
            fragment = f"#sha256={sha256}" if sha256 else ""
            yanked = ' data-yanked=""' if name in self.yanked else ""
            links.append(
                f'<a href="/files/{html.escape(name)}{fragment}"{yanked}>{html.escape(name)}</a><br/>'
            )
        return "<!DOCTYPE html><html><body>" + "\n".join(links) + "</body></html>"


def wheel(filename: str, members: Mapping[str, bytes], record: Mapping[str, bytes] | None = None) -> bytes:
    """Returns a wheel; `record` holds what RECORD is computed from where that is not the members themselves."""
    name, version, _, _ = parse_wheel_filename(filename)
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    lines = []
    for member, content in {**members, **(record or {})}.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{member},sha256={digest},{len(content)}")
    lines.append(f"{info}/RECORD,,")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for member, content in {**members, f"{info}/RECORD": "\n".join(lines).encode()}.items():
            archive.writestr(zipfile.ZipInfo(member), content)
    return stream.getvalue()


def large_wheel(filename: str) -> bytes:
    """A wheel of 3 MB that doesn't compress: several of the cache's chunks."""
    return wheel(filename, {LIBRARY: random.Random(0).randbytes(3_000_000)})


def declared(filename: str, content: bytes) -> ArtifactFile:
    name, version, _, _ = parse_wheel_filename(filename)
    target = wheel_target(filename)
    assert target is not None
    return ArtifactFile(
        artifact_name=name,
        artifact_version=str(version),
        filename=filename,
        architecture=target[0],
        python=target[1],
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )


class _Handler(BaseHTTPRequestHandler):
    """Answers from the index of the server."""

    server: "_Server"

    def do_HEAD(self) -> None:
        index = self.server.index
        content = index.files[self.path.rpartition("/")[2]]
        self.send_response(200)
        if index.head_says_size:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()

    def do_GET(self) -> None:
        index = self.server.index
        kind, _, name = self.path.strip("/").partition("/")
        if kind == "simple" and any(index.of(name)):
            page = index.page(name).encode()
            self.send_response(200)
            self.send_header("Content-Type", index.content_type)
            self.end_headers()
            self.wfile.write(page)
        elif kind == "files":
            self._file(name)
        else:
            self.send_error(404)

    def _file(self, name: str) -> None:
        index = self.server.index
        wanted = self.headers.get("Range")
        index.gets.append((name, wanted))
        fault = index.faults[name].popleft() if index.faults[name] else SOUND
        if fault.status is not None:
            self.send_error(fault.status)
            return
        content = fault.body if fault.body is not None else index.files[name]
        body = content
        if wanted and not fault.ignores_range:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            body = content[start:]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        else:
            self.send_response(200)
        if not fault.without_length:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: fault.ends_after])
        index.started.set()
        if fault.waits_for is not None:
            fault.waits_for.wait(60)
            self.wfile.write(body[fault.ends_after :])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class named it
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, index: Index) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.index = index

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that is killed in the middle of an answer is what some tests are about."""


@contextmanager
def serving() -> Iterator[Index]:
    index = Index()

    server = _Server(index)
    index.host = f"127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield index
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
