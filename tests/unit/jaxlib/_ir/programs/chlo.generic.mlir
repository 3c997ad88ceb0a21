"builtin.module"() <{sym_name = "jit_chlo"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x4xf32>, tensor<3x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}, {jax.result_info = "result[11]"}, {jax.result_info = "result[12]"}, {jax.result_info = "result[13]"}, {jax.result_info = "result[14]"}, {jax.result_info = "result[15]"}, {jax.result_info = "result[16]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "chlo.erf"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.erfc"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %2 = "chlo.erf_inv"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %3 = "chlo.lgamma"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %4 = "chlo.digamma"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %5 = "chlo.asin"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %6 = "chlo.acos"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %7 = "chlo.atan"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %8 = "chlo.asinh"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %9 = "chlo.acosh"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %10 = "chlo.atanh"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %11 = "chlo.sinh"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %12 = "chlo.cosh"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %13:2 = "chlo.top_k"(%arg0) <{k = 2 : i64}> : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
    %14 = "chlo.bessel_i1e"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %15 = "chlo.square"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13#0, %13#1, %14, %15) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
