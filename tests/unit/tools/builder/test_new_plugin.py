from __future__ import annotations

import io
import platform
import shutil
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from unittest import mock

import pytest

from plugins.extension import compile as zig
from tools.artifacts import manifest
from tools.builder import definitions, new_plugin

RELEASE = manifest.default_release()
EXPORT = '__attribute__((visibility("default")))'
#: As much of a PJRT library as says its version: 0.81.
SOUND = f"""
struct version {{ unsigned long size; void *extension; int major, minor; }};
struct api {{ unsigned long size; void *extension; struct version version; }};
static const struct api api = {{sizeof(struct api), 0, {{sizeof(struct version), 0, 0, 81}}}};
{EXPORT} const void *GetPjrtApi(void);
const void *GetPjrtApi(void) {{ return &api; }}
"""
CRASHES = f"{EXPORT} const void *GetPjrtApi(void);\nconst void *GetPjrtApi(void) {{ __builtin_trap(); }}"
NO_ENTRY = f"{EXPORT} int acme = 1;"

Library = Callable[..., Path]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("libraries")
    built: dict[tuple[object, ...], Path] = {}

    def _library(
        text: str = SOUND, architecture: str = platform.machine(), *link: str, beside: tuple[Path, ...] = ()
    ) -> Path:
        key = (text, architecture, link, beside)
        if key not in built:
            source = folder / f"{len(built)}.c"
            source.write_text(text)
            target = f"{architecture}-linux-gnu.{'2.27' if architecture == 'riscv64' else '2.17'}"
            with mock.patch.object(zig, "LINK", (*zig.LINK, *link)):
                zig.compile_shared([source, *beside], source.with_suffix(".so"), target=target)
            built[key] = source.with_suffix(".so")
        return built[key]

    return _library


@pytest.fixture(autouse=True)
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Plugins and manifests that may be written to."""
    shutil.copytree(manifest.MANIFESTS, tmp_path / "manifests")
    (tmp_path / "plugins" / "jaxlib-cpu").mkdir(parents=True)
    monkeypatch.setattr(manifest, "MANIFESTS", tmp_path / "manifests")
    monkeypatch.setattr(definitions, "PLUGINS", tmp_path / "plugins")
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody to ask
    return tmp_path


def state(folder: Path) -> Mapping[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_writes_a_plugin_that_can_be_staged_and_is_in_the_manifest(
    library: Library, checkout: Path
) -> None:
    path = library()
    before = manifest.load(RELEASE).path.read_text()
    done = new_plugin.main(
        ["acme", "--library", str(path), "--license", "Apache-2.0", "--device", "/dev/acme0"]
    )
    assert done == 0
    assert definitions.plugin_facts("acme") == {
        "name": "acme",
        "platform": "acme",
        "title": "Acme",
        "description": "JAX's backend for Acme as a PJRT plugin wheel: one for every Python.",
        "artifact": "acme-pjrt",
        "hardware": {"name": "Acme", "devices": ["/dev/acme0"]},
    }
    artifact = manifest.load(RELEASE).artifact("acme-pjrt")
    assert (artifact.path, artifact.version, artifact.library) == (
        path,
        "0",
        manifest.Library(path.name, "0.81", None),
    )
    assert manifest.load(RELEASE).path.read_text().startswith(before)
    assert sorted(state(checkout / "plugins")) == ["jaxlib-acme/README.md", "jaxlib-acme/plugin.toml"]


def test_what_is_missing_is_asked_and_only_that(library: Library) -> None:
    asked = []
    answers = {"licence, as": "LicenseRef-Acme", "licence's text": str(library()), "people": "Acme 2"}

    def ask(question: str, default: str) -> str:
        asked.append(question)
        return next((answer for part, answer in answers.items() if part in question), default)

    assert new_plugin.main(["acme", "--library", str(library()), "--platform", "acme"], ask) == 0
    assert [part for part in answers if not any(part in question for question in asked)] == []
    assert not any("called" in question or "version" in question or "path" in question for question in asked)
    assert definitions.plugin_facts("acme")["title"] == "Acme 2"
    assert (definitions.PLUGINS / "jaxlib-acme/LICENSE.acme").read_bytes() == library().read_bytes()
    assert manifest.load(RELEASE).artifact("acme-pjrt").license == "LicenseRef-Acme"


def test_libraries_that_it_is_linked_with_get_their_packages(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    stub = library(
        f"{EXPORT} int beside(void);\nint beside(void) {{ return 1; }}",
        platform.machine(),
        "-Wl,-soname,libacmert.so.1",
    )
    linked = library(
        SOUND
        + "extern int beside(void);\n"
        + f"{EXPORT} int extra(void);\nint extra(void) {{ return beside(); }}",
        beside=(stub,),
    )
    command = ["acme", "--library", str(linked), "--license", "Apache-2.0", "--pjrt-api", "0.81"]
    assert new_plugin.main(command) == 1
    assert "--needs libacmert.so.1=PACKAGE" in capsys.readouterr().err
    assert new_plugin.main([*command, "--needs", "libacmert.so.1=acme-runtime"]) == 0
    facts = definitions.plugin_facts("acme")
    assert facts["libraries"] == [{"soname": "libacmert.so.1", "package": "acme-runtime"}]
    assert facts["exports"] == ["extra"]


@pytest.mark.parametrize("name", ["Acme", "acme-2", "2acme", "a", "core", "cpu", "../acme", "jaxlib_acme"])
def test_a_name_that_cannot_be_is_refused(
    library: Library, checkout: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = state(checkout)
    assert new_plugin.main([name, "--library", str(library()), "--license", "Apache-2.0"]) == 1
    said = capsys.readouterr().err
    assert "wanted: a name" in said
    assert "found:  " in said
    assert state(checkout) == before


@pytest.mark.parametrize(
    ("text", "architecture", "options", "said"),
    [
        (NO_ENTRY, platform.machine(), [], "exports acme"),
        (SOUND, "riscv64", [], "is for EM_RISCV"),
        (CRASHES, platform.machine(), [], "--pjrt-api MAJOR.MINOR"),
        (SOUND, "aarch64" if platform.machine() == "x86_64" else "x86_64", [], "this machine is"),
        (
            SOUND,
            platform.machine(),
            ["--pjrt-api", "0.80"],
            "the version that the library itself reports, 0.81",
        ),
        (SOUND, platform.machine(), ["--license", "Acme's own"], "an SPDX licence expression"),
        (SOUND, platform.machine(), ["--license", "LicenseRef-Acme"], "--license-file FILE"),
        (SOUND, platform.machine(), ["--platform", "Acme 2"], "a platform of"),
        (SOUND, platform.machine(), ["--needs", "libz.so.1=zlib"], "none, it needs no other"),
    ],
    ids=[
        *("no entry", "another processor", "crashes when loaded", "cannot be loaded here", "another version"),
        *("no SPDX", "a licence without its text", "no platform's name", "a library that it does not need"),
    ],
)
def test_a_library_that_cannot_become_a_plugin_is_refused_and_nothing_is_written(
    library: Library,
    checkout: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    architecture: str,
    options: list[str],
    said: str,
) -> None:
    before = state(checkout)
    path = library(text, architecture)
    assert new_plugin.main(["acme", "--library", str(path), "--license", "Apache-2.0", *options]) == 1
    assert said in capsys.readouterr().err
    assert state(checkout) == before


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF", b"text"])
def test_a_path_that_is_no_library_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    path = tmp_path / "libacme.so"
    if content is not None:
        path.write_bytes(content)
    assert new_plugin.main(["acme", "--library", str(path), "--license", "Apache-2.0"]) == 1
    assert "wanted: a shared object that exports GetPjrtApi" in capsys.readouterr().err


def test_nothing_is_written_over(
    library: Library, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["acme", "--library", str(library()), "--license", "Apache-2.0"]
    assert new_plugin.main(command) == 0
    before = state(checkout)
    assert new_plugin.main(command) == 1
    assert "nothing is written over" in capsys.readouterr().err
    assert state(checkout) == before


def test_a_run_that_was_interrupted_goes_on_but_another_artifact_stays(
    library: Library, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["acme", "--library", str(library()), "--license", "Apache-2.0"]
    assert new_plugin.main(command) == 0
    declared = manifest.load(RELEASE).path.read_bytes()
    shutil.rmtree(checkout / "plugins" / "jaxlib-acme")
    assert new_plugin.main(command) == 0
    assert manifest.load(RELEASE).path.read_bytes() == declared
    assert len(tomllib.loads(declared.decode())["artifact"]) == len(manifest.load(RELEASE).artifacts)
    shutil.rmtree(checkout / "plugins" / "jaxlib-acme")
    assert new_plugin.main([*command, "--library-version", "2"]) == 1
    assert "another one in" in capsys.readouterr().err
    assert not (checkout / "plugins" / "jaxlib-acme").exists()
