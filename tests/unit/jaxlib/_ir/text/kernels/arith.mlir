"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg146: f32, %arg147: f32):
    %92 = "arith.addf"(%arg146, %arg147) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg144: f32, %arg145: f32):
    %91 = "arith.addf"(%arg144, %arg145) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f2"}> ({
  ^bb0(%arg142: i32, %arg143: i32):
    %90 = "arith.addi"(%arg142, %arg143) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f3"}> ({
  ^bb0(%arg140: i32, %arg141: i32):
    %89 = "arith.addi"(%arg140, %arg141) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f4"}> ({
  ^bb0(%arg138: i32, %arg139: i32):
    %88:2 = "arith.addui_extended"(%arg138, %arg139) : (i32, i32) -> (i32, i1)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> (), sym_name = "f5"}> ({
  ^bb0(%arg136: i1, %arg137: i1):
    %87 = "arith.andi"(%arg136, %arg137) : (i1, i1) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg134: vector<4xi32>, %arg135: vector<4xi32>):
    %86 = "arith.andi"(%arg134, %arg135) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg133: i32):
    %85 = "arith.bitcast"(%arg133) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg131: vector<4xi32>, %arg132: vector<4xi32>):
    %84 = "arith.ceildivsi"(%arg131, %arg132) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f9"}> ({
  ^bb0(%arg129: vector<4xi32>, %arg130: vector<4xi32>):
    %83 = "arith.ceildivui"(%arg129, %arg130) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg127: f32, %arg128: f32):
    %82 = "arith.cmpf"(%arg127, %arg128) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f11"}> ({
  ^bb0(%arg125: f32, %arg126: f32):
    %81 = "arith.cmpf"(%arg125, %arg126) <{fastmath = #arith.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f12"}> ({
  ^bb0(%arg123: i32, %arg124: i32):
    %80 = "arith.cmpi"(%arg123, %arg124) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg121: i32, %arg122: i32):
    %79 = "arith.cmpi"(%arg121, %arg122) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f14"}> ({
    %78 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f15"}> ({
    %77 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f16"}> ({
    %76 = "arith.constant"() <{value = 0 : i8}> : () -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f17"}> ({
    %75 = "arith.constant"() <{value = 0 : i4}> : () -> i4
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f18"}> ({
    %74 = "arith.constant"() <{value = -1 : i8}> : () -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f19"}> ({
    %73 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f20"}> ({
    %72 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f21"}> ({
    %71 = "arith.constant"() <{value = 0 : i16}> : () -> i16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f22"}> ({
    %70 = "arith.constant"() <{value = -3 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f23"}> ({
  ^bb0(%arg119: f32, %arg120: f32):
    %69 = "arith.divf"(%arg119, %arg120) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f24"}> ({
  ^bb0(%arg117: f32, %arg118: f32):
    %68 = "arith.divf"(%arg117, %arg118) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f25"}> ({
  ^bb0(%arg115: i32, %arg116: i32):
    %67 = "arith.divsi"(%arg115, %arg116) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f26"}> ({
  ^bb0(%arg113: vector<4xi32>, %arg114: vector<4xi32>):
    %66 = "arith.divsi"(%arg113, %arg114) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f27"}> ({
  ^bb0(%arg111: i32, %arg112: i32):
    %65 = "arith.divui"(%arg111, %arg112) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f28"}> ({
  ^bb0(%arg109: vector<4xi32>, %arg110: vector<4xi32>):
    %64 = "arith.divui"(%arg109, %arg110) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f16) -> (), sym_name = "f29"}> ({
  ^bb0(%arg108: f16):
    %63 = "arith.extf"(%arg108) : (f16) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<128xf16>) -> (), sym_name = "f30"}> ({
  ^bb0(%arg107: tensor<128xf16>):
    %62 = "arith.extf"(%arg107) : (tensor<128xf16>) -> tensor<128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f31"}> ({
  ^bb0(%arg106: i8):
    %61 = "arith.extsi"(%arg106) : (i8) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> (), sym_name = "f32"}> ({
  ^bb0(%arg105: i1):
    %60 = "arith.extui"(%arg105) : (i1) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8) -> (), sym_name = "f33"}> ({
  ^bb0(%arg104: i8):
    %59 = "arith.extui"(%arg104) : (i8) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f34"}> ({
  ^bb0(%arg102: vector<4xi32>, %arg103: vector<4xi32>):
    %58 = "arith.floordivsi"(%arg102, %arg103) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f35"}> ({
  ^bb0(%arg101: f32):
    %57 = "arith.fptosi"(%arg101) : (f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f8E4M3B11FNUZ) -> (), sym_name = "f36"}> ({
  ^bb0(%arg100: f8E4M3B11FNUZ):
    %56 = "arith.fptosi"(%arg100) : (f8E4M3B11FNUZ) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f37"}> ({
  ^bb0(%arg99: f32):
    %55 = "arith.fptoui"(%arg99) : (f32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x32xf8E5M2>) -> (), sym_name = "f38"}> ({
  ^bb0(%arg98: vector<8x32xf8E5M2>):
    %54 = "arith.fptoui"(%arg98) : (vector<8x32xf8E5M2>) -> vector<8x32xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f39"}> ({
  ^bb0(%arg97: i32):
    %53 = "arith.index_cast"(%arg97) : (i32) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f40"}> ({
  ^bb0(%arg96: i32):
    %52 = "arith.index_castui"(%arg96) : (i32) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> (), sym_name = "f41"}> ({
  ^bb0(%arg95: index):
    %51 = "arith.index_castui"(%arg95) : (index) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f42"}> ({
  ^bb0(%arg93: f32, %arg94: f32):
    %50 = "arith.maximumf"(%arg93, %arg94) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>, vector<8x128xf32>) -> (), sym_name = "f43"}> ({
  ^bb0(%arg91: vector<8x128xf32>, %arg92: vector<8x128xf32>):
    %49 = "arith.maximumf"(%arg91, %arg92) <{fastmath = #arith.fastmath<none>}> : (vector<8x128xf32>, vector<8x128xf32>) -> vector<8x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f44"}> ({
  ^bb0(%arg89: f32, %arg90: f32):
    %48 = "arith.maxnumf"(%arg89, %arg90) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f45"}> ({
  ^bb0(%arg87: f32, %arg88: f32):
    %47 = "arith.maxnumf"(%arg87, %arg88) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f46"}> ({
  ^bb0(%arg85: i32, %arg86: i32):
    %46 = "arith.maxsi"(%arg85, %arg86) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f47"}> ({
  ^bb0(%arg83: vector<4xi32>, %arg84: vector<4xi32>):
    %45 = "arith.maxsi"(%arg83, %arg84) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f48"}> ({
  ^bb0(%arg81: i32, %arg82: i32):
    %44 = "arith.maxui"(%arg81, %arg82) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f49"}> ({
  ^bb0(%arg79: vector<4xi32>, %arg80: vector<4xi32>):
    %43 = "arith.maxui"(%arg79, %arg80) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f50"}> ({
  ^bb0(%arg77: f32, %arg78: f32):
    %42 = "arith.minimumf"(%arg77, %arg78) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f51"}> ({
  ^bb0(%arg75: f32, %arg76: f32):
    %41 = "arith.minnumf"(%arg75, %arg76) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f52"}> ({
  ^bb0(%arg73: i32, %arg74: i32):
    %40 = "arith.minsi"(%arg73, %arg74) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f53"}> ({
  ^bb0(%arg71: vector<4xi32>, %arg72: vector<4xi32>):
    %39 = "arith.minsi"(%arg71, %arg72) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i8, i8) -> (), sym_name = "f54"}> ({
  ^bb0(%arg69: i8, %arg70: i8):
    %38 = "arith.minui"(%arg69, %arg70) : (i8, i8) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f55"}> ({
  ^bb0(%arg67: vector<4xi32>, %arg68: vector<4xi32>):
    %37 = "arith.minui"(%arg67, %arg68) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f56"}> ({
  ^bb0(%arg65: f32, %arg66: f32):
    %36 = "arith.mulf"(%arg65, %arg66) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f57"}> ({
  ^bb0(%arg63: f32, %arg64: f32):
    %35 = "arith.mulf"(%arg63, %arg64) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f58"}> ({
  ^bb0(%arg61: i32, %arg62: i32):
    %34 = "arith.muli"(%arg61, %arg62) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f59"}> ({
  ^bb0(%arg59: i32, %arg60: i32):
    %33 = "arith.muli"(%arg59, %arg60) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f60"}> ({
  ^bb0(%arg57: i32, %arg58: i32):
    %32:2 = "arith.mulsi_extended"(%arg57, %arg58) : (i32, i32) -> (i32, i32)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f61"}> ({
  ^bb0(%arg55: i32, %arg56: i32):
    %31:2 = "arith.mului_extended"(%arg55, %arg56) : (i32, i32) -> (i32, i32)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f62"}> ({
  ^bb0(%arg54: f32):
    %30 = "arith.negf"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f63"}> ({
  ^bb0(%arg53: f32):
    %29 = "arith.negf"(%arg53) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> (), sym_name = "f64"}> ({
  ^bb0(%arg51: i1, %arg52: i1):
    %28 = "arith.ori"(%arg51, %arg52) : (i1, i1) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f65"}> ({
  ^bb0(%arg49: vector<4xi32>, %arg50: vector<4xi32>):
    %27 = "arith.ori"(%arg49, %arg50) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f66"}> ({
  ^bb0(%arg47: f32, %arg48: f32):
    %26 = "arith.remf"(%arg47, %arg48) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf32>, vector<8xf32>) -> (), sym_name = "f67"}> ({
  ^bb0(%arg45: vector<8xf32>, %arg46: vector<8xf32>):
    %25 = "arith.remf"(%arg45, %arg46) <{fastmath = #arith.fastmath<none>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f68"}> ({
  ^bb0(%arg43: i32, %arg44: i32):
    %24 = "arith.remsi"(%arg43, %arg44) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f69"}> ({
  ^bb0(%arg41: vector<4xi32>, %arg42: vector<4xi32>):
    %23 = "arith.remsi"(%arg41, %arg42) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f70"}> ({
  ^bb0(%arg39: i32, %arg40: i32):
    %22 = "arith.remui"(%arg39, %arg40) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f71"}> ({
  ^bb0(%arg37: vector<4xi32>, %arg38: vector<4xi32>):
    %21 = "arith.remui"(%arg37, %arg38) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32, i32) -> (), sym_name = "f72"}> ({
  ^bb0(%arg34: i1, %arg35: i32, %arg36: i32):
    %20 = "arith.select"(%arg34, %arg35, %arg36) : (i1, i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, f32, f32) -> (), sym_name = "f73"}> ({
  ^bb0(%arg31: i1, %arg32: f32, %arg33: f32):
    %19 = "arith.select"(%arg31, %arg32, %arg33) : (i1, f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f74"}> ({
  ^bb0(%arg29: i32, %arg30: i32):
    %18 = "arith.shli"(%arg29, %arg30) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f75"}> ({
  ^bb0(%arg27: i32, %arg28: i32):
    %17 = "arith.shli"(%arg27, %arg28) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f76"}> ({
  ^bb0(%arg25: vector<4xi32>, %arg26: vector<4xi32>):
    %16 = "arith.shrsi"(%arg25, %arg26) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32x256xi8>, vector<32x256xi8>) -> (), sym_name = "f77"}> ({
  ^bb0(%arg23: vector<32x256xi8>, %arg24: vector<32x256xi8>):
    %15 = "arith.shrsi"(%arg23, %arg24) : (vector<32x256xi8>, vector<32x256xi8>) -> vector<32x256xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f78"}> ({
  ^bb0(%arg21: i32, %arg22: i32):
    %14 = "arith.shrui"(%arg21, %arg22) : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f79"}> ({
  ^bb0(%arg19: vector<4xi32>, %arg20: vector<4xi32>):
    %13 = "arith.shrui"(%arg19, %arg20) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f80"}> ({
  ^bb0(%arg18: i32):
    %12 = "arith.sitofp"(%arg18) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f81"}> ({
  ^bb0(%arg16: f32, %arg17: f32):
    %11 = "arith.subf"(%arg16, %arg17) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> (), sym_name = "f82"}> ({
  ^bb0(%arg14: f32, %arg15: f32):
    %10 = "arith.subf"(%arg14, %arg15) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f83"}> ({
  ^bb0(%arg12: i32, %arg13: i32):
    %9 = "arith.subi"(%arg12, %arg13) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> (), sym_name = "f84"}> ({
  ^bb0(%arg10: i32, %arg11: i32):
    %8 = "arith.subi"(%arg10, %arg11) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f85"}> ({
  ^bb0(%arg9: f32):
    %7 = "arith.truncf"(%arg9) : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<128xf32>) -> (), sym_name = "f86"}> ({
  ^bb0(%arg8: tensor<128xf32>):
    %6 = "arith.truncf"(%arg8) : (tensor<128xf32>) -> tensor<128xf16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f87"}> ({
  ^bb0(%arg7: i32):
    %5 = "arith.trunci"(%arg7) <{overflowFlags = #arith.overflow<nsw>}> : (i32) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f88"}> ({
  ^bb0(%arg6: i32):
    %4 = "arith.trunci"(%arg6) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f89"}> ({
  ^bb0(%arg5: i32):
    %3 = "arith.uitofp"(%arg5) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi4>) -> (), sym_name = "f90"}> ({
  ^bb0(%arg4: vector<2xi4>):
    %2 = "arith.uitofp"(%arg4) : (vector<2xi4>) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> (), sym_name = "f91"}> ({
  ^bb0(%arg2: i1, %arg3: i1):
    %1 = "arith.xori"(%arg2, %arg3) : (i1, i1) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> (), sym_name = "f92"}> ({
  ^bb0(%arg0: vector<4xi32>, %arg1: vector<4xi32>):
    %0 = "arith.xori"(%arg0, %arg1) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
