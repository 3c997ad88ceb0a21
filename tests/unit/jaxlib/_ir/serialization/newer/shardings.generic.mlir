"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=2]>, sym_name = "mesh"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_unr_"}> ({
  ^bb0(%arg13: tensor<16x8xf32>):
    %15 = "sdy.sharding_constraint"(%arg13) <{sharding = #sdy.sharding<@mesh, [{"y"}, {}], unreduced={"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %16 = "stablehlo.add"(%15, %15) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}], unreduced={"x"}>]>} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%16) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_unr_max"}> ({
  ^bb0(%arg12: tensor<16x8xf32>):
    %13 = "sdy.sharding_constraint"(%arg12) <{sharding = #sdy.sharding<@mesh, [{"y"}, {}], unreduced=max{"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %14 = "stablehlo.add"(%13, %13) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}], unreduced=max{"x"}>]>} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%14) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=min{"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_unr_min"}> ({
  ^bb0(%arg11: tensor<16x8xf32>):
    %11 = "sdy.sharding_constraint"(%arg11) <{sharding = #sdy.sharding<@mesh, [{"y"}, {}], unreduced=min{"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %12 = "stablehlo.add"(%11, %11) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}], unreduced=min{"x"}>]>} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%12) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_ar"}> ({
  ^bb0(%arg10: tensor<16x8xf32>):
    %10 = "sdy.all_reduce"(%arg10) <{out_sharding = #sdy.sharding<@mesh, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"x"}>, reduction_op = 0 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%10) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_ar_max"}> ({
  ^bb0(%arg9: tensor<16x8xf32>):
    %9 = "sdy.all_reduce"(%arg9) <{out_sharding = #sdy.sharding<@mesh, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"x"}>, reduction_op = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%9) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_rs"}> ({
  ^bb0(%arg8: tensor<16x8xf32>):
    %8 = "sdy.reduce_scatter"(%arg8) <{out_sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, reduction_op = 0 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%8) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"x"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_rs_max"}> ({
  ^bb0(%arg7: tensor<16x8xf32>):
    %7 = "sdy.reduce_scatter"(%arg7) <{out_sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, reduction_op = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%7) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_a2a"}> ({
  ^bb0(%arg6: tensor<16x8xf32>):
    %6 = "sdy.all_to_all"(%arg6) <{out_sharding = #sdy.sharding<@mesh, [{}, {"x"}]>, params = #sdy<all_to_all_param_list[{"x"}: 0->1]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%6) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_a2a2"}> ({
  ^bb0(%arg5: tensor<16x8xf32>):
    %5 = "sdy.all_to_all"(%arg5) <{out_sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>, params = #sdy<all_to_all_param_list[{"x"}: 1->0]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%5) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_cp"}> ({
  ^bb0(%arg4: tensor<16x8xf32>):
    %4 = "sdy.collective_permute"(%arg4) <{out_sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%4) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_as"}> ({
  ^bb0(%arg3: tensor<16x8xf32>):
    %3 = "sdy.all_slice"(%arg3) <{out_sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"y"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%3) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_agg"}> ({
  ^bb0(%arg2: tensor<16x8xf32>):
    %2 = "sdy.all_gather"(%arg2) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%2) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_s2u"}> ({
  ^bb0(%arg1: tensor<16x8xf32>):
    %1 = "sdy.sharded_to_unreduced"(%arg1) <{axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%1) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "sdy_r2u"}> ({
  ^bb0(%arg0: tensor<16x8xf32>):
    %0 = "sdy.replicated_to_unreduced"(%arg0) <{axes = #sdy<axis_ref_list{"y"}>, out_sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
    "func.return"(%0) : (tensor<16x8xf32>) -> ()
  }) : () -> ()
}) : () -> ()
