from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Mapping
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from tests.wheel.conftest import Built, names, read
from tools import ROOT
from tools.artifacts.manifest import load
from tools.builder import build, recipes, source_tree
from tools.builder.description import described, project_urls
from tools.builder.graft import graft

SOURCES = ROOT / "packages/jaxlib-core/src"


def test_it_holds_exactly_these_files(built: Built, release: str) -> None:
    info = f"jaxlib_core-{release}.dist-info"
    wanted = [
        *(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py")),
        "jaxlib_core/py.typed",
        *(f"jaxlib_core/pages/{path.name}" for path in (ROOT / "docs/errors").glob("JLP*.md")),
        *(f"jaxlib_core/doctor/schemas/{name}.schema.json" for name in ("doctor", "list", "plugin")),
        *(f"jaxlib_core/jax/targets/{platform}.toml" for platform in ("cuda", "tpu")),
        *(f"{info}/licenses/{name}" for name in ("LICENSE", "NOTICE")),
        f"{info}/sboms/jaxlib-core.cdx.json",
        *(f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")),
    ]
    assert names(built("core", release)) == sorted(wanted)


def test_its_files_are_those_of_the_checkout(built: Built, release: str) -> None:
    wheel = built("core", release)
    source = ROOT / "packages/jaxlib-core/src"
    for name in names(wheel):
        if name.startswith("jaxlib_core/pages/"):
            assert read(wheel, name) == (ROOT / "docs/errors" / Path(name).name).read_bytes()
        elif name.startswith(("jaxlib_core/", "_jaxlib_command.py")):
            assert read(wheel, name) == (source / name).read_bytes()


def test_its_metadata(built: Built, release: str) -> None:
    metadata = message_from_bytes(read(built("core", release), f"jaxlib_core-{release}.dist-info/METADATA"))
    fields = [(key, value) for key, value in metadata.items() if key not in {"Summary", "Classifier"}]
    assert fields == [
        ("Metadata-Version", "2.4"),
        ("Name", "jaxlib-core"),
        ("Version", release),
        ("Author", "The jaxlib family authors"),
        ("License-Expression", "Apache-2.0"),
        *(
            ("Project-URL", f"{label}, {url}")
            for label, url in project_urls(ROOT / "packages/jaxlib-core", release).items()
        ),
        ("Keywords", "jax,jaxlib,pjrt,xla,plugin"),
        ("Requires-Python", ">=3.11"),
        ("Description-Content-Type", "text/markdown"),
        ("License-File", "LICENSE"),
        ("License-File", "NOTICE"),
        ("Requires-Dist", "packaging>=22"),
        ("Dynamic", "license-file"),
    ]
    assert (
        str(metadata.get_payload()).encode() == described(ROOT / "packages/jaxlib-core", release)["README.md"]
    )


def test_its_entry_points(built: Built, release: str) -> None:
    text = read(built("core", release), f"jaxlib_core-{release}.dist-info/entry_points.txt").decode()
    assert text.splitlines() == [
        "[console_scripts]",
        "jaxlib = _jaxlib_command:main",
        "",
        "[jax_plugins]",
        "jaxlib-core = jaxlib_core",
    ]


def test_its_tag(built: Built, release: str) -> None:
    wheel = built("core", release)
    assert wheel.name == f"jaxlib_core-{release}-py3-none-any.whl"
    lines = read(wheel, f"jaxlib_core-{release}.dist-info/WHEEL").decode().splitlines()
    assert "Root-Is-Purelib: true" in lines
    assert [line for line in lines if line.startswith("Tag:")] == ["Tag: py3-none-any"]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stages and stamps of builds that are to leave the checkout's own alone; gives a folder for wheels."""
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    return tmp_path / "dist"


def changed(staged: source_tree.Stage, files: Mapping[str, bytes]) -> source_tree.Stage:
    return dataclasses.replace(staged, files={**staged.files, **files})


def test_an_unchanged_stage_is_not_built_again_and_a_changed_one_is(elsewhere: Path) -> None:
    staged = recipes.pure.core(load())
    wheel = build.build(staged, elsewhere)
    before = wheel.stat()
    assert build.build(staged, elsewhere) == wheel
    assert wheel.stat().st_mtime_ns == before.st_mtime_ns
    assert wheel.stat().st_ino == before.st_ino

    assert build.build(changed(staged, {"README.md": b"# Another text\n"}), elsewhere) == wheel
    assert wheel.stat().st_mtime_ns != before.st_mtime_ns
    metadata = read(wheel, f"{'-'.join(wheel.name.split('-')[:2])}.dist-info/METADATA")
    assert metadata.endswith(b"# Another text\n")


def test_a_wheel_that_was_touched_or_lost_is_built_again_to_the_same_bytes(elsewhere: Path) -> None:
    staged = recipes.pure.core(load())
    wheel = build.build(staged, elsewhere)
    content = wheel.read_bytes()
    wheel.write_bytes(b"something else")
    assert build.build(staged, elsewhere).read_bytes() == content
    wheel.unlink()
    assert build.build(staged, elsewhere).read_bytes() == content


def test_a_wheel_that_was_damaged_with_its_size_and_time_unchanged_is_built_again(elsewhere: Path) -> None:
    staged = recipes.pure.core(load())
    wheel = build.build(staged, elsewhere)
    content, before = wheel.read_bytes(), wheel.stat()
    damaged = bytearray(content)
    damaged[len(content) // 2] ^= 1
    wheel.write_bytes(damaged)
    os.utime(wheel, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert build.build(staged, elsewhere).read_bytes() == content


def test_a_wheel_that_can_not_be_read_back_does_not_reach_its_folder(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staged = recipes.pure.core(load())

    def damaging(made: Path, packed: Any, target: Path, metadata: Any) -> None:
        graft(made, packed, target, metadata)
        content = bytearray(target.read_bytes())
        content[200] ^= 0x55
        target.write_bytes(content)

    monkeypatch.setattr(build, "graft", damaging)
    with pytest.raises(build.BuildError, match="can't be read back as it was written"):
        build.build(staged, elsewhere)
    assert list(elsewhere.iterdir()) == []


def test_a_build_that_fails_leaves_the_old_wheel_and_says_why(elsewhere: Path) -> None:
    staged = recipes.pure.core(load())
    wheel = build.build(staged, elsewhere)
    content = wheel.read_bytes()
    with pytest.raises(build.BuildError, match="Invalid version"):
        build.build(changed(staged, {"VERSION": b"no version at all\n"}), elsewhere)
    assert wheel.read_bytes() == content
    assert [path.name for path in elsewhere.iterdir()] == [wheel.name]


def test_of_two_builds_at_once_one_builds_and_both_succeed(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tools.builder import build; build.BUILD = Path(sys.argv[1]); "
        "print(build.wheel('core', out=Path(sys.argv[2])))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "build"), str(tmp_path / "dist")]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=300) for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    (wheel,) = (tmp_path / "dist").iterdir()
    assert [out.strip() for out, _ in said] == [str(wheel)] * 2
    assert sorted("is up to date" in err for _, err in said) == [False, True]
