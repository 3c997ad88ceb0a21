"""A person's decision in a draft is kept by another run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tools.artifacts.manifest import Manifest, load, load_file, releases
from tools.follow import bindings, release
from tools.follow.release import Release
from tools.follow.report import Finding
from tools.follow.steps import Steps

LINE = releases()[-1]
TO_DECIDE = Finding("decide", "environments.tested", "as in the line")


@pytest.fixture
def followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """A release whose manifest is a copy of the line's, without the measured facts."""

    def derive(name: str, line: Manifest, *_: object) -> tuple[Manifest, None, list[Finding]]:
        bare = [
            replace(artifact, library=artifact.library and replace(artifact.library, pjrt_api=None))
            for artifact in line.artifacts
        ]
        return replace(line, release=name, artifacts=tuple(bare)), None, [TO_DECIDE]

    monkeypatch.setattr(release, "derive", derive)
    monkeypatch.setattr(release, "MANIFESTS", tmp_path)
    return Release("9.0.0", LINE, Steps(tmp_path / "steps"))


def test_floors_that_a_person_wrote_are_kept(followed: Release) -> None:
    followed.steps.take("manifest", None, followed._manifest)
    assert followed.steps.findings == [TO_DECIDE]
    before = load_file(followed.manifest)
    assert before.environments is not None
    assert before.environments.tested == load(LINE).environments.tested  # type: ignore[union-attr]
    text = followed.manifest.read_text()
    followed.manifest.write_text(text.replace(before.environments.tested[0], "numpy>=99"))
    again = Release("9.0.0", LINE, Steps(followed.steps.folder))
    again.steps.take("manifest", None, again._manifest)
    assert again.steps.findings == []
    after = load_file(followed.manifest)
    assert after.environments is not None
    assert after.environments.tested[0] == "numpy>=99"
    assert after.artifacts == before.artifacts


def test_what_was_measured_is_put_into_the_draft(followed: Release) -> None:
    followed.steps.take("manifest", None, followed._manifest)
    facts = {"libtpu": {"pjrt_api": "0.200", "ffi_api": None, "size": 5, "sha256": "a" * 64}}
    followed.steps.take("libraries", None, lambda: (facts, []))
    followed.steps.take("accepted", None, lambda: ("0.31", []))
    followed._write_manifest()
    draft = load_file(followed.manifest)
    found = draft.artifact("libtpu").library
    assert found is not None
    assert (found.pjrt_api, found.size, found.sha256) == ("0.200", 5, "a" * 64)
    assert draft.pjrt_api_minimum == "0.31"


@pytest.mark.parametrize(
    ("written", "kept"), [("ifrt_version = 70", 70), ("ifrt_version = 76", None), ("", None)]
)
def test_a_number_that_a_person_lowered(tmp_path: Path, written: str, kept: int | None) -> None:
    draft = tmp_path / "9.0.0.toml"
    assert bindings.lowered(draft, 76) is None
    draft.write_text(written)
    assert bindings.lowered(draft, 76) == kept
