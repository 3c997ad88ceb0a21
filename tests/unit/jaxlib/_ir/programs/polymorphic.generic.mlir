"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{function_type = (tensor<?x?xf32>, tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<?x?xf32>, %arg7: tensor<?x3xf32>):
    %27 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %28 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %29 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %30 = "stablehlo.get_dimension_size"(%arg7) <{dimension = 0 : i64}> : (tensor<?x3xf32>) -> tensor<i32>
    %31 = "stablehlo.compare"(%28, %27) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%31, %28) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'a'. Using the following polymorphic shapes specifications: args[0].shape = (a, b),args[1].shape = (b, 3). Obtained dimension variables: 'a' = {0} from specification 'a' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %32 = "stablehlo.compare"(%29, %27) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%32, %28, %29) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (a, b),args[1].shape = (b, 3). Obtained dimension variables: 'a' = {0} from specification 'a' for dimension args[0].shape[0] (= {0}), 'b' = {1} from specification 'b' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %33 = "stablehlo.compare"(%30, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%33, %30, %29, %28) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (a, b),args[1].shape = (b, 3). Obtained dimension variables: 'a' = {2} from specification 'a' for dimension args[0].shape[0] (= {2}), 'b' = {1} from specification 'b' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %34:6 = "func.call"(%28, %29, %arg6, %arg7) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>)
    "func.return"(%34#0, %34#1, %34#2, %34#3, %34#4, %34#5) : (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "a"}, {jax.global_constant = "b"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?xf32>, %arg3: tensor<?x3xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.reduce"(%arg2, %3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %26 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%26) : (tensor<f32>) -> ()
    }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %5 = "stablehlo.convert"(%arg0) : (tensor<i32>) -> tensor<f32>
    %6 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %7 = "stablehlo.dynamic_broadcast_in_dim"(%5, %6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %8 = "stablehlo.add"(%4, %7) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %9 = "stablehlo.concatenate"(%arg2, %arg2) <{dimension = 0 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %10 = "stablehlo.multiply"(%arg1, %arg0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %11 = "stablehlo.reshape"(%10) : (tensor<i32>) -> tensor<1xi32>
    %12 = "stablehlo.dynamic_reshape"(%arg2, %11) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %13 = "stablehlo.dot_general"(%arg2, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    %14 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %15 = "stablehlo.dynamic_iota"(%14) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi32>
    %16 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %17 = "stablehlo.dynamic_broadcast_in_dim"(%2, %16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %18 = "stablehlo.multiply"(%17, %15) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %19 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %20 = "stablehlo.dynamic_broadcast_in_dim"(%1, %19) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %21 = "stablehlo.add"(%20, %18) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %22 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %23 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %24 = "stablehlo.concatenate"(%0, %23) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %25 = "stablehlo.dynamic_gather"(%arg2, %22, %24) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<1x?xf32>
    "func.return"(%8, %9, %12, %13, %21, %25) : (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
