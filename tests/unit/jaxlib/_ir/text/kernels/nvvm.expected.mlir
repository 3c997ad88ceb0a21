module {
  func.func @f0(%arg0: i32) {
    nvvm.bar.warp.sync %arg0 : i32
    return
  }
  func.func @f1() {
    nvvm.cp.async.bulk.commit.group
    return
  }
  func.func @f2(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: i32, %arg4: i1) {
    nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg3] predicate = %arg4 : !llvm.ptr, <3>
    return
  }
  func.func @f3() {
    nvvm.cp.async.bulk.wait_group 0
    return
  }
  func.func @f4() {
    nvvm.cp.async.bulk.wait_group 0 read
    return
  }
  func.func @f5() {
    %0 = nvvm.elect.sync -> i1
    return
  }
  func.func @f6() {
    nvvm.fence.proxy <async.shared>, space = <cta>
    return
  }
  func.func @f7(%arg0: !llvm.ptr<3>) {
    %0 = nvvm.ldmatrix %arg0, num = 4, layout = <row>, shape = <m = 8, n = 8>, element_type = <b16> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    return
  }
  func.func @f8(%arg0: !llvm.ptr<3>, %arg1: i32) {
    %0 = nvvm.mbarrier.arrive.nocomplete %arg0, %arg1 : !llvm.ptr<3>, i32 -> i64
    return
  }
  func.func @f9(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: i32) {
    nvvm.mbarrier.try_wait.parity %arg0, %arg1, %arg2 : !llvm.ptr<3>, i32, i32
    return
  }
  func.func @f10(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) {
    nvvm.stmatrix %arg0, %arg1, %arg2, %arg3, %arg4 layout = <row>, shape = <m = 8, n = 8>, element_type = <b16> : !llvm.ptr<3>, i32, i32, i32, i32
    return
  }
  func.func @f11() {
    nvvm.wgmma.fence.aligned
    return
  }
}
