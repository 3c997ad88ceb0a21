"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3x5xf32>, tensor<5x3xi32>, tensor<f32>, tensor<3xi32>) -> (tensor<3x5xf32>, tensor<3xi32>), sym_name = "inputs"}> ({
  ^bb0(%arg6: tensor<3x5xf32>, %arg7: tensor<5x3xi32>, %arg8: tensor<f32>, %arg9: tensor<3xi32>):
    %4:4 = "chlo.scan"(%arg6, %arg6, %arg8, %arg9) <{dimension = 1 : i64, is_reverse = true, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 2, 2>}> ({
    ^bb0(%arg10: tensor<3xf32>, %arg11: tensor<3xf32>, %arg12: tensor<f32>, %arg13: tensor<3xi32>):
      "stablehlo.return"(%arg10, %arg11, %arg12, %arg13) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<3xi32>) -> ()
    }) : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<f32>, tensor<3xi32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<f32>, tensor<3xi32>)
    "func.return"(%4#0, %4#3) : (tensor<3x5xf32>, tensor<3xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = "no_inputs"}> ({
  ^bb0(%arg4: tensor<f32>):
    %3:2 = "chlo.scan"(%arg4) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>, scan_dim_size = 7 : i64}> ({
    ^bb0(%arg5: tensor<f32>):
      "stablehlo.return"(%arg5, %arg5) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<f32>) -> (tensor<7xf32>, tensor<f32>)
    "func.return"(%3#1) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x5xf32>, tensor<3xf32>) -> tensor<3x5xf32>, sym_name = "sums"}> ({
  ^bb0(%arg0: tensor<3x5xf32>, %arg1: tensor<3xf32>):
    %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 1 : i64, is_associative = true, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: tensor<3xf32>, %arg3: tensor<3xf32>):
      %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<3xf32>}> : () -> tensor<3xf32>
      "stablehlo.return"(%1, %1) : (tensor<3xf32>, tensor<3xf32>) -> ()
    }) : (tensor<3x5xf32>, tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
    "func.return"(%0#0) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
}) : () -> ()
