from __future__ import annotations

import shutil
import tarfile
import tomllib
from pathlib import Path

import pytest

from tools.builder.definitions import every_free_threaded, every_python
from tools.environments import debian, interpreters
from tools.environments.debian import DebianError, Packages


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(interpreters, "FETCHED", tmp_path)


def test_none_is_fetched_where_all_are_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(interpreters, "every", lambda: {"3.12": Path("/a/python3.12"), "3.13": Path("/b")})
    monkeypatch.setattr(interpreters, "fetch", lambda versions: pytest.fail(str(versions)))
    assert interpreters.main(["3.12"]) == 0
    output = capsys.readouterr()
    assert "/a/python3.12" in output.out + output.err
    assert "/b" not in output.out + output.err


def test_those_that_jaxlib_is_built_for_are_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[str] = []
    monkeypatch.setattr(interpreters, "every", lambda: {"3.12": Path("/a/python3.12")})
    monkeypatch.setattr(interpreters, "fetch", fetched.extend)
    assert interpreters.main([]) == 0
    assert fetched == [version for version in [*every_python(), *every_free_threaded()] if version != "3.12"]
    assert {"3.14", "3.15", "3.13t", "3.14t"} <= set(fetched)


def test_without_apt_it_says_what_was_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(interpreters, "every", dict)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert interpreters.main([]) == 1
    output = capsys.readouterr()
    assert "apt-get" in output.out + output.err


@pytest.mark.parametrize("suite", [None, "sid"])
def test_apt_looks_at_the_suite_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, suite: str | None
) -> None:
    commands: list[tuple[str, ...]] = []

    def run(*command: str, folder: Path | None = None) -> str:
        commands.append(command)
        return "http://mirror.example/debian/\nhttp://other.example/\n" if "indextargets" in command else ""

    monkeypatch.setattr(debian, "run", run)
    monkeypatch.setattr(debian, "KEYS", tmp_path)
    monkeypatch.setattr(Path, "is_file", Path.exists)
    Packages(tmp_path, "amd64", suite).update()
    asked = f"-oDir::Etc::SourceList={tmp_path / 'sid.sources'}"
    assert [asked in command for command in commands] == ([False] if suite is None else [False, False, True])
    if suite:
        source = (tmp_path / "sid.sources").read_text("utf-8")
        assert "URIs: http://mirror.example/debian/\nSuites: sid\n" in source


def test_a_system_with_no_source_of_debians_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(debian, "run", lambda *_, folder=None: "")
    with pytest.raises(DebianError, match=r"(?s)wanted: a source of Debian's packages.*no such source"):
        Packages(tmp_path, "amd64", "sid").update()


def test_a_python_that_does_not_start_is_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def unpack(_: Packages, __: list[str], root: Path) -> None:
        libraries = root / "usr/lib/x86_64-linux-gnu"
        for folder in (libraries, root / "usr/bin", root / "usr/include/python3.14"):
            folder.mkdir(parents=True)
        (libraries / "ld-linux-x86-64.so.2").touch()
        own = root / "usr/include/x86_64-linux-gnu/python3.14/pyconfig.h"
        own.parent.mkdir(parents=True)
        own.touch()
        python = root / "usr/bin/python3.14"
        python.write_text("#!/bin/sh\necho no such library >&2; exit 127\n")
        python.chmod(0o755)
        (tmp_path / "packages-amd64").mkdir()

    monkeypatch.setattr(debian, "need", lambda _: None)
    monkeypatch.setattr(debian, "architecture", lambda: "amd64")
    monkeypatch.setattr(debian, "run", lambda *_: "")
    monkeypatch.setattr(Packages, "update", lambda _: None)
    monkeypatch.setattr(Packages, "required", lambda *names: list(names[1:]))
    monkeypatch.setattr(Packages, "unpack", unpack)
    with pytest.raises(DebianError, match=r"(?s)a Python 3\.14 that starts.*no such library"):
        interpreters.fetch(["3.14"])
    assert not (tmp_path / "3.14").exists()


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Only the third suite has the source, a `configure` that makes a Makefile; returns the suites asked."""
    asked: list[str] = []

    def source(packages: Packages, name: str) -> Path:
        asked.append(f"{packages.suite} {packages.kind} {name}")
        if len(asked) < 3:
            raise DebianError("its files", "404 Not Found", "apt-get source")
        folder = tmp_path / "Python-3.13.0"
        folder.mkdir()
        configure = folder / "configure"
        configure.write_text(CONFIGURE)
        configure.chmod(0o755)
        archive = tmp_path / "source-python3.13" / "python3.13_3.13.0.orig.tar.xz"
        archive.parent.mkdir()
        with tarfile.open(archive, "w:xz") as written:
            written.add(folder, folder.name)
        return archive

    monkeypatch.setattr(debian, "need", lambda _: None)
    monkeypatch.setattr(debian, "architecture", lambda: "amd64")
    monkeypatch.setattr(Packages, "update", lambda _: None)
    monkeypatch.setattr(Packages, "source", source)
    return asked


#: Makes a Makefile that installs a script in place of Python.
CONFIGURE = """#!/bin/sh
for option; do case "$option" in --prefix=*) prefix="${option#--prefix=}";; esac; done
cat > Makefile <<EOF
all:
install:
\tmkdir -p \\$(DESTDIR)$prefix/bin
\tprintf '#!/bin/sh\\necho CPython 3.13t\\n' > \\$(DESTDIR)$prefix/bin/python3.13t
\tchmod +x \\$(DESTDIR)$prefix/bin/python3.13t
EOF
"""


def test_a_free_threaded_one_is_compiled_from_the_first_source(sources: list[str], tmp_path: Path) -> None:
    interpreters.fetch(["3.13t"])
    assert sources == [f"{suite} deb-src python3.13" for suite in ("stable", "testing", "sid")]
    assert (tmp_path / "3.13t/usr/bin/python3.13t").is_file()
    assert not (tmp_path / "source-python3.13").exists()
    assert not list(tmp_path.glob("compile-*"))


def test_where_no_suite_has_the_source_each_answer_is_told(
    sources: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(interpreters, "SOURCES", ("stable", "testing"))
    pins = tmp_path / "interpreters.toml"
    pins.write_text("sources = []")
    monkeypatch.setattr(interpreters, "PINS", pins)
    with pytest.raises(DebianError, match=r"(?s)source of python3\.13 in one.*stable: .*404.*testing: .*404"):
        interpreters.fetch(["3.13t"])


def test_a_source_that_no_suite_has_is_one_of_the_pins(
    sources: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server may name a release that it does not have the files of, and keep those of an earlier one."""
    asked: list[tuple[str, str]] = []

    def file(packages: Packages, path: str, sha256: str, folder: Path) -> Path:
        asked.append((path, sha256))
        return packages.source(folder.name)  # the third answer of `sources`

    monkeypatch.setattr(interpreters, "SOURCES", ("stable", "testing"))
    monkeypatch.setattr(Packages, "file", file)
    interpreters.fetch(["3.13t"])
    ((path, sha256),) = asked
    assert path.startswith("pool/main/p/python3.13/")
    assert len(sha256) == 64
    assert (tmp_path / "3.13t/usr/bin/python3.13t").is_file()


def test_every_free_threaded_python_has_a_pinned_source() -> None:
    pinned = {source["python"] for source in tomllib.loads(interpreters.PINS.read_text("utf-8"))["sources"]}
    assert pinned == {name.removesuffix("t") for name in every_free_threaded()}


def test_packages_are_unpacked_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(debian, "need", lambda _: None)
    monkeypatch.setattr(debian, "architecture", lambda: "amd64")
    monkeypatch.setattr(interpreters, "_unpack", lambda versions, _: done.extend(versions))
    monkeypatch.setattr(interpreters, "compiled", lambda version, *_: done.append(version))
    interpreters.fetch(["3.13t", "3.14"])
    assert done == ["3.14", "3.13t"]
