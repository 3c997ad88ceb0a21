"""Compiling ahead of time on a machine with neither a TPU nor an NVIDIA GPU: real programs, read and counted.

What is expected is counted by hand from the sizes in ``ahead_of_time.py``. The targets here are those that the
family promises; ``nox -s aot`` (tests/aot) adds older generations, more hosts, CUDA 13 and the other release line.
"""

from __future__ import annotations

import math
import re
import shutil
import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import RELEASE, add, descriptor_of, finished, plugin_alone
from tools import ROOT
from tools.artifacts import manifest
from tools.artifacts.cache import Cache
from tools.builder import build
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("ahead_of_time.py")
TARGETS = ROOT / "packages/jaxlib-core/src/jaxlib_core/jax/targets"
CPU = {"JAX_PLATFORMS": "cpu"}

TPUS = {
    "tpu:v4:2x2x1": "TPU v4",
    "tpu:v5e:2x4": "TPU v5 lite",
    "tpu:v5p:2x2x1": "TPU v5",
    "tpu:v6e:2x2": "TPU v6 lite",
}
GPUS = {
    "cuda:a100x4": "NVIDIA A100-SXM4-80GB",
    "cuda:h100x8": "NVIDIA H100 80GB HBM3",
    "cuda:h200x8": "NVIDIA H200",
    "cuda:b200x4": "NVIDIA B200",
}
#: What the PTX of each GPU's programs must be for, whatever the data says.
ARCHITECTURES = {"a100": "sm_80", "h100": "sm_90a", "h200": "sm_90a", "b200": "sm_100a"}


def with_libraries(make: Callable[..., Environment], release: str, cuda: str) -> Environment:
    """An environment with libtpu and its plugin, and of NVIDIA's only what the plugin ``cuda`` compiles with."""
    libtpu = manifest.load(release).artifact("libtpu")
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return plugin_alone(make, "tpu", release, f"libtpu=={libtpu.version}", *groups[f"aot-{cuda}"])


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment]) -> Environment:
    return with_libraries(make, RELEASE, "cuda12")


@pytest.fixture(scope="module")
def without_cuda(environment: Environment) -> str:
    return str(error_of(environment, 'topologies.get("cuda:h100")'))


@pytest.fixture(scope="module")
def both(environment: Environment, without_cuda: str) -> Environment:
    """With jaxlib-cuda12 as well; ``without_cuda`` was asked before."""
    build.wheel("cuda12", RELEASE)
    add(environment, "cuda12", RELEASE)
    return environment


def error_of(environment: Environment, expression: str) -> str:
    script = f"""
    import json
    from jaxlib_core import errors, topologies
    try:
        {expression}
    except errors.PluginError as error:
        print(json.dumps({{"text": f"{{type(error).__name__}}: {{error}}"}}))
    """
    return str(finished(environment.run("-c", textwrap.dedent(script), environment=CPU))["text"])


@pytest.fixture(scope="module")
def tpu(environment: Environment) -> dict[str, Any]:
    done = environment.run(str(SCRIPT), *TPUS, environment=CPU)
    # libtpu has nothing to say about the TPU VM that this is not.
    assert done.stderr == ""
    return finished(done)


@pytest.fixture(scope="module")
def decoys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of NVIDIA's tools that do not work: a system's own CUDA must not be what does it."""
    folder = tmp_path_factory.mktemp("decoys")
    for name in ("ptxas", "nvlink"):
        (folder / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def cuda(both: Environment, decoys: Path) -> dict[str, Any]:
    return finished(both.run(str(SCRIPT), *GPUS, environment=only(decoys)))


def only(decoys: Path) -> dict[str, str]:
    return {**CPU, "PATH": f"{decoys}:/usr/bin:/bin"}


COMPARED = ("cuda:a100x4", "cuda:h100x8")
#: Every executable that the compiler makes of a program with a reduction, a sort and a matrix product, as bytes.
EXECUTABLES = """
import hashlib, json, sys
import jax, jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies

def program(x, y):
    return jnp.sort(x @ y, axis=0), jnp.linalg.norm(x), jax.nn.softmax(y.T).sum(axis=1)

found = {}
for name in sys.argv[1:]:
    mesh = Mesh(topologies.get(name).devices, ("x",))
    at = NamedSharding(mesh, PartitionSpec("x"))
    operands = [jax.ShapeDtypeStruct((1024, 1024), jnp.float32, sharding=at)] * 2
    executable = jax.jit(program).lower(*operands).compile().runtime_executable()
    texts = [module.to_string() for module in executable.hlo_modules()]
    found[name] = [hashlib.sha256(each).hexdigest() for each in (executable.serialize(), repr(texts).encode())]
print(json.dumps(found))
"""


def test_a_slimmed_library_compiles_to_the_same_bytes_as_upstreams(both: Environment, decoys: Path) -> None:
    artifact = manifest.load(RELEASE).artifact("jax-cuda12-pjrt")
    assert artifact.library is not None
    path = both.site_packages / "jaxlib_cuda12" / "libjaxlib_cuda12.so"
    slimmed = path.with_name("slimmed.so")
    found = []
    try:
        with descriptor_of(both, "jaxlib_cuda12") as change:
            found.append(finished(both.run("-c", EXECUTABLES, *COMPARED, environment=only(decoys))))
            path.rename(slimmed)
            Cache().extract(artifact.file("x86_64"), artifact.library.member, path)
            change(library={"size": path.stat().st_size})
            assert path.stat().st_size > slimmed.stat().st_size
            found.append(finished(both.run("-c", EXECUTABLES, *COMPARED, environment=only(decoys))))
    finally:
        if slimmed.exists():
            slimmed.replace(path)
    assert set(found[0]) == set(COMPARED)
    assert found[0] == found[1]


# What must be true of each program's facts, on any target ---------------------------------------------------------


def check(name: str, target: dict[str, Any]) -> None:
    """Every program of ``target``, which is called ``name``."""
    is_tpu = name.startswith("tpu:")
    check_matmul(target["matmul"])
    check_convolution(target["convolution"], is_tpu)
    check_attention(target["attention"])
    assert target["cholesky"]["signature"] == "f32[64,64]->f32[64,64]"
    # By libtpu itself; or by cuSOLVER, which is not there, through a handler that is.
    assert target["cholesky"]["custom_calls"] == (["Cholesky"] if is_tpu else ["cusolver_potrf_ffi"])
    check_training(target["training"], target["devices"], target["memory"])
    check_collectives(target["collectives"], target["devices"])
    check_partitioned(target["partitioned"], is_tpu)
    check_too_large(target["too_large"], target["memory"], is_tpu)
    for program in ("matmul", "convolution", "attention", "cholesky", "training", "collectives"):
        facts = target[program]
        assert facts["size"] > 1000, f"{program}: the serialized executable holds no code"
        if is_tpu:
            assert facts["flops"] > 0
        else:
            chip = re.match(r"cuda:([a-z0-9]+?)(x\d+)?$", name)
            assert chip is not None
            assert facts["architectures"] == [ARCHITECTURES[chip[1]]]


def check_process(data: dict[str, Any]) -> None:
    assert data["default"] == "cpu"
    assert data["left_in_environment"] == []
    # Where a CUDA runtime is at hand it is loaded; nothing that a kernel would be run by is, nor the driver.
    runs = ("libcuda.so", "libcublas", "libcudnn", "libcufft", "libcusolver", "libcusparse", "libnccl")
    assert not [path for path in data["nvidia"] if Path(path).name.startswith(runs)]


def check_matmul(facts: dict[str, Any]) -> None:
    assert facts["signature"] == "bf16[1024,512],bf16[512,2048]->bf16[1024,2048]"
    assert facts["arguments"] == 2 * (1024 * 512 + 512 * 2048)
    assert facts["outputs"] == 2 * 1024 * 2048
    assert facts["flops"] in (None, 2 * 1024 * 512 * 2048)
    assert facts["ops"].keys() & {"dot", "convolution", "custom-call"}


def check_convolution(facts: dict[str, Any], is_tpu: bool) -> None:
    assert facts["signature"] == "bf16[8,34,34,64],bf16[3,3,64,128]->bf16[8,32,32,128]"
    assert facts["outputs"] == 2 * 8 * 32 * 32 * 128
    dense = 2 * (8 * 34 * 34 * 64 + 3 * 3 * 64 * 128)
    if is_tpu:
        # The 64 channels of the images lie in rows of 128, or the 34 rows in tiles.
        assert dense <= facts["arguments"] <= 2 * dense
        assert facts["flops"] == 2 * (8 * 32 * 32 * 128) * (3 * 3 * 64)
        assert "convolution" in facts["ops"]
    else:
        assert facts["arguments"] == dense
        assert facts["custom_calls"] == ["__cudnn$convForward"]


def check_attention(facts: dict[str, Any]) -> None:
    one = "bf16[2,512,8,64]"
    assert facts["signature"] == f"{one},{one},{one}->{one}"
    assert facts["outputs"] == 2 * 2 * 512 * 8 * 64
    # Two products of 512 x 64 x 512 for each of 16 heads; the softmax between them is not nothing.
    products = 2 * (2 * 512 * 64 * 512) * 16
    assert facts["flops"] is None or products < facts["flops"] < 2 * products
    assert facts["ops"]["exponential"] >= 1
    # On some TPUs the scores are computed a second time, and not kept.
    assert facts["ops"].get("dot", 0) + facts["ops"].get("convolution", 0) in {2, 3}


def check_training(facts: dict[str, Any], devices: int, memory: int) -> None:
    model = 4 if devices >= 16 else 2
    data, rows, columns, batch = devices // model, 512, 2048, 256
    weight = 4 * (rows // data) * (columns // model)
    down, up = f"f32[{columns // model},{rows // data}]", f"f32[{rows // data},{columns // model}]"
    examples = f"f32[{batch // data},{rows}]"
    assert facts["signature"] == (
        f"{down},{up},{down},{up},{examples},{examples}->{down},{up},{down},{up},f32[]"
    )
    # Two weights and their two velocities, in place; two blocks of the batch.
    assert facts["aliased"] == 4 * weight
    assert facts["arguments"] == 4 * weight + 2 * 4 * (batch // data) * rows
    assert 4 * weight < facts["outputs"] < 4 * weight + 4096
    assert facts["arguments"] + facts["outputs"] - facts["aliased"] + facts["temporary"] < memory
    # Weights are gathered before they are used, what the two halves of the model give is summed, and slopes are
    # summed over the batch: two products forward, three backward.
    ops = facts["ops"]
    assert ops["all-gather"] >= 1
    assert ops["all-reduce"] >= 1
    assert ops.get("dot", 0) + ops.get("convolution", 0) == 5
    if facts["flops"] is not None:
        products = 5 * 2 * batch * rows * columns / devices
        assert products < facts["flops"] < 1.1 * products


def check_collectives(facts: dict[str, Any], devices: int) -> None:
    ops = facts["ops"]
    assert facts["signature"] == f"f32[{8 * devices},{128 * devices}]->f32[{8 * devices * devices},128]"
    for name in ("all-gather", "all-to-all", "collective-permute"):
        assert ops[name] == 1, name
    # libtpu makes a small scattered sum of a whole one.
    assert ops["all-reduce"] + ops.get("reduce-scatter", 0) == 2
    everyone = ",".join(str(index) for index in range(devices))
    ring = ",".join(f"{{{index},{(index + 1) % devices}}}" for index in range(devices))
    assert f"{{{ring}}}" in facts["groups"]
    spellings = {f"{{{{{everyone}}}}}", f"[1,{devices}]<=[{devices}]", f"mesh['x'={devices}] {{'x'}}"}
    assert spellings & set(facts["groups"])


def check_partitioned(facts: dict[str, Any], is_tpu: bool) -> None:
    if is_tpu:
        # libtpu's PJRT C API takes no partitioning functions: its extension for them is not there.
        assert "CustomSPMDPartitioning not found" in facts["error"]
        return
    assert facts["signature"] == "f32[16,128]->f32[16,128]"
    # Only the function given for one shard has a sine.
    assert facts["ops"]["sine"] == 1
    assert "all-gather" not in facts["ops"]


def check_too_large(facts: dict[str, Any], memory: int, is_tpu: bool) -> None:
    if is_tpu:
        # libtpu says how much of the chip's memory there is for programs, which checks the data on the chip.
        assert facts["error"].startswith("RESOURCE_EXHAUSTED")
        match = re.search(r"exceeds available HBM \(([0-9.]+)G\)", facts["error"])
        assert match, facts["error"]
        assert 0.9 * memory < float(match[1]) * 2**30 <= memory
    else:
        # XLA:GPU compiles it; that it does not fit is for whoever compares the two.
        assert math.isclose(facts["arguments"], memory, rel_tol=1e-4)
        assert facts["arguments"] + facts["outputs"] > memory


@pytest.mark.parametrize("name", TPUS)
def test_programs_compile_for_tpu(name: str, tpu: dict[str, Any]) -> None:
    assert tpu[name]["kind"] == TPUS[name]
    assert tpu[name]["hosts"] == 1
    assert tpu[name]["devices"] == math.prod(map(int, name.split(":")[2].split("x")))
    check(name, tpu[name])


@pytest.mark.parametrize("name", GPUS)
def test_programs_compile_for_cuda(name: str, cuda: dict[str, Any]) -> None:
    assert cuda[name]["kind"] == GPUS[name]
    assert cuda[name]["hosts"] == 1
    assert cuda[name]["devices"] == int(name.rpartition("x")[2])
    check(name, cuda[name])


def test_the_process_is_as_it_was(tpu: dict[str, Any], cuda: dict[str, Any]) -> None:
    check_process(tpu)
    check_process(cuda)


# What it says ----------------------------------------------------------------------------------------------------


def test_without_the_plugin_it_names_it(without_cuda: str) -> None:
    assert without_cuda.startswith("NotInstalled: cuda:h100 needs the plugin for jax's platform 'cuda'.")
    for plugin in ("jaxlib-cuda12", "jaxlib-cuda13"):
        assert re.search(rf"\n\S.* install .*{plugin}=={RELEASE}\n", without_cuda), without_cuda


def test_another_libtpu_is_loaded_where_the_environment_gives_it(environment: Environment) -> None:
    (own,) = environment.site_packages.glob("libtpu/libtpu.so")
    given = environment.folder / "given/libtpu.so"
    given.parent.mkdir()
    # A link to the same file would be no other library.
    shutil.copyfile(own, given)
    script = """
    import json
    from jaxlib_core import topologies
    data = {"devices": len(topologies.get("tpu:v5e:2x2").devices)}
    maps = open("/proc/self/maps").read().splitlines()
    print(json.dumps(data | {"opened": sorted({line.split()[-1] for line in maps if "libtpu.so" in line})}))
    """
    try:
        for variables, path in (({}, own), ({"TPU_LIBRARY_PATH": str(given)}, given)):
            done = environment.run("-c", textwrap.dedent(script), environment={**CPU, **variables})
            assert finished(done) == {"devices": 4, "opened": [str(path.resolve())]}
    finally:
        shutil.rmtree(given.parent)


def test_a_shape_that_libtpu_refuses_comes_with_those_that_work(environment: Environment) -> None:
    text = error_of(environment, 'topologies.get("tpu:v5e:2x3")')
    assert text.startswith("TopologyRefused: tpu:v5e:2x3 is not a topology that the library can compile for.")
    assert 'Topology layout "v5e:2x3" is not divisible by' in text, "libtpu's own words"
    assert "1x1 or 2x2 or 2x4, or more hosts of 2x2 up to a pod, 16x16" in text
    assert '\ntopologies.get("tpu:v5e:2x4")\ntopologies.get("tpu:v5e:2x2")\n' in text


def test_every_chip_that_is_listed_exists(both: Environment) -> None:
    script = """
    import json
    from jaxlib_core.jax import topologies
    shapes = {2: "2x2", 3: "2x2x1"}
    data = {}
    for name in topologies.names():
        platform, _, chip = name.partition(":")
        facts = topologies._data(platform)["chips"][chip]
        if platform == "tpu":
            name += ":" + shapes[len(facts["largest"])]
        data[name] = [str(d.device_kind) for d in topologies.get(name).devices]
    print(json.dumps(data))
    """
    data = finished(both.run("-c", textwrap.dedent(script), environment=CPU))
    assert {name: len(kinds) for name, kinds in data.items() if name.startswith("tpu")} == {
        **dict.fromkeys(("tpu:v2:2x2", "tpu:v3:2x2", "tpu:v7x:2x2x1"), 8),
        **dict.fromkeys(("tpu:v4:2x2x1", "tpu:v5e:2x2", "tpu:v5p:2x2x1", "tpu:v6e:2x2"), 4),
    }
    assert all(len(set(kinds)) == 1 for kinds in data.values())


def test_no_newer_cudnn_is_counted_on_than_the_plugin_asks_for(both: Environment) -> None:
    metadata = (both.site_packages / f"jaxlib_cuda12-{RELEASE}.dist-info" / "METADATA").read_text("utf-8")
    asked = re.search(r"^Requires-Dist: nvidia-cudnn-cu12.*>=([0-9.]+)", metadata, re.MULTILINE)
    assert asked, metadata
    assert tomllib.loads((TARGETS / "cuda.toml").read_text("utf-8"))["cudnn"] == f"{asked[1]}.0"


def test_jaxs_own_way_to_a_topology_works_before_and_after(environment: Environment) -> None:
    script = """
    import json
    from jax.experimental.topologies import get_topology_desc
    from jaxlib_core import loaded, topologies
    before = get_topology_desc("v5e:2x2", "tpu").devices
    ours = topologies.get("tpu:v5e:2x2").devices
    after = get_topology_desc("v5e:2x2", "tpu").devices
    print(json.dumps({"counts": [len(before), len(ours), len(after)], "loaded": sorted(loaded())}))
    """
    data = finished(environment.run("-c", textwrap.dedent(script), environment=CPU))
    assert data == {"counts": [4, 4, 4], "loaded": ["tpu"]}


def test_callbacks_meet_every_library_once(both: Environment) -> None:
    """Plugin callbacks registered before discovery, after it, and after the library is loaded."""
    script = """
    import json
    import jax
    from jax._src import xla_bridge
    from jaxlib_core import topologies
    calls = []
    xla_bridge.register_plugin_callbacks(lambda c_api: calls.append("before"))
    jax.devices()
    xla_bridge.register_plugin_callbacks(lambda c_api: calls.append("after"))
    # On this process's own platform each is called at once; what counts is the library that comes now.
    first = sorted(calls)
    calls.clear()
    topologies.get("cuda:h100")
    second = sorted(calls)
    calls.clear()
    xla_bridge.register_plugin_callbacks(lambda c_api: calls.append("late"))
    topologies.get("cuda:b200")
    print(json.dumps({"cuda": second, "late": calls}))
    """
    data = finished(both.run("-c", textwrap.dedent(script), environment=CPU))
    assert data["cuda"] == ["after", "before"]
    assert data["late"].count("late") == 1


def test_the_pages_example_runs(environment: Environment) -> None:
    page = (ROOT / "docs" / "ahead-of-time.md").read_text("utf-8")
    code, printed = re.findall(r"```(?:python)?\n(.*?)```", page, re.DOTALL)
    done = environment.run("-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed


# Without jax ------------------------------------------------------------------------------------------------------

BINDING = """
import json, os
os.environ.update(TPU_SKIP_MDS_QUERY="1", TPU_ACCELERATOR_TYPE="v5e-4", TPU_WORKER_HOSTNAMES="localhost",
                  TPU_WORKER_ID="0")
import jaxlib_pjrt as pjrt
from jaxlib_core.jax import topologies

name, chip = {name!r}, {chip!r}
program = '''module @m {{ func.func public @main(%a: tensor<256x512xbf16>, %b: tensor<512x128xbf16>)
  -> tensor<256x128xf32> {{ %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<256x512xbf16>, tensor<512x128xbf16>) -> tensor<256x128xf32> return %0 : tensor<256x128xf32> }} }}'''
options = dict(chips_per_host_bounds=[2, 2, 1]) if name == "tpu" else topologies._cuda("", chip).options
topology = pjrt.Topology(name, chip if name == "tpu" else "", **options)
executable = topology.compile(program)
profiler = pjrt.Profiler(name)
with profiler:
    topology.compile(program)
try:
    pjrt.Client(name)
    absent = ""
except Exception as error:
    absent = type(error).__name__
print(json.dumps(dict(
    platform=topology.platform, devices=len(topology.devices), shapes=executable.output_shapes,
    layouts=(executable.parameter_layouts, executable.output_layouts), stats=executable.memory_stats(),
    bytes=len(executable.serialize()), absent=absent, space=profiler.collect().hex(),
)))
"""


@pytest.mark.parametrize(("name", "chip"), [("tpu", "v5e:2x2"), ("cuda12", "h100x4")])
def test_the_binding_compiles_with_no_device_and_has_the_profiler(
    both: Environment, name: str, chip: str
) -> None:
    both.install("nanobind-backend", "ml_dtypes", "packaging")
    both.install("--no-deps", "--reinstall", str(build.wheel("pjrt", RELEASE)))
    found = finished(both.run("-c", BINDING.format(name=name, chip=chip), timeout=300))
    assert (found["platform"], found["devices"]) == (name.removesuffix("12"), 4)
    assert found["shapes"] == [[256, 128]]
    tiles = [[8, 128], [2, 1]] if name == "tpu" else []
    assert found["layouts"] == [[[[1, 0], tiles]] * 2, [[[1, 0], tiles[:1]]]]
    assert found["stats"]["arguments"] == (256 * 512 + 512 * 128) * 2
    assert found["stats"]["outputs"] == 256 * 128 * 4
    assert found["bytes"] > 1000
    assert found["absent"], "a client of no device was made"
    space = bytes.fromhex(found["space"])
    assert b"/host:metadata" in space
    assert space[0] == 0x0A, "no XSpace begins otherwise: its planes are field 1"
