module @jit_random attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
  func.func public @main(%arg0: tensor<2xui32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<4xui8> {jax.result_info = "result[1]"}, tensor<4xui32> {jax.result_info = "result[2][0]"}, tensor<3xui32> {jax.result_info = "result[2][1]"}, tensor<2x2xui32> {jax.result_info = "result[3]"}) {
    %0 = sdy.sharding_constraint %arg0 <@empty_mesh, [{}]> : tensor<2xui32>
    %1 = func.call @_normal(%0) : (tensor<2xui32>) -> tensor<3xf32>
    %2 = stablehlo.slice %0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.iota dim = 0 : tensor<4xui64>
    %7 = stablehlo.constant dense<1> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<ui64>) -> tensor<4xui64>
    %9 = stablehlo.multiply %8, %6 : tensor<4xui64>
    %10 = stablehlo.constant dense<32> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<ui64>) -> tensor<4xui64>
    %12 = stablehlo.shift_right_logical %9, %11 : tensor<4xui64>
    %13 = stablehlo.convert %9 : (tensor<4xui64>) -> tensor<4xui32>
    %14 = stablehlo.convert %12 : (tensor<4xui64>) -> tensor<4xui32>
    %15:2 = func.call @threefry2x32_0(%3, %5, %14, %13) : (tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
    %16 = stablehlo.xor %15#0, %15#1 : tensor<4xui32>
    %17 = stablehlo.convert %16 : (tensor<4xui32>) -> tensor<4xui8>
    %18 = stablehlo.constant dense<1> : tensor<ui32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %20 = stablehlo.reshape %19 : (tensor<4xui32>) -> tensor<2x2xui32>
    %21 = stablehlo.bitcast_convert %20 : (tensor<2x2xui32>) -> tensor<2xui64>
    %22:2 = "stablehlo.rng_bit_generator"(%21) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %23 = stablehlo.bitcast_convert %22#0 : (tensor<2xui64>) -> tensor<2x2xui32>
    %24 = stablehlo.reshape %23 : (tensor<2x2xui32>) -> tensor<4xui32>
    %25 = func.call @_threefry_split(%0) : (tensor<2xui32>) -> tensor<2x2xui32>
    %26 = sdy.sharding_constraint %25 <@empty_mesh, [{?}, {}]> : tensor<2x2xui32>
    return %1, %17, %24, %22#1, %26 : tensor<3xf32>, tensor<4xui8>, tensor<4xui32>, tensor<3xui32>, tensor<2x2xui32>
  }
  func.func private @_normal(%arg0: tensor<2xui32>) -> tensor<3xf32> {
    %0 = func.call @_normal_real(%arg0) : (tensor<2xui32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func private @_normal_real(%arg0: tensor<2xui32>) -> tensor<3xf32> {
    %0 = stablehlo.constant dense<-9.99999940e-01> : tensor<f32>
    %1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = func.call @_uniform(%arg0, %0, %1) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
    %3 = "chlo.erf_inv"(%2) : (tensor<3xf32>) -> tensor<3xf32>
    %4 = stablehlo.constant dense<1.41421354e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<3xf32>
    return %6 : tensor<3xf32>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %2 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.iota dim = 0 : tensor<3xui64>
    %7 = stablehlo.constant dense<1> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<ui64>) -> tensor<3xui64>
    %9 = stablehlo.multiply %8, %6 : tensor<3xui64>
    %10 = stablehlo.constant dense<32> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<ui64>) -> tensor<3xui64>
    %12 = stablehlo.shift_right_logical %9, %11 : tensor<3xui64>
    %13 = stablehlo.convert %9 : (tensor<3xui64>) -> tensor<3xui32>
    %14 = stablehlo.convert %12 : (tensor<3xui64>) -> tensor<3xui32>
    %15:2 = func.call @threefry2x32(%3, %5, %14, %13) : (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)
    %16 = stablehlo.xor %15#0, %15#1 : tensor<3xui32>
    %17 = stablehlo.constant dense<9> : tensor<ui32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %19 = stablehlo.shift_right_logical %16, %18 : tensor<3xui32>
    %20 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %22 = stablehlo.or %19, %21 : tensor<3xui32>
    %23 = stablehlo.bitcast_convert %22 : (tensor<3xui32>) -> tensor<3xf32>
    %24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %26 = stablehlo.subtract %23, %25 : tensor<3xf32>
    %27 = stablehlo.subtract %1, %0 : tensor<1xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<1xf32>) -> tensor<3xf32>
    %29 = stablehlo.multiply %26, %28 : tensor<3xf32>
    %30 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> tensor<3xf32>
    %31 = stablehlo.add %29, %30 : tensor<3xf32>
    %32 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> tensor<3xf32>
    %33 = stablehlo.maximum %32, %31 : tensor<3xf32>
    return %33 : tensor<3xf32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<3xui32>, %arg3: tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>) {
    %0 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %1 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %3 = stablehlo.constant dense<466688986> : tensor<ui32>
    %4 = stablehlo.xor %2, %3 : tensor<ui32>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %6 = stablehlo.add %arg2, %5 : tensor<3xui32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %8 = stablehlo.add %arg3, %7 : tensor<3xui32>
    %9 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.constant dense<0> : tensor<i32>
    %11:9 = "stablehlo.while"(%10, %9, %6, %8, %arg1, %4, %arg0, %0, %1) ({
    ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<3xui32>, %arg7: tensor<3xui32>, %arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<ui32>, %arg11: tensor<4xui32>, %arg12: tensor<4xui32>):
      %12 = stablehlo.constant dense<5> : tensor<i32>
      %13 = stablehlo.compare LT, %arg4, %12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }, {
    ^bb1(%arg13: tensor<i32>, %arg14: tensor<i32>, %arg15: tensor<3xui32>, %arg16: tensor<3xui32>, %arg17: tensor<ui32>, %arg18: tensor<ui32>, %arg19: tensor<ui32>, %arg20: tensor<4xui32>, %arg21: tensor<4xui32>):
      %14:8 = func.call @closed_call(%arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21) : (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %15 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %arg13, %15 : tensor<i32>
      stablehlo.return %16, %14#0, %14#1, %14#2, %14#3, %14#4, %14#5, %14#6, %14#7 : tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }) : (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    return %11#2, %11#3 : tensor<3xui32>, tensor<3xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<3xui32>, %arg2: tensor<3xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %arg0, %0 : tensor<i32>
    %2 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.add %arg1, %arg2 : tensor<3xui32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %6 = stablehlo.shift_left %arg2, %5 : tensor<3xui32>
    %7 = stablehlo.constant dense<32> : tensor<ui32>
    %8 = stablehlo.subtract %7, %3 : tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %10 = stablehlo.shift_right_logical %arg2, %9 : tensor<3xui32>
    %11 = stablehlo.or %6, %10 : tensor<3xui32>
    %12 = stablehlo.xor %4, %11 : tensor<3xui32>
    %13 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %14 = stablehlo.reshape %13 : (tensor<1xui32>) -> tensor<ui32>
    %15 = stablehlo.add %4, %12 : tensor<3xui32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %17 = stablehlo.shift_left %12, %16 : tensor<3xui32>
    %18 = stablehlo.constant dense<32> : tensor<ui32>
    %19 = stablehlo.subtract %18, %14 : tensor<ui32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %21 = stablehlo.shift_right_logical %12, %20 : tensor<3xui32>
    %22 = stablehlo.or %17, %21 : tensor<3xui32>
    %23 = stablehlo.xor %15, %22 : tensor<3xui32>
    %24 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %25 = stablehlo.reshape %24 : (tensor<1xui32>) -> tensor<ui32>
    %26 = stablehlo.add %15, %23 : tensor<3xui32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %28 = stablehlo.shift_left %23, %27 : tensor<3xui32>
    %29 = stablehlo.constant dense<32> : tensor<ui32>
    %30 = stablehlo.subtract %29, %25 : tensor<ui32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %32 = stablehlo.shift_right_logical %23, %31 : tensor<3xui32>
    %33 = stablehlo.or %28, %32 : tensor<3xui32>
    %34 = stablehlo.xor %26, %33 : tensor<3xui32>
    %35 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %36 = stablehlo.reshape %35 : (tensor<1xui32>) -> tensor<ui32>
    %37 = stablehlo.add %26, %34 : tensor<3xui32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %39 = stablehlo.shift_left %34, %38 : tensor<3xui32>
    %40 = stablehlo.constant dense<32> : tensor<ui32>
    %41 = stablehlo.subtract %40, %36 : tensor<ui32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %43 = stablehlo.shift_right_logical %34, %42 : tensor<3xui32>
    %44 = stablehlo.or %39, %43 : tensor<3xui32>
    %45 = stablehlo.xor %37, %44 : tensor<3xui32>
    %46 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %47 = stablehlo.add %37, %46 : tensor<3xui32>
    %48 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %49 = stablehlo.add %45, %48 : tensor<3xui32>
    %50 = stablehlo.constant dense<1> : tensor<i32>
    %51 = stablehlo.add %arg0, %50 : tensor<i32>
    %52 = stablehlo.convert %51 : (tensor<i32>) -> tensor<ui32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %54 = stablehlo.add %49, %53 : tensor<3xui32>
    return %1, %47, %54, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @threefry2x32_0(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<4xui32>, %arg3: tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>) {
    %0 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %1 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %3 = stablehlo.constant dense<466688986> : tensor<ui32>
    %4 = stablehlo.xor %2, %3 : tensor<ui32>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %6 = stablehlo.add %arg2, %5 : tensor<4xui32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %8 = stablehlo.add %arg3, %7 : tensor<4xui32>
    %9 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.constant dense<0> : tensor<i32>
    %11:9 = "stablehlo.while"(%10, %9, %6, %8, %arg1, %4, %arg0, %0, %1) ({
    ^bb2(%arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>, %arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<ui32>, %arg11: tensor<4xui32>, %arg12: tensor<4xui32>):
      %12 = stablehlo.constant dense<5> : tensor<i32>
      %13 = stablehlo.compare LT, %arg4, %12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }, {
    ^bb3(%arg13: tensor<i32>, %arg14: tensor<i32>, %arg15: tensor<4xui32>, %arg16: tensor<4xui32>, %arg17: tensor<ui32>, %arg18: tensor<ui32>, %arg19: tensor<ui32>, %arg20: tensor<4xui32>, %arg21: tensor<4xui32>):
      %14:8 = func.call @closed_call_1(%arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21) : (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %15 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %arg13, %15 : tensor<i32>
      stablehlo.return %16, %14#0, %14#1, %14#2, %14#3, %14#4, %14#5, %14#6, %14#7 : tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }) : (tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    return %11#2, %11#3 : tensor<4xui32>, tensor<4xui32>
  }
  func.func private @closed_call_1(%arg0: tensor<i32>, %arg1: tensor<4xui32>, %arg2: tensor<4xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %arg0, %0 : tensor<i32>
    %2 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.add %arg1, %arg2 : tensor<4xui32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %6 = stablehlo.shift_left %arg2, %5 : tensor<4xui32>
    %7 = stablehlo.constant dense<32> : tensor<ui32>
    %8 = stablehlo.subtract %7, %3 : tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %10 = stablehlo.shift_right_logical %arg2, %9 : tensor<4xui32>
    %11 = stablehlo.or %6, %10 : tensor<4xui32>
    %12 = stablehlo.xor %4, %11 : tensor<4xui32>
    %13 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %14 = stablehlo.reshape %13 : (tensor<1xui32>) -> tensor<ui32>
    %15 = stablehlo.add %4, %12 : tensor<4xui32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %17 = stablehlo.shift_left %12, %16 : tensor<4xui32>
    %18 = stablehlo.constant dense<32> : tensor<ui32>
    %19 = stablehlo.subtract %18, %14 : tensor<ui32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %21 = stablehlo.shift_right_logical %12, %20 : tensor<4xui32>
    %22 = stablehlo.or %17, %21 : tensor<4xui32>
    %23 = stablehlo.xor %15, %22 : tensor<4xui32>
    %24 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %25 = stablehlo.reshape %24 : (tensor<1xui32>) -> tensor<ui32>
    %26 = stablehlo.add %15, %23 : tensor<4xui32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %28 = stablehlo.shift_left %23, %27 : tensor<4xui32>
    %29 = stablehlo.constant dense<32> : tensor<ui32>
    %30 = stablehlo.subtract %29, %25 : tensor<ui32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %32 = stablehlo.shift_right_logical %23, %31 : tensor<4xui32>
    %33 = stablehlo.or %28, %32 : tensor<4xui32>
    %34 = stablehlo.xor %26, %33 : tensor<4xui32>
    %35 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %36 = stablehlo.reshape %35 : (tensor<1xui32>) -> tensor<ui32>
    %37 = stablehlo.add %26, %34 : tensor<4xui32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %39 = stablehlo.shift_left %34, %38 : tensor<4xui32>
    %40 = stablehlo.constant dense<32> : tensor<ui32>
    %41 = stablehlo.subtract %40, %36 : tensor<ui32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %43 = stablehlo.shift_right_logical %34, %42 : tensor<4xui32>
    %44 = stablehlo.or %39, %43 : tensor<4xui32>
    %45 = stablehlo.xor %37, %44 : tensor<4xui32>
    %46 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %47 = stablehlo.add %37, %46 : tensor<4xui32>
    %48 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %49 = stablehlo.add %45, %48 : tensor<4xui32>
    %50 = stablehlo.constant dense<1> : tensor<i32>
    %51 = stablehlo.add %arg0, %50 : tensor<i32>
    %52 = stablehlo.convert %51 : (tensor<i32>) -> tensor<ui32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %54 = stablehlo.add %49, %53 : tensor<4xui32>
    return %1, %47, %54, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xui32>) -> tensor<2x2xui32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<2xui64>
    %5 = stablehlo.constant dense<1> : tensor<ui64>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %7 = stablehlo.multiply %6, %4 : tensor<2xui64>
    %8 = stablehlo.constant dense<32> : tensor<ui64>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %10 = stablehlo.shift_right_logical %7, %9 : tensor<2xui64>
    %11 = stablehlo.convert %7 : (tensor<2xui64>) -> tensor<2xui32>
    %12 = stablehlo.convert %10 : (tensor<2xui64>) -> tensor<2xui32>
    %13:2 = func.call @threefry2x32_2(%1, %3, %12, %11) : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
    %14 = stablehlo.broadcast_in_dim %13#0, dims = [0] : (tensor<2xui32>) -> tensor<2x1xui32>
    %15 = stablehlo.broadcast_in_dim %13#1, dims = [0] : (tensor<2xui32>) -> tensor<2x1xui32>
    %16 = stablehlo.concatenate %14, %15, dim = 1 : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    return %16 : tensor<2x2xui32>
  }
  func.func private @threefry2x32_2(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<2xui32>, %arg3: tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>) {
    %0 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %1 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %3 = stablehlo.constant dense<466688986> : tensor<ui32>
    %4 = stablehlo.xor %2, %3 : tensor<ui32>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %6 = stablehlo.add %arg2, %5 : tensor<2xui32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %8 = stablehlo.add %arg3, %7 : tensor<2xui32>
    %9 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.constant dense<0> : tensor<i32>
    %11:9 = "stablehlo.while"(%10, %9, %6, %8, %arg1, %4, %arg0, %0, %1) ({
    ^bb4(%arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<2xui32>, %arg7: tensor<2xui32>, %arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<ui32>, %arg11: tensor<4xui32>, %arg12: tensor<4xui32>):
      %12 = stablehlo.constant dense<5> : tensor<i32>
      %13 = stablehlo.compare LT, %arg4, %12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }, {
    ^bb5(%arg13: tensor<i32>, %arg14: tensor<i32>, %arg15: tensor<2xui32>, %arg16: tensor<2xui32>, %arg17: tensor<ui32>, %arg18: tensor<ui32>, %arg19: tensor<ui32>, %arg20: tensor<4xui32>, %arg21: tensor<4xui32>):
      %14:8 = func.call @closed_call_3(%arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21) : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %15 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %arg13, %15 : tensor<i32>
      stablehlo.return %16, %14#0, %14#1, %14#2, %14#3, %14#4, %14#5, %14#6, %14#7 : tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    return %11#2, %11#3 : tensor<2xui32>, tensor<2xui32>
  }
  func.func private @closed_call_3(%arg0: tensor<i32>, %arg1: tensor<2xui32>, %arg2: tensor<2xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %arg0, %0 : tensor<i32>
    %2 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.add %arg1, %arg2 : tensor<2xui32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %6 = stablehlo.shift_left %arg2, %5 : tensor<2xui32>
    %7 = stablehlo.constant dense<32> : tensor<ui32>
    %8 = stablehlo.subtract %7, %3 : tensor<ui32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %10 = stablehlo.shift_right_logical %arg2, %9 : tensor<2xui32>
    %11 = stablehlo.or %6, %10 : tensor<2xui32>
    %12 = stablehlo.xor %4, %11 : tensor<2xui32>
    %13 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %14 = stablehlo.reshape %13 : (tensor<1xui32>) -> tensor<ui32>
    %15 = stablehlo.add %4, %12 : tensor<2xui32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %17 = stablehlo.shift_left %12, %16 : tensor<2xui32>
    %18 = stablehlo.constant dense<32> : tensor<ui32>
    %19 = stablehlo.subtract %18, %14 : tensor<ui32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %21 = stablehlo.shift_right_logical %12, %20 : tensor<2xui32>
    %22 = stablehlo.or %17, %21 : tensor<2xui32>
    %23 = stablehlo.xor %15, %22 : tensor<2xui32>
    %24 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %25 = stablehlo.reshape %24 : (tensor<1xui32>) -> tensor<ui32>
    %26 = stablehlo.add %15, %23 : tensor<2xui32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %28 = stablehlo.shift_left %23, %27 : tensor<2xui32>
    %29 = stablehlo.constant dense<32> : tensor<ui32>
    %30 = stablehlo.subtract %29, %25 : tensor<ui32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %32 = stablehlo.shift_right_logical %23, %31 : tensor<2xui32>
    %33 = stablehlo.or %28, %32 : tensor<2xui32>
    %34 = stablehlo.xor %26, %33 : tensor<2xui32>
    %35 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %36 = stablehlo.reshape %35 : (tensor<1xui32>) -> tensor<ui32>
    %37 = stablehlo.add %26, %34 : tensor<2xui32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %39 = stablehlo.shift_left %34, %38 : tensor<2xui32>
    %40 = stablehlo.constant dense<32> : tensor<ui32>
    %41 = stablehlo.subtract %40, %36 : tensor<ui32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %43 = stablehlo.shift_right_logical %34, %42 : tensor<2xui32>
    %44 = stablehlo.or %39, %43 : tensor<2xui32>
    %45 = stablehlo.xor %37, %44 : tensor<2xui32>
    %46 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %47 = stablehlo.add %37, %46 : tensor<2xui32>
    %48 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %49 = stablehlo.add %45, %48 : tensor<2xui32>
    %50 = stablehlo.constant dense<1> : tensor<i32>
    %51 = stablehlo.add %arg0, %50 : tensor<i32>
    %52 = stablehlo.convert %51 : (tensor<i32>) -> tensor<ui32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %54 = stablehlo.add %49, %53 : tensor<2xui32>
    return %1, %47, %54, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
}
