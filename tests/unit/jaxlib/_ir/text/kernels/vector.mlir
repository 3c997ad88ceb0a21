"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xi32>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg45: vector<8xi32>):
    %27 = "vector.bitcast"(%arg45) : (vector<8xi32>) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f1"}> ({
  ^bb0(%arg44: i8):
    %26 = "vector.broadcast"(%arg44) : (i8) -> vector<2xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f2"}> ({
    %25 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 2>}> : () -> vector<4xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> (), sym_name = "f3"}> ({
  ^bb0(%arg43: index):
    %24 = "vector.create_mask"(%arg43) : (index) -> vector<4xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg42: vector<4xf32>):
    %23:2 = "vector.deinterleave"(%arg42) : (vector<4xf32>) -> (vector<2xf32>, vector<2xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<f32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg41: vector<f32>):
    %22 = "vector.extract"(%arg41) <{static_position = array<i64>}> : (vector<f32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg40: vector<1xi32>):
    %21 = "vector.extract"(%arg40) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg39: vector<2xi32>):
    %20 = "vector.extract_strided_slice"(%arg39) <{offsets = [0], sizes = [1], strides = [1]}> : (vector<2xi32>) -> vector<1xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x8xi32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg38: vector<2x8xi32>):
    %19 = "vector.extract_strided_slice"(%arg38) <{offsets = [0, 0], sizes = [1, 8], strides = [1, 1]}> : (vector<2x8xi32>) -> vector<1x8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (), sym_name = "f9"}> ({
  ^bb0(%arg35: vector<4xf32>, %arg36: vector<4xf32>, %arg37: vector<4xf32>):
    %18 = "vector.fma"(%arg35, %arg36, %arg37) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg33: f32, %arg34: f32):
    %17 = "vector.from_elements"(%arg33, %arg34) : (f32, f32) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, vector<2xf32>) -> (), sym_name = "f11"}> ({
  ^bb0(%arg31: f32, %arg32: vector<2xf32>):
    %16 = "vector.insert"(%arg31, %arg32) <{static_position = array<i64: 0>}> : (f32, vector<2xf32>) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, vector<4xf32>, index) -> (), sym_name = "f12"}> ({
  ^bb0(%arg28: f32, %arg29: vector<4xf32>, %arg30: index):
    %15 = "vector.insert"(%arg28, %arg29, %arg30) <{static_position = array<i64: -9223372036854775808>}> : (f32, vector<4xf32>, index) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>, vector<4xf32>) -> (), sym_name = "f13"}> ({
  ^bb0(%arg26: vector<2xf32>, %arg27: vector<4xf32>):
    %14 = "vector.insert_strided_slice"(%arg26, %arg27) <{offsets = [1], strides = [1]}> : (vector<2xf32>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xbf16>, vector<1xbf16>) -> (), sym_name = "f14"}> ({
  ^bb0(%arg24: vector<1xbf16>, %arg25: vector<1xbf16>):
    %13 = "vector.interleave"(%arg24, %arg25) : (vector<1xbf16>, vector<1xbf16>) -> vector<2xbf16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<128xi32>, index) -> (), sym_name = "f15"}> ({
  ^bb0(%arg22: memref<128xi32>, %arg23: index):
    %12 = "vector.load"(%arg22, %arg23) : (memref<128xi32>, index) -> vector<1xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>, index, index) -> (), sym_name = "f16"}> ({
  ^bb0(%arg19: memref<4x8xf32>, %arg20: index, %arg21: index):
    %11 = "vector.load"(%arg19, %arg20, %arg21) <{nontemporal = true}> : (memref<4x8xf32>, index, index) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32x8xf32>, vector<8xf32>) -> (), sym_name = "f17"}> ({
  ^bb0(%arg17: vector<32x8xf32>, %arg18: vector<8xf32>):
    %10 = "vector.multi_reduction"(%arg17, %arg18) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<32x8xf32>, vector<8xf32>) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x32x256xi32>, vector<1xi32>) -> (), sym_name = "f18"}> ({
  ^bb0(%arg15: vector<1x32x256xi32>, %arg16: vector<1xi32>):
    %9 = "vector.multi_reduction"(%arg15, %arg16) <{kind = #vector.kind<maxsi>, reduction_dims = array<i64: 1, 2>}> : (vector<1x32x256xi32>, vector<1xi32>) -> vector<1xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>, vector<2xf32>) -> (), sym_name = "f19"}> ({
  ^bb0(%arg13: vector<4xf32>, %arg14: vector<2xf32>):
    %8 = "vector.outerproduct"(%arg13, %arg14) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<2xf32>) -> vector<4x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f20"}> ({
  ^bb0(%arg12: vector<4xf32>):
    %7 = "vector.reduction"(%arg12) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>, f32) -> (), sym_name = "f21"}> ({
  ^bb0(%arg10: vector<4xf32>, %arg11: f32):
    %6 = "vector.reduction"(%arg10, %arg11) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<mul>}> : (vector<4xf32>, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> (), sym_name = "f22"}> ({
  ^bb0(%arg9: vector<2xi32>):
    %5 = "vector.shape_cast"(%arg9) : (vector<2xi32>) -> vector<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>, vector<1xf32>) -> (), sym_name = "f23"}> ({
  ^bb0(%arg7: vector<1xf32>, %arg8: vector<1xf32>):
    %4 = "vector.shuffle"(%arg7, %arg8) <{mask = array<i64: 0, 1>}> : (vector<1xf32>, vector<1xf32>) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xbf16>, vector<2xbf16>) -> (), sym_name = "f24"}> ({
  ^bb0(%arg5: vector<2xbf16>, %arg6: vector<2xbf16>):
    %3 = "vector.shuffle"(%arg5, %arg6) <{mask = array<i64: 0, 1, 2, 3>}> : (vector<2xbf16>, vector<2xbf16>) -> vector<4xbf16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f25"}> ({
    %2 = "vector.step"() : () -> vector<4xindex>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi8>, memref<128xi8>, index) -> (), sym_name = "f26"}> ({
  ^bb0(%arg2: vector<1xi8>, %arg3: memref<128xi8>, %arg4: index):
    "vector.store"(%arg2, %arg3, %arg4) : (vector<1xi8>, memref<128xi8>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>) -> (), sym_name = "f27"}> ({
  ^bb0(%arg1: vector<2xf32>):
    %1:2 = "vector.to_elements"(%arg1) : (vector<2xf32>) -> (f32, f32)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4x8xf32>) -> (), sym_name = "f28"}> ({
  ^bb0(%arg0: vector<4x8xf32>):
    %0 = "vector.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (vector<4x8xf32>) -> vector<8x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
