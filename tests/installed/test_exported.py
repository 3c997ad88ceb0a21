"""Functions that every jax since 0.4.30 exported, run by the installed jaxlib-pjrt where there is no jax."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from tests.installed.conftest import RELEASE, finished
from tools import ROOT
from tools.artifacts.manifest import releases
from tools.environments.venv import Environment
from tools.long_runs.exports import OLDER

HERE = Path(__file__).parent
ARCHIVES = HERE.parent / "exported/archives"
SCRIPT = HERE / "exported_checks.py"
README = ROOT / "packages/jaxlib-pjrt/README.md"
SCHEMA = ROOT / "packages/jaxlib-pjrt/src/jaxlib_pjrt/schemas/inspect.schema.json"
CHECKS = re.findall(r"^def (check_\w+)", SCRIPT.read_text("utf-8"), re.MULTILINE)
FUNCTIONS = {
    path.stem: {Path(name).stem for name in zipfile.ZipFile(path).namelist()}
    for path in ARCHIVES.glob("*.zip")
}

#: What does not run, and which kind of problem is told; everything else must give jax's own results.
REFUSED = {
    "open": "dimensions",
    "other_platform": "platform",
}
REFUSED_OF_A_RELEASE = {
    # Before jax 0.5, linear algebra was called in a way that the PJRT C API has no functions for.
    ("jax-0.4.30", "linear_algebra"): "custom call",
    ("jax-0.4.30", "linear_algebra_platforms"): "custom call",
    ("jax-0.4.38", "linear_algebra"): "custom call",
    ("jax-0.4.38", "linear_algebra_platforms"): "custom call",
}


@pytest.fixture(scope="module")
def results(without_jax: Environment) -> dict[str, Any]:
    return finished(without_jax.run(str(SCRIPT), str(ARCHIVES), timeout=900))


def test_every_release_is_there(results: dict[str, Any]) -> None:
    """Those older than the lines, and of the lines the oldest and the newest that has an archive."""
    assert set(results["archives"]) == set(FUNCTIONS)
    assert {f"jax-{release}" for release in OLDER} <= set(FUNCTIONS)
    assert {f"jax-{release}" for release in releases()} & set(FUNCTIONS)
    for release, outcomes in results["archives"].items():
        assert set(outcomes) == FUNCTIONS[release]
        assert len(outcomes) >= 21


@pytest.mark.parametrize("release", sorted(FUNCTIONS))
def test_functions_of(results: dict[str, Any], release: str) -> None:
    outcomes = results["archives"][release]
    wanted = {
        name: REFUSED_OF_A_RELEASE.get((release, name), REFUSED.get(name, "equal")) for name in outcomes
    }
    assert outcomes == wanted


def test_the_checks_are_all_of_them(results: dict[str, Any]) -> None:
    assert sorted(results["checks"]) == sorted(CHECKS)


@pytest.mark.parametrize("name", CHECKS, ids=lambda name: name.removeprefix("check_"))
def test_check(results: dict[str, Any], name: str) -> None:
    assert not results["checks"][name], results["checks"][name]


CACHE_SCRIPT = HERE / "cache_checks.py"
CACHE_CHECKS = re.findall(r"^def (check_\w+)", CACHE_SCRIPT.read_text("utf-8"), re.MULTILINE)


@pytest.fixture(scope="module")
def of_the_cache(without_jax: Environment) -> dict[str, Any]:
    return finished(without_jax.run(str(CACHE_SCRIPT), timeout=300))


@pytest.mark.parametrize("name", CACHE_CHECKS, ids=lambda name: name.removeprefix("check_"))
def test_cache(of_the_cache: dict[str, Any], name: str) -> None:
    assert of_the_cache[name] == ""


@pytest.fixture(scope="module")
def files(temporary: Callable[[str], Path]) -> Path:
    folder = temporary("exported")
    with zipfile.ZipFile(ARCHIVES / "jax-0.12.0.zip") as archive:
        archive.extractall(folder)
    return folder


def jaxlib(without_jax: Environment, *words: str | Path) -> Any:
    return without_jax.run("-m", "jaxlib_core", *map(str, words))


def test_the_readmes_examples_run(without_jax: Environment, files: Path, tmp_path: Path) -> None:
    """In its order, in one folder; the file is of a function of two arguments."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    first, commands, program = (text for _, text in blocks)
    assert [language for language, _ in blocks] == ["python", "sh", "py"]
    printed = re.findall(r"^print.*# (.*)$", first, re.MULTILINE)
    shutil.copy(files / "plain.bin", tmp_path / "model.bin")
    arrays = np.load(files / "plain.npz")
    for place, name in (("in0", "x"), ("in1", "y")):
        np.save(tmp_path / f"{name}.npy", arrays[place])
    variables = without_jax.variables({"XDG_CACHE_HOME": str(tmp_path / "cache")})
    variables["PATH"] = f"{without_jax.python.parent}:{variables['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", commands], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (result,) = (tmp_path / "results").iterdir()
    np.testing.assert_allclose(np.load(result), arrays["out0"], rtol=1e-6)
    script = f"{first}\nx, y = np.load('x.npy'), np.load('y.npy')\n{program}\n" + textwrap.dedent("""
        np.testing.assert_allclose(np.asarray(z), np.load("plain.npz")["out0"], rtol=1e-6)
        np.testing.assert_array_equal(np.asarray(model(x, y)), np.asarray(z))
        assert not exported.preflight(client)
    """)
    shutil.copy(files / "plain.npz", tmp_path)
    (tmp_path / "readme.py").write_text(script)
    done = subprocess.run(
        [without_jax.python, "readme.py"],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == printed


def test_inspect(without_jax: Environment, files: Path) -> None:
    done = jaxlib(without_jax, "inspect", files / "nested.bin")
    assert done.returncode == 0, done.stderr
    for line in (
        "exported by  jax 0.12.0",
        "arguments    args[0]['x']         float32[3,4]",
        "             scale                float32[]",
        "results      result['a']          float32[3,4]",
    ):
        assert line in done.stdout.splitlines()


def test_inspect_for_programs(without_jax: Environment, files: Path) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    reports = {}
    for name in ("linear_algebra_platforms", "sharded", "other_platform", "effects", "derivative", "key"):
        done = jaxlib(without_jax, "inspect", files / f"{name}.bin", "--plugin", "cpu", "--json")
        reports[name] = json.loads(done.stdout)
        jsonschema.validate(reports[name], schema)
        assert done.returncode == bool(reports[name]["problems"])
    assert [problem["kind"] for problem in reports.pop("other_platform")["problems"]] == ["platform"]
    assert not any(data["problems"] for data in reports.values())
    targets = {call["target"] for call in reports["linear_algebra_platforms"]["custom_calls"]}
    assert {"lapack_sgesdd_ffi", "Qr"} < targets
    shardings = [argument["sharding"] for argument in reports["sharded"]["arguments"]]
    assert shardings == ["(r,c) over (r=2,c=2)", "() over (r=2,c=2)"]
    assert reports["derivative"]["vjp_order"] == 2
    assert reports["key"]["arguments"][0]["dtype"] == "key<fry>"


def test_run(without_jax: Environment, files: Path, tmp_path: Path) -> None:
    script = "import numpy as np, sys; np.save(sys.argv[1], np.arange(12, dtype=np.float32).reshape(3, 4))"
    assert without_jax.run("-c", script, str(tmp_path / "x.npy")).returncode == 0
    x = tmp_path / "x.npy"
    inputs = ("--input", x, "--input", f"args[1]={x}")
    done = jaxlib(without_jax, "run", files / "donated.bin", *inputs, "--output", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["result.0.npy", "result.1.npy"]
    script = "import numpy as np, sys; a, b = map(np.load, sys.argv[1:]); assert (a == b * 2).all()"
    assert without_jax.run("-c", script, str(tmp_path / "out/result.0.npy"), str(x)).returncode == 0
    done = jaxlib(without_jax, "run", files / "no_arguments.bin")
    assert done.stdout == "result: int32[3]\n[0 1 2]\n", done.stderr


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        (["run", "donated.bin"], 2, "wanted --input for args[0], args[1] too"),
        (["run", "donated.bin", "--input", "args[7]=x.npy"], 2, "each of args[0], args[1], found args[7]"),
        (["run", "other_platform.bin", "--input", "x.npy"], 1, "x.npy"),
        (["inspect", "nowhere.bin"], 1, "nowhere.bin"),
        (["inspect", "plain.npz"], 1, "plain.npz: it is not a function that jax.export serialized"),
        (["inspect", "plain.bin", "--plugin", "abacus"], 1, "No plugin 'abacus' is installed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_said(
    without_jax: Environment, files: Path, words: list[str], status: int, text: str
) -> None:
    words = [words[0], str(files / words[1]), *words[2:]]
    done = jaxlib(without_jax, *words)
    assert done.returncode == status
    assert text in done.stderr
    assert "Traceback" not in done.stderr


def test_without_jaxlib_pjrt_the_command_says_what_to_type(without_jax: Environment) -> None:
    done = without_jax.run(
        "-c",
        "import sys; sys.modules['jaxlib_pjrt'] = None\n"
        "from jaxlib_core.cli import main; sys.exit(main(['run', 'x']))",
    )
    assert done.returncode == 2
    assert f" jaxlib-pjrt=={RELEASE}" in done.stderr
