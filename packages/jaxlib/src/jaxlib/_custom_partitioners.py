"""Partitioners of custom calls, which a plugin with the extension for them calls while it compiles a program.

That is how `jax.experimental.custom_partitioning` takes part in XLA's partitioning. XLA's messages pass between
the plugin and jax's functions, which work on shapes and shardings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib import _native
from jaxlib._hlo import HloSharding
from jaxlib._hlo.op_sharding import read_op_sharding
from jaxlib._hlo.shapes import read_shape

#: A value in XLA's messages: its shape, and its sharding if it has one.
_Value = tuple[bytes, bytes | None]


def register_custom_call_partitioner(
    name: str,
    prop_user_sharding: Callable[..., Any],
    partition: Callable[..., Any],
    infer_sharding_from_operands: Callable[..., Any],
    can_side_effecting_have_replicated_sharding: bool = False,
    c_api: Any = None,
) -> None:
    """Register the partitioner of a custom call with the plugin whose API is in the capsule ``c_api``.

    Without one, nothing is registered: jaxlib itself compiles no programs. Nor is anything, as with upstream's
    jaxlib, for a plugin without the extension; its compiler does not know the target of such a call.

    Raises:
        JaxRuntimeError: The plugin refuses it.
    """
    if c_api is None:
        return

    def partitioned(
        operands: Sequence[_Value], result: _Value, config: bytes
    ) -> tuple[bytes, list[bytes], bytes]:
        program, operand_shardings, result_sharding = partition(
            [read_shape(shape) for shape, _ in operands],
            [_sharding(message) for _, message in operands],
            read_shape(result[0]),
            _sharding(result[1]),
            config,
        )
        messages = [_message(each) for each in operand_shardings]
        if len(messages) != len(operands):
            raise ValueError(f"wanted a sharding for each of {len(operands)} operands, got {len(messages)}")
        return _text(program), messages, _message(result_sharding)

    def inferred(operands: Sequence[_Value], result_shape: bytes, config: bytes) -> bytes | None:
        sharding = infer_sharding_from_operands(
            [read_shape(shape) for shape, _ in operands],
            [_sharding(message) for _, message in operands],
            read_shape(result_shape),
            config,
        )
        return None if sharding is None else _message(sharding)

    def propagated(sharding: bytes, result_shape: bytes, config: bytes) -> bytes:
        return _message(prop_user_sharding(_sharding(sharding), read_shape(result_shape), config))

    _native.register_custom_partitioner(
        c_api, name, partitioned, inferred, propagated, can_side_effecting_have_replicated_sharding
    )


def register_custom_call_as_batch_partitionable(target_name: str, c_api: Any = None) -> None:
    """Tell the plugin whose API is in ``c_api`` that a custom call can be partitioned along its batch; see above.

    Raises:
        JaxRuntimeError: The plugin refuses it.
    """
    if c_api is not None:
        _native.register_batch_partitionable(c_api, target_name)


def _sharding(message: bytes | None) -> HloSharding | None:
    return None if message is None else HloSharding.from_proto(read_op_sharding(message))


def _message(sharding: Any) -> bytes:
    if not isinstance(sharding, HloSharding):
        raise TypeError(f"wanted a sharding, got {type(sharding).__name__}")
    return sharding.to_proto().SerializeToString()


def _text(program: bytes) -> bytes:
    """A serialized module in the form that every plugin reads."""
    # On first use: `import jax` compiles nothing.
    from jaxlib._ir.core import Context, Module
    from jaxlib._ir.passes.program_text import program_text

    with Context():
        return program_text(Module.parse(program))[0]
