"builtin.module"() <{sym_name = "jit_control_flow"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4][0]"}, {jax.result_info = "result[4][1]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg17: tensor<3x4xf32>, %arg18: tensor<i32>):
    %25 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.compare"(%arg18, %25) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %27 = "stablehlo.convert"(%26) : (tensor<i1>) -> tensor<i32>
    %28 = "stablehlo.case"(%27) ({
      %86 = "stablehlo.cosine"(%arg17) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%86) : (tensor<3x4xf32>) -> ()
    }, {
      %85 = "stablehlo.sine"(%arg17) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%85) : (tensor<3x4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %29 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %31 = "stablehlo.clamp"(%29, %arg18, %30) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %32 = "stablehlo.case"(%31) ({
      %84 = "stablehlo.sine"(%arg17) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%84) : (tensor<3x4xf32>) -> ()
    }, {
      %83 = "stablehlo.cosine"(%arg17) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%83) : (tensor<3x4xf32>) -> ()
    }, {
      %80 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %81 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
      %82 = "stablehlo.multiply"(%arg17, %81) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%82) : (tensor<3x4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %33 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %34:3 = "stablehlo.while"(%33, %arg18, %arg17) ({
    ^bb0(%arg40: tensor<i32>, %arg41: tensor<i32>, %arg42: tensor<3x4xf32>):
      %79 = "stablehlo.compare"(%arg40, %arg41) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%79) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg37: tensor<i32>, %arg38: tensor<i32>, %arg39: tensor<3x4xf32>):
      %74 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %75 = "stablehlo.add"(%arg37, %74) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %76 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
      %78 = "stablehlo.multiply"(%arg39, %77) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%75, %arg38, %78) : (tensor<i32>, tensor<i32>, tensor<3x4xf32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<3x4xf32>) -> (tensor<i32>, tensor<i32>, tensor<3x4xf32>)
    %35 = "stablehlo.while"(%arg17) ({
    ^bb0(%arg34: tensor<3x4xf32>):
      %69 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %70 = "stablehlo.reduce"(%arg34, %69) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%arg35: tensor<f32>, %arg36: tensor<f32>):
        %73 = "stablehlo.add"(%arg35, %arg36) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%73) : (tensor<f32>) -> ()
      }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      %71 = "stablehlo.constant"() <{value = dense<9.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %72 = "stablehlo.compare"(%70, %71) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%72) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg33: tensor<3x4xf32>):
      %66 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
      %68 = "stablehlo.add"(%arg33, %67) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%68) : (tensor<3x4xf32>) -> ()
    }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %36 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %39 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %40:4 = "stablehlo.while"(%arg17, %39, %36, %38) ({
    ^bb0(%arg29: tensor<3x4xf32>, %arg30: tensor<i32>, %arg31: tensor<f32>, %arg32: tensor<3x4xf32>):
      %64 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %65 = "stablehlo.compare"(%arg30, %64) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%65) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg25: tensor<3x4xf32>, %arg26: tensor<i32>, %arg27: tensor<f32>, %arg28: tensor<3x4xf32>):
      %59 = "func.call"(%arg25, %arg26) <{callee = @dynamic_index_in_dim}> : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %60:2 = "func.call"(%arg27, %59) <{callee = @closed_call}> : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
      %61 = "func.call"(%arg28, %60#1, %arg26) <{callee = @dynamic_update_index_in_dim}> : (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<3x4xf32>
      %62 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %63 = "stablehlo.add"(%arg26, %62) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg25, %63, %60#0, %61) : (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>) -> ()
    }) : (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>)
    %41 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %43 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %44:3 = "stablehlo.while"(%arg17, %43, %42) ({
    ^bb0(%arg22: tensor<3x4xf32>, %arg23: tensor<i32>, %arg24: tensor<3xf32>):
      %57 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %58 = "stablehlo.compare"(%arg23, %57) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%58) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg19: tensor<3x4xf32>, %arg20: tensor<i32>, %arg21: tensor<3xf32>):
      %52 = "func.call"(%arg19, %arg20) <{callee = @dynamic_index_in_dim}> : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %53 = "func.call"(%52) <{callee = @closed_call_0}> : (tensor<4xf32>) -> tensor<f32>
      %54 = "func.call"(%arg21, %53, %arg20) <{callee = @dynamic_update_index_in_dim_1}> : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %55 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %56 = "stablehlo.add"(%arg20, %55) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg19, %56, %54) : (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>) -> ()
    }) : (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>)
    %45 = "stablehlo.sine"(%arg17) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %46 = "stablehlo.optimization_barrier"(%arg17) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %47 = "func.call"(%arg17) <{callee = @"<lambda>"}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %48 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %50 = "stablehlo.add"(%arg17, %49) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %51 = "func.call"(%50) <{callee = @"<lambda>_2"}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%28, %32, %34#2, %35, %40#2, %40#3, %44#2, %45, %46, %47, %51) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg15: tensor<3x4xf32>, %arg16: tensor<i32>):
    %22 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.dynamic_slice"(%arg15, %arg16, %22) <{slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %24 = "stablehlo.reshape"(%23) : (tensor<1x4xf32>) -> tensor<4xf32>
    "func.return"(%24) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>), res_attrs = [{}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<4xf32>):
    %14 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.reduce"(%arg12, %14) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %21 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%21) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %16 = "stablehlo.convert"(%arg11) : (tensor<f32>) -> tensor<f32>
    %17 = "stablehlo.add"(%16, %15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.convert"(%arg11) : (tensor<f32>) -> tensor<f32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %20 = "stablehlo.multiply"(%arg12, %19) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%17, %20) : (tensor<f32>, tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<3x4xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<3x4xf32>, %arg9: tensor<4xf32>, %arg10: tensor<i32>):
    %11 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<1x4xf32>
    %12 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %13 = "stablehlo.dynamic_update_slice"(%arg8, %11, %arg10, %12) : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    "func.return"(%13) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<f32>, res_attrs = [{}], sym_name = "closed_call_0", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<4xf32>):
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.reduce"(%arg5, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %10 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%10) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    "func.return"(%9) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim_1", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<3xf32>, %arg3: tensor<f32>, %arg4: tensor<i32>):
    %6 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %7 = "stablehlo.dynamic_update_slice"(%arg2, %6, %arg4) : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    "func.return"(%7) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<3x4xf32>, res_attrs = [{}], sym_name = "<lambda>", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<3x4xf32>):
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%5) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<3x4xf32>, res_attrs = [{}], sym_name = "<lambda>_2", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x4xf32>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%2) : (tensor<3x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
