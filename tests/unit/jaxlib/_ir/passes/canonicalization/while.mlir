"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, index, memref<8x16xf32>, !llvm.ptr) -> (i32, i32, i1), sym_name = "f"}> ({
  ^bb0(%i: i32, %j: i32, %n: index, %m: memref<8x16xf32>, %p: !llvm.ptr):
    %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %true = "arith.constant"() <{value = true}> : () -> i1
    %false = "arith.constant"() <{value = false}> : () -> i1
    %two = "arith.constant"() <{value = 2 : index}> : () -> index
    %equal = "arith.cmpi"(%i, %j) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %start = "arith.select"(%equal, %c0, %c1) : (i1, i32, i32) -> i32
    %different = "arith.select"(%equal, %false, %true) : (i1, i1, i1) -> i1
    %r:4 = "scf.while"(%start, %j, %i, %i) ({
    ^bb0(%k: i32, %end: i32, %same: i32, %count: i32):
      %more = "arith.cmpi"(%k, %end) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "scf.condition"(%more, %k, %end, %same, %count) : (i1, i32, i32, i32, i32) -> ()
    }, {
    ^bb0(%k: i32, %end: i32, %same: i32, %count: i32):
      %next = "arith.addi"(%k, %same) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%next, %end, %i, %k) : (i32, i32, i32, i32) -> ()
    }) : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
    %s = "scf.while"(%c0) ({
    ^bb0(%unused: i32):
      %read = "llvm.inline_asm"(%p) <{asm_string = "ld.relaxed.sys.global.b32 $0, [$1];", constraints = "=r,l", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (!llvm.ptr) -> i32
      %less = "arith.cmpi"(%read, %i) <{predicate = 6 : i64}> : (i32, i32) -> i1
      "scf.condition"(%less, %read) : (i1, i32) -> ()
    }, {
    ^bb0(%passed: i32):
      "scf.yield"(%passed) : (i32) -> ()
    }) : (i32) -> i32
    %t:2 = "scf.while"(%i) ({
    ^bb0(%once: i32):
      %double = "arith.addi"(%once, %once) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %small = "arith.cmpi"(%double, %j) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "scf.condition"(%small, %double, %double) : (i1, i32, i32) -> ()
    }, {
    ^bb0(%one: i32, %other: i32):
      %both = "arith.muli"(%one, %other) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%both) : (i32) -> ()
    }) : (i32) -> (i32, i32)
    %part = "memref.subview"(%m, %two) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 16>, static_strides = array<i64: 1, 1>}> {mosaic_gpu.from_kernel_arg_idx = 2 : i32} : (memref<8x16xf32>, index) -> memref<4x16xf32, strided<[16, 1], offset: ?>>
    %flat = "memref.collapse_shape"(%part) <{reassociation = [[0 : i64, 1 : i64]]}> {mosaic_gpu.from_kernel_arg_idx = 2 : i32} : (memref<4x16xf32, strided<[16, 1], offset: ?>>) -> memref<64xf32, strided<[1], offset: ?>>
    %kept = "memref.subview"(%m, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 16>, static_strides = array<i64: 1, 1>}> {mosaic_gpu.from_kernel_arg_idx = 2 : i32} : (memref<8x16xf32>, index) -> memref<4x16xf32, strided<[16, 1], offset: ?>>
    "test.use"(%flat, %kept, %r#0, %r#1, %t#0, %t#1) : (memref<64xf32, strided<[1], offset: ?>>, memref<4x16xf32, strided<[16, 1], offset: ?>>, i32, i32, i32, i32) -> ()
    "func.return"(%r#0, %r#3, %different) : (i32, i32, i1) -> ()
  }) : () -> ()
}) : () -> ()
