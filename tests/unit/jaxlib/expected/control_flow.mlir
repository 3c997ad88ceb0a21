module @jit_control_flow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result[4][0]"}, tensor<3x4xf32> {jax.result_info = "result[4][1]"}, tensor<3xf32> {jax.result_info = "result[5]"}, tensor<3x4xf32> {jax.result_info = "result[6]"}, tensor<3x4xf32> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}) {
    %0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %arg1, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %4 = stablehlo.cosine %arg0 : tensor<3x4xf32>
      stablehlo.return %4 : tensor<3x4xf32>
    }, {
      %5 = stablehlo.sine %arg0 : tensor<3x4xf32>
      stablehlo.return %5 : tensor<3x4xf32>
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %6 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.constant dense<2> : tensor<i32>
    %8 = stablehlo.clamp %6, %arg1, %7 : tensor<i32>
    %9 = "stablehlo.case"(%8) ({
      %10 = stablehlo.sine %arg0 : tensor<3x4xf32>
      stablehlo.return %10 : tensor<3x4xf32>
    }, {
      %11 = stablehlo.cosine %arg0 : tensor<3x4xf32>
      stablehlo.return %11 : tensor<3x4xf32>
    }, {
      %12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %14 = stablehlo.multiply %arg0, %13 : tensor<3x4xf32>
      stablehlo.return %14 : tensor<3x4xf32>
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %15 = stablehlo.constant dense<0> : tensor<i32>
    %16:3 = "stablehlo.while"(%15, %arg1, %arg0) ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<3x4xf32>):
      %17 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %17 : tensor<i1>
    }, {
    ^bb1(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<3x4xf32>):
      %18 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.add %arg5, %18 : tensor<i32>
      %20 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %22 = stablehlo.multiply %arg7, %21 : tensor<3x4xf32>
      stablehlo.return %19, %arg6, %22 : tensor<i32>, tensor<i32>, tensor<3x4xf32>
    }) : (tensor<i32>, tensor<i32>, tensor<3x4xf32>) -> (tensor<i32>, tensor<i32>, tensor<3x4xf32>)
    %23 = "stablehlo.while"(%arg0) ({
    ^bb2(%arg8: tensor<3x4xf32>):
      %24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %25 = "stablehlo.reduce"(%arg8, %24) ({
      ^bb3(%arg9: tensor<f32>, %arg10: tensor<f32>):
        %26 = stablehlo.add %arg9, %arg10 : tensor<f32>
        stablehlo.return %26 : tensor<f32>
      }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      %27 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
      %28 = stablehlo.compare LT, %25, %27, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %28 : tensor<i1>
    }, {
    ^bb4(%arg11: tensor<3x4xf32>):
      %29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %31 = stablehlo.add %arg11, %30 : tensor<3x4xf32>
      stablehlo.return %31 : tensor<3x4xf32>
    }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %35 = stablehlo.constant dense<0> : tensor<i32>
    %36:4 = "stablehlo.while"(%arg0, %35, %32, %34) ({
    ^bb5(%arg12: tensor<3x4xf32>, %arg13: tensor<i32>, %arg14: tensor<f32>, %arg15: tensor<3x4xf32>):
      %37 = stablehlo.constant dense<3> : tensor<i32>
      %38 = stablehlo.compare LT, %arg13, %37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %38 : tensor<i1>
    }, {
    ^bb6(%arg16: tensor<3x4xf32>, %arg17: tensor<i32>, %arg18: tensor<f32>, %arg19: tensor<3x4xf32>):
      %39 = func.call @dynamic_index_in_dim(%arg16, %arg17) : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %40:2 = func.call @closed_call(%arg18, %39) : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
      %41 = func.call @dynamic_update_index_in_dim(%arg19, %40#1, %arg17) : (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<3x4xf32>
      %42 = stablehlo.constant dense<1> : tensor<i32>
      %43 = stablehlo.add %arg17, %42 : tensor<i32>
      stablehlo.return %arg16, %43, %40#0, %41 : tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>
    }) : (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>)
    %44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %46 = stablehlo.constant dense<0> : tensor<i32>
    %47:3 = "stablehlo.while"(%arg0, %46, %45) ({
    ^bb7(%arg20: tensor<3x4xf32>, %arg21: tensor<i32>, %arg22: tensor<3xf32>):
      %48 = stablehlo.constant dense<3> : tensor<i32>
      %49 = stablehlo.compare LT, %arg21, %48, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %49 : tensor<i1>
    }, {
    ^bb8(%arg23: tensor<3x4xf32>, %arg24: tensor<i32>, %arg25: tensor<3xf32>):
      %50 = func.call @dynamic_index_in_dim(%arg23, %arg24) : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %51 = func.call @closed_call_0(%50) : (tensor<4xf32>) -> tensor<f32>
      %52 = func.call @dynamic_update_index_in_dim_1(%arg25, %51, %arg24) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %53 = stablehlo.constant dense<1> : tensor<i32>
      %54 = stablehlo.add %arg24, %53 : tensor<i32>
      stablehlo.return %arg23, %54, %52 : tensor<3x4xf32>, tensor<i32>, tensor<3xf32>
    }) : (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>)
    %55 = stablehlo.sine %arg0 : tensor<3x4xf32>
    %56 = stablehlo.optimization_barrier %arg0 : tensor<3x4xf32>
    %57 = func.call @"<lambda>"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %60 = stablehlo.add %arg0, %59 : tensor<3x4xf32>
    %61 = func.call @"<lambda>_2"(%60) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    return %3, %9, %16#2, %23, %36#2, %36#3, %47#2, %55, %56, %57, %61 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_slice %arg0, %arg1, %0, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
  func.func private @closed_call(%arg0: tensor<f32>, %arg1: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = "stablehlo.reduce"(%arg1, %0) ({
    ^bb9(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.convert %arg0 : tensor<f32>
    %4 = stablehlo.add %3, %1 : tensor<f32>
    %5 = stablehlo.convert %arg0 : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %7 = stablehlo.multiply %arg1, %6 : tensor<4xf32>
    return %4, %7 : tensor<f32>, tensor<4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) -> tensor<3x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1) : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<4xf32>) -> tensor<f32> {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = "stablehlo.reduce"(%arg0, %0) ({
    ^bb10(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2) : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
  func.func private @"<lambda>"(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
  func.func private @"<lambda>_2"(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
}
