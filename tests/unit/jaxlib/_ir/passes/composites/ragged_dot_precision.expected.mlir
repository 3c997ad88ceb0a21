module @jit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<2xui32>) -> (tensor<8x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.composite "chlo.ragged_dot" %arg0, %arg1, %arg2 {composite_attributes = {precision_config = ["HIGHEST", "HIGHEST"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<1> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, decomposition = @chlo.ragged_dot.impl, version = 1 : i32} : (tensor<8x4xf32>, tensor<2x4x5xf32>, tensor<2xui32>) -> tensor<8x5xf32>
    return %0 : tensor<8x5xf32>
  }
  func.func private @chlo.ragged_dot.impl(%arg0: tensor<8x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<2xui32>) -> tensor<8x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.iota dim = 0 : tensor<8x1xi64>
    %1 = stablehlo.slice %arg2 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
    %4 = stablehlo.add %c, %3 : tensor<i64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %6 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %7 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xi64>) -> tensor<8x4xi64>
    %8 = stablehlo.compare GE, %7, %5 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %9 = stablehlo.compare LT, %7, %6 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %10 = stablehlo.and %8, %9 : tensor<8x4xi1>
    %11 = stablehlo.select %10, %arg0, %cst : tensor<8x4xi1>, tensor<8x4xf32>
    %12 = stablehlo.slice %arg1 [0:1, 0:4, 0:5] : (tensor<2x4x5xf32>) -> tensor<1x4x5xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x4x5xf32>) -> tensor<4x5xf32>
    %14 = stablehlo.dot_general %11, %13, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    %15 = stablehlo.slice %arg2 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %16 = stablehlo.reshape %15 : (tensor<1xui32>) -> tensor<ui32>
    %17 = stablehlo.convert %16 : (tensor<ui32>) -> tensor<i64>
    %18 = stablehlo.add %4, %17 : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %20 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %21 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xi64>) -> tensor<8x4xi64>
    %22 = stablehlo.compare GE, %21, %19 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %23 = stablehlo.compare LT, %21, %20 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %24 = stablehlo.and %22, %23 : tensor<8x4xi1>
    %25 = stablehlo.select %24, %arg0, %cst : tensor<8x4xi1>, tensor<8x4xf32>
    %26 = stablehlo.slice %arg1 [1:2, 0:4, 0:5] : (tensor<2x4x5xf32>) -> tensor<1x4x5xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x4x5xf32>) -> tensor<4x5xf32>
    %28 = stablehlo.dot_general %25, %27, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    %29 = stablehlo.add %14, %28 : tensor<8x5xf32>
    return %29 : tensor<8x5xf32>
  }
}
