module @jit_iota_2x32_shape attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<100x100xui32> {jax.result_info = "result[0]"}, tensor<100x100xui32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<100x100xui64>
    %1 = stablehlo.iota dim = 1 : tensor<100x100xui64>
    %c = stablehlo.constant dense<100> : tensor<ui64>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<100x100xui64>
    %3 = stablehlo.multiply %2, %0 : tensor<100x100xui64>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<100x100xui64>
    %5 = stablehlo.multiply %4, %1 : tensor<100x100xui64>
    %6 = stablehlo.add %3, %5 : tensor<100x100xui64>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<100x100xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<100x100xui64>
    %9 = stablehlo.convert %6 : (tensor<100x100xui64>) -> tensor<100x100xui32>
    %10 = stablehlo.convert %8 : (tensor<100x100xui64>) -> tensor<100x100xui32>
    return %10, %9 : tensor<100x100xui32>, tensor<100x100xui32>
  }
}
