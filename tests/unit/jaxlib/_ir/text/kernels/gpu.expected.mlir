module {
  func.func @f0() {
    gpu.barrier
    return
  }
  func.func @f1() {
    %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    return
  }
  func.func @f2() {
    %0 = gpu.lane_id
    return
  }
  func.func @f3() {
    %0 = gpu.num_subgroups : index
    return
  }
  func.func @f4() {
    %0 = gpu.subgroup_id : index
    return
  }
  func.func @f5() {
    %0 = gpu.subgroup_size : index
    return
  }
}
