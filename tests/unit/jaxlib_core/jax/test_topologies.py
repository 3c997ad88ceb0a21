"""Compile targets by name: the requests to a platform's library, derived from data alone, without a library."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jaxlib_core.errors import PluginError, UnknownTarget
from jaxlib_core.jax import topologies

CUDA = topologies._data("cuda")
TPU = topologies._data("tpu")


def asked(name: str) -> topologies._Request:
    platform, _, rest = name.partition(":")
    return (topologies._cuda if platform == "cuda" else topologies._tpu)(name, rest)


def refused(name: str) -> PluginError:
    with pytest.raises(UnknownTarget) as caught:
        topologies.get(name)
    return caught.value


def test_the_chips_that_are_promised_are_there() -> None:
    promised = {f"cuda:{chip}" for chip in ("a100", "h100", "h200", "b200")}
    promised |= {f"tpu:{chip}" for chip in ("v4", "v5e", "v5p", "v6e")}
    assert promised <= set(topologies.names())


@pytest.mark.parametrize(
    ("name", "topology"),
    [
        ("cuda:h100", "1x1x1"),
        ("cuda:h100x4", "1x1x4"),
        ("cuda:h100x8", "1x1x8"),
        ("cuda:h100x16", "1x2x8"),
        ("cuda:b200x72", "1x9x8"),
    ],
)
def test_gpus_fill_hosts(name: str, topology: str) -> None:
    assert asked(name).options["topology"] == topology


def fields(text: str) -> dict[str, Any]:
    """A message in protobuf's text form, as far as these need it."""
    words = iter(re.findall(r'"[^"]*"|[^\s{}:]+|[{}]', text))

    def message() -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key in words:
            if key == "}":
                break
            value = next(words)
            assert key not in found, f"{key} is there twice"
            found[key] = message() if value == "{" else value.strip('"')
        return found

    return message()


@pytest.mark.parametrize("chip", CUDA["chips"])
def test_a_gpus_target_configuration_is_whole(chip: str) -> None:
    facts = CUDA["chips"][chip]
    config = fields(asked(f"cuda:{chip}").options["target_config"])
    assert config["platform_name"] == "CUDA"
    assert config["device_description_str"] == facts["name"]
    assert config["dnn_version_info"] == {"major": "9", "minor": "8", "patch": "0"}
    device = config["gpu_device_info"]
    capability = device.pop("cuda_compute_capability")
    suffix = "a" if capability["feature_extension"] == "ACCELERATED_FEATURES" else ""
    assert f"{capability['major']}.{capability['minor']}{suffix}" == facts["compute_capability"]
    assert set(device) == {*CUDA["common"], *facts["device"], "device_memory_size"}
    # Every chip states the same things.
    assert set(facts["device"]) == set(CUDA["chips"]["h100"]["device"])
    assert int(device["device_memory_size"]) == facts["memory_mib"] * 2**20
    # A block may have what a multiprocessor has, but for the kibibyte that the system keeps.
    assert int(device["shared_memory_per_core"]) - int(device["shared_memory_per_block_optin"]) == 1024


@pytest.mark.parametrize(
    ("name", "topology", "bounds"),
    [
        ("tpu:v5e:1x1", "v5e:1x1", (1, 1, 1)),
        ("tpu:v5e:2x4", "v5e:2x4", (2, 4, 1)),
        ("tpu:v5e:4x4", "v5e:4x4", (2, 2, 1)),
        ("tpu:v6e:16x16", "v6e:16x16", (2, 2, 1)),
        ("tpu:v5p:2x2x4", "v5p:2x2x4", (2, 2, 1)),
        ("tpu:v7x:2x2x1", "tpu7x:2x2x1", (2, 2, 1)),
    ],
)
def test_tpus_are_on_hosts(name: str, topology: str, bounds: tuple[int, ...]) -> None:
    request = asked(name)
    assert request.topology_name == topology
    assert request.options == {"chips_per_host_bounds": bounds}


def test_a_v4_chip_is_one_device_as_on_a_tpu_vm() -> None:
    assert asked("tpu:v4:2x2x1").options["chip_config_name"] == "megacore"


@pytest.mark.parametrize("chip", TPU["chips"])
def test_a_tpus_data_is_whole(chip: str) -> None:
    facts = TPU["chips"][chip]
    host = facts["hosts"][-1]
    assert all(len(fact) == len(facts["largest"]) for fact in facts["hosts"])
    assert all(most % each == 0 for most, each in zip(facts["largest"], host, strict=True))
    shape = "x".join(map(str, facts["largest"]))
    assert asked(f"tpu:{chip}:{shape}").memory * facts["devices"] == facts["memory_gib"] * 2**30


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("h100", "no platform 'h100'"),
        ("gpu:h100", "no platform 'gpu'"),
        ("", "no platform ''"),
        ("cuda:", "no chip"),
        ("cuda:v100", "no chip 'v100'"),
        ("cuda:h100x", "no chip 'h100x'"),
        ("cuda:h100x0", "no chip 'h100x0'"),
        ("tpu:", "no chip"),
        ("tpu:v9:2x2", "no chip 'v9'"),
    ],
)
def test_an_unknown_name_is_answered_with_all_there_are(name: str, found: str) -> None:
    error = refused(name)
    assert error.found == f"{found}; there are {', '.join(topologies.names())}"
    assert error.commands == ('topologies.get("cuda:h100x8")', 'topologies.get("tpu:v5e:2x2")')


def test_a_host_and_a_half_is_refused_with_the_whole_ones() -> None:
    error = refused("cuda:h200x12")
    assert error.found == "12, which is 1 times 8 and 4 more"
    assert error.commands == ('topologies.get("cuda:h200x16")', 'topologies.get("cuda:h200x8")')


@pytest.mark.parametrize("shape", ["", "2", "2x", "2x2x2", "0x2", "17x16", "32x2", "axb", "2x2:4"])
def test_a_shape_that_was_never_built_is_refused_with_those_that_were(shape: str) -> None:
    error = refused(f"tpu:v5e:{shape}")
    assert error.wanted == "tpu:v5e:SHAPE with 1x1 or 2x2 or 2x4, or more hosts of 2x2 up to a pod, 16x16"
    assert error.commands[0] == 'topologies.get("tpu:v5e:1x1")'


def test_what_it_says_to_type_can_be_typed() -> None:
    for name in ("nothing", "cuda:h200x12", "tpu:v5e:5x5x5", "tpu:v4:1"):
        for command in refused(name).commands:
            asked(command.split('"')[1])
