module {
  func.func @inputs(%arg0: tensor<3x5xf32>, %arg1: tensor<5x3xi32>, %arg2: tensor<f32>, %arg3: tensor<3xi32>) -> (tensor<3x5xf32>, tensor<3xi32>) {
    %0:4 = chlo.scan(%arg0, %arg0) inits (%arg2, %arg3) dimension=1  attributes {is_reverse = true} {
    ^bb0(%input: tensor<3xf32>, %input_0: tensor<3xf32>, %carry: tensor<f32>, %carry_1: tensor<3xi32>):
      stablehlo.return %input, %input_0, %carry, %carry_1 : tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<3xi32>
    } : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<f32>, tensor<3xi32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<f32>, tensor<3xi32>)
    return %0#0, %0#3 : tensor<3x5xf32>, tensor<3xi32>
  }
  func.func @no_inputs(%arg0: tensor<f32>) -> tensor<f32> {
    %0:2 = chlo.scan() inits (%arg0) dimension=0  attributes {scan_dim_size = 7 : i64} {
    ^bb0(%carry: tensor<f32>):
      stablehlo.return %carry, %carry : tensor<f32>, tensor<f32>
    } : (tensor<f32>) -> (tensor<7xf32>, tensor<f32>)
    return %0#1 : tensor<f32>
  }
  func.func @sums(%arg0: tensor<3x5xf32>, %arg1: tensor<3xf32>) -> tensor<3x5xf32> {
    %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  attributes {is_associative = true, is_reverse = false} {
    ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
      %1 = stablehlo.add %input, %carry : tensor<3xf32>
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
      stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<3x5xf32>, tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
    return %0#0 : tensor<3x5xf32>
  }
}
