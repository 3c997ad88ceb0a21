"""The Pallas operations that jax ships, compiled ahead of time for one target; their text, cost and memory as JSON.

Usage: ``pallas_programs.py TARGET OUTPUT [NAME ...]``. Run it under both jaxlibs, and compare the files. Without
OUTPUT, it prints the names.

Every module of `jax.experimental.pallas.ops` has at least one program here, whose name begins with the module's.
Some operations ask jax for this machine's device, of which they need the number of cores or the compute capability:
for them, jax is patched to return the target's device.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import backend
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies
from text_programs import Program, f32, outcome

#: Makes a program. What it imports may be missing in a release of jax.
Maker = Callable[[], Program]

ROWS, COLUMNS = PartitionSpec("x"), PartitionSpec(None, "x")


class Chips:
    """The target's devices, and values that are whole on the first or divided over all."""

    def __init__(self, devices: list[Any]) -> None:
        self.devices = devices
        self.mesh = Mesh(np.array(devices), ("x",))
        self.one = NamedSharding(Mesh(np.array(devices[:1]), ("x",)), PartitionSpec())
        self.rows = NamedSharding(self.mesh, ROWS)

    def own(self, *shape: int, dtype: Any = jnp.bfloat16) -> jax.ShapeDtypeStruct:
        return f32(*shape, dtype=dtype, at=self.one)

    def whole(self, *shape: int) -> jax.ShapeDtypeStruct:
        return f32(*shape, at=self.one)

    def indices(self, *shape: int) -> jax.ShapeDtypeStruct:
        return f32(*shape, dtype=jnp.int32, at=self.one)


def operations(module: str) -> Any:
    return importlib.import_module(f"jax.experimental.pallas.ops.{module}")


def summed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A loss, of which a gradient can be taken."""
    return lambda *operands: function(*operands).astype(jnp.float32).sum()


def gradient(function: Callable[..., Any], *numbers: int) -> Callable[..., Any]:
    derived: Callable[..., Any] = jax.value_and_grad(summed(function), numbers)
    return derived


def for_tpu(chips: Chips) -> dict[str, Maker]:
    return {**tpu_attention(chips), **tpu_pages(chips), **tpu_products(chips)}


def tpu_attention(chips: Chips) -> dict[str, Maker]:
    qkv = (chips.own(2, 2, 256, 128),) * 3
    heads = (chips.own(4, 256, 128),) * 3
    shared = (heads[0], chips.own(256, 128), chips.own(256, 128))
    segments = chips.indices(256)

    def flash(**options: Any) -> Callable[..., Any]:
        function: Callable[..., Any] = partial(operations("tpu.flash_attention").flash_attention, **options)
        return function

    def segmented(q: Any, k: Any, v: Any, bias: Any, ids: Any) -> Any:
        module = operations("tpu.flash_attention")
        return module.flash_attention(q, k, v, bias, module.SegmentIds(ids, ids), causal=True)

    def splash(make: str, mask: Callable[[Any], Any], **options: Any) -> Callable[..., Any]:
        def attention(q: Any, k: Any, v: Any, ids: Any = None) -> Any:
            module = operations("tpu.splash_attention")
            sizes = dict.fromkeys(("block_q", "block_kv", "block_q_dkv", "block_kv_dkv"), 128)
            if not options.get("fused"):
                sizes |= {"block_q_dq": 128, "block_kv_dq": 128}
            blocks = module.BlockSizes(**sizes, use_fused_bwd_kernel=options.get("fused", False))
            masks = module.MultiHeadMask([mask(module)] * 4)
            kernel = getattr(module, make)(
                masks,
                block_sizes=blocks,
                head_shards=1,
                q_seq_shards=1,
                attn_logits_soft_cap=options.get("cap"),
            )
            return kernel(q, k, v, ids if ids is None else module.SegmentIds(ids, ids))

        return attention

    def sharded_splash(q: Any, k: Any, v: Any) -> Any:
        attention = splash("make_splash_mha", causal)
        return jax.shard_map(
            jax.vmap(attention), mesh=chips.mesh, in_specs=(ROWS,) * 3, out_specs=ROWS, check_vma=False
        )(q, k, v)

    def causal(module: Any) -> Any:
        return module.CausalMask((256, 256))

    def local(module: Any) -> Any:
        return module.LocalMask((256, 256), (64, 0), 0)

    def listed(module: Any) -> Any:
        return module.NumpyMask(np.tril(np.ones((256, 256), bool)) | (np.arange(256) % 7 == 0))

    batch = (f32(len(chips.devices), 4, 256, 128, dtype=jnp.bfloat16, at=chips.rows),) * 3
    ids = (*heads, segments)
    return {
        "tpu.flash_attention": lambda: (flash(causal=True, sm_scale=0.1), qkv, {}),
        "tpu.flash_attention f32": lambda: (flash(), (chips.whole(1, 2, 256, 64),) * 3, {}),
        "tpu.flash_attention gradient": lambda: (
            gradient(segmented, 0, 1, 2),
            (*qkv, chips.whole(2, 2, 256, 256), chips.indices(2, 256)),
            {},
        ),
        "tpu.splash_attention": lambda: (splash("make_splash_mha", causal), heads, {}),
        "tpu.splash_attention gradient": lambda: (
            gradient(splash("make_splash_mha", causal), 0, 1, 2),
            ids,
            {},
        ),
        "tpu.splash_attention fused gradient": lambda: (
            gradient(splash("make_splash_mha", listed, fused=True), 0, 1, 2),
            heads,
            {},
        ),
        "tpu.splash_attention mqa": lambda: (splash("make_splash_mqa", local, cap=30.0), shared, {}),
        "tpu.splash_attention mqa gradient": lambda: (
            gradient(splash("make_splash_mqa", local), 0, 1, 2),
            shared,
            {},
        ),
        "tpu.splash_attention on each": lambda: (gradient(sharded_splash, 0, 1, 2), batch, {}),
    }


def tpu_pages(chips: Chips) -> dict[str, Maker]:
    queries, lengths, pages = chips.own(4, 8, 128), chips.indices(4), chips.indices(4, 8)
    cache = chips.own(4, 32, 16, 128)
    ragged = (
        chips.own(64, 8, 128),
        chips.own(32, 16, 8, 128),
        chips.indices(4),
        chips.indices(4, 8),
        chips.indices(5),
        chips.indices(1),
    )

    def paged(**options: Any) -> Callable[..., Any]:
        module = operations("tpu.paged_attention")
        function: Callable[..., Any] = partial(module.paged_attention, pages_per_compute_block=4, **options)
        return function

    def quantized(q: Any, k: Any, v: Any, *rest: Any) -> Any:
        module = operations("tpu.paged_attention.quantization_utils")
        return paged()(q, module.quantize_to_int8(k), module.quantize_to_int8(v), *rest)

    def ragged_attention(**options: Any) -> Callable[..., Any]:
        module = operations("tpu.ragged_paged_attention")
        function: Callable[..., Any] = partial(module.ragged_paged_attention, sm_scale=0.1, **options)
        return function

    operands = (queries, cache, cache, lengths, pages)
    return {
        "tpu.paged_attention": lambda: (paged(), operands, {}),
        "tpu.paged_attention cap": lambda: (
            paged(attn_logits_soft_cap=20.0, inline_seq_dim=False),
            operands,
            {},
        ),
        "tpu.paged_attention megacore kv_head": lambda: (paged(megacore_mode="kv_head"), operands, {}),
        "tpu.paged_attention megacore batch": lambda: (paged(megacore_mode="batch"), operands, {}),
        "tpu.paged_attention int8": lambda: (quantized, operands, {}),
        "tpu.ragged_paged_attention": lambda: (ragged_attention(), ragged, {}),
        "tpu.ragged_paged_attention window": lambda: (
            ragged_attention(
                sliding_window=32, soft_cap=20.0, num_kv_pages_per_block=4, num_queries_per_block=16
            ),
            ragged,
            {},
        ),
    }


def tpu_products(chips: Chips) -> dict[str, Maker]:
    own, whole = chips.own, chips.whole
    left, right, sizes = own(512, 256), own(4, 256, 384), chips.indices(4)
    key = f32(2, dtype=jnp.uint32, at=chips.one)

    def gmm(lhs: Any, rhs: Any, sizes: Any, **options: Any) -> Any:
        return operations("tpu.megablox").gmm(lhs, rhs, sizes, jnp.float32, (128, 128, 128), **options)

    def tgmm(lhs: Any, rhs: Any, sizes: Any) -> Any:
        return operations("tpu.megablox.gmm").tgmm(lhs, rhs, sizes, jnp.float32, (128, 128, 128))

    def transposed(lhs: Any, rhs: Any, sizes: Any) -> Any:
        # The gradient rules take all arguments by position.
        return operations("tpu.megablox").gmm(
            lhs, rhs, sizes, jnp.bfloat16, (128, 128, 128), None, None, True
        )

    def matmul(**options: Any) -> Callable[..., Any]:
        function: Callable[..., Any] = partial(
            operations("tpu.matmul").matmul, block_shape=(128, 128), block_k=128, **options
        )
        return function

    def gathered(x: Any) -> Any:
        return operations("tpu.all_gather").all_gather(x, mesh=chips.mesh, axis_name="x")

    def bits(module: str, name: str, function: Callable[[Any], Any]) -> Callable[..., Any]:
        operations(module)  # it registers the generator
        return lambda data: jax.random.key_data(function(jax.random.wrap_key_data(data, impl=name)))

    def drawn(module: str, name: str) -> Callable[..., Any]:
        operations(module)
        return lambda data: jax.random.bits(jax.random.wrap_key_data(data, impl=name), (300, 512))

    threefry = ("tpu.random.threefry", "pallas_threefry2x32")
    philox = ("tpu.random.philox", "pallas_philox4x32")
    over_all = f32(8 * len(chips.devices), 128, at=chips.rows)
    return {
        "tpu.example_kernel": lambda: (operations("tpu.example_kernel").double, (whole(256, 128),), {}),
        "tpu.matmul": lambda: (matmul(), (own(256, 512), own(512, 256)), {}),
        "tpu.matmul f32": lambda: (matmul(), (whole(256, 256), whole(256, 128)), {}),
        "tpu.matmul int8": lambda: (
            matmul(out_dtype=jnp.int32),
            (own(256, 256, dtype=jnp.int8), own(256, 256, dtype=jnp.int8)),
            {},
        ),
        "tpu.megablox gmm": lambda: (gmm, (left, right, sizes), {}),
        "tpu.megablox gmm transposed": lambda: (transposed, (left, own(4, 384, 256), sizes), {}),
        "tpu.megablox gmm gradient": lambda: (gradient(gmm, 0, 1), (left, right, sizes), {}),
        "tpu.megablox gmm f32": lambda: (gmm, (whole(512, 256), whole(4, 256, 384), sizes), {}),
        "tpu.megablox tgmm": lambda: (tgmm, (own(256, 512), own(512, 384), sizes), {}),
        "tpu.all_gather": lambda: (gathered, (over_all,), {}),
        "tpu.random.threefry": lambda: (drawn(*threefry), (key,), {}),
        "tpu.random.threefry split": lambda: (bits(*threefry, partial(jax.random.split, num=3)), (key,), {}),
        "tpu.random.philox": lambda: (drawn(*philox), (key,), {}),
        "tpu.random.philox split": lambda: (bits(*philox, partial(jax.random.split, num=3)), (key,), {}),
        "tpu.random.philox fold_in": lambda: (bits(*philox, lambda k: jax.random.fold_in(k, 7)), (key,), {}),
    }


def for_gpu(chips: Chips) -> dict[str, Maker]:
    """XLA ends the process where a kernel has instructions that the chip lacks: each has only its own."""
    generations = {9: hopper, 10: blackwell}
    mosaic = generations.get(int(chips.devices[0].compute_capability.split(".")[0]))
    return {**triton(chips), **(mosaic(chips) | gpu_collectives(chips) if mosaic else {})}


def triton(chips: Chips) -> dict[str, Maker]:
    half = partial(chips.own, dtype=jnp.float16)
    qkv = (half(2, 256, 4, 64),) * 3
    rows, weight = half(2, 32, 512), half(512)
    pages = (half(4, 8, 64), half(2, 32, 16, 64), half(2, 32, 16, 64), chips.indices(4, 16), chips.indices(4))

    def mha(q: Any, k: Any, v: Any, ids: Any = None, **options: Any) -> Any:
        module = operations("gpu.attention")
        blocks = dict.fromkeys(("block_q", "block_k"), 64)
        blocks |= {f"block_{what}": 32 for what in ("q_dkv", "kv_dkv", "q_dq", "kv_dq")}
        return module.mha(q, k, v, ids, sm_scale=0.125, block_sizes=module.BlockSizes(**blocks), **options)

    def norm(module: str) -> Callable[..., Any]:
        operation: Callable[..., Any] = getattr(operations(module), module.rpartition(".")[2])
        return operation

    def paged(q: Any, k: Any, v: Any, tables: Any, lengths: Any, **options: Any) -> Any:
        module = operations("gpu.paged_attention")
        return module.paged_attention(q, k, v, tables, lengths, k_splits=2, **options)

    def scaled(q: Any, k: Any, v: Any, tables: Any, lengths: Any, *scales: Any) -> Any:
        module = operations("gpu.paged_attention")
        return module.paged_attention(q, k, v, tables, lengths, *scales, k_splits=2)

    octets, scales = chips.own(2, 32, 16, 64, dtype=jnp.int8), half(2, 32, 16)
    return {
        "gpu.attention": lambda: (partial(mha, causal=True), qkv, {}),
        "gpu.attention segments": lambda: (mha, (*qkv, chips.indices(2, 256)), {}),
        "gpu.attention gradient": lambda: (gradient(partial(mha, causal=True), 0, 1, 2), qkv, {}),
        "gpu.decode_attention mqa": lambda: (
            partial(operations("gpu.decode_attention").mqa, k_splits=2),
            (half(2, 16, 64), half(2, 512, 64), half(2, 512, 64)),
            {},
        ),
        "gpu.decode_attention gqa": lambda: (
            partial(operations("gpu.decode_attention").gqa, k_splits=2),
            (half(2, 16, 64), half(2, 512, 2, 64), half(2, 512, 2, 64)),
            {},
        ),
        "gpu.layer_norm": lambda: (norm("gpu.layer_norm"), (rows, weight, weight), {}),
        "gpu.layer_norm gradient": lambda: (
            gradient(norm("gpu.layer_norm"), 0, 1, 2),
            (rows, weight, weight),
            {},
        ),
        "gpu.rms_norm": lambda: (norm("gpu.rms_norm"), (rows, weight, weight), {}),
        "gpu.rms_norm gradient": lambda: (
            gradient(norm("gpu.rms_norm"), 0, 1, 2),
            (rows, weight, weight),
            {},
        ),
        "gpu.softmax": lambda: (operations("gpu.softmax").softmax, (rows,), {}),
        "gpu.paged_attention": lambda: (paged, pages, {}),
        "gpu.paged_attention int8": lambda: (
            scaled,
            (pages[0], octets, octets, *pages[3:], scales, scales),
            {},
        ),
    }


def hopper(chips: Chips) -> dict[str, Maker]:
    half = partial(chips.own, dtype=jnp.float16)
    qkv = (half(1, 512, 2, 64),) * 3
    square = (half(512, 512), half(512, 512))
    groups = chips.indices(4)

    def attention(name: str, **options: Any) -> Callable[..., Any]:
        module = operations("gpu.attention_mgpu")
        config = module.TuningConfig(block_q=64, block_kv=64, max_concurrent_steps=2, **options)
        return lambda q, k, v: getattr(module, name)(q, k, v, config)

    backward = {f"block_{what}": 64 for what in ("q_dkv", "kv_dkv", "q_dq", "kv_dq")}

    def matmul(*, added: bool = False) -> Callable[..., Any]:
        module = operations("gpu.hopper_matmul_mgpu")
        config = module.TuningConfig(tile_m=64, tile_n=64, tile_k=64, max_concurrent_steps=4)
        return lambda a, b, *c: module.matmul(a, b, *(c if added else (None,)), config=config)

    def mixed(a: Any, b: Any) -> Any:
        module = operations("gpu.hopper_mixed_type_matmul_mgpu")
        config = module.TuningConfig(tile_m=64, tile_n=64, tile_k=64, max_concurrent_steps=4)
        return module.mixed_matmul_kernel(a, b, out_dtype=jnp.bfloat16, config=config)

    blocks = {"block_m": 64, "block_k": 64, "max_concurrent_steps": 2, "grid_block_n": 2}

    def ragged(a: Any, b: Any, sizes: Any, **options: Any) -> Any:
        function = operations("gpu.ragged_dot_mgpu").ragged_dot
        return function(a, b, group_sizes=sizes, block_n=128, **blocks, **options)

    def transposed_ragged(a: Any, b: Any, sizes: Any) -> Any:
        function = operations("gpu.transposed_ragged_dot_mgpu").transposed_ragged_dot
        return function(a, b, group_sizes=sizes, block_n=64, **blocks)

    def collective(a: Any, b: Any) -> Any:
        module = operations("gpu.collective_matmul_mgpu")
        config = module.TuningConfig(tile_m=64, tile_n=64, tile_k=64, max_concurrent_steps=2)
        product = partial(module.all_gather_lhs_matmul, axis_name="x", config=config)
        return jax.shard_map(
            product, mesh=chips.mesh, in_specs=(ROWS, COLUMNS), out_specs=COLUMNS, check_vma=False
        )(a, b)

    size = 256 * len(chips.devices)
    divided = (
        f32(size, 256, dtype=jnp.float16, at=chips.rows),
        f32(256, size, dtype=jnp.float16, at=NamedSharding(chips.mesh, COLUMNS)),
    )
    grouped = (half(512, 512), half(4, 512, 512), groups)
    return {
        "gpu.attention_mgpu": lambda: (attention("attention"), qkv, {}),
        "gpu.attention_mgpu causal": lambda: (attention("attention", causal=True), qkv, {}),
        "gpu.attention_mgpu gradient": lambda: (
            gradient(attention("attention", **backward), 0, 1, 2),
            qkv,
            {},
        ),
        "gpu.attention_mgpu pipeline": lambda: (attention("attention_with_pipeline_emitter"), qkv, {}),
        "gpu.hopper_matmul_mgpu": lambda: (matmul(), square, {}),
        "gpu.hopper_matmul_mgpu added": lambda: (matmul(added=True), (*square, half(512, 512)), {}),
        "gpu.hopper_mixed_type_matmul_mgpu": lambda: (
            mixed,
            (chips.own(512, 512, dtype=jnp.int8), chips.own(512, 512)),
            {},
        ),
        "gpu.ragged_dot_mgpu": lambda: (ragged, grouped, {}),
        "gpu.ragged_dot_mgpu transposed": lambda: (partial(ragged, transpose_rhs=True), grouped, {}),
        "gpu.collective_matmul_mgpu": lambda: (collective, divided, {}),
        "gpu.transposed_ragged_dot_mgpu": lambda: (transposed_ragged, (*square, groups), {}),
    }


def blackwell(chips: Chips) -> dict[str, Maker]:
    half = partial(chips.own, dtype=jnp.float16)
    square = (half(512, 512), half(512, 512))

    def matmul(*, collective: bool) -> Callable[..., Any]:
        module = operations("gpu.blackwell_matmul_mgpu")
        config = module.TuningConfig(
            tile_m=128,
            tile_n=128,
            tile_k=64,
            max_concurrent_steps=4,
            collective=collective,
            epilogue_tile_n=32,
        )
        return lambda a, b: module.matmul_kernel(a, b, config)

    def ragged(a: Any, b: Any, sizes: Any) -> Any:
        module = operations("gpu.blackwell_ragged_dot_mgpu")
        config = module.TuningConfig(
            tile_m=128,
            tile_n=128,
            tile_k=64,
            max_concurrent_steps=4,
            collective=True,
            grid_tile_width=1,
            grid_minor_dim=operations("gpu.blackwell_matmul_mgpu").MatmulDimension.N,
        )
        return module.ragged_dot_kernel(a, b, sizes, config)

    grouped = (half(512, 512), half(4, 512, 512), chips.indices(4))
    return {
        "gpu.blackwell_matmul_mgpu": lambda: (matmul(collective=False), square, {}),
        "gpu.blackwell_matmul_mgpu collective": lambda: (matmul(collective=True), square, {}),
        "gpu.blackwell_ragged_dot_mgpu": lambda: (ragged, grouped, {}),
    }


def gpu_collectives(chips: Chips) -> dict[str, Maker]:
    def mapped(function: Callable[..., Any], out: Any) -> Callable[..., Any]:
        whole: Callable[..., Any] = jax.shard_map(
            function, mesh=chips.mesh, in_specs=ROWS, out_specs=out, check_vma=False
        )
        return whole

    def gathered(x: Any) -> Any:
        return operations("gpu.all_gather_mgpu").all_gather(x, axis_name="x", gather_dimension=0)

    def scattered(x: Any, **options: Any) -> Any:
        return operations("gpu.reduce_scatter_mgpu").reduce_scatter(x, axis_name="x", **options)

    count = len(chips.devices)
    rows = f32(256 * count, 512, at=chips.rows)
    halves = f32(256 * count, 256, dtype=jnp.float16, at=chips.rows)
    return {
        "gpu.all_gather_mgpu": lambda: (mapped(gathered, PartitionSpec()), (rows,), {}),
        "gpu.reduce_scatter_mgpu": lambda: (mapped(scattered, ROWS), (rows,), {}),
        "gpu.reduce_scatter_mgpu all": lambda: (
            mapped(partial(scattered, scatter_dimension=None, reduction="max"), PartitionSpec()),
            (halves,),
            {},
        ),
    }


@contextmanager
def told_of(chips: Chips, program: Program) -> Iterator[None]:
    """jax's answers about this machine's devices are about the target's."""
    count = max(operand.sharding.mesh.size for operand in jax.tree.leaves(program[1]))
    devices = chips.devices[:count]
    mesh = chips.mesh if count > 1 else chips.one.mesh
    answers: dict[tuple[Any, str], Any] = {
        (jax, "devices"): devices,
        (jax, "local_devices"): devices,
        (jax, "device_count"): count,
        (jax, "local_device_count"): count,
        (backend, "get_default_device"): devices[0],
    }
    with ExitStack() as stack:
        for (module, name), answer in answers.items():
            stack.enter_context(mock.patch.object(module, name, return_value=answer))
        versions = importlib.import_module("jax._src.lib").cuda_versions
        if versions is not None:  # the CUDA runtime, which compiling does not need, is not installed
            stack.enter_context(mock.patch.object(versions, "cuda_runtime_get_version", return_value=13000))
        stack.enter_context(jax.sharding.use_abstract_mesh(mesh.abstract_mesh))
        yield


def compiled(chips: Chips, maker: Maker) -> dict[str, Any]:
    try:
        program = maker()
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    with told_of(chips, program):
        made: dict[str, Any] = outcome(program)
    return made


def main(target: str, output: str = "", *names: str) -> None:
    # The operations are in files of jax's, which is in another folder for each jaxlib.
    folder = re.escape(f"{Path(jax.__file__).parents[1]}/")
    jax.config.update("jax_hlo_source_file_canonicalization_regex", folder)
    chips = Chips(topologies.get(target).devices)
    programs = for_tpu(chips) if target.startswith("tpu") else for_gpu(chips)
    if not output:
        print(*programs, sep="\n")
        return
    outcomes = {name: compiled(chips, programs[name]) for name in names or programs}
    Path(output).write_text(json.dumps(outcomes), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
