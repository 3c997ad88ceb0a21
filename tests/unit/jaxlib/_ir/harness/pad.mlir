module @jit_pad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xbf16>, %arg1: tensor<bf16>) -> (tensor<2x1xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [0, -1], interior = [0, 0] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2x1xbf16>
    return %0 : tensor<2x1xbf16>
  }
}
