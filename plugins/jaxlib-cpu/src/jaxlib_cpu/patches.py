"""The table of patches to jax for this library; ``jaxlib_core`` applies it after it has checked the releases.

No patch changes the behaviour of jaxlib's built-in backend, should jax fall back to it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from jaxlib_core.jax.patches import Adaptation, Patch
from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu import custom_partitioning, host_callbacks, jax_workarounds, unreduced
from jaxlib_cpu.lowering import (
    async_collectives,
    concatenations,
    elementwise,
    emitters,
    fused_reductions,
    matmul,
    narrow_reductions,
    narrow_storage,
    products,
    reductions,
    shifts,
    sorts,
    transposed_products,
    transposes,
    unrolling,
    windows,
)

_REGISTER = "jax._src.interpreters.mlir.register_lowering(prim, rule, platform, ...)"
#: What lowering.rules.traced() uses.
_TRACED = (
    "jax._src.interpreters.mlir.lower_fun(fun, multiple_results)",
    "jax._src.config.eager_constant_folding",
)

#: Features that jax or jaxlib lacks for a CPU behind the PJRT C API.
GAPS = (
    Patch(
        "jax._src.dlpack._jax",
        "jaxlib cannot copy memory for jax.dlpack.from_dlpack if it has to be copied.",
        since="0.10.2",
        apply=jax_workarounds.copy_from_dlpack,
    ),
    Patch(
        "jax._src.interpreters.pxla.MeshComputation.cost_analysis(self)",
        "jax refuses jit(f).lower(...).cost_analysis() for clients over the C API.",
        since="0.10.2",
        apply=jax_workarounds.analyse_costs,
    ),
    Patch(
        "jax._src.lax.lax.transpose_p",
        "The library aborts the process at transpositions of types narrower than a byte.",
        since="0.10.2",
        apply=jax_workarounds.transpose_narrow_types,
        uses=(_REGISTER, *_TRACED, "jax._src.lax.lax._transpose_lower(ctx, x, *, permutation)"),
    ),
    Patch(
        "jax._src.interpreters.mlir.wrap_with_memory_kind(ctx, x, memory_kind, aval_out)",
        "The library leaves all results of a program in the default kind of memory, whatever out_shardings say.",
        since="0.10.2",
        apply=jax_workarounds.refuse_memory_kinds,
    ),
    Patch(
        "jax._src.interpreters.pxla.is_default_layout(curr_layout, sharding, aval)",
        "jaxlib ends the process at int1: it asks the PJRT C API, which lacks the type, for its layout.",
        since="0.10.2",
        apply=jax_workarounds.refuse_single_bits,
    ),
)

#: Operations at which the library is slower than jaxlib's built-in backend.
LOWERINGS = (
    Patch(
        "jax._src.lax.lax.dot_general_p",
        "The library is slow at batches of small products.",
        since="0.10.2",
        apply=matmul.lower_dot_general,
        uses=(
            _REGISTER,
            *_TRACED,
            "jax._src.lax.lax._dot_general_lower(ctx, lhs, rhs, *, dimension_numbers, precision, "
            "preferred_element_type, out_sharding, platform)",
        ),
    ),
    Patch(
        "jax._src.lax.lax.concatenate_p",
        "The library's compile time for concatenations is quadratic in the number of operands.",
        since="0.10.2",
        apply=concatenations.lower_concatenate,
        uses=(_REGISTER, *_TRACED, "jax._src.lax.lax._concatenate_lower(ctx, *xs, dimension)"),
    ),
    Patch(
        "jax._src.lax.lax.stack_p",
        "The same for stacks.",
        since="0.10.2",
        apply=concatenations.lower_stack,
        uses=(_REGISTER, *_TRACED, "jax._src.lax.lax._stack_lower(ctx, *xs, axis)"),
    ),
)

#: Host callbacks: a plugin's library has neither jaxlib's FFI target for them nor its table.
CALLBACKS = (
    Patch(
        "jax._src.callback.emit_python_callback(ctx, callback, token, operands, operand_avals, result_avals, *, "
        "has_side_effect, returns_token, partitioned, sharding)",
        "jax identifies a host callback by its index in a table that only the backend inside jaxlib has.",
        since="0.10.2",
        apply=host_callbacks.number_callbacks,
    ),
    Patch(
        "jax.interpreters.mlir.emit_python_callback",
        "Other modules import the same function from jax's public module.",
        since="0.10.2",
        apply=host_callbacks.number_public_callbacks,
    ),
    Patch(
        "jax._src.buffer_callback.buffer_callback_p",
        "The same for callbacks that work on XLA's memory directly.",
        since="0.10.2",
        apply=host_callbacks.number_buffer_callbacks,
        uses=(_REGISTER, "jax._src.buffer_callback._buffer_callback_lowering(ctx, *args, ...)"),
    ),
)


def division(plugin: Plugin) -> tuple[Patch, ...]:
    """The patches for a library without the custom partitioner extension."""
    arguments, results = unreduced.SHARDING_CHECKS
    return (
        Patch(
            "jax._src.custom_partitioning.custom_partitioning_p",
            "The library does not support partitioners, so a function with one is lowered like any other.",
            since="0.10.2",
            apply=partial(custom_partitioning.lower_inline, plugin),
            uses=(_REGISTER, *_TRACED, "jax._src.core.jaxpr_as_fun(closed_jaxpr, *args)"),
        ),
        Patch(
            f"jax._src.interpreters.pxla.{arguments}(xla_executable, in_shardings, device_list, global_in_avals, "
            "num_ordered_effects)",
            "The library does not say by which reduction an argument is unreduced.",
            since="0.11.2",
            apply=partial(unreduced.forgive_reductions, plugin, arguments),
            uses=("jax.sharding.UnreducedKind",),
        ),
        Patch(
            f"jax._src.interpreters.pxla.{results}(xla_executable, out_shardings, device_list, global_out_avals, "
            "num_ordered_effects)",
            "The same for a result.",
            since="0.11.2",
            apply=partial(unreduced.forgive_reductions, plugin, results),
            uses=("jax.sharding.UnreducedKind",),
        ),
    )


def adaptation(plugin: Plugin, extensions: Collection[int]) -> Adaptation:
    """The changes to jax for a library with these PJRT C API extensions."""
    patches = (*GAPS, *LOWERINGS, *CALLBACKS)
    # The choice depends on the long sums that remain.
    hooks = (
        # First, because it makes reductions of float32.
        narrow_reductions.widen,
        fused_reductions.fuse_reductions,
        reductions.lower_in_steps,
        reductions.choose_reductions,
        # After the products of vectors, which become sums.
        transposed_products.swap_sides,
        products.lower_products,
        windows.lower_to_slices,
        transposes.lower_in_blocks,
        sorts.sort_integers,
        shifts.bound_shifts,
        # After the reductions, which depend on what computes their operands.
        elementwise.lower_functions,
        narrow_storage.move_as_integers,
        # Last, because they depend on the operations that remain.
        partial(unrolling.disable_unrolling, plugin),
        partial(emitters.choose_emitters, plugin),
    )
    first = async_collectives.without_futures
    if custom_partitioning.CUSTOM_PARTITIONER in extensions:
        return Adaptation(patches, (first, *hooks))
    # Partitioning before the sums: the library computes those of the shards.
    divide = partial(custom_partitioning.divide_program, plugin)
    return Adaptation((*patches, *division(plugin)), (first, divide, *hooks))
