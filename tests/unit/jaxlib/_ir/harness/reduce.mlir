module @jit_reduce attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xi8>, %arg1: tensor<4x6xi32>) -> (tensor<6xi8> {jax.result_info = "result[0]"}, tensor<6xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<3> : tensor<i8>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.reduce(%arg0 init: %c), (%arg1 init: %c_0) across dimensions = [0] : (tensor<4x6xi8>, tensor<4x6xi32>, tensor<i8>, tensor<i32>) -> (tensor<6xi8>, tensor<6xi32>)
     reducer(%arg2: tensor<i8>, %arg4: tensor<i8>) (%arg3: tensor<i32>, %arg5: tensor<i32>)  {
      %1 = stablehlo.maximum %arg2, %arg4 : tensor<i8>
      %2 = stablehlo.minimum %arg3, %arg5 : tensor<i32>
      stablehlo.return %1, %2 : tensor<i8>, tensor<i32>
    }
    return %0#0, %0#1 : tensor<6xi8>, tensor<6xi32>
  }
}
