sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) {
  %0 = "sdy.constant"() {value = dense<1.0> : tensor<4x4xf32>} : () -> tensor<4x4xf32>
  %1 = "sdy.propagation_barrier"(%x) {allowed_direction = 0 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "sdy.reshard"(%x) {sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = "sdy.data_flow_edge"(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = "sdy.func_data_flow_edge"(%y) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  "sdy.sharding_group"(%x) {group_id = 0 : i64} : (tensor<4x4xf32>) -> ()
  %5 = "sdy.all_gather"(%x) {gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = "sdy.all_slice"(%x) {slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = "sdy.all_reduce"(%x) {reduction_axes = #sdy<axis_ref_list{"x"}>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = "sdy.reduce_scatter"(%x) {reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = "sdy.collective_permute"(%x) {out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = "sdy.all_to_all"(%x) {params = #sdy<all_to_all_param_list[{"x"}: 0->1]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = "sdy.replicated_to_unreduced"(%x) {axes = #sdy<axis_ref_list{"x"}>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = "sdy.sharded_to_unreduced"(%x) {axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
