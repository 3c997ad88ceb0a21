"builtin.module"() <{sym_name = "kernel"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", visibility_ = 0 : i64}> ({
  }) {tls_mode = 0 : i64} : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "kernel_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 128 : index}> : () -> index
    %6 = "arith.constant"() <{value = 1 : index}> : () -> index
    %7 = "arith.constant"() <{value = 2 : index}> : () -> index
    %8 = "arith.constant"() <{value = 6 : index}> : () -> index
    %9 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %10 = "arith.constant"() <{value = 384 : i64}> : () -> i64
    %11 = "arith.constant"() <{value = 768 : i64}> : () -> i64
    %12 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %13 = "arith.constant"() <{value = 3 : i64}> : () -> i64
    %14 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %15 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %16 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %17 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %18 = "llvm.load"(%arg1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %19 = "llvm.insertvalue"(%16, %18) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %20 = "llvm.insertvalue"(%19, %18) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %21 = "llvm.insertvalue"(%20, %15) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %22 = "llvm.insertvalue"(%21, %14) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %23 = "llvm.insertvalue"(%22, %14) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %24 = "llvm.insertvalue"(%23, %13) <{position = array<i64: 3, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %25 = "llvm.insertvalue"(%24, %12) <{position = array<i64: 3, 3>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %26 = "llvm.insertvalue"(%25, %11) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %27 = "llvm.insertvalue"(%26, %10) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %28 = "llvm.insertvalue"(%27, %12) <{position = array<i64: 4, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %29 = "llvm.insertvalue"(%28, %9) <{position = array<i64: 4, 3>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %30 = "builtin.unrealized_conversion_cast"(%29) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>) -> memref<2x2x3x128xi32>
    %31 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>}> {noWrapFlags = 0 : i32} : (!llvm.ptr) -> !llvm.ptr
    %32 = "llvm.load"(%31) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %33 = "llvm.insertvalue"(%16, %32) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %34 = "llvm.insertvalue"(%33, %32) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %35 = "llvm.insertvalue"(%34, %15) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %36 = "llvm.insertvalue"(%35, %14) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %37 = "llvm.insertvalue"(%36, %14) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %38 = "llvm.insertvalue"(%37, %13) <{position = array<i64: 3, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %39 = "llvm.insertvalue"(%38, %12) <{position = array<i64: 3, 3>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %40 = "llvm.insertvalue"(%39, %11) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %41 = "llvm.insertvalue"(%40, %10) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %42 = "llvm.insertvalue"(%41, %12) <{position = array<i64: 4, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %43 = "llvm.insertvalue"(%42, %9) <{position = array<i64: 4, 3>}> : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %44 = "builtin.unrealized_conversion_cast"(%43) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>) -> memref<2x2x3x128xi32>
    %45 = "gpu.launch"(%17, %8, %7, %6, %5, %6, %6, %7, %6, %6, %4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index, %arg14: index, %arg15: index, %arg16: index, %arg17: index, %arg18: index, %arg19: index):
      %46 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      %47 = "llvm.inline_asm"() <{asm_string = "barrier.cluster.arrive.relaxed.aligned;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      %48 = "llvm.inline_asm"() <{asm_string = "barrier.cluster.wait.aligned;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %49 = "nvvm.elect.sync"() : () -> i1
      %50 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %51 = "arith.index_cast"(%50) : (index) -> i32
      %52 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %53 = "arith.index_cast"(%52) : (index) -> i32
      %54 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %55 = "arith.index_cast"(%54) : (index) -> i32
      %56 = "arith.muli"(%55, %53) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %57 = "arith.addi"(%51, %56) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %58 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %59 = "arith.index_cast"(%58) : (index) -> i32
      %60 = "arith.muli"(%53, %59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %61 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %62 = "arith.index_cast"(%61) : (index) -> i32
      %63 = "arith.muli"(%62, %60) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %64 = "arith.addi"(%57, %63) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %65 = "arith.shrui"(%64, %3) : (i32, i32) -> i32
      %66 = "nvvm.shfl.sync"(%2, %65, %4, %1) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %67 = "nvvm.elect.sync"() : () -> i1
      %68 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %69 = "arith.divui"(%68, %7) : (index, index) -> index
      %70 = "arith.index_cast"(%69) : (index) -> i32
      %71 = "gpu.block_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %72 = "arith.index_cast"(%71) : (index) -> i32
      %73 = "arith.muli"(%72, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %74 = "arith.addi"(%70, %73) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %75 = "mosaic_gpu.custom_primitive"() <{in_layouts = [], in_transforms = [], out_layouts = []}> ({
        %85 = "gpu.grid_dim"() <{dimension = #gpu.dim<x>}> : () -> index
        %86 = "gpu.grid_dim"() <{dimension = #gpu.dim<y>}> : () -> index
        %87 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
        %88 = "gpu.block_id"() <{dimension = #gpu.dim<y>}> : () -> index
        %89 = "gpu.block_id"() <{dimension = #gpu.dim<z>}> : () -> index
        %90 = "arith.muli"(%88, %85) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %91 = "arith.muli"(%85, %86) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %92 = "arith.muli"(%89, %91) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %93 = "arith.addi"(%90, %92) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %94 = "arith.addi"(%87, %93) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %95 = "arith.index_cast"(%94) : (index) -> i32
        "mosaic_gpu.return"(%95) : (i32) -> ()
      }) : () -> i32
      %76 = "gpu.cluster_block_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %77 = "arith.index_cast"(%76) : (index) -> i32
      %78 = "vector.broadcast"(%74) : (i32) -> vector<128xi32>
      %79 = "arith.index_cast"(%77) : (i32) -> index
      %80 = "arith.index_cast"(%72) : (i32) -> index
      %81 = "arith.index_cast"(%70) : (i32) -> index
      %82 = "memref.subview"(%30, %79, %80, %81) <{operandSegmentSizes = array<i32: 1, 3, 0, 0>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808, -9223372036854775808, 0>, static_sizes = array<i64: 1, 1, 1, 128>, static_strides = array<i64: 1, 1, 1, 1>}> : (memref<2x2x3x128xi32>, index, index, index) -> memref<128xi32, strided<[1], offset: ?>>
      "mosaic_gpu.vector_store"(%78, %82) <{multimem = false, optimized = true}> : (vector<128xi32>, memref<128xi32, strided<[1], offset: ?>>) -> ()
      %83 = "vector.broadcast"(%75) : (i32) -> vector<128xi32>
      %84 = "memref.subview"(%44, %79, %80, %81) <{operandSegmentSizes = array<i32: 1, 3, 0, 0>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808, -9223372036854775808, 0>, static_sizes = array<i64: 1, 1, 1, 128>, static_strides = array<i64: 1, 1, 1, 1>}> : (memref<2x2x3x128xi32>, index, index, index) -> memref<128xi32, strided<[1], offset: ?>>
      "mosaic_gpu.vector_store"(%83, %84) <{multimem = false, optimized = true}> : (vector<128xi32>, memref<128xi32, strided<[1], offset: ?>>) -> ()
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_9"} : () -> ()
