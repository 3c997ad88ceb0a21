"builtin.module"() <{sym_name = "kernel"}> ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> (), sym_name = "mosaic_gpu_init_tma_desc", sym_visibility = "private"}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "global_scratch", tls_mode = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "kernel_mosaic_gpu"}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %1 = "builtin.unrealized_conversion_cast"(%0) {layout = #mosaic_gpu.WGSplatFragLayout<[256]>} : (f32) -> vector<256xf32>
    %2 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 128 : index}> : () -> index
    %7 = "arith.constant"() <{value = 1 : index}> : () -> index
    %8 = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
    %9 = "llvm.mlir.constant"() <{value = 256 : i64}> : () -> i64
    %10 = "llvm.mlir.constant"() <{value = 0 : i64}> : () -> i64
    %11 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %12 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    %13 = "llvm.load"(%arg1) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %14 = "llvm.insertvalue"(%11, %13) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %15 = "llvm.insertvalue"(%14, %13) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %16 = "llvm.insertvalue"(%15, %10) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %17 = "llvm.insertvalue"(%16, %9) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %18 = "llvm.insertvalue"(%17, %8) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %19 = "builtin.unrealized_conversion_cast"(%18) {mosaic_gpu.from_kernel_arg_idx = 0 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xf32>
    %20 = "llvm.getelementptr"(%arg1) <{elem_type = !llvm.ptr, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr
    %21 = "llvm.load"(%20) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %22 = "llvm.insertvalue"(%11, %21) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %23 = "llvm.insertvalue"(%22, %21) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %24 = "llvm.insertvalue"(%23, %10) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %25 = "llvm.insertvalue"(%24, %9) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %26 = "llvm.insertvalue"(%25, %8) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %27 = "builtin.unrealized_conversion_cast"(%26) {mosaic_gpu.from_kernel_arg_idx = 1 : i32, mosaic_gpu.original_kernel_arg} : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<256xf32>
    %28 = "gpu.launch"(%12, %7, %7, %7, %6, %7, %7, %5) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %29 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %30 = "arith.index_cast"(%29) : (index) -> i32
      %31 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %32 = "arith.index_cast"(%31) : (index) -> i32
      %33 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %34 = "arith.index_cast"(%33) : (index) -> i32
      %35 = "arith.muli"(%34, %32) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %36 = "arith.addi"(%30, %35) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %37 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %38 = "arith.index_cast"(%37) : (index) -> i32
      %39 = "arith.muli"(%32, %38) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %40 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %41 = "arith.index_cast"(%40) : (index) -> i32
      %42 = "arith.muli"(%41, %39) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %43 = "arith.addi"(%36, %42) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %44 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %45 = "arith.index_cast"(%44) : (index) -> i32
      %46 = "arith.muli"(%39, %45) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %47 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %48 = "arith.shrui"(%43, %47) : (i32, i32) -> i32
      %49 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %50 = "arith.cmpi"(%48, %49) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %51 = "nvvm.elect.sync"() : () -> i1
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
      %68 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %69 = "arith.index_cast"(%68) : (index) -> i32
      %70 = "arith.muli"(%63, %69) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %71 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %72 = "arith.shrui"(%67, %71) : (i32, i32) -> i32
      %73 = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %74 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %75 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %76 = "nvvm.shfl.sync"(%73, %72, %74, %75) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %77 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %78 = "arith.remui"(%76, %77) : (i32, i32) -> i32
      %79 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %80 = "arith.cmpi"(%78, %79) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %81 = "arith.andi"(%80, %52) : (i1, i1) -> i1
      %82 = "nvvm.elect.sync"() : () -> i1
      %83 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %84 = "arith.index_cast"(%83) : (index) -> i32
      %85 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %86 = "arith.index_cast"(%85) : (index) -> i32
      %87 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %88 = "arith.index_cast"(%87) : (index) -> i32
      %89 = "arith.muli"(%88, %86) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %90 = "arith.addi"(%84, %89) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %91 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %92 = "arith.index_cast"(%91) : (index) -> i32
      %93 = "arith.muli"(%86, %92) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %94 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %95 = "arith.index_cast"(%94) : (index) -> i32
      %96 = "arith.muli"(%95, %93) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %97 = "arith.addi"(%90, %96) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %98 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %99 = "arith.index_cast"(%98) : (index) -> i32
      %100 = "arith.muli"(%93, %99) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %101 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %102 = "arith.shrui"(%97, %101) : (i32, i32) -> i32
      %103 = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %104 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %105 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %106 = "nvvm.shfl.sync"(%103, %102, %104, %105) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %107 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %108 = "arith.cmpi"(%106, %107) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %109 = "arith.andi"(%108, %82) : (i1, i1) -> i1
      %110 = "llvm.inline_asm"() <{asm_string = "fence.mbarrier_init.release.cluster;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      %111 = "nvvm.elect.sync"() : () -> i1
      %112 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %113 = "arith.index_cast"(%112) : (index) -> i32
      %114 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %115 = "arith.index_cast"(%114) : (index) -> i32
      %116 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %117 = "arith.index_cast"(%116) : (index) -> i32
      %118 = "arith.muli"(%117, %115) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %119 = "arith.addi"(%113, %118) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %120 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %121 = "arith.index_cast"(%120) : (index) -> i32
      %122 = "arith.muli"(%115, %121) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %123 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %124 = "arith.index_cast"(%123) : (index) -> i32
      %125 = "arith.muli"(%124, %122) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %126 = "arith.addi"(%119, %125) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %127 = "arith.shrui"(%126, %4) : (i32, i32) -> i32
      %128 = "nvvm.shfl.sync"(%3, %127, %5, %2) <{kind = #nvvm.shfl_kind<idx>}> : (i32, i32, i32, i32) -> i32
      %129 = "nvvm.elect.sync"() : () -> i1
      %130 = "memref.collapse_shape"(%19) <{reassociation = [[0]]}> : (memref<256xf32>) -> memref<256xf32>
      %131 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %132 = "arith.constant"() <{value = 128 : index}> : () -> index
      %133 = "arith.remui"(%131, %132) : (index, index) -> index
      %134 = "arith.constant"() <{value = 2 : index}> : () -> index
      %135 = "arith.muli"(%133, %134) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %136 = "arith.constant"() <{value = 0 : index}> : () -> index
      %137 = "arith.addi"(%135, %136) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %138 = "vector.load"(%130, %137) : (memref<256xf32>, index) -> vector<2xf32>
      %139 = "builtin.unrealized_conversion_cast"(%138) {layout = #mosaic_gpu.WGStridedFragLayout<[256], 2>} : (vector<2xf32>) -> vector<256xf32>
      %140 = "vector.broadcast"(%0) : (f32) -> vector<2xf32>
      %141 = "arith.addf"(%138, %140) <{fastmath = #arith.fastmath<contract>}> : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
      %142 = "builtin.unrealized_conversion_cast"(%141) {layout = #mosaic_gpu.WGStridedFragLayout<[256], 2>} : (vector<2xf32>) -> vector<256xf32>
      %143 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %144 = "arith.index_cast"(%143) : (index) -> i32
      %145 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %146 = "arith.index_cast"(%145) : (index) -> i32
      %147 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %148 = "arith.index_cast"(%147) : (index) -> i32
      %149 = "arith.muli"(%148, %146) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %150 = "arith.addi"(%144, %149) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %151 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %152 = "arith.index_cast"(%151) : (index) -> i32
      %153 = "arith.muli"(%146, %152) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %154 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %155 = "arith.index_cast"(%154) : (index) -> i32
      %156 = "arith.muli"(%155, %153) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %157 = "arith.addi"(%150, %156) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %158 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %159 = "arith.index_cast"(%158) : (index) -> i32
      %160 = "arith.muli"(%153, %159) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %161 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %162 = "arith.shrui"(%157, %161) : (i32, i32) -> i32
      %163 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %164 = "arith.addi"(%162, %163) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %165 = "llvm.inline_asm"(%164) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      %166 = "memref.collapse_shape"(%27) <{reassociation = [[0]]}> : (memref<256xf32>) -> memref<256xf32>
      %167 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %168 = "arith.constant"() <{value = 128 : index}> : () -> index
      %169 = "arith.remui"(%167, %168) : (index, index) -> index
      %170 = "arith.constant"() <{value = 2 : index}> : () -> index
      %171 = "arith.muli"(%169, %170) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %172 = "arith.constant"() <{value = 0 : index}> : () -> index
      %173 = "arith.addi"(%171, %172) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "vector.store"(%141, %166, %173) : (vector<2xf32>, memref<256xf32>, index) -> ()
      %174 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %175 = "arith.index_cast"(%174) : (index) -> i32
      %176 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
      %177 = "arith.index_cast"(%176) : (index) -> i32
      %178 = "gpu.thread_id"() <{dimension = #gpu.dim<y>}> : () -> index
      %179 = "arith.index_cast"(%178) : (index) -> i32
      %180 = "arith.muli"(%179, %177) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %181 = "arith.addi"(%175, %180) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %182 = "gpu.block_dim"() <{dimension = #gpu.dim<y>}> : () -> index
      %183 = "arith.index_cast"(%182) : (index) -> i32
      %184 = "arith.muli"(%177, %183) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %185 = "gpu.thread_id"() <{dimension = #gpu.dim<z>}> : () -> index
      %186 = "arith.index_cast"(%185) : (index) -> i32
      %187 = "arith.muli"(%186, %184) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %188 = "arith.addi"(%181, %187) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %189 = "gpu.block_dim"() <{dimension = #gpu.dim<z>}> : () -> index
      %190 = "arith.index_cast"(%189) : (index) -> i32
      %191 = "arith.muli"(%184, %190) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %192 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %193 = "arith.shrui"(%188, %192) : (i32, i32) -> i32
      %194 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %195 = "arith.addi"(%193, %194) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %196 = "llvm.inline_asm"(%195) <{asm_string = "bar.sync $0, 128;", constraints = "r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> !llvm.void
      "gpu.terminator"() : () -> ()
    }) : (!gpu.async.token, index, index, index, index, index, index, i32) -> !gpu.async.token
    "func.return"() : () -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32, mosaic_gpu.dump_basename = "kernel_0"} : () -> ()
