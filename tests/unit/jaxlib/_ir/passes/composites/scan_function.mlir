module {
  func.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> tensor<3x4xf32> {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
    ^bb0(%input: tensor<4xf32>, %carry: tensor<4xf32>):
      %1 = chlo.square %input : tensor<4xf32> -> tensor<4xf32>
      %2 = chlo.erf %1 : tensor<4xf32> -> tensor<4xf32>
      %3 = stablehlo.add %2, %carry : tensor<4xf32>
      stablehlo.return %3, %3 : tensor<4xf32>, tensor<4xf32>
    } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
    return %0#0 : tensor<3x4xf32>
  }
}
