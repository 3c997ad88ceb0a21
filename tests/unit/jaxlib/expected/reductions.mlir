module @jit_reductions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi1>) -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<3xf32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<3xi32> {jax.result_info = "result[4]"}, tensor<i1> {jax.result_info = "result[5]"}, tensor<4xi1> {jax.result_info = "result[6]"}, tensor<3x4xf32> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3x4xf32> {jax.result_info = "result[10]"}, tensor<3x4xf32> {jax.result_info = "result[11]"}, tensor<3x4xf32> {jax.result_info = "result[12]"}, tensor<3x4xf32> {jax.result_info = "result[13]"}, tensor<4xf32> {jax.result_info = "result[14][0]"}, tensor<4xf32> {jax.result_info = "result[14][1]"}) {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = "stablehlo.reduce"(%arg0, %0) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = "stablehlo.reduce"(%arg0, %3) ({
    ^bb1(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %5 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %7 = "stablehlo.reduce"(%arg0, %6) ({
    ^bb2(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %8 = stablehlo.minimum %arg6, %arg7 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) {dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
    %9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = "stablehlo.reduce"(%arg0, %9) ({
    ^bb3(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %11 = stablehlo.multiply %arg8, %arg9 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
    %12 = func.call @argmax(%arg0) : (tensor<3x4xf32>) -> tensor<3xi32>
    %13 = stablehlo.constant dense<true> : tensor<i1>
    %14 = "stablehlo.reduce"(%arg1, %13) ({
    ^bb4(%arg10: tensor<i1>, %arg11: tensor<i1>):
      %15 = stablehlo.and %arg10, %arg11 : tensor<i1>
      stablehlo.return %15 : tensor<i1>
    }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xi1>, tensor<i1>) -> tensor<i1>
    %16 = stablehlo.constant dense<false> : tensor<i1>
    %17 = "stablehlo.reduce"(%arg1, %16) ({
    ^bb5(%arg12: tensor<i1>, %arg13: tensor<i1>):
      %18 = stablehlo.or %arg12, %arg13 : tensor<i1>
      stablehlo.return %18 : tensor<i1>
    }) {dimensions = array<i64: 0>} : (tensor<3x4xi1>, tensor<i1>) -> tensor<4xi1>
    %19 = func.call @cumsum(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %20 = func.call @cumlogsumexp(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<f32>
    %23 = "stablehlo.reduce_window"(%arg0, %22) ({
    ^bb6(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %24 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %24 : tensor<f32>
    }) {base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %25 = "stablehlo.sort"(%arg0) ({
    ^bb7(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.compare EQ, %arg16, %26, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %29 = stablehlo.select %27, %28, %arg16 : tensor<i1>, tensor<f32>
      %30 = stablehlo.compare NE, %arg16, %arg16, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %31 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %32 = stablehlo.select %30, %31, %29 : tensor<i1>, tensor<f32>
      %33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.compare EQ, %arg17, %33, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %36 = stablehlo.select %34, %35, %arg17 : tensor<i1>, tensor<f32>
      %37 = stablehlo.compare NE, %arg17, %arg17, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %38 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %39 = stablehlo.select %37, %38, %36 : tensor<i1>, tensor<f32>
      %40 = stablehlo.compare LT, %32, %39, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %40 : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %41:2 = "stablehlo.sort"(%arg0, %arg0) ({
    ^bb8(%arg18: tensor<f32>, %arg19: tensor<f32>, %arg20: tensor<f32>, %arg21: tensor<f32>):
      %42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %43 = stablehlo.compare EQ, %arg18, %42, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %45 = stablehlo.select %43, %44, %arg18 : tensor<i1>, tensor<f32>
      %46 = stablehlo.compare NE, %arg18, %arg18, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %47 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %48 = stablehlo.select %46, %47, %45 : tensor<i1>, tensor<f32>
      %49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.compare EQ, %arg19, %49, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %52 = stablehlo.select %50, %51, %arg19 : tensor<i1>, tensor<f32>
      %53 = stablehlo.compare NE, %arg19, %arg19, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %54 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %55 = stablehlo.select %53, %54, %52 : tensor<i1>, tensor<f32>
      %56 = stablehlo.compare LT, %48, %55, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %56 : tensor<i1>
    }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
    %57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %59 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %60 = "stablehlo.pad"(%arg0, %59) {edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = "stablehlo.select_and_scatter"(%60, %58, %61) ({
    ^bb9(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %63 = stablehlo.compare GE, %arg22, %arg23, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %63 : tensor<i1>
    }, {
    ^bb10(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %64 = stablehlo.add %arg24, %arg25 : tensor<f32>
      stablehlo.return %64 : tensor<f32>
    }) {padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
    %65 = stablehlo.slice %62 [0:3, 0:4] : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68:2 = "stablehlo.reduce"(%arg0, %arg0, %66, %67) ({
    ^bb11(%arg26: tensor<f32>, %arg27: tensor<f32>, %arg28: tensor<f32>, %arg29: tensor<f32>):
      %69 = stablehlo.add %arg26, %arg28 : tensor<f32>
      %70 = stablehlo.multiply %arg27, %arg29 : tensor<f32>
      stablehlo.return %69, %70 : tensor<f32>, tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    return %1, %4, %7, %10, %12, %14, %17, %19, %20, %23, %25, %41#0, %41#1, %65, %68#0, %68#1 : tensor<4xf32>, tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<3xi32>, tensor<i1>, tensor<4xi1>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func private @argmax(%arg0: tensor<3x4xf32>) -> tensor<3xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<3x4xi32>
    %1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.constant dense<0> : tensor<i32>
    %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) ({
    ^bb12(%arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<f32>, %arg4: tensor<i32>):
      %4 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.or %4, %5 : tensor<i1>
      %7 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %9 = stablehlo.and %7, %8 : tensor<i1>
      %10 = stablehlo.or %6, %9 : tensor<i1>
      %11 = stablehlo.select %6, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %12 = stablehlo.select %10, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
    }) {dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %3#1 : tensor<3xi32>
  }
  func.func private @cumsum(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) ({
    ^bb13(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {base_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
  func.func private @cumlogsumexp(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) ({
    ^bb14(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      %3 = stablehlo.subtract %arg1, %arg2 : tensor<f32>
      %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.add %arg1, %arg2 : tensor<f32>
      %6 = stablehlo.abs %3 : tensor<f32>
      %7 = stablehlo.negate %6 : tensor<f32>
      %8 = stablehlo.exponential %7 : tensor<f32>
      %9 = stablehlo.log_plus_one %8 : tensor<f32>
      %10 = stablehlo.add %2, %9 : tensor<f32>
      %11 = stablehlo.select %4, %5, %10 : tensor<i1>, tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) {base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
}
