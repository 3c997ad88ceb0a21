module @calls {
  func.func public @main(%arg0: tensor<f32>, %arg1: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %0 = call @twice(%arg0) : (tensor<f32>) -> tensor<f32>
    %1 = call @twice(%0) : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.if"(%arg1) ({
      %3 = func.call @once(%0) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }, {
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    return %1, %2 : tensor<f32>, tensor<f32>
  }
  func.func private @twice(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = call @once(%arg0) : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.add %0, %arg0 : tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @once(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.sine %arg0 : tensor<f32>
    return %0 : tensor<f32>
  }
}
