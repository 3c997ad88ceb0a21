"builtin.module"() ({
  "func.func"() <{function_type = (memref<256x512xf32>, memref<4x1x8xf32>, memref<2x3x4xf32>, memref<6x4xf32>, memref<1x6xf32>, memref<6x1xf32>, memref<8x1xf32>, memref<4x8xf32>, memref<2x4xf32>, memref<1x4x1xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%a0: memref<256x512xf32>, %a1: memref<4x1x8xf32>, %a2: memref<2x3x4xf32>, %a3: memref<6x4xf32>, %a4: memref<1x6xf32>, %a5: memref<6x1xf32>, %a6: memref<8x1xf32>, %a7: memref<4x8xf32>, %a8: memref<2x4xf32>, %a9: memref<1x4x1xf32>):
    %c0 = "memref.collapse_shape"(%a0) <{reassociation = [[0, 1]]}> : (memref<256x512xf32>) -> memref<131072xf32>
    %e0 = "memref.expand_shape"(%c0) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 1, 256, 512>}> : (memref<131072xf32>) -> memref<1x256x512xf32>
    %c1 = "memref.collapse_shape"(%a1) <{reassociation = [[0, 1, 2]]}> : (memref<4x1x8xf32>) -> memref<32xf32>
    %e1 = "memref.expand_shape"(%c1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 4, 8>}> : (memref<32xf32>) -> memref<4x8xf32>
    %c2 = "memref.collapse_shape"(%a2) <{reassociation = [[0, 1, 2]]}> : (memref<2x3x4xf32>) -> memref<24xf32>
    %e2 = "memref.expand_shape"(%c2) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 4>}> : (memref<24xf32>) -> memref<6x4xf32>
    %c3 = "memref.collapse_shape"(%a3) <{reassociation = [[0, 1]]}> : (memref<6x4xf32>) -> memref<24xf32>
    %e3 = "memref.expand_shape"(%c3) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 2, 3, 4>}> : (memref<24xf32>) -> memref<2x3x4xf32>
    %c4 = "memref.collapse_shape"(%a4) <{reassociation = [[0, 1]]}> : (memref<1x6xf32>) -> memref<6xf32>
    %e4 = "memref.expand_shape"(%c4) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 1>}> : (memref<6xf32>) -> memref<6x1xf32>
    %c5 = "memref.collapse_shape"(%a5) <{reassociation = [[0, 1]]}> : (memref<6x1xf32>) -> memref<6xf32>
    %e5 = "memref.expand_shape"(%c5) <{reassociation = [[0, 1]], static_output_shape = array<i64: 1, 6>}> : (memref<6xf32>) -> memref<1x6xf32>
    %c6 = "memref.collapse_shape"(%a6) <{reassociation = [[0, 1]]}> : (memref<8x1xf32>) -> memref<8xf32>
    %e6 = "memref.expand_shape"(%c6) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 8, 1, 1>}> : (memref<8xf32>) -> memref<8x1x1xf32>
    %c7 = "memref.collapse_shape"(%a7) <{reassociation = [[0, 1]]}> : (memref<4x8xf32>) -> memref<32xf32>
    %e7 = "memref.expand_shape"(%c7) <{reassociation = [[0, 1]], static_output_shape = array<i64: 8, 4>}> : (memref<32xf32>) -> memref<8x4xf32>
    %c8 = "memref.collapse_shape"(%a8) <{reassociation = [[0, 1]]}> : (memref<2x4xf32>) -> memref<8xf32>
    %e8 = "memref.expand_shape"(%c8) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 4>}> : (memref<8xf32>) -> memref<2x4xf32>
    %c9 = "memref.collapse_shape"(%a9) <{reassociation = [[0, 1, 2]]}> : (memref<1x4x1xf32>) -> memref<4xf32>
    %e9 = "memref.expand_shape"(%c9) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 1, 1, 4>}> : (memref<4xf32>) -> memref<1x1x4xf32>
    "test.use"(%e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8, %e9) : (memref<1x256x512xf32>, memref<4x8xf32>, memref<6x4xf32>, memref<2x3x4xf32>, memref<6x1xf32>, memref<1x6xf32>, memref<8x1x1xf32>, memref<8x4xf32>, memref<2x4xf32>, memref<1x1x4xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
