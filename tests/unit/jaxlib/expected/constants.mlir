module @jit_constants attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<2xi1> {jax.result_info = "result[3]"}, tensor<0xf32> {jax.result_info = "result[4]"}, tensor<2x2xi4> {jax.result_info = "result[5]"}, tensor<3xbf16> {jax.result_info = "result[6]"}, tensor<1xcomplex<f32>> {jax.result_info = "result[7]"}, tensor<ui8> {jax.result_info = "result[8]"}, tensor<f8E4M3FN> {jax.result_info = "result[9]"}, tensor<2x2xi32> {jax.result_info = "result[10]"}) {
    %0 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00], [8.000000e+00, 9.000000e+00, 1.000000e+01, 1.100000e+01]]> : tensor<3x4xf32>
    %1 = stablehlo.constant dense<[1.500000e+00, -0.000000e+00, 0x7F80]> : tensor<3xbf16>
    %2 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %3 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %4 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>
    %5 = stablehlo.add %arg0, %0 : tensor<3x4xf32>
    %6 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %8 = stablehlo.multiply %arg0, %7 : tensor<3x4xf32>
    %9 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %11 = stablehlo.add %arg0, %10 : tensor<3x4xf32>
    %12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %14 = stablehlo.constant dense<3> : tensor<i4>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<i4>) -> tensor<2x2xi4>
    %16 = stablehlo.constant dense<7> : tensor<ui8>
    %17 = stablehlo.constant dense<1.500000e+00> : tensor<f8E4M3FN>
    return %5, %8, %11, %3, %13, %15, %1, %4, %16, %17, %2 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2xi1>, tensor<0xf32>, tensor<2x2xi4>, tensor<3xbf16>, tensor<1xcomplex<f32>>, tensor<ui8>, tensor<f8E4M3FN>, tensor<2x2xi32>
  }
}
