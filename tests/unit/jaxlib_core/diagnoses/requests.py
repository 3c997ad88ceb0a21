"""What is asked for: variables, flags, FFI handlers, topologies, programs."""

from __future__ import annotations

import datetime
from typing import cast

from jaxlib_core import errors
from jaxlib_core.checks import vendor_libraries
from jaxlib_core.doctor import default_backend, trials
from jaxlib_core.jax import backend, ffi, topologies

from tests.unit import jaxlib_cpu
from tests.unit.jaxlib_core.diagnoses.machine import CUDA
from tests.unit.jaxlib_core.diagnoses.scene import Scene, Text, raised, stand_in


def variable_that_keeps_jax_from_working(scene: Scene) -> Text:
    scene.patch.setenv("JAX_NUM_CPU_DEVICES", "many")
    failure = 'ValueError: Invalid value "many" for JAX flag jax_num_cpu_devices'
    own = default_backend._import_fails((), failure)
    return trials.keeps_jax_from_working({"JAX_NUM_CPU_DEVICES": None}, own).problem


def policy_that_means_nothing(scene: Scene) -> Text:
    scene.patch.setenv(backend.POLICY, "ignore")
    return raised(backend.policy)


def flag_that_the_library_does_not_know(scene: Scene) -> Text:
    scene.site.family()
    plugin = scene.plugin()
    scene.patch.setenv("XLA_FLAGS", "--xla_cpu_flatten_after_fusion=false")
    return scene.problem(plugin)


def order_of_libraries_that_means_nothing(scene: Scene) -> Text:
    scene.patch.setenv(vendor_libraries.ORDER, "conda")
    return vendor_libraries.problem(scene.plugin("cuda12", **CUDA))


class _Refusing:
    def register_ffi_handler(self, *_: object) -> None:
        raise RuntimeError("a handler of XLA FFI 0.5, where the library has 0.2")

    register_ffi_type = register_ffi_handler


def ffi_handler_of_a_newer_version(scene: Scene) -> Text:
    scene.patch.setattr(ffi, "_built_in", lambda _: frozenset())
    targets = ffi.Targets(scene.plugin(), cast(ffi.Registrar, _Refusing()))
    handler = datetime.datetime_CAPI  # any capsule: it is refused before it is opened
    return raised(targets.register, "my_target", handler, "cpu", 1)


def target_without_meaning(scene: Scene) -> Text:
    return raised(topologies.get, "tpu:v9")


def shape_that_does_not_exist(scene: Scene) -> Text:
    return raised(topologies.get, "tpu:v5e:64")


def topology_that_the_library_refuses(scene: Scene) -> Text:
    refusal = type("JaxRuntimeError", (RuntimeError,), {})
    stand_in(scene, "jax.errors", JaxRuntimeError=refusal)
    stand_in(scene, "jax._src.hardware_utils", num_available_tpu_chips_and_device_id=lambda: (0, None))

    def refuse(*_: object) -> None:
        raise refusal('INVALID_ARGUMENT: Topology layout "v5e:2x3" is not divisible by host bounds "2x2".')

    scene.patch.setattr(backend, "compile_only_devices", refuse)
    return raised(topologies.get, "tpu:v5e:2x3")


def program_that_the_library_would_get_wrong(scene: Scene) -> Text:
    refusal: errors.PluginError = jaxlib_cpu.module("unreduced").refusal(
        scene.plugin(), "%3 = sdy.sharding_constraint ..."
    )
    return refusal
