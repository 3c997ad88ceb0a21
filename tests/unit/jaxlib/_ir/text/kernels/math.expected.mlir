module {
  func.func @f0(%arg0: f32) {
    %0 = math.absf %arg0 : f32
    return
  }
  func.func @f1(%arg0: vector<16xf32>) {
    %0 = math.absf %arg0 : vector<16xf32>
    return
  }
  func.func @f2(%arg0: i32) {
    %0 = math.absi %arg0 : i32
    return
  }
  func.func @f3(%arg0: f32) {
    %0 = math.acos %arg0 : f32
    return
  }
  func.func @f4(%arg0: f32) {
    %0 = math.acosh %arg0 : f32
    return
  }
  func.func @f5(%arg0: f32) {
    %0 = math.asin %arg0 : f32
    return
  }
  func.func @f6(%arg0: f32) {
    %0 = math.asinh %arg0 : f32
    return
  }
  func.func @f7(%arg0: f32) {
    %0 = math.atan %arg0 : f32
    return
  }
  func.func @f8(%arg0: f32, %arg1: f32) {
    %0 = math.atan2 %arg0, %arg1 fastmath<afn> : f32
    return
  }
  func.func @f9(%arg0: f32) {
    %0 = math.atanh %arg0 : f32
    return
  }
  func.func @f10(%arg0: f32) {
    %0 = math.cbrt %arg0 : f32
    return
  }
  func.func @f11(%arg0: f32) {
    %0 = math.ceil %arg0 : f32
    return
  }
  func.func @f12(%arg0: f32, %arg1: f32) {
    %0 = math.copysign %arg0, %arg1 fastmath<afn> : f32
    return
  }
  func.func @f13(%arg0: f32) {
    %0 = math.cos %arg0 : f32
    return
  }
  func.func @f14(%arg0: f32) {
    %0 = math.cosh %arg0 : f32
    return
  }
  func.func @f15(%arg0: i32) {
    %0 = math.ctlz %arg0 : i32
    return
  }
  func.func @f16(%arg0: i32) {
    %0 = math.ctpop %arg0 : i32
    return
  }
  func.func @f17(%arg0: i32) {
    %0 = math.cttz %arg0 : i32
    return
  }
  func.func @f18(%arg0: f32) {
    %0 = math.erf %arg0 : f32
    return
  }
  func.func @f19(%arg0: f32) {
    %0 = math.erfc %arg0 : f32
    return
  }
  func.func @f20(%arg0: f32) {
    %0 = math.exp %arg0 : f32
    return
  }
  func.func @f21(%arg0: f32) {
    %0 = math.exp %arg0 : f32
    return
  }
  func.func @f22(%arg0: f32) {
    %0 = math.exp2 %arg0 : f32
    return
  }
  func.func @f23(%arg0: f32) {
    %0 = math.expm1 %arg0 : f32
    return
  }
  func.func @f24(%arg0: f32) {
    %0 = math.floor %arg0 : f32
    return
  }
  func.func @f25(%arg0: vector<8x128xf32>) {
    %0 = math.floor %arg0 : vector<8x128xf32>
    return
  }
  func.func @f26(%arg0: f32, %arg1: f32, %arg2: f32) {
    %0 = math.fma %arg0, %arg1, %arg2 : f32
    return
  }
  func.func @f27(%arg0: f32, %arg1: i32) {
    %0 = math.fpowi %arg0, %arg1 : f32, i32
    return
  }
  func.func @f28(%arg0: i32, %arg1: i32) {
    %0 = math.ipowi %arg0, %arg1 : i32
    return
  }
  func.func @f29(%arg0: f32) {
    %0 = math.isfinite %arg0 : f32
    return
  }
  func.func @f30(%arg0: f32) {
    %0 = math.isinf %arg0 : f32
    return
  }
  func.func @f31(%arg0: f32) {
    %0 = math.isnan %arg0 : f32
    return
  }
  func.func @f32(%arg0: f32) {
    %0 = math.isnormal %arg0 : f32
    return
  }
  func.func @f33(%arg0: f32) {
    %0 = math.log %arg0 : f32
    return
  }
  func.func @f34(%arg0: f32) {
    %0 = math.log %arg0 : f32
    return
  }
  func.func @f35(%arg0: f32) {
    %0 = math.log10 %arg0 : f32
    return
  }
  func.func @f36(%arg0: f32) {
    %0 = math.log1p %arg0 : f32
    return
  }
  func.func @f37(%arg0: vector<8x128xf32>) {
    %0 = math.log1p %arg0 : vector<8x128xf32>
    return
  }
  func.func @f38(%arg0: f32) {
    %0 = math.log2 %arg0 : f32
    return
  }
  func.func @f39(%arg0: f32, %arg1: f32) {
    %0 = math.powf %arg0, %arg1 fastmath<afn> : f32
    return
  }
  func.func @f40(%arg0: f32) {
    %0 = math.round %arg0 : f32
    return
  }
  func.func @f41(%arg0: vector<2xf32>) {
    %0 = math.round %arg0 : vector<2xf32>
    return
  }
  func.func @f42(%arg0: f32) {
    %0 = math.roundeven %arg0 : f32
    return
  }
  func.func @f43(%arg0: vector<2xf32>) {
    %0 = math.roundeven %arg0 : vector<2xf32>
    return
  }
  func.func @f44(%arg0: f32) {
    %0 = math.rsqrt %arg0 : f32
    return
  }
  func.func @f45(%arg0: vector<8xf32>) {
    %0 = math.rsqrt %arg0 : vector<8xf32>
    return
  }
  func.func @f46(%arg0: f32) {
    %0 = math.sin %arg0 : f32
    return
  }
  func.func @f47(%arg0: vector<8x128xf32>) {
    %0 = math.sin %arg0 : vector<8x128xf32>
    return
  }
  func.func @f48(%arg0: f32) {
    %0 = math.sinh %arg0 : f32
    return
  }
  func.func @f49(%arg0: f32) {
    %0 = math.sqrt %arg0 : f32
    return
  }
  func.func @f50(%arg0: f32) {
    %0 = math.sqrt %arg0 : f32
    return
  }
  func.func @f51(%arg0: f32) {
    %0 = math.tan %arg0 : f32
    return
  }
  func.func @f52(%arg0: f32) {
    %0 = math.tanh %arg0 : f32
    return
  }
  func.func @f53(%arg0: vector<16xf32>) {
    %0 = math.tanh %arg0 : vector<16xf32>
    return
  }
  func.func @f54(%arg0: f32) {
    %0 = math.trunc %arg0 : f32
    return
  }
}
