module {
  func.func @main(%arg0: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
    %0:2 = chlo.scan() inits (%arg0) dimension=1  {
    ^bb0(%carry: tensor<3xf32>):
      %1 = stablehlo.add %carry, %carry : tensor<3xf32>
      stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<3xf32>
  }
}
