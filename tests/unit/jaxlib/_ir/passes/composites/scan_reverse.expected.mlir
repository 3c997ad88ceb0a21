module {
  func.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
    %0:2 = stablehlo.composite "chlo.scan" %arg0, %arg1 ({
    ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<4xf32>):
      %1 = stablehlo.add %arg2, %arg3 : tensor<4xf32>
      %2 = stablehlo.multiply %1, %arg3 : tensor<4xf32>
      stablehlo.return %2, %1 : tensor<4xf32>, tensor<4xf32>
    }) {composite_attributes = {dimension = 0 : i64, is_associative = false, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}, decomposition = @chlo.scan.impl, version = 1 : i32} : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<4xf32>
  }
  func.func private @chlo.scan.impl(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<3x4xf32>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %3:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %arg1, %iterArg_2 = %2) : tensor<i64>, tensor<4xf32>, tensor<3x4xf32>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.subtract %1, %c : tensor<i64>
      %5 = stablehlo.subtract %4, %iterArg : tensor<i64>
      %6 = stablehlo.dynamic_slice %arg0, %5, %c_0, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
      %7 = stablehlo.reshape %6 : (tensor<1x4xf32>) -> tensor<4xf32>
      %8 = stablehlo.add %7, %iterArg_1 : tensor<4xf32>
      %9 = stablehlo.multiply %8, %iterArg_1 : tensor<4xf32>
      %10 = stablehlo.reshape %9 : (tensor<4xf32>) -> tensor<1x4xf32>
      %11 = stablehlo.dynamic_update_slice %iterArg_2, %10, %5, %c_0 : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
      %12 = stablehlo.add %iterArg, %c : tensor<i64>
      stablehlo.return %12, %8, %11 : tensor<i64>, tensor<4xf32>, tensor<3x4xf32>
    }
    return %3#2, %3#1 : tensor<3x4xf32>, tensor<4xf32>
  }
}
