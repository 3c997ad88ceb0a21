"""The operands and results of operations in kernels: how many there are, and the kinds of their types.

Each line is a signature and the operations that have it: the kinds of the operands, ``>``, the kinds of the
results. `kernel_operand_kinds` defines the kinds. ``_`` is any type; ``*`` follows a list, and ``?`` an optional
value.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from jaxlib._release import MOSAIC_VERSION

_SIGNATURES = """
llvm_int llvm_int > llvm_int: llvm.add llvm.and llvm.ashr llvm.lshr llvm.mul llvm.or llvm.sdiv llvm.shl llvm.srem
    llvm.sub llvm.udiv llvm.urem llvm.xor
llvm_int > llvm_int: llvm.sext llvm.trunc llvm.zext
llvm_float llvm_float > llvm_float: llvm.fadd llvm.fdiv llvm.fmul llvm.frem llvm.fsub
llvm_float > llvm_float: llvm.fneg llvm.fpext llvm.fptrunc
llvm_float llvm_float > llvm_bool: llvm.fcmp
llvm_float > llvm_int: llvm.fptosi llvm.fptoui
llvm_int > llvm_float: llvm.sitofp llvm.uitofp
llvm_float > llvm: llvm.intr.ceil llvm.intr.cos llvm.intr.exp llvm.intr.exp2 llvm.intr.fabs llvm.intr.floor
    llvm.intr.log llvm.intr.rint llvm.intr.sin llvm.intr.sqrt
llvm_float llvm_float > llvm: llvm.intr.maximum llvm.intr.maxnum llvm.intr.minimum llvm.intr.minnum
llvm_float llvm_float llvm_float > llvm: llvm.intr.fma
llvm_pointers > llvm_pointers: llvm.addrspacecast
llvm_pointers > llvm_int: llvm.ptrtoint
llvm_int > llvm_pointers: llvm.inttoptr
llvm_pointers llvm_int* > llvm_pointers: llvm.getelementptr
signless > llvm_pointer: llvm.alloca
llvm_vector signless > llvm: llvm.extractelement
llvm_aggregate > llvm: llvm.extractvalue
llvm_int|llvm_pointers llvm_int|llvm_pointers > llvm_bool: llvm.icmp
llvm_single > llvm_single: llvm.bitcast
llvm_vector llvm_primitive signless > llvm_vector: llvm.insertelement
llvm_aggregate llvm_primitive > llvm_aggregate: llvm.insertvalue
i1 _* >: llvm.intr.assume
llvm* > llvm?: llvm.inline_asm
llvm_bool llvm llvm > llvm: llvm.select
> llvm: llvm.mlir.constant llvm.mlir.poison llvm.mlir.undef llvm.mlir.zero
llvm_pointer > llvm_sized: llvm.load
llvm_sized llvm_pointer >: llvm.store
i32 >: nvvm.bar.warp.sync
generic_pointer|shared_pointer i32 > i64: nvvm.mbarrier.arrive.nocomplete
generic_pointer|shared_pointer i32 i1? >: nvvm.mbarrier.init
generic_pointer|shared_pointer i32 i32 >: nvvm.mbarrier.try_wait.parity
> i1: nvvm.elect.sync
i32 i32|f32 i32 i32 > i32|f32|llvm_struct: nvvm.shfl.sync
shared_pointer > _: nvvm.ldmatrix
shared_pointer i32* >: nvvm.stmatrix
float_like float_like > float_like: arith.addf arith.divf arith.maximumf arith.maximumnumf arith.maxnumf
    arith.minimumf arith.minimumnumf arith.minnumf arith.mulf arith.remf arith.scaling_extf
    arith.scaling_truncf arith.subf math.atan2 math.copysign math.powf
int_like int_like > int_like: arith.addi arith.andi arith.ceildivsi arith.ceildivui arith.divsi arith.divui
    arith.floordivsi arith.maxsi arith.maxui arith.minsi arith.minui arith.muli arith.ori arith.remsi
    arith.remui arith.shli arith.shrsi arith.shrui arith.subi arith.xori
int_like int_like > int_like bool_like: arith.addui_extended arith.subui_extended
bits_like_or_memref > bits_like_or_memref: arith.bitcast
float_like float_like > bool_like: arith.cmpf
int_like int_like > bool_like: arith.cmpi
> _: arith.constant tpu.create_subelement_mask
float_like > float_like: arith.convertf arith.extf arith.flush_denormals arith.negf arith.truncf math.absf
    math.acos math.acosh math.asin math.asinh math.atan math.atanh math.cbrt math.ceil math.cos math.cosh
    math.erf math.erfc math.exp math.exp2 math.expm1 math.floor math.log math.log10 math.log1p math.log2
    math.round math.roundeven math.rsqrt math.sin math.sinh math.sqrt math.tan math.tanh math.trunc
fixed_int_like > fixed_int_like: arith.extsi arith.extui arith.trunci
float_like > fixed_int_like: arith.fptosi arith.fptoui
int_like_or_memref > int_like_or_memref: arith.index_cast arith.index_castui
int_like int_like > int_like int_like: arith.mulsi_extended arith.mului_extended
bool_like _ _ > _: arith.select
fixed_int_like > float_like: arith.sitofp arith.uitofp
i1 >: cf.assert
_* >: cf.br memref.alloca_scope.return mosaic_gpu.alloca_scope.return mosaic_gpu.return
    mosaic_gpu.warp_map scf.reduce scf.yield tpu.log tpu.yield vector.yield
i1 _* _* >: cf.cond_br
integer _* _* >: cf.switch
async_token* index* index* > memref<any> async_token?: gpu.alloc
i1 > signless: gpu.ballot
named_barrier? >: gpu.barrier
> index: gpu.block_dim gpu.block_id gpu.cluster_block_id gpu.cluster_dim gpu.cluster_dim_blocks gpu.cluster_id
    gpu.global_id gpu.grid_dim gpu.lane_id gpu.num_subgroups gpu.subgroup_id gpu.subgroup_size gpu.thread_id
async_token* memref<any> > async_token?: gpu.dealloc
> memref1<i8>: gpu.dynamic_shared_memory
unranked_memref<any> >: gpu.host_register gpu.host_unregister
async_token* index|i32|i64 index|i32|i64 index|i32|i64 index|i32|i64 index|i32|i64 index|i32|i64
    index|i32|i64? index|i32|i64? index|i32|i64? i32? _* _? > async_token?: gpu.launch_func
async_token* memref<any> memref<any> > async_token?: gpu.memcpy
async_token* memref<any> _ > async_token?: gpu.memset
integer|index|float* >: gpu.printf
_* >: gpu.return gpu.yield
i32 >: gpu.set_default_device
>: gpu.terminator
async_token* > async_token?: gpu.wait
signless_like > signless_like: math.absi math.ctlz math.ctpop math.cttz
float_like float_like float_like > float_like: math.clampf math.fma
float_like signless_like > float_like: math.fpowi
signless_like signless_like > signless_like: math.ipowi
float_like > bool_like: math.isfinite math.isinf math.isnan math.isnormal
float_like > float_like float_like: math.sincos
index* index* > memref<any>: memref.alloc memref.alloca
> _*: memref.alloca_scope mosaic_gpu.alloca_scope mosaic_gpu.run_scoped scf.execute_region tpu.region tpu.trace
memref<any> > memref<any>: memref.assume_alignment mosaic_gpu.reinterpret_cast mosaic_gpu.with_transforms
    tpu.annotate tpu.erase_memref_layout tpu.memref_bitcast tpu.memref_reshape tpu.memref_squeeze
    tpu.shared_memref_slice
signless|float memref<signless|float> index* > signless|float: memref.atomic_rmw
_ >: memref.atomic_yield scf.reduce.return
any_memref<any> > any_memref<any>: memref.cast memref.memory_space_cast
strided_memref<any> > strided_memref<any>: memref.collapse_shape memref.transpose
any_memref<any> any_memref<any> >: memref.copy
any_memref<any> >: memref.dealloc
memref_with_dims index > index: memref.dim
memref<any>* > memref<any>*: memref.distinct_objects
memref<any> index* index >: memref.dma_wait
strided_memref<any> index* > strided_memref<any>: memref.expand_shape
any_memref<any> > index: memref.extract_aligned_pointer_as_index memref.rank
memref<signless|float> index* > signless|float: memref.generic_atomic_rmw
> static_memref<any>: memref.get_global mosaic_gpu.alloc_smem
>: memref.global mosaic_gpu.tmem_relinquish_alloc_permit scf.forall.in_parallel tpu.trace_start
    tpu.trace_stop
memref<any> index* > _: memref.load
memref<any> index* >: memref.prefetch
memref1<any> index? > memref1<any>: memref.realloc
any_memref<any> index* index* index* > strided_memref<any>: memref.reinterpret_cast
any_memref<any> memref1<signless|index> > any_memref<any>: memref.reshape
_ memref<any> index* >: memref.store
memref<any> index* index* index* > memref<any>: memref.subview
memref1<i8> index index* > memref<any>: memref.view
index|integer > index|integer: mosaic_gpu.assume_multiple tpu.assume_multiple
memref<any> i32|vector1<i32|i16|i8>* i1? >: mosaic_gpu.async_prefetch
memref<any> memref<any> i32|vector1<i32|i16|i8>* i1? i32? >: mosaic_gpu.async_store
memref4<f8E8M0FNU|f8E4M3FN> memref2<f8E8M0FNU|f8E4M3FN> >: mosaic_gpu.async_store_scales_smem_to_tmem
fixed_vector<any> dims_memref<any> memref0<barrier> i32 >: mosaic_gpu.async_store_smem
memref2<any> memref2<any> >: mosaic_gpu.async_store_smem_to_tmem
memref4<i2> memref2<i2> >: mosaic_gpu.async_store_sparse_metadata_smem_to_tmem
rank2 memref2<any> >: mosaic_gpu.async_store_tmem
vector0<any> > vector0<any>: mosaic_gpu.broadcast_in_dim mosaic_gpu.layout_cast tpu.relayout tpu.transpose
    vector.shape_cast vector.transpose
> fixed_vector<any>: mosaic_gpu.broadcasted_iota
_* > _*: mosaic_gpu.custom_primitive mosaic_gpu.optimization_barrier scf.while
vector0<any> >: mosaic_gpu.debug_print
memref<any> i32? i32? i32? > memref<any>: mosaic_gpu.get_cluster_ref
shared_pointer >: mosaic_gpu.initialize_barrier
vector2<mma_acc> vector2<mma> vector2<mma> > vector2<mma_acc>: mosaic_gpu.mma
dims_memref<any> > fixed_vector<any>: mosaic_gpu.multimem_load_reduce mosaic_gpu.vector_load
memref<any>|vector0<any> >: mosaic_gpu.print_layout
memref1<i8> > i32 i32 i32 i1: mosaic_gpu.query_cluster_cancel
> memref<any>: mosaic_gpu.slice_smem tpu.internal_scratch
memref2<any> > memref2<any>: mosaic_gpu.slice_tmem
memref2<f16|f32|i32> memref2<tcgen05> memref2<tcgen05> i1 memref2<f8E8M0FNU|f8E4M3FN>?
    memref2<f8E8M0FNU|f8E4M3FN>? memref2<i2>? >: mosaic_gpu.tcgen05_mma
memref0<i32> > memref2<any>: mosaic_gpu.tmem_alloc
memref2<any> >: mosaic_gpu.tmem_dealloc
memref1<i8> memref0<barrier> i1? >: mosaic_gpu.try_cluster_cancel
vector<any>* > vector<any>: mosaic_gpu.vector_concat tpu.concatenate
fixed_vector<any> dims_memref<any> >: mosaic_gpu.vector_store
memref0<barrier> i1 >: mosaic_gpu.wait
vector2<wgmma_acc> memref2<wgmma>|vector2<wgmma> memref2<wgmma> > vector2<wgmma_acc>: mosaic_gpu.wgmma
_ _* >: scf.condition
signless|index signless|index signless|index _* > _*: scf.for
index* index* index* ranked_tensor<any>* > _*: scf.forall
i1 > _*: scf.if
index > _*: scf.index_switch
index* index* index* _* > _*: scf.parallel
vector<any> > vector<any>: tpu.all_reduce tpu.bitcast tpu.gather tpu.logistic tpu.reciprocal tpu.reduce
    tpu.repeat tpu.reshape tpu.unpack_subelements vector.extract_strided_slice
_ > _: tpu.assume_layout tpu.weird
index >: tpu.barrier
vreg > vreg: tpu.bitcast_vreg
vreg > vector<any>: tpu.broadcast_in_sublanes
vreg memref<any> index* vector1<i1> >: tpu.compress_store_vreg
> i32: tpu.core_id tpu.device_id tpu.iteration_bound tpu.subcore_id
i32 >: tpu.delay
vector<any> vector<integer> > vector<any>: tpu.dynamic_gather
vector<any> i32 > vector<any>: tpu.dynamic_rotate
memref<any> memref<semaphore|dma_semaphore>? memref<any> memref<semaphore|dma_semaphore>? i32? i32? i32? >:
    tpu.enqueue_dma tpu.wait_dma
memref<any> memref<any> memref<i32>|vector1<i32> memref<dma_semaphore> i32? >: tpu.enqueue_indirect_dma
memref<any> index* vector1<i1> > vreg: tpu.expand_load_vreg
float|vector0<float> > float|vector0<float>: tpu.extf tpu.truncf
memref<i32> i32* i32 i32 > i32: tpu.fetch_and_add_sync
float|vector0<float> > signless|vector0<signless>: tpu.fptosi tpu.fptoui
> vector<integer|index>: tpu.iota
memref<any> index* > vreg: tpu.load tpu.shuffled_load
memref<any> >: tpu.log_buffer
vector<i1> > vector<i1>: tpu.mask_cast
vector<any> vector<any> vector<any> > vector<any>: tpu.matmul
vector<any> >: tpu.matmul_acc_lhs tpu.matmul_lhs_fifo tpu.matmul_push_rhs
> rank2: tpu.matmul_pop_fifo
memref<any> > i1: tpu.memref_memory_space_is
memref<any> i32* i32* > memref<any>: tpu.memref_slice
vector<f32|integer>* > vector<integer>: tpu.pack_elementwise
vreg* > vreg: tpu.pack_subelements
vector23<i1>* > vector23<i1>: tpu.pack_vmsk
> vector<any>: tpu.prng_random_bits
i32* >: tpu.prng_set_seed_32
vector<f32|bf16> > vector<f32|bf16>: tpu.reduce_precision
vector0<any>* > vector0<any>: tpu.roll_vectors
vector<i1> vector<any> > vector<i1> vector<i32>: tpu.scan_count
> memref<semaphore|dma_semaphore>: tpu.sem_alloc
> memref<semaphore>: tpu.sem_barrier
memref<semaphore|dma_semaphore> > i32: tpu.sem_read
memref<semaphore> i32 i32? i32? i32? >: tpu.sem_signal
memref<semaphore> i32 >: tpu.sem_wait
vreg memref<any> index* >: tpu.shuffled_store
signless|vector0<signless> > float|vector0<float>: tpu.sitofp tpu.uitofp
vector<i32|f32> vector<i32|f32> vector<i1>? > vector<i1> vector<i32|f32> vector<i32|f32>: tpu.sort
vector<f32> vector<i32> > vector<any>: tpu.stochastic_convert
vector<f32> vector<i32> > vector<i32>: tpu.stochastic_convert_elementwise
vreg memref<any> index* _? >: tpu.store
memref<any> index* > vector<any>: tpu.strided_load
vector<any> memref<any> index* >: tpu.strided_store
vreg vreg > vreg: tpu.sublane_shuffle
memref<any> > i32: tpu.tile_size
i32|f32 >: tpu.trace_value
vector<integer> > vector<f32|integer>: tpu.unpack_elementwise
vector0<any> > vector0<any>*: tpu.unroll_vectors
vector<any> memref<any> index* vector<i1> >: tpu.vector_compress_store
memref<any> index* vector<i1> > vector<any>: tpu.vector_expand_load
memref<any> index* vector<any>? > vector<any>: tpu.vector_load
memref<i32|f32> vector<i32>* vector<i1>? > vector<i32|f32>: tpu.vector_load_idx
vector<any> memref<any> index* vector<any>? >: tpu.vector_store
vector<i32|f32> memref<i32|f32> vector<i32>* vector<i1>? >: tpu.vector_store_idx
memref<dma_semaphore> memref<any> memref<any> i32? i32? >: tpu.wait_dma2
memref<dma_semaphore> memref<any> memref<any> >: tpu.wait_indirect_dma
vector0<sized> > vector0<sized>: vector.bitcast
_ > vector0<any>: vector.broadcast
> vector0<i1>: vector.constant_mask
vector<sized> vector<sized> _ > _: vector.contract
index* > vector0<i1>: vector.create_mask
vector<any> > vector<any> vector<any>: vector.deinterleave
vector0<any> index* > _: vector.extract
vector0<float> vector0<float> vector0<float> > vector0<float>: vector.fma
_* > fixed_vector0<any>: vector.from_elements
tensor_or_memref<any> index* vector<integer|index> vector<i1> vector<any> > vector<any>: vector.gather
_ vector0<any> index* > vector0<any>: vector.insert
vector<any> vector<any> > vector<any>: vector.insert_strided_slice
vector0<any> vector0<any> > vector<any>: vector.interleave
memref<any> index* > vector0<any>: vector.load
vector<i1> _? > _*: vector.mask
memref<any> index* vector<i1> vector<any> > vector<any>: vector.maskedload
memref<any> index* vector<i1> vector<any> >: vector.maskedstore
vector<sized> _ > _: vector.multi_reduction
vector<sized> _ vector<sized>? > vector<sized>: vector.outerproduct
printable? >: vector.print
vector0<sized> _? > _: vector.reduction
scalable_vector1 > any_vector1: vector.scalable.extract
any_vector1 scalable_vector1 > scalable_vector1: vector.scalable.insert
vector<sized> vector0<sized> > vector<sized> vector0<sized>: vector.scan
tensor_or_memref<any> index* vector<integer|index> vector<i1> vector<any> > ranked_tensor<any>?:
    vector.scatter
fixed_vector0<any> fixed_vector0<any> > vector<any>: vector.shuffle
vector0<any> memref<any> index* >: vector.store
vector0<any> > _*: vector.to_elements
shaped<any> index* _ vector<i1>? > vector0<any>: vector.transfer_read
vector0<any> shaped<any> index* vector<i1>? > ranked_tensor<any>?: vector.transfer_write
static_memref<any> > memref<any>: vector.type_cast
> index: vector.vscale
"""

#: Operations that have another signature in an older release, and that are not checked there.
_SINCE_18 = """
memref0<barrier> i1? >: mosaic_gpu.arrive mosaic_gpu.tcgen05_commit_arrive
memref0<barrier> i32 >: mosaic_gpu.arrive_expect_tx
memref<any> memref<any> memref0<barrier>? i32|vector1<i32|i16|i8>* i1? i32? >: mosaic_gpu.async_load
memref2<any> > _*: mosaic_gpu.async_load_tmem
> rank2: tpu.matmul_pop
vector<any> > vector<i16|i32>: tpu.reduce_index
memref<any> i32? i32* i32* > memref<any>: tpu.reinterpret_cast
vector<i1|i16|i32|bf16|f32> vector1<i1>? > vector<i16|i32|bf16|f32>: tpu.scan
memref<any> index* vector<i1> vector<any> >: vector.compressstore
memref<any> index* vector<i1> vector<any> > vector<any>: vector.expandload
> vector1<index|signless8>: vector.step
"""


class Signature(NamedTuple):
    """The kinds of an operation's operands and results, with ``*`` or ``?`` if there may be none or several."""

    operands: tuple[str, ...]
    results: tuple[str, ...]


def _read(text: str) -> dict[str, Signature]:
    signatures = {}
    for line in re.sub(r"\n +", " ", text).strip().splitlines():
        kinds, _, names = line.partition(": ")
        words = kinds.split()
        middle = words.index(">")
        signature = Signature(tuple(words[:middle]), tuple(words[middle + 1 :]))
        signatures.update(dict.fromkeys(names.split(), signature))
    return signatures


#: The signature of each operation, by name.
SIGNATURES = _read(_SIGNATURES)
if MOSAIC_VERSION >= 18:
    SIGNATURES |= _read(_SINCE_18)
