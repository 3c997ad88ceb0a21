"builtin.module"() ({
  "func.func"() <{function_type = (i64, i64) -> (), sym_name = "f0"}> ({
  ^bb0(%arg116: i64, %arg117: i64):
    %77 = "llvm.add"(%arg116, %arg117) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg114: i32, %arg115: i32):
    %76 = "llvm.add"(%arg114, %arg115) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f2"}> ({
  ^bb0(%arg113: !llvm.ptr):
    %75 = "llvm.addrspacecast"(%arg113) : (!llvm.ptr) -> !llvm.ptr<1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f3"}> ({
  ^bb0(%arg112: !llvm.ptr):
    %74 = "llvm.addrspacecast"(%arg112) : (!llvm.ptr) -> !llvm.ptr<3>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> (), sym_name = "f4"}> ({
  ^bb0(%arg111: i64):
    %73 = "llvm.alloca"(%arg111) <{alignment = 64 : i64, elem_type = !llvm.array<384 x i8>}> {mosaic_gpu_smem_alloc} : (i64) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64) -> (), sym_name = "f5"}> ({
  ^bb0(%arg109: i64, %arg110: i64):
    %72 = "llvm.and"(%arg109, %arg110) : (i64, i64) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f6"}> ({
  ^bb0(%arg107: i32, %arg108: i32):
    %71 = "llvm.and"(%arg107, %arg108) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg105: i32, %arg106: i32):
    %70 = "llvm.ashr"(%arg105, %arg106) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f8"}> ({
  ^bb0(%arg104: f32):
    %69 = "llvm.bitcast"(%arg104) : (f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f9"}> ({
  ^bb0(%arg103: i32):
    %68 = "llvm.bitcast"(%arg103) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, i32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg101: vector<2xi32>, %arg102: i32):
    %67 = "llvm.extractelement"(%arg101, %arg102) : (vector<2xi32>, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.struct<(ptr, ptr, i64)>) -> (), sym_name = "f11"}> ({
  ^bb0(%arg100: !llvm.struct<(ptr, ptr, i64)>):
    %66 = "llvm.extractvalue"(%arg100) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64)>) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f12"}> ({
  ^bb0(%arg98: f32, %arg99: f32):
    %65 = "llvm.fadd"(%arg98, %arg99) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg96: f32, %arg97: f32):
    %64 = "llvm.fadd"(%arg96, %arg97) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f14"}> ({
  ^bb0(%arg94: f32, %arg95: f32):
    %63 = "llvm.fcmp"(%arg94, %arg95) <{fastmathFlags = #llvm.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f15"}> ({
  ^bb0(%arg92: f32, %arg93: f32):
    %62 = "llvm.fdiv"(%arg92, %arg93) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f16"}> ({
  ^bb0(%arg90: f32, %arg91: f32):
    %61 = "llvm.fdiv"(%arg90, %arg91) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f17"}> ({
    "llvm.fence"() <{ordering = 4 : i64}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f18"}> ({
  ^bb0(%arg88: f32, %arg89: f32):
    %60 = "llvm.fmul"(%arg88, %arg89) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f19"}> ({
  ^bb0(%arg86: f32, %arg87: f32):
    %59 = "llvm.fmul"(%arg86, %arg87) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f20"}> ({
  ^bb0(%arg85: f32):
    %58 = "llvm.fneg"(%arg85) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f16) -> (), sym_name = "f21"}> ({
  ^bb0(%arg84: f16):
    %57 = "llvm.fpext"(%arg84) <{fastmathFlags = #llvm.fastmath<none>}> : (f16) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f22"}> ({
  ^bb0(%arg83: f32):
    %56 = "llvm.fptosi"(%arg83) : (f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f23"}> ({
  ^bb0(%arg82: f32):
    %55 = "llvm.fptoui"(%arg82) : (f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f24"}> ({
  ^bb0(%arg81: f32):
    %54 = "llvm.fptrunc"(%arg81) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f25"}> ({
  ^bb0(%arg79: f32, %arg80: f32):
    %53 = "llvm.frem"(%arg79, %arg80) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f26"}> ({
  ^bb0(%arg77: f32, %arg78: f32):
    %52 = "llvm.frem"(%arg77, %arg78) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f27"}> ({
  ^bb0(%arg75: f32, %arg76: f32):
    %51 = "llvm.fsub"(%arg75, %arg76) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f28"}> ({
  ^bb0(%arg73: f32, %arg74: f32):
    %50 = "llvm.fsub"(%arg73, %arg74) <{fastmathFlags = #llvm.fastmath<contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f29"}> ({
  ^bb0(%arg72: !llvm.ptr):
    %49 = "llvm.getelementptr"(%arg72) <{elem_type = i8, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0>}> : (!llvm.ptr) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f30"}> ({
  ^bb0(%arg71: !llvm.ptr):
    %48 = "llvm.getelementptr"(%arg71) <{elem_type = !llvm.ptr, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0>}> : (!llvm.ptr) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f31"}> ({
  ^bb0(%arg69: i32, %arg70: i32):
    %47 = "llvm.icmp"(%arg69, %arg70) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f32"}> ({
  ^bb0(%arg68: f32):
    %46 = "llvm.inline_asm"(%arg68) <{asm_string = "abs.f32 $0, $1;", constraints = "=f,f", tail_call_kind = #llvm.tailcallkind<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f33"}> ({
    %45 = "llvm.inline_asm"() <{asm_string = "fence.acquire.sys;", constraints = "", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : () -> !llvm.void
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>, i32, i32) -> (), sym_name = "f34"}> ({
  ^bb0(%arg65: vector<2xi32>, %arg66: i32, %arg67: i32):
    %44 = "llvm.insertelement"(%arg65, %arg66, %arg67) : (vector<2xi32>, i32, i32) -> vector<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.struct<(ptr, ptr, i64)>, i64) -> (), sym_name = "f35"}> ({
  ^bb0(%arg63: !llvm.struct<(ptr, ptr, i64)>, %arg64: i64):
    %43 = "llvm.insertvalue"(%arg63, %arg64) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64)>, i64) -> !llvm.struct<(ptr, ptr, i64)>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> (), sym_name = "f36"}> ({
  ^bb0(%arg61: !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, %arg62: i64):
    %42 = "llvm.insertvalue"(%arg61, %arg62) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> (), sym_name = "f37"}> ({
  ^bb0(%arg60: i1):
    "llvm.intr.assume"(%arg60) <{op_bundle_sizes = array<i32>}> : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f38"}> ({
  ^bb0(%arg59: f32):
    %41 = "llvm.intr.ceil"(%arg59) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f39"}> ({
  ^bb0(%arg58: f32):
    %40 = "llvm.intr.cos"(%arg58) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f40"}> ({
  ^bb0(%arg57: f32):
    %39 = "llvm.intr.exp"(%arg57) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f41"}> ({
  ^bb0(%arg56: f32):
    %38 = "llvm.intr.exp2"(%arg56) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f42"}> ({
  ^bb0(%arg55: f32):
    %37 = "llvm.intr.fabs"(%arg55) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f43"}> ({
  ^bb0(%arg54: f32):
    %36 = "llvm.intr.floor"(%arg54) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f32) -> (), sym_name = "f44"}> ({
  ^bb0(%arg51: f32, %arg52: f32, %arg53: f32):
    %35 = "llvm.intr.fma"(%arg51, %arg52, %arg53) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f45"}> ({
  ^bb0(%arg50: f32):
    %34 = "llvm.intr.log"(%arg50) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f46"}> ({
  ^bb0(%arg48: f32, %arg49: f32):
    %33 = "llvm.intr.maximum"(%arg48, %arg49) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f47"}> ({
  ^bb0(%arg46: f32, %arg47: f32):
    %32 = "llvm.intr.maxnum"(%arg46, %arg47) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f48"}> ({
  ^bb0(%arg44: f32, %arg45: f32):
    %31 = "llvm.intr.minimum"(%arg44, %arg45) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f49"}> ({
  ^bb0(%arg42: f32, %arg43: f32):
    %30 = "llvm.intr.minnum"(%arg42, %arg43) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f50"}> ({
  ^bb0(%arg41: f32):
    %29 = "llvm.intr.rint"(%arg41) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f51"}> ({
  ^bb0(%arg40: f32):
    %28 = "llvm.intr.sin"(%arg40) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f52"}> ({
  ^bb0(%arg39: f32):
    %27 = "llvm.intr.sqrt"(%arg39) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> (), sym_name = "f53"}> ({
  ^bb0(%arg38: i64):
    %26 = "llvm.inttoptr"(%arg38) : (i64) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f54"}> ({
  ^bb0(%arg37: !llvm.ptr):
    %25 = "llvm.load"(%arg37) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64) -> (), sym_name = "f55"}> ({
  ^bb0(%arg35: i64, %arg36: i64):
    %24 = "llvm.lshr"(%arg35, %arg36) : (i64, i64) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f56"}> ({
  ^bb0(%arg33: i32, %arg34: i32):
    %23 = "llvm.lshr"(%arg33, %arg34) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f57"}> ({
    %22 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f58"}> ({
    %21 = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f59"}> ({
    %20 = "llvm.mlir.poison"() : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f60"}> ({
    %19 = "llvm.mlir.undef"() : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f61"}> ({
    %18 = "llvm.mlir.zero"() : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64) -> (), sym_name = "f62"}> ({
  ^bb0(%arg31: i64, %arg32: i64):
    %17 = "llvm.mul"(%arg31, %arg32) <{overflowFlags = 0 : i32}> : (i64, i64) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f63"}> ({
  ^bb0(%arg29: i32, %arg30: i32):
    %16 = "llvm.mul"(%arg29, %arg30) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64, i64) -> (), sym_name = "f64"}> ({
  ^bb0(%arg27: i64, %arg28: i64):
    %15 = "llvm.or"(%arg27, %arg28) : (i64, i64) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f65"}> ({
  ^bb0(%arg25: i32, %arg26: i32):
    %14 = "llvm.or"(%arg25, %arg26) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f66"}> ({
  ^bb0(%arg24: !llvm.ptr):
    %13 = "llvm.ptrtoint"(%arg24) : (!llvm.ptr) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f67"}> ({
  ^bb0(%arg22: i32, %arg23: i32):
    %12 = "llvm.sdiv"(%arg22, %arg23) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, f32, f32) -> (), sym_name = "f68"}> ({
  ^bb0(%arg19: i1, %arg20: f32, %arg21: f32):
    %11 = "llvm.select"(%arg19, %arg20, %arg21) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f69"}> ({
  ^bb0(%arg18: i8):
    %10 = "llvm.sext"(%arg18) : (i8) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f70"}> ({
  ^bb0(%arg16: i32, %arg17: i32):
    %9 = "llvm.shl"(%arg16, %arg17) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f71"}> ({
  ^bb0(%arg15: i32):
    %8 = "llvm.sitofp"(%arg15) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f72"}> ({
  ^bb0(%arg13: i32, %arg14: i32):
    %7 = "llvm.srem"(%arg13, %arg14) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xf32>, !llvm.ptr) -> (), sym_name = "f73"}> ({
  ^bb0(%arg11: vector<2xf32>, %arg12: !llvm.ptr):
    "llvm.store"(%arg11, %arg12) <{ordering = 0 : i64}> : (vector<2xf32>, !llvm.ptr) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f74"}> ({
  ^bb0(%arg9: i32, %arg10: i32):
    %6 = "llvm.sub"(%arg9, %arg10) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f75"}> ({
  ^bb0(%arg8: i32):
    %5 = "llvm.trunc"(%arg8) <{overflowFlags = 0 : i32}> : (i32) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f76"}> ({
  ^bb0(%arg6: i32, %arg7: i32):
    %4 = "llvm.udiv"(%arg6, %arg7) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f77"}> ({
  ^bb0(%arg5: i32):
    %3 = "llvm.uitofp"(%arg5) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f78"}> ({
  ^bb0(%arg3: i32, %arg4: i32):
    %2 = "llvm.urem"(%arg3, %arg4) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f79"}> ({
  ^bb0(%arg1: i32, %arg2: i32):
    %1 = "llvm.xor"(%arg1, %arg2) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f80"}> ({
  ^bb0(%arg0: i8):
    %0 = "llvm.zext"(%arg0) : (i8) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
