module @jit_eigh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50x50xf64>) -> (tensor<50x50xf64> {jax.result_info = "result[0]"}, tensor<50xf64> {jax.result_info = "result[1]"}) {
    %0 = call @tril(%arg0) : (tensor<50x50xf64>) -> tensor<50x50xf64>
    %1:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%0) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], []) {i=50, j=50, k=50, l=50, m=50}, custom>} : (tensor<50x50xf64>) -> (tensor<50x50xf64>, tensor<50xf64>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %3 = stablehlo.compare EQ, %1#2, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<50x50xf64>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<50x50xi1>
    %7 = stablehlo.select %6, %1#0, %5 : tensor<50x50xi1>, tensor<50x50xf64>
    %8 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<50xf64>
    %10 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<1xi1>) -> tensor<50xi1>
    %11 = stablehlo.select %10, %1#1, %9 : tensor<50xi1>, tensor<50xf64>
    return %7, %11 : tensor<50x50xf64>, tensor<50xf64>
  }
  func.func private @tril(%arg0: tensor<50x50xf64>) -> tensor<50x50xf64> {
    %0 = stablehlo.iota dim = 0 : tensor<50x50xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<50x50xi64>
    %2 = stablehlo.add %0, %1 : tensor<50x50xi64>
    %3 = stablehlo.iota dim = 1 : tensor<50x50xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<50x50xi64>, tensor<50x50xi64>) -> tensor<50x50xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<50x50xf64>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<50x50xi1>, tensor<50x50xf64>
    return %6 : tensor<50x50xf64>
  }
}
