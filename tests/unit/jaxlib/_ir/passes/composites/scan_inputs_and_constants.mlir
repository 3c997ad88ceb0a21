module {
  func.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3xf32>, %arg3: tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>) {
    %0:4 = chlo.scan(%arg0, %arg1) inits (%arg2, %arg3) dimension=1  {
    ^bb0(%input: tensor<3xf32>, %input_0: tensor<3xi32>, %carry: tensor<3xf32>, %carry_1: tensor<3xi32>):
      %2 = stablehlo.add %input, %carry : tensor<3xf32>
      %3 = stablehlo.add %input_0, %carry_1 : tensor<3xi32>
      stablehlo.return %2, %3, %2, %3 : tensor<3xf32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi32>
    } : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>)
    %1:2 = chlo.scan(%arg0) inits (%arg2) dimension=1  attributes {is_associative = true} {
    ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
      %2 = stablehlo.multiply %input, %cst : tensor<3xf32>
      %3 = stablehlo.add %2, %carry : tensor<3xf32>
      stablehlo.return %3, %3 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
    return %1#0, %0#1, %0#2, %0#3 : tensor<3x4xf32>, tensor<3x4xi32>, tensor<3xf32>, tensor<3xi32>
  }
}
