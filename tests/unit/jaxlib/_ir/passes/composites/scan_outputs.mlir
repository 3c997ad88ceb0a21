module {
  func.func @main(%arg0: tensor<2x3x4xf32>, %arg1: tensor<f32>) -> (tensor<3x4xf32>, tensor<3xi1>, tensor<f32>) {
    %0 = stablehlo.slice %arg0 [0:1, 0:3, 0:4] : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
    %2:3 = chlo.scan(%1) inits (%arg1) dimension=0  {
    ^bb0(%input: tensor<4xf32>, %carry: tensor<f32>):
      %3 = stablehlo.broadcast_in_dim %carry, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %4 = stablehlo.add %input, %3 : tensor<4xf32>
      %5 = stablehlo.compare LT, %carry, %carry : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4, %5, %carry : tensor<4xf32>, tensor<i1>, tensor<f32>
    } : (tensor<3x4xf32>, tensor<f32>) -> (tensor<3x4xf32>, tensor<3xi1>, tensor<f32>)
    return %2#0, %2#1, %2#2 : tensor<3x4xf32>, tensor<3xi1>, tensor<f32>
  }
}
