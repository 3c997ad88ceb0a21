"""Unmodified jax on jaxlib's bindings and jaxlib-cpu, in a new environment; and the contract between them."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import COMMON, PYTHONS, RELEASE, finished, lines_for, oldest_python, wheels
from tests.installed.test_pjrt import shim  # noqa: F401
from tools import DIST, ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import build, definitions
from tools.compat import contract
from tools.environments.venv import Environment

CASES = Path(__file__).with_name("bindings_cases.py")
DEVICES = Path(__file__).with_name("bindings_devices.py")
STUBS = ROOT / "packages" / "jaxlib" / "src" / "jaxlib" / "_native"
IMPORTS = Path(__file__).with_name("import_every_module.py")
FAILURES = Path(__file__).with_name("bindings_failures.py")
PROGRAMS = Path(__file__).with_name("exported_programs.py")
SHIM = Path(__file__).with_name("fakes") / "failing_shim.c"
TRANSFERS_SHIM = SHIM.with_name("transfers_shim.c")
TRANSFERS = Path(__file__).with_name("transfers.py")
PROFILE = Path(__file__).with_name("device_profile.py")
TRAINING = Path(__file__).with_name("bindings_training.py")


OTHERS = [version for version in PYTHONS if version != COMMON and RELEASE in lines_for(version)]


#: Each other release of jax that there are bindings for, with a Python that it serves.
OTHER_LINES = [
    (release, max(version for version in PYTHONS if release in lines_for(version)))
    for release in definitions.jaxlib_releases()
    if release != RELEASE and any(release in lines_for(version) for version in PYTHONS)
]


def made_for(python: tuple[int, int], folder: Path, release: str = RELEASE) -> Environment:
    """jax as it is published, the bindings for that Python, and their plugin."""
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: jaxlib's bindings are NOT TESTED")
    wheels(release)
    wheel = build.jaxlib(release, python=str(PYTHONS[python]))
    environment = Environment.create(folder / "environment", PYTHONS[python])
    environment.install(
        *("--find-links", str(DIST)),
        f"jax=={release}",
        "flatbuffers",
        str(wheel),
    )
    return environment


def with_upstreams_jaxlib(
    python: tuple[int, int], folder: Path, release: str, *requirements: str
) -> Environment:
    """jax and jaxlib as they are published, and ``requirements``."""
    environment = Environment.create(folder, PYTHONS[python])
    environment.install(
        *("--find-links", str(DIST)), f"jax=={release}", f"jaxlib==={release}", "flatbuffers", *requirements
    )
    return environment


def with_both_jaxlibs(release: str, folder: Path, *requirements: str) -> tuple[Environment, Environment]:
    """Environments for the oldest Python of ``release``: upstream's jaxlib with ``requirements``, and ours."""
    python = oldest_python(release)
    ours = made_for(python, folder / "ours", release)
    return with_upstreams_jaxlib(python, folder / "upstream", release, *requirements), ours


def exchange(ours: Environment, upstream: Environment, folder: Path) -> None:
    """Exported programs of each are read and run by the other, at every version of StableHLO that it writes."""
    for writer, reader in ((ours, upstream), (upstream, ours)):
        written = folder / f"written by {'ours' if writer is ours else 'upstream'}"
        written.mkdir()
        for action, each in (("write", writer), ("read", reader)):
            done = each.run(str(PROGRAMS), action, str(written), timeout=900)
            assert done.returncode == 0, done.stdout + done.stderr
        # Of each program that of jax.export's own choice, and those of the versions that jaxlib chooses.
        assert done.stdout.count("ran ") == len(list(written.glob("*.jax"))) == 6 * 4, done.stdout
        assert done.stdout.count("read ") == len(list(written.glob("*.vhlo"))) > 100, done.stdout


@pytest.fixture(scope="module")
def environment(temporary: Callable[[str], Path]) -> Environment:
    """Of the Python that most tests use."""
    return made_for(COMMON, temporary("bindings"))


@pytest.mark.parametrize("python", OTHERS, ids=lambda version: f"{version[0]}.{version[1]}")
def test_every_other_python_builds_and_runs_them(python: tuple[int, int], tmp_path: Path) -> None:
    done = made_for(python, tmp_path).run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout


@pytest.mark.parametrize(("release", "python"), OTHER_LINES, ids=[release for release, _ in OTHER_LINES])
def test_every_other_release_runs_on_them(release: str, python: tuple[int, int], tmp_path: Path) -> None:
    ours = made_for(python, tmp_path, release)
    done = ours.run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout
    devices = ours.run(str(DEVICES))
    assert devices.returncode == 0, devices.stdout + devices.stderr
    upstream = with_upstreams_jaxlib(python, tmp_path / "upstream", release, f"jaxlib-cpu=={release}")
    exchange(ours, upstream, tmp_path)


def test_what_works_and_what_says_that_it_is_missing(environment: Environment) -> None:
    done = environment.run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout


def test_the_stubs_name_all_that_the_native_module_has(environment: Environment) -> None:
    """Each submodule's public names, and each class's own members, with those that `jaxlib._client` adds."""
    script = """
        import json, types
        import jaxlib._jax
        from jaxlib import _native

        def members(cls):
            # is_c_api is there in some releases only, see IS_C_API
            return sorted(name for name in vars(cls) if not name.startswith("_") and name != "is_c_api")

        def names(module):
            found = {name: value for name, value in vars(module).items() if not name.startswith("_")}
            return {
                name: members(value) if isinstance(value, type) else None
                for name, value in found.items()
                if not isinstance(value, types.ModuleType)
            }

        parts = {name: module for name, module in vars(_native).items() if isinstance(module, types.ModuleType)}
        print(json.dumps({name: names(module) for name, module in {**parts, "__init__": _native}.items()}))
    """
    native = finished(environment.run("-c", textwrap.dedent(script)))
    stubs = {path.stem: stated(path) for path in STUBS.glob("*.pyi")}
    assert stubs.keys() == native.keys()
    for module, names in native.items():
        assert stubs[module] == names, module


def stated(stub: Path) -> dict[str, list[str] | None]:
    """The public names of a stub; of classes their public members without inherited ones."""
    names: dict[str, list[str] | None] = {}
    for node in ast.parse(stub.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names[node.name] = sorted(
                {name for statement in node.body for name in defined(statement) if name[0] != "_"}
            )
        else:
            names |= dict.fromkeys(defined(node))
    return {name: members for name, members in names.items() if not name.startswith("_")}


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a stub defines; none for imports."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign | ast.Assign):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
        return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def test_every_module_imports_as_with_upstreams_jaxlib(
    environment: Environment, pair: Callable[[str], list[Environment]]
) -> None:
    environment.install("absl-py")  # as in the other one: some of jax.experimental imports it
    theirs, ours = (finished(python.run(str(IMPORTS))) for python in (pair(RELEASE)[0], environment))
    assert "jax.experimental.pallas.triton" in theirs
    assert {name: end for name, end in ours.items() if end != theirs[name]} == {}


def test_exported_programs_are_exchanged_with_upstreams_jaxlib(
    environment: Environment, pair: Callable[[str], list[Environment]], tmp_path: Path
) -> None:
    exchange(environment, pair(RELEASE)[0], tmp_path)


def test_several_devices_and_what_arrays_on_them_can_do(environment: Environment) -> None:
    done = environment.run(str(DEVICES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 14, done.stdout


def test_flax_optax_and_equinox_train(environment: Environment) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    environment.install(*groups["bindings-training"])
    done = environment.run(str(TRAINING))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 3, done.stdout


def test_a_plugin_of_which_each_function_fails_gives_jaxs_errors(
    environment: Environment, tmp_path: Path
) -> None:
    failing = tmp_path / "shim.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(failing), str(SHIM), "-ldl"], check=True)
    library = environment.site_packages / "jaxlib_cpu" / "libjaxlib_cpu.so"
    variables = {"SHIM_LIBRARY": str(library), "JAX_PLATFORMS": "shim"}
    done = environment.run(str(FAILURES), str(failing), environment=variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.partition(" functions raised")[0]) >= 30, done.stdout


def test_host_callbacks_by_send_and_receive_end_as_with_upstreams_jaxlib(
    environment: Environment, pair: Callable[[str], list[Environment]], tmp_path: Path
) -> None:
    header = tmp_path / "pjrt_c_api.h"
    header.write_bytes(definitions.pjrt_header(load(RELEASE), Cache()))
    library, program = tmp_path / "shim.so", tmp_path / "program.mlir"
    compile_shared(
        [TRANSFERS_SHIM], library, target=f"{os.uname().machine}-linux-gnu.2.28", include=[header.parent]
    )
    variables = {
        "SHIM_LIBRARY": str(environment.site_packages / "jaxlib_cpu" / "libjaxlib_cpu.so"),
        "SHIM_PROGRAM": str(program),
        "JAX_PLATFORMS": "tpu,cpu",
    }

    def lines(of: Environment, *more: str) -> list[str]:
        done = of.run(str(TRANSFERS), str(library), str(program), *more, environment=variables)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()

    upstream = lines(pair(RELEASE)[1])
    # Two jaxlibs that both failed for another reason would be alike, too.
    assert upstream[0] == "two operands, two results: ([[0.0, 6.0], [2.0, 8.0], [4.0, 10.0]], [1, 2, 3, 4])"
    failed = [line for line in upstream if "Error: " in line]
    assert len(failed) == 7, failed
    assert all(": JaxRuntimeError: " in line for line in failed), failed
    assert len(upstream) == 21, upstream
    assert lines(environment) == upstream
    own = dict(line.split(": ", 1) for line in lines(environment, "own"))
    assert own["in pieces"] == own.pop("padded")
    assert own.pop("in pieces").endswith("[24.0, 26.0, 28.0]]]]")
    few = own.pop("too few bytes")
    assert "wanted 60 bytes of operand 0 of a host callback, the library sent 30" in few, few
    assert own.pop("float64 for float32") == "[[[0.0, 3.0]]]"
    assert own.pop("int32 for float32") == "[[[1.0, 2.0]]]"
    assert len(own) == 8
    assert all(
        re.match("(JaxRuntime|Value|Type)Error: .*(expected|wanted|supported)", said) for said in own.values()
    )


def test_a_profile_has_what_a_plugins_profiler_recorded_of_its_devices(
    environment: Environment,
    shim: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    library = environment.site_packages / "jaxlib_cpu" / "libjaxlib_cpu.so"
    variables = {
        "SHIM_MODE": "profiler",
        "SHIM_LIBRARY": str(library),
        "SHIM_SPACE": str(tmp_path / "space"),
        "JAX_PLATFORMS": "cpu",
    }
    done = environment.run(str(PROFILE), str(shim), environment=variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "passed\n"


def test_every_name_that_jax_uses_is_offered_or_known_to_be_missing(
    environment: Environment, pair: Callable[[str], list[Environment]], tmp_path: Path
) -> None:
    """Of modules, by jax's source; of jaxlib's objects, by running programs with upstream's."""
    report = tmp_path / "contract.json"
    upstream = pair(RELEASE)[1]
    pythons = ("--python", str(environment.python), "--upstream", str(upstream.python))
    assert contract.main([*pythons, "--json", str(report)]) == 0
    seen = [
        name
        for name, row in json.loads(report.read_text())["names"].items()
        if contract.RUNNING in row["used by"]
    ]
    assert len(seen) > 200
    assert {"jaxlib._jax.Client.compile_and_load", "jaxlib.mlir.ir.Block.arguments"} <= set(seen)
