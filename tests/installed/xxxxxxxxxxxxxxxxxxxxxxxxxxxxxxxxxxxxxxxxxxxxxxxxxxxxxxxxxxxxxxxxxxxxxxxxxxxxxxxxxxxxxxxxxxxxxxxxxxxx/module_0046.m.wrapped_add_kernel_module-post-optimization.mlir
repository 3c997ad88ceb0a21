module @wrapped_add_kernel_module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>, xla.cpu_memory_region_name = "xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"} {
  func.func @wrapped_add(%arg0: tensor<3xf32> {llvm.align = 64 : index, llvm.dereferenceable = 12 : index, xla.invariant, xla.slice_index = 0 : index}, %arg1: tensor<3xf32> {llvm.align = 64 : index, llvm.dereferenceable = 12 : index, xla.invariant, xla.slice_index = 1 : index}, %arg2: tensor<3xf32> {llvm.align = 64 : index, llvm.dereferenceable = 12 : index, xla.slice_index = 2 : index}) -> tensor<3xf32> attributes {xla.backend_kind = #xla.backend_kind<cpu>, xla.entry} {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %0 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %arg2) -> (tensor<3xf32>) {
      %extracted = tensor.extract %arg0[%arg3] : tensor<3xf32>
      %extracted_0 = tensor.extract %arg1[%arg3] : tensor<3xf32>
      %1 = arith.addf %extracted, %extracted_0 : f32
      %inserted = tensor.insert %1 into %arg4[%arg3] : tensor<3xf32>
      scf.yield %inserted : tensor<3xf32>
    }
    return %0 : tensor<3xf32>
  }
}