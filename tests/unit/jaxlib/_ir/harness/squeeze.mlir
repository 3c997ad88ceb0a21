module @jit_squeeze attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x2xbf16>) -> (tensor<2xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<1x2xbf16>) -> tensor<2xbf16>
    return %0 : tensor<2xbf16>
  }
}
