"""Properties of reading over random manifests and random mistakes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.tools.artifacts.manifest_values import assign, values, written
from tools.artifacts.manifest import (
    ManifestError,
    load_file,
)

targets = st.lists(
    st.tuples(
        st.sampled_from(["x86_64", "aarch64"]),
        st.sampled_from([None, "cp311", "cp312", "cp313", "cp313t", "cp314t"]),
    ),
    unique=True,
    max_size=8,
)


@st.composite
def manifests(draw: st.DrawFn) -> dict[str, Any]:
    content = values()
    version = draw(
        st.lists(st.integers(0, 99), min_size=2, max_size=4).map(lambda parts: ".".join(map(str, parts)))
    )
    content["artifact"] = [
        {
            "name": name,
            "version": version,
            "license": "Apache-2.0",
            "use": draw(st.sampled_from(["repack", "depend"])),
            "file": [
                {
                    "filename": "-".join(
                        [
                            name.replace("-", "_"),
                            version,
                            python.removesuffix("t") if python else "py3",
                            python or "none",
                            f"manylinux_2_27_{architecture}.whl",
                        ]
                    ),
                    "architecture": architecture,
                    **({"python": python} if python else {}),
                    "size": draw(st.integers(0, 2**40)),
                    "sha256": draw(st.text("0123456789abcdef", min_size=64, max_size=64)),
                }
                for architecture, python in draw(targets)
            ],
        }
        for name in draw(
            st.lists(
                st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}", fullmatch=True),
                unique=True,
                max_size=3,
            )
        )
    ]
    return content


@settings(deadline=None)
@given(content=manifests())
def test_everything_written_is_read(
    content: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    manifest = load_file(written(tmp_path_factory.mktemp("manifest"), content))
    assert len(manifest.artifacts) == len(content["artifact"])
    for artifact, table in zip(manifest.artifacts, content["artifact"], strict=True):
        assert (artifact.name, artifact.version, artifact.use) == (
            table["name"],
            table["version"],
            table["use"],
        )
        read = [
            {
                key: value
                for key in ("filename", "architecture", "python", "size", "sha256")
                if (value := getattr(file, key)) is not None
            }
            for file in artifact.files
        ]
        assert read == table["file"]


def places(content: Any, prefix: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(content, dict):
        return [place for key, value in content.items() for place in places(value, (*prefix, key))]
    if isinstance(content, list):
        return [place for index, value in enumerate(content) for place in places(value, (*prefix, index))]
    return [prefix]


@settings(deadline=None)
@given(
    place=st.sampled_from(places(values())),
    value=st.one_of(
        st.text("abc.-_0129 /", max_size=8),
        st.integers(-5, 5),
        st.booleans(),
        st.floats(allow_nan=False),
        st.lists(st.integers(), max_size=2),
        st.dictionaries(st.sampled_from("ab"), st.integers(), max_size=2),
    ),
)
def test_a_wrong_value_is_a_manifest_error_and_nothing_else(
    place: tuple[str | int, ...], value: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = values()
    assign(*place, value=value)(content)
    path = written(tmp_path_factory.mktemp("manifest"), content)
    original: Any = values()
    for key in place:
        original = original[key]
    try:
        manifest = load_file(path)
    except ManifestError as error:
        named = str(error)
    else:
        # What is accepted is of the type that was there.
        assert type(value) is type(original)
        named = f"{manifest.path}: "
    assert named.startswith(f"{path}: ")
