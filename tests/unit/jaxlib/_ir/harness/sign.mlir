module @jit_sign attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<2x2xf64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf64>
    %0 = stablehlo.sign %cst : tensor<2x2xf64>
    return %0 : tensor<2x2xf64>
  }
}
