module {
  func.func @main(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> (tensor<3x4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  attributes {is_associative = false, is_reverse = true} {
    ^bb0(%input: tensor<4xcomplex<f32>>, %carry: tensor<4xcomplex<f32>>):
      %1 = stablehlo.add %input, %carry : tensor<4xcomplex<f32>>
      %2 = stablehlo.multiply %1, %carry : tensor<4xcomplex<f32>>
      stablehlo.return %2, %1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
    } : (tensor<3x4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<3x4xcomplex<f32>>, tensor<4xcomplex<f32>>)
    return %0#0, %0#1 : tensor<3x4xcomplex<f32>>, tensor<4xcomplex<f32>>
  }
}
