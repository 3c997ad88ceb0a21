module @jit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<5x3x4xf32>, %arg2: tensor<3xi32>) -> (tensor<8x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.composite "chlo.ragged_dot" %arg0, %arg1, %arg2 {composite_attributes = {precision_config = ["DEFAULT", "DEFAULT"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<0> : tensor<1xi64>, dense<2> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<1> : tensor<1xi64>]}, decomposition = @chlo.ragged_dot.impl, version = 1 : i32} : (tensor<4x8xf32>, tensor<5x3x4xf32>, tensor<3xi32>) -> tensor<8x5xf32>
    return %0 : tensor<8x5xf32>
  }
  func.func private @chlo.ragged_dot.impl(%arg0: tensor<4x8xf32>, %arg1: tensor<5x3x4xf32>, %arg2: tensor<3xi32>) -> tensor<8x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.iota dim = 1 : tensor<1x8xi64>
    %1 = stablehlo.slice %arg2 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>
    %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
    %4 = stablehlo.add %c, %3 : tensor<i64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
    %6 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
    %7 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x8xi64>) -> tensor<4x8xi64>
    %8 = stablehlo.compare GE, %7, %5 : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
    %9 = stablehlo.compare LT, %7, %6 : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
    %10 = stablehlo.and %8, %9 : tensor<4x8xi1>
    %11 = stablehlo.select %10, %arg0, %cst : tensor<4x8xi1>, tensor<4x8xf32>
    %12 = stablehlo.slice %arg1 [0:5, 0:1, 0:4] : (tensor<5x3x4xf32>) -> tensor<5x1x4xf32>
    %13 = stablehlo.reshape %12 : (tensor<5x1x4xf32>) -> tensor<5x4xf32>
    %14 = stablehlo.dot_general %11, %13, contracting_dims = [0] x [1] : (tensor<4x8xf32>, tensor<5x4xf32>) -> tensor<8x5xf32>
    %15 = stablehlo.slice %arg2 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %15 : (tensor<1xi32>) -> tensor<i32>
    %17 = stablehlo.convert %16 : (tensor<i32>) -> tensor<i64>
    %18 = stablehlo.add %4, %17 : tensor<i64>
    %19 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
    %20 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
    %21 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x8xi64>) -> tensor<4x8xi64>
    %22 = stablehlo.compare GE, %21, %19 : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
    %23 = stablehlo.compare LT, %21, %20 : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
    %24 = stablehlo.and %22, %23 : tensor<4x8xi1>
    %25 = stablehlo.select %24, %arg0, %cst : tensor<4x8xi1>, tensor<4x8xf32>
    %26 = stablehlo.slice %arg1 [0:5, 1:2, 0:4] : (tensor<5x3x4xf32>) -> tensor<5x1x4xf32>
    %27 = stablehlo.reshape %26 : (tensor<5x1x4xf32>) -> tensor<5x4xf32>
    %28 = stablehlo.dot_general %25, %27, contracting_dims = [0] x [1] : (tensor<4x8xf32>, tensor<5x4xf32>) -> tensor<8x5xf32>
    %29 = stablehlo.add %14, %28 : tensor<8x5xf32>
    %30 = stablehlo.slice %arg2 [2:3] : (tensor<3xi32>) -> tensor<1xi32>
    %31 = stablehlo.reshape %30 : (tensor<1xi32>) -> tensor<i32>
    %32 = stablehlo.convert %31 : (tensor<i32>) -> tensor<i64>
    %33 = stablehlo.add %18, %32 : tensor<i64>
    %34 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
    %35 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<i64>) -> tensor<4x8xi64>
    %36 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x8xi64>) -> tensor<4x8xi64>
    %37 = stablehlo.compare GE, %36, %34 : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
    %38 = stablehlo.compare LT, %36, %35 : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi1>
    %39 = stablehlo.and %37, %38 : tensor<4x8xi1>
    %40 = stablehlo.select %39, %arg0, %cst : tensor<4x8xi1>, tensor<4x8xf32>
    %41 = stablehlo.slice %arg1 [0:5, 2:3, 0:4] : (tensor<5x3x4xf32>) -> tensor<5x1x4xf32>
    %42 = stablehlo.reshape %41 : (tensor<5x1x4xf32>) -> tensor<5x4xf32>
    %43 = stablehlo.dot_general %40, %42, contracting_dims = [0] x [1] : (tensor<4x8xf32>, tensor<5x4xf32>) -> tensor<8x5xf32>
    %44 = stablehlo.add %29, %43 : tensor<8x5xf32>
    return %44 : tensor<8x5xf32>
  }
}
