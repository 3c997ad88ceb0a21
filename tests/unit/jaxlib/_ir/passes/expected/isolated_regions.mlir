module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @isolated(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<2xf32>
      %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
      %2 = stablehlo.add %arg1, %arg1 : tensor<2xf32>
      %3 = stablehlo.add %2, %cst_1 : tensor<2xf32>
      %4 = stablehlo.add %3, %cst_0 : tensor<2xf32>
      sdy.return %4 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.add %0, %cst : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
