"""Upstream's locks: read from a clone of jax at the newest tag up to a release, and from the files here."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest
from jaxlib_lock.seeds import UpstreamLock

from tools.artifacts import upstream_locks
from tools.artifacts.manifest import load, releases

LOCK = """--index-url https://example.invalid/simple
absl-py==2.4.0 \\
    --hash=sha256:00
    # via jax
numpy==2.0.2 ; python_version <= "3.12" \\
    --hash=sha256:01
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with two tags, 0.1 and 0.3, and a candidate of 0.2."""
    (tmp_path / "build").mkdir()
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")

    def git(*arguments: str) -> None:
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    for tag, text in (("jax-v0.1", "old==1\n"), ("jax-v0.2rc1", "numpy>=2\n"), ("jax-v0.3", LOCK)):
        (tmp_path / "build/requirements_lock_3_12.txt").write_text(text, "utf-8")
        (tmp_path / "build/requirements_lock_3_14_ft.txt").write_text("free==1\n", "utf-8")
        git("add", ".")
        git("commit", "--quiet", "-m", tag)
        git("tag", tag)
    return tmp_path


def test_the_newest_tag_up_to_a_release(clone: Path) -> None:
    assert upstream_locks.of_checkout(clone, "0.2")["3.12"].pins == ("old==1",)
    (lock,) = upstream_locks.of_checkout(clone, "0.3.1").values()
    assert lock == UpstreamLock(
        "jax-v0.3:build/requirements_lock_3_12.txt",
        hashlib.sha256(LOCK.encode()).hexdigest(),
        ("absl-py==2.4.0", 'numpy==2.0.2; python_version <= "3.12"'),
    )


def test_what_is_written_is_what_is_loaded(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upstream_locks, "FOLDER", tmp_path)
    for release in ("0.1", "0.3"):
        path, locks = upstream_locks.write(clone, release)
        assert path.name == f"jax-v{release}.toml"
        assert upstream_locks.load(release) == locks
    assert upstream_locks.load("0.2")["3.12"].source.startswith("jax-v0.1:")
    assert upstream_locks.load("0.0.1") == {}


def test_errors_name_the_clone(clone: Path, tmp_path: Path) -> None:
    with pytest.raises(upstream_locks.UpstreamLockError, match="no tag of jax up to 0\\.0"):
        upstream_locks.of_checkout(clone, "0.0")
    with pytest.raises(upstream_locks.UpstreamLockError, match="git tag"):
        upstream_locks.of_checkout(tmp_path / "none", "0.3")
    (clone / "build/requirements_lock_3_12.txt").write_text("numpy>=2\n", "utf-8")
    for arguments in (("commit", "--quiet", "-am", "loose"), ("tag", "jax-v0.4")):
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
        subprocess.run(["git", *identity, *arguments], cwd=clone, check=True)
    with pytest.raises(upstream_locks.UpstreamLockError, match="not an exact version"):
        upstream_locks.of_checkout(clone, "0.4")


@pytest.mark.parametrize("release", releases())
def test_each_line_has_a_lock_for_its_pythons(release: str) -> None:
    locks = upstream_locks.load(release)
    assert {"3.12", "3.13", "3.14"} <= set(locks)
    assert all(load(release).serves(f"cp{python.replace('.', '')}") for python in locks)
