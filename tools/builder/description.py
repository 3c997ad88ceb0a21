"""What a distribution says of itself on a registry's page: README, changelog, and the project's addresses.

README and changelog are written for the checkout, where a link to another of its files works. On a registry's page
there is nothing around them: links stay as their texts, which name the file, and pictures are left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import tomlkit

from tools import ROOT
from tools.artifacts.manifest import ManifestError
from tools.builder.source_tree import Copied, tree

README, CHANGELOG, PYPROJECT = "README.md", "CHANGELOG.md", "pyproject.toml"
#: Has the repository's address.
PUBLISH = ROOT / "tools/publish/publish.toml"
_ADDRESS = re.compile(r"https://github\.com/([\w-]+)/([\w.-]+)")
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https:)[^)]*\)")


def described(folder: Path, release: str) -> dict[str, bytes | Copied]:
    """The files of a distribution's folder as its wheel of ``release`` is built from them.

    The README is as a registry shows it, with the changelog at its end; a ``pyproject.toml`` has the project's
    addresses.

    Raises:
        ManifestError: As ``project_urls``.
    """
    files: Mapping[str, bytes | Copied] = tree(folder)
    texts = [files[name] for name in (README, CHANGELOG) if name in files]
    contents = [text.decode("utf-8") for text in texts if isinstance(text, bytes)]
    page = "\n".join([contents[0], *map(_as_a_section, contents[1:])])
    result = {name: content for name, content in files.items() if name != CHANGELOG}
    result[README] = alone(page).encode()
    pyproject, urls = files.get(PYPROJECT), project_urls(folder, release)
    if urls and isinstance(pyproject, bytes):
        document = tomlkit.parse(pyproject)
        document["project"]["urls"] = urls
        result[PYPROJECT] = tomlkit.dumps(document).encode()
    return result


def project_urls(folder: Path, release: str) -> dict[str, str]:
    """The addresses that the metadata of a distribution names; none while publish.toml has no address.

    Raises:
        ManifestError: The address is not that of a repository on GitHub.
    """
    address = tomllib.loads(PUBLISH.read_text("utf-8"))["address"]
    if not address:
        return {}
    repository = _ADDRESS.fullmatch(address)
    if not repository:
        raise ManifestError(f"{PUBLISH}: address: wanted https://github.com/OWNER/NAME, found {address!r}")
    changelog = (folder / CHANGELOG).relative_to(ROOT).as_posix()
    return {
        "Homepage": address,
        "Documentation": f"https://{repository[1].lower()}.github.io/{repository[2]}/{release}/",
        "Changelog": f"{address}/blob/v{release}/{changelog}",
        "Issues": f"{address}/issues",
    }


def alone(page: str) -> str:
    """``page`` in Markdown without links and pictures that need the repository."""
    return _LINK.sub(r"\1", _PICTURE.sub("", page))


def _as_a_section(changelog: str) -> str:
    """A changelog whose headings are one level deeper."""
    return re.sub(r"^(#+ )", r"#\1", changelog, flags=re.MULTILINE)
