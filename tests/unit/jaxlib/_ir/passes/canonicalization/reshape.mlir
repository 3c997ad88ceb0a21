"builtin.module"() <{sym_name = "wrapper"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", tls_mode = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "wrapper_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %1 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0>}> : (!llvm.ptr) -> !llvm.ptr
    %2 = "llvm.load"(%1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %3 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %4 = "llvm.insertvalue"(%3, %2) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %5 = "llvm.insertvalue"(%4, %2) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %6 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %7 = "llvm.insertvalue"(%5, %6) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %8 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %9 = "llvm.insertvalue"(%7, %8) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %10 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %11 = "llvm.insertvalue"(%9, %10) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %12 = "builtin.unrealized_conversion_cast"(%11) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<128xf32>
    %13 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr
    %14 = "llvm.load"(%13) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %15 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %16 = "llvm.insertvalue"(%15, %14) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %17 = "llvm.insertvalue"(%16, %14) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %18 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %19 = "llvm.insertvalue"(%17, %18) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %20 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %21 = "llvm.insertvalue"(%19, %20) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %22 = "arith.constant"() <{value = 16 : i64}> : () -> i64
    %23 = "llvm.insertvalue"(%21, %22) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %24 = "arith.constant"() <{value = 4 : i64}> : () -> i64
    %25 = "llvm.insertvalue"(%23, %24) <{position = array<i64: 3, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %26 = "arith.constant"() <{value = 64 : i64}> : () -> i64
    %27 = "llvm.insertvalue"(%25, %26) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %28 = "arith.constant"() <{value = 4 : i64}> : () -> i64
    %29 = "llvm.insertvalue"(%27, %28) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %30 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %31 = "llvm.insertvalue"(%29, %30) <{position = array<i64: 4, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %32 = "builtin.unrealized_conversion_cast"(%31) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>) -> memref<2x16x4xf32>
    %33 = "arith.constant"() <{value = 1 : index}> : () -> index
    %34 = "arith.constant"() <{value = 1 : index}> : () -> index
    %35 = "arith.constant"() <{value = 1 : index}> : () -> index
    %36 = "arith.constant"() <{value = 128 : index}> : () -> index
    %37 = "arith.constant"() <{value = 1 : index}> : () -> index
    %38 = "arith.constant"() <{value = 1 : index}> : () -> index
    %39 = "arith.constant"() <{value = 2056 : i32}> : () -> i32
    %40 = "gpu.launch"(%0, %33, %34, %35, %36, %37, %38, %39) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %41 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
      %42 = "mosaic_gpu.slice_smem"() <{offset = 0 : i32}> : () -> memref<2048xi8, #gpu.address_space<workgroup>>
      %43 = "mosaic_gpu.slice_smem"() <{offset = 2048 : i32}> : () -> memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      %44 = "builtin.unrealized_conversion_cast"(%43) : (memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>) -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
      %45 = "llvm.extractvalue"(%44) <{position = array<i64: 1>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> !llvm.ptr<3>
      %46 = "llvm.extractvalue"(%44) <{position = array<i64: 2>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> i64
      %47 = "arith.constant"() <{value = 8 : i64}> : () -> i64
      %48 = "llvm.mul"(%46, %47) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
      %49 = "llvm.ptrtoint"(%45) : (!llvm.ptr<3>) -> i64
      %50 = "llvm.add"(%49, %48) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
      %51 = "llvm.inttoptr"(%50) : (i64) -> !llvm.ptr<3>
      "mosaic_gpu.initialize_barrier"(%51) <{arrival_count = 1 : i64, num_barriers = 1 : i32, orders_tensor_core = false}> : (!llvm.ptr<3>) -> ()
      %52 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<i32>
      %53 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      "memref.store"(%53, %52) : (i32, memref<i32>) -> ()
      %54 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %55 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %56 = "nvvm.elect.sync"() : () -> i1
      %57 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %58 = "arith.index_cast"(%57) : (index) -> i32
      %59 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %60 = "arith.index_cast"(%59) : (index) -> i32
      %61 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %62 = "arith.index_cast"(%61) : (index) -> i32
      %63 = "arith.muli"(%62, %60) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %64 = "arith.addi"(%58, %63) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %65 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %66 = "arith.index_cast"(%65) : (index) -> i32
      %67 = "arith.muli"(%60, %66) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %68 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %69 = "arith.index_cast"(%68) : (index) -> i32
      %70 = "arith.muli"(%69, %67) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %71 = "arith.addi"(%64, %70) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %72 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %73 = "arith.index_cast"(%72) : (index) -> i32
      %74 = "arith.muli"(%67, %73) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %75 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %76 = "arith.shrui"(%71, %75) : (i32, i32) -> i32
      %77 = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %78 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %79 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %80 = "nvvm.shfl.sync"(%77, %76, %78, %79) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %81 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %82 = "arith.remui"(%80, %81) : (i32, i32) -> i32
      %83 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %84 = "arith.cmpi"(%82, %83) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %85 = "arith.andi"(%84, %56) : (i1, i1) -> i1
      %86 = "nvvm.elect.sync"() : () -> i1
      %87 = "mosaic_gpu.slice_smem"() <{alias_id = 1 : i64, offset = 0 : i32}> : () -> memref<1x128xf32, #gpu.address_space<workgroup>>
      %88 = "mosaic_gpu.slice_smem"() <{alias_id = 2 : i64, offset = 1024 : i32}> : () -> memref<1x2x16x4xf32, #gpu.address_space<workgroup>>
      %89 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %90 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %91 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %92 = "arith.muli"(%90, %91) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %93 = "arith.addi"(%92, %89) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %94 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %95 = "arith.addi"(%93, %94) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %96 = "arith.index_cast"(%95) : (i32) -> index
      %97 = "memref.subview"(%87, %96) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 128>, static_strides = array<i64: 1, 1>}> : (memref<1x128xf32, #gpu.address_space<workgroup>>, index) -> memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %98 = "arith.index_cast"(%95) : (i32) -> index
      %99 = "arith.constant"() <{value = 1 : index}> : () -> index
      %100 = "arith.muli"(%98, %99) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %101 = "arith.index_castui"(%100) : (index) -> i32
      %102 = "arith.addi"(%54, %101) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %103 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %104 = "llvm.getelementptr"(%51, %102) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
      %105 = "llvm.getelementptr"(%51, %102) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
      %106 = "builtin.unrealized_conversion_cast"(%105) : (!llvm.ptr<3>) -> memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      %107 = "arith.constant"() <{value = 512 : i32}> : () -> i32
      "mosaic_gpu.arrive_expect_tx"(%106, %107) : (memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      "mosaic_gpu.async_load"(%12, %97, %106, %103) <{collective = [], oob_fill_mode = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, slice_lengths = array<i64: 128>}> : (memref<128xf32>, memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      %108 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %109 = "arith.addi"(%89, %108) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %110 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %111 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %112 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %113 = "arith.muli"(%111, %112) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %114 = "arith.addi"(%113, %110) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %115 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %116 = "arith.addi"(%114, %115) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %117 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %118 = "arith.remsi"(%116, %117) : (i32, i32) -> i32
      %119 = "arith.index_cast"(%118) : (i32) -> index
      %120 = "arith.constant"() <{value = 1 : index}> : () -> index
      %121 = "arith.muli"(%119, %120) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %122 = "arith.index_castui"(%121) : (index) -> i32
      %123 = "arith.addi"(%54, %122) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %124 = "memref.load"(%52) : (memref<i32>) -> i32
      %125 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %126 = "arith.shli"(%125, %123) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %127 = "arith.andi"(%124, %126) : (i32, i32) -> i32
      %128 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %129 = "arith.cmpi"(%127, %128) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %130 = "arith.xori"(%124, %126) : (i32, i32) -> i32
      "memref.store"(%130, %52) : (i32, memref<i32>) -> ()
      %131 = "arith.extui"(%129) : (i1) -> i32
      %132 = "arith.constant"() <{value = 10000000 : i32}> : () -> i32
      %133 = "llvm.getelementptr"(%51, %123) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
      "nvvm.mbarrier.try_wait.parity"(%133, %131, %132) : (!llvm.ptr<3>, i32, i32) -> ()
      %134 = "arith.index_cast"(%118) : (i32) -> index
      %135 = "memref.subview"(%87, %134) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 128>, static_strides = array<i64: 1, 1>}> : (memref<1x128xf32, #gpu.address_space<workgroup>>, index) -> memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %136 = "memref.expand_shape"(%135) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 2, 16, 4>}> : (memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>
      %137 = "mosaic_gpu.vector_load"(%136) <{optimized = true}> : (memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>) -> vector<2x16x4xf32>
      %138 = "arith.index_cast"(%118) : (i32) -> index
      %139 = "memref.subview"(%88, %138) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0, 0>, static_sizes = array<i64: 1, 2, 16, 4>, static_strides = array<i64: 1, 1, 1, 1>}> : (memref<1x2x16x4xf32, #gpu.address_space<workgroup>>, index) -> memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>
      %140 = "mosaic_gpu.vector_load"(%139) <{optimized = true}> : (memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>) -> vector<2x16x4xf32>
      "mosaic_gpu.vector_store"(%137, %139) <{multimem = false, optimized = true}> : (vector<2x16x4xf32>, memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>) -> ()
      %141 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %142 = "arith.addi"(%116, %141) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %143 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %144 = "arith.remsi"(%142, %143) : (i32, i32) -> i32
      %145 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %146 = "arith.cmpi"(%116, %145) <{predicate = 5 : i64}> : (i32, i32) -> i1
      %147 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %148 = "arith.cmpi"(%142, %147) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %149 = "arith.andi"(%146, %148) : (i1, i1) -> i1
      %150 = "arith.extui"(%149) : (i1) -> i32
      %151 = "arith.index_cast"(%150) : (i32) -> index
      "scf.index_switch"(%151) <{cases = array<i64: 0>}> ({
        %209 = "arith.index_cast"(%144) : (i32) -> index
        %210 = "memref.subview"(%87, %209) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 128>, static_strides = array<i64: 1, 1>}> : (memref<1x128xf32, #gpu.address_space<workgroup>>, index) -> memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
        %211 = "arith.index_cast"(%144) : (i32) -> index
        %212 = "arith.constant"() <{value = 1 : index}> : () -> index
        %213 = "arith.muli"(%211, %212) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %214 = "arith.index_castui"(%213) : (index) -> i32
        %215 = "arith.addi"(%54, %214) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %216 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %217 = "llvm.getelementptr"(%51, %215) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
        %218 = "llvm.getelementptr"(%51, %215) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
        %219 = "builtin.unrealized_conversion_cast"(%218) : (!llvm.ptr<3>) -> memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
        %220 = "arith.constant"() <{value = 512 : i32}> : () -> i32
        "mosaic_gpu.arrive_expect_tx"(%219, %220) : (memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
        "mosaic_gpu.async_load"(%12, %210, %219, %216) <{collective = [], oob_fill_mode = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, slice_lengths = array<i64: 128>}> : (memref<128xf32>, memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
        "scf.yield"() : () -> ()
      }, {
        "scf.yield"() : () -> ()
      }) : (index) -> ()
      %152 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %153 = "arith.addi"(%110, %152) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
      %154 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %155 = "arith.index_cast"(%154) : (index) -> i32
      %156 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %157 = "arith.index_cast"(%156) : (index) -> i32
      %158 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %159 = "arith.index_cast"(%158) : (index) -> i32
      %160 = "arith.muli"(%159, %157) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %161 = "arith.addi"(%155, %160) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %162 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %163 = "arith.index_cast"(%162) : (index) -> i32
      %164 = "arith.muli"(%157, %163) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %165 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %166 = "arith.index_cast"(%165) : (index) -> i32
      %167 = "arith.muli"(%166, %164) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %168 = "arith.addi"(%161, %167) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %169 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %170 = "arith.index_cast"(%169) : (index) -> i32
      %171 = "arith.muli"(%164, %170) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %172 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %173 = "arith.shrui"(%168, %172) : (i32, i32) -> i32
      %174 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %175 = "arith.addi"(%173, %174) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %176 = "llvm.inline_asm"(%175) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      %177 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %178 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %179 = "arith.remsi"(%177, %178) : (i32, i32) -> i32
      %180 = "arith.index_cast"(%179) : (i32) -> index
      %181 = "memref.subview"(%88, %180) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0, 0>, static_sizes = array<i64: 1, 2, 16, 4>, static_strides = array<i64: 1, 1, 1, 1>}> : (memref<1x2x16x4xf32, #gpu.address_space<workgroup>>, index) -> memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>
      %182 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %183 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %184 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      "mosaic_gpu.async_store"(%181, %32, %182, %183, %184) <{commit_group = false, is_global_broadcast = false, operandSegmentSizes = array<i32: 1, 1, 3, 0, 0>, slice_lengths = array<i64: 2, 16, 4>}> : (memref<2x16x4xf32, strided<[64, 4, 1], offset: ?>, #gpu.address_space<workgroup>>, memref<2x16x4xf32>, i32, i32, i32) -> ()
      %185 = "llvm.inline_asm"() <{asm_string = "cp.async.bulk.commit_group;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
      %186 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %187 = "arith.index_cast"(%186) : (index) -> i32
      %188 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %189 = "arith.index_cast"(%188) : (index) -> i32
      %190 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %191 = "arith.index_cast"(%190) : (index) -> i32
      %192 = "arith.muli"(%191, %189) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %193 = "arith.addi"(%187, %192) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %194 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %195 = "arith.index_cast"(%194) : (index) -> i32
      %196 = "arith.muli"(%189, %195) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %197 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %198 = "arith.index_cast"(%197) : (index) -> i32
      %199 = "arith.muli"(%198, %196) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %200 = "arith.addi"(%193, %199) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %201 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %202 = "arith.index_cast"(%201) : (index) -> i32
      %203 = "arith.muli"(%196, %202) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %204 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %205 = "arith.shrui"(%200, %204) : (i32, i32) -> i32
      %206 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %207 = "arith.addi"(%205, %206) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %208 = "llvm.inline_asm"(%207) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "wrapper_49"} : () -> ()
