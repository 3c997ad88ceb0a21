from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jaxlib_core import cli
from jaxlib_core.checks import compute_capability
from jaxlib_core.doctor import report

from tests.unit.jaxlib_core.plugins.test_descriptor import schema
from tests.unit.jaxlib_core.site import Site, descriptor, elf_image


def doctor(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    status = cli.main(["doctor", "--json"])
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, schema("doctor"))
    return status, data


def test_list_with_nothing_installed(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list"]) == 0
    text = "No plugin is installed; jax has no backend. Try: python -m pip install jaxlib-cpu\n"
    assert capsys.readouterr().out == text
    assert cli.main(["list", "--json"]) == 0
    jsonschema.validate(json.loads(capsys.readouterr().out), schema("list"))


def test_list_with_the_backend_inside_jaxlib(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.family()
    assert cli.main(["list"]) == 0
    assert "jax uses the CPU backend inside jaxlib" in capsys.readouterr().out


def test_list_shows_each_kind_of_entry(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.plugin("cpu")
    (site.plugin("cuda12") / "plugin.json").unlink()
    site.distribution("iree", "1.0", entry_points="iree = iree_plugin")
    assert cli.main(["list"]) == 0
    out = capsys.readouterr().out
    assert "xla-cpu-pjrt 0.0.1" in out
    assert "jaxlib-cuda12 has no descriptor." in out
    assert "a jax plugin of another project" in out
    cli.main(["list", "--json"])
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, schema("list"))
    assert [p["name"] for p in data["plugins"]] == ["cpu"]


def test_doctor_without_jax_and_plugins(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    status, data = doctor(capsys)
    assert status == 1
    assert data["at_import_jax"] == ["`import jax` fails: jax and jaxlib are not both installed."]
    (problem,) = data["problems"]
    assert (problem["kind"], problem["summary"]) == ("NotInstalled", "jax is not installed.")
    assert problem["commands"][0] == "python -m pip install jax"


def test_doctor_names_the_smallest_wheel_for_the_gpus_here(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gpus = (compute_capability.Gpu("NVIDIA A10", (8, 6)), compute_capability.Gpu("NVIDIA L4", (8, 9)))
    monkeypatch.setattr(compute_capability, "visible", lambda _: gpus)
    site.family()
    site.plugin("cuda12", gpu_architectures=["sm_80", "sm_90"], variants=["sm80", "sm90"])
    _, data = doctor(capsys)
    (plugin,) = data["plugins"]
    assert plugin["smallest_wheel"] == "jaxlib-cuda12 0.10.2+sm80"
    cli.main(["doctor"])
    said = " ".join(capsys.readouterr().out.split())
    assert "smallest wheel that serves the GPUs here: jaxlib-cuda12 0.10.2+sm80" in said
    monkeypatch.setattr(compute_capability, "visible", lambda _: ())
    _, data = doctor(capsys)
    assert data["plugins"][0]["smallest_wheel"] is None


def test_doctor_names_a_missing_requirement_once_and_tries_nothing(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.family(jax="")
    site.distribution("jax", "0.10.2", requires=("scipy>=1.14",))
    site.plugin("cpu")
    status, data = doctor(capsys)
    assert status == 1
    (problem,) = data["problems"]
    assert problem["summary"] == "jax 0.10.2 needs scipy, which is not installed."
    assert data["at_import_jax"] == [f"`import jax` may fail: {problem['summary']}"]
    assert data["plugins"][0]["devices"] is None


def test_doctor_without_what_jaxlib_core_itself_needs(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site.family(jaxlib="0.10.1")
    site.plugin("cpu")
    for name in ("packaging", "packaging.version", "packaging.requirements"):
        monkeypatch.setitem(sys.modules, name, None)
    status, data = doctor(capsys)
    assert status == 1
    (problem,) = data["problems"]
    assert problem["summary"] == "jaxlib-core needs packaging, which is not installed."
    pins = "jax==0.10.2 jaxlib==0.10.2 jaxlib-core==0.10.2 jaxlib-cpu==0.10.2"
    assert problem["commands"] == [f"python -m pip install packaging {pins}"]


def test_doctor_when_jax_refuses_jaxlib(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.family(jaxlib="0.10.1", jaxlib_core="")
    status, data = doctor(capsys)
    assert status == 1
    (problem,) = data["problems"]
    assert problem["kind"] == "VersionMismatch"
    assert problem["commands"] == [
        "python -m pip install jax==0.10.2 jaxlib==0.10.2",
    ]


def test_doctor_where_neither_a_plugin_nor_jaxlib_serves_the_cpu(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.family(jaxlib="")
    site.distribution("jaxlib", "0.10.2+bindings", requires=("jaxlib-cpu==0.10.2",))
    (site.plugin("cuda12") / "plugin.json").unlink()
    _, data = doctor(capsys)
    assert "No plugin serves platform 'cpu', and this jaxlib contains no backend." in data["at_import_jax"]


@pytest.mark.parametrize(
    ("versions", "repair"),
    [
        ({"jax": ""}, "pip install jax==0.10.2 jaxlib==0.10.2"),
        ({"jaxlib": ""}, "pip install jax==0.10.2 jaxlib==0.10.2"),
        ({"jax": "0.10.1"}, "pip install jax==0.10.2 jaxlib==0.10.2"),
        (
            {"jax": "0.10.1", "jaxlib": "0.10.1"},
            "pip install 'jax<0.10.2.1,>=0.10.2' 'jaxlib<0.10.2.1,>=0.10.2'",
        ),
        ({"jaxlib_core": "0.10.1"}, "pip install jaxlib-core==0.10.2"),
    ],
    ids=str,
)
def test_what_a_plugin_requires_is_asked_for_without_its_descriptor(
    site: Site, capsys: pytest.CaptureFixture[str], versions: dict[str, str], repair: str
) -> None:
    site.family(**versions)
    (site.plugin("cpu") / "plugin.json").unlink()
    needs = ("jaxlib-core==0.10.2", "jax<0.10.2.1,>=0.10.2", "jaxlib<0.10.2.1,>=0.10.2")
    shutil.rmtree(next(site.folder.glob("jaxlib_cpu-*")))
    site.distribution("jaxlib-cpu", "0.10.2", requires=needs, entry_points="cpu = jaxlib_cpu")
    _, data = doctor(capsys)
    kinds = {problem["kind"] for problem in data["problems"]}
    assert "DescriptorMissing" in kinds
    assert len(kinds) == 2
    (command,) = data["problems"][0]["commands"]
    assert repair in command
    assert "pip install --force-reinstall --no-deps jaxlib-cpu==0.10.2" in command


def test_doctor_gives_one_diagnosis_for_one_cause(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.family(jaxlib="0.10.1")
    site.plugin("cpu")
    status, data = doctor(capsys)
    assert status == 1
    assert len(data["problems"]) == 1


def test_doctor_sees_flipped_bytes_of_the_same_size(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.family()
    site.plugin("cpu")
    status, data = doctor(capsys)
    assert status == 1
    (problem,) = data["problems"]
    assert problem["kind"] == "LibraryAltered"
    assert problem["found"] == f"sha256 {hashlib.sha256(elf_image()).hexdigest()}"


def test_doctor_survives_a_plugin_that_ends_the_process(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site.family()
    image = elf_image()
    library = descriptor(size=len(image))["library"] | {"sha256": hashlib.sha256(image).hexdigest()}
    folder = site.plugin("cpu", image=image, library=library)
    (folder / "__init__.py").write_text("")
    (folder / "_pjrt.py").write_text("import os\nos.abort()\n")
    # The probe's child needs this package and packaging, which the site of these tests has not.
    here = [str(Path(report.__file__).parents[2]), *(p for p in sys.path if "site-packages" in p)]
    monkeypatch.setattr("sys.path", [str(site.folder), *here])
    status, data = doctor(capsys)
    assert status == 1
    (problem,) = data["problems"]
    assert problem["kind"] == "LibraryEndsProcess"
    assert (
        problem["found"]
        == "a child process that was terminated by signal 6 (SIGABRT) while loading the library"
    )
    assert data["at_import_jax"] == ["Platform 'cpu' raises LibraryEndsProcess when backends are first used."]


def test_doctor_for_people_says_what_to_type(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.family(jax="0.12.0", jaxlib="0.12.0")
    site.plugin("cpu")
    assert cli.main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    (command,) = [line for line in lines if " || " in line]
    assert command.startswith("python -m pip install jax==0.12.0 jaxlib==0.12.0 ")
    assert "  Platform 'cpu' raises PartialUpgrade when backends are first used." in lines


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    script = "import sys, jaxlib_core; print(sorted(m for m in sys.modules if m.startswith('jaxlib_core.')))"
    source = str(Path(report.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={"PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
