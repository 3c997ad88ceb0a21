module @jit_complex attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x1xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xcomplex<f32>> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.complex %0, %arg1 : tensor<3x2xcomplex<f32>>
    return %1 : tensor<3x2xcomplex<f32>>
  }
}
