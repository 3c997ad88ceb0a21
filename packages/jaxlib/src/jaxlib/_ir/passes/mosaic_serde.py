"""The pass mosaic-serde: converts TPU kernels between their dialects and the stable form that libtpu reads.

In the stable form, the name of each operation except for the module has a prefix, and the module states the version
of the form. To write an older version, operations that were different then are changed (`mosaic_versions`); it is
an error if that is impossible. An older version is read by the reverse changes.
"""

from __future__ import annotations

from jaxlib._ir import core
from jaxlib._ir.core import MLIRError, Operation
from jaxlib._ir.passes import mosaic_versions

PREFIX = "stable_mosaic."
VERSION_ATTRIBUTE = "stable_mosaic.version"

_FASTMATH = core.DialectAttr("#arith.fastmath<none>")
_OVERFLOW = core.DialectAttr("#arith.overflow<none>")
_NO = core.BoolAttr.get(False)
_ZERO = core.IntegerAttr.get(core.IntegerType.get_signless(32), 0)
_ONE = core.IntegerAttr.get(core.IntegerType.get_signless(32), 1)
_ONE_GROUP = core.IntegerAttr.get(core.IntegerType.get_signless(64), 1)

#: Attributes that MLIR adds if an operation's builder did not set them. The stable form contains them, and nothing
#: before it needs them.
_DEFAULTS: dict[str, core.Attributes] = {
    **{f"arith.{name}": {"overflowFlags": _OVERFLOW} for name in ["addi", "muli", "shli", "subi", "trunci"]},
    **{
        f"arith.{name}": {"fastmath": _FASTMATH}
        for name in (
            [
                "addf",
                "cmpf",
                "divf",
                "flush_denormals",
                "maximumf",
                "maxnumf",
                "minimumf",
                "minnumf",
                "mulf",
                "negf",
                "remf",
                "subf",
            ]
        )
    },
    "vector.contract": {"fastmath": _FASTMATH, "kind": core.DialectAttr("#vector.kind<add>")},
    "vector.outerproduct": {"kind": core.DialectAttr("#vector.kind<add>")},
    "vector.print": {"punctuation": core.DialectAttr("#vector.punctuation<newline>")},
    "vector.reduction": {"fastmath": _FASTMATH},
}
_DEFAULTS |= {
    "tpu.annotate": dict.fromkeys(["no_bank_conflict", "no_hazard", "no_hazard_no_deps", "no_store"], _NO),
    "tpu.compress_store_vreg": {"add": _NO},
    "tpu.conv": dict.fromkeys(("batch_group_count", "feature_group_count"), _ONE_GROUP),
    "tpu.enqueue_dma": {"priority": _ZERO, "strict_ordering": _NO},
    "tpu.enqueue_indirect_dma": {"add": _NO},
    "tpu.load": {"sublane_stride": _ONE},
    "tpu.log": {"formatted": _NO},
    "tpu.matmul": {"transpose_lhs": _NO, "transpose_rhs": _NO},
    "tpu.matmul_push_rhs": {"staging_register": _ZERO, "transpose": _NO},
    "tpu.reciprocal": {"approx": _NO, "full_range": core.BoolAttr.get(True)},
    "tpu.sort": {"descending": _NO},
    "tpu.store": {"add": _NO, "sublane_stride": _ONE},
    "tpu.unpack_subelements": {"integer_extended": core.BoolAttr.get(True), "unsigned_integers": _NO},
    "tpu.vector_compress_store": {"add": _NO},
    "tpu.vector_store": {"add": _NO},
    "tpu.vector_store_idx": {"add": _NO},
    "tpu.wait_dma": {"priority": _ZERO, "strict_ordering": _NO},
    "tpu.wait_dma2": {"strict_ordering": _NO},
}
#: The math operations without `fastmath`.
_INTEGER_MATH = frozenset(f"math.{name}" for name in ["absi", "ctlz", "ctpop", "cttz", "ipowi"])


def _defaults(name: str) -> core.Attributes:
    if name.startswith("math.") and name not in _INTEGER_MATH:
        return {"fastmath": _FASTMATH}
    return _DEFAULTS.get(name, {})


def run(
    module: Operation, serialize: bool, target: int | None, newest: int, keep_version: bool = True
) -> None:
    """Rename all operations, and change those that differ in the version.

    Args:
        module: The module, which is changed in place.
        serialize: Whether to convert to the stable form; else from it.
        target: The version to write; None for the newest.
        newest: The newest version that this release of jax reads and writes.
        keep_version: Whether a deserialized module keeps the attribute with its version.

    Raises:
        MLIRError: The version is unknown or cannot express the module, or the module is not in the stable form.
    """
    if serialize:
        _write(module, newest if target is None else target, newest)
    else:
        _read(module, newest, keep_version)


def _inside(module: Operation) -> list[Operation]:
    """All operations except for modules; nested operations come before their parents."""
    return [op for op in reversed(core.everything(module)) if op._name != "builtin.module"]


def _write(module: Operation, version: int, newest: int) -> None:
    if version > newest:
        raise _failure(
            f"The highest supported version is {newest} but requested serialization at version {version}"
        )
    if not module.context.allow_unregistered_dialects:
        raise _failure("Cannot serialize within a context that does not allow unregistered dialects")
    module._attributes[VERSION_ATTRIBUTE] = core.IntegerAttr.get(core.IntegerType.get_signless(64), version)
    for op in _inside(module):
        name = op._name
        for key, value in _defaults(name).items():
            op._attributes.setdefault(key, value)
        if version < newest:
            mosaic_versions.downgrade(op, version, newest)
    # In a separate loop, because rules inspect surrounding operations, and create others.
    for op in _inside(module):
        op._name = PREFIX + op._name


def _read(module: Operation, newest: int, keep_version: bool) -> None:
    attribute = module._attributes.get(VERSION_ATTRIBUTE)
    if not isinstance(attribute, core.IntegerAttr):
        raise _failure("Missing or invalid version attribute")
    version = attribute.value
    if version > newest:
        raise _failure(f"Unsupported version: expected <= {newest} but got {version}")
    if not keep_version:
        del module._attributes[VERSION_ATTRIBUTE]
    operations = _inside(module)
    for op in operations:
        if not op._name.startswith(PREFIX):
            raise _failure(f"Operation not in a serialized form: {op._name}")
    for op in operations:
        op._name = op._name.removeprefix(PREFIX)
    for op in operations:
        mosaic_versions.upgrade(op, version, newest)


def _failure(why: str) -> MLIRError:
    return MLIRError(f"Failure while executing pass pipeline:\nerror: unknown: {why}")
