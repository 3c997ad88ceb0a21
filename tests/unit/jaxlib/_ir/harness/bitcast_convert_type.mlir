module @jit_bitcast_convert_type attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xbf16>) -> (tensor<2x3xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xbf16>) -> tensor<2x3xi16>
    return %0 : tensor<2x3xi16>
  }
}
