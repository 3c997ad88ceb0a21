"builtin.module"() ({
  "func.func"() <{function_type = (memref<2xf32>, !llvm.struct<(ptr, i64, array<2 x i64>)>, !llvm.ptr, i64) -> (i64, i64, !llvm.ptr, i64, !llvm.struct<(ptr, i64, array<2 x i64>)>, memref<2xf32>), sym_name = "parts"}> ({
  ^bb0(%arg0: memref<2xf32>, %arg1: !llvm.struct<(ptr, i64, array<2 x i64>)>, %arg2: !llvm.ptr, %arg3: i64):
    %0 = "llvm.extractvalue"(%arg1) <{position = array<i64: 2, 0>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>) -> i64
    "func.return"(%arg3, %0, %arg2, %0, %arg1, %arg0) : (i64, i64, !llvm.ptr, i64, !llvm.struct<(ptr, i64, array<2 x i64>)>, memref<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
