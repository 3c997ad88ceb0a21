module @jit_transpose attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xi64>) -> (tensor<3x2xi64> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xi64>) -> tensor<3x2xi64>
    return %0 : tensor<3x2xi64>
  }
}
