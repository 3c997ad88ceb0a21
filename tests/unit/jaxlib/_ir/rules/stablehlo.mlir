func.func @f(%x: tensor<3x4xf32>, %v: tensor<4xf32>, %n: tensor<2x1xi32>, %i: tensor<i32>, %m: tensor<2x3x3xf32>) {
  %0 = "stablehlo.after_all"() : () -> !stablehlo.token
  %1 = "stablehlo.create_token"() : () -> !stablehlo.token
  %2:3 = "stablehlo.batch_norm_training"(%x, %v, %v) {epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %3 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %4:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %x) {epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %5 = "stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: 2, 1>} : (tensor<3x4xf32>) -> tensor<2x1x3x4xf32>
  %6 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %7 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %8 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %9 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %10 = "stablehlo.tuple"(%x, %i) : (tensor<3x4xf32>, tensor<i32>) -> tuple<tensor<3x4xf32>, tensor<i32>>
  %11 = "stablehlo.get_tuple_element"(%10) {index = 1 : i32} : (tuple<tensor<3x4xf32>, tensor<i32>>) -> tensor<i32>
  %12 = "stablehlo.logistic"(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %13 = "stablehlo.outfeed"(%x, %0) {outfeed_config = ""} : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
  %14 = "stablehlo.replica_id"() : () -> tensor<ui32>
  %18 = "stablehlo.send"(%x, %0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<3x4xf32>, !stablehlo.token) -> !stablehlo.token
  %19 = "stablehlo.set_dimension_size"(%x, %i) {dimension = 0 : i64} : (tensor<3x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<3, ?>>
  %20 = "stablehlo.triangular_solve"(%m, %m) {left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false} : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %21 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<3x4xf32>):
    %24 = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x4xf32>) -> tensor<6x4xf32>
    "stablehlo.return"(%24) : (tensor<6x4xf32>) -> ()
  }) : (tensor<3x4xf32>) -> !stablehlo.future<tensor<6x4xf32>>
  %22 = "stablehlo.async_done"(%21) : (!stablehlo.future<tensor<6x4xf32>>) -> tensor<6x4xf32>
  return
}
