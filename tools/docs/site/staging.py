"""Stages the site's pages: the repository's Markdown at its own paths, so that relative links hold unchanged."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import ROOT

NAVIGATION = Path(__file__).with_name("navigation.toml")
FRONT = "README.md"
#: Pages that this tool generates.
GENERATED = "generated/"
#: The largest file that a page may link to; such files are copied into the site.
LARGEST = 20_000_000

_FENCE = re.compile(r"^( *)(```+|~~~+)")
_LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^()\s#]+)(#[^()\s]*)?\)")


class SiteError(Exception):
    """The site cannot be built; each line names a page and its fault."""


@dataclass(frozen=True)
class Section:
    """A part of the navigation: its title and its pages, by their paths from the repository's root."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Navigation:
    """Every page of the site but the front page.

    Attributes:
        sections: The parts, in their order.
        under: Pages below another one.
        folders: For a folder that pages link to, the page that describes its content.
    """

    sections: tuple[Section, ...]
    under: Mapping[str, tuple[str, ...]]
    folders: Mapping[str, str]

    def pages(self) -> set[str]:
        """The paths of all pages."""
        listed = {page for section in self.sections for page in section.pages}
        return {FRONT, *listed, *(page for pages in self.under.values() for page in pages)}


def navigation(root: Path = ROOT) -> Navigation:
    """The content of ``navigation.toml``, with patterns replaced by the pages that match them.

    Raises:
        SiteError: A page is missing.
    """
    data = tomllib.loads(NAVIGATION.read_text("utf-8"))

    def expanded(patterns: list[str], apart: str = "") -> tuple[str, ...]:
        return tuple(page for pattern in patterns for page in _matches(root, pattern) if page != apart)

    return Navigation(
        tuple(Section(section["title"], expanded(section["pages"])) for section in data["section"]),
        {entry["page"]: expanded(entry["pages"], entry["page"]) for entry in data["under"]},
        data["folders"],
    )


def _matches(root: Path, pattern: str) -> list[str]:
    if pattern.startswith(GENERATED):
        return [pattern]
    if found := sorted(path.relative_to(root).as_posix() for path in root.glob(pattern)):
        return found
    raise SiteError(f"{NAVIGATION.name}: wanted a page {pattern}, found none")


def docname(page: str) -> str:
    """Sphinx's name of a page."""
    return "index" if page == FRONT else page.removesuffix(".md")


def stage(folder: Path, pages: Navigation, generated: Mapping[str, str], root: Path = ROOT) -> None:
    """Write every page of the site, and the files that they link to, into ``folder``.

    Args:
        folder: The folder, which is replaced.
        pages: The navigation.
        generated: Texts of the generated pages, by their paths.
        root: The repository.

    Raises:
        SiteError: There are broken links; the text has all of them.
    """
    shutil.rmtree(folder, ignore_errors=True)
    wanted = pages.pages()
    problems = [
        f"{page}: no page of the navigation is it or leads to it"
        for page in generated
        if page not in wanted and not page.startswith(f"{GENERATED}api/")
    ]
    wanted |= set(generated)
    for page in sorted(wanted):
        text = generated[page] if page.startswith(GENERATED) else (root / page).read_text("utf-8")
        if page.endswith("/CHANGELOG.md"):
            # Lists of pages and search results show only the title.
            text = re.sub(r"\A# Changelog\n", f"# Changelog of {Path(page).parent.name}\n", text)
        text, broken = _relink(text, page, pages, wanted, folder, root)
        problems += [f"{page}: no page or file {target}" for target in broken]
        path = folder / f"{docname(page)}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "".join(_trees(page, pages)), "utf-8")
    if problems:
        raise SiteError("\n".join(problems))


def _trees(page: str, pages: Navigation) -> Iterator[str]:
    """The toctrees of the pages after or below ``page``."""
    if page == FRONT:
        for section in pages.sections:
            yield tree([f"/{docname(target)}" for target in section.pages], caption=section.title)
    if beneath := pages.under.get(page):
        yield tree([f"/{docname(target)}" for target in beneath], hidden=True)


def tree(names: list[str], *, caption: str = "", hidden: bool = False) -> str:
    """A toctree directive."""
    options = [
        ":maxdepth: 1",
        *([f":caption: {caption}"] if caption else []),
        *([":hidden:"] if hidden else []),
    ]
    return "\n".join(["", "```{toctree}", *options, "", *names, "```", ""])


def _relink(
    text: str, page: str, pages: Navigation, wanted: set[str], folder: Path, root: Path
) -> tuple[str, list[str]]:
    """A page's text with the site's links, and the targets that do not exist."""
    broken: list[str] = []
    here = Path(page).parent

    def target(match: re.Match[str]) -> str:
        head, link, anchor = match.group(1), match.group(2), match.group(3) or ""
        if re.match(r"[a-z]+:", link):
            return match.group()
        path = os.path.normpath(here / link)
        path = pages.folders.get(path, path)
        if path not in wanted:
            if not (root / path).is_file() or (root / path).stat().st_size > LARGEST:
                broken.append(link)
                return match.group()
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, folder / path)
        name = f"{docname(path)}.md" if path in wanted else path
        return f"{head}{os.path.relpath(name, here)}{anchor})"

    return "".join(_LINK.sub(target, part) if prose else part for part, prose in parts(text)), broken


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """A Markdown text in pieces, each with whether it is prose rather than a code block."""
    fence, prose = "", ""
    for line in text.splitlines(keepends=True):
        match = _FENCE.match(line)
        if fence or match or line.startswith("    "):
            yield prose, True
            prose = ""
            yield line, False
            if match and not fence:
                fence = match.group(2)
            elif fence and line.strip() == fence:
                fence = ""
        else:
            prose += line
    yield prose, True
