"builtin.module"() ({
  "func.func"() <{function_type = (!tt.ptr<f32>, i32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg46: !tt.ptr<f32>, %arg47: i32):
    %34 = "tt.addptr"(%arg46, %arg47) : (!tt.ptr<f32>, i32) -> !tt.ptr<f32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> (), sym_name = "f1"}> ({
  ^bb0(%arg45: i1):
    "tt.assert"(%arg45) <{message = "m"}> : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<i32>, i32, i32) -> (), sym_name = "f2"}> ({
  ^bb0(%arg42: !tt.ptr<i32>, %arg43: i32, %arg44: i32):
    %33 = "tt.atomic_cas"(%arg42, %arg43, %arg44) <{scope = 1 : i32, sem = 4 : i32}> : (!tt.ptr<i32>, i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<f16>, f16) -> (), sym_name = "f3"}> ({
  ^bb0(%arg40: !tt.ptr<f16>, %arg41: f16):
    %32 = "tt.atomic_rmw"(%arg40, %arg41) <{atomic_rmw_op = 5 : i32, scope = 1 : i32, sem = 4 : i32}> : (!tt.ptr<f16>, f16) -> f16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<i32>, i32) -> (), sym_name = "f4"}> ({
  ^bb0(%arg38: !tt.ptr<i32>, %arg39: i32):
    %31 = "tt.atomic_rmw"(%arg38, %arg39) <{atomic_rmw_op = 1 : i32, scope = 2 : i32, sem = 2 : i32}> : (!tt.ptr<i32>, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f5"}> ({
  ^bb0(%arg37: f32):
    %30 = "tt.bitcast"(%arg37) : (f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<1x1xi32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg36: tensor<1x1xi32>):
    %29 = "tt.broadcast"(%arg36) : (tensor<1x1xi32>) -> tensor<1x4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg33: f32, %arg34: f32, %arg35: f32):
    %28 = "tt.clampf"(%arg33, %arg34, %arg35) <{propagateNan = 0 : i32}> : (f32, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<8x16xf32>, tensor<16x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg30: tensor<8x16xf32>, %arg31: tensor<16x8xf32>, %arg32: tensor<8x8xf32>):
    %27 = "tt.dot"(%arg30, %arg31, %arg32) <{inputPrecision = 0 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<8x16xf32>, tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>) -> (), sym_name = "f9"}> ({
  ^bb0(%arg27: tensor<16x16xf16>, %arg28: tensor<16x16xf16>, %arg29: tensor<16x16xf32>):
    %26 = "tt.dot"(%arg27, %arg28, %arg29) <{inputPrecision = 0 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f10"}> ({
  ^bb0(%arg26: tensor<4xf32>):
    %25 = "tt.elementwise_inline_asm"(%arg26) <{asm_string = "tanh.approx.f32 $0, $1;", constraints = "=f,f", packed_element = 1 : i32, pure = true}> : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf16>) -> (), sym_name = "f11"}> ({
  ^bb0(%arg25: tensor<4xf16>):
    %24 = "tt.elementwise_inline_asm"(%arg25) <{asm_string = "tanh.approx.f16 $0, $1;", constraints = "=h,h", packed_element = 1 : i32, pure = true}> : (tensor<4xf16>) -> tensor<4xf16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xi1>) -> (), sym_name = "f12"}> ({
  ^bb0(%arg24: tensor<16xi1>):
    %23 = "tt.expand_dims"(%arg24) <{axis = 1 : i32}> : (tensor<16xi1>) -> tensor<16x1xi1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg23: f32):
    %22 = "tt.extern_elementwise"(%arg23) <{libname = "", libpath = "", pure = true, symbol = "__nv_cosf"}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<64x64xf8E5M2>) -> (), sym_name = "f14"}> ({
  ^bb0(%arg22: tensor<64x64xf8E5M2>):
    %21 = "tt.fp_to_fp"(%arg22) : (tensor<64x64xf8E5M2>) -> tensor<64x64xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xf32>) -> (), sym_name = "f15"}> ({
  ^bb0(%arg21: tensor<16xf32>):
    %20 = "tt.fp_to_fp"(%arg21) <{rounding = 0 : i32}> : (tensor<16xf32>) -> tensor<16xf8E5M2>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f16"}> ({
    %19 = "tt.get_num_programs"() <{axis = 0 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f17"}> ({
    %18 = "tt.get_num_programs"() <{axis = 1 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f18"}> ({
    %17 = "tt.get_program_id"() <{axis = 0 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f19"}> ({
    %16 = "tt.get_program_id"() <{axis = 1 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xi32>) -> (), sym_name = "f20"}> ({
  ^bb0(%arg20: tensor<16xi32>):
    %15 = "tt.histogram"(%arg20) : (tensor<16xi32>) -> tensor<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> (), sym_name = "f21"}> ({
  ^bb0(%arg19: i64):
    %14 = "tt.int_to_ptr"(%arg19) : (i64) -> !tt.ptr<f32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<128xi8>, tensor<128xi8>) -> (), sym_name = "f22"}> ({
  ^bb0(%arg17: tensor<128xi8>, %arg18: tensor<128xi8>):
    %13 = "tt.join"(%arg17, %arg18) : (tensor<128xi8>, tensor<128xi8>) -> tensor<128x2xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<f32>) -> (), sym_name = "f23"}> ({
  ^bb0(%arg16: !tt.ptr<f32>):
    %12 = "tt.load"(%arg16) <{isVolatile = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<f32>) -> (), sym_name = "f24"}> ({
  ^bb0(%arg15: !tt.ptr<f32>):
    %11 = "tt.load"(%arg15) <{isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f25"}> ({
    %10 = "tt.make_range"() <{end = 2 : i32, start = 0 : i32}> : () -> tensor<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f26"}> ({
  ^bb0(%arg13: i32, %arg14: i32):
    %9 = "tt.mulhiui"(%arg13, %arg14) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f27"}> ({
  ^bb0(%arg11: f32, %arg12: f32):
    %8 = "tt.precise_divf"(%arg11, %arg12) : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f28"}> ({
  ^bb0(%arg10: f32):
    %7 = "tt.precise_sqrt"(%arg10) : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f29"}> ({
  ^bb0(%arg9: i32):
    "tt.print"(%arg9) <{hex = false, isSigned = array<i32: 1>, prefix = "x"}> : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<f32>) -> (), sym_name = "f30"}> ({
  ^bb0(%arg8: !tt.ptr<f32>):
    %6 = "tt.ptr_to_int"(%arg8) : (!tt.ptr<f32>) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<128x2xi8>) -> (), sym_name = "f31"}> ({
  ^bb0(%arg7: tensor<128x2xi8>):
    %5 = "tt.reshape"(%arg7) : (tensor<128x2xi8>) -> tensor<256xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f32"}> ({
  ^bb0(%arg6: i32):
    %4 = "tt.splat"(%arg6) : (i32) -> tensor<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16x2xf32>) -> (), sym_name = "f33"}> ({
  ^bb0(%arg5: tensor<16x2xf32>):
    %3:2 = "tt.split"(%arg5) : (tensor<16x2xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!tt.ptr<f32>, f32) -> (), sym_name = "f34"}> ({
  ^bb0(%arg3: !tt.ptr<f32>, %arg4: f32):
    "tt.store"(%arg3, %arg4) : (!tt.ptr<f32>, f32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<2x16xf32>) -> (), sym_name = "f35"}> ({
  ^bb0(%arg2: tensor<2x16xf32>):
    %2 = "tt.trans"(%arg2) <{order = array<i32: 1, 0>}> : (tensor<2x16xf32>) -> tensor<16x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<32x2x8xf32>) -> (), sym_name = "f36"}> ({
  ^bb0(%arg1: tensor<32x2x8xf32>):
    %1 = "tt.trans"(%arg1) <{order = array<i32: 0, 2, 1>}> : (tensor<32x2x8xf32>) -> tensor<32x8x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<1xf32>) -> (), sym_name = "f37"}> ({
  ^bb0(%arg0: tensor<1xf32>):
    %0 = "tt.unsplat"(%arg0) : (tensor<1xf32>) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
