#map = affine_map<(d0) -> (d0 floordiv 2)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
module @regions {
  func.func @loops(%arg0: index, %arg1: i32, %arg2: i1, %arg3: f32) -> (f32, i32) {
    %0 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg3) -> (f32) {
      %4 = arith.addf %arg5, %arg3 fastmath<contract> : f32
      scf.yield %4 : f32
    }
    scf.for unsigned %arg4 = %arg1 to %arg1 step %arg1  : i32 {
      scf.if %arg2 {
        cf.assert %arg2, "then"
      }
    } {mine = 1 : i64}
    %1:2 = scf.if %arg2 -> (f32, i32) {
      %c1_i32 = arith.constant 1 : i32
      scf.yield %0, %c1_i32 : f32, i32
    } else {
      %c2_i32 = arith.constant 2 : i32
      scf.yield %arg3, %c2_i32 : f32, i32
    }
    %2:2 = scf.while (%arg4 = %arg1, %arg5 = %1#0) : (i32, f32) -> (f32, i32) {
      %4 = arith.cmpi slt, %arg4, %arg1 : i32
      scf.condition(%4) %arg5, %arg4 : f32, i32
    } do {
    ^bb0(%arg4: f32, %arg5: i32):
      scf.yield %arg5, %arg4 : i32, f32
    }
    scf.while : () -> () {
      scf.condition(%arg2)
    } do {
      scf.yield
    }
    %3 = scf.index_switch %arg0 -> i32 
    case 2 {
      scf.yield %arg1 : i32
    }
    case 5 {
      scf.yield %2#1 : i32
    }
    default {
      scf.yield %1#1 : i32
    }
    scf.index_switch %arg0 
    case 2 {
      scf.yield
    }
    default {
    }
    return %2#0, %3 : f32, i32
  }
  func.func private @branches(%arg0: i1, %arg1: i32) -> i32 {
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  ^bb1(%0: i32):  // pred: ^bb0
    cf.br ^bb3(%0 : i32)
  ^bb2:  // pred: ^bb0
    %c-7_i32 = arith.constant -7 : i32
    cf.br ^bb3(%c-7_i32 : i32)
  ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
    return %1 : i32
  }
  llvm.mlir.global external @scratch() {addr_space = 4 : i32} : !llvm.array<0 x i8>
  func.func @launch(%arg0: index, %arg1: memref<4x8xf32>, %arg2: memref<8x4xf32>) {
    %c64_i32 = arith.constant 64 : i32
    %transpose = memref.transpose %arg1 (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
    gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %arg0, %arg10 = %arg0, %arg11 = %arg0) threads(%arg6, %arg7, %arg8) in (%arg12 = %arg0, %arg13 = %arg0, %arg14 = %arg0) dynamic_shared_memory_size %c64_i32 {
      gpu.barrier
      gpu.terminator
    }
    return {maps = [#map, #map1]}
  }
}
