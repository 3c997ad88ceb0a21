module @jit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<3xi32>) -> (tensor<3x4x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.composite "chlo.ragged_dot" %arg0, %arg1, %arg2 {composite_attributes = {precision_config = ["DEFAULT", "DEFAULT"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<> : tensor<0xi64>]}, decomposition = @chlo.ragged_dot.impl, version = 1 : i32} : (tensor<8x4xf32>, tensor<8x5xf32>, tensor<3xi32>) -> tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
  func.func private @chlo.ragged_dot.impl(%arg0: tensor<8x4xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<3xi32>) -> tensor<3x4x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.iota dim = 0 : tensor<8x1xi64>
    %1 = stablehlo.slice %arg2 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>
    %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
    %4 = stablehlo.add %c, %3 : tensor<i64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %6 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %7 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xi64>) -> tensor<8x4xi64>
    %8 = stablehlo.compare GE, %7, %5 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %9 = stablehlo.compare LT, %7, %6 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %10 = stablehlo.and %8, %9 : tensor<8x4xi1>
    %11 = stablehlo.select %10, %arg0, %cst : tensor<8x4xi1>, tensor<8x4xf32>
    %12 = stablehlo.dot_general %11, %arg1, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    %13 = stablehlo.slice %arg2 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
    %14 = stablehlo.reshape %13 : (tensor<1xi32>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.add %4, %15 : tensor<i64>
    %17 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %18 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %19 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xi64>) -> tensor<8x4xi64>
    %20 = stablehlo.compare GE, %19, %17 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %21 = stablehlo.compare LT, %19, %18 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %22 = stablehlo.and %20, %21 : tensor<8x4xi1>
    %23 = stablehlo.select %22, %arg0, %cst : tensor<8x4xi1>, tensor<8x4xf32>
    %24 = stablehlo.dot_general %23, %arg1, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    %25 = stablehlo.slice %arg2 [2:3] : (tensor<3xi32>) -> tensor<1xi32>
    %26 = stablehlo.reshape %25 : (tensor<1xi32>) -> tensor<i32>
    %27 = stablehlo.convert %26 : (tensor<i32>) -> tensor<i64>
    %28 = stablehlo.add %16, %27 : tensor<i64>
    %29 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %30 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<i64>) -> tensor<8x4xi64>
    %31 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xi64>) -> tensor<8x4xi64>
    %32 = stablehlo.compare GE, %31, %29 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %33 = stablehlo.compare LT, %31, %30 : (tensor<8x4xi64>, tensor<8x4xi64>) -> tensor<8x4xi1>
    %34 = stablehlo.and %32, %33 : tensor<8x4xi1>
    %35 = stablehlo.select %34, %arg0, %cst : tensor<8x4xi1>, tensor<8x4xf32>
    %36 = stablehlo.dot_general %35, %arg1, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x5xf32>) -> tensor<4x5xf32>
    %37 = stablehlo.reshape %12 : (tensor<4x5xf32>) -> tensor<1x4x5xf32>
    %38 = stablehlo.reshape %24 : (tensor<4x5xf32>) -> tensor<1x4x5xf32>
    %39 = stablehlo.reshape %36 : (tensor<4x5xf32>) -> tensor<1x4x5xf32>
    %40 = stablehlo.concatenate %37, %38, %39, dim = 0 : (tensor<1x4x5xf32>, tensor<1x4x5xf32>, tensor<1x4x5xf32>) -> tensor<3x4x5xf32>
    return %40 : tensor<3x4x5xf32>
  }
}
