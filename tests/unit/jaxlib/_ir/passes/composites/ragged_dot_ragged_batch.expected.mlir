module @jit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8x4xf32>, %arg1: tensor<6x4x5xf32>, %arg2: tensor<3xi32>) -> (tensor<6x8x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.composite "chlo.ragged_dot" %arg0, %arg1, %arg2 {composite_attributes = {precision_config = ["DEFAULT", "DEFAULT"], ragged_dot_dimension_numbers = [dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<2> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<> : tensor<0xi64>]}, decomposition = @chlo.ragged_dot.impl, version = 1 : i32} : (tensor<6x8x4xf32>, tensor<6x4x5xf32>, tensor<3xi32>) -> tensor<6x8x5xf32>
    return %0 : tensor<6x8x5xf32>
  }
  func.func private @chlo.ragged_dot.impl(%arg0: tensor<6x8x4xf32>, %arg1: tensor<6x4x5xf32>, %arg2: tensor<3xi32>) -> tensor<6x8x5xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x8x4xf32>, tensor<6x4x5xf32>) -> tensor<6x8x5xf32>
    return %0 : tensor<6x8x5xf32>
  }
}
