"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f0"}> ({
  ^bb0(%arg16: i32):
    "nvvm.bar.warp.sync"(%arg16) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f1"}> ({
    "nvvm.cp.async.bulk.commit.group"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr<3>, i32, i32, i1) -> (), sym_name = "f2"}> ({
  ^bb0(%arg11: !llvm.ptr, %arg12: !llvm.ptr<3>, %arg13: i32, %arg14: i32, %arg15: i1):
    "nvvm.cp.async.bulk.tensor.global.shared.cta"(%arg11, %arg12, %arg13, %arg14, %arg15) <{mode = #nvvm.tma_store_mode<tile>, operandSegmentSizes = array<i32: 1, 1, 2, 0, 1>}> : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f3"}> ({
    "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f4"}> ({
    "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f5"}> ({
    %2 = "nvvm.elect.sync"() : () -> i1
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f6"}> ({
    "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr<3>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg10: !llvm.ptr<3>):
    %1 = "nvvm.ldmatrix"(%arg10) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr<3>, i32) -> (), sym_name = "f8"}> ({
  ^bb0(%arg8: !llvm.ptr<3>, %arg9: i32):
    %0 = "nvvm.mbarrier.arrive.nocomplete"(%arg8, %arg9) : (!llvm.ptr<3>, i32) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr<3>, i32, i32) -> (), sym_name = "f9"}> ({
  ^bb0(%arg5: !llvm.ptr<3>, %arg6: i32, %arg7: i32):
    "nvvm.mbarrier.try_wait.parity"(%arg5, %arg6, %arg7) : (!llvm.ptr<3>, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!llvm.ptr<3>, i32, i32, i32, i32) -> (), sym_name = "f10"}> ({
  ^bb0(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32):
    "nvvm.stmatrix"(%arg0, %arg1, %arg2, %arg3, %arg4) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f11"}> ({
    "nvvm.wgmma.fence.aligned"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
