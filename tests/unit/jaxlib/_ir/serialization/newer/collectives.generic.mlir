"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=2]>, sym_name = "mesh"}> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}} : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=4]>, sym_name = "mesh_0"}> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}} : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "collective_broadcast"}> ({
  ^bb0(%arg43: tensor<4xf32>):
    %32 = "stablehlo.collective_broadcast"(%arg43) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%32) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>, sym_name = "collective_broadcast_dyn"}> ({
  ^bb0(%arg41: tensor<4xf32>, %arg42: tensor<1xi32>):
    %31 = "stablehlo.collective_broadcast"(%arg41, %arg42) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
    "func.return"(%31) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>), sym_name = "collective_broadcast_many"}> ({
  ^bb0(%arg39: tensor<4xf32>, %arg40: tensor<2xi32>):
    %30:2 = "stablehlo.collective_broadcast"(%arg39, %arg40) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>)
    "func.return"(%30#0, %30#1) : (tensor<4xf32>, tensor<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "collective_reduce"}> ({
  ^bb0(%arg36: tensor<4xf32>):
    %28 = "stablehlo.collective_reduce"(%arg36) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg37: tensor<f32>, %arg38: tensor<f32>):
      %29 = "stablehlo.add"(%arg37, %arg38) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%29) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%28) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "collective_reduce_plain"}> ({
  ^bb0(%arg33: tensor<4xf32>):
    %26 = "stablehlo.collective_reduce"(%arg33) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg34: tensor<f32>, %arg35: tensor<f32>):
      %27 = "stablehlo.add"(%arg34, %arg35) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%27) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%26) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>, sym_name = "collective_reduce_dyn"}> ({
  ^bb0(%arg29: tensor<4xf32>, %arg30: tensor<1xi32>):
    %24 = "stablehlo.collective_reduce"(%arg29, %arg30) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg31: tensor<f32>, %arg32: tensor<f32>):
      %25 = "stablehlo.add"(%arg31, %arg32) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%25) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
    "func.return"(%24) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>), sym_name = "collective_reduce_many"}> ({
  ^bb0(%arg25: tensor<4xf32>, %arg26: tensor<2xf32>):
    %22:2 = "stablehlo.collective_reduce"(%arg25, %arg26) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%arg27: tensor<f32>, %arg28: tensor<f32>):
      %23 = "stablehlo.add"(%arg27, %arg28) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
    "func.return"(%22#0, %22#1) : (tensor<4xf32>, tensor<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<8xf32>, sym_name = "mg_all_gather"}> ({
  ^bb0(%arg24: tensor<4xf32>):
    %21 = "stablehlo.all_gather"(%arg24) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<8xf32>
    "func.return"(%21) : (tensor<8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "mg_all_to_all"}> ({
  ^bb0(%arg23: tensor<4xf32>):
    %20 = "stablehlo.all_to_all"(%arg23) <{concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%20) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<2xf32>, sym_name = "mg_reduce_scatter"}> ({
  ^bb0(%arg20: tensor<4xf32>):
    %18 = "stablehlo.reduce_scatter"(%arg20) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
      %19 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%19) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<2xf32>
    "func.return"(%18) : (tensor<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "mg_collective_broadcast"}> ({
  ^bb0(%arg19: tensor<4xf32>):
    %17 = "stablehlo.collective_broadcast"(%arg19) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%17) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "mg_collective_reduce"}> ({
  ^bb0(%arg16: tensor<4xf32>):
    %15 = "stablehlo.collective_reduce"(%arg16) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
    ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
      %16 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%16) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%15) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "mesh_groups_sub"}> ({
  ^bb0(%arg13: tensor<4xf32>):
    %13 = "stablehlo.all_reduce"(%arg13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>, use_global_device_ids}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %14 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%14) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%13) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16x256xf32>) -> tensor<16x256xf32>, sym_name = "cc_tilings2"}> ({
  ^bb0(%arg12: tensor<16x256xf32>):
    %12 = "stablehlo.custom_call"(%arg12) <{api_version = 4 : i32, backend_config = {x = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], result_tilings = [[dense<[8, 128]> : tensor<2xindex>, dense<[2, 1]> : tensor<2xindex>]]}> : (tensor<16x256xf32>) -> tensor<16x256xf32>
    "func.return"(%12) : (tensor<16x256xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>), sym_name = "top_k"}> ({
  ^bb0(%arg11: tensor<16xf32>):
    %11:2 = "stablehlo.composite"(%arg11) <{composite_attributes = {k = 4 : i64}, decomposition = @chlo.top_k.impl_0, name = "chlo.top_k", version = 1 : i32}> : (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>)
    "func.return"(%11#0, %11#1) : (tensor<4xf32>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>), sym_name = "chlo.top_k.impl_0", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<16xf32>):
    %6 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<16xi32>
    %7:2 = "stablehlo.sort"(%arg6, %6) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>, %arg9: tensor<i32>, %arg10: tensor<i32>):
      %10 = "stablehlo.compare"(%arg7, %arg8) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%10) : (tensor<i1>) -> ()
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %8 = "stablehlo.slice"(%7#0) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<16xf32>) -> tensor<4xf32>
    %9 = "stablehlo.slice"(%7#1) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<16xi32>) -> tensor<4xi32>
    "func.return"(%8, %9) : (tensor<4xf32>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>), sym_name = "top_k_unstable"}> ({
  ^bb0(%arg5: tensor<16xf32>):
    %5:2 = "stablehlo.composite"(%arg5) <{composite_attributes = {is_stable = false, k = 4 : i64}, decomposition = @chlo.top_k.impl, name = "chlo.top_k", version = 1 : i32}> : (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>)
    "func.return"(%5#0, %5#1) : (tensor<4xf32>, tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xi32>), sym_name = "chlo.top_k.impl", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<16xf32>):
    %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<16xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %4 = "stablehlo.compare"(%arg1, %arg2) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %2 = "stablehlo.slice"(%1#0) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<16xf32>) -> tensor<4xf32>
    %3 = "stablehlo.slice"(%1#1) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<16xi32>) -> tensor<4xi32>
    "func.return"(%2, %3) : (tensor<4xf32>, tensor<4xi32>) -> ()
  }) : () -> ()
}) {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>, mesh_0 = #sdy.mesh<[\22x\22=2, \22y\22=4]>}"}} : () -> ()
