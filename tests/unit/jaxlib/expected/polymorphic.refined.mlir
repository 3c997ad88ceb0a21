module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "a"}, %arg1: tensor<i32> {jax.global_constant = "b"}, %arg2: tensor<4x5xf32>, %arg3: tensor<5x3xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<8x5xf32> {jax.result_info = "result[1]"}, tensor<20xf32> {jax.result_info = "result[2]"}, tensor<4x3xf32> {jax.result_info = "result[3]"}, tensor<5xi32> {jax.result_info = "result[4]"}, tensor<1x5xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.constant dense<1> : tensor<1xi32>
    %1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = "stablehlo.reduce"(%arg2, %3) ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %5 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
    %6 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %7 = stablehlo.constant dense<5> : tensor<1xi32>
    %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %9 = stablehlo.add %4, %8 : tensor<5xf32>
    %10 = stablehlo.concatenate %arg2, %arg2, dim = 0 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
    %11 = stablehlo.constant dense<20> : tensor<i32>
    %12 = stablehlo.constant dense<20> : tensor<1xi32>
    %13 = stablehlo.reshape %arg2 : (tensor<4x5xf32>) -> tensor<20xf32>
    %14 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
    %15 = stablehlo.constant dense<5> : tensor<1xi32>
    %16 = stablehlo.iota dim = 0 : tensor<5xi32>
    %17 = stablehlo.constant dense<5> : tensor<1xi32>
    %18 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %19 = stablehlo.multiply %18, %16 : tensor<5xi32>
    %20 = stablehlo.constant dense<5> : tensor<1xi32>
    %21 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %22 = stablehlo.add %21, %19 : tensor<5xi32>
    %23 = stablehlo.constant dense<0> : tensor<1xi32>
    %24 = stablehlo.constant dense<5> : tensor<1xi32>
    %25 = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
    %26 = "stablehlo.gather"(%arg2, %23) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true, slice_sizes = array<i64: 1, 5>} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<1x5xf32>
    return %9, %10, %13, %14, %22, %26 : tensor<5xf32>, tensor<8x5xf32>, tensor<20xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<1x5xf32>
  }
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<5x3xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<8x5xf32> {jax.result_info = "result[1]"}, tensor<20xf32> {jax.result_info = "result[2]"}, tensor<4x3xf32> {jax.result_info = "result[3]"}, tensor<5xi32> {jax.result_info = "result[4]"}, tensor<1x5xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.constant dense<5> : tensor<i32>
    %4 = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.constant dense<true> : tensor<i1>
    %7:6 = func.call @_wrapped_jax_export_main(%1, %2, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<4x5xf32>, tensor<5x3xf32>) -> (tensor<5xf32>, tensor<8x5xf32>, tensor<20xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<1x5xf32>)
    return %7#0, %7#1, %7#2, %7#3, %7#4, %7#5 : tensor<5xf32>, tensor<8x5xf32>, tensor<20xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<1x5xf32>
  }
}
