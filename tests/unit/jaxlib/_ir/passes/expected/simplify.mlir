module {
  func.func @nested(%arg0: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<9> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_3) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg1: tensor<f32>, %arg2: tensor<f32>)  {
      %4 = stablehlo.add %arg1, %cst_2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
    %1 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f32>):
      %4 = stablehlo.add %arg1, %cst : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.add %arg1, %cst : tensor<f32>
      %5 = stablehlo.compare LT, %4, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %3:2 = stablehlo.while(%iterArg = %c_1, %iterArg_4 = %2) : tensor<i32>, tensor<4xf32>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c : tensor<i32>
      stablehlo.return %4, %iterArg_4 : tensor<i32>, tensor<4xf32>
    }
    return %0, %3#1 : tensor<f32>, tensor<4xf32>
  }
  func.func @order(%arg0: tensor<f32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.add %cst_1, %cst_2 : tensor<f32>
    %1 = stablehlo.add %0, %cst_0 : tensor<f32>
    %2 = stablehlo.add %1, %cst : tensor<f32>
    %3 = stablehlo.add %2, %cst_3 : tensor<f32>
    %4 = stablehlo.add %3, %cst_1 : tensor<f32>
    return %4 : tensor<f32>
  }
  func.func @values() -> (tensor<f32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    return %cst, %cst_0, %cst_1, %cst_1, %cst_2, %cst_2 : tensor<f32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>
  }
  func.func @attributes() -> (tensor<f32>, tensor<f32>, tensor<f32>) {
    %cst = stablehlo.constant {mhlo.frontend_attributes = {a = "b"}} dense<1.000000e+00> : tensor<f32>
    return %cst, %cst, %cst : tensor<f32>, tensor<f32>, tensor<f32>
  }
  func.func private @g(%arg0: tensor<f32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.add %arg0, %cst : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @unused(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = call @g(%arg0) : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.composite "my.op" %arg0 {decomposition = @g} : (tensor<f32>) -> tensor<f32>
    %2 = stablehlo.composite "my.op" %arg0 {decomposition = @g} : (tensor<f32>) -> tensor<f32>
    %3 = stablehlo.convert %2 : tensor<f32>
    %4 = stablehlo.reshape %3 : (tensor<f32>) -> tensor<f32>
    %5 = stablehlo.custom_call @foo(%arg0) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    return %4 : tensor<f32>
  }
  func.func @effects(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<1xi64>, %arg4: !stablehlo.token) {
    %0 = stablehlo.rng %arg1, %arg1, %arg3, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @effect(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %3 = "stablehlo.if"(%arg2) ({
      %6 = stablehlo.custom_call @effect(%arg1) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }, {
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %4 = stablehlo.after_all %arg4, %arg4 : !stablehlo.token
    %5 = "stablehlo.outfeed"(%arg0, %4) <{outfeed_config = "config"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @dead_in_dead(%arg0: tensor<f32>, %arg1: tensor<i1>) -> tensor<f32> {
    %0 = stablehlo.sine %arg0 : tensor<f32>
    return %0 : tensor<f32>
  }
}
