"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, index, memref<8x16xf32>, !llvm.ptr) -> (i32, i32, i1), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: index, %arg3: memref<8x16xf32>, %arg4: !llvm.ptr):
    %0 = "arith.cmpi"(%arg0, %arg1) <{predicate = 1 : i64}> : (i32, i32) -> i1
    %1 = "arith.extui"(%0) : (i1) -> i32
    %2:2 = "scf.while"(%1, %arg0) ({
    ^bb0(%arg9: i32, %arg10: i32):
      %14 = "arith.cmpi"(%arg9, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "scf.condition"(%14, %arg9, %arg10) : (i1, i32, i32) -> ()
    }, {
    ^bb0(%arg7: i32, %arg8: i32):
      %13 = "arith.addi"(%arg7, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%13, %arg7) : (i32, i32) -> ()
    }) : (i32, i32) -> (i32, i32)
    "scf.while"() ({
      %11 = "llvm.inline_asm"(%arg4) <{asm_string = "ld.relaxed.sys.global.b32 $0, [$1];", constraints = "=r,l", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (!llvm.ptr) -> i32
      %12 = "arith.cmpi"(%11, %arg0) <{predicate = 6 : i64}> : (i32, i32) -> i1
      "scf.condition"(%12) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %3 = "scf.while"(%arg0) ({
    ^bb0(%arg6: i32):
      %9 = "arith.addi"(%arg6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %10 = "arith.cmpi"(%9, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "scf.condition"(%10, %9) : (i1, i32) -> ()
    }, {
    ^bb0(%arg5: i32):
      %8 = "arith.muli"(%arg5, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%8) : (i32) -> ()
    }) : (i32) -> i32
    %4 = "memref.subview"(%arg3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 4, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<4x16xf32, strided<[16, 1], offset: 32>>
    %5 = "memref.collapse_shape"(%4) <{reassociation = [[0, 1]]}> : (memref<4x16xf32, strided<[16, 1], offset: 32>>) -> memref<64xf32, strided<[1], offset: 32>>
    %6 = "memref.cast"(%5) : (memref<64xf32, strided<[1], offset: 32>>) -> memref<64xf32, strided<[1], offset: ?>>
    %7 = "memref.subview"(%arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 16>, static_strides = array<i64: 1, 1>}> {mosaic_gpu.from_kernel_arg_idx = 2 : i32} : (memref<8x16xf32>, index) -> memref<4x16xf32, strided<[16, 1], offset: ?>>
    "test.use"(%6, %7, %2#0, %arg1, %3, %3) : (memref<64xf32, strided<[1], offset: ?>>, memref<4x16xf32, strided<[16, 1], offset: ?>>, i32, i32, i32, i32) -> ()
    "func.return"(%2#0, %2#1, %0) : (i32, i32, i1) -> ()
  }) : () -> ()
}) : () -> ()
