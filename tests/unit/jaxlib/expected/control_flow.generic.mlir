"builtin.module"() ({
  "func.func"() ({
  ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %1 = "stablehlo.compare"(%arg1, %0) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.convert"(%1) : (tensor<i1>) -> tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %4 = "stablehlo.cosine"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%4) : (tensor<3x4xf32>) -> ()
    }, {
      %5 = "stablehlo.sine"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%5) : (tensor<3x4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %6 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %7 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
    %8 = "stablehlo.clamp"(%6, %arg1, %7) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %9 = "stablehlo.case"(%8) ({
      %10 = "stablehlo.sine"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%10) : (tensor<3x4xf32>) -> ()
    }, {
      %11 = "stablehlo.cosine"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%11) : (tensor<3x4xf32>) -> ()
    }, {
      %12 = "stablehlo.constant"() {value = dense<2.000000e+00> : tensor<f32>} : () -> tensor<f32>
      %13 = "stablehlo.broadcast_in_dim"(%12) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
      %14 = "stablehlo.multiply"(%arg0, %13) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%14) : (tensor<3x4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3x4xf32>
    %15 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %16:3 = "stablehlo.while"(%15, %arg1, %arg0) ({
    ^bb1(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<3x4xf32>):
      %17 = "stablehlo.compare"(%arg2, %arg3) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%17) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<3x4xf32>):
      %18 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
      %19 = "stablehlo.add"(%arg5, %18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %20 = "stablehlo.constant"() {value = dense<2.000000e+00> : tensor<f32>} : () -> tensor<f32>
      %21 = "stablehlo.broadcast_in_dim"(%20) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
      %22 = "stablehlo.multiply"(%arg7, %21) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%19, %arg6, %22) : (tensor<i32>, tensor<i32>, tensor<3x4xf32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<3x4xf32>) -> (tensor<i32>, tensor<i32>, tensor<3x4xf32>)
    %23 = "stablehlo.while"(%arg0) ({
    ^bb3(%arg8: tensor<3x4xf32>):
      %24 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
      %25 = "stablehlo.reduce"(%arg8, %24) ({
      ^bb4(%arg9: tensor<f32>, %arg10: tensor<f32>):
        %26 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%26) : (tensor<f32>) -> ()
      }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      %27 = "stablehlo.constant"() {value = dense<9.000000e+00> : tensor<f32>} : () -> tensor<f32>
      %28 = "stablehlo.compare"(%25, %27) {compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%28) : (tensor<i1>) -> ()
    }, {
    ^bb5(%arg11: tensor<3x4xf32>):
      %29 = "stablehlo.constant"() {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
      %30 = "stablehlo.broadcast_in_dim"(%29) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
      %31 = "stablehlo.add"(%arg11, %30) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
      "stablehlo.return"(%31) : (tensor<3x4xf32>) -> ()
    }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %32 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %33 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %34 = "stablehlo.broadcast_in_dim"(%33) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
    %35 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %36:4 = "stablehlo.while"(%arg0, %35, %32, %34) ({
    ^bb6(%arg12: tensor<3x4xf32>, %arg13: tensor<i32>, %arg14: tensor<f32>, %arg15: tensor<3x4xf32>):
      %37 = "stablehlo.constant"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
      %38 = "stablehlo.compare"(%arg13, %37) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%38) : (tensor<i1>) -> ()
    }, {
    ^bb7(%arg16: tensor<3x4xf32>, %arg17: tensor<i32>, %arg18: tensor<f32>, %arg19: tensor<3x4xf32>):
      %39 = "func.call"(%arg16, %arg17) {callee = @dynamic_index_in_dim} : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %40:2 = "func.call"(%arg18, %39) {callee = @closed_call} : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
      %41 = "func.call"(%arg19, %40#1, %arg17) {callee = @dynamic_update_index_in_dim} : (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<3x4xf32>
      %42 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
      %43 = "stablehlo.add"(%arg17, %42) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg16, %43, %40#0, %41) : (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>) -> ()
    }) : (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<f32>, tensor<3x4xf32>)
    %44 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %45 = "stablehlo.broadcast_in_dim"(%44) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3xf32>
    %46 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %47:3 = "stablehlo.while"(%arg0, %46, %45) ({
    ^bb8(%arg20: tensor<3x4xf32>, %arg21: tensor<i32>, %arg22: tensor<3xf32>):
      %48 = "stablehlo.constant"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
      %49 = "stablehlo.compare"(%arg21, %48) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%49) : (tensor<i1>) -> ()
    }, {
    ^bb9(%arg23: tensor<3x4xf32>, %arg24: tensor<i32>, %arg25: tensor<3xf32>):
      %50 = "func.call"(%arg23, %arg24) {callee = @dynamic_index_in_dim} : (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>
      %51 = "func.call"(%50) {callee = @closed_call_0} : (tensor<4xf32>) -> tensor<f32>
      %52 = "func.call"(%arg25, %51, %arg24) {callee = @dynamic_update_index_in_dim_1} : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %53 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
      %54 = "stablehlo.add"(%arg24, %53) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg23, %54, %52) : (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>) -> ()
    }) : (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<3xf32>)
    %55 = "stablehlo.sine"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %56 = "stablehlo.optimization_barrier"(%arg0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %57 = "func.call"(%arg0) {callee = @"<lambda>"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %58 = "stablehlo.constant"() {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %59 = "stablehlo.broadcast_in_dim"(%58) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
    %60 = "stablehlo.add"(%arg0, %59) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %61 = "func.call"(%60) {callee = @"<lambda>_2"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%3, %9, %16#2, %23, %36#2, %36#3, %47#2, %55, %56, %57, %61) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  }) {function_type = (tensor<3x4xf32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4][0]"}, {jax.result_info = "result[4][1]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}, {jax.result_info = "result[9]"}], sym_name = "main", sym_visibility = "public"} : () -> ()
  "func.func"() ({
  ^bb10(%arg0: tensor<3x4xf32>, %arg1: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %1 = "stablehlo.dynamic_slice"(%arg0, %arg1, %0) {slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x4xf32>) -> tensor<4xf32>
    "func.return"(%2) : (tensor<4xf32>) -> ()
  }) {function_type = (tensor<3x4xf32>, tensor<i32>) -> tensor<4xf32>, sym_name = "dynamic_index_in_dim", sym_visibility = "private"} : () -> ()
  "func.func"() ({
  ^bb11(%arg0: tensor<f32>, %arg1: tensor<4xf32>):
    %0 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.reduce"(%arg1, %0) ({
    ^bb12(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.convert"(%arg0) : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.convert"(%arg0) : (tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<4xf32>
    %7 = "stablehlo.multiply"(%arg1, %6) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%4, %7) : (tensor<f32>, tensor<4xf32>) -> ()
  }) {function_type = (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>), sym_name = "closed_call", sym_visibility = "private"} : () -> ()
  "func.func"() ({
  ^bb13(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<1x4xf32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2, %1) : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    "func.return"(%2) : (tensor<3x4xf32>) -> ()
  }) {function_type = (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<3x4xf32>, sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"} : () -> ()
  "func.func"() ({
  ^bb14(%arg0: tensor<4xf32>):
    %0 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.reduce"(%arg0, %0) ({
    ^bb15(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    "func.return"(%1) : (tensor<f32>) -> ()
  }) {function_type = (tensor<4xf32>) -> tensor<f32>, sym_name = "closed_call_0", sym_visibility = "private"} : () -> ()
  "func.func"() ({
  ^bb16(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<1xf32>
    %1 = "stablehlo.dynamic_update_slice"(%arg0, %0, %arg2) : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    "func.return"(%1) : (tensor<3xf32>) -> ()
  }) {function_type = (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>, sym_name = "dynamic_update_index_in_dim_1", sym_visibility = "private"} : () -> ()
  "func.func"() ({
  ^bb17(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%2) : (tensor<3x4xf32>) -> ()
  }) {function_type = (tensor<3x4xf32>) -> tensor<3x4xf32>, sym_name = "<lambda>", sym_visibility = "private"} : () -> ()
  "func.func"() ({
  ^bb18(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.constant"() {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3x4xf32>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"(%2) : (tensor<3x4xf32>) -> ()
  }) {function_type = (tensor<3x4xf32>) -> tensor<3x4xf32>, sym_name = "<lambda>_2", sym_visibility = "private"} : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, sym_name = "jit_control_flow"} : () -> ()
