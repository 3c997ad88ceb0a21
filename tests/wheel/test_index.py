"""The static index: what installers read, and that pip and uv install from it over HTTP."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypi_simple import PyPISimple

from tests.wheel.conftest import Built
from tools.artifacts.manifest import default_release
from tools.environments.venv import Environment
from tools.publish import index

YANKED = "acme-1.1-py3-none-any.whl"


def tiny(folder: Path, version: str, name: str = "acme") -> Path:
    """A wheel with one module that knows its version."""
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"version = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nRequires-Python: >=3.9\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    digests = {
        path: base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        for path, text in files.items()
    }
    lines = [f"{path},sha256={digests[path]},{len(text)}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "".join(f"{line}\n" for line in [*lines, f"{info}/RECORD,,"])
    target = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return target


@pytest.fixture(scope="module")
def folder(built: Built, temporary: Callable[[str], Path]) -> Path:
    """An index of jaxlib-core and of three versions of a tiny wheel, the second of which was taken back."""
    folder = temporary("index")
    wheels = [tiny(folder, version) for version in ("1.0", "1.1", "1.2rc1")]
    wheels.append(Path(shutil.copy(built("core", default_release()), folder)))
    configuration = index.configuration() | {"yanked": {YANKED: "computes <wrong> sums"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "configuration", lambda: configuration)
        index.write([index.entry(wheel) for wheel in wheels], folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    with index.serving(folder) as url:
        yield url


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str | None]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            said = dict(attrs)
            self.found[str(said["href"]).partition("#")[0].rpartition("/")[2]] = said


def test_the_html_says_hash_python_metadata_and_yank(folder: Path) -> None:
    links = Links((folder / "simple/acme/index.html").read_text()).found
    assert sorted(links) == sorted(path.name for path in (folder / "packages").glob("acme-*.whl"))
    for name, said in links.items():
        wheel = folder / "packages" / name
        assert said["href"] == f"../../packages/{name}#sha256={digest(wheel)}"
        assert said["data-requires-python"] == ">=3.9"
        assert said["data-core-metadata"] == f"sha256={digest(Path(f'{wheel}.metadata'))}"
    assert {name: said.get("data-yanked") for name, said in links.items() if "data-yanked" in said} == {
        YANKED: "computes <wrong> sums"
    }


def test_html_and_json_say_the_same(folder: Path, url: str) -> None:
    """Read by a library for it, which takes the form that it is given."""
    for project in ("acme", "jaxlib-core"):
        pages = []
        for accept in ("text/html", index.JSON_TYPE):
            with PyPISimple(url) as client:
                page = client.get_project_page(project, headers={"Accept": accept})
                pages.append(
                    {
                        (
                            p.filename,
                            p.url,
                            p.digests["sha256"],
                            str(p.requires_python),
                            p.is_yanked,
                            p.yanked_reason,
                        )
                        for p in page.packages
                    }
                )
        assert pages[0] == pages[1] != set()
    with PyPISimple(url) as client:
        assert sorted(client.get_index_page().projects) == ["acme", "jaxlib-core"]
        (package,) = client.get_project_page("jaxlib-core", headers={"Accept": index.JSON_TYPE}).packages
        assert package.size == (folder / "packages" / package.filename).stat().st_size
        assert client.get_package_metadata(package).startswith("Metadata-Version: ")


def test_who_asks_for_json_gets_it_by_its_type(url: str) -> None:
    request = urllib.request.Request(f"{url}acme/", headers={"Accept": f"{index.JSON_TYPE}, text/html;q=0.1"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Type"] == index.JSON_TYPE
        assert json.load(answer)["meta"] == {"api-version": index.API_VERSION}


@pytest.mark.parametrize("installer", ["pip", "uv"])
def test_an_installer_takes_the_newest_that_was_not_taken_back(
    url: str, tmp_path: Path, installer: str
) -> None:
    environment = Environment.create(tmp_path / "env", seed=installer == "pip")
    options = (
        ("--no-cache-dir", "--index-url", url)
        if installer == "pip"
        else ("--no-cache", "--default-index", url)
    )
    environment.install(*options, "acme", "--no-deps", "jaxlib-core", installer=installer)
    script = "import acme, importlib.metadata as m; print(acme.version, m.version('jaxlib-core'))"
    # No bytecode is kept: Python tells a module's age in whole seconds, and both are of one size.
    done = environment.run("-B", "-c", script)
    assert done.stdout.split() == ["1.0", default_release()], done.stderr
    # One that was taken back is there for those who name it.
    environment.install(*options, "acme==1.1", installer=installer)
    assert environment.run("-B", "-c", "import acme; print(acme.version)").stdout.strip() == "1.1"


@pytest.mark.parametrize("installer", ["pip", "uv"])
def test_a_file_that_was_changed_is_refused(folder: Path, tmp_path: Path, installer: str) -> None:
    spoilt = tmp_path / "spoilt"
    shutil.copytree(folder, spoilt)
    tiny(spoilt / "packages", "1.0").write_bytes((spoilt / "packages" / YANKED).read_bytes())
    environment = Environment.create(tmp_path / "env", seed=installer == "pip")
    options = ("--no-cache-dir", "--index-url") if installer == "pip" else ("--no-cache", "--default-index")
    with index.serving(spoilt) as url, pytest.raises(subprocess.CalledProcessError) as refused:
        environment.install(*options, url, "acme==1.0", installer=installer)
    assert "hash" in refused.value.stdout.lower()


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The addresses of the family's index, and of another that somebody has put a higher version of acme on."""
    (tmp_path / "theirs").mkdir()
    theirs = [tiny(tmp_path / "theirs", "9.0"), tiny(tmp_path / "theirs", "1.0", "jax")]
    index.write([index.entry(wheel) for wheel in theirs], tmp_path / "attacker")
    with index.serving(tmp_path / "family") as url, index.serving(tmp_path / "attacker") as attacker:
        index.write(
            [index.entry(tiny(tmp_path, "1.0"))], tmp_path / "family", url=url.removesuffix("simple/")
        )
        yield url, attacker


def test_a_higher_version_on_another_index_is_what_pip_takes_unless_it_is_told(
    attacked: tuple[str, str], tmp_path: Path
) -> None:
    """The install page's command for pip; without its constraints, the attack works."""
    url, attacker = attacked
    environment = Environment.create(tmp_path / "env", seed=True)
    options = ("--no-cache-dir", "--isolated", "--index-url", attacker)
    environment.install(*options, "--extra-index-url", url, "acme", installer="pip")
    assert version_of(environment) == "9.0"
    constraints = f"{url.removesuffix('simple/')}constraints/1.0.txt"
    environment.install(
        *options, "--constraint", constraints, "--force-reinstall", "jax", "acme", installer="pip"
    )
    assert version_of(environment) == "1.0"


def test_a_higher_version_on_another_index_is_nothing_to_uv(
    attacked: tuple[str, str], tmp_path: Path
) -> None:
    """The install page's command for uv."""
    url, attacker = attacked
    environment = Environment.create(tmp_path / "env")
    options = ("--no-cache", "--no-config", "--default-index", attacker)
    environment.install(*options, "--index", url, "jax", "acme")
    assert version_of(environment) == "1.0"
    environment.install(*options, "--upgrade", "acme")
    assert version_of(environment) == "9.0", "the attacker's index was not asked at all"


def test_files_may_be_elsewhere_than_the_pages(tmp_path: Path) -> None:
    index.write([index.entry(tiny(tmp_path, "1.0"))], tmp_path / "site", packages="https://files/v1")
    links = Links((tmp_path / "site/simple/acme/index.html").read_text()).found
    assert str(links["acme-1.0-py3-none-any.whl"]["href"]).startswith(
        "https://files/v1/acme-1.0-py3-none-any.whl#"
    )
    (file,) = json.loads((tmp_path / "site/simple/acme/index.json").read_text())["files"]
    assert file["url"] == "https://files/v1/acme-1.0-py3-none-any.whl"
    assert "@ https://files/v1/acme-1.0" in (tmp_path / "site/constraints/1.0.txt").read_text()


def version_of(environment: Environment) -> str:
    return environment.run("-B", "-c", "import acme; print(acme.version)").stdout.strip()


@pytest.mark.parametrize("installer", ["pip", "uv"])
def test_a_variant_has_an_index_that_has_everything_else_too(tmp_path: Path, installer: str) -> None:
    (tmp_path / "variants").mkdir()
    wheels = [tiny(tmp_path, "1.0"), tiny(tmp_path, "1.0", "other")]
    variant = tiny(tmp_path / "variants", "1.0+sm90")
    index.write(
        [index.entry(wheel) for wheel in wheels], tmp_path / "site", [index.entry(variant)], "http://host/"
    )
    place = tmp_path / "site" / "variants" / "sm90"
    assert "packages/acme-1.0%2Bsm90-py3-none-any.whl" in (place / "constraints/1.0.txt").read_text()
    environment = Environment.create(tmp_path / "env", seed=installer == "pip")
    options = ("--no-cache-dir", "--index-url") if installer == "pip" else ("--no-cache", "--default-index")
    with index.serving(tmp_path / "site") as url:
        for address, version in ((url, "1.0"), (url.replace("simple", "variants/sm90/simple"), "1.0+sm90")):
            environment.install(*options, address, "--upgrade", "acme==1.0", "other", installer=installer)
            assert version_of(environment) == version


def test_a_new_index_takes_the_place_of_the_old_and_a_broken_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    index.write([index.entry(tiny(tmp_path, "1.0"))], site)
    index.write([index.entry(tiny(tmp_path, "1.1"))], site)
    before = sorted(path.name for path in (site / "packages").iterdir())
    assert before == [YANKED, f"{YANKED}.metadata"]

    def fails(*_: object) -> None:
        raise index.ListingError("pages", "none", "here")

    monkeypatch.setattr(index, "_pages", fails)
    with pytest.raises(index.ListingError):
        index.write([index.entry(tiny(tmp_path, "1.2"))], site)
    assert sorted(path.name for path in (site / "packages").iterdir()) == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def broken_zip(folder: Path) -> Path:
    path = folder / "acme-1.0-py3-none-any.whl"
    path.write_bytes(b"PK cut short")
    return path


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (broken_zip, "not a zip file"),
        (lambda folder: tiny(folder, "1.0").rename(folder / "acme.whl"), "Invalid wheel filename"),
        (lambda folder: tiny(folder, "1.0").rename(folder / "acme-2.0-py3-none-any.whl"), "METADATA"),
    ],
    ids=["cut short", "no wheel's name", "another version's"],
)
def test_what_is_no_wheel_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], Path], said: str
) -> None:
    path = make(tmp_path)
    assert index.main([str(path), "--out", str(tmp_path / "site")]) == 1
    printed = capsys.readouterr().err
    assert said in printed
    assert str(path) in printed
    assert not (tmp_path / "site").exists()


def test_what_is_yanked_must_not_be_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "configuration", lambda: {"yanked": {YANKED: "wrong"}})
    with pytest.raises(index.ListingError, match="yanked and not deleted"):
        index.write([index.entry(tiny(tmp_path, "1.0"))], tmp_path / "site")
