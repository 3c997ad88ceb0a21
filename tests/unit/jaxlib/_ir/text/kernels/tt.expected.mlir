module {
  func.func @f0(%arg0: !tt.ptr<f32>, %arg1: i32) {
    %0 = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i32
    return
  }
  func.func @f1(%arg0: i1) {
    tt.assert %arg0, "m" : i1
    return
  }
  func.func @f2(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32) {
    %0 = tt.atomic_cas acq_rel, gpu, %arg0, %arg1, %arg2 : (!tt.ptr<i32>, i32, i32) -> i32
    return
  }
  func.func @f3(%arg0: !tt.ptr<f16>, %arg1: f16) {
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %arg0, %arg1 : (!tt.ptr<f16>, f16) -> f16
    return
  }
  func.func @f4(%arg0: !tt.ptr<i32>, %arg1: i32) {
    %0 = tt.atomic_rmw and, acquire, cta, %arg0, %arg1 : (!tt.ptr<i32>, i32) -> i32
    return
  }
  func.func @f5(%arg0: f32) {
    %0 = tt.bitcast %arg0 : f32 -> i32
    return
  }
  func.func @f6(%arg0: tensor<1x1xi32>) {
    %0 = tt.broadcast %arg0 : tensor<1x1xi32> -> tensor<1x4xi32>
    return
  }
  func.func @f7(%arg0: f32, %arg1: f32, %arg2: f32) {
    %0 = tt.clampf %arg0, %arg1, %arg2, propagateNan = none : f32
    return
  }
  func.func @f8(%arg0: tensor<8x16xf32>, %arg1: tensor<16x8xf32>, %arg2: tensor<8x8xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 : tensor<8x16xf32> * tensor<16x8xf32> -> tensor<8x8xf32>
    return
  }
  func.func @f9(%arg0: tensor<16x16xf16>, %arg1: tensor<16x16xf16>, %arg2: tensor<16x16xf32>) {
    %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    return
  }
  func.func @f10(%arg0: tensor<4xf32>) {
    %0 = tt.elementwise_inline_asm "tanh.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %arg0 : tensor<4xf32> -> tensor<4xf32>
    return
  }
  func.func @f11(%arg0: tensor<4xf16>) {
    %0 = tt.elementwise_inline_asm "tanh.approx.f16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %arg0 : tensor<4xf16> -> tensor<4xf16>
    return
  }
  func.func @f12(%arg0: tensor<16xi1>) {
    %0 = tt.expand_dims %arg0 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
    return
  }
  func.func @f13(%arg0: f32) {
    %0 = tt.extern_elementwise %arg0 {libname = "", libpath = "", pure = true, symbol = "__nv_cosf"} : (f32) -> f32
    return
  }
  func.func @f14(%arg0: tensor<64x64xf8E5M2>) {
    %0 = tt.fp_to_fp %arg0 : tensor<64x64xf8E5M2> -> tensor<64x64xf32>
    return
  }
  func.func @f15(%arg0: tensor<16xf32>) {
    %0 = tt.fp_to_fp %arg0, rounding = rtz : tensor<16xf32> -> tensor<16xf8E5M2>
    return
  }
  func.func @f16() {
    %0 = tt.get_num_programs x : i32
    return
  }
  func.func @f17() {
    %0 = tt.get_num_programs y : i32
    return
  }
  func.func @f18() {
    %0 = tt.get_program_id x : i32
    return
  }
  func.func @f19() {
    %0 = tt.get_program_id y : i32
    return
  }
  func.func @f20(%arg0: tensor<16xi32>) {
    %0 = tt.histogram %arg0 : tensor<16xi32> -> tensor<4xi32>
    return
  }
  func.func @f21(%arg0: i64) {
    %0 = tt.int_to_ptr %arg0 : i64 -> !tt.ptr<f32>
    return
  }
  func.func @f22(%arg0: tensor<128xi8>, %arg1: tensor<128xi8>) {
    %0 = tt.join %arg0, %arg1 : tensor<128xi8> -> tensor<128x2xi8>
    return
  }
  func.func @f23(%arg0: !tt.ptr<f32>) {
    %0 = tt.load %arg0 {isVolatile = true} : !tt.ptr<f32>
    return
  }
  func.func @f24(%arg0: !tt.ptr<f32>) {
    %0 = tt.load %arg0 : !tt.ptr<f32>
    return
  }
  func.func @f25() {
    %0 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    return
  }
  func.func @f26(%arg0: i32, %arg1: i32) {
    %0 = tt.mulhiui %arg0, %arg1 : i32
    return
  }
  func.func @f27(%arg0: f32, %arg1: f32) {
    %0 = tt.precise_divf %arg0, %arg1 : f32
    return
  }
  func.func @f28(%arg0: f32) {
    %0 = tt.precise_sqrt %arg0 : f32
    return
  }
  func.func @f29(%arg0: i32) {
    tt.print "x" {hex = false, isSigned = array<i32: 1>} : %arg0 : i32
    return
  }
  func.func @f30(%arg0: !tt.ptr<f32>) {
    %0 = tt.ptr_to_int %arg0 : !tt.ptr<f32> -> i64
    return
  }
  func.func @f31(%arg0: tensor<128x2xi8>) {
    %0 = tt.reshape %arg0 : tensor<128x2xi8> -> tensor<256xi8>
    return
  }
  func.func @f32(%arg0: i32) {
    %0 = tt.splat %arg0 : i32 -> tensor<4xi32>
    return
  }
  func.func @f33(%arg0: tensor<16x2xf32>) {
    %outLHS, %outRHS = tt.split %arg0 : tensor<16x2xf32> -> tensor<16xf32>
    return
  }
  func.func @f34(%arg0: !tt.ptr<f32>, %arg1: f32) {
    tt.store %arg0, %arg1 : !tt.ptr<f32>
    return
  }
  func.func @f35(%arg0: tensor<2x16xf32>) {
    %0 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<2x16xf32> -> tensor<16x2xf32>
    return
  }
  func.func @f36(%arg0: tensor<32x2x8xf32>) {
    %0 = tt.trans %arg0 {order = array<i32: 0, 2, 1>} : tensor<32x2x8xf32> -> tensor<32x8x2xf32>
    return
  }
  func.func @f37(%arg0: tensor<1xf32>) {
    %0 = tt.unsplat %arg0 : tensor<1xf32>
    return
  }
}
