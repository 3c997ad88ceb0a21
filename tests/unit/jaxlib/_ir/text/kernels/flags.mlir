"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg32: f32):
    %21 = "llvm.intr.log2"(%arg32) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg30: !llvm.ptr, %arg31: i32):
    %20 = "llvm.getelementptr"(%arg30, %arg31) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f2"}> ({
  ^bb0(%arg28: !llvm.ptr, %arg29: i32):
    %19 = "llvm.getelementptr"(%arg28, %arg29) <{elem_type = f32, noWrapFlags = 2 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f3"}> ({
  ^bb0(%arg26: !llvm.ptr, %arg27: i32):
    %18 = "llvm.getelementptr"(%arg26, %arg27) <{elem_type = f32, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f4"}> ({
  ^bb0(%arg24: !llvm.ptr, %arg25: i32):
    %17 = "llvm.getelementptr"(%arg24, %arg25) <{elem_type = f32, noWrapFlags = 4 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f5"}> ({
  ^bb0(%arg22: !llvm.ptr, %arg23: i32):
    %16 = "llvm.getelementptr"(%arg22, %arg23) <{elem_type = f32, noWrapFlags = 5 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f6"}> ({
  ^bb0(%arg20: !llvm.ptr, %arg21: i32):
    %15 = "llvm.getelementptr"(%arg20, %arg21) <{elem_type = f32, noWrapFlags = 6 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, i32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg18: !llvm.ptr, %arg19: i32):
    %14 = "llvm.getelementptr"(%arg18, %arg19) <{elem_type = f32, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f8"}> ({
    "llvm.fence"() <{ordering = 4 : i64}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f9"}> ({
    "llvm.fence"() <{ordering = 5 : i64}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f10"}> ({
    "llvm.fence"() <{ordering = 6 : i64}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f11"}> ({
    "llvm.fence"() <{ordering = 7 : i64}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f12"}> ({
  ^bb0(%arg17: f32):
    %13 = "arith.truncf"(%arg17) <{roundingmode = 0 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg16: f32):
    %12 = "arith.truncf"(%arg16) <{roundingmode = 1 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f14"}> ({
  ^bb0(%arg15: f32):
    %11 = "arith.truncf"(%arg15) <{roundingmode = 2 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f15"}> ({
  ^bb0(%arg14: f32):
    %10 = "arith.truncf"(%arg14) <{roundingmode = 3 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f16"}> ({
  ^bb0(%arg13: f32):
    %9 = "arith.truncf"(%arg13) <{roundingmode = 4 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f32) -> (), sym_name = "f17"}> ({
  ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
    %8 = "tt.clampf"(%arg10, %arg11, %arg12) <{propagateNan = 0 : i32}> : (f32, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f32) -> (), sym_name = "f18"}> ({
  ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
    %7 = "tt.clampf"(%arg7, %arg8, %arg9) <{propagateNan = 65535 : i32}> : (f32, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>) -> (), sym_name = "f19"}> ({
  ^bb0(%arg6: vector<8x128xf32>):
    %6 = "tpu.bitcast_vreg"(%arg6) : (vector<8x128xf32>) -> vector<8x128xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> (), sym_name = "f20"}> ({
  ^bb0(%arg5: i64):
    %5 = "llvm.alloca"(%arg5) <{elem_type = f32, inalloca}> : (i64) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f21"}> ({
  ^bb0(%arg4: i32):
    %4 = "llvm.inline_asm"(%arg4) <{asm_dialect = 1 : i64, asm_string = "x", constraints = "=r,r", is_align_stack, tail_call_kind = #llvm.tailcallkind<tail>}> : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> (), sym_name = "f22"}> ({
  ^bb0(%arg3: i64):
    %3 = "llvm.trunc"(%arg3) <{overflowFlags = 2 : i32}> : (i64) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f23"}> ({
  ^bb0(%arg2: i32):
    %2 = "arith.uitofp"(%arg2) <{nonNeg}> : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f24"}> ({
  ^bb0(%arg1: i8):
    %1 = "llvm.zext"(%arg1) <{nonNeg}> : (i8) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f25"}> ({
  ^bb0(%arg0: i8):
    %0 = "llvm.uitofp"(%arg0) <{nonNeg}> : (i8) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
