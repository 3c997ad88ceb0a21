import hashlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
import requests

from tests.unit.tools.artifacts.index import LIBRARY, Fault, Index, declared, large_wheel, wheel
from tools import ROOT
from tools.artifacts import download
from tools.artifacts.cache import ArtifactError, Cache
from tools.artifacts.download import ATTEMPTS
from tools.artifacts.index_client import Registry, RegistryError, index_url
from tools.artifacts.manifest import ArtifactFile, releases

NAME = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl"
LARGE = large_wheel(NAME)


@pytest.fixture
def file(index: Index) -> ArtifactFile:
    return index.add(NAME, LARGE)


def leftovers(cache: Cache) -> set[str]:
    """Everything in the cache but folders and locks."""
    return {path.name for path in cache.root.rglob("*") if path.is_file() and path.name != "lock"}


def fetch_in_child(file: ArtifactFile) -> "subprocess.Popen[str]":
    imports = "from tools.artifacts.cache import Cache; from tools.artifacts.manifest import ArtifactFile"
    program = f"{imports}; print(Cache().fetch({file!r}))"
    return subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )


def test_a_wheel_is_downloaded_once_and_verified(cache: Cache, index: Index, file: ArtifactFile) -> None:
    path = cache.fetch(file)
    assert path == cache.root / "artifacts" / file.sha256[:2] / file.sha256 / NAME
    assert path.read_bytes() == LARGE
    assert Cache(session=requests.Session()).fetch(file) == path
    assert index.gets == [(NAME, None)]
    assert leftovers(cache) == {NAME, f"{NAME}.stamp"}


def test_a_log_has_a_line_for_each_quarter(
    cache: Cache, file: ArtifactFile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_hosts", set())
    cache.fetch(file)
    answer = capsys.readouterr()
    assert answer.out == ""
    lines = answer.err.splitlines()
    assert lines[0] == "fetching from 127.0.0.1"
    assert lines[1] == f"{NAME}: fetching 3.0 MB"
    assert set(lines[2:-1]) <= {f"{NAME}: {percent} %" for percent in (25, 50, 75)}
    assert re.fullmatch(re.escape(f"{NAME}: 3.0 MB in ") + r"\d+\.\d s, \d+\.\d MB/s", lines[-1])
    cache.fetch(file)
    assert capsys.readouterr().err == ""


def test_what_breaks_off_is_continued(
    cache: Cache, index: Index, file: ArtifactFile, capsys: pytest.CaptureFixture[str]
) -> None:
    index.faults[NAME].append(Fault(ends_after=2_500_000))
    assert cache.fetch(file).read_bytes() == LARGE
    (_, first), (_, second) = index.gets
    assert first is None
    assert second is not None
    assert int(second.removeprefix("bytes=").removesuffix("-")) >= 1_000_000
    assert "trying again in 0 s" in capsys.readouterr().err


def test_what_breaks_off_without_a_length_is_continued(
    cache: Cache, index: Index, file: ArtifactFile
) -> None:
    index.faults[NAME].append(Fault(ends_after=2_500_000, without_length=True))
    assert cache.fetch(file).read_bytes() == LARGE
    assert index.gets == [(NAME, None), (NAME, "bytes=2500000-")]


def test_a_server_may_send_the_whole_again(
    cache: Cache, index: Index, file: ArtifactFile, capsys: pytest.CaptureFixture[str]
) -> None:
    index.faults[NAME].extend([Fault(ends_after=2_500_000), Fault(ignores_range=True)])
    assert cache.fetch(file).read_bytes() == LARGE
    assert f"{NAME}: the server sends it from the start again" in capsys.readouterr().err


def test_a_server_may_refuse_to_continue(cache: Cache, index: Index, file: ArtifactFile) -> None:
    index.faults[NAME].extend([Fault(ends_after=2_500_000), Fault(status=416)])
    assert cache.fetch(file).read_bytes() == LARGE
    assert index.gets[2] == (NAME, None)


def test_it_gives_up_and_goes_on_next_time(cache: Cache, index: Index, file: ArtifactFile) -> None:
    index.faults[NAME].append(Fault(ends_after=2_500_000))
    index.faults[NAME].extend([Fault(status=503)] * (ATTEMPTS - 1))
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(file)
    text = str(caught.value)
    assert f"can't fetch {NAME}: 503" in text
    assert f"wanted: 3.0 MB from http://{index.host}/files/{NAME}" in text
    assert re.search(r"found:  2\.\d MB are kept in .*\.part", text)
    assert "Run the same command again: it continues from there." in text
    assert len(index.gets) == ATTEMPTS
    assert cache.fetch(file).read_bytes() == LARGE
    assert index.gets[-1][1] is not None


def test_a_part_of_something_else_is_started_anew(cache: Cache, index: Index, file: ArtifactFile) -> None:
    part = cache.path(file).with_name(f"{NAME}.part")
    part.parent.mkdir(parents=True)
    part.write_bytes(b"x" * 1000)
    assert cache.fetch(file).read_bytes() == LARGE
    assert index.gets == [(NAME, "bytes=1000-"), (NAME, None)]


@pytest.mark.parametrize("extra", [0, 1])
def test_a_part_may_be_as_long_as_the_whole_or_longer(
    cache: Cache, index: Index, file: ArtifactFile, extra: int
) -> None:
    part = cache.path(file).with_name(f"{NAME}.part")
    part.parent.mkdir(parents=True)
    part.write_bytes(LARGE + b"x" * extra)
    assert cache.fetch(file).read_bytes() == LARGE
    assert len(index.gets) == extra


def test_wrong_bytes_are_refused(cache: Cache, index: Index, file: ArtifactFile) -> None:
    wrong = LARGE[:-1] + b"?"
    index.faults[NAME].append(Fault(body=wrong))
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(file)
    assert str(caught.value) == (
        f"{NAME} is not what the release manifest declares\n"
        f"  wanted: sha256 {file.sha256}, {len(LARGE):,} bytes\n"
        f"  found:  sha256 {hashlib.sha256(wrong).hexdigest()}\n"
        f"  from:   http://{index.host}/files/{NAME}\n"
        "  Nothing of it was kept. If the manifest is out of date, look at what the registry has now: "
        + " or ".join(f"python -m tools refresh {release}" for release in releases())
    )
    assert leftovers(cache) == set()


@pytest.mark.parametrize(
    ("body", "without_length", "found"),
    [
        (LARGE[:-5], False, f"{len(LARGE) - 5:,} bytes"),
        (LARGE + b"?", False, f"{len(LARGE) + 1:,} bytes"),
        (LARGE + b"?", True, f"more than {len(LARGE):,} bytes"),
    ],
)
def test_a_wrong_size_is_refused(
    cache: Cache, index: Index, file: ArtifactFile, body: bytes, without_length: bool, found: str
) -> None:
    index.faults[NAME].append(Fault(body=body, without_length=without_length))
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(file)
    assert f"wanted: sha256 {file.sha256}, {len(LARGE):,} bytes\n  found:  {found}\n" in str(caught.value)
    assert leftovers(cache) == set()


def test_a_size_that_is_not_that_of_the_file_in_the_cache_is_refused(
    cache: Cache, file: ArtifactFile
) -> None:
    path = cache.fetch(file)
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(replace(file, size=file.size + 1))
    assert f"wanted: sha256 {file.sha256}, {len(LARGE) + 1:,} bytes\n" in str(caught.value)
    assert f"found:  {len(LARGE):,} bytes, with that hash\n  from:   {path}\n" in str(caught.value)
    assert cache.fetch(file) == path


def test_an_index_that_disagrees_is_believed_before_anything_is_downloaded(
    cache: Cache, index: Index, file: ArtifactFile
) -> None:
    index.hashes[NAME] = "0" * 64
    with pytest.raises(ArtifactError, match=f"found:  sha256 {'0' * 64} \\(by the index\\)"):
        cache.fetch(file)
    assert index.gets == []


def test_an_index_may_declare_no_hash(cache: Cache, index: Index, file: ArtifactFile) -> None:
    index.hashes[NAME] = None
    assert cache.fetch(file).read_bytes() == LARGE


def test_a_file_that_its_server_lacks(cache: Cache, index: Index, file: ArtifactFile) -> None:
    index.faults[NAME].append(Fault(status=404))
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(file)
    text = str(caught.value)
    assert "404" in text
    assert "found:  nothing was kept" in text
    assert "To use another index: export PIP_INDEX_URL=URL" in text
    assert len(index.gets) == 1


def test_a_file_that_the_index_lacks(cache: Cache, index: Index, file: ArtifactFile) -> None:
    other = declared("xla_cpu_pjrt-0.0.2-py3-none-manylinux_2_27_x86_64.whl", b"")
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(other)
    assert str(caught.value) == (
        f"{other.filename} is not in the cache ({cache.root}), and can't be fetched: "
        f"the index lists no {other.filename}\n"
        "  found:     1 other files of xla-cpu-pjrt\n"
        f"  looked in: {index.url} (PIP_INDEX_URL)"
    )


def test_a_project_that_the_index_lacks(cache: Cache, index: Index) -> None:
    other = declared("libtpu-0.0.42.1-cp312-cp312-manylinux_2_31_x86_64.whl", b"")
    with pytest.raises(ArtifactError, match=r"the index has no project libtpu\n  looked in: http://127"):
        cache.fetch(other)


def test_without_a_network(
    cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = cache.fetch(file)
    # Nothing listens on port 1; the user and the password belong in no message.
    monkeypatch.setenv("PIP_INDEX_URL", "http://user:secret@127.0.0.1:1/simple")
    assert Cache(session=requests.Session()).fetch(file) == path
    with pytest.raises(ArtifactError) as caught:
        Cache(tmp_path / "empty", session=requests.Session()).fetch(file)
    text = str(caught.value)
    assert (
        f"{NAME} is not in the cache ({tmp_path / 'empty'}), and can't be fetched: can't reach the index"
        in text
    )
    assert "looked in: http://127.0.0.1:1/simple (PIP_INDEX_URL)" in text
    assert "found:     ConnectionError" in text
    assert "Check the network, the proxy variables and REQUESTS_CA_BUNDLE" in text
    assert "secret" not in text


def test_a_damaged_file_is_fetched_again(
    cache: Cache, index: Index, file: ArtifactFile, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cache.fetch(file)
    path.write_bytes(LARGE[:-1])
    assert cache.fetch(file).read_bytes() == LARGE
    assert len(index.gets) == 2
    error = capsys.readouterr().err
    assert f"{NAME} was damaged in the cache: removed it, fetching it again" in error
    assert f"wanted: sha256 {file.sha256}" in error
    assert f"found:  sha256 {hashlib.sha256(LARGE[:-1]).hexdigest()} in {path}" in error


def test_a_file_that_was_only_touched_is_kept(cache: Cache, index: Index, file: ArtifactFile) -> None:
    path = cache.fetch(file)
    os.utime(path, ns=(1, 1))
    assert cache.fetch(file) == path
    path.with_name(f"{NAME}.stamp").unlink()
    assert cache.fetch(file) == path
    assert len(index.gets) == 1


def test_a_killed_download_is_continued(cache: Cache, index: Index, file: ArtifactFile) -> None:
    gate = threading.Event()
    index.faults[NAME].append(Fault(ends_after=2_500_000, waits_for=gate))
    part = cache.path(file).with_name(f"{NAME}.part")
    child = fetch_in_child(file)
    try:
        deadline = time.monotonic() + 300
        while not (part.exists() and part.stat().st_size >= 1_000_000):
            assert child.poll() is None, child.communicate()[1]
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        child.send_signal(signal.SIGKILL)
        child.communicate()
        gate.set()
    had = part.stat().st_size
    assert cache.fetch(file).read_bytes() == LARGE
    assert index.gets == [(NAME, None), (NAME, f"bytes={had}-")]


def test_two_processes_fetch_one_artifact_once(cache: Cache, index: Index, file: ArtifactFile) -> None:
    gate = threading.Event()
    index.faults[NAME].append(Fault(ends_after=1_500_000, waits_for=gate))
    first = fetch_in_child(file)
    assert index.started.wait(300)
    second = fetch_in_child(file)
    assert second.stderr is not None
    assert second.stderr.readline() == f"{NAME}: another process is working on it; waiting\n"
    gate.set()
    for child in (first, second):
        out, error = child.communicate(timeout=300)
        assert (child.returncode, out.strip()) == (0, str(cache.path(file))), error
    assert index.gets == [(NAME, None)]


def test_a_folder_that_can_not_be_written_to(index: Index, file: ArtifactFile, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArtifactError) as caught:
        Cache(tmp_path / "file", session=requests.Session()).fetch(file)
    text = str(caught.value)
    assert "can't write to the cache" in text
    assert f"looked in: {tmp_path / 'file'}" in text
    assert "or use another folder: export JAXLIB_CACHE=FOLDER" in text


def test_a_full_disk(cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(ArtifactError) as caught:
        cache.fetch(file)
    assert str(caught.value) == (
        f"can't store {NAME}: [Errno 28] No space left on device\n"
        f"  wanted: 3.0 MB in {cache.path(file).parent}\n"
        "  Make room or fix the permissions there, or use another folder: export JAXLIB_CACHE=FOLDER"
    )


def test_a_member_is_extracted_once(
    cache: Cache, file: ArtifactFile, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cache.member(file, LIBRARY)
    assert path == cache.path(file).parent / "members" / LIBRARY
    content = path.read_bytes()
    assert len(content) == 3_000_000
    before = path.stat()
    assert cache.member(file, LIBRARY) == path
    assert path.stat() == before
    capsys.readouterr()
    path.write_bytes(b"stripped in place")
    assert cache.member(file, LIBRARY).read_bytes() == content
    assert capsys.readouterr().err == f"{LIBRARY} of {NAME} was changed in the cache: extracting it again\n"


def damage(path: Path, at: int) -> None:
    """Change one byte, as a disk might: the size and the time stay."""
    before = path.stat()
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_member_that_is_damaged_with_its_size_and_time_unchanged_is_extracted_again(
    cache: Cache, file: ArtifactFile, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cache.member(file, LIBRARY)
    content = path.read_bytes()
    damage(path, 1000)
    capsys.readouterr()
    assert cache.member(file, LIBRARY).read_bytes() == content
    assert capsys.readouterr().err == f"{LIBRARY} of {NAME} was changed in the cache: extracting it again\n"


def test_a_derived_file_that_is_damaged_with_its_size_and_time_unchanged_is_made_again(
    cache: Cache, capsys: pytest.CaptureFixture[str]
) -> None:
    paths: list[Path] = []

    def make(path: Path) -> None:
        paths.append(path)
        path.write_bytes(b"made of artifacts")

    path = cache.derived("0123", "library.zip", make)
    assert cache.derived("0123", "library.zip", make) == path
    assert len(paths) == 1
    damage(path, 3)
    assert cache.derived("0123", "library.zip", make).read_bytes() == b"made of artifacts"
    assert len(paths) == 2
    assert capsys.readouterr().err == "library.zip was changed in the cache: making it again\n"


def test_a_wheel_that_is_damaged_with_its_size_and_time_unchanged_is_told_and_fetched_again(
    cache: Cache, file: ArtifactFile
) -> None:
    path = cache.fetch(file)
    content = path.read_bytes()
    damage(path, 1000)
    with pytest.raises(ArtifactError, match=r"(?s)is not a sound wheel: .*It was damaged in the cache"):
        cache.member(file, LIBRARY)
    assert not path.exists()
    assert len(cache.member(file, LIBRARY).read_bytes()) == 3_000_000
    assert path.read_bytes() == content


def test_a_disk_that_is_too_full_to_extract(
    cache: Cache, file: ArtifactFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    wheel_path = cache.fetch(file)
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(ArtifactError) as caught:
        cache.member(file, LIBRARY)
    assert str(caught.value) == (
        f"can't extract {LIBRARY} of {NAME}: [Errno 28] No space left on device\n"
        f"  wanted: 3.0 MB in {wheel_path.parent / 'members' / 'package'}\n"
        "  Make room or fix the permissions there, or use another folder: export JAXLIB_CACHE=FOLDER"
    )
    assert leftovers(cache) == {NAME, f"{NAME}.stamp"}


def test_what_record_says_of_a_member(cache: Cache, file: ArtifactFile) -> None:
    recorded = cache.recorded(file, LIBRARY)
    content = cache.member(file, LIBRARY).read_bytes()
    assert (recorded.sha256, recorded.size) == (hashlib.sha256(content).hexdigest(), len(content))


def test_a_member_that_is_not_there(cache: Cache, file: ArtifactFile) -> None:
    with pytest.raises(ArtifactError) as caught:
        cache.member(file, "package/other.so")
    text = str(caught.value)
    assert text.startswith(f"{NAME} has no member package/other.so with a sha256 in its RECORD\n")
    assert f"found:     {LIBRARY}, xla_cpu_pjrt-0.0.1.dist-info/RECORD\n" in text
    assert f"looked in: {cache.path(file)}" in text
    assert f"python -m zipfile -l {cache.path(file)}" in text


def test_a_member_that_record_disagrees_with(cache: Cache, index: Index) -> None:
    file = index.add(NAME, wheel(NAME, {LIBRARY: b"\x7fELF"}, record={LIBRARY: b"other"}))
    with pytest.raises(ArtifactError) as caught:
        cache.member(file, LIBRARY)
    text = str(caught.value)
    assert f"wanted:    sha256 {hashlib.sha256(b'other').hexdigest()}, 5 bytes" in text
    assert f"found:     sha256 {hashlib.sha256(bytes([0x7F]) + b'ELF').hexdigest()}, 4 bytes" in text
    assert leftovers(cache) == {NAME, f"{NAME}.stamp"}


def test_a_wheel_that_is_none(cache: Cache, index: Index) -> None:
    file = index.add(NAME, b"not a zip file")
    with pytest.raises(ArtifactError, match=f"{NAME} is not a sound wheel: File is not a zip file"):
        cache.member(file, LIBRARY)


def test_the_index_is_the_first_that_is_set(monkeypatch: pytest.MonkeyPatch, environment: None) -> None:
    monkeypatch.setenv("UV_INDEX_URL", "https://third.example/simple")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://second.example/simple")
    monkeypatch.setenv("PIP_INDEX_URL", "https://first.example/simple")
    assert index_url() == "https://first.example/simple"
    monkeypatch.setenv("PIP_INDEX_URL", "")
    assert index_url() == "https://second.example/simple"
    monkeypatch.delenv("UV_DEFAULT_INDEX")
    assert index_url() == "https://third.example/simple"
    monkeypatch.delenv("UV_INDEX_URL")
    assert index_url().startswith("https://")


def test_something_that_is_no_index(index: Index, file: ArtifactFile, environment: None) -> None:
    index.content_type = "image/png"
    with pytest.raises(RegistryError) as caught:
        Registry(index.url, requests.Session()).files("xla-cpu-pjrt")
    text = str(caught.value)
    assert text.startswith("what answers for xla-cpu-pjrt is not a simple index: ")
    assert "image/png" in text
    assert f"looked in: {index.url} (PIP_INDEX_URL)" in text
    with pytest.raises(RegistryError, match="can't reach the index for libtpu"):
        Registry(f"ftp://{index.host}/simple", requests.Session()).files("libtpu")
