"""``python -m tools site``: build the documentation site, strictly, into ``build/site/RELEASE``."""

from __future__ import annotations

import argparse
import html
import shutil
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from packaging.version import Version
from rich.console import Console
from sphinx.application import Sphinx

from tools import BUILD
from tools.artifacts.manifest import DEFAULT, ManifestError, default_release, releases
from tools.builder import build
from tools.docs.site import links, staging

SITE = BUILD / "site"
console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


def main(argv: Sequence[str]) -> int:
    """Build the site; 1 if a link is broken, a public name has no docstring, or a page has an error."""
    parser = argparse.ArgumentParser(prog="python -m tools site", description=__doc__)
    parser.add_argument("--release", choices=releases(), help=f"whose site it is ({DEFAULT})")
    parser.add_argument(
        "--out", type=Path, default=SITE, help="the folder of all releases' sites (build/site)"
    )
    arguments = parser.parse_args(argv)
    release = arguments.release or default_release()
    try:
        made = _build(release, arguments.out)
    except (staging.SiteError, ManifestError, *build.FAILURES) as error:
        console.print(f"error: {error}")
        return 1
    console.print(
        f"{made}: {len(list(made.rglob('*.html')))} pages; {write_front(arguments.out)} lists the releases"
    )
    return 0


def _build(release: str, out: Path) -> Path:
    """Build the release's site; its folder is replaced once the new site is complete."""
    work = BUILD / "site-work" / release
    wheel = build.wheel("pjrt", release)
    shutil.rmtree(work / "pjrt", ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(work / "pjrt")
    sys.path.insert(0, str(work / "pjrt"))
    # Both need the compiled module of jaxlib-pjrt, for its docstrings and for the commands of the package.
    from jaxlib_pjrt import _native

    from tools.docs.site import api, reference

    try:
        generated = {**reference.pages(), **api.pages(_native)}
    except api.Undocumented as error:
        raise staging.SiteError(str(error)) from None
    staging.stage(work / "source", staging.navigation(), generated)
    _sphinx(release, work)
    if found := links.problems(work / "html"):
        raise staging.SiteError("\n".join(found))
    made = out / release
    shutil.rmtree(made, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(work / "html", made, ignore=shutil.ignore_patterns(".buildinfo", ".doctrees"))
    return made


def _sphinx(release: str, work: Path) -> None:
    """Have Sphinx write the pages; every warning is an error, and all are printed."""
    static = work / "static"
    static.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(Path(__file__).with_name("site.css"), static / "site.css")
    shutil.rmtree(work / "html", ignore_errors=True)
    application = Sphinx(
        str(work / "source"),
        None,
        str(work / "html"),
        str(work / "doctrees"),
        "html",
        confoverrides=_settings(release, static),
        status=None,
        warning=sys.stderr,
        freshenv=True,
        warningiserror=True,
    )
    application.build(force_all=True)
    if application.statuscode:
        raise staging.SiteError(
            f"Sphinx has warnings, which are above; the staged pages are in {work / 'source'}"
        )


def _settings(release: str, static: Path) -> dict[str, object]:
    """Sphinx's settings, which it would read from a conf.py."""
    return {
        "project": "jaxlib family",
        "release": release,
        "version": release,
        "extensions": ["myst_parser"],
        "highlight_language": "none",
        "html_theme": "furo",
        "html_title": f"jaxlib family {release}",
        "html_static_path": [str(static)],
        "html_css_files": ["site.css"],
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_copyright": False,
        "html_theme_options": {"top_of_page_buttons": []},
        "myst_heading_anchors": 4,
        "myst_enable_extensions": [],
        "python_maximum_signature_line_length": 88,
        "python_use_unqualified_type_names": True,
        "toc_object_entries": False,
    }


def write_front(out: Path) -> Path:
    """Write the page that lists the releases whose sites are in ``out``, the newest first."""
    found = sorted((path.parent.name for path in out.glob("*/searchindex.js")), key=Version, reverse=True)
    rows = "\n".join(
        f'<li><a href="{html.escape(release)}/index.html">{html.escape(release)}</a></li>'
        for release in found
    )
    page = out / "index.html"
    page.write_text(_FRONT.format(rows=rows), "utf-8")
    return page


_FRONT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>jaxlib family: releases</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }}
</style>
<h1>The jaxlib wheel family</h1>
<p>The documentation of each release:</p>
<ul>
{rows}
</ul>
</html>
"""
