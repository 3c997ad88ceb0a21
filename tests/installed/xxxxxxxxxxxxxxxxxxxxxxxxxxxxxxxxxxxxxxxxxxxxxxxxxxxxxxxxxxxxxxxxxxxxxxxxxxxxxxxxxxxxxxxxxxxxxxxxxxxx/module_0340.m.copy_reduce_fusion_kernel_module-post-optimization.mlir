module @copy_reduce_fusion_kernel_module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>, xla.cpu_memory_region_name = "xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"} {
  func.func @copy_reduce_fusion(%arg0: tensor<6xf32> {llvm.align = 64 : index, llvm.dereferenceable = 24 : index, xla.invariant, xla.slice_index = 0 : index}, %arg1: tensor<f32> {llvm.align = 64 : index, llvm.dereferenceable = 4 : index, xla.slice_index = 1 : index}) -> tensor<f32> attributes {xla.backend_kind = #xla.backend_kind<cpu>, xla.entry} {
    %cst = arith.constant 0.000000e+00 : f32
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = scf.for %arg2 = %c0 to %c2 step %c1 iter_args(%arg3 = %cst) -> (f32) {
      %1 = scf.for %arg4 = %c0 to %c3 step %c1 iter_args(%arg5 = %arg3) -> (f32) {
        %2 = xla.apply_indexing #xla.indexing_map<"(d0, d1) -> (d1 * 2 + d0), domain: d0 in [0, 1], d1 in [0, 2]">(%arg2, %arg4)
        %extracted = tensor.extract %arg0[%2] : tensor<6xf32>
        %3 = arith.addf %arg5, %extracted fastmath<reassoc> : f32
        scf.yield %3 : f32
      }
      scf.yield %1 : f32
    } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    %inserted = tensor.insert %0 into %arg1[] : tensor<f32>
    return %inserted : tensor<f32>
  }
}