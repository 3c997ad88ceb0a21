module @calls {
  func.func public @main(%arg0: tensor<f32>, %arg1: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.sine %arg0 : tensor<f32>
    %1 = stablehlo.add %0, %arg0 : tensor<f32>
    %2 = stablehlo.sine %1 : tensor<f32>
    %3 = stablehlo.add %2, %1 : tensor<f32>
    %4 = "stablehlo.if"(%arg1) ({
      %5 = stablehlo.sine %1 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }, {
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    return %3, %4 : tensor<f32>, tensor<f32>
  }
}
