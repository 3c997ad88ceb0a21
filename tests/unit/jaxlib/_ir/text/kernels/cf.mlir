"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f0"}> ({
  ^bb0(%arg0: i1):
    "cf.assert"(%arg0) <{msg = "no"}> : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
