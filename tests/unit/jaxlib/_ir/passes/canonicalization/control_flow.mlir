"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if true"}> ({
  ^bb0(%i: i32):
    %t = "arith.constant"() <{value = true}> : () -> i1
    "scf.if"(%t) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if false"}> ({
  ^bb0(%i: i32):
    %f = "arith.constant"() <{value = false}> : () -> i1
    "scf.if"(%f) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "if false else"}> ({
  ^bb0(%i: i32):
    %f = "arith.constant"() <{value = false}> : () -> i1
    "scf.if"(%f) ({
    "scf.yield"() : () -> ()
    }, {
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if no else"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if empty else"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if empty then"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "scf.yield"() : () -> ()
    }, {
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if both empty"}> ({
  ^bb0(%b: i1):
    "scf.if"(%b) ({
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if values"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %r = "scf.if"(%b) ({
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if same values"}> ({
  ^bb0(%i: i32, %b: i1):
    %r = "scf.if"(%b) ({
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%i) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if values used"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %r = "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if values used same"}> ({
  ^bb0(%i: i32, %b: i1):
    %r = "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%i) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if unused result"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %q = "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if two results one unused"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %q:2 = "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%i, %j) : (i32, i32) -> ()
    }, {
    "scf.yield"(%j, %i) : (i32, i32) -> ()
    }) : (i1) -> (i32, i32)
    %r = "arith.addi"(%q#1, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if not cond"}> ({
  ^bb0(%i: i32, %b: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %n1 = "arith.xori"(%b, %t) : (i1, i1) -> i1
    "scf.if"(%n1) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.other"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if cond inside"}> ({
  ^bb0(%b: i1):
    %r = "scf.if"(%b) ({
    %x1 = "arith.extui"(%b) : (i1) -> i32
    "scf.yield"(%x1) : (i32) -> ()
    }, {
    %x2 = "arith.extui"(%b) : (i1) -> i32
    "scf.yield"(%x2) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if nested same"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i1) -> i32, sym_name = "if nested and"}> ({
  ^bb0(%i: i32, %b: i1, %d: i1):
    "scf.if"(%b) ({
    "scf.if"(%d) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive same"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.if"(%b) ({
    "test.other"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i1, sym_name = "if bools"}> ({
  ^bb0(%i: i32, %b: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %f = "arith.constant"() <{value = false}> : () -> i1
    %r = "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%t) : (i1) -> ()
    }, {
    "scf.yield"(%f) : (i1) -> ()
    }) : (i1) -> (i1)
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if select const"}> ({
  ^bb0(%i: i32, %b: i1):
    %c1 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %c2 = "arith.constant"() <{value = 6 : i32}> : () -> i32
    %r = "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%c1) : (i32) -> ()
    }, {
    "scf.yield"(%c2) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "for zero"}> ({
  ^bb0(%i: i32):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%z, %z, %o) ({
    ^bb0(%iv: index):
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "for one"}> ({
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%z, %o, %o) ({
    ^bb0(%iv: index):
    "test.use"(%iv) : (index) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "for one step"}> ({
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 5 : index}> : () -> index
    "scf.for"(%z, %o, %o) ({
    ^bb0(%iv: index):
    "test.use"(%iv) : (index) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "for negative"}> ({
  ^bb0(%i: i32):
    %z = "arith.constant"() <{value = 4 : index}> : () -> index
    %y = "arith.constant"() <{value = 2 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%z, %y, %o) ({
    ^bb0(%iv: index):
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for same bounds"}> ({
  ^bb0(%i: i32, %n: index):
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%n, %n, %o) ({
    ^bb0(%iv: index):
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> i32, sym_name = "for empty"}> ({
  ^bb0(%n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%z, %n, %o) ({
    ^bb0(%iv: index):
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for invariant"}> ({
  ^bb0(%i: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %r = "scf.for"(%z, %n, %o, %i) ({
    ^bb0(%iv: index, %acc: i32):
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%acc) : (i32) -> ()
    }) : (index, index, index, i32) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for unused iter"}> ({
  ^bb0(%i: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q = "scf.for"(%z, %n, %o, %i) ({
    ^bb0(%iv: index, %acc: i32):
    %s1 = "arith.addi"(%acc, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1) : (i32) -> ()
    }) : (index, index, index, i32) -> (i32)
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "for sum"}> ({
  ^bb0(%i: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %r = "scf.for"(%z, %n, %o, %i) ({
    ^bb0(%iv: index, %acc: i32):
    %s1 = "arith.addi"(%acc, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "scf.yield"(%s1) : (i32) -> ()
    }) : (index, index, index, i32) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for yields outside"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %r = "scf.for"(%z, %n, %o, %i) ({
    ^bb0(%iv: index, %acc: i32):
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%j) : (i32) -> ()
    }) : (index, index, index, i32) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q:2 = "scf.for"(%z, %n, %o, %i, %i) ({
    ^bb0(%iv: index, %acc: i32, %bcc: i32):
    %s1 = "arith.addi"(%acc, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1, %s1) : (i32, i32) -> ()
    }) : (index, index, index, i32, i32) -> (i32, i32)
    %r = "arith.addi"(%q#0, %q#1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "for const trip one iter"}> ({
  ^bb0(%i: i32, %j: i32):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %r = "scf.for"(%z, %o, %o, %j) ({
    ^bb0(%iv: index, %acc: i32):
    %s1 = "arith.addi"(%acc, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "scf.yield"(%s1) : (i32) -> ()
    }) : (index, index, index, i32) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "switch const"}> ({
    %k = "arith.constant"() <{value = 2 : index}> : () -> index
    "scf.index_switch"(%k) <{cases = array<i64: 1, 2>}> ({
    "test.d"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.a"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "switch default"}> ({
    %k = "arith.constant"() <{value = 7 : index}> : () -> index
    "scf.index_switch"(%k) <{cases = array<i64: 1, 2>}> ({
    "test.d"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.a"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch unused"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %q = "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    "test.d"() : () -> ()
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "test.a"() : () -> ()
    "scf.yield"(%j) : (i32) -> ()
    }) : (index) -> (i32)
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "switch same"}> ({
  ^bb0(%i: i32, %n: index):
    %r = "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%i) : (i32) -> ()
    }) : (index) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "while once"}> ({
  ^bb0(%i: i32):
    %r = "scf.while"(%i) ({
    ^bb0(%a1: i32):
    %f1 = "arith.constant"() <{value = false}> : () -> i1
    "scf.condition"(%f1, %a1) : (i1, i32) -> ()
    }, {
    ^bb0(%a2: i32):
    "scf.yield"(%a2) : (i32) -> ()
    }) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "while unused"}> ({
  ^bb0(%i: i32, %j: i32):
    %q:2 = "scf.while"(%i, %j) ({
    ^bb0(%a1: i32, %a3: i32):
    %c1 = "test.cond"(%a1) : (i32) -> i1
    "scf.condition"(%c1, %a1, %a3) : (i1, i32, i32) -> ()
    }, {
    ^bb0(%a2: i32, %a4: i32):
    "scf.yield"(%a2, %a4) : (i32, i32) -> ()
    }) : (i32, i32) -> (i32, i32)
    %r = "arith.addi"(%q#0, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "dim static"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 1 : index}> : () -> index
    %r = "memref.dim"(%m, %k) : (memref<8x16xf32>, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index, memref<8x16xf32>) -> index, sym_name = "dim of subview"}> ({
  ^bb0(%n: index, %m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    %s1 = "memref.subview"(%m, %n) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: -9223372036854775808, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>, index) -> memref<?x16xf32, strided<[16, 1]>>
    %r = "memref.dim"(%s1, %k) : (memref<?x16xf32, strided<[16, 1]>>, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> f32, sym_name = "load of subview"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    %s1 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %r = "memref.load"(%s1, %k, %k) : (memref<2x16xf32, strided<[16, 1], offset: 32>>, index, index) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "cast cast"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.cast"(%m) : (memref<8x16xf32>) -> memref<?x16xf32>
    %r = "memref.cast"(%s1) : (memref<?x16xf32>) -> memref<8x16xf32>
    "func.return"(%r) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: ?>>, sym_name = "subview dynamic const"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 2 : index}> : () -> index
    %r = "memref.subview"(%m, %k) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>, index) -> memref<2x16xf32, strided<[16, 1], offset: ?>>
    "func.return"(%r) : (memref<2x16xf32, strided<[16, 1], offset: ?>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>, sym_name = "subview whole"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %r = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 8, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>
    "func.return"(%r) : (memref<8x16xf32, strided<[16, 1]>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<1x16xf32, strided<[16, 1], offset: 48>>, sym_name = "subview of subview"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %r = "memref.subview"(%s1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 16>, static_strides = array<i64: 1, 1>}> : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> memref<1x16xf32, strided<[16, 1], offset: 48>>
    "func.return"(%r) : (memref<1x16xf32, strided<[16, 1], offset: 48>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "collapse expand"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<8x16xf32>) -> memref<128xf32>
    %r = "memref.expand_shape"(%s1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 8, 16>}> : (memref<128xf32>) -> memref<8x16xf32>
    "func.return"(%r) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<128xf32>) -> memref<128xf32>, sym_name = "expand collapse"}> ({
  ^bb0(%l: memref<128xf32>):
    %s1 = "memref.expand_shape"(%l) <{reassociation = [[0, 1]], static_output_shape = array<i64: 8, 16>}> : (memref<128xf32>) -> memref<8x16xf32>
    %r = "memref.collapse_shape"(%s1) <{reassociation = [[0, 1]]}> : (memref<8x16xf32>) -> memref<128xf32>
    "func.return"(%r) : (memref<128xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "transpose id"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %r = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<8x16xf32>) -> memref<8x16xf32>
    "func.return"(%r) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>, sym_name = "transpose twice"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<8x16xf32>) -> memref<16x8xf32, strided<[1, 16]>>
    %r = "memref.transpose"(%s1) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<16x8xf32, strided<[1, 16]>>) -> memref<8x16xf32, strided<[16, 1]>>
    "func.return"(%r) : (memref<8x16xf32, strided<[16, 1]>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "alloca unused"}> ({
    %s1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8x16xf32>
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i32, sym_name = "alloca stored"}> ({
  ^bb0(%x: f32):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    %s1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8x16xf32>
    "memref.store"(%x, %s1, %k, %k) : (f32, memref<8x16xf32>, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> i32, sym_name = "load unused"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    %q = "memref.load"(%m, %k, %k) : (memref<8x16xf32>, index, index) -> f32
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> f32, sym_name = "load twice"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    %q = "memref.load"(%m, %k, %k) : (memref<8x16xf32>, index, index) -> f32
    %q2 = "memref.load"(%m, %k, %k) : (memref<8x16xf32>, index, index) -> f32
    %r = "arith.addf"(%q, %q2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, memref<8x16xf32>) -> f32, sym_name = "store load"}> ({
  ^bb0(%x: f32, %m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    "memref.store"(%x, %m, %k, %k) : (f32, memref<8x16xf32>, index, index) -> ()
    %r = "memref.load"(%m, %k, %k) : (memref<8x16xf32>, index, index) -> f32
    "func.return"(%r) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "ptr as index"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<2x16xf32, strided<[16, 1], offset: 32>>
    %r = "memref.extract_aligned_pointer_as_index"(%s1) : (memref<2x16xf32, strided<[16, 1], offset: 32>>) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "metadata"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %q:6 = "memref.extract_strided_metadata"(%m) : (memref<8x16xf32>) -> (memref<f32>, index, index, index, index, index)
    %r = "arith.addi"(%q#2, %q#4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> memref<8x16xf32>, sym_name = "space cast"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.memory_space_cast"(%m) : (memref<8x16xf32>) -> memref<8x16xf32, 3>
    %r = "memref.memory_space_cast"(%s1) : (memref<8x16xf32, 3>) -> memref<8x16xf32>
    "func.return"(%r) : (memref<8x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm or"}> ({
  ^bb0(%i: i32):
    %k = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %r = "llvm.or"(%i, %k) : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm bitcast"}> ({
  ^bb0(%i: i32):
    %s1 = "llvm.bitcast"(%i) : (i32) -> f32
    %r = "llvm.bitcast"(%s1) : (f32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "llvm bitcast same"}> ({
  ^bb0(%i: i32):
    %r = "llvm.bitcast"(%i) : (i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm ptrtoint"}> ({
  ^bb0(%p: !llvm.ptr):
    %s1 = "llvm.ptrtoint"(%p) : (!llvm.ptr) -> i64
    %r = "llvm.inttoptr"(%s1) : (i64) -> !llvm.ptr
    "func.return"(%r) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm addrspace"}> ({
  ^bb0(%p: !llvm.ptr):
    %s1 = "llvm.addrspacecast"(%p) : (!llvm.ptr) -> !llvm.ptr<3>
    %r = "llvm.addrspacecast"(%s1) : (!llvm.ptr<3>) -> !llvm.ptr
    "func.return"(%r) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr) -> !llvm.ptr, sym_name = "llvm addrspace same"}> ({
  ^bb0(%p: !llvm.ptr):
    %r = "llvm.addrspacecast"(%p) : (!llvm.ptr) -> !llvm.ptr
    "func.return"(%r) : (!llvm.ptr) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "llvm icmp same"}> ({
  ^bb0(%i: i32):
    %r = "llvm.icmp"(%i, %i) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%r) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "llvm select"}> ({
  ^bb0(%i: i32, %b: i1):
    %r = "llvm.select"(%b, %i, %i) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "cast ucc"}> ({
  ^bb0(%i: i32):
    %s1 = "builtin.unrealized_conversion_cast"(%i) : (i32) -> f32
    %r = "builtin.unrealized_conversion_cast"(%s1) : (f32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "assume"}> ({
    %c1 = "arith.constant"() <{value = true}> : () -> i1
    "cf.assert"(%c1) <{msg = "x"}> : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "assert"}> ({
  ^bb0(%b: i1):
    "cf.assert"(%b) <{msg = "x"}> : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if one inside"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %r = "scf.if"(%b) ({
    %s1 = "arith.addi"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "scf.yield"(%s1) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "if mixed"}> ({
  ^bb0(%i: i32, %j: i32, %b: i1):
    %q:2 = "scf.if"(%b) ({
    %s1 = "arith.addi"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "scf.yield"(%s1, %i) : (i32, i32) -> ()
    }, {
    "scf.yield"(%j, %j) : (i32, i32) -> ()
    }) : (i1) -> (i32, i32)
    %r = "arith.addi"(%q#0, %q#1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if consecutive values"}> ({
  ^bb0(%b: i1):
    %q = "scf.if"(%b) ({
    %s1 = "test.a"() : () -> i32
    "scf.yield"(%s1) : (i32) -> ()
    }, {
    %s2 = "test.b"() : () -> i32
    "scf.yield"(%s2) : (i32) -> ()
    }) : (i1) -> (i32)
    %r = "scf.if"(%b) ({
    %s3 = "test.c"(%q) : (i32) -> i32
    "scf.yield"(%s3) : (i32) -> ()
    }, {
    %s4 = "test.d"(%q) : (i32) -> i32
    "scf.yield"(%s4) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive else"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.if"(%b) ({
    "scf.yield"() : () -> ()
    }, {
    "test.other"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "if consecutive both else"}> ({
  ^bb0(%i: i32, %b: i1):
    "scf.if"(%b) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.p"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.if"(%b) ({
    "test.q"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.other"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if three"}> ({
  ^bb0(%b: i1):
    "scf.if"(%b) ({
    "test.a"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.if"(%b) ({
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.if"(%b) ({
    "test.c"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i32, sym_name = "if consecutive other"}> ({
  ^bb0(%b: i1, %d: i1):
    "scf.if"(%b) ({
    "test.a"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.if"(%d) ({
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if consecutive not"}> ({
  ^bb0(%b: i1):
    "scf.if"(%b) ({
    "test.a"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %t = "arith.constant"() <{value = true}> : () -> i1
    %n1 = "arith.xori"(%b, %t) : (i1, i1) -> i1
    "scf.if"(%n1) ({
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.c"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i1) -> i32, sym_name = "if nested values"}> ({
  ^bb0(%j: i32, %b: i1, %d: i1):
    %r = "scf.if"(%b) ({
    %s1 = "scf.if"(%d) ({
    %s3 = "test.c"() : () -> i32
    "scf.yield"(%s3) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    "scf.yield"(%s1) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index) -> i32, sym_name = "if nested in for"}> ({
  ^bb0(%b: i1, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%z, %n, %o) ({
    ^bb0(%iv: index):
    "scf.if"(%b) ({
    "test.use"(%iv) : (index) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if not no else"}> ({
  ^bb0(%b: i1):
    %t = "arith.constant"() <{value = true}> : () -> i1
    %n1 = "arith.xori"(%b, %t) : (i1, i1) -> i1
    "scf.if"(%n1) ({
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "if empty then else"}> ({
  ^bb0(%b: i1):
    "scf.if"(%b) ({
    "scf.yield"() : () -> ()
    }, {
    "test.b"() : () -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index) -> i32, sym_name = "if cond in nested region"}> ({
  ^bb0(%b: i1, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.if"(%b) ({
    "scf.for"(%z, %n, %o) ({
    ^bb0(%iv: index):
    "test.use"(%b) : (i1) -> ()
    "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "scf.yield"() : () -> ()
    }, {
    "test.use"(%b) : (i1) -> ()
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i32, sym_name = "if and cond"}> ({
  ^bb0(%b: i1, %d: i1):
    %n1 = "arith.andi"(%b, %d) : (i1, i1) -> i1
    "scf.if"(%n1) ({
    "test.use"(%b) : (i1) -> ()
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "if cmp"}> ({
  ^bb0(%i: i32, %j: i32):
    %n1 = "arith.cmpi"(%i, %j) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %r = "scf.if"(%n1) ({
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (i1) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch two results"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %q:2 = "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    "test.d"() : () -> ()
    "scf.yield"(%i, %j) : (i32, i32) -> ()
    }, {
    "test.a"() : () -> ()
    "scf.yield"(%j, %j) : (i32, i32) -> ()
    }) : (index) -> (i32, i32)
    %r = "arith.addi"(%q#1, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "switch values"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %r = "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    "scf.yield"(%i) : (i32) -> ()
    }, {
    "scf.yield"(%j) : (i32) -> ()
    }) : (index) -> (i32)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> i32, sym_name = "switch empty"}> ({
  ^bb0(%n: index):
    "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    "scf.yield"() : () -> ()
    }, {
    "scf.yield"() : () -> ()
    }) : (index) -> ()
    %r = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for three same"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q:3 = "scf.for"(%z, %n, %o, %i, %j, %i) ({
    ^bb0(%iv: index, %acc: i32, %bcc: i32, %ccc: i32):
    %s1 = "arith.addi"(%acc, %ccc) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1, %j, %s1) : (i32, i32, i32) -> ()
    }) : (index, index, index, i32, i32, i32) -> (i32, i32, i32)
    %s2 = "arith.addi"(%q#0, %q#2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %r = "arith.addi"(%s2, %q#1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "dim of cast"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %k = "arith.constant"() <{value = 0 : index}> : () -> index
    %s1 = "memref.cast"(%m) : (memref<8x16xf32>) -> memref<?x16xf32>
    %r = "memref.dim"(%s1, %k) : (memref<?x16xf32>, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x16xf32>) -> index, sym_name = "metadata dynamic"}> ({
  ^bb0(%m: memref<8x16xf32>):
    %s1 = "memref.cast"(%m) : (memref<8x16xf32>) -> memref<8x16xf32, strided<[?, ?], offset: ?>>
    %q:6 = "memref.extract_strided_metadata"(%s1) : (memref<8x16xf32, strided<[?, ?], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
    %r = "arith.addi"(%q#2, %q#4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%r) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first acc 0"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q:2 = "scf.for"(%z, %n, %o, %i, %i) ({
    ^bb0(%iv: index, %acc: i32, %bcc: i32):
    %s1 = "arith.addi"(%acc, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1, %s1) : (i32, i32) -> ()
    }) : (index, index, index, i32, i32) -> (i32, i32)
    %r = "arith.addi"(%q#0, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first bcc 0"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q:2 = "scf.for"(%z, %n, %o, %i, %i) ({
    ^bb0(%iv: index, %acc: i32, %bcc: i32):
    %s1 = "arith.addi"(%bcc, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1, %s1) : (i32, i32) -> ()
    }) : (index, index, index, i32, i32) -> (i32, i32)
    %r = "arith.addi"(%q#0, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first acc 1"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q:2 = "scf.for"(%z, %n, %o, %i, %i) ({
    ^bb0(%iv: index, %acc: i32, %bcc: i32):
    %s1 = "arith.addi"(%acc, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1, %s1) : (i32, i32) -> ()
    }) : (index, index, index, i32, i32) -> (i32, i32)
    %r = "arith.addi"(%q#1, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, index) -> i32, sym_name = "for same iters first bcc 1"}> ({
  ^bb0(%i: i32, %j: i32, %n: index):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %o = "arith.constant"() <{value = 1 : index}> : () -> index
    %q:2 = "scf.for"(%z, %n, %o, %i, %i) ({
    ^bb0(%iv: index, %acc: i32, %bcc: i32):
    %s1 = "arith.addi"(%bcc, %j) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "test.use"(%i) : (i32) -> ()
    "scf.yield"(%s1, %s1) : (i32, i32) -> ()
    }) : (index, index, index, i32, i32) -> (i32, i32)
    %r = "arith.addi"(%q#1, %i) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
