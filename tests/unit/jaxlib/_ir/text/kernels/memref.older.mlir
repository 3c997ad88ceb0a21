module {
  func.func @f0() {
    %alloc = memref.alloc() : memref<4x8xf32>
    return
  }
  func.func @f1() {
    %alloca = memref.alloca() : memref<i32>
    return
  }
  func.func @f2(%arg0: index) {
    %alloca = memref.alloca(%arg0) {alignment = 64 : i64} : memref<?x8xf32>
    return
  }
  func.func @f3(%arg0: memref<4x8xf32>) {
    %cast = memref.cast %arg0 : memref<4x8xf32> to memref<?x8xf32>
    return
  }
  func.func @f4(%arg0: memref<i32>) {
    %cast = memref.cast %arg0 : memref<i32> to memref<i32, strided<[], offset: ?>>
    return
  }
  func.func @f5(%arg0: memref<1xi32>) {
    %collapse_shape = memref.collapse_shape %arg0 [] : memref<1xi32> into memref<i32>
    return
  }
  func.func @f6(%arg0: memref<1x128xi32>) {
    %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<1x128xi32> into memref<128xi32>
    return
  }
  func.func @f7(%arg0: memref<4x8xf32>, %arg1: memref<4x8xf32>) {
    memref.copy %arg0, %arg1 : memref<4x8xf32> to memref<4x8xf32>
    return
  }
  func.func @f8(%arg0: memref<4x8xf32>) {
    memref.dealloc %arg0 : memref<4x8xf32>
    return
  }
  func.func @f9(%arg0: memref<4x8xf32>, %arg1: index) {
    %dim = memref.dim %arg0, %arg1 : memref<4x8xf32>
    return
  }
  func.func @f10(%arg0: memref<128xf32>) {
    %expand_shape = memref.expand_shape %arg0 [[0, 1]] output_shape [1, 128] : memref<128xf32> into memref<1x128xf32>
    return
  }
  func.func @f11(%arg0: memref<64x32xf32>) {
    %expand_shape = memref.expand_shape %arg0 [[0], [1, 2]] output_shape [64, 4, 8] : memref<64x32xf32> into memref<64x4x8xf32>
    return
  }
  func.func @f12(%arg0: memref<4x8xf32>) {
    %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4x8xf32> -> index
    return
  }
  func.func @f13(%arg0: memref<208xi8, strided<[1]>>) {
    %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<208xi8, strided<[1]>> -> memref<i8>, index, index, index
    return
  }
  func.func @f14(%arg0: memref<i32>) {
    %0 = memref.load %arg0[] : memref<i32>
    return
  }
  func.func @f15(%arg0: memref<4x8xf32>, %arg1: index, %arg2: index) {
    %0 = memref.load %arg0[%arg1, %arg2] {nontemporal = true} : memref<4x8xf32>
    return
  }
  func.func @f16(%arg0: memref<4x8xf32>) {
    %memspacecast = memref.memory_space_cast %arg0 : memref<4x8xf32> to memref<4x8xf32, 1>
    return
  }
  func.func @f17(%arg0: memref<4x8xf32>) {
    %0 = memref.rank %arg0 : memref<4x8xf32>
    return
  }
  func.func @f18(%arg0: i32, %arg1: memref<i32>) {
    memref.store %arg0, %arg1[] : memref<i32>
    return
  }
  func.func @f19(%arg0: f32, %arg1: memref<4x8xf32>, %arg2: index, %arg3: index) {
    memref.store %arg0, %arg1[%arg2, %arg3] {nontemporal = true} : memref<4x8xf32>
    return
  }
  func.func @f20(%arg0: memref<1xi32>) {
    %subview = memref.subview %arg0[0] [1] [1] : memref<1xi32> to memref<i32, strided<[]>>
    return
  }
  func.func @f22(%arg0: memref<?xi8>, %arg1: index, %arg2: index) {
    %view = memref.view %arg0[%arg1][%arg2] : memref<?xi8> to memref<?xf32>
    return
  }
  func.func @f23(%arg0: memref<?xi8, #gpu.address_space<workgroup>>, %arg1: index) {
    %view = memref.view %arg0[%arg1][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<0xi8, #gpu.address_space<workgroup>>
    return
  }
}
