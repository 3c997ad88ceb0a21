module @copy_reduce_fusion_kernel_module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>, xla.cpu_memory_region_name = "xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"} {
  func.func @copy_reduce_fusion(%arg0: tensor<2x3xf32, dense<[0, 1]> : tensor<2xi64>> {llvm.align = 64 : index, llvm.dereferenceable = 24 : index, xla.invariant, xla.slice_index = 0 : index}, %arg1: tensor<f32> {llvm.align = 64 : index, llvm.dereferenceable = 4 : index, xla.slice_index = 1 : index}) -> tensor<f32> attributes {xla.backend_kind = #xla.backend_kind<cpu>, xla.entry} {
    %0 = xla.workgroup_id  x {xla.range = [0 : index, 0 : index]}
    %1 = xla.workgroup_id  y {xla.range = [0 : index, 0 : index]}
    %2 = xla.workgroup_id  z {xla.range = [0 : index, 0 : index]}
    %3 = scf.forall (%arg2, %arg3, %arg4) in (1, 1, 1) shared_outs(%arg5 = %arg1) -> (tensor<f32>) {
      %xla_loop = xla.loop (%arg2, %arg3, %arg4, %0, %1, %2)[] -> () in #xla.indexing_map<"(th_x, th_y, th_z, bl_x, bl_y, bl_z) -> (), domain: th_x in [0, 0], th_y in [0, 0], th_z in [0, 0], bl_x in [0, 0], bl_y in [0, 0], bl_z in [0, 0]"> iter_args(%iter = %arg5) -> (tensor<f32>) {
        %pure_call = xla.pure_call @fused_computation_reduce_0(%arg0) : (tensor<2x3xf32, dense<[0, 1]> : tensor<2xi64>>) -> f32
        %inserted = tensor.insert %pure_call into %iter[] : tensor<f32>
        xla.yield %inserted : tensor<f32>
      }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %xla_loop into %arg5[] [] [] : tensor<f32> into tensor<f32>
      }
    }
    return %3 : tensor<f32>
  }
  func.func private @fused_computation_reduce_0(%arg0: tensor<2x3xf32, dense<[0, 1]> : tensor<2xi64>>) -> f32 attributes {llvm.linkage = #llvm.linkage<internal>} {
    %cst = arith.constant 0.000000e+00 : f32
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c0_0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %0 = scf.for %arg1 = %c0 to %c2 step %c1 iter_args(%arg2 = %cst) -> (f32) {
      %1 = scf.for %arg3 = %c0_0 to %c3 step %c1 iter_args(%arg4 = %arg2) -> (f32) {
        %true = arith.constant true
        %2 = scf.if %true -> (f32) {
          %extracted = tensor.extract %arg0[%arg1, %arg3] : tensor<2x3xf32, dense<[0, 1]> : tensor<2xi64>>
          %3 = func.call @region_0_1_add_1(%arg4, %extracted) {xla.is_reduction} : (f32, f32) -> f32
          scf.yield %3 : f32
        } else {
          scf.yield %arg4 : f32
        }
        scf.yield %2 : f32
      }
      scf.yield %1 : f32
    }
    return %0 : f32
  }
  func.func private @region_0_1_add_1(%arg0: f32, %arg1: f32) -> f32 attributes {llvm.linkage = #llvm.linkage<internal>} {
    %0 = arith.addf %arg0, %arg1 : f32
    return %0 : f32
  }
}