"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "bitcast same"}> ({
  ^bb0(%arg103: vector<4xi32>):
    "func.return"(%arg103) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "bitcast back"}> ({
  ^bb0(%arg102: vector<4xi32>):
    "func.return"(%arg102) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<8xi16>, sym_name = "bitcast twice"}> ({
  ^bb0(%arg101: vector<4xi32>):
    %114 = "vector.bitcast"(%arg101) : (vector<4xi32>) -> vector<8xi16>
    "func.return"(%114) : (vector<8xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi64>, sym_name = "bitcast const int widen"}> ({
    %113 = "arith.constant"() <{value = dense<12884901891> : vector<2xi64>}> : () -> vector<2xi64>
    "func.return"(%113) : (vector<2xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<1xi32>, sym_name = "bitcast const i8 i32"}> ({
    %112 = "arith.constant"() <{value = dense<-1> : vector<1xi32>}> : () -> vector<1xi32>
    "func.return"(%112) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xf32>, sym_name = "bitcast const same width f"}> ({
    %110 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %111 = "vector.bitcast"(%110) : (vector<4xi32>) -> vector<4xf32>
    "func.return"(%111) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<8xi16>, sym_name = "bitcast const narrow"}> ({
    %108 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %109 = "vector.bitcast"(%108) : (vector<4xi32>) -> vector<8xi16>
    "func.return"(%109) : (vector<8xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xf32>, sym_name = "bitcast const f16 f32"}> ({
    %107 = "arith.constant"() <{value = dense<0.00782680511> : vector<2xf32>}> : () -> vector<2xf32>
    "func.return"(%107) : (vector<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xf32>, sym_name = "bitcast const bf16 f32"}> ({
    %105 = "arith.constant"() <{value = dense<1.000000e+00> : vector<4xbf16>}> : () -> vector<4xbf16>
    %106 = "vector.bitcast"(%105) : (vector<4xbf16>) -> vector<2xf32>
    "func.return"(%106) : (vector<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi64>, sym_name = "bitcast const nonsplat"}> ({
    %103 = "arith.constant"() <{value = dense<[1, 2, 3, 4]> : vector<4xi32>}> : () -> vector<4xi32>
    %104 = "vector.bitcast"(%103) : (vector<4xi32>) -> vector<2xi64>
    "func.return"(%104) : (vector<2xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> vector<1xf32>, sym_name = "bitcast 1xi32 1xf32"}> ({
  ^bb0(%arg100: vector<1xi32>):
    %102 = "vector.bitcast"(%arg100) : (vector<1xi32>) -> vector<1xf32>
    "func.return"(%102) : (vector<1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<4xf32>, sym_name = "bitcast of broadcast"}> ({
  ^bb0(%arg99: i32):
    %100 = "vector.broadcast"(%arg99) : (i32) -> vector<4xi32>
    %101 = "vector.bitcast"(%100) : (vector<4xi32>) -> vector<4xf32>
    "func.return"(%101) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "extract of broadcast"}> ({
  ^bb0(%arg98: i32):
    "func.return"(%arg98) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "extract of const"}> ({
    %99 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "func.return"(%99) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "extract of splat"}> ({
    %98 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "func.return"(%98) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "extract none"}> ({
  ^bb0(%arg97: vector<4xi32>):
    "func.return"(%arg97) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "extract row of broadcast"}> ({
  ^bb0(%arg96: vector<4xi32>):
    "func.return"(%arg96) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>) -> i32, sym_name = "extract of insert"}> ({
  ^bb0(%arg94: i32, %arg95: vector<4xi32>):
    "func.return"(%arg94) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>) -> i32, sym_name = "extract of other insert"}> ({
  ^bb0(%arg92: i32, %arg93: vector<4xi32>):
    %97 = "vector.extract"(%arg93) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%97) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> i32, sym_name = "extract of shape_cast"}> ({
  ^bb0(%arg91: vector<4xi32>):
    %96 = "vector.extract"(%arg91) <{static_position = array<i64: 3>}> : (vector<4xi32>) -> i32
    "func.return"(%96) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> i32, sym_name = "extract 1 of shape_cast"}> ({
  ^bb0(%arg90: vector<1xi32>):
    %95 = "vector.extract"(%arg90) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    "func.return"(%95) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> i32, sym_name = "extract of slice"}> ({
  ^bb0(%arg89: vector<4xi32>):
    %94 = "vector.extract"(%arg89) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%94) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> f32, sym_name = "extract of bitcast"}> ({
  ^bb0(%arg88: vector<4xi32>):
    %92 = "vector.bitcast"(%arg88) : (vector<4xi32>) -> vector<4xf32>
    %93 = "vector.extract"(%92) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
    "func.return"(%93) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "extract of from_elements"}> ({
  ^bb0(%arg86: i32, %arg87: i32):
    "func.return"(%arg87) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> i32, sym_name = "extract dynamic const"}> ({
  ^bb0(%arg85: vector<4xi32>):
    %91 = "vector.extract"(%arg85) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%91) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "insert const"}> ({
    %90 = "arith.constant"() <{value = dense<[3, 7, 3, 3]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%90) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> vector<2xi32>, sym_name = "insert chain"}> ({
  ^bb0(%arg83: i32, %arg84: i32):
    %89 = "vector.from_elements"(%arg83, %arg84) : (i32, i32) -> vector<2xi32>
    "func.return"(%89) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "insert whole"}> ({
  ^bb0(%arg81: vector<4xi32>, %arg82: vector<4xi32>):
    "func.return"(%arg81) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "insert extracted"}> ({
  ^bb0(%arg80: vector<4xi32>):
    %87 = "vector.extract"(%arg80) <{static_position = array<i64: 1>}> : (vector<4xi32>) -> i32
    %88 = "vector.insert"(%87, %arg80) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%88) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<1xi32>) -> vector<1xi32>, sym_name = "insert into 1"}> ({
  ^bb0(%arg78: i32, %arg79: vector<1xi32>):
    %86 = "vector.broadcast"(%arg78) : (i32) -> vector<1xi32>
    "func.return"(%86) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<2xi32>, sym_name = "from_elements splat"}> ({
  ^bb0(%arg77: i32):
    %85 = "vector.broadcast"(%arg77) : (i32) -> vector<2xi32>
    "func.return"(%85) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "from_elements const"}> ({
    %84 = "arith.constant"() <{value = dense<[7, 8]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%84) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<1xi32>, sym_name = "from_elements one"}> ({
  ^bb0(%arg76: i32):
    %83 = "vector.broadcast"(%arg76) : (i32) -> vector<1xi32>
    "func.return"(%83) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2xi32>, sym_name = "from extracted"}> ({
  ^bb0(%arg75: vector<2xi32>):
    "func.return"(%arg75) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x4xf32>, sym_name = "broadcast of bitcast"}> ({
  ^bb0(%arg74: vector<4xi32>):
    %81 = "vector.bitcast"(%arg74) : (vector<4xi32>) -> vector<4xf32>
    %82 = "vector.broadcast"(%81) : (vector<4xf32>) -> vector<2x4xf32>
    "func.return"(%82) : (vector<2x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<2x2xi32>, sym_name = "shape_cast of broadcast"}> ({
  ^bb0(%arg73: i32):
    %80 = "vector.broadcast"(%arg73) : (i32) -> vector<2x2xi32>
    "func.return"(%80) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2x2xi32>, sym_name = "shape_cast of const"}> ({
    %79 = "arith.constant"() <{value = dense<[[1, 2], [3, 4]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    "func.return"(%79) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<1x4xi32>, sym_name = "shape_cast of extract"}> ({
  ^bb0(%arg72: vector<2x4xi32>):
    %77 = "vector.extract"(%arg72) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    %78 = "vector.shape_cast"(%77) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%78) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shape_cast back"}> ({
  ^bb0(%arg71: vector<4xi32>):
    "func.return"(%arg71) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<1xi32>, sym_name = "slice of slice"}> ({
  ^bb0(%arg70: vector<4xi32>):
    %76 = "vector.extract_strided_slice"(%arg70) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%76) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "slice of const"}> ({
    %75 = "arith.constant"() <{value = dense<[2, 3]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%75) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "slice of splat"}> ({
    %74 = "arith.constant"() <{value = dense<3> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%74) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<2xi32>, sym_name = "slice of broadcast"}> ({
  ^bb0(%arg69: i32):
    %73 = "vector.broadcast"(%arg69) : (i32) -> vector<2xi32>
    "func.return"(%73) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<2xi32>, sym_name = "slice of inserted"}> ({
  ^bb0(%arg67: vector<4xi32>, %arg68: vector<2xi32>):
    "func.return"(%arg68) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "inserted slice whole"}> ({
  ^bb0(%arg65: vector<4xi32>, %arg66: vector<4xi32>):
    "func.return"(%arg65) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "inserted slice of extracted"}> ({
  ^bb0(%arg64: vector<4xi32>):
    "func.return"(%arg64) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "inserted slice const"}> ({
    %72 = "arith.constant"() <{value = dense<[4, 3, 3, 4]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%72) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "inserted splat same"}> ({
    %71 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%71) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> i32, sym_name = "reduction one"}> ({
  ^bb0(%arg63: vector<1xi32>):
    %70 = "vector.extract"(%arg63) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    "func.return"(%70) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<1xi32>) -> i32, sym_name = "reduction one acc"}> ({
  ^bb0(%arg61: i32, %arg62: vector<1xi32>):
    %68 = "vector.extract"(%arg62) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    %69 = "arith.addi"(%68, %arg61) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%69) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>) -> f32, sym_name = "reduction mul one f"}> ({
  ^bb0(%arg60: vector<1xf32>):
    %67 = "vector.extract"(%arg60) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    "func.return"(%67) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2x4xi32>, sym_name = "multi none"}> ({
  ^bb0(%arg59: vector<2x4xi32>):
    "func.return"(%arg59) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<1x4xi32>) -> vector<4xi32>, sym_name = "multi one"}> ({
  ^bb0(%arg57: vector<4xi32>, %arg58: vector<1x4xi32>):
    %65 = "vector.shape_cast"(%arg58) : (vector<1x4xi32>) -> vector<4xi32>
    %66 = "arith.addi"(%arg57, %65) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%66) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<1xi32>) -> i32, sym_name = "multi all one"}> ({
  ^bb0(%arg55: i32, %arg56: vector<1xi32>):
    %63 = "vector.extract"(%arg56) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    %64 = "arith.addi"(%arg55, %63) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%64) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "shuffle id"}> ({
  ^bb0(%arg53: vector<4xi32>, %arg54: vector<4xi32>):
    "func.return"(%arg53) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "shuffle id2"}> ({
  ^bb0(%arg51: vector<4xi32>, %arg52: vector<4xi32>):
    "func.return"(%arg52) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "shuffle const"}> ({
    %62 = "arith.constant"() <{value = dense<[1, 4]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%62) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<4xi32>, sym_name = "shuffle splat"}> ({
  ^bb0(%arg50: i32):
    %61 = "vector.broadcast"(%arg50) : (i32) -> vector<4xi32>
    "func.return"(%61) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2x4xi32>, sym_name = "transpose id"}> ({
  ^bb0(%arg49: vector<2x4xi32>):
    "func.return"(%arg49) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2x4xi32>, sym_name = "transpose twice"}> ({
  ^bb0(%arg48: vector<2x4xi32>):
    "func.return"(%arg48) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<24xi32>) -> vector<4x2x3xi32>, sym_name = "transpose twice of three"}> ({
  ^bb0(%arg47: vector<24xi32>):
    %59 = "vector.shape_cast"(%arg47) : (vector<24xi32>) -> vector<2x3x4xi32>
    "test.use"(%59) : (vector<2x3x4xi32>) -> ()
    %60 = "vector.transpose"(%59) <{permutation = array<i64: 2, 0, 1>}> : (vector<2x3x4xi32>) -> vector<4x2x3xi32>
    "func.return"(%60) : (vector<4x2x3xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> vector<4x1xi32>, sym_name = "transpose one"}> ({
  ^bb0(%arg46: vector<1x4xi32>):
    %58 = "vector.transpose"(%arg46) <{permutation = array<i64: 1, 0>}> : (vector<1x4xi32>) -> vector<4x1xi32>
    "func.return"(%58) : (vector<4x1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4x2xi32>, sym_name = "transpose splat"}> ({
    %57 = "arith.constant"() <{value = dense<3> : vector<4x2xi32>}> : () -> vector<4x2xi32>
    "func.return"(%57) : (vector<4x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<4x2xi32>, sym_name = "transpose bcast"}> ({
  ^bb0(%arg45: i32):
    %56 = "vector.broadcast"(%arg45) : (i32) -> vector<4x2xi32>
    "func.return"(%56) : (vector<4x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "arith.bitcast same"}> ({
  ^bb0(%arg44: i32):
    "func.return"(%arg44) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "arith.bitcast back"}> ({
  ^bb0(%arg43: i32):
    "func.return"(%arg43) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "arith.bitcast const"}> ({
    %55 = "arith.constant"() <{value = 4.203900e-45 : f32}> : () -> f32
    "func.return"(%55) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> vector<4xi32>, sym_name = "extract stretched"}> ({
  ^bb0(%arg42: vector<1x4xi32>):
    %54 = "vector.shape_cast"(%arg42) : (vector<1x4xi32>) -> vector<4xi32>
    "func.return"(%54) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> i32, sym_name = "extract stretched scalar"}> ({
  ^bb0(%arg41: vector<1x4xi32>):
    %53 = "vector.extract"(%arg41) <{static_position = array<i64: 0, 1>}> : (vector<1x4xi32>) -> i32
    "func.return"(%53) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<3x4xi32>, sym_name = "extract bigger broadcast"}> ({
  ^bb0(%arg40: vector<4xi32>):
    %52 = "vector.broadcast"(%arg40) : (vector<4xi32>) -> vector<3x4xi32>
    "func.return"(%52) : (vector<3x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "extract inner stretched"}> ({
  ^bb0(%arg39: vector<4xi32>):
    %49 = "vector.shape_cast"(%arg39) : (vector<4xi32>) -> vector<4x1xi32>
    %50 = "vector.broadcast"(%49) : (vector<4x1xi32>) -> vector<2x4x4xi32>
    %51 = "vector.extract"(%50) <{static_position = array<i64: 1, 2>}> : (vector<2x4x4xi32>) -> vector<4xi32>
    "func.return"(%51) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2x4xi32>) -> i32, sym_name = "extract inserted row"}> ({
  ^bb0(%arg37: vector<4xi32>, %arg38: vector<2x4xi32>):
    %48 = "vector.extract"(%arg37) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%48) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract row with inserted"}> ({
  ^bb0(%arg35: i32, %arg36: vector<2x4xi32>):
    %46 = "vector.insert"(%arg35, %arg36) <{static_position = array<i64: 1, 2>}> : (i32, vector<2x4xi32>) -> vector<2x4xi32>
    %47 = "vector.extract"(%46) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%47) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract other row"}> ({
  ^bb0(%arg33: i32, %arg34: vector<2x4xi32>):
    %45 = "vector.extract"(%arg34) <{static_position = array<i64: 0>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%45) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "extract row of const"}> ({
    %44 = "arith.constant"() <{value = dense<[3, 4]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%44) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract row of slice"}> ({
  ^bb0(%arg32: vector<2x4xi32>):
    %43 = "vector.extract"(%arg32) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%43) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2xi32>, sym_name = "extract row of narrow slice"}> ({
  ^bb0(%arg31: vector<2x4xi32>):
    %41 = "vector.extract_strided_slice"(%arg31) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %42 = "vector.extract"(%41) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%42) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> i32, sym_name = "extract of narrow slice"}> ({
  ^bb0(%arg30: vector<2x4xi32>):
    %40 = "vector.extract"(%arg30) <{static_position = array<i64: 1, 2>}> : (vector<2x4xi32>) -> i32
    "func.return"(%40) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract row of shape_cast"}> ({
  ^bb0(%arg29: vector<2x4xi32>):
    %39 = "vector.extract"(%arg29) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%39) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2xi32>, sym_name = "extract part of shape_cast"}> ({
  ^bb0(%arg28: vector<4xi32>):
    %37 = "vector.shape_cast"(%arg28) : (vector<4xi32>) -> vector<2x2xi32>
    %38 = "vector.extract"(%37) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%38) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "extract float const"}> ({
    %36 = "arith.constant"() <{value = 2.500000e+00 : f32}> : () -> f32
    "func.return"(%36) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "extract bool const"}> ({
    %35 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%35) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2x2xi32>, sym_name = "insert row const"}> ({
    %34 = "arith.constant"() <{value = dense<[[3, 3], [1, 2]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    "func.return"(%34) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2x2xi32>, sym_name = "insert all rows"}> ({
  ^bb0(%arg27: vector<2xi32>):
    %32:2 = "vector.to_elements"(%arg27) : (vector<2xi32>) -> (i32, i32)
    %33 = "vector.from_elements"(%32#0, %32#1, %32#0, %32#1) : (i32, i32, i32, i32) -> vector<2x2xi32>
    "func.return"(%33) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>) -> vector<4xi32>, sym_name = "insert twice same"}> ({
  ^bb0(%arg24: i32, %arg25: i32, %arg26: vector<4xi32>):
    %31 = "vector.insert"(%arg25, %arg26) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%31) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<1x4xi32>) -> vector<1x4xi32>, sym_name = "insert row into one"}> ({
  ^bb0(%arg22: vector<4xi32>, %arg23: vector<1x4xi32>):
    %30 = "vector.shape_cast"(%arg22) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%30) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>) -> vector<4xi32>, sym_name = "insert dynamic"}> ({
  ^bb0(%arg20: i32, %arg21: vector<4xi32>):
    %29 = "vector.insert"(%arg20, %arg21) <{static_position = array<i64: 2>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%29) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2x4xi32>) -> vector<4xi32>, sym_name = "multi 2d"}> ({
  ^bb0(%arg18: vector<4xi32>, %arg19: vector<2x4xi32>):
    %28 = "vector.multi_reduction"(%arg19, %arg18) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<2x4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%28) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>) -> f32, sym_name = "multi max f"}> ({
  ^bb0(%arg17: vector<1xf32>):
    %25 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %26 = "vector.extract"(%arg17) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    %27 = "arith.maximumf"(%26, %25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%27) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>) -> f32, sym_name = "reduction max acc"}> ({
  ^bb0(%arg16: vector<1xf32>):
    %22 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %23 = "vector.extract"(%arg16) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    %24 = "arith.maximumf"(%23, %22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%24) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2x2xi32>, sym_name = "slice of stretched"}> ({
  ^bb0(%arg15: vector<2xi32>):
    %21 = "vector.broadcast"(%arg15) : (vector<2xi32>) -> vector<2x2xi32>
    "func.return"(%21) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x2xi32>, sym_name = "slice cuts broadcast"}> ({
  ^bb0(%arg14: vector<4xi32>):
    %19 = "vector.extract_strided_slice"(%arg14) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    %20 = "vector.broadcast"(%19) : (vector<2xi32>) -> vector<2x2xi32>
    "func.return"(%20) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<1xi32>, sym_name = "slice other inserted"}> ({
  ^bb0(%arg12: vector<4xi32>, %arg13: vector<2xi32>):
    %17 = "vector.insert_strided_slice"(%arg13, %arg12) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %18 = "vector.extract_strided_slice"(%17) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%18) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<1xi32>, sym_name = "slice within inserted"}> ({
  ^bb0(%arg10: vector<4xi32>, %arg11: vector<2xi32>):
    %16 = "vector.extract_strided_slice"(%arg11) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2xi32>) -> vector<1xi32>
    "func.return"(%16) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<1x2xi32>, sym_name = "slice 2d of slice"}> ({
  ^bb0(%arg9: vector<2x4xi32>):
    %15 = "vector.extract_strided_slice"(%arg9) <{offsets = [1, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<1x2xi32>
    "func.return"(%15) : (vector<1x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2x2xi32>, sym_name = "insert slice row const"}> ({
    %14 = "arith.constant"() <{value = dense<[[3, 3], [1, 2]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    "func.return"(%14) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x2xi32>, sym_name = "from elements 2d"}> ({
  ^bb0(%arg8: vector<4xi32>):
    %13 = "vector.shape_cast"(%arg8) : (vector<4xi32>) -> vector<2x2xi32>
    "func.return"(%13) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2x2xi32>, sym_name = "shape_cast of vector broadcast"}> ({
  ^bb0(%arg7: vector<2xi32>):
    %12 = "vector.broadcast"(%arg7) : (vector<2xi32>) -> vector<2x2xi32>
    "func.return"(%12) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4x1xi32>, sym_name = "transpose of unit shape"}> ({
  ^bb0(%arg6: vector<4xi32>):
    %11 = "vector.shape_cast"(%arg6) : (vector<4xi32>) -> vector<4x1xi32>
    "func.return"(%11) : (vector<4x1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<8xi1>, sym_name = "bitcast i1"}> ({
    %9 = "arith.constant"() <{value = dense<-1> : vector<1xi8>}> : () -> vector<1xi8>
    %10 = "vector.bitcast"(%9) : (vector<1xi8>) -> vector<8xi1>
    "func.return"(%10) : (vector<8xi1>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<1xi8>, sym_name = "bitcast i1 to i8"}> ({
    %8 = "arith.constant"() <{value = dense<-1> : vector<1xi8>}> : () -> vector<1xi8>
    "func.return"(%8) : (vector<1xi8>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> vector<4xi32>, sym_name = "shape_cast of unit transpose"}> ({
  ^bb0(%arg5: vector<1x4xi32>):
    %7 = "vector.shape_cast"(%arg5) : (vector<1x4xi32>) -> vector<4xi32>
    "func.return"(%7) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<1x4xi32>, sym_name = "slice short offsets broadcast"}> ({
  ^bb0(%arg4: vector<4xi32>):
    %6 = "vector.shape_cast"(%arg4) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%6) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x2xi32>, sym_name = "slice stretched broadcast"}> ({
  ^bb0(%arg3: vector<4xi32>):
    %3 = "vector.shape_cast"(%arg3) : (vector<4xi32>) -> vector<4x1xi32>
    %4 = "vector.extract_strided_slice"(%3) <{offsets = [1, 0], sizes = [2, 1], strides = [1, 1]}> : (vector<4x1xi32>) -> vector<2x1xi32>
    %5 = "vector.broadcast"(%4) : (vector<2x1xi32>) -> vector<2x2xi32>
    "func.return"(%5) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<1xi32>, sym_name = "slice two inserted"}> ({
  ^bb0(%arg1: vector<4xi32>, %arg2: vector<2xi32>):
    %2 = "vector.extract_strided_slice"(%arg2) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2xi32>) -> vector<1xi32>
    "func.return"(%2) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32>) -> vector<4xi32>, sym_name = "load static"}> ({
  ^bb0(%arg0: memref<8xi32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "vector.load"(%arg0, %0) : (memref<8xi32>, index) -> vector<4xi32>
    "func.return"(%1) : (vector<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()
