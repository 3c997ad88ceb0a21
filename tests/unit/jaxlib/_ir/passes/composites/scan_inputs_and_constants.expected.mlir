module {
  func.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3xf32>, %arg3: tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
    %0:4 = stablehlo.composite "chlo.scan" %arg0, %arg1, %arg2, %arg3 ({
    ^bb0(%arg4: tensor<3xf32>, %arg5: tensor<3xi32>, %arg6: tensor<3xf32>, %arg7: tensor<3xi32>):
      %2 = stablehlo.add %arg4, %arg6 : tensor<3xf32>
      %3 = stablehlo.add %arg5, %arg7 : tensor<3xi32>
      stablehlo.return %2, %3, %2, %3 : tensor<3xf32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi32>
    }) {composite_attributes = {dimension = 1 : i64, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 2, 2>}, decomposition = @chlo.scan.impl, version = 1 : i32} : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>)
    %1:2 = stablehlo.composite "chlo.scan" %arg0, %arg2 ({
    ^bb0(%arg4: tensor<3xf32>, %arg5: tensor<3xf32>):
      %2 = stablehlo.multiply %arg4, %cst : tensor<3xf32>
      %3 = stablehlo.add %2, %arg5 : tensor<3xf32>
      stablehlo.return %3, %3 : tensor<3xf32>, tensor<3xf32>
    }) {composite_attributes = {dimension = 1 : i64, is_associative = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}, decomposition = @chlo.scan.impl_0, version = 1 : i32} : (tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
    return %1#0, %0#1, %0#2, %0#3 : tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>
  }
  func.func private @chlo.scan.impl_0(%arg0: tensor<3x4xf32>, %arg1: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x4xf32>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %3:3 = stablehlo.while(%iterArg = %c_1, %iterArg_2 = %arg1, %iterArg_3 = %2) : tensor<i64>, tensor<3xf32>, tensor<3x4xf32>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.dynamic_slice %arg0, %c_1, %iterArg, sizes = [3, 1] : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x1xf32>
      %5 = stablehlo.reshape %4 : (tensor<3x1xf32>) -> tensor<3xf32>
      %6 = stablehlo.multiply %5, %cst : tensor<3xf32>
      %7 = stablehlo.add %6, %iterArg_2 : tensor<3xf32>
      %8 = stablehlo.reshape %7 : (tensor<3xf32>) -> tensor<3x1xf32>
      %9 = stablehlo.dynamic_update_slice %iterArg_3, %8, %c_1, %iterArg : (tensor<3x4xf32>, tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
      %10 = stablehlo.add %iterArg, %c : tensor<i64>
      stablehlo.return %10, %7, %9 : tensor<i64>, tensor<3xf32>, tensor<3x4xf32>
    }
    return %3#2, %3#1 : tensor<3x4xf32>, tensor<3xf32>
  }
  func.func private @chlo.scan.impl(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3xf32>, %arg3: tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x4xf32>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x4xi32>
    %4:5 = stablehlo.while(%iterArg = %c_1, %iterArg_2 = %arg2, %iterArg_3 = %arg3, %iterArg_4 = %2, %iterArg_5 = %3) : tensor<i64>, tensor<3xf32>, tensor<3xi32>, tensor<3x4xf32>, tensor<3x4xi32>
    cond {
      %5 = stablehlo.compare LT, %iterArg, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = stablehlo.dynamic_slice %arg0, %c_1, %iterArg, sizes = [3, 1] : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x1xf32>
      %6 = stablehlo.reshape %5 : (tensor<3x1xf32>) -> tensor<3xf32>
      %7 = stablehlo.dynamic_slice %arg1, %c_1, %iterArg, sizes = [3, 1] : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> tensor<3x1xi32>
      %8 = stablehlo.reshape %7 : (tensor<3x1xi32>) -> tensor<3xi32>
      %9 = stablehlo.add %6, %iterArg_2 : tensor<3xf32>
      %10 = stablehlo.add %8, %iterArg_3 : tensor<3xi32>
      %11 = stablehlo.reshape %9 : (tensor<3xf32>) -> tensor<3x1xf32>
      %12 = stablehlo.dynamic_update_slice %iterArg_4, %11, %c_1, %iterArg : (tensor<3x4xf32>, tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
      %13 = stablehlo.reshape %10 : (tensor<3xi32>) -> tensor<3x1xi32>
      %14 = stablehlo.dynamic_update_slice %iterArg_5, %13, %c_1, %iterArg : (tensor<3x4xi32>, tensor<3x1xi32>, tensor<i64>, tensor<i64>) -> tensor<3x4xi32>
      %15 = stablehlo.add %iterArg, %c : tensor<i64>
      stablehlo.return %15, %9, %10, %12, %14 : tensor<i64>, tensor<3xf32>, tensor<3xi32>, tensor<3x4xf32>, tensor<3x4xi32>
    }
    return %4#3, %4#4, %4#1, %4#2 : tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>
  }
}
