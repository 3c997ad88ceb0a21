"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.addi"(%i, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "addi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.addi"(%k, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of subi"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of subi left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%l, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of muli"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of muli left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%l, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "addi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.addi"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "addi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.addi"(%n, %k) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.subi"(%i, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "subi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.subi"(%k, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of addi"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of addi left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%l, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of muli"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of muli left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%l, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "subi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.subi"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "subi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.subi"(%n, %k) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.muli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli same"}> ({
  ^bb0(%i: i32):
    %r = "arith.muli"(%i, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "muli kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.muli"(%k, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.muli"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of addi"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.addi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.muli"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of addi left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.addi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.muli"(%l, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of subi"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.subi"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.muli"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of subi left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.subi"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.muli"(%l, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "muli vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.muli"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "muli index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.muli"(%n, %k) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.divsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "divsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.divsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.divsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.divsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "divsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.divsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "divsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.divsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.divui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.divui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.divui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.divui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.divui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.divui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.divui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.divui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.divui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.divui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.divui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.divui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui same"}> ({
  ^bb0(%i: i32):
    %r = "arith.divui"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "divui kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.divui"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.divui"(%i, %k) : (i32, i32) -> i32
    %r = "arith.divui"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "divui vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.divui"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "divui index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.divui"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.remsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "remsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.remsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.remsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.remsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "remsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.remsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "remsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.remsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.remui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.remui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.remui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.remui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.remui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.remui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.remui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.remui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.remui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.remui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.remui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.remui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui same"}> ({
  ^bb0(%i: i32):
    %r = "arith.remui"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "remui kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.remui"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.remui"(%i, %k) : (i32, i32) -> i32
    %r = "arith.remui"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "remui vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.remui"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "remui index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.remui"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.andi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.andi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.andi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.andi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.andi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.andi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.andi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.andi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.andi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.andi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.andi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.andi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.andi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "andi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.andi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.andi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.andi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "andi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.andi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "andi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.andi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.ori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.ori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.ori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.ori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.ori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.ori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.ori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.ori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.ori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.ori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.ori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.ori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori same"}> ({
  ^bb0(%i: i32):
    %r = "arith.ori"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "ori kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.ori"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.ori"(%i, %k) : (i32, i32) -> i32
    %r = "arith.ori"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ori vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.ori"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "ori index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.ori"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.xori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.xori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.xori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.xori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.xori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.xori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.xori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.xori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.xori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.xori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.xori"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.xori"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori same"}> ({
  ^bb0(%i: i32):
    %r = "arith.xori"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "xori kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.xori"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.xori"(%i, %k) : (i32, i32) -> i32
    %r = "arith.xori"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "xori vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.xori"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "xori index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.xori"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.shli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.shli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.shli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.shli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.shli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.shli"(%k, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli same"}> ({
  ^bb0(%i: i32):
    %r = "arith.shli"(%i, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "shli kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.shli"(%k, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.shli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.shli"(%a, %l) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shli vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.shli"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "shli index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.shli"(%n, %k) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.shrsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "shrsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.shrsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.shrsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shrsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.shrsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "shrsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.shrsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui same"}> ({
  ^bb0(%i: i32):
    %r = "arith.shrui"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "shrui kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.shrui"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.shrui"(%i, %k) : (i32, i32) -> i32
    %r = "arith.shrui"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shrui vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.shrui"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "shrui index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.shrui"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.maxsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "maxsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.maxsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.maxsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "maxsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.maxsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "maxsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.maxsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui same"}> ({
  ^bb0(%i: i32):
    %r = "arith.maxui"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "maxui kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.maxui"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    %r = "arith.maxui"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "maxui vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.maxui"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "maxui index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.maxui"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.minsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "minsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.minsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.minsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "minsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.minsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "minsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.minsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.minui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.minui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.minui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.minui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.minui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.minui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui same"}> ({
  ^bb0(%i: i32):
    %r = "arith.minui"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "minui kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.minui"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.minui"(%i, %k) : (i32, i32) -> i32
    %r = "arith.minui"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "minui vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.minui"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "minui index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.minui"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.ceildivsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "ceildivsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.ceildivsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.ceildivsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.ceildivsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ceildivsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.ceildivsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "ceildivsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.ceildivsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui same"}> ({
  ^bb0(%i: i32):
    %r = "arith.ceildivui"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "ceildivui kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.ceildivui"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.ceildivui"(%i, %k) : (i32, i32) -> i32
    %r = "arith.ceildivui"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ceildivui vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.ceildivui"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "ceildivui index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.ceildivui"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l0"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l-1"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l31"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l32"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi same"}> ({
  ^bb0(%i: i32):
    %r = "arith.floordivsi"(%i, %i) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "floordivsi kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.floordivsi"(%k, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi chain"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.floordivsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.floordivsi"(%a, %l) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "floordivsi vec0"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.floordivsi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "floordivsi index"}> ({
  ^bb0(%n: index):
    %k = "arith.constant"() <{value = 8 : index}> : () -> index
    %r = "arith.floordivsi"(%n, %k) : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "sub add"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.addi"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%a, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "sub add2"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.addi"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.subi"(%a, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "add sub"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.subi"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%a, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "xor xor"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.xori"(%i, %j) : (i32, i32) -> i32
    %r = "arith.xori"(%a, %j) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "and and"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.andi"(%i, %j) : (i32, i32) -> i32
    %r = "arith.andi"(%a, %j) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "mul -1 sub"}> ({
  ^bb0(%i: i32, %j: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%j, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "rem of mul"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.remui"(%a, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "div of mul"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.divsi"(%a, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi eq same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi eq kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi eq left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi eq extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi eq extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi eq bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 0 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi eq max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ne same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ne kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ne left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ne extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ne extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ne bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 1 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ne max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi slt same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi slt kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi slt left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi slt extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi slt extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi slt bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 2 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi slt max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sle same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi sle kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sle left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi sle extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sle extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sle bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 3 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sle max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sgt same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi sgt kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sgt left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi sgt extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sgt extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sgt bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 4 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sgt max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sge same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi sge kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sge left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi sge extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sge extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sge bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 5 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sge max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ult same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ult kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ult left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ult extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ult extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ult bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 6 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ult max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ule same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ule kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ule left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ule extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ule extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ule bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 7 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ule max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ugt same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ugt kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ugt left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ugt extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ugt extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ugt bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 8 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ugt max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi uge same"}> ({
  ^bb0(%i: i32):
    %r = "arith.cmpi"(%i, %i) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi uge kk"}> ({
    %k = "arith.constant"() <{value = -7 : i32}> : () -> i32
    %l = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %l) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi uge left"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.cmpi"(%k, %i) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi uge extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %e = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.cmpi"(%a, %e) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi uge extui1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi uge bool"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.cmpi"(%b, %k) <{predicate = 9 : i64}> : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi uge max"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.cmpi"(%i, %k) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 2"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 2"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 2"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 3"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 3"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 3"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 4"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 4 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 4"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 4 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 4"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 4 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 5"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 5 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 5"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 5 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 5"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 5 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 6"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 6 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 6"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 6 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 6"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 6 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 7"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 7 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 7"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 7 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 7"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 7 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 8"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 8 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 8"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 8 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 8"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 8 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 9"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 9 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 9"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 9 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %j, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 9"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %a = "arith.cmpi"(%i, %k) <{predicate = 9 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 1"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.cmpf"(%x, %y) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    %r = "arith.select"(%a, %x, %y) : (i1, f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 2"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.cmpf"(%x, %y) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %r = "arith.select"(%a, %x, %y) : (i1, f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 4"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.cmpf"(%x, %y) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %r = "arith.select"(%a, %x, %y) : (i1, f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 5"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.cmpf"(%x, %y) <{fastmath = #arith.fastmath<none>, predicate = 5 : i64}> : (f32, f32) -> i1
    %r = "arith.select"(%a, %x, %y) : (i1, f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 9"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.cmpf"(%x, %y) <{fastmath = #arith.fastmath<none>, predicate = 9 : i64}> : (f32, f32) -> i1
    %r = "arith.select"(%a, %x, %y) : (i1, f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi ext2147483647"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi ext-2147483648"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %r = "arith.maxsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi ext2147483647"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi ext-2147483648"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %r = "arith.minsi"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui ext2147483647"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui ext-2147483648"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %r = "arith.maxui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui ext2147483647"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui ext-2147483648"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %r = "arith.minui"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "andi of andi shared"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.andi"(%i, %j) : (i32, i32) -> i32
    %r = "arith.andi"(%i, %a) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "andi chain vec"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %a = "arith.andi"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "arith.andi"(%a, %m) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "ori of ori shared"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.ori"(%i, %j) : (i32, i32) -> i32
    %r = "arith.ori"(%i, %a) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ori chain vec"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %a = "arith.ori"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "arith.ori"(%a, %m) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "xori of xori shared"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.xori"(%i, %j) : (i32, i32) -> i32
    %r = "arith.xori"(%i, %a) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "xori chain vec"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %a = "arith.xori"(%v, %k) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "arith.xori"(%a, %m) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "addi chain vec"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %a = "arith.addi"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "arith.addi"(%a, %m) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "addi nonsplat"}> ({
    %k = "arith.constant"() <{value = dense<[5,6,7,8]> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.addi"(%k, %m) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "subi chain vec"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %a = "arith.subi"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "arith.subi"(%a, %m) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "subi nonsplat"}> ({
    %k = "arith.constant"() <{value = dense<[5,6,7,8]> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.subi"(%k, %m) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "muli chain vec"}> ({
  ^bb0(%v: vector<4xi32>):
    %k = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %a = "arith.muli"(%v, %k) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %r = "arith.muli"(%a, %m) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "muli nonsplat"}> ({
    %k = "arith.constant"() <{value = dense<[5,6,7,8]> : vector<4xi32>}> : () -> vector<4xi32>
    %m = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %r = "arith.muli"(%k, %m) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%r) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "mul -1 add left"}> ({
  ^bb0(%i: i32, %j: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %a = "arith.muli"(%i, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%a, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i1, sym_name = "cmpi of sub"}> ({
  ^bb0(%i: i32, %j: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %a = "arith.subi"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.cmpi"(%a, %k) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i1, sym_name = "xor cmp"}> ({
  ^bb0(%i: i32, %j: i32):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %a = "arith.cmpi"(%i, %j) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %r = "arith.xori"(%a, %t) : (i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "or and absorb"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.andi"(%i, %j) : (i32, i32) -> i32
    %r = "arith.ori"(%i, %a) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "and not"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %a = "arith.xori"(%i, %k) : (i32, i32) -> i32
    %r = "arith.andi"(%i, %a) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "or not"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %a = "arith.xori"(%i, %k) : (i32, i32) -> i32
    %r = "arith.ori"(%i, %a) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "ext of cmp"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %r = "arith.extui"(%a) : (i1) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "trunc of ext of i1"}> ({
  ^bb0(%b: i1):
    %a = "arith.extui"(%b) : (i1) -> i32
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shl shr"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %a = "arith.shrsi"(%i, %k) : (i32, i32) -> i32
    %r = "arith.shli"(%a, %k) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> i32, sym_name = "trunc of shr"}> ({
  ^bb0(%big: i64):
    %k = "arith.constant"() <{value = 32 : i64}> : () -> i64
    %a = "arith.shrui"(%big, %k) : (i64, i64) -> i64
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "trunc of mul ext"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.extsi"(%i) : (i32) -> i64
    %e = "arith.extsi"(%j) : (i32) -> i64
    %m = "arith.muli"(%a, %e) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %r = "arith.trunci"(%m) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "select same"}> ({
  ^bb0(%i: i32, %b: i1):
    %r = "arith.select"(%b, %i, %i) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "select true"}> ({
  ^bb0(%i: i32, %j: i32):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %r = "arith.select"(%t, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "select bool"}> ({
  ^bb0(%b: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %f = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.select"(%b, %t, %f) : (i1, i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "select boolnot"}> ({
  ^bb0(%b: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %f = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.select"(%b, %f, %t) : (i1, i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "select not"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %a = "arith.xori"(%b, %t) : (i1, i1) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "select eq"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "select ne"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 1 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "select 1 0"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %z = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.select"(%b, %k, %z) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "select 0 1"}> ({
  ^bb0(%b: i1):
    %k = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %z = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r = "arith.select"(%b, %z, %k) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "select nested"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %a = "arith.select"(%b, %i, %j) : (i1, i32, i32) -> i32
    %r = "arith.select"(%b, %a, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "select nested2"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %a = "arith.select"(%b, %i, %j) : (i1, i32, i32) -> i32
    %r = "arith.select"(%b, %i, %a) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i1, sym_name = "select i1 true"}> ({
  ^bb0(%b: i1, %d: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %r = "arith.select"(%b, %t, %d) : (i1, i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i1, sym_name = "select i1 false"}> ({
  ^bb0(%b: i1, %d: i1):
    %t = "arith.constant"() <{value = false}> : () -> i1
    %r = "arith.select"(%b, %d, %t) : (i1, i1, i1) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "max cmp"}> ({
  ^bb0(%i: i32, %j: i32):
    %a = "arith.cmpi"(%i, %j) <{predicate = 4 : i64}> : (i32, i32) -> i1
    %r = "arith.select"(%a, %i, %j) : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "extsi k"}> ({
    %k = "arith.constant"() <{value = -3 : i32}> : () -> i32
    %r = "arith.extsi"(%k) : (i32) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extsi of extsi"}> ({
  ^bb0(%h: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %r = "arith.extsi"(%a) : (i32) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extui of extsi"}> ({
  ^bb0(%h: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %r = "arith.extui"(%a) : (i32) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "trunc of extsi"}> ({
  ^bb0(%i: i32):
    %a = "arith.extsi"(%i) : (i32) -> i64
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i16, sym_name = "trunc16 of extsi"}> ({
  ^bb0(%i: i32):
    %a = "arith.extsi"(%i) : (i32) -> i64
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i16
    "func.return"(%r) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "extsi of trunc"}> ({
  ^bb0(%i: i32):
    %a = "arith.trunci"(%i) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    %r = "arith.extsi"(%a) : (i16) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "andi of extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %q = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.andi"(%a, %q) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "ori of extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %q = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.ori"(%a, %q) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "xori of extsi"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %q = "arith.extsi"(%g) : (i16) -> i32
    %r = "arith.xori"(%a, %q) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_cast of extsi"}> ({
  ^bb0(%h: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %r = "arith.index_cast"(%a) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_castui of extsi"}> ({
  ^bb0(%h: i16):
    %a = "arith.extsi"(%h) : (i16) -> i32
    %r = "arith.index_castui"(%a) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "extui k"}> ({
    %k = "arith.constant"() <{value = -3 : i32}> : () -> i32
    %r = "arith.extui"(%k) : (i32) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extsi of extui"}> ({
  ^bb0(%h: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %r = "arith.extsi"(%a) : (i32) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extui of extui"}> ({
  ^bb0(%h: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %r = "arith.extui"(%a) : (i32) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "trunc of extui"}> ({
  ^bb0(%i: i32):
    %a = "arith.extui"(%i) : (i32) -> i64
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i16, sym_name = "trunc16 of extui"}> ({
  ^bb0(%i: i32):
    %a = "arith.extui"(%i) : (i32) -> i64
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i16
    "func.return"(%r) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "extui of trunc"}> ({
  ^bb0(%i: i32):
    %a = "arith.trunci"(%i) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    %r = "arith.extui"(%a) : (i16) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "andi of extui"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %q = "arith.extui"(%g) : (i16) -> i32
    %r = "arith.andi"(%a, %q) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "ori of extui"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %q = "arith.extui"(%g) : (i16) -> i32
    %r = "arith.ori"(%a, %q) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "xori of extui"}> ({
  ^bb0(%h: i16, %g: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %q = "arith.extui"(%g) : (i16) -> i32
    %r = "arith.xori"(%a, %q) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_cast of extui"}> ({
  ^bb0(%h: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %r = "arith.index_cast"(%a) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_castui of extui"}> ({
  ^bb0(%h: i16):
    %a = "arith.extui"(%h) : (i16) -> i32
    %r = "arith.index_castui"(%a) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> i16, sym_name = "trunc trunc"}> ({
  ^bb0(%big: i64):
    %a = "arith.trunci"(%big) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    %r = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    "func.return"(%r) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i16, sym_name = "trunc k"}> ({
    %k = "arith.constant"() <{value = 70000 : i32}> : () -> i32
    %r = "arith.trunci"(%k) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    "func.return"(%r) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "icast icast"}> ({
  ^bb0(%i: i32):
    %a = "arith.index_cast"(%i) : (i32) -> index
    %r = "arith.index_cast"(%a) : (index) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "icast icast2"}> ({
  ^bb0(%n: index):
    %a = "arith.index_cast"(%n) : (index) -> i32
    %r = "arith.index_cast"(%a) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> index, sym_name = "icast k"}> ({
    %k = "arith.constant"() <{value = -3 : i32}> : () -> i32
    %r = "arith.index_cast"(%k) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> index, sym_name = "icastui k"}> ({
    %k = "arith.constant"() <{value = -3 : i32}> : () -> i32
    %r = "arith.index_castui"(%k) : (i32) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.addf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.addf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.addf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.addf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.addf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.addf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.addf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.addf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.addf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.addf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.addf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "addf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.addf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.subf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.subf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.subf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.subf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.subf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.subf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.subf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.subf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.subf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.subf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.subf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "subf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.subf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.mulf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.mulf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.mulf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.mulf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.mulf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.mulf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.mulf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.mulf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.mulf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.mulf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.mulf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "mulf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.mulf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.divf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.divf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.divf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.divf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.divf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.divf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.divf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.divf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.divf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.divf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.divf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "divf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.divf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.maximumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.maximumf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "maximumf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.maximumf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.minimumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.minimumf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "minimumf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.minimumf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.maxnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.maxnumf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "maxnumf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.maxnumf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.minnumf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.minnumf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "minnumf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.minnumf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.remf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
    %r = "arith.remf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.remf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %r = "arith.remf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.remf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l-0.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.remf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.remf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l-1.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -1.0 : f32}> : () -> f32
    %r = "arith.remf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.remf"(%x, %k) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l2.0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %r = "arith.remf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf same"}> ({
  ^bb0(%x: f32):
    %r = "arith.remf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "remf kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.remf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "negf negf"}> ({
  ^bb0(%x: f32):
    %a = "arith.negf"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %r = "arith.negf"(%a) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "negf k"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %r = "arith.negf"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "mulf negf negf"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.negf"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %d2 = "arith.negf"(%y) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %r = "arith.mulf"(%a, %d2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "divf negf negf"}> ({
  ^bb0(%x: f32, %y: f32):
    %a = "arith.negf"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %d2 = "arith.negf"(%y) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %r = "arith.divf"(%a, %d2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf 0"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = -0.0 : f32}> : () -> f32
    %r = "arith.subf"(%k, %x) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f64, sym_name = "extf k"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %r = "arith.extf"(%k) : (f32) -> f64
    "func.return"(%r) : (f64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f16, sym_name = "truncf k"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %r = "arith.truncf"(%k) : (f32) -> f16
    "func.return"(%r) : (f16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "truncf extf"}> ({
  ^bb0(%x: f32):
    %a = "arith.extf"(%x) : (f32) -> f64
    %r = "arith.truncf"(%a) : (f64) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f16) -> f64, sym_name = "extf extf"}> ({
  ^bb0(%o: f16):
    %a = "arith.extf"(%o) : (f16) -> f32
    %r = "arith.extf"(%a) : (f32) -> f64
    "func.return"(%r) : (f64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "sitofp k"}> ({
    %k = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "arith.sitofp"(%k) : (i32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "uitofp k"}> ({
    %k = "arith.constant"() <{value = -3 : i32}> : () -> i32
    %r = "arith.uitofp"(%k) : (i32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "fptosi k"}> ({
    %k = "arith.constant"() <{value = -2.5 : f32}> : () -> f32
    %r = "arith.fptosi"(%k) : (f32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "fptosi big"}> ({
    %k = "arith.constant"() <{value = 1.0e20 : f32}> : () -> f32
    %r = "arith.fptosi"(%k) : (f32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i32, sym_name = "fptosi of sitofp"}> ({
  ^bb0(%h: i16):
    %a = "arith.sitofp"(%h) : (i16) -> f32
    %r = "arith.fptosi"(%a) : (f32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 0 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 0 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 1 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 1 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 2 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 2 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 6 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 6 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 6 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 6 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 7 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 7 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 7 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 7 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 8 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 8 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 8 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 8 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 13 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 13 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 15 same"}> ({
  ^bb0(%x: f32):
    %r = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 15 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 15 kk"}> ({
    %k = "arith.constant"() <{value = 2.5 : f32}> : () -> f32
    %m = "arith.constant"() <{value = -0.5 : f32}> : () -> f32
    %r = "arith.cmpf"(%k, %m) <{fastmath = #arith.fastmath<none>, predicate = 15 : i64}> : (f32, f32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.exp k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.exp"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.exp2 k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.exp2"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.log k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.log"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.log2 k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.log2"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.sqrt k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.sqrt"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.rsqrt k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.rsqrt"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.sin k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.sin"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.cos k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.cos"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.tanh k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.tanh"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.absf k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.absf"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.ceil k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.ceil"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.floor k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.floor"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.round k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.round"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.roundeven k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.roundeven"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.erf k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.erf"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.log1p k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.log1p"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.expm1 k"}> ({
    %k = "arith.constant"() <{value = 0.5 : f32}> : () -> f32
    %r = "math.expm1"(%k) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.absi k"}> ({
    %k = "arith.constant"() <{value = -12 : i32}> : () -> i32
    %r = "math.absi"(%k) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.ctlz k"}> ({
    %k = "arith.constant"() <{value = -12 : i32}> : () -> i32
    %r = "math.ctlz"(%k) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.cttz k"}> ({
    %k = "arith.constant"() <{value = -12 : i32}> : () -> i32
    %r = "math.cttz"(%k) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.ctpop k"}> ({
    %k = "arith.constant"() <{value = -12 : i32}> : () -> i32
    %r = "math.ctpop"(%k) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.powf k"}> ({
    %k = "arith.constant"() <{value = 2.0 : f32}> : () -> f32
    %m = "arith.constant"() <{value = 3.0 : f32}> : () -> f32
    %r = "math.powf"(%k, %m) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "math.absf absf"}> ({
  ^bb0(%x: f32):
    %a = "math.absf"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %r = "math.absf"(%a) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addui_ext"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r, %s = "arith.addui_extended"(%i, %k) : (i32, i32) -> (i32, i1)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "mulsi_ext"}> ({
  ^bb0(%i: i32):
    %k = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %r, %s = "arith.mulsi_extended"(%i, %k) : (i32, i32) -> (i32, i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
