"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg61: f32):
    %54 = "math.absf"(%arg61) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<16xf32>) -> (), sym_name = "f1"}> ({
  ^bb0(%arg60: vector<16xf32>):
    %53 = "math.absf"(%arg60) <{fastmath = #arith.fastmath<none>}> : (vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f2"}> ({
  ^bb0(%arg59: i32):
    %52 = "math.absi"(%arg59) : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f3"}> ({
  ^bb0(%arg58: f32):
    %51 = "math.acos"(%arg58) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f4"}> ({
  ^bb0(%arg57: f32):
    %50 = "math.acosh"(%arg57) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f5"}> ({
  ^bb0(%arg56: f32):
    %49 = "math.asin"(%arg56) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f6"}> ({
  ^bb0(%arg55: f32):
    %48 = "math.asinh"(%arg55) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg54: f32):
    %47 = "math.atan"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f8"}> ({
  ^bb0(%arg52: f32, %arg53: f32):
    %46 = "math.atan2"(%arg52, %arg53) <{fastmath = #arith.fastmath<afn>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f9"}> ({
  ^bb0(%arg51: f32):
    %45 = "math.atanh"(%arg51) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg50: f32):
    %44 = "math.cbrt"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f11"}> ({
  ^bb0(%arg49: f32):
    %43 = "math.ceil"(%arg49) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f12"}> ({
  ^bb0(%arg47: f32, %arg48: f32):
    %42 = "math.copysign"(%arg47, %arg48) <{fastmath = #arith.fastmath<afn>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg46: f32):
    %41 = "math.cos"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f14"}> ({
  ^bb0(%arg45: f32):
    %40 = "math.cosh"(%arg45) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f15"}> ({
  ^bb0(%arg44: i32):
    %39 = "math.ctlz"(%arg44) : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f16"}> ({
  ^bb0(%arg43: i32):
    %38 = "math.ctpop"(%arg43) : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f17"}> ({
  ^bb0(%arg42: i32):
    %37 = "math.cttz"(%arg42) : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f18"}> ({
  ^bb0(%arg41: f32):
    %36 = "math.erf"(%arg41) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f19"}> ({
  ^bb0(%arg40: f32):
    %35 = "math.erfc"(%arg40) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f20"}> ({
  ^bb0(%arg39: f32):
    %34 = "math.exp"(%arg39) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f21"}> ({
  ^bb0(%arg38: f32):
    %33 = "math.exp"(%arg38) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f22"}> ({
  ^bb0(%arg37: f32):
    %32 = "math.exp2"(%arg37) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f23"}> ({
  ^bb0(%arg36: f32):
    %31 = "math.expm1"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f24"}> ({
  ^bb0(%arg35: f32):
    %30 = "math.floor"(%arg35) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>) -> (), sym_name = "f25"}> ({
  ^bb0(%arg34: vector<8x128xf32>):
    %29 = "math.floor"(%arg34) <{fastmath = #arith.fastmath<none>}> : (vector<8x128xf32>) -> vector<8x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f32) -> (), sym_name = "f26"}> ({
  ^bb0(%arg31: f32, %arg32: f32, %arg33: f32):
    %28 = "math.fma"(%arg31, %arg32, %arg33) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, i32) -> (), sym_name = "f27"}> ({
  ^bb0(%arg29: f32, %arg30: i32):
    %27 = "math.fpowi"(%arg29, %arg30) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f28"}> ({
  ^bb0(%arg27: i32, %arg28: i32):
    %26 = "math.ipowi"(%arg27, %arg28) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f29"}> ({
  ^bb0(%arg26: f32):
    %25 = "math.isfinite"(%arg26) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f30"}> ({
  ^bb0(%arg25: f32):
    %24 = "math.isinf"(%arg25) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f31"}> ({
  ^bb0(%arg24: f32):
    %23 = "math.isnan"(%arg24) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f32"}> ({
  ^bb0(%arg23: f32):
    %22 = "math.isnormal"(%arg23) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f33"}> ({
  ^bb0(%arg22: f32):
    %21 = "math.log"(%arg22) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f34"}> ({
  ^bb0(%arg21: f32):
    %20 = "math.log"(%arg21) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f35"}> ({
  ^bb0(%arg20: f32):
    %19 = "math.log10"(%arg20) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f36"}> ({
  ^bb0(%arg19: f32):
    %18 = "math.log1p"(%arg19) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>) -> (), sym_name = "f37"}> ({
  ^bb0(%arg18: vector<8x128xf32>):
    %17 = "math.log1p"(%arg18) <{fastmath = #arith.fastmath<none>}> : (vector<8x128xf32>) -> vector<8x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f38"}> ({
  ^bb0(%arg17: f32):
    %16 = "math.log2"(%arg17) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f39"}> ({
  ^bb0(%arg15: f32, %arg16: f32):
    %15 = "math.powf"(%arg15, %arg16) <{fastmath = #arith.fastmath<afn>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f40"}> ({
  ^bb0(%arg14: f32):
    %14 = "math.round"(%arg14) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>) -> (), sym_name = "f41"}> ({
  ^bb0(%arg13: vector<2xf32>):
    %13 = "math.round"(%arg13) <{fastmath = #arith.fastmath<none>}> : (vector<2xf32>) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f42"}> ({
  ^bb0(%arg12: f32):
    %12 = "math.roundeven"(%arg12) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>) -> (), sym_name = "f43"}> ({
  ^bb0(%arg11: vector<2xf32>):
    %11 = "math.roundeven"(%arg11) <{fastmath = #arith.fastmath<none>}> : (vector<2xf32>) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f44"}> ({
  ^bb0(%arg10: f32):
    %10 = "math.rsqrt"(%arg10) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf32>) -> (), sym_name = "f45"}> ({
  ^bb0(%arg9: vector<8xf32>):
    %9 = "math.rsqrt"(%arg9) <{fastmath = #arith.fastmath<none>}> : (vector<8xf32>) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f46"}> ({
  ^bb0(%arg8: f32):
    %8 = "math.sin"(%arg8) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>) -> (), sym_name = "f47"}> ({
  ^bb0(%arg7: vector<8x128xf32>):
    %7 = "math.sin"(%arg7) <{fastmath = #arith.fastmath<none>}> : (vector<8x128xf32>) -> vector<8x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f48"}> ({
  ^bb0(%arg6: f32):
    %6 = "math.sinh"(%arg6) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f49"}> ({
  ^bb0(%arg5: f32):
    %5 = "math.sqrt"(%arg5) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f50"}> ({
  ^bb0(%arg4: f32):
    %4 = "math.sqrt"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f51"}> ({
  ^bb0(%arg3: f32):
    %3 = "math.tan"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f52"}> ({
  ^bb0(%arg2: f32):
    %2 = "math.tanh"(%arg2) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<16xf32>) -> (), sym_name = "f53"}> ({
  ^bb0(%arg1: vector<16xf32>):
    %1 = "math.tanh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f54"}> ({
  ^bb0(%arg0: f32):
    %0 = "math.trunc"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
