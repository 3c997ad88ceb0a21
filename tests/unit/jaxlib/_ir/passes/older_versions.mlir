module {
func.func @g(%a: tensor<3x2x4x7x9xi32>, %i: tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1, 3], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1, 3], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1, 1, 8>, indices_are_sorted = true} : (tensor<3x2x4x7x9xi32>, tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32>
  func.return %0 : tensor<4x3x5x8xi32>
}
func.func @g1(%a: tensor<3x6xf32>, %i: tensor<3x5xui8>) -> tensor<3x5xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x6xf32>, tensor<3x5xui8>) -> tensor<3x5xf32>
  func.return %0 : tensor<3x5xf32>
}
func.func @g0(%a: tensor<3x6xf32>, %i: tensor<3x6x0xi64>) -> tensor<3x6xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [], offset_dims=[], operand_batching_dims = [0,1], start_indices_batching_dims = [0,1], start_index_map = [], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = true} : (tensor<3x6xf32>, tensor<3x6x0xi64>) -> tensor<3x6xf32>
  func.return %0 : tensor<3x6xf32>
}
func.func @s(%x: tensor<3x2x4x7x9xi32>, %i: tensor<4x3x5x2xi32>, %u: tensor<4x3x5x8xi32>) -> tensor<3x2x4x7x9xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [1, 3], input_batching_dims = [0, 2], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 3>, indices_are_sorted = true, unique_indices = true} : (tensor<3x2x4x7x9xi32>, tensor<4x3x5x2xi32>, tensor<4x3x5x8xi32>) -> tensor<3x2x4x7x9xi32>
  func.return %0 : tensor<3x2x4x7x9xi32>
}
func.func @s1(%x: tensor<3x6xf32>, %i: tensor<5x3xi32>, %u: tensor<5x3xf32>) -> tensor<3x6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.tan %a : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x6xf32>, tensor<5x3xi32>, tensor<5x3xf32>) -> tensor<3x6xf32>
  func.return %0 : tensor<3x6xf32>
}
func.func @t(%x: tensor<4xcomplex<f64>>, %y: tensor<2xbf16>) -> (tensor<4xcomplex<f64>>, tensor<2xbf16>) {
  %0 = stablehlo.tan %x : tensor<4xcomplex<f64>>
  %1 = stablehlo.tan %y {foo = 1 : i32} : tensor<2xbf16>
  func.return %0, %1 : tensor<4xcomplex<f64>>, tensor<2xbf16>
}
func.func @td(%x: tensor<?xf32>) -> (tensor<?xf32>) {
  %0 = stablehlo.tan %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
}
