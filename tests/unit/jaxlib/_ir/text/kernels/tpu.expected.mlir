module {
  func.func @f0(%arg0: vector<8xi1>) {
    %0 = tpu.all_reduce %arg0 {dim = 0 : i64, kind = #tpu.reduction_kind<sum>} : vector<8xi1> -> vector<8xi32>
    return
  }
  func.func @f1(%arg0: i32) {
    %0 = tpu.assume_multiple %arg0, 1 : i32
    return
  }
  func.func @f2(%arg0: index) {
    tpu.barrier barrier_id(%arg0)
    return
  }
  func.func @f3(%arg0: vector<4xf32>) {
    %0 = tpu.bitcast %arg0 : vector<4xf32> -> vector<4xi32>
    return
  }
  func.func @f4(%arg0: vector<512xi8>, %arg1: vector<2048xi8>) {
    %0 = tpu.concatenate %arg0, %arg1 in 0 : vector<512xi8>, vector<2048xi8> -> vector<2560xi8>
    return
  }
  func.func @f5() {
    %0 = tpu.device_id : i32
    return
  }
  func.func @f6(%arg0: vector<8xf32>, %arg1: vector<8xi32>) {
    %0 = tpu.dynamic_gather %arg0[%arg1] in [0] : vector<8xf32>, vector<8xi32> -> vector<8xf32>
    return
  }
  func.func @f7(%arg0: vector<3x16xi4>, %arg1: i32) {
    %0 = tpu.dynamic_rotate %arg0 by %arg1 dim 0 : vector<3x16xi4>, i32 -> vector<3x16xi4>
    return
  }
  func.func @f8(%arg0: vector<8x128xf32>, %arg1: i32) {
    %0 = tpu.dynamic_rotate %arg0 by %arg1 dim 1 {stride = 2 : si32, stride_dimension = 0 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
    return
  }
  func.func @f9() {
    %0 = tpu.iota {dimensions = array<i32: 0>} : vector<8xi32>
    return
  }
  func.func @f10() {
    %0 = tpu.iteration_bound 0 : i32
    return
  }
  func.func @f11(%arg0: memref<8xi32, #tpu.memory_space<vmem>>, %arg1: index) {
    %0 = tpu.load %arg0[%arg1] sublanes [true, true, true, true, true, true, true, true] : memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>
    return
  }
  func.func @f12() {
    tpu.log "From TEC"
    return
  }
  func.func @f13(%arg0: f32) {
    tpu.log "x[0] == $f0" {formatted = true} : [%arg0] : f32
    return
  }
  func.func @f14(%arg0: memref<3xi32, #tpu.memory_space<vmem>>) {
    tpu.log_buffer "" {shape = array<i64: 3>} : %arg0 : memref<3xi32, #tpu.memory_space<vmem>>
    return
  }
  func.func @f15(%arg0: memref<3x4xf32, #tpu.memory_space<vmem>>) {
    tpu.log_buffer "" {shape = array<i64: 3, 4>} : %arg0 : memref<3x4xf32, #tpu.memory_space<vmem>>
    return
  }
  func.func @f16(%arg0: memref<1x8xi32, #tpu.memory_space<vmem>>) {
    %0 = tpu.memref_bitcast %arg0 : memref<1x8xi32, #tpu.memory_space<vmem>> -> memref<2x8xi16, #tpu.memory_space<vmem>>
    return
  }
  func.func @f17(%arg0: memref<16x4x256xf32, #tpu.memory_space<vmem>>) {
    %0 = tpu.memref_reshape %arg0 : memref<16x4x256xf32, #tpu.memory_space<vmem>> -> memref<64x256xf32, #tpu.memory_space<vmem>>
    return
  }
  func.func @f18(%arg0: memref<16xi32, #tpu.memory_space<vmem>>, %arg1: i32) {
    %0 = tpu.memref_slice %arg0[%arg1] : memref<16xi32, #tpu.memory_space<vmem>> -> memref<8xi32, #tpu.memory_space<vmem>>
    return
  }
  func.func @f19(%arg0: memref<8xi32, #tpu.memory_space<vmem>>, %arg1: i32, %arg2: i32) {
    %0 = tpu.memref_slice %arg0[%arg1] <%arg2> : memref<8xi32, #tpu.memory_space<vmem>> -> memref<?xi32, #tpu.memory_space<vmem>>
    return
  }
  func.func @f20(%arg0: memref<1x8xi32, #tpu.memory_space<hbm>>) {
    %0 = tpu.memref_squeeze %arg0 : memref<1x8xi32, #tpu.memory_space<hbm>> -> memref<8xi32, #tpu.memory_space<hbm>>
    return
  }
  func.func @f21(%arg0: vector<8x128xi8>, %arg1: vector<8x128xi8>) {
    %0 = tpu.pack_elementwise %arg0, %arg1 {target_type = i4} : vector<8x128xi8>, vector<8x128xi8> -> vector<8x128xi8>
    return
  }
  func.func @f22(%arg0: vector<512x256xi16>, %arg1: vector<512x256xi16>) {
    %0 = tpu.pack_elementwise %arg0, %arg1 {target_type = i8} : vector<512x256xi16>, vector<512x256xi16> -> vector<512x256xi16>
    return
  }
  func.func @f23(%arg0: vector<8xf32>, %arg1: vector<8xf32>) {
    %0 = tpu.pack_subelements %arg0, %arg1 {pack_format = #tpu.pack_format<compressed>, positions = array<i32: 0, 1>} : vector<8xf32>, vector<8xf32> -> vector<8x2xbf16>
    return
  }
  func.func @f24() {
    %0 = "tpu.prng_random_bits"() : () -> vector<8x16xi32>
    return
  }
  func.func @f25(%arg0: i32) {
    "tpu.prng_set_seed_32"(%arg0) : (i32) -> ()
    return
  }
  func.func @f26(%arg0: vector<32x256xf32>) {
    %0 = tpu.reciprocal %arg0 : vector<32x256xf32> -> vector<32x256xf32>
    return
  }
  func.func @f27(%arg0: vector<12x28xf32>) {
    %0 = tpu.reduce_index %arg0 {axis = 1 : i32, kind = #tpu.reduction_kind<arg_min>} : vector<12x28xf32> -> vector<12xi32>
    return
  }
  func.func @f28(%arg0: vector<8xi1>, %arg1: vector<8xf32>) {
    %out_mask, %counts = tpu.scan_count mask(%arg0 : vector<8xi1>) value(%arg1 : vector<8xf32>) : vector<8xi1>, vector<8xi32>
    return
  }
  func.func @f29() {
    %0 = tpu.sem_alloc : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    return
  }
  func.func @f30() {
    %0 = tpu.sem_barrier : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    return
  }
  func.func @f31(%arg0: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg1: i32, %arg2: i32) {
    tpu.sem_signal %arg0, %arg1 core_id %arg2 : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    return
  }
  func.func @f32(%arg0: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg1: i32, %arg2: i32) {
    tpu.sem_signal %arg0, %arg1 device_id %arg2 : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    return
  }
  func.func @f33(%arg0: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg1: i32) {
    tpu.sem_wait %arg0, %arg1 : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    return
  }
  func.func @f34(%arg0: vector<8xi32>, %arg1: vector<8xf32>, %arg2: vector<8xi1>) {
    %output_mask, %sorted_keys, %sorted_values = tpu.sort %arg0, %arg1 masked %arg2 {descending = true} : (vector<8xi32>, vector<8xf32>, vector<8xi1>) -> (vector<8xi1>, vector<8xi32>, vector<8xf32>)
    return
  }
  func.func @f35(%arg0: vector<8xi32>, %arg1: vector<8xi32>, %arg2: vector<8xi1>) {
    %output_mask, %sorted_keys, %sorted_values = tpu.sort %arg0, %arg1 masked %arg2 : (vector<8xi32>, vector<8xi32>, vector<8xi1>) -> (vector<8xi1>, vector<8xi32>, vector<8xi32>)
    return
  }
  func.func @f36(%arg0: vector<8x128xf32>, %arg1: vector<8x128xi32>) {
    %0 = tpu.stochastic_convert %arg0, %arg1 : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xf8E5M2>
    return
  }
  func.func @f37(%arg0: memref<8x128xf32, #tpu.memory_space<vmem>>, %arg1: index, %arg2: index) {
    %0 = tpu.strided_load %arg0[%arg1, %arg2] {strides = array<i32: 1, 8>} : memref<8x128xf32, #tpu.memory_space<vmem>>, vector<8x16xf32>
    return
  }
  func.func @f38(%arg0: memref<1x128xf32, #tpu.memory_space<vmem>>, %arg1: index, %arg2: index) {
    %0 = tpu.strided_load %arg0[%arg1, %arg2] {strides = array<i32: 0, 1>} : memref<1x128xf32, #tpu.memory_space<vmem>>, vector<1x128xf32>
    return
  }
  func.func @f39(%arg0: vector<1x1x4x128xf32>, %arg1: memref<7x7x33x128xf32, #tpu.memory_space<vmem>>, %arg2: index, %arg3: index, %arg4: index, %arg5: index) {
    tpu.strided_store %arg1[%arg2, %arg3, %arg4, %arg5], %arg0 {strides = array<i32: 8, 7, 5, 1>} : memref<7x7x33x128xf32, #tpu.memory_space<vmem>>, vector<1x1x4x128xf32>
    return
  }
  func.func @f40() {
    "tpu.trace_start"() <{level = 10 : i32, message = "jvp"}> : () -> ()
    return
  }
  func.func @f41() {
    "tpu.trace_start"() <{level = 10 : i32, message = "km,kn->mn"}> : () -> ()
    return
  }
  func.func @f42() {
    "tpu.trace_stop"() : () -> ()
    return
  }
  func.func @f43(%arg0: vector<128x512xf32>) {
    %0 = tpu.transpose %arg0, [1, 0] : vector<128x512xf32> -> vector<512x128xf32>
    return
  }
  func.func @f44(%arg0: vector<8x2x128xf32>) {
    %0 = tpu.transpose %arg0, [1, 0, 2] : vector<8x2x128xf32> -> vector<2x8x128xf32>
    return
  }
  func.func @f45(%arg0: vector<8x128xi16>) {
    %0 = tpu.unpack_elementwise %arg0, 2 {source_type = i4} : vector<8x128xi16> -> vector<8x128xi16>
    return
  }
  func.func @f46(%arg0: vector<8x128xi16>) {
    %0 = tpu.unpack_elementwise %arg0, 1 {source_type = i8} : vector<8x128xi16> -> vector<8x128xi16>
    return
  }
  func.func @f47(%arg0: vector<8x2xbf16>) {
    %0 = tpu.unpack_subelements %arg0, 0 {pack_format = #tpu.pack_format<compressed>} : vector<8x2xbf16> -> vector<8xf32>
    return
  }
  func.func @f48(%arg0: memref<8xi32, #tpu.memory_space<vmem>>, %arg1: index) {
    %0 = tpu.vector_load %arg0[%arg1] {strides = array<i32>} : memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>, 
    return
  }
  func.func @f49(%arg0: memref<4x16xi8, #tpu.memory_space<vmem>>, %arg1: index, %arg2: index) {
    %0 = tpu.vector_load %arg0[%arg1, %arg2] {strides = array<i32>} : memref<4x16xi8, #tpu.memory_space<vmem>>, vector<4x16xi8>, 
    return
  }
  func.func @f50(%arg0: memref<8xi32, #tpu.memory_space<vmem>>, %arg1: vector<8xi32>) {
    %0 = tpu.vector_load_idx %arg0[%arg1] : memref<8xi32, #tpu.memory_space<vmem>>[vector<8xi32>], vector<8xi32>, 
    return
  }
  func.func @f51(%arg0: memref<8xi32, #tpu.memory_space<vmem>>, %arg1: vector<8xi32>, %arg2: vector<8xi1>) {
    %0 = tpu.vector_load_idx %arg0[%arg1] masked %arg2 : memref<8xi32, #tpu.memory_space<vmem>>[vector<8xi32>], vector<8xi32>, vector<8xi1>
    return
  }
  func.func @f52(%arg0: vector<2xi8>, %arg1: memref<2xi8, #tpu.memory_space<vmem>>, %arg2: index) {
    tpu.vector_store %arg1[%arg2], %arg0 {strides = array<i32>} : memref<2xi8, #tpu.memory_space<vmem>>, vector<2xi8>, 
    return
  }
  func.func @f53(%arg0: vector<8xi32>, %arg1: memref<8xi32, #tpu.memory_space<vmem>>, %arg2: index) {
    tpu.vector_store %arg1[%arg2], %arg0 {add = true, strides = array<i32>} : memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>, 
    return
  }
  func.func @f54(%arg0: vector<8xi32>, %arg1: memref<8xi32, #tpu.memory_space<vmem>>, %arg2: vector<8xi32>) {
    tpu.vector_store_idx %arg1[%arg2], %arg0 : memref<8xi32, #tpu.memory_space<vmem>>[vector<8xi32>], vector<8xi32>, 
    return
  }
  func.func @f55(%arg0: vector<8xi32>, %arg1: memref<8xi32, #tpu.memory_space<vmem>>, %arg2: vector<8xi32>, %arg3: vector<8xi1>) {
    tpu.vector_store_idx %arg1[%arg2], %arg0 masked %arg3 {add = true} : memref<8xi32, #tpu.memory_space<vmem>>[vector<8xi32>], vector<8xi32>, vector<8xi1>
    return
  }
}
