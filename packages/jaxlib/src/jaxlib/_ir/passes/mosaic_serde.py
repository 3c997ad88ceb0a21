"""The passes mosaic-serde and mosaic_gpu-serde: convert kernels between their dialects and a stable form.

libtpu and the CUDA plugins read the stable form. In it, the name of each operation except for the module has a
prefix, and the module states the version of the form. To write an older version, operations that were different
then are changed (`mosaic_versions`, `mosaic_gpu_versions`); it is an error if that is impossible. An older version
is read by the reverse changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from jaxlib._ir import core
from jaxlib._ir.core import MLIRError, Operation
from jaxlib._ir.dialects.default_attributes import default_attributes
from jaxlib._ir.passes import mosaic_gpu_versions, mosaic_versions
from jaxlib._ir.passes.mosaic_versions import Rule
from jaxlib._native import ir as _native


class Form(NamedTuple):
    """A stable form.

    Attributes:
        prefix: The prefix of operations' names, and of the attribute with the version.
        defaults: Operation name -> attributes that the form contains even if a builder did not set them.
        downgrades: Version, newest version -> the rules that convert operations to that version, by name.
        upgrades: The reverse.
    """

    prefix: str
    defaults: Callable[[str], core.Attributes]
    downgrades: Callable[[int, int], Mapping[str, Sequence[Rule]]]
    upgrades: Callable[[int, int], Mapping[str, Sequence[Rule]]]

    @property
    def version_attribute(self) -> str:
        """The attribute of the module with the version."""
        return f"{self.prefix}version"


TPU = Form(mosaic_versions.PREFIX, default_attributes, mosaic_versions.downgrades, mosaic_versions.upgrades)
#: The plugin's reader adds the default attributes.
GPU = Form(
    "stable_mosaic_gpu.", lambda _name: {}, mosaic_gpu_versions.downgrades, mosaic_gpu_versions.upgrades
)


def run(
    form: Form,
    module: Operation,
    serialize: bool,
    target: int | None,
    newest: int,
    keep_version: bool = True,
) -> None:
    """Rename all operations, and change those that differ in the version.

    Args:
        form: The stable form.
        module: The module, which is changed in place.
        serialize: Whether to convert to the stable form; else from it.
        target: The version to write; None for the newest.
        newest: The newest version that this release of jax reads and writes.
        keep_version: Whether a deserialized module keeps the attribute with its version.

    Raises:
        MLIRError: The version is unknown or cannot express the module, or the module is not in the stable form.
    """
    if serialize:
        _write(form, module, newest if target is None else target, newest)
    else:
        _read(form, module, newest, keep_version)


def _inside(module: Operation) -> list[Operation]:
    """All operations except for modules; nested operations come before their parents."""
    return [op for op in _native.inside_out(module) if op._name != "builtin.module"]


def _write(form: Form, module: Operation, version: int, newest: int) -> None:
    if version > newest:
        raise _failure(
            f"The highest supported version is {newest} but requested serialization at version {version}"
        )
    if not module.context.allow_unregistered_dialects:
        raise _failure("Cannot serialize within a context that does not allow unregistered dialects")
    module._attributes[form.version_attribute] = core.IntegerAttr.get(
        core.IntegerType.get_signless(64), version
    )
    rules = form.downgrades(version, newest)
    changes: dict[str, tuple[tuple[tuple[str, core.Attribute], ...], Sequence[Rule]] | None] = {}
    for op in _inside(module):
        name = op._name
        if name not in changes:
            missing = tuple(form.defaults(name).items())
            changes[name] = (missing, rules.get(name, ())) if missing or name in rules else None
        change = changes[name]
        if change is None:
            continue
        for key, value in change[0]:
            op._attributes.setdefault(key, value)
        for rule in change[1]:
            rule(op, version)
    _native.add_prefix(module, form.prefix)


def _read(form: Form, module: Operation, newest: int, keep_version: bool) -> None:
    attribute = module._attributes.get(form.version_attribute)
    if not isinstance(attribute, core.IntegerAttr):
        raise _failure("Missing or invalid version attribute")
    version = attribute.value
    if version > newest:
        raise _failure(f"Unsupported version: expected <= {newest} but got {version}")
    if not keep_version:
        del module._attributes[form.version_attribute]
    operations = _inside(module)
    for op in operations:
        if not op._name.startswith(form.prefix):
            raise _failure(f"Operation not in a serialized form: {op._name}")
    for op in operations:
        op._name = op._name.removeprefix(form.prefix)
    rules = form.upgrades(version, newest)
    for op in operations:
        for rule in rules.get(op._name, ()):
            rule(op, version)


def _failure(why: str) -> MLIRError:
    return MLIRError(f"Failure while executing pass pipeline:\nerror: unknown: {why}")
