module @jit_shapes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>) -> (tensor<2x3x4xf32> {jax.result_info = "result[0]"}, tensor<4x3xf32> {jax.result_info = "result[1]"}, tensor<4x3xf32> {jax.result_info = "result[2]"}, tensor<6x4xf32> {jax.result_info = "result[3]"}, tensor<3x2xf32> {jax.result_info = "result[4]"}, tensor<2x2xf32> {jax.result_info = "result[5]"}, tensor<3x4xf32> {jax.result_info = "result[6]"}, tensor<8x3xf32> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<5xi32> {jax.result_info = "result[9]"}, tensor<2x3xf32> {jax.result_info = "result[10]"}, tensor<4xf32> {jax.result_info = "result[11]"}, tensor<3x1x4xf32> {jax.result_info = "result[12]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %2 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %3 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
    %4 = stablehlo.slice %arg0 [0:3, 1:4:2] : (tensor<3x4xf32>) -> tensor<3x2xf32>
    %5 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %arg1, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.constant dense<3> : tensor<i32>
    %8 = stablehlo.add %arg1, %7 : tensor<i32>
    %9 = stablehlo.select %6, %8, %arg1 : tensor<i1>, tensor<i32>
    %10 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.dynamic_slice %arg0, %9, %10, sizes = [2, 2] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %12 = stablehlo.slice %arg0 [0:1, 0:2] : (tensor<3x4xf32>) -> tensor<1x2xf32>
    %13 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.compare LT, %arg1, %13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %15 = stablehlo.constant dense<3> : tensor<i32>
    %16 = stablehlo.add %arg1, %15 : tensor<i32>
    %17 = stablehlo.select %14, %16, %arg1 : tensor<i1>, tensor<i32>
    %18 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.compare LT, %arg1, %18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %20 = stablehlo.constant dense<4> : tensor<i32>
    %21 = stablehlo.add %arg1, %20 : tensor<i32>
    %22 = stablehlo.select %19, %21, %arg1 : tensor<i1>, tensor<i32>
    %23 = "stablehlo.dynamic_update_slice"(%arg0, %12, %17, %22) : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = "stablehlo.pad"(%arg0, %24) {edge_padding_high = array<i64: 2, -1>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 1, 0>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<8x3xf32>
    %26 = stablehlo.reverse %arg0, dims = [0] : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %27 = stablehlo.iota dim = 0 : tensor<5xi32>
    %28 = stablehlo.iota dim = 1 : tensor<2x3xf32>
    %29 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %30 = stablehlo.reshape %29 : (tensor<1x4xf32>) -> tensor<4xf32>
    %31 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x1x4xf32>
    return %0, %1, %2, %3, %4, %11, %23, %25, %26, %27, %28, %30, %31 : tensor<2x3x4xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<6x4xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<3x4xf32>, tensor<8x3xf32>, tensor<3x4xf32>, tensor<5xi32>, tensor<2x3xf32>, tensor<4xf32>, tensor<3x1x4xf32>
  }
}
