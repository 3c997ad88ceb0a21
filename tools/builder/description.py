"""What a distribution says of itself on a registry's page: its README and its changelog, without the repository.

Both are written for the checkout, where a link to another of its files works. On a registry's page there is nothing
around them: links stay as their texts, which name the file, and pictures are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tools.builder.source_tree import Copied, tree

README, CHANGELOG = "README.md", "CHANGELOG.md"
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https:)[^)]*\)")


def described(folder: Path) -> dict[str, bytes | Copied]:
    """The files of a distribution's folder, its README as a registry shows it, with the changelog at its end."""
    files: Mapping[str, bytes | Copied] = tree(folder)
    texts = [files[name] for name in (README, CHANGELOG) if name in files]
    contents = [text.decode("utf-8") for text in texts if isinstance(text, bytes)]
    page = "\n".join([contents[0], *map(_as_a_section, contents[1:])])
    return {name: content for name, content in files.items() if name != CHANGELOG} | {
        README: alone(page).encode()
    }


def alone(page: str) -> str:
    """``page`` in Markdown without links and pictures that need the repository."""
    return _LINK.sub(r"\1", _PICTURE.sub("", page))


def _as_a_section(changelog: str) -> str:
    """A changelog whose headings are one level deeper."""
    return re.sub(r"^(#+ )", r"#\1", changelog, flags=re.MULTILINE)
