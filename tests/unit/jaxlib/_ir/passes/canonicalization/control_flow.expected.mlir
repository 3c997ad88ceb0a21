#map = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if true"}> ({
  ^bb0(%arg150: i32):
    %125 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.use"(%arg150) : (i32) -> ()
    "func.return"(%125) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if false"}> ({
  ^bb0(%arg149: i32):
    %124 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%124) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if false else"}> ({
  ^bb0(%arg148: i32):
    %123 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.use"(%arg148) : (i32) -> ()
    "func.return"(%123) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if no else"}> ({
  ^bb0(%arg146: i32, %arg147: i1):
    %122 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg147) ({
      "test.use"(%arg146) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%122) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if empty else"}> ({
  ^bb0(%arg144: i32, %arg145: i1):
    %121 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg145) ({
      "test.use"(%arg144) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%121) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if empty then"}> ({
  ^bb0(%arg142: i32, %arg143: i1):
    %120 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg143) ({
      "scf.yield"() : () -> ()
    }, {
      "test.use"(%arg142) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%120) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if both empty"}> ({
  ^bb0(%arg141: i1):
    %119 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%119) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if values"}> ({
  ^bb0(%arg138: i32, %arg139: i32, %arg140: i1):
    %118 = "arith.select"(%arg140, %arg138, %arg139) : (i1, i32, i32) -> i32
    "func.return"(%118) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if same values"}> ({
  ^bb0(%arg136: i32, %arg137: i1):
    "func.return"(%arg136) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if values used"}> ({
  ^bb0(%arg133: i32, %arg134: i32, %arg135: i1):
    %117 = "arith.select"(%arg135, %arg133, %arg134) : (i1, i32, i32) -> i32
    "scf.if"(%arg135) ({
      "test.use"(%arg133) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%117) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if values used same"}> ({
  ^bb0(%arg131: i32, %arg132: i1):
    "scf.if"(%arg132) ({
      "test.use"(%arg131) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%arg131) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if unused result"}> ({
  ^bb0(%arg128: i32, %arg129: i32, %arg130: i1):
    %116 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg130) ({
      "test.use"(%arg128) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%116) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if two results one unused"}> ({
  ^bb0(%arg125: i32, %arg126: i32, %arg127: i1):
    %114 = "arith.select"(%arg127, %arg126, %arg125) : (i1, i32, i32) -> i32
    "scf.if"(%arg127) ({
      "test.use"(%arg125) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %115 = "arith.addi"(%114, %arg125) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%115) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if not cond"}> ({
  ^bb0(%arg123: i32, %arg124: i1):
    %113 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg124) ({
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.use"(%arg123) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%113) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if cond inside"}> ({
  ^bb0(%arg122: i1):
    %112 = "arith.extui"(%arg122) : (i1) -> i32
    "func.return"(%112) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if nested same"}> ({
  ^bb0(%arg120: i32, %arg121: i1):
    %111 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg121) ({
      "test.use"(%arg120) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%111) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i1) -> i32, sym_name = "if nested and"}> ({
  ^bb0(%arg117: i32, %arg118: i1, %arg119: i1):
    %109 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %110 = "arith.andi"(%arg118, %arg119) : (i1, i1) -> i1
    "scf.if"(%110) ({
      "test.use"(%arg117) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%109) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive same"}> ({
  ^bb0(%arg115: i32, %arg116: i1):
    %108 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg116) ({
      "test.use"(%arg115) : (i32) -> ()
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%108) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i1, sym_name = "if bools"}> ({
  ^bb0(%arg113: i32, %arg114: i1):
    "scf.if"(%arg114) ({
      "test.use"(%arg113) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%arg114) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if select const"}> ({
  ^bb0(%arg111: i32, %arg112: i1):
    %105 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %106 = "arith.constant"() <{value = 6 : i32}> : () -> i32
    %107 = "arith.select"(%arg112, %105, %106) : (i1, i32, i32) -> i32
    "scf.if"(%arg112) ({
      "test.use"(%arg111) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%107) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "for zero"}> ({
  ^bb0(%arg110: i32):
    %104 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%104) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "for one"}> ({
    %102 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %103 = "arith.constant"() <{value = 0 : index}> : () -> index
    "test.use"(%103) : (index) -> ()
    "func.return"(%102) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "for one step"}> ({
    %100 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %101 = "arith.constant"() <{value = 0 : index}> : () -> index
    "test.use"(%101) : (index) -> ()
    "func.return"(%100) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "for negative"}> ({
  ^bb0(%arg109: i32):
    %99 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%99) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for same bounds"}> ({
  ^bb0(%arg107: i32, %arg108: index):
    %98 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%98) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> i32, sym_name = "for empty"}> ({
  ^bb0(%arg106: index):
    %97 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%97) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for invariant"}> ({
  ^bb0(%arg103: i32, %arg104: index):
    %95 = "arith.constant"() <{value = 0 : index}> : () -> index
    %96 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%95, %arg104, %96) ({
    ^bb0(%arg105: index):
      "test.use"(%arg103) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%arg103) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for unused iter"}> ({
  ^bb0(%arg99: i32, %arg100: index):
    %90 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %91 = "arith.constant"() <{value = 0 : index}> : () -> index
    %92 = "arith.constant"() <{value = 1 : index}> : () -> index
    %93 = "scf.for"(%91, %arg100, %92, %arg99) ({
    ^bb0(%arg101: index, %arg102: i32):
      %94 = "arith.addi"(%arg102, %arg99) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg99) : (i32) -> ()
      "scf.yield"(%94) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%90) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for sum"}> ({
  ^bb0(%arg95: i32, %arg96: index):
    %86 = "arith.constant"() <{value = 0 : index}> : () -> index
    %87 = "arith.constant"() <{value = 1 : index}> : () -> index
    %88 = "scf.for"(%86, %arg96, %87, %arg95) ({
    ^bb0(%arg97: index, %arg98: i32):
      %89 = "arith.addi"(%arg98, %arg95) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%89) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%88) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for yields outside"}> ({
  ^bb0(%arg90: i32, %arg91: i32, %arg92: index):
    %83 = "arith.constant"() <{value = 0 : index}> : () -> index
    %84 = "arith.constant"() <{value = 1 : index}> : () -> index
    %85 = "scf.for"(%83, %arg92, %84, %arg90) ({
    ^bb0(%arg93: index, %arg94: i32):
      "test.use"(%arg90) : (i32) -> ()
      "scf.yield"(%arg91) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%85) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters"}> ({
  ^bb0(%arg85: i32, %arg86: i32, %arg87: index):
    %78 = "arith.constant"() <{value = 0 : index}> : () -> index
    %79 = "arith.constant"() <{value = 1 : index}> : () -> index
    %80 = "scf.for"(%78, %arg87, %79, %arg85) ({
    ^bb0(%arg88: index, %arg89: i32):
      %82 = "arith.addi"(%arg89, %arg86) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg85) : (i32) -> ()
      "scf.yield"(%82) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %81 = "arith.addi"(%80, %80) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%81) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "for const trip one iter"}> ({
  ^bb0(%arg83: i32, %arg84: i32):
    %77 = "arith.addi"(%arg84, %arg83) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%77) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "switch const"}> ({
    %76 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.b"() : () -> ()
    "func.return"(%76) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "switch default"}> ({
    %75 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.d"() : () -> ()
    "func.return"(%75) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch unused"}> ({
  ^bb0(%arg80: i32, %arg81: i32, %arg82: index):
    %74 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.index_switch"(%arg82) <{cases = array<i64: 1>}> ({
      "test.d"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.a"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%74) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "switch same"}> ({
  ^bb0(%arg78: i32, %arg79: index):
    "func.return"(%arg78) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "while once"}> ({
  ^bb0(%arg77: i32):
    "func.return"(%arg77) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "while unused"}> ({
  ^bb0(%arg75: i32, %arg76: i32):
    "scf.while"() ({
      %73 = "test.cond"(%arg75) : (i32) -> i1
      "scf.condition"(%73) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %72 = "arith.addi"(%arg75, %arg75) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%72) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "dim static"}> ({
  ^bb0(%arg74: memref<8x16xf32>):
    %71 = "arith.constant"() <{value = 16 : index}> : () -> index
    "func.return"(%71) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index, memref<8x16xf32>) -> index, sym_name = "dim of subview"}> ({
  ^bb0(%arg72: index, %arg73: memref<8x16xf32>):
    "func.return"(%arg72) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> f32, sym_name = "load of subview"}> ({
  ^bb0(%arg71: memref<8x16xf32>):
    %68 = "arith.constant"() <{value = 0 : index}> : () -> index
    %69 = "memref.subview"(%arg71) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %70 = "memref.load"(%69, %68, %68) : (memref<2x16xf32, strided<[16, 1], offset: 32>>, index, index) -> f32
    "func.return"(%70) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "cast cast"}> ({
  ^bb0(%arg70: memref<8x16xf32>):
    "func.return"(%arg70) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: ?>>, sym_name = "subview dynamic const"}> ({
  ^bb0(%arg69: memref<8x16xf32>):
    %66 = "memref.subview"(%arg69) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %67 = "memref.cast"(%66) : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> memref<2x16xf32, strided<[16, 1], offset: ?>>
    "func.return"(%67) : (memref<2x16xf32, strided<[16, 1], offset: ?>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>, sym_name = "subview whole"}> ({
  ^bb0(%arg68: memref<8x16xf32>):
    %65 = "memref.cast"(%arg68) : (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>
    "func.return"(%65) : (memref<8x16xf32, strided<[16, 1]>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<1x16xf32, strided<[16, 1], offset: 48>>, sym_name = "subview of subview"}> ({
  ^bb0(%arg67: memref<8x16xf32>):
    %63 = "memref.subview"(%arg67) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %64 = "memref.subview"(%63) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 16>, static_strides = array<i64: 1, 1>}> : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> memref<1x16xf32, strided<[16, 1], offset: 48>>
    "func.return"(%64) : (memref<1x16xf32, strided<[16, 1], offset: 48>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "collapse expand"}> ({
  ^bb0(%arg66: memref<8x16xf32>):
    "func.return"(%arg66) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<128xf32>) -> memref<128xf32>, sym_name = "expand collapse"}> ({
  ^bb0(%arg65: memref<128xf32>):
    "func.return"(%arg65) : (memref<128xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "transpose id"}> ({
  ^bb0(%arg64: memref<8x16xf32>):
    "func.return"(%arg64) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>, sym_name = "transpose twice"}> ({
  ^bb0(%arg63: memref<8x16xf32>):
    %62 = "memref.transpose"(%arg63) <{permutation = #map}> : (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>
    "func.return"(%62) : (memref<8x16xf32, strided<[16, 1]>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "alloca unused"}> ({
    %61 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%61) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i32, sym_name = "alloca stored"}> ({
  ^bb0(%arg62: f32):
    %60 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%60) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> i32, sym_name = "load unused"}> ({
  ^bb0(%arg61: memref<8x16xf32>):
    %59 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%59) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> f32, sym_name = "load twice"}> ({
  ^bb0(%arg60: memref<8x16xf32>):
    %56 = "arith.constant"() <{value = 0 : index}> : () -> index
    %57 = "memref.load"(%arg60, %56, %56) : (memref<8x16xf32>, index, index) -> f32
    %58 = "arith.addf"(%57, %57) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%58) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, memref<8x16xf32>) -> f32, sym_name = "store load"}> ({
  ^bb0(%arg58: f32, %arg59: memref<8x16xf32>):
    %54 = "arith.constant"() <{value = 0 : index}> : () -> index
    "memref.store"(%arg58, %arg59, %54, %54) : (f32, memref<8x16xf32>, index, index) -> ()
    %55 = "memref.load"(%arg59, %54, %54) : (memref<8x16xf32>, index, index) -> f32
    "func.return"(%55) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "ptr as index"}> ({
  ^bb0(%arg57: memref<8x16xf32>):
    %52 = "memref.subview"(%arg57) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %53 = "memref.extract_aligned_pointer_as_index"(%52) : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> index
    "func.return"(%53) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "metadata"}> ({
  ^bb0(%arg56: memref<8x16xf32>):
    %51 = "arith.constant"() <{value = 24 : index}> : () -> index
    "func.return"(%51) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "space cast"}> ({
  ^bb0(%arg55: memref<8x16xf32>):
    "func.return"(%arg55) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm or"}> ({
  ^bb0(%arg54: i32):
    %49 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %50 = "llvm.or"(%arg54, %49) : (i32, i32) -> i32
    "func.return"(%50) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm bitcast"}> ({
  ^bb0(%arg53: i32):
    "func.return"(%arg53) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm bitcast same"}> ({
  ^bb0(%arg52: i32):
    "func.return"(%arg52) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm ptrtoint"}> ({
  ^bb0(%arg51: !llvm.ptr):
    %47 = "llvm.ptrtoint"(%arg51) : (!llvm.ptr) -> i64
    %48 = "llvm.inttoptr"(%47) : (i64) -> !llvm.ptr
    "func.return"(%48) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm addrspace"}> ({
  ^bb0(%arg50: !llvm.ptr):
    "func.return"(%arg50) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm addrspace same"}> ({
  ^bb0(%arg49: !llvm.ptr):
    "func.return"(%arg49) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "llvm icmp same"}> ({
  ^bb0(%arg48: i32):
    %46 = "llvm.mlir.constant"() <{value = true}> : () -> i1
    "func.return"(%46) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "llvm select"}> ({
  ^bb0(%arg46: i32, %arg47: i1):
    %45 = "llvm.select"(%arg47, %arg46, %arg46) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, i32, i32) -> i32
    "func.return"(%45) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "cast ucc"}> ({
  ^bb0(%arg45: i32):
    "func.return"(%arg45) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "assume"}> ({
    %44 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%44) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "assert"}> ({
  ^bb0(%arg44: i1):
    %43 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "cf.assert"(%arg44) <{msg = "x"}> : (i1) -> ()
    "func.return"(%43) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if one inside"}> ({
  ^bb0(%arg41: i32, %arg42: i32, %arg43: i1):
    %41 = "scf.if"(%arg43) ({
      %42 = "arith.addi"(%arg41, %arg42) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%42) : (i32) -> ()
    }, {
      "scf.yield"(%arg42) : (i32) -> ()
    }) : (i1) -> i32
    "func.return"(%41) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if mixed"}> ({
  ^bb0(%arg38: i32, %arg39: i32, %arg40: i1):
    %37 = "arith.select"(%arg40, %arg38, %arg39) : (i1, i32, i32) -> i32
    %38 = "scf.if"(%arg40) ({
      %40 = "arith.addi"(%arg38, %arg39) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%40) : (i32) -> ()
    }, {
      "scf.yield"(%arg39) : (i32) -> ()
    }) : (i1) -> i32
    %39 = "arith.addi"(%38, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%39) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if consecutive values"}> ({
  ^bb0(%arg37: i1):
    %32 = "scf.if"(%arg37) ({
      %35 = "test.a"() : () -> i32
      %36 = "test.c"(%35) : (i32) -> i32
      "scf.yield"(%36) : (i32) -> ()
    }, {
      %33 = "test.b"() : () -> i32
      %34 = "test.d"(%33) : (i32) -> i32
      "scf.yield"(%34) : (i32) -> ()
    }) : (i1) -> i32
    "func.return"(%32) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive else"}> ({
  ^bb0(%arg35: i32, %arg36: i1):
    %31 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg36) ({
      "test.use"(%arg35) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%31) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive both else"}> ({
  ^bb0(%arg33: i32, %arg34: i1):
    %30 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg34) ({
      "test.use"(%arg33) : (i32) -> ()
      "test.q"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.p"() : () -> ()
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%30) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if three"}> ({
  ^bb0(%arg32: i1):
    %29 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg32) ({
      "test.a"() : () -> ()
      "test.b"() : () -> ()
      "test.c"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%29) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i32, sym_name = "if consecutive other"}> ({
  ^bb0(%arg30: i1, %arg31: i1):
    %28 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg30) ({
      "test.a"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg31) ({
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%28) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if consecutive not"}> ({
  ^bb0(%arg29: i1):
    %27 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg29) ({
      "test.a"() : () -> ()
      "test.c"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%27) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i1) -> i32, sym_name = "if nested values"}> ({
  ^bb0(%arg26: i32, %arg27: i1, %arg28: i1):
    %24 = "arith.andi"(%arg27, %arg28) : (i1, i1) -> i1
    %25 = "scf.if"(%24) ({
      %26 = "test.c"() : () -> i32
      "scf.yield"(%26) : (i32) -> ()
    }, {
      "scf.yield"(%arg26) : (i32) -> ()
    }) : (i1) -> i32
    "func.return"(%25) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index) -> i32, sym_name = "if nested in for"}> ({
  ^bb0(%arg23: i1, %arg24: index):
    %21 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %22 = "arith.constant"() <{value = 0 : index}> : () -> index
    %23 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%22, %arg24, %23) ({
    ^bb0(%arg25: index):
      "scf.if"(%arg23) ({
        "test.use"(%arg25) : (index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%21) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if not no else"}> ({
  ^bb0(%arg22: i1):
    %20 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg22) ({
      "scf.yield"() : () -> ()
    }, {
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%20) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if empty then else"}> ({
  ^bb0(%arg21: i1):
    %19 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg21) ({
      "scf.yield"() : () -> ()
    }, {
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%19) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index) -> i32, sym_name = "if cond in nested region"}> ({
  ^bb0(%arg18: i1, %arg19: index):
    %14 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %15 = "arith.constant"() <{value = 0 : index}> : () -> index
    %16 = "arith.constant"() <{value = 1 : index}> : () -> index
    %17 = "arith.constant"() <{value = false}> : () -> i1
    %18 = "arith.constant"() <{value = true}> : () -> i1
    "scf.if"(%arg18) ({
      "scf.for"(%15, %arg19, %16) ({
      ^bb0(%arg20: index):
        "test.use"(%18) : (i1) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.use"(%17) : (i1) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%14) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i32, sym_name = "if and cond"}> ({
  ^bb0(%arg16: i1, %arg17: i1):
    %12 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %13 = "arith.andi"(%arg16, %arg17) : (i1, i1) -> i1
    "scf.if"(%13) ({
      "test.use"(%arg16) : (i1) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%12) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "if cmp"}> ({
  ^bb0(%arg14: i32, %arg15: i32):
    %11 = "arith.cmpi"(%arg14, %arg15) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "scf.if"(%11) ({
      "test.use"(%arg14) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%arg15) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch two results"}> ({
  ^bb0(%arg11: i32, %arg12: i32, %arg13: index):
    "scf.index_switch"(%arg13) <{cases = array<i64: 1>}> ({
      "test.d"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.a"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    %10 = "arith.addi"(%arg12, %arg11) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%10) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch values"}> ({
  ^bb0(%arg8: i32, %arg9: i32, %arg10: index):
    %9 = "scf.index_switch"(%arg10) <{cases = array<i64: 1>}> ({
      "scf.yield"(%arg8) : (i32) -> ()
    }, {
      "scf.yield"(%arg9) : (i32) -> ()
    }) : (index) -> i32
    "func.return"(%9) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> i32, sym_name = "switch empty"}> ({
  ^bb0(%arg7: index):
    %8 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%8) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for three same"}> ({
  ^bb0(%arg2: i32, %arg3: i32, %arg4: index):
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = 1 : index}> : () -> index
    %4 = "scf.for"(%2, %arg4, %3, %arg2) ({
    ^bb0(%arg5: index, %arg6: i32):
      %7 = "arith.addi"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg2) : (i32) -> ()
      "scf.yield"(%7) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %5 = "arith.addi"(%4, %4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %6 = "arith.addi"(%5, %arg3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%6) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "dim of cast"}> ({
  ^bb0(%arg1: memref<8x16xf32>):
    %1 = "arith.constant"() <{value = 8 : index}> : () -> index
    "func.return"(%1) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "metadata dynamic"}> ({
  ^bb0(%arg0: memref<8x16xf32>):
    %0 = "arith.constant"() <{value = 24 : index}> : () -> index
    "func.return"(%0) : (index) -> ()
  }) : () -> ()
}) : () -> ()
