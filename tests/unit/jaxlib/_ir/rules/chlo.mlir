func.func @f(%x: tensor<3x4xf32>, %n: tensor<3x4xi32>, %z: tensor<3x4xcomplex<f32>>) {
  %0 = "chlo._asin_acos_kernel"(%z) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %1 = "chlo.conj"(%z) : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %2 = "chlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<2xi32>
  %3 = "chlo.is_inf"(%x) : (tensor<3x4xf32>) -> tensor<3x4xi1>
  %4 = "chlo.is_neg_inf"(%x) : (tensor<3x4xf32>) -> tensor<3x4xi1>
  %5 = "chlo.is_pos_inf"(%x) : (tensor<3x4xf32>) -> tensor<3x4xi1>
  %6 = "chlo.mulhi"(%n, %n) : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
  %7 = "chlo.polygamma"(%x, %x) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %8 = "chlo.tan"(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %9 = "chlo.zeta"(%x, %x) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
