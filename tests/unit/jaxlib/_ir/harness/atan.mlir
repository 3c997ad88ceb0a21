module @jit_atan attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20x20xbf16>) -> (tensor<20x20xbf16> {jax.result_info = "result"}) {
    %0 = chlo.atan %arg0 : tensor<20x20xbf16> -> tensor<20x20xbf16>
    return %0 : tensor<20x20xbf16>
  }
}
