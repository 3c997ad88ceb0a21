module @jit_select_n attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi8>, %arg2: tensor<2x3xi8>, %arg3: tensor<2x3xi8>) -> (tensor<2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
    %3 = stablehlo.compare LT, %arg0, %2, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %4 = stablehlo.select %3, %arg2, %arg3 : tensor<2x3xi1>, tensor<2x3xi8>
    %5 = stablehlo.select %1, %arg1, %4 : tensor<2x3xi1>, tensor<2x3xi8>
    return %5 : tensor<2x3xi8>
  }
}
