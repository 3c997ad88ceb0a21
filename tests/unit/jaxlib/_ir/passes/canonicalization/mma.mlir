"builtin.module"() <{sym_name = "kernel"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", tls_mode = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "kernel_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %1 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0>}> : (!llvm.ptr) -> !llvm.ptr
    %2 = "llvm.load"(%1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %3 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %4 = "llvm.insertvalue"(%3, %2) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %5 = "llvm.insertvalue"(%4, %2) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %6 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %7 = "llvm.insertvalue"(%5, %6) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %8 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %9 = "llvm.insertvalue"(%7, %8) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %10 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %11 = "llvm.insertvalue"(%9, %10) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %12 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %13 = "llvm.insertvalue"(%11, %12) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %14 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %15 = "llvm.insertvalue"(%13, %14) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %16 = "builtin.unrealized_conversion_cast"(%15) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> memref<128x128xi8>
    %17 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr
    %18 = "llvm.load"(%17) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %19 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %20 = "llvm.insertvalue"(%19, %18) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %21 = "llvm.insertvalue"(%20, %18) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %22 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %23 = "llvm.insertvalue"(%21, %22) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %24 = "arith.constant"() <{value = 8 : i64}> : () -> i64
    %25 = "llvm.insertvalue"(%23, %24) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %26 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %27 = "llvm.insertvalue"(%25, %26) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %28 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %29 = "llvm.insertvalue"(%27, %28) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %30 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %31 = "llvm.insertvalue"(%29, %30) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %32 = "builtin.unrealized_conversion_cast"(%31) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> memref<8x128xi8>
    %33 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 2>}> : (!llvm.ptr) -> !llvm.ptr
    %34 = "llvm.load"(%33) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %35 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %36 = "llvm.insertvalue"(%35, %34) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %37 = "llvm.insertvalue"(%36, %34) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %38 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %39 = "llvm.insertvalue"(%37, %38) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %40 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %41 = "llvm.insertvalue"(%39, %40) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %42 = "arith.constant"() <{value = 8 : i64}> : () -> i64
    %43 = "llvm.insertvalue"(%41, %42) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %44 = "arith.constant"() <{value = 8 : i64}> : () -> i64
    %45 = "llvm.insertvalue"(%43, %44) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %46 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %47 = "llvm.insertvalue"(%45, %46) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %48 = "builtin.unrealized_conversion_cast"(%47) {mosaic_gpu.from_kernel_arg_idx = 2 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> memref<128x8xi32>
    %49 = "arith.constant"() <{value = 1 : index}> : () -> index
    %50 = "arith.constant"() <{value = 1 : index}> : () -> index
    %51 = "arith.constant"() <{value = 1 : index}> : () -> index
    %52 = "arith.constant"() <{value = 128 : index}> : () -> index
    %53 = "arith.constant"() <{value = 1 : index}> : () -> index
    %54 = "arith.constant"() <{value = 1 : index}> : () -> index
    %55 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %56 = "gpu.launch"(%0, %49, %50, %51, %52, %53, %54, %55) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %57 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
      %58 = "mosaic_gpu.slice_smem"() <{offset = 0 : i32}> : () -> memref<0xi8, #gpu.address_space<workgroup>>
      %59 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %60 = "nvvm.elect.sync"() : () -> i1
      %61 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %62 = "arith.index_cast"(%61) : (index) -> i32
      %63 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %64 = "arith.index_cast"(%63) : (index) -> i32
      %65 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %66 = "arith.index_cast"(%65) : (index) -> i32
      %67 = "arith.muli"(%66, %64) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %68 = "arith.addi"(%62, %67) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %69 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %70 = "arith.index_cast"(%69) : (index) -> i32
      %71 = "arith.muli"(%64, %70) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %72 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %73 = "arith.index_cast"(%72) : (index) -> i32
      %74 = "arith.muli"(%73, %71) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %75 = "arith.addi"(%68, %74) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %76 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %77 = "arith.index_cast"(%76) : (index) -> i32
      %78 = "arith.muli"(%71, %77) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %79 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %80 = "arith.shrui"(%75, %79) : (i32, i32) -> i32
      %81 = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %82 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %83 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %84 = "nvvm.shfl.sync"(%81, %80, %82, %83) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %85 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %86 = "arith.remui"(%84, %85) : (i32, i32) -> i32
      %87 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %88 = "arith.cmpi"(%86, %87) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %89 = "arith.andi"(%88, %60) : (i1, i1) -> i1
      %90 = "nvvm.elect.sync"() : () -> i1
      %91 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %92 = "vector.broadcast"(%91) : (i32) -> vector<128x8xi32>
      %93 = "mosaic_gpu.layout_cast"(%92) <{new_layout = #mosaic_gpu.TiledLayout<[[64, 8], [16, 8], [8, 8], [2]], warp_dims = [-7], lane_dims = [-3, -2], vector_dim = -1>, strict = false}> : (vector<128x8xi32>) -> vector<128x8xi32>
      %94 = "mosaic_gpu.vector_load"(%16) <{optimized = false}> : (memref<128x128xi8>) -> vector<128x128xi8>
      %95 = "mosaic_gpu.layout_cast"(%94) <{new_layout = #mosaic_gpu.TiledLayout<[[64, 32], [16, 16], [8, 16], [4]], warp_dims = [-7, #mosaic_gpu.Replicated<times = 1>], lane_dims = [-3, -2], vector_dim = -1>, strict = false}> : (vector<128x128xi8>) -> vector<128x128xi8>
      %96 = "memref.transpose"(%32) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<8x128xi8>) -> memref<128x8xi8, strided<[1, 128]>>
      %97 = "mosaic_gpu.vector_load"(%96) <{optimized = false}> : (memref<128x8xi8, strided<[1, 128]>>) -> vector<128x8xi8>
      %98 = "mosaic_gpu.layout_cast"(%97) <{new_layout = #mosaic_gpu.TiledLayout<[[32, 8], [16, 8], [4, 1]], warp_dims = [#mosaic_gpu.Replicated<times = 4>], lane_dims = [-3, -4], vector_dim = -2>, strict = false}> : (vector<128x8xi8>) -> vector<128x8xi8>
      %99 = "mosaic_gpu.mma"(%93, %95, %98) : (vector<128x8xi32>, vector<128x128xi8>, vector<128x8xi8>) -> vector<128x8xi32>
      %100 = "mosaic_gpu.vector_load"(%48) <{optimized = true}> : (memref<128x8xi32>) -> vector<128x8xi32>
      "mosaic_gpu.vector_store"(%99, %48) <{multimem = false, optimized = true}> : (vector<128x8xi32>, memref<128x8xi32>) -> ()
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_33"} : () -> ()
