module @jit_constants attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<2xi1> {jax.result_info = "result[3]"}, tensor<0xf32> {jax.result_info = "result[4]"}, tensor<2x2xi4> {jax.result_info = "result[5]"}, tensor<3xbf16> {jax.result_info = "result[6]"}, tensor<1xcomplex<f32>> {jax.result_info = "result[7]"}, tensor<ui8> {jax.result_info = "result[8]"}, tensor<f8E4M3FN> {jax.result_info = "result[9]"}, tensor<2x2xi32> {jax.result_info = "result[10]"}) {
    %cst = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00], [8.000000e+00, 9.000000e+00, 1.000000e+01, 1.100000e+01]]> : tensor<3x4xf32>
    %cst_0 = stablehlo.constant dense<[1.500000e+00, -0.000000e+00, 0x7F80]> : tensor<3xbf16>
    %c = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %c_1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %cst_2 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>
    %0 = stablehlo.add %arg0, %cst : tensor<3x4xf32>
    %cst_3 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2 = stablehlo.multiply %arg0, %1 : tensor<3x4xf32>
    %cst_4 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %4 = stablehlo.add %arg0, %3 : tensor<3x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<0xf32>
    %c_6 = stablehlo.constant dense<3> : tensor<i4>
    %6 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i4>) -> tensor<2x2xi4>
    %c_7 = stablehlo.constant dense<7> : tensor<ui8>
    %cst_8 = stablehlo.constant dense<1.500000e+00> : tensor<f8E4M3FN>
    return %0, %2, %4, %c_1, %5, %6, %cst_0, %cst_2, %c_7, %cst_8, %c : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2xi1>, tensor<0xf32>, tensor<2x2xi4>, tensor<3xbf16>, tensor<1xcomplex<f32>>, tensor<ui8>, tensor<f8E4M3FN>, tensor<2x2xi32>
  }
}
