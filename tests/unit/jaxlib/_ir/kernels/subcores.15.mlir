"builtin.module"() ({
  "stable_mosaic.func.func"() ({
  ^bb0(%arg0: memref<8xf32, #tpu.memory_space<hbm>>, %arg1: memref<8xf32, #tpu.memory_space<vmem, sc_vector_subcore>>, %arg2: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %arg3: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg4: i32, %arg5: i32, %arg6: i32):
    "stable_mosaic.tpu.enqueue_dma"(%arg0, %arg2, %arg1, %arg2, %arg4, %arg5, %arg6) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>, priority = 0 : i32, strict_ordering = false} : (memref<8xf32, #tpu.memory_space<hbm>>, memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, memref<8xf32, #tpu.memory_space<vmem, sc_vector_subcore>>, memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32, i32) -> ()
    "stable_mosaic.tpu.sem_signal"(%arg3, %arg5, %arg5, %arg6) {operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>} : (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32, i32) -> ()
    "stable_mosaic.tpu.sem_signal"(%arg3, %arg5) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {function_type = (memref<8xf32, #tpu.memory_space<hbm>>, memref<8xf32, #tpu.memory_space<vmem, sc_vector_subcore>>, memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32, i32) -> (), sym_name = "kernel", tpu.core_type = #tpu.core_type<sc_vector_subcore>} : () -> ()
}) {stable_mosaic.version = 15 : i64} : () -> ()
