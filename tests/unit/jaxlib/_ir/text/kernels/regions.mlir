"builtin.module"() <{sym_name = "regions"}> ({
  "func.func"() <{function_type = (index, i32, i1, f32) -> (f32, i32), sym_name = "loops"}> ({
  ^bb0(%arg0: index, %arg1: i32, %arg2: i1, %arg3: f32):
    %0 = "scf.for"(%arg0, %arg0, %arg0, %arg3) ({
    ^bb0(%arg4: index, %arg5: f32):
      %6 = "arith.addf"(%arg5, %arg3) <{fastmath = #arith.fastmath<contract>}> : (f32, f32) -> f32
      "scf.yield"(%6) : (f32) -> ()
    }) : (index, index, index, f32) -> f32
    "scf.for"(%arg1, %arg1, %arg1) <{unsignedCmp}> ({
    ^bb0(%arg4: i32):
      "scf.if"(%arg2) ({
        "cf.assert"(%arg2) <{msg = "then"}> : (i1) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "scf.yield"() : () -> ()
    }) {mine = 1 : i64} : (i32, i32, i32) -> ()
    %1:2 = "scf.if"(%arg2) ({
      %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.yield"(%0, %2) : (f32, i32) -> ()
    }, {
      %2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      "scf.yield"(%arg3, %2) : (f32, i32) -> ()
    }) : (i1) -> (f32, i32)
    %3:2 = "scf.while"(%arg1, %1#0) ({
    ^bb0(%arg4: i32, %arg5: f32):
      %4 = "arith.cmpi"(%arg4, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "scf.condition"(%4, %arg5, %arg4) : (i1, f32, i32) -> ()
    }, {
    ^bb0(%arg4: f32, %arg5: i32):
      "scf.yield"(%arg5, %arg4) : (i32, f32) -> ()
    }) : (i32, f32) -> (f32, i32)
    "scf.while"() ({
      "scf.condition"(%arg2) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %5 = "scf.index_switch"(%arg0) <{cases = array<i64: 2, 5>}> ({
      "scf.yield"(%1#1) : (i32) -> ()
    }, {
      "scf.yield"(%arg1) : (i32) -> ()
    }, {
      "scf.yield"(%3#1) : (i32) -> ()
    }) : (index) -> i32
    "scf.index_switch"(%arg0) <{cases = array<i64: 2>}> ({
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%3#0, %5) : (f32, i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "branches", sym_visibility = "private"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%0: i32):
    "cf.br"(%0)[^bb3] : (i32) -> ()
  ^bb2:
    %1 = "arith.constant"() <{value = -7 : i32}> : () -> i32
    "cf.br"(%1)[^bb3] : (i32) -> ()
  ^bb3(%2: i32):
    "func.return"(%2) : (i32) -> ()
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 4 : i32, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "scratch", visibility_ = 0 : i64}> ({
  }) : () -> ()
  "func.func"() <{function_type = (index, memref<4x8xf32>, memref<8x4xf32>) -> (), sym_name = "launch"}> ({
  ^bb0(%arg0: index, %arg1: memref<4x8xf32>, %arg2: memref<8x4xf32>):
    %0 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %1 = "memref.transpose"(%arg1) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<4x8xf32>) -> memref<8x4xf32, strided<[1, 8]>>
    "gpu.launch"(%arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0>}> ({
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index, %arg14: index):
      "gpu.barrier"() : () -> ()
      "gpu.terminator"() : () -> ()
    }) : (index, index, index, index, index, index, i32) -> ()
    "func.return"() {maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0, d1) -> (d1, d0)>]} : () -> ()
  }) : () -> ()
}) : () -> ()
