"builtin.module"() ({
  "func.func"() ({
  ^bb0(%arg0: tensor<?x?xf32>, %arg1: tensor<?x3xf32>):
    %0 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %1 = "stablehlo.get_dimension_size"(%arg0) {dimension = 0 : i64} : (tensor<?x?xf32>) -> tensor<i32>
    %2 = "stablehlo.get_dimension_size"(%arg0) {dimension = 1 : i64} : (tensor<?x?xf32>) -> tensor<i32>
    %3 = "stablehlo.get_dimension_size"(%arg1) {dimension = 0 : i64} : (tensor<?x3xf32>) -> tensor<i32>
    %4 = "stablehlo.compare"(%1, %0) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%4, %1) {api_version = 2 : i32, call_target_name = "shape_assertion", called_computations = [], error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'a'. Using the following polymorphic shapes specifications: args[0].shape = (a, b),args[1].shape = (b, 3). Obtained dimension variables: 'a' = {0} from specification 'a' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %5 = "stablehlo.compare"(%2, %0) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%5, %1, %2) {api_version = 2 : i32, call_target_name = "shape_assertion", called_computations = [], error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (a, b),args[1].shape = (b, 3). Obtained dimension variables: 'a' = {0} from specification 'a' for dimension args[0].shape[0] (= {0}), 'b' = {1} from specification 'b' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %6 = "stablehlo.compare"(%3, %2) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%6, %3, %2, %1) {api_version = 2 : i32, call_target_name = "shape_assertion", called_computations = [], error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (a, b),args[1].shape = (b, 3). Obtained dimension variables: 'a' = {2} from specification 'a' for dimension args[0].shape[0] (= {2}), 'b' = {1} from specification 'b' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %7:6 = "func.call"(%1, %2, %arg0, %arg1) {callee = @_wrapped_jax_export_main} : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>)
    "func.return"(%7#0, %7#1, %7#2, %7#3, %7#4, %7#5) : (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>) -> ()
  }) {function_type = (tensor<?x?xf32>, tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}], sym_name = "main", sym_visibility = "public"} : () -> ()
  "func.func"() ({
  ^bb1(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?xf32>, %arg3: tensor<?x3xf32>):
    %0 = "stablehlo.constant"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %3 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %4 = "stablehlo.reduce"(%arg2, %3) ({
    ^bb2(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %5 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %6 = "stablehlo.convert"(%arg0) : (tensor<i32>) -> tensor<f32>
    %7 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %8 = "stablehlo.dynamic_broadcast_in_dim"(%6, %7) {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %9 = "stablehlo.add"(%4, %8) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %10 = "stablehlo.concatenate"(%arg2, %arg2) {dimension = 0 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %11 = "stablehlo.multiply"(%arg1, %arg0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %12 = "stablehlo.reshape"(%11) : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.dynamic_reshape"(%arg2, %12) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %14 = "stablehlo.dot_general"(%arg2, %arg3) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    %15 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %16 = "stablehlo.dynamic_iota"(%15) {iota_dimension = 0 : i64} : (tensor<1xi32>) -> tensor<?xi32>
    %17 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.dynamic_broadcast_in_dim"(%2, %17) {broadcast_dimensions = array<i64>} : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %19 = "stablehlo.multiply"(%18, %16) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %20 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %21 = "stablehlo.dynamic_broadcast_in_dim"(%1, %20) {broadcast_dimensions = array<i64>} : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %22 = "stablehlo.add"(%21, %19) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %23 = "stablehlo.broadcast_in_dim"(%1) {broadcast_dimensions = array<i64>} : (tensor<i32>) -> tensor<1xi32>
    %24 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %25 = "stablehlo.concatenate"(%0, %24) {dimension = 0 : i64} : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = "stablehlo.dynamic_gather"(%arg2, %23, %25) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true} : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<1x?xf32>
    "func.return"(%9, %10, %13, %14, %22, %26) : (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>) -> ()
  }) {arg_attrs = [{jax.global_constant = "a"}, {jax.global_constant = "b"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?xi32>, tensor<1x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"} : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, sym_name = "jit__lambda"} : () -> ()
