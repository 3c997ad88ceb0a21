module {
  func.func @f0(%arg0: f32, %arg1: f32) {
    %0 = arith.addf %arg0, %arg1 : f32
    return
  }
  func.func @f1(%arg0: f32, %arg1: f32) {
    %0 = arith.addf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f2(%arg0: i32, %arg1: i32) {
    %0 = arith.addi %arg0, %arg1 : i32
    return
  }
  func.func @f3(%arg0: i32, %arg1: i32) {
    %0 = arith.addi %arg0, %arg1 overflow<nsw, nuw> : i32
    return
  }
  func.func @f4(%arg0: i32, %arg1: i32) {
    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
    return
  }
  func.func @f5(%arg0: i1, %arg1: i1) {
    %0 = arith.andi %arg0, %arg1 : i1
    return
  }
  func.func @f6(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.andi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f7(%arg0: i32) {
    %0 = arith.bitcast %arg0 : i32 to f32
    return
  }
  func.func @f8(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.ceildivsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f9(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.ceildivui %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f10(%arg0: f32, %arg1: f32) {
    %0 = arith.cmpf oeq, %arg0, %arg1 : f32
    return
  }
  func.func @f11(%arg0: f32, %arg1: f32) {
    %0 = arith.cmpf false, %arg0, %arg1 : f32
    return
  }
  func.func @f12(%arg0: i32, %arg1: i32) {
    %0 = arith.cmpi sgt, %arg0, %arg1 : i32
    return
  }
  func.func @f13(%arg0: i32, %arg1: i32) {
    %0 = arith.cmpi eq, %arg0, %arg1 : i32
    return
  }
  func.func @f14() {
    %true = arith.constant true
    return
  }
  func.func @f15() {
    %false = arith.constant false
    return
  }
  func.func @f16() {
    %c0_i8 = arith.constant 0 : i8
    return
  }
  func.func @f17() {
    %c0_i4 = arith.constant 0 : i4
    return
  }
  func.func @f18() {
    %c-1_i8 = arith.constant -1 : i8
    return
  }
  func.func @f19() {
    %c0_i32 = arith.constant 0 : i32
    return
  }
  func.func @f20() {
    %c0_i64 = arith.constant 0 : i64
    return
  }
  func.func @f21() {
    %c0_i16 = arith.constant 0 : i16
    return
  }
  func.func @f22() {
    %c-3_i32 = arith.constant -3 : i32
    return
  }
  func.func @f23(%arg0: f32, %arg1: f32) {
    %0 = arith.divf %arg0, %arg1 : f32
    return
  }
  func.func @f24(%arg0: f32, %arg1: f32) {
    %0 = arith.divf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f25(%arg0: i32, %arg1: i32) {
    %0 = arith.divsi %arg0, %arg1 : i32
    return
  }
  func.func @f26(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.divsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f27(%arg0: i32, %arg1: i32) {
    %0 = arith.divui %arg0, %arg1 : i32
    return
  }
  func.func @f28(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.divui %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f29(%arg0: f16) {
    %0 = arith.extf %arg0 : f16 to f32
    return
  }
  func.func @f30(%arg0: tensor<128xf16>) {
    %0 = arith.extf %arg0 : tensor<128xf16> to tensor<128xf32>
    return
  }
  func.func @f31(%arg0: i8) {
    %0 = arith.extsi %arg0 : i8 to i32
    return
  }
  func.func @f32(%arg0: i1) {
    %0 = arith.extui %arg0 : i1 to i32
    return
  }
  func.func @f33(%arg0: i8) {
    %0 = arith.extui %arg0 : i8 to i32
    return
  }
  func.func @f34(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.floordivsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f35(%arg0: f32) {
    %0 = arith.fptosi %arg0 : f32 to i32
    return
  }
  func.func @f36(%arg0: f8E4M3B11FNUZ) {
    %0 = arith.fptosi %arg0 : f8E4M3B11FNUZ to i8
    return
  }
  func.func @f37(%arg0: f32) {
    %0 = arith.fptoui %arg0 : f32 to i32
    return
  }
  func.func @f38(%arg0: vector<8x32xf8E5M2>) {
    %0 = arith.fptoui %arg0 : vector<8x32xf8E5M2> to vector<8x32xi8>
    return
  }
  func.func @f39(%arg0: i32) {
    %0 = arith.index_cast %arg0 : i32 to index
    return
  }
  func.func @f40(%arg0: i32) {
    %0 = arith.index_castui %arg0 : i32 to index
    return
  }
  func.func @f41(%arg0: index) {
    %0 = arith.index_castui %arg0 : index to i64
    return
  }
  func.func @f42(%arg0: f32, %arg1: f32) {
    %0 = arith.maximumf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f43(%arg0: vector<8x128xf32>, %arg1: vector<8x128xf32>) {
    %0 = arith.maximumf %arg0, %arg1 : vector<8x128xf32>
    return
  }
  func.func @f44(%arg0: f32, %arg1: f32) {
    %0 = arith.maxnumf %arg0, %arg1 : f32
    return
  }
  func.func @f45(%arg0: f32, %arg1: f32) {
    %0 = arith.maxnumf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f46(%arg0: i32, %arg1: i32) {
    %0 = arith.maxsi %arg0, %arg1 : i32
    return
  }
  func.func @f47(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.maxsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f48(%arg0: i32, %arg1: i32) {
    %0 = arith.maxui %arg0, %arg1 : i32
    return
  }
  func.func @f49(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.maxui %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f50(%arg0: f32, %arg1: f32) {
    %0 = arith.minimumf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f51(%arg0: f32, %arg1: f32) {
    %0 = arith.minnumf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f52(%arg0: i32, %arg1: i32) {
    %0 = arith.minsi %arg0, %arg1 : i32
    return
  }
  func.func @f53(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.minsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f54(%arg0: i8, %arg1: i8) {
    %0 = arith.minui %arg0, %arg1 : i8
    return
  }
  func.func @f55(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.minui %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f56(%arg0: f32, %arg1: f32) {
    %0 = arith.mulf %arg0, %arg1 : f32
    return
  }
  func.func @f57(%arg0: f32, %arg1: f32) {
    %0 = arith.mulf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f58(%arg0: i32, %arg1: i32) {
    %0 = arith.muli %arg0, %arg1 : i32
    return
  }
  func.func @f59(%arg0: i32, %arg1: i32) {
    %0 = arith.muli %arg0, %arg1 overflow<nsw, nuw> : i32
    return
  }
  func.func @f60(%arg0: i32, %arg1: i32) {
    %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
    return
  }
  func.func @f61(%arg0: i32, %arg1: i32) {
    %low, %high = arith.mului_extended %arg0, %arg1 : i32
    return
  }
  func.func @f62(%arg0: f32) {
    %0 = arith.negf %arg0 : f32
    return
  }
  func.func @f63(%arg0: f32) {
    %0 = arith.negf %arg0 fastmath<fast> : f32
    return
  }
  func.func @f64(%arg0: i1, %arg1: i1) {
    %0 = arith.ori %arg0, %arg1 : i1
    return
  }
  func.func @f65(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.ori %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f66(%arg0: f32, %arg1: f32) {
    %0 = arith.remf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f67(%arg0: vector<8xf32>, %arg1: vector<8xf32>) {
    %0 = arith.remf %arg0, %arg1 : vector<8xf32>
    return
  }
  func.func @f68(%arg0: i32, %arg1: i32) {
    %0 = arith.remsi %arg0, %arg1 : i32
    return
  }
  func.func @f69(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.remsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f70(%arg0: i32, %arg1: i32) {
    %0 = arith.remui %arg0, %arg1 : i32
    return
  }
  func.func @f71(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.remui %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f72(%arg0: i1, %arg1: i32, %arg2: i32) {
    %0 = arith.select %arg0, %arg1, %arg2 : i32
    return
  }
  func.func @f73(%arg0: i1, %arg1: f32, %arg2: f32) {
    %0 = arith.select %arg0, %arg1, %arg2 : f32
    return
  }
  func.func @f74(%arg0: i32, %arg1: i32) {
    %0 = arith.shli %arg0, %arg1 : i32
    return
  }
  func.func @f75(%arg0: i32, %arg1: i32) {
    %0 = arith.shli %arg0, %arg1 overflow<nsw, nuw> : i32
    return
  }
  func.func @f76(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.shrsi %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f77(%arg0: vector<32x256xi8>, %arg1: vector<32x256xi8>) {
    %0 = arith.shrsi %arg0, %arg1 : vector<32x256xi8>
    return
  }
  func.func @f78(%arg0: i32, %arg1: i32) {
    %0 = arith.shrui %arg0, %arg1 : i32
    return
  }
  func.func @f79(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.shrui %arg0, %arg1 : vector<4xi32>
    return
  }
  func.func @f80(%arg0: i32) {
    %0 = arith.sitofp %arg0 : i32 to f32
    return
  }
  func.func @f81(%arg0: f32, %arg1: f32) {
    %0 = arith.subf %arg0, %arg1 : f32
    return
  }
  func.func @f82(%arg0: f32, %arg1: f32) {
    %0 = arith.subf %arg0, %arg1 fastmath<nnan,contract> : f32
    return
  }
  func.func @f83(%arg0: i32, %arg1: i32) {
    %0 = arith.subi %arg0, %arg1 : i32
    return
  }
  func.func @f84(%arg0: i32, %arg1: i32) {
    %0 = arith.subi %arg0, %arg1 overflow<nsw, nuw> : i32
    return
  }
  func.func @f85(%arg0: f32) {
    %0 = arith.truncf %arg0 : f32 to bf16
    return
  }
  func.func @f86(%arg0: tensor<128xf32>) {
    %0 = arith.truncf %arg0 : tensor<128xf32> to tensor<128xf16>
    return
  }
  func.func @f87(%arg0: i32) {
    %0 = arith.trunci %arg0 overflow<nsw> : i32 to i8
    return
  }
  func.func @f88(%arg0: i32) {
    %0 = arith.trunci %arg0 : i32 to i8
    return
  }
  func.func @f89(%arg0: i32) {
    %0 = arith.uitofp %arg0 : i32 to f32
    return
  }
  func.func @f90(%arg0: vector<2xi4>) {
    %0 = arith.uitofp %arg0 : vector<2xi4> to vector<2xf32>
    return
  }
  func.func @f91(%arg0: i1, %arg1: i1) {
    %0 = arith.xori %arg0, %arg1 : i1
    return
  }
  func.func @f92(%arg0: vector<4xi32>, %arg1: vector<4xi32>) {
    %0 = arith.xori %arg0, %arg1 : vector<4xi32>
    return
  }
}
