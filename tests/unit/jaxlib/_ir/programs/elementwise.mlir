module @jit_elementwise attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3x4xi1>, %arg3: tensor<3x4xcomplex<f32>>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<3x4xf32> {jax.result_info = "result[2]"}, tensor<3x4xf32> {jax.result_info = "result[3]"}, tensor<3x4xf32> {jax.result_info = "result[4]"}, tensor<3x4xf32> {jax.result_info = "result[5]"}, tensor<3x4xf32> {jax.result_info = "result[6]"}, tensor<3x4xf32> {jax.result_info = "result[7]"}, tensor<3x4xf32> {jax.result_info = "result[8]"}, tensor<3x4xf32> {jax.result_info = "result[9]"}, tensor<3x4xf32> {jax.result_info = "result[10]"}, tensor<3x4xf32> {jax.result_info = "result[11]"}, tensor<3x4xf32> {jax.result_info = "result[12]"}, tensor<3x4xf32> {jax.result_info = "result[13]"}, tensor<3x4xf32> {jax.result_info = "result[14]"}, tensor<3x4xf32> {jax.result_info = "result[15]"}, tensor<3x4xf32> {jax.result_info = "result[16]"}, tensor<3x4xf32> {jax.result_info = "result[17]"}, tensor<3x4xf32> {jax.result_info = "result[18]"}, tensor<3x4xi1> {jax.result_info = "result[19]"}, tensor<3x4xf32> {jax.result_info = "result[20]"}, tensor<3x4xf32> {jax.result_info = "result[21]"}, tensor<3x4xf32> {jax.result_info = "result[22]"}, tensor<3x4xf32> {jax.result_info = "result[23]"}, tensor<3x4xf32> {jax.result_info = "result[24]"}, tensor<3x4xf32> {jax.result_info = "result[25]"}, tensor<3x4xf32> {jax.result_info = "result[26]"}, tensor<3x4xf32> {jax.result_info = "result[27]"}, tensor<3x4xf32> {jax.result_info = "result[28]"}, tensor<3x4xf32> {jax.result_info = "result[29]"}, tensor<3x4xf32> {jax.result_info = "result[30]"}, tensor<3x4xi32> {jax.result_info = "result[31]"}, tensor<3x4xi32> {jax.result_info = "result[32]"}, tensor<3x4xi32> {jax.result_info = "result[33]"}, tensor<3x4xi1> {jax.result_info = "result[34]"}, tensor<3x4xi32> {jax.result_info = "result[35]"}, tensor<3x4xi32> {jax.result_info = "result[36]"}, tensor<3x4xi32> {jax.result_info = "result[37]"}, tensor<3x4xi32> {jax.result_info = "result[38]"}, tensor<3x4xi32> {jax.result_info = "result[39]"}, tensor<3x4xi1> {jax.result_info = "result[40]"}, tensor<3x4xi1> {jax.result_info = "result[41]"}, tensor<3x4xi1> {jax.result_info = "result[42]"}, tensor<3x4xf32> {jax.result_info = "result[43]"}, tensor<3x4xf32> {jax.result_info = "result[44]"}, tensor<3x4xcomplex<f32>> {jax.result_info = "result[45]"}, tensor<3x4xf32> {jax.result_info = "result[46]"}, tensor<3x4xf32> {jax.result_info = "result[47]"}, tensor<3x4xcomplex<f32>> {jax.result_info = "result[48]"}, tensor<3x4xbf16> {jax.result_info = "result[49]"}, tensor<3x4xui32> {jax.result_info = "result[50]"}, tensor<3x4xf32> {jax.result_info = "result[51]"}) {
    %0 = stablehlo.abs %arg0 : tensor<3x4xf32>
    %1 = stablehlo.negate %arg0 : tensor<3x4xf32>
    %2 = stablehlo.exponential %arg0 : tensor<3x4xf32>
    %3 = stablehlo.exponential_minus_one %arg0 : tensor<3x4xf32>
    %4 = stablehlo.log %arg0 : tensor<3x4xf32>
    %5 = stablehlo.log_plus_one %arg0 : tensor<3x4xf32>
    %6 = stablehlo.sine %arg0 : tensor<3x4xf32>
    %7 = stablehlo.cosine %arg0 : tensor<3x4xf32>
    %8 = stablehlo.tan %arg0 : tensor<3x4xf32>
    %9 = stablehlo.tanh %arg0 : tensor<3x4xf32>
    %10 = stablehlo.negate %arg0 : tensor<3x4xf32>
    %11 = stablehlo.exponential %10 : tensor<3x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %13 = stablehlo.add %12, %11 : tensor<3x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %15 = stablehlo.divide %14, %13 : tensor<3x4xf32>
    %16 = stablehlo.sqrt %arg0 : tensor<3x4xf32>
    %17 = stablehlo.rsqrt %arg0 : tensor<3x4xf32>
    %18 = stablehlo.cbrt %arg0 : tensor<3x4xf32>
    %19 = stablehlo.floor %arg0 : tensor<3x4xf32>
    %20 = stablehlo.ceil %arg0 : tensor<3x4xf32>
    %21 = stablehlo.round_nearest_afz %arg0 : tensor<3x4xf32>
    %22 = stablehlo.round_nearest_even %arg0 : tensor<3x4xf32>
    %23 = stablehlo.sign %arg0 : tensor<3x4xf32>
    %24 = stablehlo.is_finite %arg0 : (tensor<3x4xf32>) -> tensor<3x4xi1>
    %25 = stablehlo.add %arg0, %arg0 : tensor<3x4xf32>
    %26 = stablehlo.subtract %arg0, %arg0 : tensor<3x4xf32>
    %27 = stablehlo.multiply %arg0, %arg0 : tensor<3x4xf32>
    %28 = stablehlo.divide %arg0, %arg0 : tensor<3x4xf32>
    %29 = stablehlo.remainder %arg0, %arg0 : tensor<3x4xf32>
    %30 = stablehlo.power %arg0, %arg0 : tensor<3x4xf32>
    %31 = stablehlo.maximum %arg0, %arg0 : tensor<3x4xf32>
    %32 = stablehlo.minimum %arg0, %arg0 : tensor<3x4xf32>
    %33 = stablehlo.atan2 %arg0, %arg0 : tensor<3x4xf32>
    %34 = chlo.next_after %arg0, %arg0 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x4xf32>
    %35 = stablehlo.multiply %arg0, %arg0 : tensor<3x4xf32>
    %36 = stablehlo.multiply %35, %arg0 : tensor<3x4xf32>
    %37 = stablehlo.and %arg1, %arg1 : tensor<3x4xi32>
    %38 = stablehlo.or %arg1, %arg1 : tensor<3x4xi32>
    %39 = stablehlo.xor %arg1, %arg1 : tensor<3x4xi32>
    %40 = stablehlo.not %arg2 : tensor<3x4xi1>
    %41 = stablehlo.shift_left %arg1, %arg1 : tensor<3x4xi32>
    %42 = stablehlo.shift_right_logical %arg1, %arg1 : tensor<3x4xi32>
    %43 = stablehlo.shift_right_arithmetic %arg1, %arg1 : tensor<3x4xi32>
    %44 = stablehlo.popcnt %arg1 : tensor<3x4xi32>
    %45 = stablehlo.count_leading_zeros %arg1 : tensor<3x4xi32>
    %46 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %47 = stablehlo.compare LT, %arg1, %arg1, SIGNED : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>
    %48 = stablehlo.compare GE, %arg0, %arg0, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    %49 = stablehlo.select %arg2, %arg0, %arg0 : tensor<3x4xi1>, tensor<3x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %51 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %52 = stablehlo.clamp %50, %arg0, %51 : tensor<3x4xf32>
    %53 = stablehlo.complex %arg0, %arg0 : tensor<3x4xcomplex<f32>>
    %54 = stablehlo.real %arg3 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %55 = stablehlo.imag %arg3 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %56 = stablehlo.real %arg3 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %57 = stablehlo.imag %arg3 : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
    %58 = stablehlo.negate %57 : tensor<3x4xf32>
    %59 = stablehlo.complex %56, %58 : tensor<3x4xcomplex<f32>>
    %60 = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %61 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xui32>
    %62 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<3x4xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %52, %53, %54, %55, %59, %60, %61, %62 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi1>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>, tensor<3x4xbf16>, tensor<3x4xui32>, tensor<3x4xf32>
  }
}
