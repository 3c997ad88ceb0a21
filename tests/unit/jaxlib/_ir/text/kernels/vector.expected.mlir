module {
  func.func @f0(%arg0: vector<8xi32>) {
    %0 = vector.bitcast %arg0 : vector<8xi32> to vector<8xf32>
    return
  }
  func.func @f1(%arg0: i8) {
    %0 = vector.broadcast %arg0 : i8 to vector<2xi8>
    return
  }
  func.func @f2() {
    %0 = vector.constant_mask [2] : vector<4xi1>
    return
  }
  func.func @f3(%arg0: index) {
    %0 = vector.create_mask %arg0 : vector<4xi1>
    return
  }
  func.func @f4(%arg0: vector<4xf32>) {
    %res1, %res2 = vector.deinterleave %arg0 : vector<4xf32> -> vector<2xf32>
    return
  }
  func.func @f5(%arg0: vector<f32>) {
    %0 = vector.extract %arg0[] : f32 from vector<f32>
    return
  }
  func.func @f6(%arg0: vector<1xi32>) {
    %0 = vector.extract %arg0[0] : i32 from vector<1xi32>
    return
  }
  func.func @f7(%arg0: vector<2xi32>) {
    %0 = vector.extract_strided_slice %arg0 offsets = [0], sizes = [1], strides = [1] : vector<2xi32> to vector<1xi32>
    return
  }
  func.func @f8(%arg0: vector<2x8xi32>) {
    %0 = vector.extract_strided_slice %arg0 offsets = [0, 0], sizes = [1, 8], strides = [1, 1] : vector<2x8xi32> to vector<1x8xi32>
    return
  }
  func.func @f9(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: vector<4xf32>) {
    %0 = vector.fma %arg0, %arg1, %arg2 : vector<4xf32>
    return
  }
  func.func @f10(%arg0: f32, %arg1: f32) {
    %0 = vector.from_elements %arg0, %arg1 : vector<2xf32>
    return
  }
  func.func @f11(%arg0: f32, %arg1: vector<2xf32>) {
    %0 = vector.insert %arg0, %arg1 [0] : f32 into vector<2xf32>
    return
  }
  func.func @f12(%arg0: f32, %arg1: vector<4xf32>, %arg2: index) {
    %0 = vector.insert %arg0, %arg1 [%arg2] : f32 into vector<4xf32>
    return
  }
  func.func @f13(%arg0: vector<2xf32>, %arg1: vector<4xf32>) {
    %0 = vector.insert_strided_slice %arg0, %arg1 offsets = [1], strides = [1] : vector<2xf32> into vector<4xf32>
    return
  }
  func.func @f14(%arg0: vector<1xbf16>, %arg1: vector<1xbf16>) {
    %0 = vector.interleave %arg0, %arg1 : vector<1xbf16> -> vector<2xbf16>
    return
  }
  func.func @f15(%arg0: memref<128xi32>, %arg1: index) {
    %0 = vector.load %arg0[%arg1] : memref<128xi32>, vector<1xi32>
    return
  }
  func.func @f16(%arg0: memref<4x8xf32>, %arg1: index, %arg2: index) {
    %0 = vector.load %arg0[%arg1, %arg2] nontemporal = true : memref<4x8xf32>, vector<8xf32>
    return
  }
  func.func @f17(%arg0: vector<32x8xf32>, %arg1: vector<8xf32>) {
    %0 = vector.multi_reduction <add>, %arg0, %arg1 [0] : vector<32x8xf32> to vector<8xf32>
    return
  }
  func.func @f18(%arg0: vector<1x32x256xi32>, %arg1: vector<1xi32>) {
    %0 = vector.multi_reduction <maxsi>, %arg0, %arg1 [1, 2] : vector<1x32x256xi32> to vector<1xi32>
    return
  }
  func.func @f19(%arg0: vector<4xf32>, %arg1: vector<2xf32>) {
    %0 = vector.outerproduct %arg0, %arg1 : vector<4xf32>, vector<2xf32>
    return
  }
  func.func @f20(%arg0: vector<4xf32>) {
    %0 = vector.reduction <add>, %arg0 : vector<4xf32> into f32
    return
  }
  func.func @f21(%arg0: vector<4xf32>, %arg1: f32) {
    %0 = vector.reduction <mul>, %arg0, %arg1 fastmath<reassoc> : vector<4xf32> into f32
    return
  }
  func.func @f22(%arg0: vector<2xi32>) {
    %0 = vector.shape_cast %arg0 : vector<2xi32> to vector<2xi32>
    return
  }
  func.func @f23(%arg0: vector<1xf32>, %arg1: vector<1xf32>) {
    %0 = vector.shuffle %arg0, %arg1 [0, 1] : vector<1xf32>, vector<1xf32>
    return
  }
  func.func @f24(%arg0: vector<2xbf16>, %arg1: vector<2xbf16>) {
    %0 = vector.shuffle %arg0, %arg1 [0, 1, 2, 3] : vector<2xbf16>, vector<2xbf16>
    return
  }
  func.func @f25() {
    %0 = vector.step : vector<4xindex>
    return
  }
  func.func @f26(%arg0: vector<1xi8>, %arg1: memref<128xi8>, %arg2: index) {
    vector.store %arg0, %arg1[%arg2] : memref<128xi8>, vector<1xi8>
    return
  }
  func.func @f27(%arg0: vector<2xf32>) {
    %0:2 = vector.to_elements %arg0 : vector<2xf32>
    return
  }
  func.func @f28(%arg0: vector<4x8xf32>) {
    %0 = vector.transpose %arg0, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
    return
  }
}
