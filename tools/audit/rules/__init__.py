"""The rules, by subject, and which of them apply to which distribution."""

from __future__ import annotations

from tools.audit import declared
from tools.audit.findings import Rule
from tools.audit.rules import binaries, contents, metadata, plugin
from tools.wheels.wheelfile import JAXLIB, PJRT, Wheel, WheelError

COMMON: tuple[Rule, ...] = (
    *(metadata.tag, metadata.metadata, metadata.description, metadata.requirements),
    *(metadata.licence, metadata.record),
    *(contents.build_paths, contents.size, contents.excluded, contents.bill_of_materials),
)
PURE: tuple[Rule, ...] = (metadata.entry_points, binaries.nothing_compiled)
COMPILED: tuple[Rule, ...] = (
    *(binaries.manylinux, binaries.architecture, binaries.linkage, binaries.exports, binaries.segments),
)
DESCRIBED: tuple[Rule, ...] = (
    *(plugin.descriptor, plugin.library, plugin.measured, binaries.linked_libraries),
    *(plugin.gpu_architectures, plugin.kernels, plugin.provenance),
)


def of(wheel: Wheel) -> tuple[Rule, ...]:
    """The rules for the wheel's distribution.

    Raises:
        WheelError: This checkout makes no such distribution.
    """
    if wheel.distribution in declared.PURE:
        return (*COMMON, *PURE)
    # Before 3.15, free-threaded Pythons have no stable ABI.
    stable = () if wheel.free_threaded else (binaries.stable_abi,)
    if wheel.distribution == PJRT:
        return (*COMMON, *COMPILED, *stable)
    if wheel.distribution == JAXLIB:
        return (*COMMON, *COMPILED)
    plugins = declared.plugin_names()
    if wheel.plugin in plugins:
        return (*COMMON, metadata.entry_points, *COMPILED, *stable, *DESCRIBED)
    known = ", ".join([*declared.DECLARED, *(f"jaxlib-{name}" for name in plugins)])
    raise WheelError(f"a distribution of this checkout: {known}", wheel.distribution, str(wheel.path))
