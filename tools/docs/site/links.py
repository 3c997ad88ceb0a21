"""Checks a built site: every link and anchor has its target, and nothing is loaded from other sites."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: The elements, with their attribute, whose targets a browser loads by itself.
_LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}


class _Page(HTMLParser):
    """The anchors and links of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"id", "name"} and value:
                self.anchors.add(value)
            if name in {"href", "src"} and value:
                self.links.append((f"{tag} {name}", value))


def problems(site: Path) -> list[str]:
    """The faults of a site's links, a line for each."""
    pages = {
        path.resolve(): _Page(path) for path in sorted(site.rglob("*.html")) if "_downloads" not in path.parts
    }
    found: list[str] = []
    for path, page in pages.items():
        for kind, link in page.links:
            if problem := _problem(path, kind, link, pages):
                found.append(f"{path.relative_to(site.resolve())}: {link}: {problem}")
    return found


def _problem(path: Path, kind: str, link: str, pages: dict[Path, _Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        loaded = tuple(kind.split()) in _LOADED and parts.scheme != "data"
        return "loaded from elsewhere" if loaded else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "no such file"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "no such anchor"
    return ""
