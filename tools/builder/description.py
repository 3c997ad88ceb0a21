"""A distribution's page on a registry: README, changelog and the project's URLs.

README and changelog are written for the checkout, in which relative links work. A registry's page has no other
files, so a link is replaced by its text, which names the file, and pictures are left out.
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
    """The files of a distribution's folder, as the build of its wheel of ``release`` gets them.

    The README is prepared for the registry's page, with the changelog at its end, and ``pyproject.toml`` has the
    project's URLs.

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
    """The project URLs of a distribution's metadata; none while publish.toml has no address.

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
    """``page`` without the links and pictures that need the repository; both are Markdown."""
    return _LINK.sub(r"\1", _PICTURE.sub("", page))


def _as_a_section(changelog: str) -> str:
    """The changelog with each heading one level deeper."""
    return re.sub(r"^(#+ )", r"#\1", changelog, flags=re.MULTILINE)
