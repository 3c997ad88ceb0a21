"builtin.module"() ({
  "func.func"() <{function_type = (memref<2xf32>, !llvm.struct<(ptr, i64, array<2 x i64>)>, !llvm.ptr, i64) -> (i64, i64, !llvm.ptr, i64, !llvm.struct<(ptr, i64, array<2 x i64>)>, memref<2xf32>), sym_name = "parts"}> ({
  ^bb0(%m: memref<2xf32>, %s: !llvm.struct<(ptr, i64, array<2 x i64>)>, %p: !llvm.ptr, %i: i64):
    %a = "llvm.insertvalue"(%s, %p) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, i64, array<2 x i64>)>
    %b = "llvm.insertvalue"(%a, %i) <{position = array<i64: 2, 1>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>, i64) -> !llvm.struct<(ptr, i64, array<2 x i64>)>
    %same = "llvm.extractvalue"(%b) <{position = array<i64: 2, 1>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>) -> i64
    %before = "llvm.extractvalue"(%b) <{position = array<i64: 2, 0>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>) -> i64
    %first = "llvm.extractvalue"(%b) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>) -> !llvm.ptr
    %array = "llvm.extractvalue"(%b) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, i64, array<2 x i64>)>) -> !llvm.array<2 x i64>
    %nested = "llvm.extractvalue"(%array) <{position = array<i64: 0>}> : (!llvm.array<2 x i64>) -> i64
    %r = "builtin.unrealized_conversion_cast"(%s) : (!llvm.struct<(ptr, i64, array<2 x i64>)>) -> memref<2xf32>
    %back = "builtin.unrealized_conversion_cast"(%r) : (memref<2xf32>) -> !llvm.struct<(ptr, i64, array<2 x i64>)>
    %none = "builtin.unrealized_conversion_cast"(%m) : (memref<2xf32>) -> memref<2xf32>
    "func.return"(%same, %before, %first, %nested, %back, %none) : (i64, i64, !llvm.ptr, i64, !llvm.struct<(ptr, i64, array<2 x i64>)>, memref<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
