module {
  func.func @g(%arg0: tensor<3x2x4x7x9xi32>, %arg1: tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x3x5x1xi32>
    %1 = stablehlo.iota dim = 0 : tensor<4x3x5x1xi32>
    %2 = stablehlo.concatenate %0, %1, %arg1, dim = 3 : (tensor<4x3x5x1xi32>, tensor<4x3x5x1xi32>, tensor<4x3x5x2xi32>) -> tensor<4x3x5x4xi32>
    %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2, 3], start_index_map = [0, 2, 1, 3], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1, 1, 8>}> : (tensor<3x2x4x7x9xi32>, tensor<4x3x5x4xi32>) -> tensor<4x3x5x8xi32>
    return %3 : tensor<4x3x5x8xi32>
  }
  func.func @g1(%arg0: tensor<3x6xf32>, %arg1: tensor<3x5xui8>) -> tensor<3x5xf32> {
    %0 = stablehlo.reshape %arg1 : (tensor<3x5xui8>) -> tensor<3x5x1xui8>
    %1 = stablehlo.iota dim = 0 : tensor<3x5x1xui8>
    %2 = stablehlo.concatenate %1, %0, dim = 2 : (tensor<3x5x1xui8>, tensor<3x5x1xui8>) -> tensor<3x5x2xui8>
    %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x6xf32>, tensor<3x5x2xui8>) -> tensor<3x5xf32>
    return %3 : tensor<3x5xf32>
  }
  func.func @g0(%arg0: tensor<3x6xf32>, %arg1: tensor<3x6x0xi64>) -> tensor<3x6xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<3x6x1xi64>
    %1 = stablehlo.iota dim = 1 : tensor<3x6x1xi64>
    %2 = stablehlo.concatenate %0, %1, %arg1, dim = 2 : (tensor<3x6x1xi64>, tensor<3x6x1xi64>, tensor<3x6x0xi64>) -> tensor<3x6x2xi64>
    %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<3x6xf32>, tensor<3x6x2xi64>) -> tensor<3x6xf32>
    return %3 : tensor<3x6xf32>
  }
  func.func @s(%arg0: tensor<3x2x4x7x9xi32>, %arg1: tensor<4x3x5x2xi32>, %arg2: tensor<4x3x5x8xi32>) -> tensor<3x2x4x7x9xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x3x5x1xi32>
    %1 = stablehlo.iota dim = 0 : tensor<4x3x5x1xi32>
    %2 = stablehlo.concatenate %0, %1, %arg1, dim = 3 : (tensor<4x3x5x1xi32>, tensor<4x3x5x1xi32>, tensor<4x3x5x2xi32>) -> tensor<4x3x5x4xi32>
    %3 = "stablehlo.scatter"(%arg0, %2, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [0, 1, 2, 3], scatter_dims_to_operand_dims = [0, 2, 1, 3], index_vector_dim = 3>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<3x2x4x7x9xi32>, tensor<4x3x5x4xi32>, tensor<4x3x5x8xi32>) -> tensor<3x2x4x7x9xi32>
    return %3 : tensor<3x2x4x7x9xi32>
  }
  func.func @s1(%arg0: tensor<3x6xf32>, %arg1: tensor<5x3xi32>, %arg2: tensor<5x3xf32>) -> tensor<3x6xf32> {
    %0 = stablehlo.reshape %arg1 : (tensor<5x3xi32>) -> tensor<5x3x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<5x3x1xi32>
    %2 = stablehlo.concatenate %1, %0, dim = 2 : (tensor<5x3x1xi32>, tensor<5x3x1xi32>) -> tensor<5x3x2xi32>
    %3 = "stablehlo.scatter"(%arg0, %2, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %4 = stablehlo.sine %arg3 : tensor<f32>
      %5 = stablehlo.cosine %arg3 : tensor<f32>
      %6 = stablehlo.divide %4, %5 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<3x6xf32>, tensor<5x3x2xi32>, tensor<5x3xf32>) -> tensor<3x6xf32>
    return %3 : tensor<3x6xf32>
  }
  func.func @t(%arg0: tensor<4xcomplex<f64>>, %arg1: tensor<2xbf16>) -> (tensor<4xcomplex<f64>>, tensor<2xbf16>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf64>
    %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %1 = stablehlo.sine %0 : tensor<4xf64>
    %2 = stablehlo.cosine %0 : tensor<4xf64>
    %3 = stablehlo.divide %1, %2 : tensor<4xf64>
    %4 = stablehlo.imag %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %5 = stablehlo.tanh %4 : tensor<4xf64>
    %6 = stablehlo.complex %3, %5 : tensor<4xcomplex<f64>>
    %7 = stablehlo.multiply %3, %5 : tensor<4xf64>
    %8 = stablehlo.negate %7 : tensor<4xf64>
    %9 = stablehlo.complex %cst, %8 : tensor<4xcomplex<f64>>
    %10 = stablehlo.divide %6, %9 : tensor<4xcomplex<f64>>
    %11 = stablehlo.sine %arg1 : tensor<2xbf16>
    %12 = stablehlo.cosine %arg1 : tensor<2xbf16>
    %13 = stablehlo.divide %11, %12 : tensor<2xbf16>
    return %10, %13 : tensor<4xcomplex<f64>>, tensor<2xbf16>
  }
  func.func @td(%arg0: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.sine %arg0 : tensor<?xf32>
    %1 = stablehlo.cosine %arg0 : tensor<?xf32>
    %2 = stablehlo.divide %0, %1 : tensor<?xf32>
    return %2 : tensor<?xf32>
  }
}
