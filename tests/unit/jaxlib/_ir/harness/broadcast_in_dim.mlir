module @jit_broadcast_in_dim attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xi64>) -> (tensor<2xi64> {jax.result_info = "result"}) {
    return %arg0 : tensor<2xi64>
  }
}
