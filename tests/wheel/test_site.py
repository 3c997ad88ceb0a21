"""``nox -s site``: the whole site, built strictly, and what must be in it."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools import ROOT
from tools.artifacts.manifest import default_release
from tools.docs.site import links, staging
from tools.environments import browser

RELEASE = default_release()
PACKAGES = ("jaxlib_core", "jaxlib_pjrt", "jaxlib_lock")
BROWSER = browser.found()
#: How wide the page is, and how light its background.
MEASURE = """
const page = frame.contentDocument, colour = frame.contentWindow.getComputedStyle(page.body).backgroundColor;
document.querySelector("pre").textContent =
  `${page.documentElement.scrollWidth} ${colour.match(/\\d+/)[0]}`;
"""


@pytest.fixture(scope="module")
def site(temporary: Callable[[str], Path]) -> Iterator[Path]:
    folder = temporary("site")
    command = [sys.executable, "-m", "tools", "site", "--release", RELEASE, "--out", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_every_link_and_anchor_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert links.problems(site) == []


def test_every_page_of_docs_is_a_page_and_in_the_navigation_of_the_first(site: Path) -> None:
    front = (site / RELEASE / "index.html").read_text("utf-8")
    for page in sorted((ROOT / "docs").rglob("*.md")):
        name = f"{staging.docname(page.relative_to(ROOT).as_posix())}.html"
        assert (site / RELEASE / name).is_file(), name
        assert f'href="{name}"' in front or name.startswith(("docs/errors/JLP", "docs/decisions/")), name


def test_it_names_the_release_and_can_be_searched(site: Path) -> None:
    assert f"<title>jaxlib family {RELEASE}</title>" in (site / RELEASE / "index.html").read_text("utf-8")
    assert f'href="{RELEASE}/index.html"' in (site / "index.html").read_text("utf-8")
    words = (site / RELEASE / "searchindex.js").read_text("utf-8")
    # Words as they are indexed: in lower case, and names of the API as they are.
    assert [word for word in ("jlp003", "load_exported", "drift") if word not in words] == []


def public_names(package: str) -> Iterator[tuple[str, str]]:
    """Every public name of a package and the name by which the package itself exports it, or the same."""
    folder = ROOT / "packages" / package.replace("_", "-") / "src" / package
    exported = {name: f"{package}.{name}" for name in _all(folder / "__init__.py") or ()}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__")
        if any(part.startswith("_") for part in module.split(".")):
            continue
        body = ast.parse(path.read_text("utf-8")).body
        defined = {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
        names = _all(path)
        for name in defined & names if names is not None else defined:
            if not name.startswith("_"):
                yield f"{module}.{name}", exported.get(name, f"{module}.{name}")
    yield from ((name, name) for short, name in exported.items() if not short.startswith("__"))


def _all(path: Path) -> set[str] | None:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return None


@pytest.mark.skipif(BROWSER is None, reason=browser.MISSING)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["index", "docs/sizes", "generated/api/jaxlib_pjrt", "generated/commands"])
def test_a_page_fits_a_phone_and_follows_the_readers_colours(
    site: Path, tmp_path: Path, name: str, dark: bool
) -> None:
    page = site / RELEASE / f"{name}.html"
    outer = tmp_path / "outer.html"
    outer.write_text(
        f'<iframe id="frame" width="390" height="900" style="border:0" src="{page.as_uri()}"></iframe><pre></pre>'
        f"<script>const frame = document.getElementById('frame'); frame.onload = () => {{ {MEASURE} }}</script>"
    )
    command = [
        *(str(BROWSER), "--headless", "--no-sandbox", "--allow-file-access-from-files", "--hide-scrollbars"),
        *(
            f"--user-data-dir={tmp_path / 'profile'}",
            f"--blink-settings=preferredColorScheme={int(not dark)}",
        ),
        *("--window-size=1600,1000", "--virtual-time-budget=5000", "--dump-dom", outer.as_uri()),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    said = re.search(r"<pre>(\d+) (\d+)</pre>", done.stdout)
    assert said, done.stdout[-500:] + done.stderr[-2000:]
    width, lightness = map(int, said.groups())
    assert width <= 390
    assert (lightness < 128) is dark


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_its_entry(site: Path, package: str) -> None:
    pages = "".join(
        path.read_text("utf-8") for path in (site / RELEASE / "generated/api").glob(f"{package}*.html")
    )
    entries = set(re.findall(r'id="(?:module-)?([\w.]+)"', pages))
    names = dict(public_names(package))
    assert len(names) > 20
    assert {name for name, alias in names.items() if not {name, alias} & entries} == set()


def test_every_command_and_schema_is_there(site: Path) -> None:
    commands = (site / RELEASE / "generated/commands.html").read_text("utf-8")
    for verb in ("jaxlib-doctor", "jaxlib-run", "jaxlib-conformance", "jaxlib-lock-upgrade"):
        assert f'id="{verb}"' in commands
    schemas = (site / RELEASE / "generated/schemas.html").read_text("utf-8")
    found = [path.name for path in (ROOT / "packages").rglob("*.schema.json") if "build" not in path.parts]
    assert len(found) > 10
    assert [name for name in found if name not in schemas] == []
