module {
  func.func @f0(%arg0: f32) {
    %0 = llvm.intr.log2(%arg0) : (f32) -> f32
    return
  }
  func.func @f1(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f2(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr nusw %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f3(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f4(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr nuw %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f5(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr inbounds_flag|nuw %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f6(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr nusw|nuw %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f7(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.getelementptr inbounds|nuw %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    return
  }
  func.func @f8() {
    llvm.fence acquire
    return
  }
  func.func @f9() {
    llvm.fence release
    return
  }
  func.func @f10() {
    llvm.fence acq_rel
    return
  }
  func.func @f11() {
    llvm.fence seq_cst
    return
  }
  func.func @f12(%arg0: f32) {
    %0 = arith.truncf %arg0 to_nearest_even : f32 to bf16
    return
  }
  func.func @f13(%arg0: f32) {
    %0 = arith.truncf %arg0 downward : f32 to bf16
    return
  }
  func.func @f14(%arg0: f32) {
    %0 = arith.truncf %arg0 upward : f32 to bf16
    return
  }
  func.func @f15(%arg0: f32) {
    %0 = arith.truncf %arg0 toward_zero : f32 to bf16
    return
  }
  func.func @f16(%arg0: f32) {
    %0 = arith.truncf %arg0 to_nearest_away : f32 to bf16
    return
  }
  func.func @f17(%arg0: f32, %arg1: f32, %arg2: f32) {
    %0 = tt.clampf %arg0, %arg1, %arg2, propagateNan = none : f32
    return
  }
  func.func @f18(%arg0: f32, %arg1: f32, %arg2: f32) {
    %0 = tt.clampf %arg0, %arg1, %arg2, propagateNan = all : f32
    return
  }
  func.func @f19(%arg0: vector<8x128xf32>) {
    %0 = tpu.bitcast_vreg %arg0 : vector<8x128xf32> -> vector<8x128xi32>
    return
  }
  func.func @f20(%arg0: i64) {
    %0 = llvm.alloca inalloca %arg0 x f32 : (i64) -> !llvm.ptr
    return
  }
  func.func @f21(%arg0: i32) {
    %0 = llvm.inline_asm is_align_stack tail_call_kind = <tail> asm_dialect = intel "x", "=r,r" %arg0 : (i32) -> i32
    return
  }
  func.func @f22(%arg0: i64) {
    %0 = llvm.trunc %arg0 overflow<nuw> : i64 to i32
    return
  }
  func.func @f23(%arg0: i32) {
    %0 = arith.uitofp %arg0 nneg : i32 to f32
    return
  }
  func.func @f24(%arg0: i8) {
    %0 = llvm.zext nneg %arg0 : i8 to i32
    return
  }
  func.func @f25(%arg0: i8) {
    %0 = llvm.uitofp nneg %arg0 : i8 to f32
    return
  }
}
