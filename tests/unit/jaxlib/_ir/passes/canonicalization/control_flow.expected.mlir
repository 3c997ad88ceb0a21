#map = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if true"}> ({
  ^bb0(%arg170: i32):
    %145 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.use"(%arg170) : (i32) -> ()
    "func.return"(%145) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if false"}> ({
  ^bb0(%arg169: i32):
    %144 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%144) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if false else"}> ({
  ^bb0(%arg168: i32):
    %143 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.use"(%arg168) : (i32) -> ()
    "func.return"(%143) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if no else"}> ({
  ^bb0(%arg166: i32, %arg167: i1):
    %142 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg167) ({
      "test.use"(%arg166) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%142) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if empty else"}> ({
  ^bb0(%arg164: i32, %arg165: i1):
    %141 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg165) ({
      "test.use"(%arg164) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%141) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if empty then"}> ({
  ^bb0(%arg162: i32, %arg163: i1):
    %140 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg163) ({
      "scf.yield"() : () -> ()
    }, {
      "test.use"(%arg162) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%140) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if both empty"}> ({
  ^bb0(%arg161: i1):
    %139 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%139) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if values"}> ({
  ^bb0(%arg158: i32, %arg159: i32, %arg160: i1):
    %138 = "arith.select"(%arg160, %arg158, %arg159) : (i1, i32, i32) -> i32
    "func.return"(%138) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if same values"}> ({
  ^bb0(%arg156: i32, %arg157: i1):
    "func.return"(%arg156) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if values used"}> ({
  ^bb0(%arg153: i32, %arg154: i32, %arg155: i1):
    %137 = "arith.select"(%arg155, %arg153, %arg154) : (i1, i32, i32) -> i32
    "scf.if"(%arg155) ({
      "test.use"(%arg153) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%137) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if values used same"}> ({
  ^bb0(%arg151: i32, %arg152: i1):
    "scf.if"(%arg152) ({
      "test.use"(%arg151) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%arg151) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if unused result"}> ({
  ^bb0(%arg148: i32, %arg149: i32, %arg150: i1):
    %136 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg150) ({
      "test.use"(%arg148) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%136) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if two results one unused"}> ({
  ^bb0(%arg145: i32, %arg146: i32, %arg147: i1):
    %134 = "arith.select"(%arg147, %arg146, %arg145) : (i1, i32, i32) -> i32
    "scf.if"(%arg147) ({
      "test.use"(%arg145) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %135 = "arith.addi"(%134, %arg145) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%135) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if not cond"}> ({
  ^bb0(%arg143: i32, %arg144: i1):
    %133 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg144) ({
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.use"(%arg143) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%133) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if cond inside"}> ({
  ^bb0(%arg142: i1):
    %132 = "arith.extui"(%arg142) : (i1) -> i32
    "func.return"(%132) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if nested same"}> ({
  ^bb0(%arg140: i32, %arg141: i1):
    %131 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg141) ({
      "test.use"(%arg140) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%131) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i1) -> i32, sym_name = "if nested and"}> ({
  ^bb0(%arg137: i32, %arg138: i1, %arg139: i1):
    %129 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %130 = "arith.andi"(%arg138, %arg139) : (i1, i1) -> i1
    "scf.if"(%130) ({
      "test.use"(%arg137) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%129) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive same"}> ({
  ^bb0(%arg135: i32, %arg136: i1):
    %128 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg136) ({
      "test.use"(%arg135) : (i32) -> ()
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%128) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i1, sym_name = "if bools"}> ({
  ^bb0(%arg133: i32, %arg134: i1):
    "scf.if"(%arg134) ({
      "test.use"(%arg133) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%arg134) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if select const"}> ({
  ^bb0(%arg131: i32, %arg132: i1):
    %125 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %126 = "arith.constant"() <{value = 6 : i32}> : () -> i32
    %127 = "arith.select"(%arg132, %125, %126) : (i1, i32, i32) -> i32
    "scf.if"(%arg132) ({
      "test.use"(%arg131) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%127) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "for zero"}> ({
  ^bb0(%arg130: i32):
    %124 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%124) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "for one"}> ({
    %122 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %123 = "arith.constant"() <{value = 0 : index}> : () -> index
    "test.use"(%123) : (index) -> ()
    "func.return"(%122) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "for one step"}> ({
    %120 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %121 = "arith.constant"() <{value = 0 : index}> : () -> index
    "test.use"(%121) : (index) -> ()
    "func.return"(%120) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "for negative"}> ({
  ^bb0(%arg129: i32):
    %119 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%119) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for same bounds"}> ({
  ^bb0(%arg127: i32, %arg128: index):
    %118 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%118) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> i32, sym_name = "for empty"}> ({
  ^bb0(%arg126: index):
    %117 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%117) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for invariant"}> ({
  ^bb0(%arg123: i32, %arg124: index):
    %115 = "arith.constant"() <{value = 0 : index}> : () -> index
    %116 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%115, %arg124, %116) ({
    ^bb0(%arg125: index):
      "test.use"(%arg123) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%arg123) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for unused iter"}> ({
  ^bb0(%arg119: i32, %arg120: index):
    %110 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %111 = "arith.constant"() <{value = 0 : index}> : () -> index
    %112 = "arith.constant"() <{value = 1 : index}> : () -> index
    %113 = "scf.for"(%111, %arg120, %112, %arg119) ({
    ^bb0(%arg121: index, %arg122: i32):
      %114 = "arith.addi"(%arg122, %arg119) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg119) : (i32) -> ()
      "scf.yield"(%114) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%110) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for sum"}> ({
  ^bb0(%arg115: i32, %arg116: index):
    %106 = "arith.constant"() <{value = 0 : index}> : () -> index
    %107 = "arith.constant"() <{value = 1 : index}> : () -> index
    %108 = "scf.for"(%106, %arg116, %107, %arg115) ({
    ^bb0(%arg117: index, %arg118: i32):
      %109 = "arith.addi"(%arg118, %arg115) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%109) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%108) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for yields outside"}> ({
  ^bb0(%arg110: i32, %arg111: i32, %arg112: index):
    %103 = "arith.constant"() <{value = 0 : index}> : () -> index
    %104 = "arith.constant"() <{value = 1 : index}> : () -> index
    %105 = "scf.for"(%103, %arg112, %104, %arg110) ({
    ^bb0(%arg113: index, %arg114: i32):
      "test.use"(%arg110) : (i32) -> ()
      "scf.yield"(%arg111) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%105) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters"}> ({
  ^bb0(%arg105: i32, %arg106: i32, %arg107: index):
    %98 = "arith.constant"() <{value = 0 : index}> : () -> index
    %99 = "arith.constant"() <{value = 1 : index}> : () -> index
    %100 = "scf.for"(%98, %arg107, %99, %arg105) ({
    ^bb0(%arg108: index, %arg109: i32):
      %102 = "arith.addi"(%arg109, %arg106) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg105) : (i32) -> ()
      "scf.yield"(%102) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %101 = "arith.addi"(%100, %100) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%101) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "for const trip one iter"}> ({
  ^bb0(%arg103: i32, %arg104: i32):
    %97 = "arith.addi"(%arg104, %arg103) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%97) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "switch const"}> ({
    %96 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.b"() : () -> ()
    "func.return"(%96) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "switch default"}> ({
    %95 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "test.d"() : () -> ()
    "func.return"(%95) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch unused"}> ({
  ^bb0(%arg100: i32, %arg101: i32, %arg102: index):
    %94 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.index_switch"(%arg102) <{cases = array<i64: 1>}> ({
      "test.d"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.a"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%94) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "switch same"}> ({
  ^bb0(%arg98: i32, %arg99: index):
    "func.return"(%arg98) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "while once"}> ({
  ^bb0(%arg97: i32):
    "func.return"(%arg97) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "while unused"}> ({
  ^bb0(%arg95: i32, %arg96: i32):
    "scf.while"() ({
      %93 = "test.cond"(%arg95) : (i32) -> i1
      "scf.condition"(%93) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %92 = "arith.addi"(%arg95, %arg95) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%92) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "dim static"}> ({
  ^bb0(%arg94: memref<8x16xf32>):
    %91 = "arith.constant"() <{value = 16 : index}> : () -> index
    "func.return"(%91) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index, memref<8x16xf32>) -> index, sym_name = "dim of subview"}> ({
  ^bb0(%arg92: index, %arg93: memref<8x16xf32>):
    "func.return"(%arg92) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> f32, sym_name = "load of subview"}> ({
  ^bb0(%arg91: memref<8x16xf32>):
    %88 = "arith.constant"() <{value = 0 : index}> : () -> index
    %89 = "memref.subview"(%arg91) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %90 = "memref.load"(%89, %88, %88) : (memref<2x16xf32, strided<[16, 1], offset: 32>>, index, index) -> f32
    "func.return"(%90) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "cast cast"}> ({
  ^bb0(%arg90: memref<8x16xf32>):
    "func.return"(%arg90) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: ?>>, sym_name = "subview dynamic const"}> ({
  ^bb0(%arg89: memref<8x16xf32>):
    %86 = "memref.subview"(%arg89) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %87 = "memref.cast"(%86) : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> memref<2x16xf32, strided<[16, 1], offset: ?>>
    "func.return"(%87) : (memref<2x16xf32, strided<[16, 1], offset: ?>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>, sym_name = "subview whole"}> ({
  ^bb0(%arg88: memref<8x16xf32>):
    %85 = "memref.cast"(%arg88) : (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>
    "func.return"(%85) : (memref<8x16xf32, strided<[16, 1]>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<1x16xf32, strided<[16, 1], offset: 48>>, sym_name = "subview of subview"}> ({
  ^bb0(%arg87: memref<8x16xf32>):
    %83 = "memref.subview"(%arg87) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %84 = "memref.subview"(%83) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 16>, static_strides = array<i64: 1, 1>}> : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> memref<1x16xf32, strided<[16, 1], offset: 48>>
    "func.return"(%84) : (memref<1x16xf32, strided<[16, 1], offset: 48>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "collapse expand"}> ({
  ^bb0(%arg86: memref<8x16xf32>):
    "func.return"(%arg86) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<128xf32>) -> memref<128xf32>, sym_name = "expand collapse"}> ({
  ^bb0(%arg85: memref<128xf32>):
    "func.return"(%arg85) : (memref<128xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "transpose id"}> ({
  ^bb0(%arg84: memref<8x16xf32>):
    "func.return"(%arg84) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>, sym_name = "transpose twice"}> ({
  ^bb0(%arg83: memref<8x16xf32>):
    %82 = "memref.transpose"(%arg83) <{permutation = #map}> : (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>
    "func.return"(%82) : (memref<8x16xf32, strided<[16, 1]>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "alloca unused"}> ({
    %81 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%81) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i32, sym_name = "alloca stored"}> ({
  ^bb0(%arg82: f32):
    %80 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%80) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> i32, sym_name = "load unused"}> ({
  ^bb0(%arg81: memref<8x16xf32>):
    %79 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%79) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> f32, sym_name = "load twice"}> ({
  ^bb0(%arg80: memref<8x16xf32>):
    %76 = "arith.constant"() <{value = 0 : index}> : () -> index
    %77 = "memref.load"(%arg80, %76, %76) : (memref<8x16xf32>, index, index) -> f32
    %78 = "arith.addf"(%77, %77) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%78) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, memref<8x16xf32>) -> f32, sym_name = "store load"}> ({
  ^bb0(%arg78: f32, %arg79: memref<8x16xf32>):
    %74 = "arith.constant"() <{value = 0 : index}> : () -> index
    "memref.store"(%arg78, %arg79, %74, %74) : (f32, memref<8x16xf32>, index, index) -> ()
    %75 = "memref.load"(%arg79, %74, %74) : (memref<8x16xf32>, index, index) -> f32
    "func.return"(%75) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "ptr as index"}> ({
  ^bb0(%arg77: memref<8x16xf32>):
    %72 = "memref.subview"(%arg77) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %73 = "memref.extract_aligned_pointer_as_index"(%72) : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> index
    "func.return"(%73) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "metadata"}> ({
  ^bb0(%arg76: memref<8x16xf32>):
    %71 = "arith.constant"() <{value = 24 : index}> : () -> index
    "func.return"(%71) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "space cast"}> ({
  ^bb0(%arg75: memref<8x16xf32>):
    "func.return"(%arg75) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm or"}> ({
  ^bb0(%arg74: i32):
    %69 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %70 = "llvm.or"(%arg74, %69) : (i32, i32) -> i32
    "func.return"(%70) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm bitcast"}> ({
  ^bb0(%arg73: i32):
    "func.return"(%arg73) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm bitcast same"}> ({
  ^bb0(%arg72: i32):
    "func.return"(%arg72) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm ptrtoint"}> ({
  ^bb0(%arg71: !llvm.ptr):
    %67 = "llvm.ptrtoint"(%arg71) : (!llvm.ptr) -> i64
    %68 = "llvm.inttoptr"(%67) : (i64) -> !llvm.ptr
    "func.return"(%68) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm addrspace"}> ({
  ^bb0(%arg70: !llvm.ptr):
    "func.return"(%arg70) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm addrspace same"}> ({
  ^bb0(%arg69: !llvm.ptr):
    "func.return"(%arg69) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "llvm icmp same"}> ({
  ^bb0(%arg68: i32):
    %66 = "llvm.mlir.constant"() <{value = true}> : () -> i1
    "func.return"(%66) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "llvm select"}> ({
  ^bb0(%arg66: i32, %arg67: i1):
    %65 = "llvm.select"(%arg67, %arg66, %arg66) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, i32, i32) -> i32
    "func.return"(%65) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "cast ucc"}> ({
  ^bb0(%arg65: i32):
    "func.return"(%arg65) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "assume"}> ({
    %64 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%64) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "assert"}> ({
  ^bb0(%arg64: i1):
    %63 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "cf.assert"(%arg64) <{msg = "x"}> : (i1) -> ()
    "func.return"(%63) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if one inside"}> ({
  ^bb0(%arg61: i32, %arg62: i32, %arg63: i1):
    %61 = "scf.if"(%arg63) ({
      %62 = "arith.addi"(%arg61, %arg62) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%62) : (i32) -> ()
    }, {
      "scf.yield"(%arg62) : (i32) -> ()
    }) : (i1) -> i32
    "func.return"(%61) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if mixed"}> ({
  ^bb0(%arg58: i32, %arg59: i32, %arg60: i1):
    %57 = "arith.select"(%arg60, %arg58, %arg59) : (i1, i32, i32) -> i32
    %58 = "scf.if"(%arg60) ({
      %60 = "arith.addi"(%arg58, %arg59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%60) : (i32) -> ()
    }, {
      "scf.yield"(%arg59) : (i32) -> ()
    }) : (i1) -> i32
    %59 = "arith.addi"(%58, %57) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%59) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if consecutive values"}> ({
  ^bb0(%arg57: i1):
    %52 = "scf.if"(%arg57) ({
      %55 = "test.a"() : () -> i32
      %56 = "test.c"(%55) : (i32) -> i32
      "scf.yield"(%56) : (i32) -> ()
    }, {
      %53 = "test.b"() : () -> i32
      %54 = "test.d"(%53) : (i32) -> i32
      "scf.yield"(%54) : (i32) -> ()
    }) : (i1) -> i32
    "func.return"(%52) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive else"}> ({
  ^bb0(%arg55: i32, %arg56: i1):
    %51 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg56) ({
      "test.use"(%arg55) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%51) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive both else"}> ({
  ^bb0(%arg53: i32, %arg54: i1):
    %50 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg54) ({
      "test.use"(%arg53) : (i32) -> ()
      "test.q"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.p"() : () -> ()
      "test.other"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%50) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if three"}> ({
  ^bb0(%arg52: i1):
    %49 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg52) ({
      "test.a"() : () -> ()
      "test.b"() : () -> ()
      "test.c"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%49) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i32, sym_name = "if consecutive other"}> ({
  ^bb0(%arg50: i1, %arg51: i1):
    %48 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg50) ({
      "test.a"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg51) ({
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%48) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if consecutive not"}> ({
  ^bb0(%arg49: i1):
    %47 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg49) ({
      "test.a"() : () -> ()
      "test.c"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%47) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i1) -> i32, sym_name = "if nested values"}> ({
  ^bb0(%arg46: i32, %arg47: i1, %arg48: i1):
    %44 = "arith.andi"(%arg47, %arg48) : (i1, i1) -> i1
    %45 = "scf.if"(%44) ({
      %46 = "test.c"() : () -> i32
      "scf.yield"(%46) : (i32) -> ()
    }, {
      "scf.yield"(%arg46) : (i32) -> ()
    }) : (i1) -> i32
    "func.return"(%45) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index) -> i32, sym_name = "if nested in for"}> ({
  ^bb0(%arg43: i1, %arg44: index):
    %41 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %42 = "arith.constant"() <{value = 0 : index}> : () -> index
    %43 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%42, %arg44, %43) ({
    ^bb0(%arg45: index):
      "scf.if"(%arg43) ({
        "test.use"(%arg45) : (index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%41) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if not no else"}> ({
  ^bb0(%arg42: i1):
    %40 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg42) ({
      "scf.yield"() : () -> ()
    }, {
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%40) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if empty then else"}> ({
  ^bb0(%arg41: i1):
    %39 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.if"(%arg41) ({
      "scf.yield"() : () -> ()
    }, {
      "test.b"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%39) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index) -> i32, sym_name = "if cond in nested region"}> ({
  ^bb0(%arg38: i1, %arg39: index):
    %34 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %35 = "arith.constant"() <{value = 0 : index}> : () -> index
    %36 = "arith.constant"() <{value = 1 : index}> : () -> index
    %37 = "arith.constant"() <{value = false}> : () -> i1
    %38 = "arith.constant"() <{value = true}> : () -> i1
    "scf.if"(%arg38) ({
      "scf.for"(%35, %arg39, %36) ({
      ^bb0(%arg40: index):
        "test.use"(%38) : (i1) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.use"(%37) : (i1) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "func.return"(%34) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i32, sym_name = "if and cond"}> ({
  ^bb0(%arg36: i1, %arg37: i1):
    %32 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %33 = "arith.andi"(%arg36, %arg37) : (i1, i1) -> i1
    "scf.if"(%33) ({
      "test.use"(%arg36) : (i1) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%32) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "if cmp"}> ({
  ^bb0(%arg34: i32, %arg35: i32):
    %31 = "arith.cmpi"(%arg34, %arg35) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "scf.if"(%31) ({
      "test.use"(%arg34) : (i32) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"(%arg35) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch two results"}> ({
  ^bb0(%arg31: i32, %arg32: i32, %arg33: index):
    "scf.index_switch"(%arg33) <{cases = array<i64: 1>}> ({
      "test.d"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.a"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    %30 = "arith.addi"(%arg32, %arg31) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%30) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch values"}> ({
  ^bb0(%arg28: i32, %arg29: i32, %arg30: index):
    %29 = "scf.index_switch"(%arg30) <{cases = array<i64: 1>}> ({
      "scf.yield"(%arg28) : (i32) -> ()
    }, {
      "scf.yield"(%arg29) : (i32) -> ()
    }) : (index) -> i32
    "func.return"(%29) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> i32, sym_name = "switch empty"}> ({
  ^bb0(%arg27: index):
    %28 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%28) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for three same"}> ({
  ^bb0(%arg22: i32, %arg23: i32, %arg24: index):
    %22 = "arith.constant"() <{value = 0 : index}> : () -> index
    %23 = "arith.constant"() <{value = 1 : index}> : () -> index
    %24 = "scf.for"(%22, %arg24, %23, %arg22) ({
    ^bb0(%arg25: index, %arg26: i32):
      %27 = "arith.addi"(%arg26, %arg26) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg22) : (i32) -> ()
      "scf.yield"(%27) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %25 = "arith.addi"(%24, %24) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %26 = "arith.addi"(%25, %arg23) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%26) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "dim of cast"}> ({
  ^bb0(%arg21: memref<8x16xf32>):
    %21 = "arith.constant"() <{value = 8 : index}> : () -> index
    "func.return"(%21) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "metadata dynamic"}> ({
  ^bb0(%arg20: memref<8x16xf32>):
    %20 = "arith.constant"() <{value = 24 : index}> : () -> index
    "func.return"(%20) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first acc 0"}> ({
  ^bb0(%arg15: i32, %arg16: i32, %arg17: index):
    %15 = "arith.constant"() <{value = 0 : index}> : () -> index
    %16 = "arith.constant"() <{value = 1 : index}> : () -> index
    %17 = "scf.for"(%15, %arg17, %16, %arg15) ({
    ^bb0(%arg18: index, %arg19: i32):
      %19 = "arith.addi"(%arg19, %arg16) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg15) : (i32) -> ()
      "scf.yield"(%19) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %18 = "arith.addi"(%17, %arg15) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%18) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first bcc 0"}> ({
  ^bb0(%arg10: i32, %arg11: i32, %arg12: index):
    %10 = "arith.constant"() <{value = 0 : index}> : () -> index
    %11 = "arith.constant"() <{value = 1 : index}> : () -> index
    %12 = "scf.for"(%10, %arg12, %11, %arg10) ({
    ^bb0(%arg13: index, %arg14: i32):
      %14 = "arith.addi"(%arg14, %arg11) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg10) : (i32) -> ()
      "scf.yield"(%14) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %13 = "arith.addi"(%12, %arg10) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%13) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first acc 1"}> ({
  ^bb0(%arg5: i32, %arg6: i32, %arg7: index):
    %5 = "arith.constant"() <{value = 0 : index}> : () -> index
    %6 = "arith.constant"() <{value = 1 : index}> : () -> index
    %7 = "scf.for"(%5, %arg7, %6, %arg5) ({
    ^bb0(%arg8: index, %arg9: i32):
      %9 = "arith.addi"(%arg9, %arg6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg5) : (i32) -> ()
      "scf.yield"(%9) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %8 = "arith.addi"(%7, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%8) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first bcc 1"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: index):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %2 = "scf.for"(%0, %arg2, %1, %arg0) ({
    ^bb0(%arg3: index, %arg4: i32):
      %4 = "arith.addi"(%arg4, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "test.use"(%arg0) : (i32) -> ()
      "scf.yield"(%4) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %3 = "arith.addi"(%2, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%3) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
