"builtin.module"() <{sym_name = "kernel"}> ({
  "stable_mosaic_gpu.func.func"() ({
  }) {function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"} : () -> ()
  "stable_mosaic_gpu.llvm.mlir.global"() ({
  }) {addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", tls_mode = 0 : i64, visibility_ = 0 : i64} : () -> ()
  "stable_mosaic_gpu.func.func"() ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "stable_mosaic_gpu.arith.constant"() {value = 1.000000e+00 : f32} : () -> f32
    %1 = "stable_mosaic_gpu.builtin.unrealized_conversion_cast"(%0) {layout = #mosaic_gpu.WGSplatFragLayout<[256]>} : (f32) -> vector<256xf32>
    %2 = "stable_mosaic_gpu.arith.constant"() {value = 31 : i32} : () -> i32
    %3 = "stable_mosaic_gpu.arith.constant"() {value = -1 : i32} : () -> i32
    %4 = "stable_mosaic_gpu.arith.constant"() {value = 5 : i32} : () -> i32
    %5 = "stable_mosaic_gpu.arith.constant"() {value = 0 : i32} : () -> i32
    %6 = "stable_mosaic_gpu.arith.constant"() {value = 128 : index} : () -> index
    %7 = "stable_mosaic_gpu.arith.constant"() {value = 1 : index} : () -> index
    %8 = "stable_mosaic_gpu.llvm.mlir.constant"() {value = 1 : i64} : () -> i64
    %9 = "stable_mosaic_gpu.llvm.mlir.constant"() {value = 256 : i64} : () -> i64
    %10 = "stable_mosaic_gpu.llvm.mlir.constant"() {value = 0 : i64} : () -> i64
    %11 = "stable_mosaic_gpu.llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %12 = "stable_mosaic_gpu.builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %13 = "stable_mosaic_gpu.llvm.load"(%arg1) {ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
    %14 = "stable_mosaic_gpu.llvm.insertvalue"(%11, %13) {position = array<i64: 0>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %15 = "stable_mosaic_gpu.llvm.insertvalue"(%14, %13) {position = array<i64: 1>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %16 = "stable_mosaic_gpu.llvm.insertvalue"(%15, %10) {position = array<i64: 2>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %17 = "stable_mosaic_gpu.llvm.insertvalue"(%16, %9) {position = array<i64: 3, 0>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %18 = "stable_mosaic_gpu.llvm.insertvalue"(%17, %8) {position = array<i64: 4, 0>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %19 = "stable_mosaic_gpu.builtin.unrealized_conversion_cast"(%18) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xf32>
    %20 = "stable_mosaic_gpu.llvm.getelementptr"(%arg1) {elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>} : (!llvm.ptr) -> !llvm.ptr
    %21 = "stable_mosaic_gpu.llvm.load"(%20) {ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
    %22 = "stable_mosaic_gpu.llvm.insertvalue"(%11, %21) {position = array<i64: 0>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %23 = "stable_mosaic_gpu.llvm.insertvalue"(%22, %21) {position = array<i64: 1>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %24 = "stable_mosaic_gpu.llvm.insertvalue"(%23, %10) {position = array<i64: 2>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %25 = "stable_mosaic_gpu.llvm.insertvalue"(%24, %9) {position = array<i64: 3, 0>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %26 = "stable_mosaic_gpu.llvm.insertvalue"(%25, %8) {position = array<i64: 4, 0>} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %27 = "stable_mosaic_gpu.builtin.unrealized_conversion_cast"(%26) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xf32>
    %28 = "stable_mosaic_gpu.gpu.launch"(%12, %7, %7, %7, %6, %7, %7, %5) ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %29 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %30 = "stable_mosaic_gpu.arith.index_cast"(%29) : (index) -> i32
      %31 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<x>} : () -> index
      %32 = "stable_mosaic_gpu.arith.index_cast"(%31) : (index) -> i32
      %33 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<y>} : () -> index
      %34 = "stable_mosaic_gpu.arith.index_cast"(%33) : (index) -> i32
      %35 = "stable_mosaic_gpu.arith.muli"(%34, %32) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %36 = "stable_mosaic_gpu.arith.addi"(%30, %35) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %37 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<y>} : () -> index
      %38 = "stable_mosaic_gpu.arith.index_cast"(%37) : (index) -> i32
      %39 = "stable_mosaic_gpu.arith.muli"(%32, %38) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %40 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<z>} : () -> index
      %41 = "stable_mosaic_gpu.arith.index_cast"(%40) : (index) -> i32
      %42 = "stable_mosaic_gpu.arith.muli"(%41, %39) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %43 = "stable_mosaic_gpu.arith.addi"(%36, %42) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %44 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<z>} : () -> index
      %45 = "stable_mosaic_gpu.arith.index_cast"(%44) : (index) -> i32
      %46 = "stable_mosaic_gpu.arith.muli"(%39, %45) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %47 = "stable_mosaic_gpu.arith.constant"() {value = 5 : i32} : () -> i32
      %48 = "stable_mosaic_gpu.arith.shrui"(%43, %47) : (i32, i32) -> i32
      %49 = "stable_mosaic_gpu.arith.constant"() {value = 0 : i32} : () -> i32
      %50 = "stable_mosaic_gpu.arith.cmpi"(%48, %49) {predicate = 0 : i64} : (i32, i32) -> i1
      %51 = "stable_mosaic_gpu.nvvm.elect.sync"() : () -> i1
      %52 = "stable_mosaic_gpu.nvvm.elect.sync"() : () -> i1
      %53 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %54 = "stable_mosaic_gpu.arith.index_cast"(%53) : (index) -> i32
      %55 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<x>} : () -> index
      %56 = "stable_mosaic_gpu.arith.index_cast"(%55) : (index) -> i32
      %57 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<y>} : () -> index
      %58 = "stable_mosaic_gpu.arith.index_cast"(%57) : (index) -> i32
      %59 = "stable_mosaic_gpu.arith.muli"(%58, %56) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %60 = "stable_mosaic_gpu.arith.addi"(%54, %59) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %61 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<y>} : () -> index
      %62 = "stable_mosaic_gpu.arith.index_cast"(%61) : (index) -> i32
      %63 = "stable_mosaic_gpu.arith.muli"(%56, %62) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %64 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<z>} : () -> index
      %65 = "stable_mosaic_gpu.arith.index_cast"(%64) : (index) -> i32
      %66 = "stable_mosaic_gpu.arith.muli"(%65, %63) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %67 = "stable_mosaic_gpu.arith.addi"(%60, %66) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %68 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<z>} : () -> index
      %69 = "stable_mosaic_gpu.arith.index_cast"(%68) : (index) -> i32
      %70 = "stable_mosaic_gpu.arith.muli"(%63, %69) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %71 = "stable_mosaic_gpu.arith.constant"() {value = 5 : i32} : () -> i32
      %72 = "stable_mosaic_gpu.arith.shrui"(%67, %71) : (i32, i32) -> i32
      %73 = "stable_mosaic_gpu.arith.constant"() {value = -1 : i32} : () -> i32
      %74 = "stable_mosaic_gpu.arith.constant"() {value = 0 : i32} : () -> i32
      %75 = "stable_mosaic_gpu.arith.constant"() {value = 31 : i32} : () -> i32
      %76 = "stable_mosaic_gpu.nvvm.shfl.sync"(%73, %72, %74, %75) {kind = #nvvm.shfl_kind<idx>} : (i32, i32, i32, i32) -> i32
      %77 = "stable_mosaic_gpu.arith.constant"() {value = 4 : i32} : () -> i32
      %78 = "stable_mosaic_gpu.arith.remui"(%76, %77) : (i32, i32) -> i32
      %79 = "stable_mosaic_gpu.arith.constant"() {value = 0 : i32} : () -> i32
      %80 = "stable_mosaic_gpu.arith.cmpi"(%78, %79) {predicate = 0 : i64} : (i32, i32) -> i1
      %81 = "stable_mosaic_gpu.arith.andi"(%80, %52) : (i1, i1) -> i1
      %82 = "stable_mosaic_gpu.nvvm.elect.sync"() : () -> i1
      %83 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %84 = "stable_mosaic_gpu.arith.index_cast"(%83) : (index) -> i32
      %85 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<x>} : () -> index
      %86 = "stable_mosaic_gpu.arith.index_cast"(%85) : (index) -> i32
      %87 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<y>} : () -> index
      %88 = "stable_mosaic_gpu.arith.index_cast"(%87) : (index) -> i32
      %89 = "stable_mosaic_gpu.arith.muli"(%88, %86) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %90 = "stable_mosaic_gpu.arith.addi"(%84, %89) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %91 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<y>} : () -> index
      %92 = "stable_mosaic_gpu.arith.index_cast"(%91) : (index) -> i32
      %93 = "stable_mosaic_gpu.arith.muli"(%86, %92) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %94 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<z>} : () -> index
      %95 = "stable_mosaic_gpu.arith.index_cast"(%94) : (index) -> i32
      %96 = "stable_mosaic_gpu.arith.muli"(%95, %93) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %97 = "stable_mosaic_gpu.arith.addi"(%90, %96) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %98 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<z>} : () -> index
      %99 = "stable_mosaic_gpu.arith.index_cast"(%98) : (index) -> i32
      %100 = "stable_mosaic_gpu.arith.muli"(%93, %99) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %101 = "stable_mosaic_gpu.arith.constant"() {value = 5 : i32} : () -> i32
      %102 = "stable_mosaic_gpu.arith.shrui"(%97, %101) : (i32, i32) -> i32
      %103 = "stable_mosaic_gpu.arith.constant"() {value = -1 : i32} : () -> i32
      %104 = "stable_mosaic_gpu.arith.constant"() {value = 0 : i32} : () -> i32
      %105 = "stable_mosaic_gpu.arith.constant"() {value = 31 : i32} : () -> i32
      %106 = "stable_mosaic_gpu.nvvm.shfl.sync"(%103, %102, %104, %105) {kind = #nvvm.shfl_kind<idx>} : (i32, i32, i32, i32) -> i32
      %107 = "stable_mosaic_gpu.arith.constant"() {value = 0 : i32} : () -> i32
      %108 = "stable_mosaic_gpu.arith.cmpi"(%106, %107) {predicate = 0 : i64} : (i32, i32) -> i1
      %109 = "stable_mosaic_gpu.arith.andi"(%108, %82) : (i1, i1) -> i1
      %110 = "stable_mosaic_gpu.llvm.inline_asm"() {asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>} : () -> !llvm.void
      "stable_mosaic_gpu.gpu.barrier"() {scope = #gpu.barrier_scope<workgroup>} : () -> ()
      %111 = "stable_mosaic_gpu.nvvm.elect.sync"() : () -> i1
      %112 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %113 = "stable_mosaic_gpu.arith.index_cast"(%112) : (index) -> i32
      %114 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<x>} : () -> index
      %115 = "stable_mosaic_gpu.arith.index_cast"(%114) : (index) -> i32
      %116 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<y>} : () -> index
      %117 = "stable_mosaic_gpu.arith.index_cast"(%116) : (index) -> i32
      %118 = "stable_mosaic_gpu.arith.muli"(%117, %115) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %119 = "stable_mosaic_gpu.arith.addi"(%113, %118) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %120 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<y>} : () -> index
      %121 = "stable_mosaic_gpu.arith.index_cast"(%120) : (index) -> i32
      %122 = "stable_mosaic_gpu.arith.muli"(%115, %121) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %123 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<z>} : () -> index
      %124 = "stable_mosaic_gpu.arith.index_cast"(%123) : (index) -> i32
      %125 = "stable_mosaic_gpu.arith.muli"(%124, %122) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %126 = "stable_mosaic_gpu.arith.addi"(%119, %125) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %127 = "stable_mosaic_gpu.arith.shrui"(%126, %4) : (i32, i32) -> i32
      %128 = "stable_mosaic_gpu.nvvm.shfl.sync"(%3, %127, %5, %2) {kind = #nvvm.shfl_kind<idx>} : (i32, i32, i32, i32) -> i32
      %129 = "stable_mosaic_gpu.nvvm.elect.sync"() : () -> i1
      %130 = "stable_mosaic_gpu.memref.collapse_shape"(%19) {reassociation = [[0]]} : (memref<256xf32>) -> memref<256xf32>
      %131 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %132 = "stable_mosaic_gpu.arith.constant"() {value = 128 : index} : () -> index
      %133 = "stable_mosaic_gpu.arith.remui"(%131, %132) : (index, index) -> index
      %134 = "stable_mosaic_gpu.arith.constant"() {value = 2 : index} : () -> index
      %135 = "stable_mosaic_gpu.arith.muli"(%133, %134) {overflowFlags = #arith.overflow<none>} : (index, index) -> index
      %136 = "stable_mosaic_gpu.arith.constant"() {value = 0 : index} : () -> index
      %137 = "stable_mosaic_gpu.arith.addi"(%135, %136) {overflowFlags = #arith.overflow<none>} : (index, index) -> index
      %138 = "stable_mosaic_gpu.vector.load"(%130, %137) : (memref<256xf32>, index) -> vector<2xf32>
      %139 = "stable_mosaic_gpu.builtin.unrealized_conversion_cast"(%138) {layout = #mosaic_gpu.WGStridedFragLayout<[256], 2>} : (vector<2xf32>) -> vector<256xf32>
      %140 = "stable_mosaic_gpu.vector.broadcast"(%0) : (f32) -> vector<2xf32>
      %141 = "stable_mosaic_gpu.arith.addf"(%138, %140) {fastmath = #arith.fastmath<contract>} : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
      %142 = "stable_mosaic_gpu.builtin.unrealized_conversion_cast"(%141) {layout = #mosaic_gpu.WGStridedFragLayout<[256], 2>} : (vector<2xf32>) -> vector<256xf32>
      %143 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %144 = "stable_mosaic_gpu.arith.index_cast"(%143) : (index) -> i32
      %145 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<x>} : () -> index
      %146 = "stable_mosaic_gpu.arith.index_cast"(%145) : (index) -> i32
      %147 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<y>} : () -> index
      %148 = "stable_mosaic_gpu.arith.index_cast"(%147) : (index) -> i32
      %149 = "stable_mosaic_gpu.arith.muli"(%148, %146) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %150 = "stable_mosaic_gpu.arith.addi"(%144, %149) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %151 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<y>} : () -> index
      %152 = "stable_mosaic_gpu.arith.index_cast"(%151) : (index) -> i32
      %153 = "stable_mosaic_gpu.arith.muli"(%146, %152) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %154 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<z>} : () -> index
      %155 = "stable_mosaic_gpu.arith.index_cast"(%154) : (index) -> i32
      %156 = "stable_mosaic_gpu.arith.muli"(%155, %153) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %157 = "stable_mosaic_gpu.arith.addi"(%150, %156) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %158 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<z>} : () -> index
      %159 = "stable_mosaic_gpu.arith.index_cast"(%158) : (index) -> i32
      %160 = "stable_mosaic_gpu.arith.muli"(%153, %159) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %161 = "stable_mosaic_gpu.arith.constant"() {value = 7 : i32} : () -> i32
      %162 = "stable_mosaic_gpu.arith.shrui"(%157, %161) : (i32, i32) -> i32
      %163 = "stable_mosaic_gpu.arith.constant"() {value = 1 : i32} : () -> i32
      %164 = "stable_mosaic_gpu.arith.addi"(%162, %163) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %165 = "stable_mosaic_gpu.llvm.inline_asm"(%164) {asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>} : (i32) -> !llvm.void
      %166 = "stable_mosaic_gpu.memref.collapse_shape"(%27) {reassociation = [[0]]} : (memref<256xf32>) -> memref<256xf32>
      %167 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %168 = "stable_mosaic_gpu.arith.constant"() {value = 128 : index} : () -> index
      %169 = "stable_mosaic_gpu.arith.remui"(%167, %168) : (index, index) -> index
      %170 = "stable_mosaic_gpu.arith.constant"() {value = 2 : index} : () -> index
      %171 = "stable_mosaic_gpu.arith.muli"(%169, %170) {overflowFlags = #arith.overflow<none>} : (index, index) -> index
      %172 = "stable_mosaic_gpu.arith.constant"() {value = 0 : index} : () -> index
      %173 = "stable_mosaic_gpu.arith.addi"(%171, %172) {overflowFlags = #arith.overflow<none>} : (index, index) -> index
      "stable_mosaic_gpu.vector.store"(%141, %166, %173) : (vector<2xf32>, memref<256xf32>, index) -> ()
      %174 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<x>} : () -> index
      %175 = "stable_mosaic_gpu.arith.index_cast"(%174) : (index) -> i32
      %176 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<x>} : () -> index
      %177 = "stable_mosaic_gpu.arith.index_cast"(%176) : (index) -> i32
      %178 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<y>} : () -> index
      %179 = "stable_mosaic_gpu.arith.index_cast"(%178) : (index) -> i32
      %180 = "stable_mosaic_gpu.arith.muli"(%179, %177) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %181 = "stable_mosaic_gpu.arith.addi"(%175, %180) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %182 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<y>} : () -> index
      %183 = "stable_mosaic_gpu.arith.index_cast"(%182) : (index) -> i32
      %184 = "stable_mosaic_gpu.arith.muli"(%177, %183) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %185 = "stable_mosaic_gpu.gpu.thread_id"() {dimension = #gpu.dim<z>} : () -> index
      %186 = "stable_mosaic_gpu.arith.index_cast"(%185) : (index) -> i32
      %187 = "stable_mosaic_gpu.arith.muli"(%186, %184) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %188 = "stable_mosaic_gpu.arith.addi"(%181, %187) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %189 = "stable_mosaic_gpu.gpu.block_dim"() {dimension = #gpu.dim<z>} : () -> index
      %190 = "stable_mosaic_gpu.arith.index_cast"(%189) : (index) -> i32
      %191 = "stable_mosaic_gpu.arith.muli"(%184, %190) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %192 = "stable_mosaic_gpu.arith.constant"() {value = 7 : i32} : () -> i32
      %193 = "stable_mosaic_gpu.arith.shrui"(%188, %192) : (i32, i32) -> i32
      %194 = "stable_mosaic_gpu.arith.constant"() {value = 1 : i32} : () -> i32
      %195 = "stable_mosaic_gpu.arith.addi"(%193, %194) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %196 = "stable_mosaic_gpu.llvm.inline_asm"(%195) {asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>} : (i32) -> !llvm.void
      "stable_mosaic_gpu.gpu.terminator"() : () -> ()
    }) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>} : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "stable_mosaic_gpu.func.return"() : () -> ()
  }) {function_type = (!llvm.ptr, !llvm.ptr) -> (), llvm.emit_c_interface, sym_name = "kernel_mosaic_gpu"} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_0", stable_mosaic_gpu.version = 9 : i64} : () -> ()
