#map = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() <{sym_name = "kernel"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", visibility_ = 0 : i64}> ({
  }) {tls_mode = 0 : i64} : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "kernel_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "arith.constant"() <{value = dense<0> : vector<128x8xi32>}> : () -> vector<128x8xi32>
    %1 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 128 : index}> : () -> index
    %6 = "arith.constant"() <{value = 1 : index}> : () -> index
    %7 = "arith.constant"() <{value = 8 : i64}> : () -> i64
    %8 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %9 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %10 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %11 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %12 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %13 = "llvm.load"(%arg1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %14 = "llvm.insertvalue"(%11, %13) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %15 = "llvm.insertvalue"(%14, %13) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %16 = "llvm.insertvalue"(%15, %10) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %17 = "llvm.insertvalue"(%16, %9) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %18 = "llvm.insertvalue"(%17, %9) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %19 = "llvm.insertvalue"(%18, %9) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %20 = "llvm.insertvalue"(%19, %8) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %21 = "builtin.unrealized_conversion_cast"(%20) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> memref<128x128xi8>
    %22 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>}> {noWrapFlags = 0 : i32} : (!llvm.ptr) -> !llvm.ptr
    %23 = "llvm.load"(%22) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %24 = "llvm.insertvalue"(%11, %23) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %25 = "llvm.insertvalue"(%24, %23) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %26 = "llvm.insertvalue"(%25, %10) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %27 = "llvm.insertvalue"(%26, %7) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %28 = "llvm.insertvalue"(%27, %9) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %29 = "llvm.insertvalue"(%28, %9) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %30 = "llvm.insertvalue"(%29, %8) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %31 = "builtin.unrealized_conversion_cast"(%30) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> memref<8x128xi8>
    %32 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 2>}> {noWrapFlags = 0 : i32} : (!llvm.ptr) -> !llvm.ptr
    %33 = "llvm.load"(%32) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %34 = "llvm.insertvalue"(%11, %33) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %35 = "llvm.insertvalue"(%34, %33) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %36 = "llvm.insertvalue"(%35, %10) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %37 = "llvm.insertvalue"(%36, %9) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %38 = "llvm.insertvalue"(%37, %7) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %39 = "llvm.insertvalue"(%38, %7) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %40 = "llvm.insertvalue"(%39, %8) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %41 = "builtin.unrealized_conversion_cast"(%40) {mosaic_gpu.from_kernel_arg_idx = 2 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> memref<128x8xi32>
    %42 = "gpu.launch"(%12, %6, %6, %6, %5, %6, %6, %4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %43 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %44 = "nvvm.elect.sync"() : () -> i1
      %45 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %46 = "arith.index_cast"(%45) : (index) -> i32
      %47 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %48 = "arith.index_cast"(%47) : (index) -> i32
      %49 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %50 = "arith.index_cast"(%49) : (index) -> i32
      %51 = "arith.muli"(%50, %48) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %52 = "arith.addi"(%46, %51) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %53 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %54 = "arith.index_cast"(%53) : (index) -> i32
      %55 = "arith.muli"(%48, %54) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %56 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %57 = "arith.index_cast"(%56) : (index) -> i32
      %58 = "arith.muli"(%57, %55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %59 = "arith.addi"(%52, %58) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %60 = "arith.shrui"(%59, %3) : (i32, i32) -> i32
      %61 = "nvvm.shfl.sync"(%2, %60, %4, %1) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %62 = "nvvm.elect.sync"() : () -> i1
      %63 = "mosaic_gpu.layout_cast"(%0) <{new_layout = #mosaic_gpu.TiledLayout<[[64, 8], [16, 8], [8, 8], [2]], warp_dims = [-7], lane_dims = [-3, -2], vector_dim = -1>}> {strict = false} : (vector<128x8xi32>) -> vector<128x8xi32>
      %64 = "mosaic_gpu.vector_load"(%21) <{optimized = false}> : (memref<128x128xi8>) -> vector<128x128xi8>
      %65 = "mosaic_gpu.layout_cast"(%64) <{new_layout = #mosaic_gpu.TiledLayout<[[64, 32], [16, 16], [8, 16], [4]], warp_dims = [-7, #mosaic_gpu.Replicated<times = 1>], lane_dims = [-3, -2], vector_dim = -1>}> {strict = false} : (vector<128x128xi8>) -> vector<128x128xi8>
      %66 = "memref.transpose"(%31) <{permutation = #map}> : (memref<8x128xi8>) -> memref<128x8xi8, strided<[1, 128]>>
      %67 = "mosaic_gpu.vector_load"(%66) <{optimized = false}> : (memref<128x8xi8, strided<[1, 128]>>) -> vector<128x8xi8>
      %68 = "mosaic_gpu.layout_cast"(%67) <{new_layout = #mosaic_gpu.TiledLayout<[[32, 8], [16, 8], [4, 1]], warp_dims = [#mosaic_gpu.Replicated<times = 4>], lane_dims = [-3, -4], vector_dim = -2>}> {strict = false} : (vector<128x8xi8>) -> vector<128x8xi8>
      %69 = "mosaic_gpu.mma"(%63, %65, %68) : (vector<128x8xi32>, vector<128x128xi8>, vector<128x8xi8>) -> vector<128x8xi32>
      "mosaic_gpu.vector_store"(%69, %41) <{multimem = false, optimized = true}> : (vector<128x8xi32>, memref<128x8xi32>) -> ()
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_33"} : () -> ()
