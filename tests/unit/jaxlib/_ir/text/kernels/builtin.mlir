"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f0"}> ({
    %1 = "builtin.unrealized_conversion_cast"() : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> (), sym_name = "f1"}> ({
  ^bb0(%arg0: !llvm.ptr):
    %0 = "builtin.unrealized_conversion_cast"(%arg0) : (!llvm.ptr) -> !gpu.async.token
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
