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
    %8 = "arith.constant"() <{value = 256 : i64}> : () -> i64
    %9 = "llvm.insertvalue"(%7, %8) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %10 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %11 = "llvm.insertvalue"(%9, %10) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %12 = "builtin.unrealized_conversion_cast"(%11) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xi32>
    %13 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr
    %14 = "llvm.load"(%13) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %15 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %16 = "llvm.insertvalue"(%15, %14) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %17 = "llvm.insertvalue"(%16, %14) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %18 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %19 = "llvm.insertvalue"(%17, %18) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %20 = "arith.constant"() <{value = 256 : i64}> : () -> i64
    %21 = "llvm.insertvalue"(%19, %20) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %22 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %23 = "llvm.insertvalue"(%21, %22) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %24 = "builtin.unrealized_conversion_cast"(%23) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xi32>
    %25 = "arith.constant"() <{value = 1 : index}> : () -> index
    %26 = "arith.constant"() <{value = 1 : index}> : () -> index
    %27 = "arith.constant"() <{value = 1 : index}> : () -> index
    %28 = "arith.constant"() <{value = 128 : index}> : () -> index
    %29 = "arith.constant"() <{value = 1 : index}> : () -> index
    %30 = "arith.constant"() <{value = 1 : index}> : () -> index
    %31 = "arith.constant"() <{value = 2056 : i32}> : () -> i32
    %32 = "gpu.launch"(%0, %25, %26, %27, %28, %29, %30, %31) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %33 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
      %34 = "mosaic_gpu.slice_smem"() <{offset = 0 : i32}> : () -> memref<2048xi8, #gpu.address_space<workgroup>>
      %35 = "mosaic_gpu.slice_smem"() <{offset = 2048 : i32}> : () -> memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      %36 = "builtin.unrealized_conversion_cast"(%35) : (memref<1x!mosaic_gpu.barrier, #gpu.address_space<workgroup>>) -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
      %37 = "llvm.extractvalue"(%36) <{position = array<i64: 1>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> !llvm.ptr<3>
      %38 = "llvm.extractvalue"(%36) <{position = array<i64: 2>}> : (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>) -> i64
      %39 = "arith.constant"() <{value = 8 : i64}> : () -> i64
      %40 = "llvm.mul"(%38, %39) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
      %41 = "llvm.ptrtoint"(%37) : (!llvm.ptr<3>) -> i64
      %42 = "llvm.add"(%41, %40) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
      %43 = "llvm.inttoptr"(%42) : (i64) -> !llvm.ptr<3>
      "mosaic_gpu.initialize_barrier"(%43) <{arrival_count = 1 : i64, num_barriers = 1 : i32, orders_tensor_core = false}> : (!llvm.ptr<3>) -> ()
      %44 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<i32>
      %45 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      "memref.store"(%45, %44) : (i32, memref<i32>) -> ()
      %46 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %47 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %48 = "nvvm.elect.sync"() : () -> i1
      %49 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %50 = "arith.index_cast"(%49) : (index) -> i32
      %51 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %52 = "arith.index_cast"(%51) : (index) -> i32
      %53 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %54 = "arith.index_cast"(%53) : (index) -> i32
      %55 = "arith.muli"(%54, %52) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %56 = "arith.addi"(%50, %55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %57 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %58 = "arith.index_cast"(%57) : (index) -> i32
      %59 = "arith.muli"(%52, %58) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %60 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %61 = "arith.index_cast"(%60) : (index) -> i32
      %62 = "arith.muli"(%61, %59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %63 = "arith.addi"(%56, %62) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %64 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %65 = "arith.index_cast"(%64) : (index) -> i32
      %66 = "arith.muli"(%59, %65) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %67 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %68 = "arith.shrui"(%63, %67) : (i32, i32) -> i32
      %69 = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %70 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %71 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %72 = "nvvm.shfl.sync"(%69, %68, %70, %71) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %73 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %74 = "arith.remui"(%72, %73) : (i32, i32) -> i32
      %75 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %76 = "arith.cmpi"(%74, %75) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %77 = "arith.andi"(%76, %48) : (i1, i1) -> i1
      %78 = "nvvm.elect.sync"() : () -> i1
      %79 = "mosaic_gpu.slice_smem"() <{alias_id = 1 : i64, offset = 0 : i32}> : () -> memref<1x256xi32, #gpu.address_space<workgroup>>
      %80 = "mosaic_gpu.slice_smem"() <{alias_id = 2 : i64, offset = 1024 : i32}> : () -> memref<1x256xi32, #gpu.address_space<workgroup>>
      %81 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %82 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %83 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %84 = "arith.muli"(%82, %83) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %85 = "arith.addi"(%84, %81) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %86 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %87 = "arith.addi"(%85, %86) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %88 = "arith.index_cast"(%87) : (i32) -> index
      %89 = "memref.subview"(%79, %88) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>, index) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %90 = "arith.index_cast"(%87) : (i32) -> index
      %91 = "arith.constant"() <{value = 1 : index}> : () -> index
      %92 = "arith.muli"(%90, %91) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %93 = "arith.index_castui"(%92) : (index) -> i32
      %94 = "arith.addi"(%46, %93) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %95 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %96 = "llvm.getelementptr"(%43, %94) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
      %97 = "llvm.getelementptr"(%43, %94) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
      %98 = "builtin.unrealized_conversion_cast"(%97) : (!llvm.ptr<3>) -> memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
      %99 = "arith.constant"() <{value = 1024 : i32}> : () -> i32
      "mosaic_gpu.arrive_expect_tx"(%98, %99) : (memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      "mosaic_gpu.async_load"(%12, %89, %98, %95) <{collective = [], oob_fill_mode = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, slice_lengths = array<i64: 256>}> : (memref<256xi32>, memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
      %100 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %101 = "arith.addi"(%81, %100) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %102 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %103 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %104 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %105 = "arith.muli"(%103, %104) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %106 = "arith.addi"(%105, %102) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %107 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %108 = "arith.addi"(%106, %107) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %109 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %110 = "arith.remsi"(%108, %109) : (i32, i32) -> i32
      %111 = "arith.index_cast"(%110) : (i32) -> index
      %112 = "arith.constant"() <{value = 1 : index}> : () -> index
      %113 = "arith.muli"(%111, %112) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %114 = "arith.index_castui"(%113) : (index) -> i32
      %115 = "arith.addi"(%46, %114) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %116 = "memref.load"(%44) : (memref<i32>) -> i32
      %117 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %118 = "arith.shli"(%117, %115) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %119 = "arith.andi"(%116, %118) : (i32, i32) -> i32
      %120 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %121 = "arith.cmpi"(%119, %120) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %122 = "arith.xori"(%116, %118) : (i32, i32) -> i32
      "memref.store"(%122, %44) : (i32, memref<i32>) -> ()
      %123 = "arith.extui"(%121) : (i1) -> i32
      %124 = "arith.constant"() <{value = 10000000 : i32}> : () -> i32
      %125 = "llvm.getelementptr"(%43, %115) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
      "nvvm.mbarrier.try_wait.parity"(%125, %123, %124) : (!llvm.ptr<3>, i32, i32) -> ()
      %126 = "arith.index_cast"(%110) : (i32) -> index
      %127 = "memref.subview"(%79, %126) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>, index) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %128 = "mosaic_gpu.vector_load"(%127) <{optimized = true}> : (memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> vector<256xi32>
      %129 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %130 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %131 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %132 = "arith.muli"(%130, %131) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %133 = "arith.addi"(%132, %129) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %134 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %135 = "arith.addi"(%133, %134) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %136 = "vector.broadcast"(%135) : (i32) -> vector<256xi32>
      %137 = "arith.addi"(%128, %136) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %138 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %139 = "arith.addi"(%133, %138) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %140 = "vector.broadcast"(%139) : (i32) -> vector<256xi32>
      %141 = "arith.addi"(%137, %140) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %142 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %143 = "arith.addi"(%133, %142) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %144 = "vector.broadcast"(%143) : (i32) -> vector<256xi32>
      %145 = "arith.addi"(%141, %144) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %146 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %147 = "arith.addi"(%133, %146) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %148 = "vector.broadcast"(%147) : (i32) -> vector<256xi32>
      %149 = "arith.addi"(%145, %148) <{overflowFlags = #arith.overflow<none>}> : (vector<256xi32>, vector<256xi32>) -> vector<256xi32>
      %150 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %151 = "arith.addi"(%129, %150) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %152 = "arith.index_cast"(%110) : (i32) -> index
      %153 = "memref.subview"(%80, %152) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>, index) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %154 = "mosaic_gpu.vector_load"(%153) <{optimized = true}> : (memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> vector<256xi32>
      "mosaic_gpu.vector_store"(%149, %153) <{multimem = false, optimized = true}> : (vector<256xi32>, memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) -> ()
      %155 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %156 = "arith.addi"(%108, %155) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %157 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %158 = "arith.remsi"(%156, %157) : (i32, i32) -> i32
      %159 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %160 = "arith.cmpi"(%108, %159) <{predicate = 5 : i64}> : (i32, i32) -> i1
      %161 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %162 = "arith.cmpi"(%156, %161) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %163 = "arith.andi"(%160, %162) : (i1, i1) -> i1
      %164 = "arith.extui"(%163) : (i1) -> i32
      %165 = "arith.index_cast"(%164) : (i32) -> index
      "scf.index_switch"(%165) <{cases = array<i64: 0>}> ({
        %221 = "arith.index_cast"(%158) : (i32) -> index
        %222 = "memref.subview"(%79, %221) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>, index) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
        %223 = "arith.index_cast"(%158) : (i32) -> index
        %224 = "arith.constant"() <{value = 1 : index}> : () -> index
        %225 = "arith.muli"(%223, %224) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %226 = "arith.index_castui"(%225) : (index) -> i32
        %227 = "arith.addi"(%46, %226) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %228 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %229 = "llvm.getelementptr"(%43, %227) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
        %230 = "llvm.getelementptr"(%43, %227) <{elem_type = i64, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
        %231 = "builtin.unrealized_conversion_cast"(%230) : (!llvm.ptr<3>) -> memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>
        %232 = "arith.constant"() <{value = 1024 : i32}> : () -> i32
        "mosaic_gpu.arrive_expect_tx"(%231, %232) : (memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
        "mosaic_gpu.async_load"(%12, %222, %231, %228) <{collective = [], oob_fill_mode = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, slice_lengths = array<i64: 256>}> : (memref<256xi32>, memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<!mosaic_gpu.barrier, #gpu.address_space<workgroup>>, i32) -> ()
        "scf.yield"() : () -> ()
      }, {
        "scf.yield"() : () -> ()
      }) : (index) -> ()
      %166 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %167 = "arith.addi"(%102, %166) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
      %168 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %169 = "arith.index_cast"(%168) : (index) -> i32
      %170 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %171 = "arith.index_cast"(%170) : (index) -> i32
      %172 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %173 = "arith.index_cast"(%172) : (index) -> i32
      %174 = "arith.muli"(%173, %171) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %175 = "arith.addi"(%169, %174) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %176 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %177 = "arith.index_cast"(%176) : (index) -> i32
      %178 = "arith.muli"(%171, %177) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %179 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %180 = "arith.index_cast"(%179) : (index) -> i32
      %181 = "arith.muli"(%180, %178) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %182 = "arith.addi"(%175, %181) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %183 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %184 = "arith.index_cast"(%183) : (index) -> i32
      %185 = "arith.muli"(%178, %184) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %186 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %187 = "arith.shrui"(%182, %186) : (i32, i32) -> i32
      %188 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %189 = "arith.addi"(%187, %188) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %190 = "llvm.inline_asm"(%189) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      %191 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %192 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %193 = "arith.remsi"(%191, %192) : (i32, i32) -> i32
      %194 = "arith.index_cast"(%193) : (i32) -> index
      %195 = "memref.subview"(%80, %194) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 256>, static_strides = array<i64: 1, 1>}> : (memref<1x256xi32, #gpu.address_space<workgroup>>, index) -> memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      %196 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      "mosaic_gpu.async_store"(%195, %24, %196) <{commit_group = false, is_global_broadcast = false, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, slice_lengths = array<i64: 256>}> : (memref<256xi32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>, memref<256xi32>, i32) -> ()
      %197 = "llvm.inline_asm"() <{asm_string = "cp.async.bulk.commit_group;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
      %198 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %199 = "arith.index_cast"(%198) : (index) -> i32
      %200 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %201 = "arith.index_cast"(%200) : (index) -> i32
      %202 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %203 = "arith.index_cast"(%202) : (index) -> i32
      %204 = "arith.muli"(%203, %201) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %205 = "arith.addi"(%199, %204) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %206 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %207 = "arith.index_cast"(%206) : (index) -> i32
      %208 = "arith.muli"(%201, %207) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %209 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %210 = "arith.index_cast"(%209) : (index) -> i32
      %211 = "arith.muli"(%210, %208) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %212 = "arith.addi"(%205, %211) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %213 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %214 = "arith.index_cast"(%213) : (index) -> i32
      %215 = "arith.muli"(%208, %214) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %216 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %217 = "arith.shrui"(%212, %216) : (i32, i32) -> i32
      %218 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %219 = "arith.addi"(%217, %218) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %220 = "llvm.inline_asm"(%219) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "wrapper_29"} : () -> ()
