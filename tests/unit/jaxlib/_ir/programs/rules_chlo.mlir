module {
  func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>, %arg2: tensor<3x4xcomplex<f32>>) {
    %0 = chlo._asin_acos_kernel %arg2 : tensor<3x4xcomplex<f32>> -> tensor<3x4xcomplex<f32>>
    %1 = chlo.conj %arg2 : tensor<3x4xcomplex<f32>> -> tensor<3x4xcomplex<f32>>
    %2 = chlo.constant dense<1> : tensor<2xi32>
    %3 = chlo.is_inf %arg0 : tensor<3x4xf32> -> tensor<3x4xi1>
    %4 = chlo.is_neg_inf %arg0 : tensor<3x4xf32> -> tensor<3x4xi1>
    %5 = chlo.is_pos_inf %arg0 : tensor<3x4xf32> -> tensor<3x4xi1>
    %6 = chlo.mulhi %arg1, %arg1 : tensor<3x4xi32>, tensor<3x4xi32> -> tensor<3x4xi32>
    %7 = chlo.polygamma %arg0, %arg0 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x4xf32>
    %8 = chlo.tan %arg0 : tensor<3x4xf32> -> tensor<3x4xf32>
    %9 = chlo.zeta %arg0, %arg0 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x4xf32>
    return
  }
}
