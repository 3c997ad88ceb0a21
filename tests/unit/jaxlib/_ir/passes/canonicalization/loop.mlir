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
    %3 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %4 = "llvm.insertvalue"(%3, %2) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %5 = "llvm.insertvalue"(%4, %2) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %6 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %7 = "llvm.insertvalue"(%5, %6) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %8 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %9 = "llvm.insertvalue"(%7, %8) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %10 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %11 = "llvm.insertvalue"(%9, %10) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %12 = "builtin.unrealized_conversion_cast"(%11) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<1xi32>
    %13 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr
    %14 = "llvm.load"(%13) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %15 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %16 = "llvm.insertvalue"(%15, %14) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %17 = "llvm.insertvalue"(%16, %14) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %18 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %19 = "llvm.insertvalue"(%17, %18) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %20 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %21 = "llvm.insertvalue"(%19, %20) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %22 = "arith.constant"() <{value = 132 : i64}> : () -> i64
    %23 = "llvm.insertvalue"(%21, %22) <{position = array<i64: 3, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %24 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %25 = "llvm.insertvalue"(%23, %24) <{position = array<i64: 3, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %26 = "arith.constant"() <{value = 16896 : i64}> : () -> i64
    %27 = "llvm.insertvalue"(%25, %26) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %28 = "arith.constant"() <{value = 128 : i64}> : () -> i64
    %29 = "llvm.insertvalue"(%27, %28) <{position = array<i64: 4, 1>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %30 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %31 = "llvm.insertvalue"(%29, %30) <{position = array<i64: 4, 2>}> : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %32 = "builtin.unrealized_conversion_cast"(%31) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>) -> memref<2x132x128xi32>
    %33 = "arith.constant"() <{value = 132 : index}> : () -> index
    %34 = "arith.constant"() <{value = 1 : index}> : () -> index
    %35 = "arith.constant"() <{value = 1 : index}> : () -> index
    %36 = "arith.constant"() <{value = 128 : index}> : () -> index
    %37 = "arith.constant"() <{value = 1 : index}> : () -> index
    %38 = "arith.constant"() <{value = 1 : index}> : () -> index
    %39 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %40 = "gpu.launch"(%0, %33, %34, %35, %36, %37, %38, %39) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %41 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
      %42 = "mosaic_gpu.slice_smem"() <{offset = 0 : i32}> : () -> memref<0xi8, #gpu.address_space<workgroup>>
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
      %60 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %61 = "arith.index_cast"(%60) : (index) -> i32
      %62 = "arith.muli"(%55, %61) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %63 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %64 = "arith.shrui"(%59, %63) : (i32, i32) -> i32
      %65 = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %66 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %67 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %68 = "nvvm.shfl.sync"(%65, %64, %66, %67) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %69 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %70 = "arith.remui"(%68, %69) : (i32, i32) -> i32
      %71 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %72 = "arith.cmpi"(%70, %71) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %73 = "arith.andi"(%72, %44) : (i1, i1) -> i1
      %74 = "nvvm.elect.sync"() : () -> i1
      %75 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %76 = "arith.index_cast"(%75) : (index) -> i32
      %77 = "arith.constant"() <{value = 0 : index}> : () -> index
      %78 = "memref.subview"(%12, %77) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (memref<1xi32>, index) -> memref<i32, strided<[], offset: ?>>
      %79 = "memref.load"(%78) : (memref<i32, strided<[], offset: ?>>) -> i32
      %80 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %81 = "arith.index_cast"(%80) : (index) -> i32
      %82 = "gpu.block_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %83 = "arith.index_cast"(%82) : (index) -> i32
      %84 = "gpu.block_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %85 = "arith.index_cast"(%84) : (index) -> i32
      %86 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %87 = "arith.divsi"(%79, %86) : (i32, i32) -> i32
      %88 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %89 = "arith.cmpi"(%79, %88) <{predicate = 4 : i64}> : (i32, i32) -> i1
      %90 = "arith.extui"(%89) : (i1) -> i32
      %91 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %92 = "arith.cmpi"(%79, %91) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %93 = "arith.extui"(%92) : (i1) -> i32
      %94 = "arith.subi"(%90, %93) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %95 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %96 = "arith.cmpi"(%86, %95) <{predicate = 4 : i64}> : (i32, i32) -> i1
      %97 = "arith.extui"(%96) : (i1) -> i32
      %98 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %99 = "arith.cmpi"(%86, %98) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %100 = "arith.extui"(%99) : (i1) -> i32
      %101 = "arith.subi"(%97, %100) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %102 = "arith.cmpi"(%94, %101) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %103 = "arith.remsi"(%79, %86) : (i32, i32) -> i32
      %104 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %105 = "arith.cmpi"(%103, %104) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %106 = "arith.andi"(%102, %105) : (i1, i1) -> i1
      %107 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %108 = "arith.subi"(%87, %107) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %109 = "arith.select"(%106, %108, %87) : (i1, i32, i32) -> i32
      %110 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %111 = "arith.muli"(%110, %109) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %112 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %113 = "arith.muli"(%111, %112) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %114 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %115 = "arith.muli"(%113, %114) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %116 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %117 = "arith.muli"(%115, %116) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %118 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %119 = "arith.muli"(%117, %118) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %120 = "arith.constant"() <{value = 33 : i32}> : () -> i32
      %121 = "arith.muli"(%119, %120) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %122 = "arith.constant"() <{value = 132 : i32}> : () -> i32
      %123 = "arith.divsi"(%121, %122) : (i32, i32) -> i32
      %124 = "arith.constant"() <{value = 132 : i32}> : () -> i32
      %125 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %126 = "arith.cmpi"(%124, %125) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %127 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %128 = "arith.select"(%126, %127, %124) : (i1, i32, i32) -> i32
      %129 = "arith.remsi"(%121, %128) : (i32, i32) -> i32
      %130 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %131 = "arith.cmpi"(%129, %130) <{predicate = 1 : i64}> : (i32, i32) -> i1
      %132 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %133 = "arith.cmpi"(%129, %132) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %134 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %135 = "arith.cmpi"(%128, %134) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %136 = "arith.cmpi"(%133, %135) <{predicate = 1 : i64}> : (i1, i1) -> i1
      %137 = "arith.andi"(%136, %131) : (i1, i1) -> i1
      %138 = "arith.addi"(%129, %128) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %139 = "arith.select"(%137, %138, %129) : (i1, i32, i32) -> i32
      %140 = "arith.cmpi"(%81, %139) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %141 = "arith.extui"(%140) : (i1) -> i32
      %142 = "arith.addi"(%123, %141) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %143 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %144 = "arith.subi"(%142, %143) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %145 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %146 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.for"(%145, %144, %146) ({
      ^bb0(%arg14: i32):
        %147 = "arith.addi"(%arg14, %143) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %148 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %149 = "arith.addi"(%147, %148) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %150 = "arith.constant"() <{value = 132 : i32}> : () -> i32
        %151 = "arith.muli"(%149, %150) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %152 = "arith.addi"(%151, %81) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %153 = "arith.constant"() <{value = 33 : i32}> : () -> i32
        %154 = "arith.remsi"(%152, %153) : (i32, i32) -> i32
        %155 = "arith.constant"() <{value = 33 : i32}> : () -> i32
        %156 = "arith.divsi"(%152, %155) : (i32, i32) -> i32
        %157 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %158 = "arith.remsi"(%156, %157) : (i32, i32) -> i32
        %159 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %160 = "arith.divsi"(%156, %159) : (i32, i32) -> i32
        %161 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %162 = "arith.remsi"(%160, %161) : (i32, i32) -> i32
        %163 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %164 = "arith.divsi"(%160, %163) : (i32, i32) -> i32
        %165 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %166 = "arith.remsi"(%164, %165) : (i32, i32) -> i32
        %167 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %168 = "arith.divsi"(%164, %167) : (i32, i32) -> i32
        %169 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %170 = "arith.remsi"(%168, %169) : (i32, i32) -> i32
        %171 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %172 = "arith.divsi"(%168, %171) : (i32, i32) -> i32
        %173 = "arith.remsi"(%172, %109) : (i32, i32) -> i32
        %174 = "arith.divsi"(%172, %109) : (i32, i32) -> i32
        %175 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %176 = "arith.muli"(%173, %175) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %177 = "arith.addi"(%162, %176) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %178 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %179 = "arith.muli"(%170, %178) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %180 = "arith.addi"(%158, %179) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %181 = "arith.constant"() <{value = 33 : i32}> : () -> i32
        %182 = "arith.muli"(%166, %181) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %183 = "arith.addi"(%154, %182) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %184 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %185 = "arith.divsi"(%79, %184) : (i32, i32) -> i32
        %186 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %187 = "arith.cmpi"(%79, %186) <{predicate = 4 : i64}> : (i32, i32) -> i1
        %188 = "arith.extui"(%187) : (i1) -> i32
        %189 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %190 = "arith.cmpi"(%79, %189) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %191 = "arith.extui"(%190) : (i1) -> i32
        %192 = "arith.subi"(%188, %191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %193 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %194 = "arith.cmpi"(%184, %193) <{predicate = 4 : i64}> : (i32, i32) -> i1
        %195 = "arith.extui"(%194) : (i1) -> i32
        %196 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %197 = "arith.cmpi"(%184, %196) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %198 = "arith.extui"(%197) : (i1) -> i32
        %199 = "arith.subi"(%195, %198) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %200 = "arith.cmpi"(%192, %199) <{predicate = 1 : i64}> : (i32, i32) -> i1
        %201 = "arith.remsi"(%79, %184) : (i32, i32) -> i32
        %202 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %203 = "arith.cmpi"(%201, %202) <{predicate = 1 : i64}> : (i32, i32) -> i1
        %204 = "arith.andi"(%200, %203) : (i1, i1) -> i1
        %205 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %206 = "arith.subi"(%185, %205) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %207 = "arith.select"(%204, %206, %185) : (i1, i32, i32) -> i32
        %208 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %209 = "arith.divsi"(%177, %208) : (i32, i32) -> i32
        %210 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %211 = "arith.divsi"(%180, %210) : (i32, i32) -> i32
        %212 = "arith.constant"() <{value = 33 : i32}> : () -> i32
        %213 = "arith.divsi"(%183, %212) : (i32, i32) -> i32
        %214 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %215 = "arith.remsi"(%177, %214) : (i32, i32) -> i32
        %216 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %217 = "arith.remsi"(%180, %216) : (i32, i32) -> i32
        %218 = "arith.constant"() <{value = 33 : i32}> : () -> i32
        %219 = "arith.remsi"(%183, %218) : (i32, i32) -> i32
        %220 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %221 = "arith.muli"(%220, %207) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %222 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %223 = "arith.subi"(%207, %222) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %224 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %225 = "arith.maxsi"(%224, %209) : (i32, i32) -> i32
        %226 = "arith.minsi"(%223, %225) : (i32, i32) -> i32
        %227 = "arith.addi"(%221, %226) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %228 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %229 = "arith.muli"(%227, %228) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %230 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %231 = "arith.maxsi"(%230, %211) : (i32, i32) -> i32
        %232 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %233 = "arith.minsi"(%232, %231) : (i32, i32) -> i32
        %234 = "arith.addi"(%229, %233) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %235 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %236 = "arith.muli"(%234, %235) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %237 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %238 = "arith.maxsi"(%237, %213) : (i32, i32) -> i32
        %239 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %240 = "arith.minsi"(%239, %238) : (i32, i32) -> i32
        %241 = "arith.addi"(%236, %240) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %242 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %243 = "arith.muli"(%241, %242) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %244 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %245 = "arith.maxsi"(%244, %215) : (i32, i32) -> i32
        %246 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %247 = "arith.minsi"(%246, %245) : (i32, i32) -> i32
        %248 = "arith.addi"(%243, %247) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %249 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %250 = "arith.muli"(%248, %249) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %251 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %252 = "arith.maxsi"(%251, %217) : (i32, i32) -> i32
        %253 = "arith.constant"() <{value = 3 : i32}> : () -> i32
        %254 = "arith.minsi"(%253, %252) : (i32, i32) -> i32
        %255 = "arith.addi"(%250, %254) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %256 = "arith.constant"() <{value = 33 : i32}> : () -> i32
        %257 = "arith.muli"(%255, %256) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %258 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %259 = "arith.maxsi"(%258, %219) : (i32, i32) -> i32
        %260 = "arith.constant"() <{value = 32 : i32}> : () -> i32
        %261 = "arith.minsi"(%260, %259) : (i32, i32) -> i32
        %262 = "arith.addi"(%257, %261) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %263 = "arith.constant"() <{value = 132 : i32}> : () -> i32
        %264 = "arith.divsi"(%262, %263) : (i32, i32) -> i32
        %265 = "vector.broadcast"(%262) : (i32) -> vector<128xi32>
        %266 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
        %267 = "arith.index_cast"(%266) : (index) -> i32
        %268 = "gpu.block_id"() <{dimension = #gpu.dim<y>}> : () -> index
        %269 = "arith.index_cast"(%268) : (index) -> i32
        %270 = "gpu.block_id"() <{dimension = #gpu.dim<z>}> : () -> index
        %271 = "arith.index_cast"(%270) : (index) -> i32
        %272 = "arith.index_cast"(%264) : (i32) -> index
        %273 = "arith.index_cast"(%267) : (i32) -> index
        %274 = "memref.subview"(%32, %272, %273) <{operandSegmentSizes = array<i32: 1, 2, 0, 0>, static_offsets = array<i64: -9223372036854775808, -9223372036854775808, 0>, static_sizes = array<i64: 1, 1, 128>, static_strides = array<i64: 1, 1, 1>}> : (memref<2x132x128xi32>, index, index) -> memref<128xi32, strided<[1], offset: ?>>
        %275 = "mosaic_gpu.vector_load"(%274) <{optimized = true}> : (memref<128xi32, strided<[1], offset: ?>>) -> vector<128xi32>
        "mosaic_gpu.vector_store"(%265, %274) <{multimem = false, optimized = true}> : (vector<128xi32>, memref<128xi32, strided<[1], offset: ?>>) -> ()
        "scf.yield"() : () -> ()
      }) : (i32, i32, i32) -> ()
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_34"} : () -> ()
