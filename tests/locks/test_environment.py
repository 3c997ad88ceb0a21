"""An environment made from a cpu lock: a MaxText model runs in it on our plugin, and the wrong package is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.locks.test_maxtext import lock
from tools.artifacts.manifest import load
from tools.builder import build
from tools.environments.venv import Environment, oldest
from tools.interpreters import pythons
from tools.models.base_requirements import maxtext

RELEASE = oldest()[1]
#: What MaxText's model code imports: its base requirements bring TensorFlow and more, a model needs none of them.
REQUIREMENTS = f"""\
maxtext=={maxtext(RELEASE)}
flax aqtp drjax flatbuffers grain huggingface_hub jaxtyping jinja2 omegaconf packaging pathwaysutils pillow
pydantic qwix sentencepiece sympy tiktoken tokamax transformers
"""


@pytest.fixture(scope="module")
def environment(temporary: Callable[[str], Path]) -> Iterator[Environment]:
    """Made from the lock's ``pylock.toml`` by uv; 1.4 GB, removed at the end."""
    folder = temporary("environment")
    for name in ("core", "cpu"):
        build.wheel(name, RELEASE)
    (folder / "requirements.txt").write_text("\n".join(REQUIREMENTS.split()))
    lock(
        *("make", "--requirements", folder / "requirements.txt", "--hardware", "cpu"),
        *("--python", "3.12", "--out", folder / "lock"),
    )
    environment_ = Environment.create(folder / "made", pythons()[3, 12])
    # uv would take a wheel of the same name and version, unpacked before this one was built.
    fresh = ("--refresh-package", "jaxlib-core", "--refresh-package", "jaxlib-cpu")
    environment_.install("-r", str(folder / "lock" / "pylock.toml"), *fresh)
    yield environment_
    shutil.rmtree(folder)


def doctor(environment: Environment) -> dict[str, object]:
    done = environment.run("-m", "jaxlib_core", "doctor", "--json", timeout=600)
    data: dict[str, object] = json.loads(done.stdout)
    return data


def test_a_maxtext_model_runs_on_our_plugin(environment: Environment) -> None:
    done = environment.run(str(Path(__file__).with_name("smoke.py")), timeout=1200)
    assert done.returncode == 0, done.stderr[-3000:]
    data = json.loads(done.stdout.splitlines()[-1])
    assert data["loaded"] == {"cpu": "jaxlib-cpu"}
    assert data["shape"] == [1, 32, 256]
    assert data["finite"]
    # Logits of weights that were drawn, not of zeros.
    assert data["spread"] > 0.1


def test_the_doctor_finds_it_healthy(environment: Environment) -> None:
    data = doctor(environment)
    assert data["healthy"]
    assert data["at_import_jax"] == [f"Platform 'cpu' is served by jaxlib-cpu=={RELEASE}."]
    assert data["remarks"] == []


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("libtpu", "Nothing installed requires libtpu"),
        ("nvidia-cublas-cu12", "Nothing installed requires nvidia-cublas-cu12"),
        ("jax-cuda12-plugin", "Nothing installed requires jax-cuda12-plugin"),
    ],
)
def test_the_doctor_names_the_wrong_hardwares_package(
    environment: Environment, package: str, said: str
) -> None:
    pinned = {artifact.name: artifact.version for artifact in load(RELEASE).artifacts}
    version = f"=={pinned[package]}" if package in pinned else ""
    environment.install("--no-deps", package + version)
    try:
        assert said in json.dumps(doctor(environment))
    finally:
        environment.uninstall(package)
    assert doctor(environment)["healthy"]
