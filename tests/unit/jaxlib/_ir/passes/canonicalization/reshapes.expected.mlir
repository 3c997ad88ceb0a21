"builtin.module"() ({
  "func.func"() <{function_type = (memref<256x512xf32>, memref<4x1x8xf32>, memref<2x3x4xf32>, memref<6x4xf32>, memref<1x6xf32>, memref<6x1xf32>, memref<8x1xf32>, memref<4x8xf32>, memref<2x4xf32>, memref<1x4x1xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<256x512xf32>, %arg1: memref<4x1x8xf32>, %arg2: memref<2x3x4xf32>, %arg3: memref<6x4xf32>, %arg4: memref<1x6xf32>, %arg5: memref<6x1xf32>, %arg6: memref<8x1xf32>, %arg7: memref<4x8xf32>, %arg8: memref<2x4xf32>, %arg9: memref<1x4x1xf32>):
    %0 = "memref.expand_shape"(%arg0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 1, 256, 512>}> : (memref<256x512xf32>) -> memref<1x256x512xf32>
    %1 = "memref.collapse_shape"(%arg1) <{reassociation = [[0], [1, 2]]}> : (memref<4x1x8xf32>) -> memref<4x8xf32>
    %2 = "memref.collapse_shape"(%arg2) <{reassociation = [[0, 1], [2]]}> : (memref<2x3x4xf32>) -> memref<6x4xf32>
    %3 = "memref.expand_shape"(%arg3) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 3, 4>}> : (memref<6x4xf32>) -> memref<2x3x4xf32>
    %4 = "memref.collapse_shape"(%arg4) <{reassociation = [[0, 1]]}> : (memref<1x6xf32>) -> memref<6xf32>
    %5 = "memref.expand_shape"(%4) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 1>}> : (memref<6xf32>) -> memref<6x1xf32>
    %6 = "memref.collapse_shape"(%arg5) <{reassociation = [[0, 1]]}> : (memref<6x1xf32>) -> memref<6xf32>
    %7 = "memref.expand_shape"(%6) <{reassociation = [[0, 1]], static_output_shape = array<i64: 1, 6>}> : (memref<6xf32>) -> memref<1x6xf32>
    %8 = "memref.expand_shape"(%arg6) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 8, 1, 1>}> : (memref<8x1xf32>) -> memref<8x1x1xf32>
    %9 = "memref.collapse_shape"(%arg7) <{reassociation = [[0, 1]]}> : (memref<4x8xf32>) -> memref<32xf32>
    %10 = "memref.expand_shape"(%9) <{reassociation = [[0, 1]], static_output_shape = array<i64: 8, 4>}> : (memref<32xf32>) -> memref<8x4xf32>
    %11 = "memref.collapse_shape"(%arg9) <{reassociation = [[0, 1, 2]]}> : (memref<1x4x1xf32>) -> memref<4xf32>
    %12 = "memref.expand_shape"(%11) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 1, 1, 4>}> : (memref<4xf32>) -> memref<1x1x4xf32>
    "test.use"(%0, %1, %2, %3, %5, %7, %8, %10, %arg8, %12) : (memref<1x256x512xf32>, memref<4x8xf32>, memref<6x4xf32>, memref<2x3x4xf32>, memref<6x1xf32>, memref<1x6xf32>, memref<8x1x1xf32>, memref<8x4xf32>, memref<2x4xf32>, memref<1x1x4xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
