"builtin.module"() <{sym_name = "wrapper"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", visibility_ = 0 : i64}> ({
  }) {tls_mode = 0 : i64} : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "wrapper_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 10000000 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 512 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 8 : i64}> : () -> i64
    %9 = "arith.constant"() <{value = 2056 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 128 : index}> : () -> index
    %11 = "arith.constant"() <{value = 1 : index}> : () -> index
    %12 = "arith.constant"() <{value = 64 : i64}> : () -> i64
    %13 = "arith.constant"() <{value = 4 : i64}> : () -> i64
    %14 = "arith.constant"() <{value = 16 : i64}> : () -> i64
    %15 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %16 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %17 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %18 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %19 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %20 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %21 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %22 = "llvm.load"(%arg1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %23 = "llvm.insertvalue"(%20, %22) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %24 = "llvm.insertvalue"(%23, %22) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %25 = "llvm.insertvalue"(%24, %19) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %26 = "llvm.insertvalue"(%25, %18) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %27 = "llvm.insertvalue"(%26, %17) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %28 = "builtin.unrealized_conversion_cast"(%27) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<128xf32>
    %29 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>}> {noWrapFlags = 0 : i32} : (!llvm.ptr) -> !llvm.ptr
    %30 = "llvm.load"(%29) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %31 = "llvm.insertvalue"(%16, %30) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %32 = "llvm.insertvalue"(%31, %30) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %33 = "llvm.insertvalue"(%32, %19) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %34 = "llvm.insertvalue"(%33, %15) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %35 = "llvm.insertvalue"(%34, %14) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %36 = "llvm.insertvalue"(%35, %13) <{position = array<i64: 3, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %37 = "llvm.insertvalue"(%36, %12) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %38 = "llvm.insertvalue"(%37, %13) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %39 = "llvm.insertvalue"(%38, %17) <{position = array<i64: 4, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %40 = "builtin.unrealized_conversion_cast"(%39) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>) -> memref<2x16x4xf32>
    %41 = "gpu.launch"(%21, %11, %11, %11, %10, %11, %11, %9) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %42 = "mosaic_gpu.slice_smem"() <{offset = 2048 : i32}> : () -> memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      %43 = "builtin.unrealized_conversion_cast"(%42) : (memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>) -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
      %44 = "llvm.extractvalue"(%43) <{position = array<i64: 1>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> !llvm.ptr<3>
      %45 = "llvm.extractvalue"(%43) <{position = array<i64: 2>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> i64
      %46 = "llvm.mul"(%45, %8) {overflowFlags = 0 : i32} : (i64, i64) -> i64
      %47 = "llvm.ptrtoint"(%44) : (!llvm.ptr<3>) -> i64
      %48 = "llvm.add"(%47, %46) {overflowFlags = 0 : i32} : (i64, i64) -> i64
      %49 = "llvm.inttoptr"(%48) : (i64) -> !llvm.ptr<3>
      "mosaic_gpu.initialize_barrier"(%49) <{arrival_count = 1 : i64, num_barriers = 1 : i32, orders_tensor_core = false}> : (!llvm.ptr<3>) -> ()
      %50 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<i32>
      "memref.store"(%7, %50) : (i32, memref<i32>) -> ()
      %51 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %52 = "nvvm.elect.sync"() : () -> i1
      %53 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %54 = "arith.index_cast"(%53) : (index) -> i32
      %55 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %56 = "arith.index_cast"(%55) : (index) -> i32
      %57 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %58 = "arith.index_cast"(%57) : (index) -> i32
      %59 = "arith.muli"(%58, %56) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %60 = "arith.addi"(%54, %59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %61 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %62 = "arith.index_cast"(%61) : (index) -> i32
      %63 = "arith.muli"(%56, %62) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %64 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %65 = "arith.index_cast"(%64) : (index) -> i32
      %66 = "arith.muli"(%65, %63) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %67 = "arith.addi"(%60, %66) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %68 = "arith.shrui"(%67, %6) : (i32, i32) -> i32
      %69 = "nvvm.shfl.sync"(%5, %68, %7, %4) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %70 = "nvvm.elect.sync"() : () -> i1
      %71 = "mosaic_gpu.slice_smem"() <{alias_id = 1 : i64, offset = 0 : i32}> : () -> memref<1x128xf32, #gpu.address_space<workgroup>>
      %72 = "mosaic_gpu.slice_smem"() <{alias_id = 2 : i64, offset = 1024 : i32}> : () -> memref<1x2x16x4xf32, #gpu.address_space<workgroup>>
      %73 = "memref.subview"(%71) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 128>, static_strides = array<i64: 1, 1>}> : (memref<1x128xf32, #gpu.address_space<workgroup>>) -> memref<128xf32, strided<[1]>, #gpu.address_space<workgroup>>
      %74 = "memref.cast"(%73) : (memref<128xf32, strided<[1]>, #gpu.address_space<workgroup>>) -> memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %75 = "builtin.unrealized_conversion_cast"(%49) : (!llvm.ptr<3>) -> memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      "mosaic_gpu.arrive_expect_tx"(%75, %2) : (memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      "mosaic_gpu.async_load"(%28, %74, %75, %7) <{collective = [], oob_fill_mode = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, slice_lengths = array<i64: 128>}> : (memref<128xf32>, memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      %76 = "memref.load"(%50) : (memref<i32>) -> i32
      %77 = "arith.andi"(%76, %3) : (i32, i32) -> i32
      %78 = "arith.cmpi"(%77, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %79 = "arith.xori"(%76, %3) : (i32, i32) -> i32
      "memref.store"(%79, %50) : (i32, memref<i32>) -> ()
      %80 = "arith.extui"(%78) : (i1) -> i32
      "nvvm.mbarrier.try_wait.parity"(%49, %80, %1) : (!llvm.ptr<3>, i32, i32) -> ()
      %81 = "memref.expand_shape"(%73) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 2, 16, 4>}> : (memref<128xf32, strided<[1]>, #gpu.address_space<workgroup>>) -> memref<2x16x4xf32, #gpu.address_space<workgroup>>
      %82 = "memref.cast"(%81) : (memref<2x16x4xf32, #gpu.address_space<workgroup>>) -> memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>
      %83 = "mosaic_gpu.vector_load"(%82) <{optimized = true}> : (memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>) -> vector<2x16x4xf32>
      %84 = "memref.subview"(%72) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 2, 16, 4>, static_strides = array<i64: 1, 1, 1, 1>}> : (memref<1x2x16x4xf32, #gpu.address_space<workgroup>>) -> memref<2x16x4xf32, strided<[64, 4, 1]>, #gpu.address_space<workgroup>>
      %85 = "memref.cast"(%84) : (memref<2x16x4xf32, strided<[64, 4, 1]>, #gpu.address_space<workgroup>>) -> memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>
      "mosaic_gpu.vector_store"(%83, %85) <{multimem = false, optimized = true}> : (vector<2x16x4xf32>, memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>) -> ()
      "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
      %86 = "arith.shrui"(%67, %0) : (i32, i32) -> i32
      %87 = "arith.addi"(%86, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %88 = "llvm.inline_asm"(%87) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "mosaic_gpu.async_store"(%85, %40, %7, %7, %7) <{commit_group = false, is_global_broadcast = false, operandSegmentSizes = array<i32: 1, 1, 3, 0, 0>, slice_lengths = array<i64: 2, 16, 4>}> : (memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>, memref<2x16x4xf32>, i32, i32, i32) -> ()
      %89 = "llvm.inline_asm"() <{asm_string = "cp.async.bulk.commit_group;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
      %90 = "llvm.inline_asm"(%87) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "wrapper_49"} : () -> ()
