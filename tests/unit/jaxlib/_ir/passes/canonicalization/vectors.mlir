"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "bitcast same"}> ({
  ^bb0(%v: vector<4xi32>):
    %r = "vector.bitcast"(%v) : (vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "bitcast back"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.bitcast"(%v) : (vector<4xi32>) -> vector<4xf32>
    %r = "vector.bitcast"(%a) : (vector<4xf32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<8xi16>, sym_name = "bitcast twice"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.bitcast"(%v) : (vector<4xi32>) -> vector<4xf32>
    %r = "vector.bitcast"(%a) : (vector<4xf32>) -> vector<8xi16>
    "func.return"(%r) : (vector<8xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi64>, sym_name = "bitcast const int widen"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.bitcast"(%a) : (vector<4xi32>) -> vector<2xi64>
    "func.return"(%r) : (vector<2xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<1xi32>, sym_name = "bitcast const i8 i32"}> ({
    %a = "arith.constant"() <{value = dense<-1> : vector<4xi8>}> : () -> vector<4xi8>
    %r = "vector.bitcast"(%a) : (vector<4xi8>) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xf32>, sym_name = "bitcast const same width f"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.bitcast"(%a) : (vector<4xi32>) -> vector<4xf32>
    "func.return"(%r) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<8xi16>, sym_name = "bitcast const narrow"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.bitcast"(%a) : (vector<4xi32>) -> vector<8xi16>
    "func.return"(%r) : (vector<8xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xf32>, sym_name = "bitcast const f16 f32"}> ({
    %a = "arith.constant"() <{value = dense<1.0> : vector<4xf16>}> : () -> vector<4xf16>
    %r = "vector.bitcast"(%a) : (vector<4xf16>) -> vector<2xf32>
    "func.return"(%r) : (vector<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xf32>, sym_name = "bitcast const bf16 f32"}> ({
    %a = "arith.constant"() <{value = dense<1.0> : vector<4xbf16>}> : () -> vector<4xbf16>
    %r = "vector.bitcast"(%a) : (vector<4xbf16>) -> vector<2xf32>
    "func.return"(%r) : (vector<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi64>, sym_name = "bitcast const nonsplat"}> ({
    %a = "arith.constant"() <{value = dense<[1,2,3,4]> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.bitcast"(%a) : (vector<4xi32>) -> vector<2xi64>
    "func.return"(%r) : (vector<2xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> vector<1xf32>, sym_name = "bitcast 1xi32 1xf32"}> ({
  ^bb0(%u: vector<1xi32>):
    %r = "vector.bitcast"(%u) : (vector<1xi32>) -> vector<1xf32>
    "func.return"(%r) : (vector<1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<4xf32>, sym_name = "bitcast of broadcast"}> ({
  ^bb0(%i: i32):
    %a = "vector.broadcast"(%i) : (i32) -> vector<4xi32>
    %r = "vector.bitcast"(%a) : (vector<4xi32>) -> vector<4xf32>
    "func.return"(%r) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "extract of broadcast"}> ({
  ^bb0(%i: i32):
    %a = "vector.broadcast"(%i) : (i32) -> vector<4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "extract of const"}> ({
    %a = "arith.constant"() <{value = dense<[1,2,3,4]> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "extract of splat"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "extract none"}> ({
  ^bb0(%v: vector<4xi32>):
    %r = "vector.extract"(%v) <{static_position = array<i64>}> : (vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "extract row of broadcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.broadcast"(%v) : (vector<4xi32>) -> vector<2x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>) -> i32, sym_name = "extract of insert"}> ({
  ^bb0(%i: i32, %v: vector<4xi32>):
    %a = "vector.insert"(%i, %v) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>) -> i32, sym_name = "extract of other insert"}> ({
  ^bb0(%i: i32, %v: vector<4xi32>):
    %a = "vector.insert"(%i, %v) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> i32, sym_name = "extract of shape_cast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<2x2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1, 1>}> : (vector<2x2xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> i32, sym_name = "extract 1 of shape_cast"}> ({
  ^bb0(%u: vector<1xi32>):
    %a = "vector.shape_cast"(%u) : (vector<1xi32>) -> vector<1x1xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 0, 0>}> : (vector<1x1xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> i32, sym_name = "extract of slice"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.extract_strided_slice"(%v) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> f32, sym_name = "extract of bitcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.bitcast"(%v) : (vector<4xi32>) -> vector<4xf32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "extract of from_elements"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "vector.from_elements"(%i, %j) : (i32, i32) -> vector<2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> i32, sym_name = "extract dynamic const"}> ({
  ^bb0(%v: vector<4xi32>):
    %c = "arith.constant"() <{value = 2 : index}> : () -> index
    %r = "vector.extract"(%v, %c) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xi32>, index) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "insert const"}> ({
    %c = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %a = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.insert"(%c, %a) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> vector<2xi32>, sym_name = "insert chain"}> ({
  ^bb0(%i: i32, %j: i32):
    %p = "arith.constant"() <{value = dense<0> : vector<2xi32>}> : () -> vector<2xi32>
    %a = "vector.insert"(%i, %p) <{static_position = array<i64: 0>}> : (i32, vector<2xi32>) -> vector<2xi32>
    %r = "vector.insert"(%j, %a) <{static_position = array<i64: 1>}> : (i32, vector<2xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "insert whole"}> ({
  ^bb0(%v: vector<4xi32>, %w: vector<4xi32>):
    %r = "vector.insert"(%v, %w) <{static_position = array<i64>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "insert extracted"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.extract"(%v) <{static_position = array<i64: 1>}> : (vector<4xi32>) -> i32
    %r = "vector.insert"(%a, %v) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<1xi32>) -> vector<1xi32>, sym_name = "insert into 1"}> ({
  ^bb0(%i: i32, %u: vector<1xi32>):
    %r = "vector.insert"(%i, %u) <{static_position = array<i64: 0>}> : (i32, vector<1xi32>) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<2xi32>, sym_name = "from_elements splat"}> ({
  ^bb0(%i: i32):
    %r = "vector.from_elements"(%i, %i) : (i32, i32) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "from_elements const"}> ({
    %c = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %d = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %r = "vector.from_elements"(%c, %d) : (i32, i32) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<1xi32>, sym_name = "from_elements one"}> ({
  ^bb0(%i: i32):
    %r = "vector.from_elements"(%i) : (i32) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2xi32>, sym_name = "from extracted"}> ({
  ^bb0(%s: vector<2xi32>):
    %a = "vector.extract"(%s) <{static_position = array<i64: 0>}> : (vector<2xi32>) -> i32
    %b = "vector.extract"(%s) <{static_position = array<i64: 1>}> : (vector<2xi32>) -> i32
    %r = "vector.from_elements"(%a, %b) : (i32, i32) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x4xf32>, sym_name = "broadcast of bitcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.bitcast"(%v) : (vector<4xi32>) -> vector<4xf32>
    %r = "vector.broadcast"(%a) : (vector<4xf32>) -> vector<2x4xf32>
    "func.return"(%r) : (vector<2x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<2x2xi32>, sym_name = "shape_cast of broadcast"}> ({
  ^bb0(%i: i32):
    %a = "vector.broadcast"(%i) : (i32) -> vector<4xi32>
    %r = "vector.shape_cast"(%a) : (vector<4xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2x2xi32>, sym_name = "shape_cast of const"}> ({
    %a = "arith.constant"() <{value = dense<[1,2,3,4]> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.shape_cast"(%a) : (vector<4xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<1x4xi32>, sym_name = "shape_cast of extract"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.extract"(%q) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    %r = "vector.shape_cast"(%a) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%r) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shape_cast back"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<2x2xi32>
    %r = "vector.shape_cast"(%a) : (vector<2x2xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<1xi32>, sym_name = "slice of slice"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.extract_strided_slice"(%v) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2xi32>) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "slice of const"}> ({
    %a = "arith.constant"() <{value = dense<[1,2,3,4]> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "slice of splat"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<2xi32>, sym_name = "slice of broadcast"}> ({
  ^bb0(%i: i32):
    %a = "vector.broadcast"(%i) : (i32) -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<2xi32>, sym_name = "slice of inserted"}> ({
  ^bb0(%v: vector<4xi32>, %s: vector<2xi32>):
    %a = "vector.insert_strided_slice"(%s, %v) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "inserted slice whole"}> ({
  ^bb0(%v: vector<4xi32>, %w: vector<4xi32>):
    %r = "vector.insert_strided_slice"(%v, %w) <{offsets = [0], strides = [1]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "inserted slice of extracted"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.extract_strided_slice"(%v) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    %r = "vector.insert_strided_slice"(%a, %v) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "inserted slice const"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<2xi32>}> : () -> vector<2xi32>
    %b = "arith.constant"() <{value = dense<4> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.insert_strided_slice"(%a, %b) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "inserted splat same"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<2xi32>}> : () -> vector<2xi32>
    %b = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "vector.insert_strided_slice"(%a, %b) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xi32>) -> i32, sym_name = "reduction one"}> ({
  ^bb0(%u: vector<1xi32>):
    %r = "vector.reduction"(%u) <{kind = #vector.kind<add>}> : (vector<1xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<1xi32>) -> i32, sym_name = "reduction one acc"}> ({
  ^bb0(%i: i32, %u: vector<1xi32>):
    %r = "vector.reduction"(%u, %i) <{kind = #vector.kind<add>}> : (vector<1xi32>, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>) -> f32, sym_name = "reduction mul one f"}> ({
  ^bb0(%g: vector<1xf32>):
    %r = "vector.reduction"(%g) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<1xf32>) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2x4xi32>, sym_name = "multi none"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %r = "vector.multi_reduction"(%q, %q) <{kind = #vector.kind<add>, reduction_dims = array<i64>}> : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%r) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<1x4xi32>) -> vector<4xi32>, sym_name = "multi one"}> ({
  ^bb0(%v: vector<4xi32>, %o: vector<1x4xi32>):
    %r = "vector.multi_reduction"(%o, %v) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<1x4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<1xi32>) -> i32, sym_name = "multi all one"}> ({
  ^bb0(%i: i32, %u: vector<1xi32>):
    %r = "vector.multi_reduction"(%u, %i) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<1xi32>, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "shuffle id"}> ({
  ^bb0(%v: vector<4xi32>, %w: vector<4xi32>):
    %r = "vector.shuffle"(%v, %w) <{mask = array<i64: 0, 1, 2, 3>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "shuffle id2"}> ({
  ^bb0(%v: vector<4xi32>, %w: vector<4xi32>):
    %r = "vector.shuffle"(%v, %w) <{mask = array<i64: 4, 5, 6, 7>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "shuffle const"}> ({
    %a = "arith.constant"() <{value = dense<[1,2]> : vector<2xi32>}> : () -> vector<2xi32>
    %b = "arith.constant"() <{value = dense<[3,4]> : vector<2xi32>}> : () -> vector<2xi32>
    %r = "vector.shuffle"(%a, %b) <{mask = array<i64: 0, 3>}> : (vector<2xi32>, vector<2xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<4xi32>, sym_name = "shuffle splat"}> ({
  ^bb0(%i: i32):
    %a = "vector.broadcast"(%i) : (i32) -> vector<4xi32>
    %r = "vector.shuffle"(%a, %a) <{mask = array<i64: 0, 5, 2, 3>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2x4xi32>, sym_name = "transpose id"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %r = "vector.transpose"(%q) <{permutation = array<i64: 0, 1>}> : (vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%r) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2x4xi32>, sym_name = "transpose twice"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.transpose"(%q) <{permutation = array<i64: 1, 0>}> : (vector<2x4xi32>) -> vector<4x2xi32>
    %r = "vector.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (vector<4x2xi32>) -> vector<2x4xi32>
    "func.return"(%r) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<24xi32>) -> vector<4x2x3xi32>, sym_name = "transpose twice of three"}> ({
  ^bb0(%k: vector<24xi32>):
    %z = "vector.shape_cast"(%k) : (vector<24xi32>) -> vector<2x3x4xi32>
    "test.use"(%z) : (vector<2x3x4xi32>) -> ()
    %a = "vector.transpose"(%z) <{permutation = array<i64: 1, 2, 0>}> : (vector<2x3x4xi32>) -> vector<3x4x2xi32>
    %r = "vector.transpose"(%a) <{permutation = array<i64: 1, 2, 0>}> : (vector<3x4x2xi32>) -> vector<4x2x3xi32>
    "func.return"(%r) : (vector<4x2x3xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> vector<4x1xi32>, sym_name = "transpose one"}> ({
  ^bb0(%o: vector<1x4xi32>):
    %r = "vector.transpose"(%o) <{permutation = array<i64: 1, 0>}> : (vector<1x4xi32>) -> vector<4x1xi32>
    "func.return"(%r) : (vector<4x1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4x2xi32>, sym_name = "transpose splat"}> ({
    %a = "arith.constant"() <{value = dense<3> : vector<2x4xi32>}> : () -> vector<2x4xi32>
    %r = "vector.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (vector<2x4xi32>) -> vector<4x2xi32>
    "func.return"(%r) : (vector<4x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> vector<4x2xi32>, sym_name = "transpose bcast"}> ({
  ^bb0(%i: i32):
    %a = "vector.broadcast"(%i) : (i32) -> vector<2x4xi32>
    %r = "vector.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (vector<2x4xi32>) -> vector<4x2xi32>
    "func.return"(%r) : (vector<4x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "arith.bitcast same"}> ({
  ^bb0(%i: i32):
    %r = "arith.bitcast"(%i) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "arith.bitcast back"}> ({
  ^bb0(%i: i32):
    %a = "arith.bitcast"(%i) : (i32) -> f32
    %r = "arith.bitcast"(%a) : (f32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "arith.bitcast const"}> ({
    %a = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.bitcast"(%a) : (i32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> vector<4xi32>, sym_name = "extract stretched"}> ({
  ^bb0(%o: vector<1x4xi32>):
    %a = "vector.broadcast"(%o) : (vector<1x4xi32>) -> vector<3x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 2>}> : (vector<3x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> i32, sym_name = "extract stretched scalar"}> ({
  ^bb0(%o: vector<1x4xi32>):
    %a = "vector.broadcast"(%o) : (vector<1x4xi32>) -> vector<3x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 2, 1>}> : (vector<3x4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<3x4xi32>, sym_name = "extract bigger broadcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.broadcast"(%v) : (vector<4xi32>) -> vector<2x3x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2x3x4xi32>) -> vector<3x4xi32>
    "func.return"(%r) : (vector<3x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "extract inner stretched"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<4x1xi32>
    %b = "vector.broadcast"(%a) : (vector<4x1xi32>) -> vector<2x4x4xi32>
    %r = "vector.extract"(%b) <{static_position = array<i64: 1, 2>}> : (vector<2x4x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2x4xi32>) -> i32, sym_name = "extract inserted row"}> ({
  ^bb0(%v: vector<4xi32>, %q: vector<2x4xi32>):
    %a = "vector.insert"(%v, %q) <{static_position = array<i64: 1>}> : (vector<4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1, 2>}> : (vector<2x4xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract row with inserted"}> ({
  ^bb0(%i: i32, %q: vector<2x4xi32>):
    %a = "vector.insert"(%i, %q) <{static_position = array<i64: 1, 2>}> : (i32, vector<2x4xi32>) -> vector<2x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract other row"}> ({
  ^bb0(%i: i32, %q: vector<2x4xi32>):
    %a = "vector.insert"(%i, %q) <{static_position = array<i64: 1, 2>}> : (i32, vector<2x4xi32>) -> vector<2x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2xi32>, sym_name = "extract row of const"}> ({
    %a = "arith.constant"() <{value = dense<[[1,2],[3,4]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract row of slice"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.extract_strided_slice"(%q) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2x4xi32>) -> vector<1x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<1x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<2xi32>, sym_name = "extract row of narrow slice"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.extract_strided_slice"(%q) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> i32, sym_name = "extract of narrow slice"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.extract_strided_slice"(%q) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1, 1>}> : (vector<2x2xi32>) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<4xi32>, sym_name = "extract row of shape_cast"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.shape_cast"(%q) : (vector<2x4xi32>) -> vector<2x1x4xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1, 0>}> : (vector<2x1x4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2xi32>, sym_name = "extract part of shape_cast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<2x2xi32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%r) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "extract float const"}> ({
    %a = "arith.constant"() <{value = dense<[1.0, 2.5]> : vector<2xf32>}> : () -> vector<2xf32>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2xf32>) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "extract bool const"}> ({
    %a = "arith.constant"() <{value = dense<[true, false]> : vector<2xi1>}> : () -> vector<2xi1>
    %r = "vector.extract"(%a) <{static_position = array<i64: 1>}> : (vector<2xi1>) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2x2xi32>, sym_name = "insert row const"}> ({
    %a = "arith.constant"() <{value = dense<[1,2]> : vector<2xi32>}> : () -> vector<2xi32>
    %b = "arith.constant"() <{value = dense<3> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    %r = "vector.insert"(%a, %b) <{static_position = array<i64: 1>}> : (vector<2xi32>, vector<2x2xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2x2xi32>, sym_name = "insert all rows"}> ({
  ^bb0(%s: vector<2xi32>):
    %p = "arith.constant"() <{value = dense<0> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    %a = "vector.insert"(%s, %p) <{static_position = array<i64: 0>}> : (vector<2xi32>, vector<2x2xi32>) -> vector<2x2xi32>
    %r = "vector.insert"(%s, %a) <{static_position = array<i64: 1>}> : (vector<2xi32>, vector<2x2xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>) -> vector<4xi32>, sym_name = "insert twice same"}> ({
  ^bb0(%i: i32, %j: i32, %v: vector<4xi32>):
    %a = "vector.insert"(%i, %v) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    %r = "vector.insert"(%j, %a) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<1x4xi32>) -> vector<1x4xi32>, sym_name = "insert row into one"}> ({
  ^bb0(%v: vector<4xi32>, %o: vector<1x4xi32>):
    %r = "vector.insert"(%v, %o) <{static_position = array<i64: 0>}> : (vector<4xi32>, vector<1x4xi32>) -> vector<1x4xi32>
    "func.return"(%r) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>) -> vector<4xi32>, sym_name = "insert dynamic"}> ({
  ^bb0(%i: i32, %v: vector<4xi32>):
    %c = "arith.constant"() <{value = 2 : index}> : () -> index
    %r = "vector.insert"(%i, %v, %c) <{static_position = array<i64: -9223372036854775808>}> : (i32, vector<4xi32>, index) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2x4xi32>) -> vector<4xi32>, sym_name = "multi 2d"}> ({
  ^bb0(%v: vector<4xi32>, %q: vector<2x4xi32>):
    %r = "vector.multi_reduction"(%q, %v) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<2x4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>) -> f32, sym_name = "multi max f"}> ({
  ^bb0(%g: vector<1xf32>):
    %f = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "vector.multi_reduction"(%g, %f) <{kind = #vector.kind<maximumf>, reduction_dims = array<i64: 0>}> : (vector<1xf32>, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1xf32>) -> f32, sym_name = "reduction max acc"}> ({
  ^bb0(%g: vector<1xf32>):
    %f = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "vector.reduction"(%g, %f) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maximumf>}> : (vector<1xf32>, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2x2xi32>, sym_name = "slice of stretched"}> ({
  ^bb0(%s: vector<2xi32>):
    %a = "vector.broadcast"(%s) : (vector<2xi32>) -> vector<4x2xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4x2xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x2xi32>, sym_name = "slice cuts broadcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.broadcast"(%v) : (vector<4xi32>) -> vector<2x4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<1xi32>, sym_name = "slice other inserted"}> ({
  ^bb0(%v: vector<4xi32>, %s: vector<2xi32>):
    %a = "vector.insert_strided_slice"(%s, %v) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<1xi32>, sym_name = "slice within inserted"}> ({
  ^bb0(%v: vector<4xi32>, %s: vector<2xi32>):
    %a = "vector.insert_strided_slice"(%s, %v) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xi32>) -> vector<1x2xi32>, sym_name = "slice 2d of slice"}> ({
  ^bb0(%q: vector<2x4xi32>):
    %a = "vector.extract_strided_slice"(%q) <{offsets = [0, 1], sizes = [2, 3], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x3xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1, 1], sizes = [1, 2], strides = [1, 1]}> : (vector<2x3xi32>) -> vector<1x2xi32>
    "func.return"(%r) : (vector<1x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<2x2xi32>, sym_name = "insert slice row const"}> ({
    %a = "arith.constant"() <{value = dense<[1,2]> : vector<2xi32>}> : () -> vector<2xi32>
    %b = "arith.constant"() <{value = dense<3> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    %r = "vector.insert_strided_slice"(%a, %b) <{offsets = [1, 0], strides = [1]}> : (vector<2xi32>, vector<2x2xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x2xi32>, sym_name = "from elements 2d"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<4xi32>) -> i32
    %b = "vector.extract"(%v) <{static_position = array<i64: 1>}> : (vector<4xi32>) -> i32
    %c = "vector.extract"(%v) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    %d = "vector.extract"(%v) <{static_position = array<i64: 3>}> : (vector<4xi32>) -> i32
    %r = "vector.from_elements"(%a, %b, %c, %d) : (i32, i32, i32, i32) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi32>) -> vector<2x2xi32>, sym_name = "shape_cast of vector broadcast"}> ({
  ^bb0(%s: vector<2xi32>):
    %a = "vector.broadcast"(%s) : (vector<2xi32>) -> vector<1x2x2xi32>
    %r = "vector.shape_cast"(%a) : (vector<1x2x2xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4x1xi32>, sym_name = "transpose of unit shape"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<1x4xi32>
    %r = "vector.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (vector<1x4xi32>) -> vector<4x1xi32>
    "func.return"(%r) : (vector<4x1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<8xi1>, sym_name = "bitcast i1"}> ({
    %a = "arith.constant"() <{value = dense<-1> : vector<1xi8>}> : () -> vector<1xi8>
    %r = "vector.bitcast"(%a) : (vector<1xi8>) -> vector<8xi1>
    "func.return"(%r) : (vector<8xi1>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<1xi8>, sym_name = "bitcast i1 to i8"}> ({
    %a = "arith.constant"() <{value = dense<true> : vector<8xi1>}> : () -> vector<8xi1>
    %r = "vector.bitcast"(%a) : (vector<8xi1>) -> vector<1xi8>
    "func.return"(%r) : (vector<1xi8>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x4xi32>) -> vector<4xi32>, sym_name = "shape_cast of unit transpose"}> ({
  ^bb0(%o: vector<1x4xi32>):
    %a = "vector.transpose"(%o) <{permutation = array<i64: 1, 0>}> : (vector<1x4xi32>) -> vector<4x1xi32>
    %r = "vector.shape_cast"(%a) : (vector<4x1xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<1x4xi32>, sym_name = "slice short offsets broadcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.broadcast"(%v) : (vector<4xi32>) -> vector<2x4xi32>
    %r = "vector.extract_strided_slice"(%a) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2x4xi32>) -> vector<1x4xi32>
    "func.return"(%r) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<2x2xi32>, sym_name = "slice stretched broadcast"}> ({
  ^bb0(%v: vector<4xi32>):
    %a = "vector.shape_cast"(%v) : (vector<4xi32>) -> vector<4x1xi32>
    %b = "vector.broadcast"(%a) : (vector<4x1xi32>) -> vector<4x4xi32>
    %r = "vector.extract_strided_slice"(%b) <{offsets = [1, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<4x4xi32>) -> vector<2x2xi32>
    "func.return"(%r) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>, vector<2xi32>) -> vector<1xi32>, sym_name = "slice two inserted"}> ({
  ^bb0(%v: vector<4xi32>, %s: vector<2xi32>):
    %a = "vector.insert_strided_slice"(%s, %v) <{offsets = [0], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %b = "vector.insert_strided_slice"(%s, %a) <{offsets = [2], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "vector.extract_strided_slice"(%b) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%r) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32>) -> vector<4xi32>, sym_name = "load static"}> ({
  ^bb0(%m: memref<8xi32>):
    %c = "arith.constant"() <{value = 0 : index}> : () -> index
    %d = "memref.cast"(%m) : (memref<8xi32>) -> memref<?xi32>
    %r = "vector.load"(%d, %c) : (memref<?xi32>, index) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()
