module {
  func.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<f32>) -> (tensor<3x4xf32>, tensor<3xi1>, tensor<f32>) {
    %0 = stablehlo.slice %arg0 [0:1, 0:3, 0:4] : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
    %2:3 = stablehlo.composite "chlo.scan" %1, %arg1 ({
    ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<f32>):
      %3 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %4 = stablehlo.add %arg2, %3 : tensor<4xf32>
      %5 = stablehlo.compare LT, %arg3, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4, %5, %arg3 : tensor<4xf32>, tensor<i1>, tensor<f32>
    }) {composite_attributes = {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 2, 1>}, decomposition = @chlo.scan.impl, version = 1 : i32} : (tensor<3x4xf32>, tensor<f32>) -> (tensor<3x4xf32>, tensor<3xi1>, tensor<f32>)
    return %2#0, %2#1, %2#2 : tensor<3x4xf32>, tensor<3xi1>, tensor<f32>
  }
  func.func private @chlo.scan.impl(%arg0: tensor<3x4xf32>, %arg1: tensor<f32>) -> (tensor<3x4xf32>, tensor<3xi1>, tensor<f32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<3x4xf32>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<3xi1>
    %4:4 = stablehlo.while(%iterArg = %c_1, %iterArg_2 = %arg1, %iterArg_3 = %2, %iterArg_4 = %3) : tensor<i64>, tensor<f32>, tensor<3x4xf32>, tensor<3xi1>
    cond {
      %5 = stablehlo.compare LT, %iterArg, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = stablehlo.dynamic_slice %arg0, %iterArg, %c_1, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
      %6 = stablehlo.reshape %5 : (tensor<1x4xf32>) -> tensor<4xf32>
      %7 = stablehlo.broadcast_in_dim %iterArg_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %8 = stablehlo.add %6, %7 : tensor<4xf32>
      %9 = stablehlo.compare LT, %iterArg_2, %iterArg_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.reshape %8 : (tensor<4xf32>) -> tensor<1x4xf32>
      %11 = stablehlo.dynamic_update_slice %iterArg_3, %10, %iterArg, %c_1 : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
      %12 = stablehlo.reshape %9 : (tensor<i1>) -> tensor<1xi1>
      %13 = stablehlo.dynamic_update_slice %iterArg_4, %12, %iterArg : (tensor<3xi1>, tensor<1xi1>, tensor<i64>) -> tensor<3xi1>
      %14 = stablehlo.add %iterArg, %c : tensor<i64>
      stablehlo.return %14, %iterArg_2, %11, %13 : tensor<i64>, tensor<f32>, tensor<3x4xf32>, tensor<3xi1>
    }
    return %4#2, %4#3, %4#1 : tensor<3x4xf32>, tensor<3xi1>, tensor<f32>
  }
}
