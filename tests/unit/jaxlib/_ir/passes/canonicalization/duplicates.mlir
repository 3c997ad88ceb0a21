"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%i: i32):
    "test.use"(%i) : (i32) -> ()
    %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %same = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %again = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %three = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %shifted = "arith.shli"(%three, %same) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %known = "arith.ori"(%again, %shifted) : (i32, i32) -> i32
    %four = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %seven = "arith.addi"(%three, %four) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %five = "arith.constant"() <{value = 5 : i32}> : () -> i32
    "test.use"(%known, %zero, %five, %seven) : (i32, i32, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
