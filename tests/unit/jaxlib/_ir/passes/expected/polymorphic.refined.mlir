module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "a"}, %arg1: tensor<i32> {jax.global_constant = "b"}, %arg2: tensor<4x5xf32>, %arg3: tensor<5x3xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<8x5xf32> {jax.result_info = "result[1]"}, tensor<20xf32> {jax.result_info = "result[2]"}, tensor<4x3xf32> {jax.result_info = "result[3]"}, tensor<5xi32> {jax.result_info = "result[4]"}, tensor<1x5xf32> {jax.result_info = "result[5]"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
    %1 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %c_2 = stablehlo.constant dense<5> : tensor<1xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %3 = stablehlo.add %0, %2 : tensor<5xf32>
    %4 = stablehlo.concatenate %arg2, %arg2, dim = 0 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    %c_3 = stablehlo.constant dense<20> : tensor<i32>
    %c_4 = stablehlo.constant dense<20> : tensor<1xi32>
    %5 = stablehlo.reshape %arg2 : (tensor<4x5xf32>) -> tensor<20xf32>
    %6 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
    %c_5 = stablehlo.constant dense<5> : tensor<1xi32>
    %7 = stablehlo.iota dim = 0 : tensor<5xi32>
    %c_6 = stablehlo.constant dense<5> : tensor<1xi32>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %9 = stablehlo.multiply %8, %7 : tensor<5xi32>
    %c_7 = stablehlo.constant dense<5> : tensor<1xi32>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %11 = stablehlo.add %10, %9 : tensor<5xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_9 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_10 = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
    %12 = "stablehlo.gather"(%arg2, %c_8) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<1x5xf32>
    return %3, %4, %5, %6, %11, %12 : tensor<5xf32>, tensor<8x5xf32>, tensor<20xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<1x5xf32>
  }
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<5x3xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<8x5xf32> {jax.result_info = "result[1]"}, tensor<20xf32> {jax.result_info = "result[2]"}, tensor<4x3xf32> {jax.result_info = "result[3]"}, tensor<5xi32> {jax.result_info = "result[4]"}, tensor<1x5xf32> {jax.result_info = "result[5]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %c_1 = stablehlo.constant dense<5> : tensor<i32>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %0:6 = call @_wrapped_jax_export_main(%c_0, %c_1, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<4x5xf32>, tensor<5x3xf32>) -> (tensor<5xf32>, tensor<8x5xf32>, tensor<20xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<1x5xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<5xf32>, tensor<8x5xf32>, tensor<20xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<1x5xf32>
  }
}
