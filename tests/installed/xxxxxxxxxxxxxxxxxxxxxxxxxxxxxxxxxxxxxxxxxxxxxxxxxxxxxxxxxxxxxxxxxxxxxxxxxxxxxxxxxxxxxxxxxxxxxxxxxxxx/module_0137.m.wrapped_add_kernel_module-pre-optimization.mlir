module @wrapped_add_kernel_module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>, xla.cpu_memory_region_name = "xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"} {
  func.func @wrapped_add(%arg0: tensor<3xf32> {llvm.align = 64 : index, llvm.dereferenceable = 12 : index, xla.invariant, xla.slice_index = 0 : index}, %arg1: tensor<3xf32> {llvm.align = 64 : index, llvm.dereferenceable = 12 : index, xla.invariant, xla.slice_index = 1 : index}, %arg2: tensor<3xf32> {llvm.align = 64 : index, llvm.dereferenceable = 12 : index, xla.slice_index = 2 : index}) -> tensor<3xf32> attributes {xla.backend_kind = #xla.backend_kind<cpu>, xla.entry} {
    %0 = xla.workgroup_id  x {xla.range = [0 : index, 0 : index]}
    %1 = xla.workgroup_id  y {xla.range = [0 : index, 0 : index]}
    %2 = xla.workgroup_id  z {xla.range = [0 : index, 0 : index]}
    %3 = scf.forall (%arg3, %arg4, %arg5) in (1, 1, 1) shared_outs(%arg6 = %arg2) -> (tensor<3xf32>) {
      %xla_loop = xla.loop (%arg3, %arg4, %arg5, %0, %1, %2)[%i] -> (%ra) in #xla.indexing_map<"(th_x, th_y, th_z, bl_x, bl_y, bl_z)[s0] -> (s0), domain: th_x in [0, 0], th_y in [0, 0], th_z in [0, 0], bl_x in [0, 0], bl_y in [0, 0], bl_z in [0, 0], s0 in [0, 2]"> iter_args(%iter = %arg6) -> (tensor<3xf32>) {
        %pure_call = xla.pure_call @wrapped_add_computation_add_2(%arg0, %arg1, %ra) : (tensor<3xf32>, tensor<3xf32>, index) -> f32
        %inserted = tensor.insert %pure_call into %iter[%ra] : tensor<3xf32>
        xla.yield %inserted : tensor<3xf32>
      }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %xla_loop into %arg6[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
      }
    }
    return %3 : tensor<3xf32>
  }
  func.func private @wrapped_add_computation_add_2(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: index {xla.range = [0 : index, 2 : index]}) -> f32 attributes {llvm.linkage = #llvm.linkage<internal>} {
    %extracted = tensor.extract %arg0[%arg2] : tensor<3xf32>
    %extracted_0 = tensor.extract %arg1[%arg2] : tensor<3xf32>
    %0 = arith.addf %extracted, %extracted_0 : f32
    return %0 : f32
  }
}