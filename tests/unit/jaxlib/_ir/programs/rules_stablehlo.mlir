module {
  func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<2x1xi32>, %arg3: tensor<i32>, %arg4: tensor<2x3x3xf32>) {
    %0 = stablehlo.after_all  : !stablehlo.token
    %1 = stablehlo.create_token : !stablehlo.token
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %2 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %3 = stablehlo.broadcast %arg0, sizes = [2, 1] : (tensor<3x4xf32>) -> tensor<2x1x3x4xf32>
    %4 = stablehlo.cholesky %arg4, lower = true : tensor<2x3x3xf32>
    %5 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %6 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %7 = "stablehlo.gather"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
    %8 = stablehlo.tuple %arg0, %arg3 : tuple<tensor<3x4xf32>, tensor<i32>>
    %9 = stablehlo.get_tuple_element %8[1] : (tuple<tensor<3x4xf32>, tensor<i32>>) -> tensor<i32>
    %10 = stablehlo.logistic %arg0 : tensor<3x4xf32>
    %11 = "stablehlo.outfeed"(%arg0, %0) <{outfeed_config = ""}> : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
    %12 = stablehlo.replica_id : tensor<ui32>
    %13 = "stablehlo.send"(%arg0, %0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
    %14 = stablehlo.set_dimension_size %arg0, %arg3, dim = 0 : (tensor<3x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<3, ?>>
    %15 = "stablehlo.triangular_solve"(%arg4, %arg4) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    %16 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg5: tensor<3x4xf32>):
      %18 = "stablehlo.all_gather"(%arg5) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>) -> tensor<6x4xf32>
      stablehlo.return %18 : tensor<6x4xf32>
    }) : (tensor<3x4xf32>) -> !stablehlo.future<tensor<6x4xf32>>
    %17 = "stablehlo.async_done"(%16) : (!stablehlo.future<tensor<6x4xf32>>) -> tensor<6x4xf32>
    return
  }
}
