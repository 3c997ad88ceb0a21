module {
  func.func @f0(%arg0: i64, %arg1: i64) {
    %0 = llvm.add %arg0, %arg1 : i64
    return
  }
  func.func @f1(%arg0: i32, %arg1: i32) {
    %0 = llvm.add %arg0, %arg1 overflow<nsw> : i32
    return
  }
  func.func @f2(%arg0: !llvm.ptr) {
    %0 = llvm.addrspacecast %arg0 : !llvm.ptr to !llvm.ptr<1>
    return
  }
  func.func @f3(%arg0: !llvm.ptr) {
    %0 = llvm.addrspacecast %arg0 : !llvm.ptr to !llvm.ptr<3>
    return
  }
  func.func @f4(%arg0: i64) {
    %0 = llvm.alloca %arg0 x !llvm.array<384 x i8> {alignment = 64 : i64, mosaic_gpu_smem_alloc} : (i64) -> !llvm.ptr
    return
  }
  func.func @f5(%arg0: i64, %arg1: i64) {
    %0 = llvm.and %arg0, %arg1 : i64
    return
  }
  func.func @f6(%arg0: i32, %arg1: i32) {
    %0 = llvm.and %arg0, %arg1 : i32
    return
  }
  func.func @f7(%arg0: i32, %arg1: i32) {
    %0 = llvm.ashr %arg0, %arg1 : i32
    return
  }
  func.func @f8(%arg0: f32) {
    %0 = llvm.bitcast %arg0 : f32 to i32
    return
  }
  func.func @f9(%arg0: i32) {
    %0 = llvm.bitcast %arg0 : i32 to f32
    return
  }
  func.func @f10(%arg0: vector<2xi32>, %arg1: i32) {
    %0 = llvm.extractelement %arg0[%arg1 : i32] : vector<2xi32>
    return
  }
  func.func @f11(%arg0: !llvm.struct<(ptr, ptr, i64)>) {
    %0 = llvm.extractvalue %arg0[2] : !llvm.struct<(ptr, ptr, i64)> 
    return
  }
  func.func @f12(%arg0: f32, %arg1: f32) {
    %0 = llvm.fadd %arg0, %arg1 : f32
    return
  }
  func.func @f13(%arg0: f32, %arg1: f32) {
    %0 = llvm.fadd %arg0, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
    return
  }
  func.func @f14(%arg0: f32, %arg1: f32) {
    %0 = llvm.fcmp "ogt" %arg0, %arg1 : f32
    return
  }
  func.func @f15(%arg0: f32, %arg1: f32) {
    %0 = llvm.fdiv %arg0, %arg1 : f32
    return
  }
  func.func @f16(%arg0: f32, %arg1: f32) {
    %0 = llvm.fdiv %arg0, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
    return
  }
  func.func @f17() {
    llvm.fence acquire
    return
  }
  func.func @f18(%arg0: f32, %arg1: f32) {
    %0 = llvm.fmul %arg0, %arg1 : f32
    return
  }
  func.func @f19(%arg0: f32, %arg1: f32) {
    %0 = llvm.fmul %arg0, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
    return
  }
  func.func @f20(%arg0: f32) {
    %0 = llvm.fneg %arg0 : f32
    return
  }
  func.func @f21(%arg0: f16) {
    %0 = llvm.fpext %arg0 : f16 to f32
    return
  }
  func.func @f22(%arg0: f32) {
    %0 = llvm.fptosi %arg0 : f32 to i32
    return
  }
  func.func @f23(%arg0: f32) {
    %0 = llvm.fptoui %arg0 : f32 to i32
    return
  }
  func.func @f24(%arg0: f32) {
    %0 = llvm.fptrunc %arg0 : f32 to f16
    return
  }
  func.func @f25(%arg0: f32, %arg1: f32) {
    %0 = llvm.frem %arg0, %arg1 : f32
    return
  }
  func.func @f26(%arg0: f32, %arg1: f32) {
    %0 = llvm.frem %arg0, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
    return
  }
  func.func @f27(%arg0: f32, %arg1: f32) {
    %0 = llvm.fsub %arg0, %arg1 : f32
    return
  }
  func.func @f28(%arg0: f32, %arg1: f32) {
    %0 = llvm.fsub %arg0, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
    return
  }
  func.func @f29(%arg0: !llvm.ptr) {
    %0 = llvm.getelementptr %arg0[0] : (!llvm.ptr) -> !llvm.ptr, i8
    return
  }
  func.func @f30(%arg0: !llvm.ptr) {
    %0 = llvm.getelementptr %arg0[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    return
  }
  func.func @f31(%arg0: i32, %arg1: i32) {
    %0 = llvm.icmp "slt" %arg0, %arg1 : i32
    return
  }
  func.func @f32(%arg0: f32) {
    %0 = llvm.inline_asm "abs.f32 $0, $1;", "=f,f" %arg0 : (f32) -> f32
    return
  }
  func.func @f33() {
    %0 = llvm.inline_asm has_side_effects "fence.acquire.sys;", ""  : () -> !llvm.void
    return
  }
  func.func @f34(%arg0: vector<2xi32>, %arg1: i32, %arg2: i32) {
    %0 = llvm.insertelement %arg1, %arg0[%arg2 : i32] : vector<2xi32>
    return
  }
  func.func @f35(%arg0: !llvm.struct<(ptr, ptr, i64)>, %arg1: i64) {
    %0 = llvm.insertvalue %arg1, %arg0[2] : !llvm.struct<(ptr, ptr, i64)> 
    return
  }
  func.func @f36(%arg0: !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, %arg1: i64) {
    %0 = llvm.insertvalue %arg1, %arg0[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    return
  }
  func.func @f37(%arg0: i1) {
    llvm.intr.assume %arg0 : i1
    return
  }
  func.func @f38(%arg0: f32) {
    %0 = llvm.intr.ceil(%arg0) : (f32) -> f32
    return
  }
  func.func @f39(%arg0: f32) {
    %0 = llvm.intr.cos(%arg0) : (f32) -> f32
    return
  }
  func.func @f40(%arg0: f32) {
    %0 = llvm.intr.exp(%arg0) : (f32) -> f32
    return
  }
  func.func @f41(%arg0: f32) {
    %0 = llvm.intr.exp2(%arg0) : (f32) -> f32
    return
  }
  func.func @f42(%arg0: f32) {
    %0 = llvm.intr.fabs(%arg0) : (f32) -> f32
    return
  }
  func.func @f43(%arg0: f32) {
    %0 = llvm.intr.floor(%arg0) : (f32) -> f32
    return
  }
  func.func @f44(%arg0: f32, %arg1: f32, %arg2: f32) {
    %0 = llvm.intr.fma(%arg0, %arg1, %arg2) : (f32, f32, f32) -> f32
    return
  }
  func.func @f45(%arg0: f32) {
    %0 = llvm.intr.log(%arg0) : (f32) -> f32
    return
  }
  func.func @f46(%arg0: f32, %arg1: f32) {
    %0 = llvm.intr.maximum(%arg0, %arg1) : (f32, f32) -> f32
    return
  }
  func.func @f47(%arg0: f32, %arg1: f32) {
    %0 = llvm.intr.maxnum(%arg0, %arg1) : (f32, f32) -> f32
    return
  }
  func.func @f48(%arg0: f32, %arg1: f32) {
    %0 = llvm.intr.minimum(%arg0, %arg1) : (f32, f32) -> f32
    return
  }
  func.func @f49(%arg0: f32, %arg1: f32) {
    %0 = llvm.intr.minnum(%arg0, %arg1) : (f32, f32) -> f32
    return
  }
  func.func @f50(%arg0: f32) {
    %0 = llvm.intr.rint(%arg0) : (f32) -> f32
    return
  }
  func.func @f51(%arg0: f32) {
    %0 = llvm.intr.sin(%arg0) : (f32) -> f32
    return
  }
  func.func @f52(%arg0: f32) {
    %0 = llvm.intr.sqrt(%arg0) : (f32) -> f32
    return
  }
  func.func @f53(%arg0: i64) {
    %0 = llvm.inttoptr %arg0 : i64 to !llvm.ptr
    return
  }
  func.func @f54(%arg0: !llvm.ptr) {
    %0 = llvm.load %arg0 : !llvm.ptr -> !llvm.ptr
    return
  }
  func.func @f55(%arg0: i64, %arg1: i64) {
    %0 = llvm.lshr %arg0, %arg1 : i64
    return
  }
  func.func @f56(%arg0: i32, %arg1: i32) {
    %0 = llvm.lshr %arg0, %arg1 : i32
    return
  }
  func.func @f57() {
    %0 = llvm.mlir.constant(1 : i32) : i32
    return
  }
  func.func @f58() {
    %0 = llvm.mlir.constant(2 : i64) : i64
    return
  }
  func.func @f59() {
    %0 = llvm.mlir.poison : i32
    return
  }
  func.func @f60() {
    %0 = llvm.mlir.undef : i32
    return
  }
  func.func @f61() {
    %0 = llvm.mlir.zero : i32
    return
  }
  func.func @f62(%arg0: i64, %arg1: i64) {
    %0 = llvm.mul %arg0, %arg1 : i64
    return
  }
  func.func @f63(%arg0: i32, %arg1: i32) {
    %0 = llvm.mul %arg0, %arg1 overflow<nsw> : i32
    return
  }
  func.func @f64(%arg0: i64, %arg1: i64) {
    %0 = llvm.or %arg0, %arg1 : i64
    return
  }
  func.func @f65(%arg0: i32, %arg1: i32) {
    %0 = llvm.or %arg0, %arg1 : i32
    return
  }
  func.func @f66(%arg0: !llvm.ptr) {
    %0 = llvm.ptrtoint %arg0 : !llvm.ptr to i64
    return
  }
  func.func @f67(%arg0: i32, %arg1: i32) {
    %0 = llvm.sdiv %arg0, %arg1 : i32
    return
  }
  func.func @f68(%arg0: i1, %arg1: f32, %arg2: f32) {
    %0 = llvm.select %arg0, %arg1, %arg2 : i1, f32
    return
  }
  func.func @f69(%arg0: i8) {
    %0 = llvm.sext %arg0 : i8 to i32
    return
  }
  func.func @f70(%arg0: i32, %arg1: i32) {
    %0 = llvm.shl %arg0, %arg1 overflow<nsw> : i32
    return
  }
  func.func @f71(%arg0: i32) {
    %0 = llvm.sitofp %arg0 : i32 to f32
    return
  }
  func.func @f72(%arg0: i32, %arg1: i32) {
    %0 = llvm.srem %arg0, %arg1 : i32
    return
  }
  func.func @f73(%arg0: vector<2xf32>, %arg1: !llvm.ptr) {
    llvm.store %arg0, %arg1 : vector<2xf32>, !llvm.ptr
    return
  }
  func.func @f74(%arg0: i32, %arg1: i32) {
    %0 = llvm.sub %arg0, %arg1 overflow<nsw> : i32
    return
  }
  func.func @f75(%arg0: i32) {
    %0 = llvm.trunc %arg0 : i32 to i8
    return
  }
  func.func @f76(%arg0: i32, %arg1: i32) {
    %0 = llvm.udiv %arg0, %arg1 : i32
    return
  }
  func.func @f77(%arg0: i32) {
    %0 = llvm.uitofp %arg0 : i32 to f32
    return
  }
  func.func @f78(%arg0: i32, %arg1: i32) {
    %0 = llvm.urem %arg0, %arg1 : i32
    return
  }
  func.func @f79(%arg0: i32, %arg1: i32) {
    %0 = llvm.xor %arg0, %arg1 : i32
    return
  }
  func.func @f80(%arg0: i8) {
    %0 = llvm.zext %arg0 : i8 to i32
    return
  }
}
