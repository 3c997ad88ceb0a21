module {
  func.func @f0() {
    %0 = builtin.unrealized_conversion_cast to i32
    return
  }
  func.func @f1(%arg0: !llvm.ptr) {
    %0 = builtin.unrealized_conversion_cast %arg0 : !llvm.ptr to !gpu.async.token
    return
  }
}
