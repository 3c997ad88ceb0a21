"""``verify`` names each package that drifted, and why; it reports nothing while the lock has the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.jaxlib_lock.conftest import Command
from tests.unit.jaxlib_lock.registry import Registry, wheel


def drifted(command: Command, *arguments: str | Path) -> dict[str, tuple[str, str]]:
    """What drifted: each package with the kind and the reason."""
    data = command.json("verify", *arguments)
    assert data["same"] == (not data["changes"])
    return {change["package"]: (change["kind"], change["reason"]) for change in data["changes"]}


def test_new_releases_do_not_matter(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    registry.add("left", "2.0", "numpy")
    registry.add("numpy", "9.0")
    assert command("verify", folder) == 0
    assert "the same again" in command.out


def test_what_make_would_take_today(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    assert drifted(command, folder, "--newest") == {}
    registry.add("left", "2.0", "numpy")
    found = drifted(command, folder, "--newest")
    assert found["left"][0] == "new release"
    assert found["numpy"][0] == "new release"


def test_a_yanked_version(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    registry.add("left", "1.1", "numpy<2.1")
    registry.yank("left-1.0-py3-none-any.whl", "wrong by a factor of two")
    assert drifted(command, folder) == {"left": ("yanked", "wrong by a factor of two")}
    assert command("verify", folder) == 1
    assert "left 1.0 -> 1.1: yanked: wrong by a factor of two" in command.out


def test_a_withdrawn_version(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    registry.add("left", "1.1", "numpy<2.1")
    registry.remove("left-1.0-py3-none-any.whl")
    assert drifted(command, folder)["left"][0] == "withdrawn"


def test_a_withdrawn_version_with_nothing_in_its_place(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    registry.remove("left-1.0-py3-none-any.whl")
    assert drifted(command, folder) == {"left": ("withdrawn", "the registry no longer has left 1.0")}


def test_a_changed_hash(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    registry.add("left", "1.0", "numpy<2.1", salt="other bytes under the same name")
    kind, reason = drifted(command, folder)["left"]
    assert kind == "changed hash"
    assert "left-1.0-py3-none-any.whl" in reason


def test_a_kept_wheel_that_changed(command: Command) -> None:
    folder = command.make("left")
    kept = folder / "wheels" / "jaxlib_cpu-0.1-py3-none-any.whl"
    kept.unlink()
    wheel(kept.parent, "jaxlib-cpu", "0.1", ["jax==0.1"], salt="other")
    assert drifted(command, folder)["jaxlib-cpu"][0] == "changed hash"


def test_kept_wheels_may_lie_elsewhere(command: Command) -> None:
    folder = command.make("left")
    (folder / "wheels").rename(command.folder / "moved")
    command.wheels = command.folder / "nothing"
    command.wheels.mkdir()
    assert command("verify", folder) == 2
    assert "jaxlib_cpu-0.1-py3-none-any.whl is missing" in command.err
    assert command("verify", folder, "--find-links", command.folder / "moved") == 0


def test_a_changed_constraint(command: Command) -> None:
    folder = command.make("left")
    path = folder / "pyproject.toml"
    path.write_text(path.read_text().replace("numpy>=2.0", "numpy>=1.5"))
    found = drifted(command, folder)
    assert found["numpy"] == (
        "changed constraint",
        "pyproject.toml says numpy>=1.5, the lock was made with numpy>=2.0",
    )


def test_an_edited_lock(command: Command) -> None:
    folder = command.make("left")
    path = folder / "requirements.lock.txt"
    path.write_text(path.read_text().replace("numpy==2.0", "numpy==1.5"))
    assert drifted(command, folder)["requirements.lock.txt"][0] == "changed file"


@pytest.mark.parametrize("more", [(), ("--hashes",)])
def test_another_file_of_a_locked_version_is_no_drift(
    command: Command, registry: Registry, more: tuple[str, ...]
) -> None:
    folder = command.make("left", more=more)
    source = registry.folder / "files" / "left-1.0-py3-none-any.whl"
    later = source.with_name("left-1.0-py39-none-any.whl")
    later.write_bytes(source.read_bytes() + b"\n")
    registry.uploaded[later.name] = "2026-07-01T00:00:00Z"
    registry.add("left", "1.0", "numpy<2.1")
    data = command.json("verify", folder)
    assert data["same"], data["changes"]
    assert data["notes"] == ["left 1.0 has more files than when it was locked: left-1.0-py39-none-any.whl"]


def test_offline_from_a_warm_cache(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = command.make("left")
    assert command("verify", folder, "--offline") == 0


def test_explain_says_who_needs_and_who_bounds(command: Command) -> None:
    folder = command.make("left")
    data = command.json("explain", folder, "numpy")
    bounds = {(bound["by"], bound["requirement"]) for bound in data["bounds"]}
    assert bounds == {
        ("jax 0.1", "numpy>=1"),
        ("jaxlib 0.1", "numpy>=1"),
        ("left 1.0", "numpy<2.1"),
        ("the seed", "numpy>=2"),
    }
    assert data["held_by"] == ["left 1.0"]
    assert data["versions"] == ["2.0"]
    assert data["newest"] == "2.1"


def test_explain_what_is_left_out_and_what_is_not_there(command: Command) -> None:
    folder = command.make("model")
    assert (
        "an environment for cpu must not hold it"
        in command.json("explain", folder, "libtpu")["error"]["summary"]
    )
    assert "such as numpy" in command.json("explain", folder, "nunpy")["error"]["details"][0]["text"]


def test_diff_and_upgrade(command: Command, registry: Registry) -> None:
    folder = command.make("left")
    registry.add("left", "1.1", "numpy<2.1", "extra-one")
    registry.add("extra-one", "1.0")
    assert command("upgrade", folder, "--release", "0.2", "--dry-run") == 0
    assert command("verify", folder) == 0
    data = command.json("upgrade", folder, "--release", "0.2")
    assert data["settings"] == {"release": {"was": "0.1", "now": "0.2"}}
    moved = {
        package["package"]: (package["was"], package["now"], package["kind"]) for package in data["packages"]
    }
    assert moved == {
        "jax": ("0.1", "0.2", "up"),
        "jaxlib": ("0.1", "0.2", "up"),
        "jaxlib-cpu": ("0.1", "0.2", "up"),
        "left": ("1.0", "1.1", "up"),
        "extra-one": ("", "1.0", "added"),
    }
    assert [path.name for path in (folder / "wheels").iterdir()] == ["jaxlib_cpu-0.2-py3-none-any.whl"]
    assert command("verify", folder) == 0
    command.make("left", out="back")
    # By default, to the newest that serves the lock's Python.
    data = command.json("upgrade", command.folder / "back", "--dry-run")
    assert data["settings"] == {"release": {"was": "0.1", "now": "0.2"}}
    assert command("diff", folder, command.folder / "back") == 1
    assert "release: 0.2 -> 0.1" in command.out
    assert command("diff", folder, folder) == 0


def test_an_upgrade_that_was_killed_is_finished_by_the_next_command(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = command.make("left")
    (folder / "README").write_text("ours")
    moves = 0
    replace = Path.replace

    def dies(self: Path, target: Path) -> Path:
        nonlocal moves
        moves += 1
        if moves == 3:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", dies)
    assert command("upgrade", folder, "--release", "0.2") == 130
    monkeypatch.setattr(Path, "replace", replace)
    assert command("verify", folder) == 0
    assert "jax==0.2" in (folder / "requirements.lock.txt").read_text()
    assert (folder / "README").read_text() == "ours"
    assert not list(folder.glob(".*"))
