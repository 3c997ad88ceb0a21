"""The custom forms of kernels' operations that consist of operands, attributes and types, as formats.

A format is the text after the operation's name. Its fields:

- ``0``, ``1``: an operand; ``0-``: the operands from that one on; ``t0``, ``t0-``, ``r0``, ``r0-``: the types of
  operands and of results.
- ``NAME``: an attribute: numbers, lists and keywords without their type, other attributes as they are.
- ``NAME<``: an attribute's parameters in angle brackets.
- ``NAME?TEXT``: the text if that attribute is set.
- ``NAME<?``: the keyword and the parameters of a set of flags that is not empty, with a space before it.
- ``attributes``: the dictionary of the other attributes that do not have their default, with a space before it.
"""

from __future__ import annotations

from jaxlib._release import KERNEL_KEYWORDS

#: Operands and results of one type.
_SAME = "{0-}{attributes} : {r0}"
_TO = "{0}{attributes} : {t0} to {r0}"
_ARROW = "{0-}{attributes} : {t0-} -> {r0-}"
_FAST = "{0-}{fastmath<?}{attributes} : {r0}"
_OVERFLOW = "{0-}{overflowFlags<?}{attributes} : {r0}"

#: Formats in which the operands have the type of the result.
SAME_TYPES = (_SAME, _FAST, _OVERFLOW)

_FAMILIES = (
    ("arith", _OVERFLOW, "addi muli shli subi"),
    (
        "arith",
        _SAME,
        "andi ceildivsi ceildivui divsi divui floordivsi maxsi maxui minsi minui ori remsi remui shrsi shrui xori",
    ),
    ("arith", _FAST, "addf divf maximumf maxnumf minimumf minnumf mulf negf remf subf"),
    ("arith", _TO, "bitcast extsi fptosi fptoui index_cast index_castui sitofp"),
    ("arith", "{0}{fastmath<?}{attributes} : {t0} to {r0}", "extf"),
    ("arith", "{0}{nonNeg? nneg}{attributes} : {t0} to {r0}", "extui uitofp"),
    ("arith", "{0}{overflowFlags<?}{attributes} : {t0} to {r0}", "trunci"),
    ("arith", "{0-}{attributes} : {r0-}", "addui_extended"),
    ("arith", _SAME, "mulsi_extended mului_extended"),
    (
        "math",
        _FAST,
        "absf acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 floor fma "
        "log log10 log1p log2 powf round roundeven rsqrt sin sinh sqrt tan tanh trunc",
    ),
    ("math", _SAME, "absi ctlz ctpop cttz ipowi"),
    ("math", "{0-}{fastmath<?}{attributes} : {t0-}", "fpowi"),
    ("math", "{0}{fastmath<?}{attributes} : {t0}", "isfinite isinf isnan isnormal"),
    ("memref", _TO, "cast memory_space_cast"),
    (
        "memref",
        "{0}{attributes} : {t0} -> {r0-}",
        "extract_aligned_pointer_as_index extract_strided_metadata",
    ),
    ("memref", "{0}{attributes} : {t0}", "dealloc rank"),
    ("memref", "{0-}{attributes} : {t0}", "dim"),
    ("memref", "{0} {reassociation}{attributes} : {t0} into {r0}", "collapse_shape"),
    ("memref", "{0-}{attributes} : {t0} to {t1}", "copy"),
    ("memref", "{0}[{1}][{2-}]{attributes} : {t0} to {r0}", "view"),
    ("vector", _TO, "bitcast broadcast shape_cast"),
    ("vector", "{0}, {1} {mask}{attributes} : {t0}, {t1}", "shuffle"),
    ("vector", "{0-}{attributes} : {t0} -> {r0}", "deinterleave interleave"),
    ("vector", "{kind<}, {0}, {1} {reduction_dims}{attributes} : {t0} to {r0}", "multi_reduction"),
    ("vector", "{kind<}, {0-}{fastmath<?}{attributes} : {t0} into {r0}", "reduction"),
    (
        "vector",
        "{0} offsets = {offsets}, sizes = {sizes}, strides = {strides}{attributes} : {t0} to {r0}",
        "extract_strided_slice",
    ),
    (
        "vector",
        "{0}, {1} offsets = {offsets}, strides = {strides}{attributes} : {t0} into {t1}",
        "insert_strided_slice",
    ),
    ("vector", "{0-}{attributes} : {t0-}", "outerproduct"),
    ("vector", "{attributes} : {r0}", "step"),
    ("vector", "{0}, {permutation}{attributes} : {t0} to {r0}", "transpose"),
    ("vector", "{0-}{attributes} : {r0}", "create_mask fma from_elements"),
    ("vector", "{0}{attributes} : {t0}", "to_elements"),
    ("vector", "{mask_dim_sizes}{attributes} : {r0}", "constant_mask"),
    ("tensor", _TO, "cast"),
    ("tensor", "{0-}{attributes} : {t0}", "dim"),
    ("tensor", "{0-}{attributes} : {r0}", "from_elements"),
    ("tensor", "{0}[{1-}]{attributes} : {t0}", "extract"),
    ("shape", "{0-}{attributes} : {t0-} -> {r0}", "any broadcast get_extent num_elements shape_of"),
    ("shape", "{0-}{attributes} : {t0-}", "cstr_broadcastable"),
    ("gpu", "{attributes} : {r0}", "dynamic_shared_memory num_subgroups subgroup_id subgroup_size"),
    ("gpu", "{attributes}", "lane_id"),
    ("llvm", _SAME, "and ashr lshr or sdiv srem udiv urem xor"),
    ("llvm", _OVERFLOW, "add mul shl sub"),
    ("llvm", "{0-}{fastmathFlags<?}{attributes} : {r0}", "fadd fdiv fmul fneg frem fsub"),
    (
        "llvm",
        "({0-}){attributes} : ({t0-}) -> {r0}",
        "intr.ceil intr.cos intr.exp intr.exp2 intr.fabs intr.floor intr.fma intr.log intr.log2 intr.maximum "
        "intr.maxnum intr.minimum intr.minnum intr.rint intr.sin intr.sqrt",
    ),
    ("llvm", '"{predicate}" {0-}{attributes} : {t0}', "fcmp icmp"),
    ("llvm", "{0-}{attributes} : {t0}, {t1}", "select"),
    ("llvm", "{ordering}{attributes}", "fence"),
    ("llvm", "{0}{overflowFlags<?}{attributes} : {t0} to {r0}", "trunc"),
    (
        "llvm",
        _TO,
        "addrspacecast bitcast fpext fptosi fptoui fptrunc inttoptr ptrtoint sext sitofp",
    ),
    ("llvm", "{nonNeg?nneg }{0}{attributes} : {t0} to {r0}", "uitofp zext"),
    ("llvm", "{attributes} : {r0}", "mlir.poison mlir.undef mlir.zero"),
    ("llvm", "{0}[{1} : {t1}]{attributes} : {t0}", "extractelement"),
    ("llvm", "{0}{position}{attributes} : {t0} ", "extractvalue"),  # with a space at the end, as in MLIR
    ("llvm", "{1}, {0}[{2} : {t2}]{attributes} : {r0}", "insertelement"),
    ("llvm", "{1}, {0}{position}{attributes} : {r0} ", "insertvalue"),
    ("llvm", "{0}{attributes} : {t0}", "intr.assume"),
    ("nvvm", "{attributes} -> {r0}", "elect.sync"),
    ("nvvm", "{kind} {0-}{attributes} : {t1} -> {r0}", "shfl.sync"),
    ("nvvm", "{0}{attributes} : {t0}", "bar.warp.sync"),
    ("nvvm", "{0-}{attributes} : {t0-}", "mbarrier.try_wait.parity"),
    ("nvvm", _ARROW, "mbarrier.arrive.expect_tx mbarrier.arrive.nocomplete"),
    ("nvvm", "{kind<}{attributes}", "tcgen05.fence"),
    ("tpu", "{0-}{attributes} : {t0-}", "annotate"),
    ("tpu", "{attributes} : {r0-}", "device_id iota sem_alloc sem_barrier"),
    (
        "tpu",
        _ARROW,
        "all_reduce bitcast bitcast_vreg logistic matmul memref_bitcast memref_reshape memref_squeeze "
        "pack_elementwise pack_subelements reciprocal reduce_index sem_read stochastic_convert",
    ),
    ("tpu", "{0}, {multiple}{attributes} : {r0}", "assume_multiple"),
    ("tpu", "barrier_id({0}){attributes}", "barrier"),
    ("tpu", "{0}{attributes}", "delay"),
    ("tpu", "{0}, {label}{attributes} : {t0}", "trace_value"),
    ("tpu", "{0-} in {dimension}{attributes} : {t0-} -> {r0}", "concatenate"),
    ("tpu", "{0}[{1}] in {dimensions}{attributes} : {t0}, {t1} -> {r0}", "dynamic_gather"),
    ("tpu", "{0} by {1} dim {dimension}{attributes} : {t0}, {t1} -> {r0}", "dynamic_rotate"),
    ("tpu", "{dim}{attributes} : {r0}", "iteration_bound"),
    ("tpu", "{0}[{1-}]{attributes} : {t0}, {r0}", "strided_load"),
    ("tpu", "{1}[{2-}], {0}{attributes} : {t1}, {t0}", "strided_store"),
    ("tpu", "{0-}{attributes} : {t0}", "sem_wait"),
    ("tpu", "{0}, {permutation}{attributes} : {t0} -> {r0}", "transpose"),
    ("tpu", "{0}, {index}{attributes} : {t0} -> {r0}", "unpack_elementwise unpack_subelements"),
    ("tt", _ARROW, "bitcast broadcast expand_dims int_to_ptr ptr_to_int reshape splat trans"),
    ("tt", "{0-}{attributes} : {t0} -> {r0}", "join split"),
    ("tt", "{0-}{attributes} : {t0-}", "addptr"),
    ("tt", "{0}{attributes} : {t0} -> {r0}", "histogram"),
    ("tt", "{0}{attributes} : {t0}", "unsplat"),
    ("tt", _SAME, "mulhiui precise_divf precise_sqrt"),
    ("tt", "{0}, {message}{attributes} : {t0}", "assert"),
    ("tt", "{prefix}{attributes} : {0-} : {t0-}", "print"),
    ("tt", "{0-}{attributes} : ({t0-}) -> {r0}", "extern_elementwise"),
    ("tt", "{asm_string}{attributes} {0-} : {t0-} -> {r0-}", "elementwise_inline_asm"),
    ("tt", "{axis}{attributes} : {r0}", "get_num_programs get_program_id"),
    ("tt", "{attributes} : {r0}", "make_range"),
)

#: The formats, by the name of the operation.
FORMATS = {f"{dialect}.{name}": shown for dialect, shown, names in _FAMILIES for name in names.split()} | {
    "arith.cmpi": "{predicate}, {0-}{attributes} : {t0}",
    "arith.cmpf": "{predicate}, {0-}{fastmath<?}{attributes} : {t0}",
}

if not KERNEL_KEYWORDS:
    FORMATS |= {
        **{f"llvm.{name}": "{0-}{attributes} : {r0}" for name in ("fadd", "fdiv", "fmul", "frem", "fsub")},
        "nvvm.cp.async.bulk.wait_group": "{group}{attributes}",
        "nvvm.fence.proxy": "{attributes}",
        "nvvm.ldmatrix": "{0}{attributes} : ({t0}) -> {r0}",
        "nvvm.stmatrix": "{0-}{attributes} : {t0-}",
        "tt.cat": "{0-}{attributes} : {t0} -> {r0}",
        "vector.extract_strided_slice": "{0}{attributes} : {t0} to {r0}",
        "vector.insert_strided_slice": "{0-}{attributes} : {t0} into {t1}",
    }
