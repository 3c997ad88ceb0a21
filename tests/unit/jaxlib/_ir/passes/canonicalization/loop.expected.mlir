"builtin.module"() <{sym_name = "kernel"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_im2col_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", visibility_ = 0 : i64}> ({
  }) {tls_mode = 0 : i64} : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "kernel_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "arith.constant"() <{value = 264 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 132 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 33 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %11 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %12 = "arith.constant"() <{value = 128 : index}> : () -> index
    %13 = "arith.constant"() <{value = 1 : index}> : () -> index
    %14 = "arith.constant"() <{value = 132 : index}> : () -> index
    %15 = "arith.constant"() <{value = 16896 : i64}> : () -> i64
    %16 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %17 = "arith.constant"() <{value = 132 : i64}> : () -> i64
    %18 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %19 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %20 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %21 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %22 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %23 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %24 = "llvm.load"(%arg1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %25 = "llvm.insertvalue"(%22, %24) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %26 = "llvm.insertvalue"(%25, %24) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %27 = "llvm.insertvalue"(%26, %21) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %28 = "llvm.insertvalue"(%27, %20) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %29 = "llvm.insertvalue"(%28, %20) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %30 = "builtin.unrealized_conversion_cast"(%29) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<1xi32>
    %31 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>}> {noWrapFlags = 0 : i32} : (!llvm.ptr) -> !llvm.ptr
    %32 = "llvm.load"(%31) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %33 = "llvm.insertvalue"(%19, %32) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %34 = "llvm.insertvalue"(%33, %32) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %35 = "llvm.insertvalue"(%34, %21) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %36 = "llvm.insertvalue"(%35, %18) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %37 = "llvm.insertvalue"(%36, %17) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %38 = "llvm.insertvalue"(%37, %16) <{position = array<i64: 3, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %39 = "llvm.insertvalue"(%38, %15) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %40 = "llvm.insertvalue"(%39, %16) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %41 = "llvm.insertvalue"(%40, %20) <{position = array<i64: 4, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %42 = "builtin.unrealized_conversion_cast"(%41) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>) -> memref<2x132x128xi32>
    %43 = "gpu.launch"(%23, %14, %13, %13, %12, %13, %13, %11) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %44 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %45 = "nvvm.elect.sync"() : () -> i1
      %46 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %47 = "arith.index_cast"(%46) : (index) -> i32
      %48 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %49 = "arith.index_cast"(%48) : (index) -> i32
      %50 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %51 = "arith.index_cast"(%50) : (index) -> i32
      %52 = "arith.muli"(%51, %49) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %53 = "arith.addi"(%47, %52) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %54 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %55 = "arith.index_cast"(%54) : (index) -> i32
      %56 = "arith.muli"(%49, %55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %57 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %58 = "arith.index_cast"(%57) : (index) -> i32
      %59 = "arith.muli"(%58, %56) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %60 = "arith.addi"(%53, %59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %61 = "arith.shrui"(%60, %10) : (i32, i32) -> i32
      %62 = "nvvm.shfl.sync"(%9, %61, %11, %8) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %63 = "nvvm.elect.sync"() : () -> i1
      %64 = "memref.subview"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (memref<1xi32>) -> memref<i32, strided<[]>>
      %65 = "memref.load"(%64) : (memref<i32, strided<[]>>) -> i32
      %66 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %67 = "arith.index_cast"(%66) : (index) -> i32
      %68 = "arith.divsi"(%65, %6) : (i32, i32) -> i32
      %69 = "arith.cmpi"(%65, %11) <{predicate = 4 : i64}> : (i32, i32) -> i1
      %70 = "arith.extui"(%69) : (i1) -> i32
      %71 = "arith.cmpi"(%65, %11) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %72 = "arith.extui"(%71) : (i1) -> i32
      %73 = "arith.subi"(%70, %72) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %74 = "arith.cmpi"(%73, %5) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %75 = "arith.remsi"(%65, %6) : (i32, i32) -> i32
      %76 = "arith.cmpi"(%75, %11) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %77 = "arith.andi"(%74, %76) : (i1, i1) -> i1
      %78 = "arith.subi"(%68, %5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %79 = "arith.select"(%77, %78, %68) : (i1, i32, i32) -> i32
      %80 = "arith.muli"(%79, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %81 = "arith.divsi"(%80, %3) : (i32, i32) -> i32
      %82 = "arith.remsi"(%80, %3) : (i32, i32) -> i32
      %83 = "arith.cmpi"(%82, %11) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %84 = "arith.cmpi"(%82, %11) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %85 = "arith.andi"(%84, %83) : (i1, i1) -> i1
      %86 = "arith.addi"(%82, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %87 = "arith.select"(%85, %86, %82) : (i1, i32, i32) -> i32
      %88 = "arith.cmpi"(%67, %87) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %89 = "arith.extui"(%88) : (i1) -> i32
      %90 = "arith.addi"(%81, %89) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.for"(%11, %90, %5) ({
      ^bb0(%arg14: i32):
        %91 = "arith.muli"(%arg14, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %92 = "arith.addi"(%91, %67) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %93 = "arith.remsi"(%92, %4) : (i32, i32) -> i32
        %94 = "arith.divsi"(%92, %4) : (i32, i32) -> i32
        %95 = "arith.remsi"(%94, %7) : (i32, i32) -> i32
        %96 = "arith.divsi"(%94, %7) : (i32, i32) -> i32
        %97 = "arith.remsi"(%96, %6) : (i32, i32) -> i32
        %98 = "arith.divsi"(%96, %6) : (i32, i32) -> i32
        %99 = "arith.remsi"(%98, %79) : (i32, i32) -> i32
        %100 = "arith.muli"(%99, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %101 = "arith.addi"(%97, %100) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %102 = "arith.divsi"(%101, %6) : (i32, i32) -> i32
        %103 = "arith.divsi"(%95, %7) : (i32, i32) -> i32
        %104 = "arith.divsi"(%93, %4) : (i32, i32) -> i32
        %105 = "arith.remsi"(%101, %6) : (i32, i32) -> i32
        %106 = "arith.remsi"(%95, %7) : (i32, i32) -> i32
        %107 = "arith.remsi"(%93, %4) : (i32, i32) -> i32
        %108 = "arith.subi"(%79, %5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %109 = "arith.maxsi"(%102, %11) : (i32, i32) -> i32
        %110 = "arith.minsi"(%108, %109) : (i32, i32) -> i32
        %111 = "arith.maxsi"(%103, %11) : (i32, i32) -> i32
        %112 = "arith.minsi"(%111, %11) : (i32, i32) -> i32
        %113 = "arith.addi"(%110, %112) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %114 = "arith.maxsi"(%104, %11) : (i32, i32) -> i32
        %115 = "arith.minsi"(%114, %11) : (i32, i32) -> i32
        %116 = "arith.addi"(%113, %115) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %117 = "arith.muli"(%116, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %118 = "arith.maxsi"(%105, %11) : (i32, i32) -> i32
        %119 = "arith.minsi"(%118, %5) : (i32, i32) -> i32
        %120 = "arith.addi"(%117, %119) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %121 = "arith.muli"(%120, %7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %122 = "arith.maxsi"(%106, %11) : (i32, i32) -> i32
        %123 = "arith.minsi"(%122, %2) : (i32, i32) -> i32
        %124 = "arith.addi"(%121, %123) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %125 = "arith.muli"(%124, %4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %126 = "arith.maxsi"(%107, %11) : (i32, i32) -> i32
        %127 = "arith.minsi"(%126, %1) : (i32, i32) -> i32
        %128 = "arith.addi"(%125, %127) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %129 = "arith.divsi"(%128, %3) : (i32, i32) -> i32
        %130 = "vector.broadcast"(%128) : (i32) -> vector<128xi32>
        %131 = "arith.index_cast"(%129) : (i32) -> index
        %132 = "arith.index_cast"(%67) : (i32) -> index
        %133 = "memref.subview"(%42, %131, %132) <{operandSegmentSizes = array<i32: 1, 2, 0, 0>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808, 0>, static_sizes = array<i64: 1, 1, 128>, static_strides = array<i64: 1, 1, 1>}> : (memref<2x132x128xi32>, index, index) -> memref<128xi32, strided<[1], offset: ?>>
        "mosaic_gpu.vector_store"(%130, %133) <{multimem = false, optimized = true}> : (vector<128xi32>, memref<128xi32, strided<[1], offset: ?>>) -> ()
        "scf.yield"() : () -> ()
      }) : (i32, i32, i32) -> ()
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_34"} : () -> ()
