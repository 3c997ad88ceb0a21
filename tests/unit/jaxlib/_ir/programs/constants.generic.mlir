"builtin.module"() <{sym_name = "jit_constants"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2xi1>, tensor<0xf32>, tensor<2x2xi4>, tensor<3xbf16>, tensor<1xcomplex<f32>>, tensor<ui8>, tensor<f8E4M3FN>, tensor<2x2xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}, {jax.result_info = "result[10]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00], [8.000000e+00, 9.000000e+00, 1.000000e+01, 1.100000e+01]]> : tensor<3x4xf32>}> : () -> tensor<3x4xf32>
    %1 = "stablehlo.constant"() <{value = dense<[1.500000e+00, -0.000000e+00, 0x7F80]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
    %2 = "stablehlo.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
    %3 = "stablehlo.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
    %4 = "stablehlo.constant"() <{value = dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>}> : () -> tensor<1xcomplex<f32>>
    %5 = "stablehlo.add"(%arg0, %0) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %6 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %8 = "stablehlo.multiply"(%arg0, %7) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %9 = "stablehlo.constant"() <{value = dense<1.000000e-30> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %11 = "stablehlo.add"(%arg0, %10) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<0xf32>
    %14 = "stablehlo.constant"() <{value = dense<3> : tensor<i4>}> : () -> tensor<i4>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<i4>) -> tensor<2x2xi4>
    %16 = "stablehlo.constant"() <{value = dense<7> : tensor<ui8>}> : () -> tensor<ui8>
    %17 = "stablehlo.constant"() <{value = dense<1.500000e+00> : tensor<f8E4M3FN>}> : () -> tensor<f8E4M3FN>
    "func.return"(%5, %8, %11, %3, %13, %15, %1, %4, %16, %17, %2) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2xi1>, tensor<0xf32>, tensor<2x2xi4>, tensor<3xbf16>, tensor<1xcomplex<f32>>, tensor<ui8>, tensor<f8E4M3FN>, tensor<2x2xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
