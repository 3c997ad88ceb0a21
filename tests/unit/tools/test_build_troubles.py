"""The messages in docs/build-troubles.md are those of the code, because readers search for them."""

from __future__ import annotations

import re

from tools import ROOT


def test_its_messages_are_those_of_the_sources() -> None:
    page = (ROOT / "docs/build-troubles.md").read_text("utf-8")
    messages = [first for row in page.splitlines() for first in re.findall(r"^\| `([^`]+)` \|", row)]
    assert len(messages) > 5
    folders = ("tools", "packages/pjrt-cpp", "packages/jaxlib", "plugins/extension")
    sources = "\n".join(
        path.read_text("utf-8")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "build" not in path.relative_to(ROOT / folder).parts
    )
    for message in messages:
        for part in message.split("..."):
            assert part.strip(" :") in sources, f"no source has {part!r} of {message!r}"
