"""jaxlib-tpu on a machine without a TPU: jax continues silently, and the doctor says why."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.installed.conftest import RELEASE, finished, plugin_alone
from tools.builder import definitions
from tools.environments.venv import Environment

#: What jax does with the platform, and with which devices it knows a TPU.
USE = """
import json, jax
from jax._src import hardware_utils, xla_bridge
data = {}
try:
    data["devices"] = [d.platform for d in jax.devices()]
    jax.devices("tpu")
except RuntimeError as error:
    data["text"] = str(error)
data["known"] = ["1ae0:" + key.removeprefix("0x") for key in hardware_utils._TPU_PCI_DEVICE_IDS]
data["registered"] = xla_bridge._backend_factories["tpu"].factory.__module__
data["opened"] = "libtpu.so" in open("/proc/self/maps").read()
print(json.dumps(data))
"""
ABSENT = f"There is no TPU on this machine for jaxlib-tpu {RELEASE} to run on."


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment]) -> Environment:
    """jax with the plugin, and without libtpu: it is 200 MB, and nothing opens it here."""
    return plugin_alone(make, "tpu", RELEASE)


def test_jax_goes_on_without_a_word(environment: Environment) -> None:
    done = environment.run("-c", USE)
    data = finished(done)
    assert data["devices"] == ["cpu"]
    assert done.stderr == ""
    assert not data["opened"]
    # One registration: ours, in place of jax's own.
    assert data["registered"] == "jaxlib_core.jax.backend"
    assert ABSENT in data["text"], "jax.devices('tpu') must say why"


def test_whoever_asks_for_it_is_told_why(environment: Environment) -> None:
    data = finished(environment.run("-c", USE, environment={"JAX_PLATFORMS": "tpu"}))
    assert data["text"].startswith(f"Unable to initialize backend 'tpu': {ABSENT}")
    assert not data["opened"]


def test_every_device_that_jax_knows_is_in_the_descriptor(environment: Environment) -> None:
    known = finished(environment.run("-c", USE))["known"]
    assert len(known) > 5
    assert set(known) <= set(definitions.plugin_facts("tpu")["hardware"]["pci"])


def test_doctor_says_that_there_is_no_tpu_and_that_libtpu_is_missing(environment: Environment) -> None:
    done = environment.run("-m", "jaxlib_core", "doctor", "--json")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert data["at_import_jax"][0] == f"Platform 'tpu' is left out: {ABSENT}"
    (plugin,) = data["plugins"]
    assert plugin["absent"]["kind"] == "HardwareAbsent"
    assert plugin["problem"]["summary"] == f"jaxlib-tpu {RELEASE} needs libtpu, which is not installed."
