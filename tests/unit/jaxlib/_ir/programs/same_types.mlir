module @same_types {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.convert %1 : tensor<4xf32>
    %3 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xi32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>
    %5 = stablehlo.transpose %4, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>
    %6 = stablehlo.slice %5 [0:4] : (tensor<4xf32>) -> tensor<4xf32>
    %7 = stablehlo.concatenate %6, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>
    %8 = stablehlo.rng %arg1, %arg1, %arg2, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %9 = stablehlo.clamp %arg1, %7, %arg1 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %8, %3, %9 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
  }
}
