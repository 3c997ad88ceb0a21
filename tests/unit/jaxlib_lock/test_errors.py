"""Every error has a type and says what to do, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.jaxlib_lock.conftest import PYTHON, Command
from tests.unit.jaxlib_lock.registry import Registry


def failed(command: Command, *requirements: str, **options: object) -> str:
    """The message of a `make` that must fail and leave nothing."""
    before = {path.name for path in command.folder.iterdir()} | {"requirements.txt"}
    assert command.try_make(*requirements, **options) == 2  # type: ignore[arg-type]
    assert {path.name for path in command.folder.iterdir()} <= before
    return command.err


def test_the_chain_of_a_conflict(command: Command, registry: Registry) -> None:
    registry.add("old", "1.0", "middle")
    registry.add("middle", "1.0", "numpy<2")
    said = failed(command, "old")
    assert "No set of versions satisfies all" in said
    assert "middle" in said
    assert "numpy<2" in said
    assert "numpy>=2: the seed of release 0.1" in said


def test_a_requirement_against_the_seed(command: Command) -> None:
    said = failed(command, "jax==0.2")
    assert "jax==0.2: requirements.txt" in said
    assert "jax==0.1: the seed of release 0.1" in said


def test_a_yanked_pin(command: Command, registry: Registry) -> None:
    registry.yank("left-1.0-py3-none-any.whl", "it loses data")
    registry.add("left", "1.1", "numpy")
    said = failed(command, "left==1.0")
    assert "requirements.txt requires left==1.0, which its authors have yanked" in said
    assert "it loses data" in said


def test_a_registry_that_is_down(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://someone:secret@127.0.0.1:9/simple")
    said = failed(command, "left")
    assert "The package registry does not answer" in said
    assert "http://127.0.0.1:9/simple (UV_DEFAULT_INDEX)" in said
    assert "secret" not in said


def test_offline_with_a_cold_cache(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cold"))
    (tmp_path / "cold").mkdir()
    said = failed(command, "left", more=("--offline",))
    assert "--offline forbids downloading it" in said
    assert "run it once without --offline" in said


def test_a_missing_interpreter(command: Command) -> None:
    (command.folder / "requirements.txt").write_text("left\n")
    arguments = ("make", "-r", "requirements.txt", "--hardware", "cpu", "--python", "3.99")
    assert command(*arguments, "--out", "lock") == 2
    assert "This machine has no Python 3.99" in command.err
    assert "uv python install 3.99" in command.err


def test_a_free_threaded_python_has_no_lock(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("make", "-r", "requirements.txt", "--hardware", "cpu", "--python", "3.13t", "--out", "lock")
    with pytest.raises(SystemExit):
        command(*arguments)
    said = " ".join(capsys.readouterr().err.split())
    assert (
        "wanted a Python with the GIL, such as 3.12, found 3.13t: there are no locks for free-threaded ones"
        in said
    )


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--hardware", "cuda12", ["no set for hardware 'cuda12'", "cpu, tpu"]),
        ("--release", "0.9", ["Release '0.9' has no seed", "--release 0.2"]),
        ("--release", "0.3", [f"does not serve Python {PYTHON}", "choose a release that does"]),
    ],
)
def test_what_there_is_no_seed_for(command: Command, option: str, value: str, words: list[str]) -> None:
    said = failed(command, "left", more=(option, value))
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--index-url https://example.invalid", "the option '--index-url' has no place in a lock"),
        ("left=1.0", "not a requirement that a lock can hold"),
        ("left @ file:///somewhere/left.whl", "left comes from this machine only"),
        ("-r missing.txt", "missing.txt can't be read"),
        ("-r requirements.txt", "includes itself"),
    ],
)
def test_requirements_that_no_lock_can_hold(command: Command, line: str, words: str) -> None:
    assert words in failed(command, line)


@pytest.mark.parametrize("name", ["uv.lock", "pylock.toml", "anything"])
def test_a_folder_with_something_in_it_is_refused(command: Command, name: str) -> None:
    folder = command.folder / "lock"
    folder.mkdir()
    (folder / name).write_text("mine")
    said = failed(command, "left")
    assert name in said
    assert "--out" in said
    assert (folder / name).read_text() == "mine"


@pytest.mark.parametrize(
    "content", [None, "no json", "[]", '{"schema": "jaxlib.lock/9"}', '{"schema": "jaxlib.lock/1"}']
)
def test_a_folder_that_holds_no_lock(command: Command, content: str | None) -> None:
    folder = command.folder / "lock"
    folder.mkdir()
    if content is not None:
        (folder / "lock.json").write_text(content)
    assert command.json("verify", folder)["error"]["kind"] == "InvalidLock"
