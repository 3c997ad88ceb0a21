"builtin.module"() ({
  "sdy.mesh"() {mesh = #sdy.mesh<["x"=2, "y"=2]>, stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}, sym_name = "mesh"} : () -> ()
  "func.func"() ({
  ^bb0(%arg0: tensor<4x4xf32>):
    %0:7 = "sdy.manual_computation"(%arg0) ({
    ^bb1(%arg1: tensor<2x2xf32>):
      %1 = "stablehlo.all_reduce"(%arg1) ({
      ^bb2(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%2) : (tensor<f32>) -> ()
      }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %3 = "stablehlo.all_gather"(%arg1) {all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<4x2xf32>
      %4 = "stablehlo.collective_permute"(%arg1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 0], [1, 3], [3, 1]]> : tensor<4x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %5 = "stablehlo.all_to_all"(%arg1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64} : (tensor<2x2xf32>) -> tensor<1x4xf32>
      %6 = "stablehlo.reduce_scatter"(%arg1) ({
      ^bb3(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %7 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%7) : (tensor<f32>) -> ()
      }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<1x2xf32>
      %8 = "stablehlo.all_reduce"(%arg1) ({
      ^bb4(%arg6: tensor<f32>, %arg7: tensor<f32>):
        %9 = "stablehlo.maximum"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%9) : (tensor<f32>) -> ()
      }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %10 = "stablehlo.constant"() {value = dense<1> : tensor<ui32>} : () -> tensor<ui32>
      %11 = "stablehlo.constant"() {value = dense<2> : tensor<ui32>} : () -> tensor<ui32>
      %12 = "stablehlo.partition_id"() : () -> tensor<ui32>
      %13 = "stablehlo.divide"(%12, %10) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
      %14 = "stablehlo.remainder"(%13, %11) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
      %15 = "stablehlo.convert"(%14) : (tensor<ui32>) -> tensor<i32>
      "sdy.return"(%1, %3, %4, %5, %6, %8, %15) : (tensor<2x2xf32>, tensor<4x2xf32>, tensor<2x2xf32>, tensor<1x4xf32>, tensor<1x2xf32>, tensor<2x2xf32>, tensor<i32>) -> ()
    }) {in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>, manual_axes = #sdy<manual_axes{"x", "y"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>, <@mesh, [{}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{}, {}]>, <@mesh, []>]>} : (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>, tensor<2x2xf32>, tensor<i32>)
    "func.return"(%0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6) : (tensor<2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>, tensor<2x2xf32>, tensor<i32>) -> ()
  }) {function_type = (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>, tensor<2x2xf32>, tensor<i32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}], sym_name = "main", sym_visibility = "public"} : () -> ()
}) {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32, sym_name = "jit_collectives"} : () -> ()
