"builtin.module"() ({
  "tt.func"() <{function_type = (!tt.ptr<f32>, !tt.ptr<i64>, tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x64xf32>, tensor<16x32xi32>, tensor<16x!tt.ptr<bf16>>, tensor<16xi1>, tensor<1xf32>, tensor<16x2xf32>) -> (), sym_name = "f", sym_visibility = "public"}> ({
  ^bb0(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i64>, %arg2: tensor<16x32xf32>, %arg3: tensor<32x64xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<16x32xi32>, %arg6: tensor<16x!tt.ptr<bf16>>, %arg7: tensor<16xi1>, %arg8: tensor<1xf32>, %arg9: tensor<16x2xf32>):
    %0 = "tt.get_program_id"() <{axis = 0 : i32}> : () -> i32
    %1 = "tt.get_num_programs"() <{axis = 2 : i32}> : () -> i32
    %2 = "tt.load"(%arg0) <{cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
    %3 = "tt.load"(%arg1) <{cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<i64>) -> i64
    %4 = "tt.load"(%arg6, %arg7) <{cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<16x!tt.ptr<bf16>>, tensor<16xi1>) -> tensor<16xbf16>
    %5 = "tt.dot"(%arg2, %arg3, %arg4) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %6 = "tt.expand_dims"(%4) <{axis = 1 : i32}> : (tensor<16xbf16>) -> tensor<16x1xbf16>
    %7 = "tt.expand_dims"(%4) <{axis = 0 : i32}> : (tensor<16xbf16>) -> tensor<1x16xbf16>
    %8 = "tt.trans"(%arg2) <{order = array<i32: 1, 0>}> : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %9:2 = "tt.split"(%arg9) : (tensor<16x2xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    %10 = "tt.join"(%9#0, %9#1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16x2xf32>
    %11 = "tt.unsplat"(%arg8) : (tensor<1xf32>) -> f32
    %12 = "tt.gather"(%arg2, %arg5) <{axis = 0 : i32}> : (tensor<16x32xf32>, tensor<16x32xi32>) -> tensor<16x32xf32>
    %13 = "tt.mulhiui"(%arg5, %arg5) : (tensor<16x32xi32>, tensor<16x32xi32>) -> tensor<16x32xi32>
    %14 = "tt.precise_divf"(%arg2, %arg2) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %15 = "tt.precise_sqrt"(%arg2) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %16 = "tt.clampf"(%arg2, %arg2, %arg2) <{propagateNan = 0 : i32}> : (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    "tt.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
