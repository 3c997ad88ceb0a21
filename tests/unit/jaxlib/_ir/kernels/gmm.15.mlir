"builtin.module"() ({
  "stable_mosaic.func.func"() ({
  ^bb0(%arg21: i32, %arg22: i32, %arg23: i32, %arg24: memref<5xi32, #tpu.memory_space<smem>>, %arg25: memref<5xi32, #tpu.memory_space<smem>>, %arg26: memref<5xi32, #tpu.memory_space<smem>>, %arg27: memref<1xi32, #tpu.memory_space<smem>>, %arg28: memref<128x128xf32, #tpu.memory_space<vmem>>, %arg29: memref<1x128x128xf32, #tpu.memory_space<vmem>>, %arg30: memref<128x128xf32, #tpu.memory_space<vmem>>, %arg31: memref<128x128xf32, #tpu.memory_space<vmem>>):
    %12 = "stable_mosaic.arith.constant"() {value = 0 : i32} : () -> i32
    %13 = "stable_mosaic.arith.cmpi"(%arg23, %12) {predicate = 0 : i64} : (i32, i32) -> i1
    %14 = "stable_mosaic.arith.extui"(%13) : (i1) -> i32
    %15 = "stable_mosaic.arith.constant"() {value = 0 : i32} : () -> i32
    %16 = "stable_mosaic.arith.cmpi"(%14, %15) {predicate = 1 : i64} : (i32, i32) -> i1
    "stable_mosaic.scf.if"(%16) ({
      %86 = "stable_mosaic.arith.constant"() {value = 0.000000e+00 : f32} : () -> f32
      %87 = "stable_mosaic.vector.broadcast"(%86) : (f32) -> vector<128x128xf32>
      %88 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %89 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %90 = "stable_mosaic.vector.load"(%arg31, %88, %89) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      "stable_mosaic.tpu.vector_store"(%87, %arg31, %88, %89) {add = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>, strides = array<i32>} : (vector<128x128xf32>, memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> ()
      "stable_mosaic.scf.yield"() : () -> ()
    }, {
      "stable_mosaic.scf.yield"() : () -> ()
    }) : (i1) -> ()
    %17 = "stable_mosaic.arith.constant"() {value = 1 : i32} : () -> i32
    %18 = "stable_mosaic.arith.cmpi"(%arg23, %17) {predicate = 0 : i64} : (i32, i32) -> i1
    %19 = "stable_mosaic.arith.extui"(%18) : (i1) -> i32
    %20 = "stable_mosaic.arith.constant"() {value = 0 : i32} : () -> i32
    %21 = "stable_mosaic.arith.cmpi"(%19, %20) {predicate = 1 : i64} : (i32, i32) -> i1
    "stable_mosaic.scf.if"(%21) ({
      %39 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %40 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %41 = "stable_mosaic.vector.load"(%arg28, %39, %40) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      %42 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %43 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %44 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %45 = "stable_mosaic.vector.load"(%arg29, %42, %43, %44) : (memref<1x128x128xf32, #tpu.memory_space<vmem>>, index, index, index) -> vector<1x128x128xf32>
      %46 = "stable_mosaic.vector.shape_cast"(%45) : (vector<1x128x128xf32>) -> vector<128x128xf32>
      %47 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %48 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %49 = "stable_mosaic.vector.load"(%arg31, %47, %48) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      %50 = "stable_mosaic.arith.constant"() {value = dense<0.000000e+00> : vector<128x128xf32>} : () -> vector<128x128xf32>
      %51 = "stable_mosaic.tpu.matmul"(%41, %46, %50) {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs = false, transpose_lhs_hint = false, transpose_rhs = false} : (vector<128x128xf32>, vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
      %52 = "stable_mosaic.arith.addf"(%49, %51) {fastmath = #arith.fastmath<none>} : (vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
      %53 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %54 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %55 = "stable_mosaic.vector.load"(%arg31, %53, %54) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      "stable_mosaic.tpu.vector_store"(%52, %arg31, %53, %54) {add = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>, strides = array<i32>} : (vector<128x128xf32>, memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> ()
      %56 = "stable_mosaic.arith.index_cast"(%arg22) : (i32) -> index
      %57 = "stable_mosaic.memref.load"(%arg25, %56) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
      %58 = "stable_mosaic.arith.index_cast"(%57) : (i32) -> index
      %59 = "stable_mosaic.memref.load"(%arg24, %58) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
      %60 = "stable_mosaic.arith.constant"() {value = 1 : i32} : () -> i32
      %61 = "stable_mosaic.arith.addi"(%57, %60) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %62 = "stable_mosaic.arith.index_cast"(%61) : (i32) -> index
      %63 = "stable_mosaic.memref.load"(%arg24, %62) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
      %64 = "stable_mosaic.arith.index_cast"(%arg22) : (i32) -> index
      %65 = "stable_mosaic.memref.load"(%arg26, %64) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
      %66 = "stable_mosaic.arith.constant"() {value = 128 : i32} : () -> i32
      %67 = "stable_mosaic.arith.muli"(%65, %66) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
      %68 = "stable_mosaic.tpu.iota"() {dimensions = array<i32: 0>} : () -> vector<128x128xi32>
      %69 = "stable_mosaic.vector.broadcast"(%67) : (i32) -> vector<128x128xi32>
      %70 = "stable_mosaic.arith.addi"(%68, %69) {overflowFlags = #arith.overflow<none>} : (vector<128x128xi32>, vector<128x128xi32>) -> vector<128x128xi32>
      %71 = "stable_mosaic.vector.broadcast"(%59) : (i32) -> vector<128x128xi32>
      %72 = "stable_mosaic.arith.cmpi"(%70, %71) {predicate = 5 : i64} : (vector<128x128xi32>, vector<128x128xi32>) -> vector<128x128xi1>
      %73 = "stable_mosaic.vector.broadcast"(%63) : (i32) -> vector<128x128xi32>
      %74 = "stable_mosaic.arith.cmpi"(%70, %73) {predicate = 2 : i64} : (vector<128x128xi32>, vector<128x128xi32>) -> vector<128x128xi1>
      %75 = "stable_mosaic.arith.andi"(%72, %74) : (vector<128x128xi1>, vector<128x128xi1>) -> vector<128x128xi1>
      %76 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %77 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %78 = "stable_mosaic.vector.load"(%arg31, %76, %77) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      %79 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %80 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %81 = "stable_mosaic.vector.load"(%arg30, %79, %80) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      %82 = "stable_mosaic.arith.select"(%75, %78, %81) : (vector<128x128xi1>, vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
      %83 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %84 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %85 = "stable_mosaic.vector.load"(%arg30, %83, %84) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      "stable_mosaic.tpu.vector_store"(%82, %arg30, %83, %84) {add = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>, strides = array<i32>} : (vector<128x128xf32>, memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> ()
      "stable_mosaic.scf.yield"() : () -> ()
    }, {
      %22 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %23 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %24 = "stable_mosaic.vector.load"(%arg28, %22, %23) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      %25 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %26 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %27 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %28 = "stable_mosaic.vector.load"(%arg29, %25, %26, %27) : (memref<1x128x128xf32, #tpu.memory_space<vmem>>, index, index, index) -> vector<1x128x128xf32>
      %29 = "stable_mosaic.vector.shape_cast"(%28) : (vector<1x128x128xf32>) -> vector<128x128xf32>
      %30 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %31 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %32 = "stable_mosaic.vector.load"(%arg31, %30, %31) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      %33 = "stable_mosaic.arith.constant"() {value = dense<0.000000e+00> : vector<128x128xf32>} : () -> vector<128x128xf32>
      %34 = "stable_mosaic.tpu.matmul"(%24, %29, %33) {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs = false, transpose_lhs_hint = false, transpose_rhs = false} : (vector<128x128xf32>, vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
      %35 = "stable_mosaic.arith.addf"(%32, %34) {fastmath = #arith.fastmath<none>} : (vector<128x128xf32>, vector<128x128xf32>) -> vector<128x128xf32>
      %36 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %37 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
      %38 = "stable_mosaic.vector.load"(%arg31, %36, %37) : (memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<128x128xf32>
      "stable_mosaic.tpu.vector_store"(%35, %arg31, %36, %37) {add = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>, strides = array<i32>} : (vector<128x128xf32>, memref<128x128xf32, #tpu.memory_space<vmem>>, index, index) -> ()
      "stable_mosaic.scf.yield"() : () -> ()
    }) : (i1) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>, #tpu.dimension_semantics<arbitrary>], function_type = (i32, i32, i32, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<1xi32, #tpu.memory_space<smem>>, memref<128x128xf32, #tpu.memory_space<vmem>>, memref<1x128x128xf32, #tpu.memory_space<vmem>>, memref<128x128xf32, #tpu.memory_space<vmem>>, memref<128x128xf32, #tpu.memory_space<vmem>>) -> (), iteration_bounds = array<i64: 2, -9223372036854775808, 2>, scalar_prefetch = 4 : i64, scratch_operands = 1 : i64, sym_name = "kernel", tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @transform_0, window_bounds = array<i64: 128, 128>}, {transform_indices = @transform_1, window_bounds = array<i64: 1, 128, 128>}, {transform_indices = @transform_2, window_bounds = array<i64: 128, 128>}]} : () -> ()
  "stable_mosaic.func.func"() ({
  ^bb0(%arg14: i32, %arg15: i32, %arg16: i32, %arg17: memref<5xi32, #tpu.memory_space<smem>>, %arg18: memref<5xi32, #tpu.memory_space<smem>>, %arg19: memref<5xi32, #tpu.memory_space<smem>>, %arg20: memref<1xi32, #tpu.memory_space<smem>>):
    %9 = "stable_mosaic.arith.index_cast"(%arg15) : (i32) -> index
    %10 = "stable_mosaic.memref.load"(%arg19, %9) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
    %11 = "stable_mosaic.arith.constant"() {value = 0 : i32} : () -> i32
    "stable_mosaic.func.return"(%10, %arg16) : (i32, i32) -> ()
  }) {function_type = (i32, i32, i32, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<1xi32, #tpu.memory_space<smem>>) -> (i32, i32), sym_name = "transform_0"} : () -> ()
  "stable_mosaic.func.func"() ({
  ^bb0(%arg7: i32, %arg8: i32, %arg9: i32, %arg10: memref<5xi32, #tpu.memory_space<smem>>, %arg11: memref<5xi32, #tpu.memory_space<smem>>, %arg12: memref<5xi32, #tpu.memory_space<smem>>, %arg13: memref<1xi32, #tpu.memory_space<smem>>):
    %3 = "stable_mosaic.arith.index_cast"(%arg8) : (i32) -> index
    %4 = "stable_mosaic.memref.load"(%arg11, %3) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
    %5 = "stable_mosaic.arith.constant"() {value = 0 : index} : () -> index
    %6 = "stable_mosaic.memref.load"(%arg13, %5) : (memref<1xi32, #tpu.memory_space<smem>>, index) -> i32
    %7 = "stable_mosaic.arith.subi"(%4, %6) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
    %8 = "stable_mosaic.arith.constant"() {value = 0 : i32} : () -> i32
    "stable_mosaic.func.return"(%7, %arg9, %arg7) : (i32, i32, i32) -> ()
  }) {function_type = (i32, i32, i32, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<1xi32, #tpu.memory_space<smem>>) -> (i32, i32, i32), sym_name = "transform_1"} : () -> ()
  "stable_mosaic.func.func"() ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: memref<5xi32, #tpu.memory_space<smem>>, %arg4: memref<5xi32, #tpu.memory_space<smem>>, %arg5: memref<5xi32, #tpu.memory_space<smem>>, %arg6: memref<1xi32, #tpu.memory_space<smem>>):
    %0 = "stable_mosaic.arith.index_cast"(%arg1) : (i32) -> index
    %1 = "stable_mosaic.memref.load"(%arg5, %0) : (memref<5xi32, #tpu.memory_space<smem>>, index) -> i32
    %2 = "stable_mosaic.arith.constant"() {value = 0 : i32} : () -> i32
    "stable_mosaic.func.return"(%1, %arg0) : (i32, i32) -> ()
  }) {function_type = (i32, i32, i32, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<5xi32, #tpu.memory_space<smem>>, memref<1xi32, #tpu.memory_space<smem>>) -> (i32, i32), sym_name = "transform_2"} : () -> ()
}) {stable_mosaic.version = 15 : i64} : () -> ()
