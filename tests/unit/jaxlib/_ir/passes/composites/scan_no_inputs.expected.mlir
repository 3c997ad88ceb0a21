module {
  func.func @main(%arg0: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
    %0:2 = stablehlo.composite "chlo.scan" %arg0 ({
    ^bb0(%arg1: tensor<3xf32>):
      %1 = stablehlo.add %arg1, %arg1 : tensor<3xf32>
      stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
    }) {composite_attributes = {dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>}, decomposition = @chlo.scan.impl, version = 1 : i32} : (tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<3xf32>
  }
  func.func private @chlo.scan.impl(%arg0: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %0 = stablehlo.convert %c_1 : (tensor<i32>) -> tensor<i64>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2:3 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %arg0, %iterArg_3 = %1) : tensor<i64>, tensor<3xf32>, tensor<3x4xf32>
    cond {
      %3 = stablehlo.compare LT, %iterArg, %0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.add %iterArg_2, %iterArg_2 : tensor<3xf32>
      %4 = stablehlo.reshape %3 : (tensor<3xf32>) -> tensor<3x1xf32>
      %5 = stablehlo.dynamic_update_slice %iterArg_3, %4, %c_0, %iterArg : (tensor<3x4xf32>, tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
      %6 = stablehlo.add %iterArg, %c : tensor<i64>
      stablehlo.return %6, %3, %5 : tensor<i64>, tensor<3xf32>, tensor<3x4xf32>
    }
    return %2#2, %2#1 : tensor<3x4xf32>, tensor<3xf32>
  }
}
