"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%i: i32):
    %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %c4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %known = "arith.ori"(%c0, %c3) : (i32, i32) -> i32
    %seven = "arith.addi"(%c3, %c4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %twelve = "arith.muli"(%c3, %c4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %again = "arith.subi"(%seven, %c3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %sum = "arith.addi"(%i, %known) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%sum, %seven, %twelve, %again) : (i32, i32, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
