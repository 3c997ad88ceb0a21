module @wrapped_convert.1_kernel_module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>, xla.cpu_memory_region_name = "xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"} {
  func.func @wrapped_convert.1(%arg0: tensor<16xf32> {llvm.align = 64 : index, llvm.dereferenceable = 64 : index, xla.invariant, xla.slice_index = 0 : index}, %arg1: tensor<16xbf16> {llvm.align = 64 : index, llvm.dereferenceable = 32 : index, xla.slice_index = 1 : index}) -> tensor<16xbf16> attributes {xla.backend_kind = #xla.backend_kind<cpu>, xla.entry} {
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg2 = %c0 to %c4 step %c1 iter_args(%arg3 = %arg1) -> (tensor<16xbf16>) {
      %1 = scf.for %arg4 = %c0 to %c4 step %c1 iter_args(%arg5 = %arg3) -> (tensor<16xbf16>) {
        %2 = xla.apply_indexing #xla.indexing_map<"(d0, d1) -> (d0 * 4 + d1), domain: d0 in [0, 3], d1 in [0, 3]">(%arg2, %arg4)
        %extracted = tensor.extract %arg0[%2] : tensor<16xf32>
        %3 = arith.truncf %extracted : f32 to bf16
        %inserted = tensor.insert %3 into %arg5[%2] : tensor<16xbf16>
        scf.yield %inserted : tensor<16xbf16>
      }
      scf.yield %1 : tensor<16xbf16>
    } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    return %0 : tensor<16xbf16>
  }
}