"""``pip install jax jaxlib-cpu``: on every Python, with pip and with uv, for each release line."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.installed.conftest import PYTHONS, finished, lines_for, wheels
from tools.environments.venv import Environment

COMBINATIONS = [
    pytest.param((version, release, installer), id=f"{version[0]}.{version[1]}-{release}-{installer}")
    for version in PYTHONS
    for release in lines_for(version)
    for installer in ("pip", "uv")
]

SCRIPT = """
import json, sys
import jax, jax.numpy as jnp, jaxlib_core, jaxlib_cpu
devices = jax.devices()
value = jax.jit(lambda x: jnp.sin(x) @ x.T)(jnp.ones((4, 3)))
maps = {line.split()[-1] for line in open("/proc/self/maps") if line.rstrip().endswith(".so")}
plugin = jaxlib_core.loaded()["cpu"]
print(json.dumps({
    "devices": [str(d) for d in devices],
    "backend": jax.default_backend(),
    "value": float(value[0, 0]),
    "opened": str(plugin.library) in maps,
    "version": jax.__version__,
    "jaxlib": jax.lib.__version__,
    "plugin": jaxlib_cpu.__version__,
}))
"""


@pytest.fixture(scope="module", params=COMBINATIONS)
def installed(
    request: pytest.FixtureRequest, make: Callable[..., Environment]
) -> Iterator[tuple[Environment, str]]:
    version, release, installer = request.param
    wheels(release)
    # As the README has it, for the line under test: what else dist/ holds must not decide.
    environment = make("jax", "jaxlib-cpu", f"jaxlib-cpu=={release}", python=version, installer=installer)
    yield environment, release
    # pip copies what uv would link: most of a gigabyte.
    shutil.rmtree(environment.folder)


def test_cpu_is_our_plugin_and_nothing_is_said(installed: tuple[Environment, str]) -> None:
    environment, release = installed
    done = environment.run("-c", SCRIPT)
    data = finished(done)
    assert data["backend"] == "cpu"
    assert data["opened"], "the plugin's library is not in the process's maps"
    assert len(data["devices"]) == 1
    assert abs(data["value"] - 3 * 0.8414709848) < 1e-5
    assert data["version"] == data["jaxlib"] == data["plugin"] == release
    # Neither jax's word on experimental platforms, nor the library's on options it does not know.
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("environment_variables", "code", "count"),
    [
        ({"JAX_NUM_CPU_DEVICES": "3"}, "", 3),
        ({}, "jax.config.update('jax_num_cpu_devices', 2)", 2),
        ({"XLA_FLAGS": "--xla_force_host_platform_device_count=5"}, "", 5),
        ({"XLA_FLAGS": "--xla_force_host_platform_device_count=5", "JAX_NUM_CPU_DEVICES": "2"}, "", 2),
    ],
)
def test_device_count(
    installed: tuple[Environment, str], environment_variables: dict[str, str], code: str, count: int
) -> None:
    environment, _ = installed
    script = f"import jax; {code}\nimport json; print(json.dumps(" + "{'n': len(jax.devices())}))"
    done = environment.run("-c", script, environment=environment_variables)
    assert finished(done)["n"] == count
    assert done.stderr == ""


def test_several_devices_compute_together(installed: tuple[Environment, str]) -> None:
    environment, _ = installed
    script = """
import json, jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4,), ("x",))
f = jax.shard_map(lambda v: jax.lax.psum(v, "x"), mesh=mesh, in_specs=P("x"), out_specs=P())
print(json.dumps({"sum": float(f(jax.device_put(jnp.arange(4.0), NamedSharding(mesh, P("x"))))[0])}))
"""
    assert finished(environment.run("-c", script, environment={"JAX_NUM_CPU_DEVICES": "4"}))["sum"] == 6.0


def test_doctor_and_list(installed: tuple[Environment, str]) -> None:
    environment, release = installed
    report = environment.run("-m", "jaxlib_core", "doctor", "--json")
    assert '"healthy": true' in report.stdout
    assert f"Platform 'cpu' is served by jaxlib-cpu=={release}." in report.stdout
    listing = subprocess.run(
        [environment.folder / "bin" / "jaxlib", "list"], capture_output=True, text=True, check=True
    )
    assert "jaxlib-cpu" in listing.stdout


def test_other_platforms_do_not_open_the_library(installed: tuple[Environment, str]) -> None:
    environment, _ = installed
    script = """
import json, jax
try: jax.devices()
except RuntimeError as error: message = str(error)
maps = open("/proc/self/maps").read()
print(json.dumps({"message": message, "opened": "libjaxlib_cpu.so" in maps}))
"""
    data = finished(environment.run("-c", script, environment={"JAX_PLATFORMS": "tpu"}))
    assert not data["opened"]
    assert "tpu" in data["message"]
