from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

from tools.publish import index, install_page
from tools.publish.index import Entry


class Text(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_has_a_command_for_each_backend_and_installer() -> None:
    page = install_page.page(
        "1.0",
        ["jaxlib-cpu", "jaxlib-cuda12"],
        {"sm90": ["jaxlib-cuda12"]},
        [["GPU", "wheel"], ["<H100>", "+sm90"]],
        "https://host/family/",
    )
    parsed = Text(page)
    assert parsed.open == []
    for line in (
        "uv pip install --index https://host/family/simple/ jax==1.0 jaxlib-cpu",
        "pip install --constraint https://host/family/constraints/1.0.txt jax jaxlib-cuda12",
        'jaxlib-cuda12 = { index = "jaxlib-family" }',
        "https://host/family/variants/sm90/",
        "<H100>",
    ):
        assert line in parsed.text


def test_without_an_address_the_page_has_a_place_for_it() -> None:
    assert f"{install_page.ANYWHERE}/simple/" in install_page.page("1.0", ["jaxlib-cpu"], {}, [])


@pytest.mark.parametrize(
    ("filename", "marker"),
    [
        ("jaxlib_core-1.0-py3-none-any.whl", ""),
        ("jaxlib_cpu-1.0-cp311-abi3-manylinux_2_27_aarch64.whl", "platform_machine == 'aarch64'"),
        (
            "jaxlib-1.0+bindings-cp312-cp312-manylinux_2_27_x86_64.whl",
            "python_version == '3.12' and platform_machine == 'x86_64'",
        ),
    ],
)
def test_constraints_name_each_wheel_for_the_environments_that_it_is_for(filename: str, marker: str) -> None:
    assert index.marker(Path(filename)) == marker
    name = filename.partition("-")[0].replace("_", "-")
    text = install_page.constraints("1.0", [(name, filename, "0" * 64, marker)], "https://host/packages")
    jax, constraint = map(Requirement, text.splitlines())
    assert str(jax) == "jax==1.0"
    assert constraint.name == name
    assert constraint.url == f"https://host/packages/{filename.replace('+', '%2B')}#sha256={'0' * 64}"
    assert str(constraint.marker or "") == (str(Marker(marker)) if marker else "")


def test_the_index_of_a_variant_lacks_the_whole_wheel_alone() -> None:
    def entry(project: str, version: str) -> Entry:
        return Entry(Path(f"{project}-{version}.whl"), project, version, "", 0, None, b"", "")

    whole, core = entry("jaxlib-cuda12", "1.0"), entry("jaxlib-core", "1.0")
    sm80, sm90 = entry("jaxlib-cuda12", "1.0+sm80"), entry("jaxlib-cuda12", "1.0+sm90")
    assert index.by_label([whole, core], [sm80, sm90]) == {"sm80": [sm80, core], "sm90": [sm90, core]}
