"""The passes mosaic-serde and mosaic_gpu-serde: convert kernels between their dialects and a stable form.

libtpu and the CUDA plugins read the stable form. In it, the name of each operation except for the module has a
prefix, and the module states the version of the form. To write an older version, operations that were different
then are changed (`mosaic_versions`, `mosaic_gpu_versions`); it is an error if that is impossible. An older version
is read by the reverse changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from jaxlib._ir import core
from jaxlib._ir.core import MLIRError, Operation
from jaxlib._ir.dialects.default_attributes import default_attributes
from jaxlib._ir.passes import mosaic_gpu_versions, mosaic_versions


class Form(NamedTuple):
    """A stable form.

    Attributes:
        prefix: The prefix of operations' names, and of the attribute with the version.
        defaults: Operation name -> attributes that the form contains even if a builder did not set them.
        downgrade: Operation, version, newest version -> None: converts an operation to an older version.
        upgrade: The reverse.
    """

    prefix: str
    defaults: Callable[[str], core.Attributes]
    downgrade: Callable[[Operation, int, int], None]
    upgrade: Callable[[Operation, int, int], None]

    @property
    def version_attribute(self) -> str:
        """The attribute of the module with the version."""
        return f"{self.prefix}version"


TPU = Form(mosaic_versions.PREFIX, default_attributes, mosaic_versions.downgrade, mosaic_versions.upgrade)
#: The plugin's reader adds the default attributes.
GPU = Form("stable_mosaic_gpu.", lambda _name: {}, mosaic_gpu_versions.downgrade, mosaic_gpu_versions.upgrade)


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
    """All operations except for modules, in order; nested operations come before their parents."""
    found: list[Operation] = []

    def visit(parent: Operation) -> None:
        for region in parent._regions:
            for block in region._blocks:
                for op in block._operations:
                    if op._regions:
                        visit(op)
                    if op._name != "builtin.module":
                        found.append(op)

    visit(module)
    return found


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
    for op in _inside(module):
        name = op._name
        for key, value in form.defaults(name).items():
            op._attributes.setdefault(key, value)
        if version < newest:
            form.downgrade(op, version, newest)
    # In a separate loop, because rules inspect surrounding operations, and create others.
    for op in _inside(module):
        op._name = form.prefix + op._name


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
    for op in operations:
        form.upgrade(op, version, newest)


def _failure(why: str) -> MLIRError:
    return MLIRError(f"Failure while executing pass pipeline:\nerror: unknown: {why}")
