module @calls {
  func.func public @main(%x: tensor<f32>, %p: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %0 = call @twice(%x) : (tensor<f32>) -> tensor<f32>
    %1 = call @twice(%0) : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.if"(%p) ({
      %3 = func.call @once(%0) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }, {
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    return %1, %2 : tensor<f32>, tensor<f32>
  }
  func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
    %0 = call @once(%x) : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.add %0, %x : tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @once(%x: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.sine %x : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @unused(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}
