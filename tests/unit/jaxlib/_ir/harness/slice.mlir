module @jit_slice attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xi64>) -> (tensor<1xi64> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [1:2] : (tensor<3xi64>) -> tensor<1xi64>
    return %0 : tensor<1xi64>
  }
}
