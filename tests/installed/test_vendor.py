"""A backend that is added with one command, as in docs/new-plugin.md, for a library that somebody built."""

from __future__ import annotations

import json
import platform
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import RELEASE, finished, wheels
from tools import ROOT
from tools.artifacts import manifest
from tools.artifacts.cache import Cache
from tools.audit import audit, declared
from tools.audit.audit import Audit
from tools.builder import build, definitions, new_plugin, recipes
from tools.environments.venv import Environment
from tools.wheels import deflate

USE = """
import json
import jax
try:
    jax.devices("acme")
except RuntimeError as error:
    print(json.dumps({"text": str(error)}))
"""


NAMES = ("acme2", "standin")
STAND_IN = """
import json
import jax
device, = jax.devices("standin")[:1]
with jax.default_device(device):
    total = jax.jit(lambda x: (x @ x.T).sum())(jax.numpy.ones((8, 8)))
print(json.dumps({"total": float(total), "on": total.devices() == {device}, "default": jax.devices()[0].platform}))
"""


@pytest.fixture(scope="module")
def folder(temporary: Callable[[str], Path]) -> Path:
    """Plugins and manifests that are written by ``new_plugin``, away from the checkout's own."""
    folder = temporary("vendor")
    shutil.copytree(manifest.MANIFESTS, folder / "manifests")
    shutil.copytree(
        ROOT / "plugins" / "extension",
        folder / "plugins/extension",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return folder


@pytest.fixture(scope="module")
def audits(folder: Path) -> list[Audit]:
    """Two wheels of a vendor's: of a library that finds no device, and of one that has XLA:CPU inside."""
    artifact = manifest.load(RELEASE).artifact("xla-cpu-pjrt")
    upstream = artifact.file(platform.machine())
    header = Cache().member(artifact.file("x86_64"), artifact.headers["pjrt_c_api"])
    assert artifact.library is not None
    cpu = Cache().member(upstream, artifact.library.member)
    (folder / "EULA").write_text("Acme's terms.\n")
    compile_shared(
        [ROOT / "examples/plugin/acme.c"],
        folder / "acme.so",
        target=f"{platform.machine()}-linux-gnu.2.17",
        include=[header.parent],
    )
    licence = ("--license", "LicenseRef-Acme", "--license-file", str(folder / "EULA"))
    with pytest.MonkeyPatch.context() as patch:
        for module in (definitions, declared):
            patch.setattr(module, "PLUGINS", folder / "plugins")
        patch.setattr(manifest, "MANIFESTS", folder / "manifests")
        patch.setattr(deflate, "LEVEL", 1)  # the best takes a minute, and is tested elsewhere
        assert new_plugin.main(["standin", "--library", str(cpu), "--license", "Apache-2.0"]) == 0
        acme = [
            "acme2",
            "--platform",
            "acme",
            "--title",
            "Acme",
            "--library",
            str(folder / "acme.so"),
            *licence,
        ]
        assert new_plugin.main(acme) == 0
        stages = [
            recipes.plugin.stage(name, manifest.load(RELEASE), platform.machine(), Cache()) for name in NAMES
        ]
        return [audit.audit(build.build(staged, folder)) for staged in stages]


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment], audits: list[Audit]) -> Environment:
    wheels(RELEASE)
    return make(*(str(audit.wheel) for audit in audits), f"jaxlib-cpu=={RELEASE}")


def test_the_wheels_pass_the_audit_and_are_for_the_oldest_linux_that_will_do(audits: list[Audit]) -> None:
    architecture = platform.machine()
    assert [audit.wheel.name for audit in audits] == [
        f"jaxlib_acme2-{RELEASE}-cp311-abi3-manylinux_2_17_{architecture}.whl",
        f"jaxlib_standin-{RELEASE}-cp311-abi3-manylinux_2_27_{architecture}.whl",
    ]
    for done in audits:
        assert done.passed, [check for check in done.checks if not check.passed]


def test_a_vendors_licence_travels_with_the_wheel(audits: list[Audit]) -> None:
    with zipfile.ZipFile(audits[0].wheel) as archive:
        info = f"jaxlib_acme2-{RELEASE}.dist-info"
        assert archive.read(f"{info}/licenses/LICENSE.acme2") == b"Acme's terms.\n"
        metadata = archive.read(f"{info}/METADATA").decode()
    assert "License-Expression: Apache-2.0 AND LicenseRef-Acme\n" in metadata
    assert "License-File: LICENSE.acme2\n" in metadata


def test_programs_run_on_the_vendors_device(environment: Environment) -> None:
    done = environment.run("-c", STAND_IN, environment={"JAX_PLATFORMS": "standin,cpu"})
    assert finished(done) == {"total": 512.0, "on": True, "default": "cpu"}


def test_the_vendors_own_error_reaches_the_user(environment: Environment) -> None:
    text = finished(environment.run("-c", USE))["text"]
    assert "no Acme device was found in this machine" in text
    assert "acme" in text


def test_cpu_is_as_before_and_acme_is_not_opened(environment: Environment) -> None:
    script = (
        "import json, jax; d = jax.devices(); m = open('/proc/self/maps').read(); "
        "print(json.dumps({'platform': d[0].platform, 'opened': 'libjaxlib_acme2.so' in m}))"
    )
    done = environment.run("-c", script, environment={"JAX_PLATFORMS": "cpu"})
    assert finished(done) == {"platform": "cpu", "opened": False}


def test_doctor_tries_it_and_tells_its_own_words(environment: Environment) -> None:
    done = environment.run("-m", "jaxlib_core", "doctor", "--json")
    assert done.returncode == 1, done.stdout
    (problem,) = json.loads(done.stdout)["problems"]
    assert problem["kind"] == "ClientRefused"
    assert "no Acme device was found in this machine" in problem["found"]
    assert "jaxlib-standin" in done.stdout
