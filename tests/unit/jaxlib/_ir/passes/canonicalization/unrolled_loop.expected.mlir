"builtin.module"() <{sym_name = "wrapper"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", visibility_ = 0 : i64}> ({
  }) {tls_mode = 0 : i64} : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "wrapper_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "arith.constant"() <{value = dense<5> : vector<256xi32>}> : () -> vector<256xi32>
    %1 = "arith.constant"() <{value = dense<4> : vector<256xi32>}> : () -> vector<256xi32>
    %2 = "arith.constant"() <{value = dense<3> : vector<256xi32>}> : () -> vector<256xi32>
    %3 = "arith.constant"() <{value = dense<2> : vector<256xi32>}> : () -> vector<256xi32>
    %4 = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 10000000 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 1024 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %11 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %12 = "arith.constant"() <{value = 8 : i64}> : () -> i64
    %13 = "arith.constant"() <{value = 2056 : i32}> : () -> i32
    %14 = "arith.constant"() <{value = 128 : index}> : () -> index
    %15 = "arith.constant"() <{value = 1 : index}> : () -> index
    %16 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %17 = "arith.constant"() <{value = 256 : i64}> : () -> i64
    %18 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %19 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %20 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %21 = "llvm.load"(%arg1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %22 = "llvm.insertvalue"(%19, %21) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %23 = "llvm.insertvalue"(%22, %21) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %24 = "llvm.insertvalue"(%23, %18) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %25 = "llvm.insertvalue"(%24, %17) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %26 = "llvm.insertvalue"(%25, %16) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %27 = "builtin.unrealized_conversion_cast"(%26) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xi32>
    %28 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>}> {noWrapFlags = 0 : i32} : (!llvm.ptr) -> !llvm.ptr
    %29 = "llvm.load"(%28) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %30 = "llvm.insertvalue"(%19, %29) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %31 = "llvm.insertvalue"(%30, %29) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %32 = "llvm.insertvalue"(%31, %18) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %33 = "llvm.insertvalue"(%32, %17) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %34 = "llvm.insertvalue"(%33, %16) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %35 = "builtin.unrealized_conversion_cast"(%34) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xi32>
    %36 = "gpu.launch"(%20, %15, %15, %15, %14, %15, %15, %13) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %37 = "mosaic_gpu.slice_smem"() <{offset = 2048 : i32}> : () -> memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      %38 = "builtin.unrealized_conversion_cast"(%37) : (memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>) -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
      %39 = "llvm.extractvalue"(%38) <{position = array<i64: 1>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> !llvm.ptr<3>
      %40 = "llvm.extractvalue"(%38) <{position = array<i64: 2>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> i64
      %41 = "llvm.mul"(%40, %12) {overflowFlags = 0 : i32} : (i64, i64) -> i64
      %42 = "llvm.ptrtoint"(%39) : (!llvm.ptr<3>) -> i64
      %43 = "llvm.add"(%42, %41) {overflowFlags = 0 : i32} : (i64, i64) -> i64
      %44 = "llvm.inttoptr"(%43) : (i64) -> !llvm.ptr<3>
      "mosaic_gpu.initialize_barrier"(%44) <{arrival_count = 1 : i64, num_barriers = 1 : i32, orders_tensor_core = false}> : (!llvm.ptr<3>) -> ()
      %45 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<i32>
      "memref.store"(%11, %45) : (i32, memref<i32>) -> ()
      %46 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %47 = "nvvm.elect.sync"() : () -> i1
      %48 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %49 = "arith.index_cast"(%48) : (index) -> i32
      %50 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %51 = "arith.index_cast"(%50) : (index) -> i32
      %52 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %53 = "arith.index_cast"(%52) : (index) -> i32
      %54 = "arith.muli"(%53, %51) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %55 = "arith.addi"(%49, %54) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %56 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %57 = "arith.index_cast"(%56) : (index) -> i32
      %58 = "arith.muli"(%51, %57) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %59 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %60 = "arith.index_cast"(%59) : (index) -> i32
      %61 = "arith.muli"(%60, %58) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %62 = "arith.addi"(%55, %61) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %63 = "arith.shrui"(%62, %10) : (i32, i32) -> i32
      %64 = "nvvm.shfl.sync"(%9, %63, %11, %8) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %65 = "nvvm.elect.sync"() : () -> i1
      %66 = "mosaic_gpu.slice_smem"() <{alias_id = 1 : i64, offset = 0 : i32}> : () -> memref<1x256xi32, #gpu.address_space<workgroup>>
      %67 = "mosaic_gpu.slice_smem"() <{alias_id = 2 : i64, offset = 1024 : i32}> : () -> memref<1x256xi32, #gpu.address_space<workgroup>>
      %68 = "memref.subview"(%66) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>) -> memref<256xi32, strided<[1]>, #gpu.address_space<workgroup>>
      %69 = "memref.cast"(%68) : (memref<256xi32, strided<[1]>, #gpu.address_space<workgroup>>) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %70 = "builtin.unrealized_conversion_cast"(%44) : (!llvm.ptr<3>) -> memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      "mosaic_gpu.arrive_expect_tx"(%70, %6) : (memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      "mosaic_gpu.async_load"(%27, %69, %70, %11) <{collective = [], oob_fill_mode = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, slice_lengths = array<i64: 256>}> : (memref<256xi32>, memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      %71 = "memref.load"(%45) : (memref<i32>) -> i32
      %72 = "arith.andi"(%71, %7) : (i32, i32) -> i32
      %73 = "arith.cmpi"(%72, %11) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %74 = "arith.xori"(%71, %7) : (i32, i32) -> i32
      "memref.store"(%74, %45) : (i32, memref<i32>) -> ()
      %75 = "arith.extui"(%73) : (i1) -> i32
      "nvvm.mbarrier.try_wait.parity"(%44, %75, %5) : (!llvm.ptr<3>, i32, i32) -> ()
      %76 = "mosaic_gpu.vector_load"(%69) <{optimized = true}> : (memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> vector<256xi32>
      %77 = "arith.addi"(%76, %3) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %78 = "arith.addi"(%77, %2) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %79 = "arith.addi"(%78, %1) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %80 = "arith.addi"(%79, %0) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %81 = "memref.subview"(%67) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>) -> memref<256xi32, strided<[1]>, #gpu.address_space<workgroup>>
      %82 = "memref.cast"(%81) : (memref<256xi32, strided<[1]>, #gpu.address_space<workgroup>>) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      "mosaic_gpu.vector_store"(%80, %82) <{multimem = false, optimized = true}> : (vector<256xi32>, memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> ()
      "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
      %83 = "arith.shrui"(%62, %4) : (i32, i32) -> i32
      %84 = "arith.addi"(%83, %7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %85 = "llvm.inline_asm"(%84) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "mosaic_gpu.async_store"(%82, %35, %11) <{commit_group = false, is_global_broadcast = false, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, slice_lengths = array<i64: 256>}> : (memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<256xi32>, i32) -> ()
      %86 = "llvm.inline_asm"() <{asm_string = "cp.async.bulk.commit_group;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
      %87 = "llvm.inline_asm"(%84) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "wrapper_29"} : () -> ()
