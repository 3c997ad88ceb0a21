module @jit_integer_pow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20x30xf16>) -> (tensor<20x30xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<20x30xf16>
    %1 = stablehlo.divide %0, %arg0 : tensor<20x30xf16>
    return %1 : tensor<20x30xf16>
  }
}
