from __future__ import annotations

import json
import zipfile
from pathlib import Path

import jsonschema
import pytest
from jaxlib_core import cli
from jaxlib_core.doctor import bundle, examination

from tests.unit.jaxlib_core.plugins.test_descriptor import schema
from tests.unit.jaxlib_core.site import Site

USER = bundle.Redaction(
    homes=["/data/people/marie", "/srv/deploy"],
    names=["marie", "Marie Curie"],
    machines=["polonium.lab.example", "polonium"],
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/data/people/marie/env/lib", "~/env/lib"),
        ("/srv/deploy/env", "~/env"),
        ("/home/pierre/env:/Users/irene/env", "~USER/env:~USER/env"),
        ("/tmp/marie-scratch/x", "/tmp/USER-scratch/x"),
        ("started by marie on polonium.lab.example", "started by USER on HOST"),
        ("Marie Curie at polonium", "USER at HOST"),
        ("marielle is another", "marielle is another"),
        ("/srv/deployed/in/place", "/srv/deployed/in/place"),
        ("--key_file=/x --token=abc123 --next=1", "--key_file=/x --token=REDACTED --next=1"),
        ('{"api_key": "abc123", "a": 1}', '{"api_key": "REDACTED", "a": 1}'),
        ("https://user:secret@host/simple", "https://REDACTED@host/simple"),
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer REDACTED"),
        ("with ghp_abcdefghijklmnopqrstuvwxyz0123456789 in it", "with REDACTED in it"),
        ("hf_abcdefghijklmnopqrstuvwx", "REDACTED"),
        ("AKIAABCDEFGHIJKLMNOP", "REDACTED"),
        ("marie@lab.example wrote", "MAIL wrote"),
        ("grpc://10.0.0.7 and 10.0.0.7:8476", "grpc://ADDRESS and ADDRESS"),
        # What a report is about stays.
        ("nvidia-cublas-cu12 12.9.1.4", "nvidia-cublas-cu12 12.9.1.4"),
        ("sha256 " + "0123456789abcdef" * 4, "sha256 " + "0123456789abcdef" * 4),
        ("pip install 'jaxlib-cpu==0.10.2'", "pip install 'jaxlib-cpu==0.10.2'"),
    ],
)
def test_what_is_taken_out_and_what_stays(text: str, wanted: str) -> None:
    assert USER.text(text) == wanted


def test_a_user_whose_name_is_a_word_of_the_report() -> None:
    redaction = bundle.Redaction(homes=["/home/jax"], names=["jax"], machines=["gpu"])
    assert redaction.text("jax 0.10.2 in /home/jax/env, /scratch/jax/x, on a gpu") == (
        "jax 0.10.2 in ~/env, /scratch/USER/x, on a gpu"
    )


@pytest.fixture
def _somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USER", "marie")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/home/pierre/lib:/scratch/marie/lib")
    monkeypatch.setenv("XLA_FLAGS", "--xla_dump_to=https://marie:geheim@host/x")
    monkeypatch.setenv("HF_TOKEN", "geheim")
    monkeypatch.setattr("platform.node", lambda: "polonium")


@pytest.mark.usefixtures("_somebody")
def test_an_archive_says_what_is_wrong_and_not_who_it_is(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.family(jaxlib="0.10.1")
    site.plugin("cpu")
    site.distribution("secret-project", "1.0")
    path = tmp_path / "report.zip"
    assert cli.main(["doctor", "--bundle", str(path)]) == 1
    out = capsys.readouterr().out
    with zipfile.ZipFile(path) as archive:
        texts = {Path(name).name: archive.read(name).decode() for name in archive.namelist()}
    assert list(texts) == [
        *("README.txt", "doctor.txt", "doctor.json", "doctor.html", "versions.txt", "system.json")
    ]
    for name, text in texts.items():
        assert name in out or name == "README.txt"
        for word in ("marie", "pierre", "geheim", "polonium", str(tmp_path), "secret-project"):
            assert word not in text, (name, word)
    data = json.loads(texts["doctor.json"])
    jsonschema.validate(data, schema("doctor"))
    assert data["problems"][0]["code"] in {"JLP003", "JLP005"}
    assert data["environment"]["LD_LIBRARY_PATH"] == "~USER/lib:/scratch/USER/lib"
    assert "jaxlib==0.10.1  ~/" in texts["versions.txt"]
    assert data["problems"][0]["summary"] in texts["doctor.txt"]


def test_it_is_written_whole_or_not_at_all(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.zip"
    path.write_bytes(b"an older one")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "replace", fail)
    assert cli.main(["doctor", "--bundle", str(path)]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["report.zip"]
    assert path.read_bytes() == b"an older one"
    capsys.readouterr()
    assert cli.main(["doctor", "--html", str(tmp_path / "no such folder" / "x.html")]) == 2
    assert "Installed\n" in capsys.readouterr().out, "what was found is lost"


def test_a_user_that_the_system_does_not_know(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a container that runs as a number: no name, no home, nothing that says so."""

    def unknown(_: object) -> None:
        raise KeyError("uid not found")

    monkeypatch.setattr("pwd.getpwuid", unknown)
    for name in ("HOME", "USER", "LOGNAME"):
        monkeypatch.delenv(name, raising=False)
    site.family()
    site.working_jax()
    assert cli.main(["doctor"]) == 0
    assert cli.main(["doctor", "--bundle", str(tmp_path / "report.zip")]) == 0
    assert str(site.folder) in capsys.readouterr().out


def test_the_same_report_gives_the_same_archive(site: Site, tmp_path: Path) -> None:
    site.family()
    found = examination.examine()
    bundle.write(tmp_path / "one.zip", found)
    bundle.write(tmp_path / "two.zip", found)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/data/people/jo/venv/lib", "~/venv/lib"),
        ("/data/people/ann/venv/lib", "~USER/venv/lib"),
        ("/gpfs/cluster/home/kim/x.so", "~USER/x.so"),
        ("/Volumes/disk/Users/kim/x.so", "~USER/x.so"),
        ("file://%2Fdata%2Fpeople%2Fjo%2Fwheels", "file://~/wheels"),
        ("/usr/lib/python3/site-packages/homes.py", "/usr/lib/python3/site-packages/homes.py"),
    ],
)
def test_homes_in_unusual_places(text: str, shown: str) -> None:
    assert bundle.Redaction(["/data/people/jo"], ["jo"], []).text(text) == shown
