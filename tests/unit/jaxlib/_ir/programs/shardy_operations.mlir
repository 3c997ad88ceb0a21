module @shardy_operations {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @collectives(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> {note = 1 : i32} : tensor<16x8xf32>
    %1 = sdy.all_slice [{"x"}, {"y"}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
    %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@mesh, [{}, {"y", "x"}]> : tensor<16x8xf32>
    %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<16x8xf32>
    %4 = sdy.all_reduce {"y"} %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
    return %3 : tensor<16x8xf32>
  }
  func.func @unreduced(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.sharded_to_unreduced [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>
    %1 = sdy.replicated_to_unreduced {"y"} %0 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>
    %2 = sdy.reduce_scatter [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
  func.func @others(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {?}]> : tensor<16x8xf32>
    %1 = sdy.propagation_barrier %0 allowed_direction=BACKWARD : tensor<16x8xf32>
    sdy.sharding_group %1 group_id=3 : tensor<16x8xf32>
    %2 = sdy.named_computation<"part">(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] (%arg1: tensor<16x8xf32>) {
      sdy.return %arg1 : tensor<16x8xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %3 = sdy.named_computation<"plain">(%2) (%arg1: tensor<16x8xf32>) {
      sdy.return %arg1 : tensor<16x8xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
    return %4 : tensor<16x8xf32>
  }
  func.func @broadcasts(%arg0: tensor<16x8xf32>, %arg1: tensor<1x8xf32>) -> tensor<16x8xi1> {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<16x8xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
    %1 = chlo.broadcast_zeta %0, %arg1 {broadcast_dimensions = array<i64: 0, 1>} : (tensor<16x8xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
    %2 = chlo.broadcast_compare %1, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<16x8xf32>, tensor<1x8xf32>) -> tensor<16x8xi1>
    return %2 : tensor<16x8xi1>
  }
}
