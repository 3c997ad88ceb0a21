module {
  func.func @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> tensor<3x4xf32> {
    %0:2 = stablehlo.composite "chlo.scan" %arg0, %arg1 ({
    ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<4xf32>):
      %1 = stablehlo.multiply %arg2, %arg2 : tensor<4xf32>
      %2 = stablehlo.composite "chlo.erf" %1 {decomposition = @chlo.erf.impl, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
      %3 = stablehlo.add %2, %arg3 : tensor<4xf32>
      stablehlo.return %3, %3 : tensor<4xf32>, tensor<4xf32>
    }) {composite_attributes = {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}, decomposition = @chlo.scan.impl, version = 1 : i32} : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
    return %0#0 : tensor<3x4xf32>
  }
  func.func private @chlo.scan.impl(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<3x4xf32>) -> tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %3:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %arg1, %iterArg_2 = %2) : tensor<i64>, tensor<4xf32>, tensor<3x4xf32>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.dynamic_slice %arg0, %iterArg, %c_0, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
      %5 = stablehlo.reshape %4 : (tensor<1x4xf32>) -> tensor<4xf32>
      %6 = stablehlo.multiply %5, %5 : tensor<4xf32>
      %7 = stablehlo.composite "chlo.erf" %6 {decomposition = @chlo.erf.impl, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
      %8 = stablehlo.add %7, %iterArg_1 : tensor<4xf32>
      %9 = stablehlo.reshape %8 : (tensor<4xf32>) -> tensor<1x4xf32>
      %10 = stablehlo.dynamic_update_slice %iterArg_2, %9, %iterArg, %c_0 : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
      %11 = stablehlo.add %iterArg, %c : tensor<i64>
      stablehlo.return %11, %8, %10 : tensor<i64>, tensor<4xf32>, tensor<3x4xf32>
    }
    return %3#2, %3#1 : tensor<3x4xf32>, tensor<4xf32>
  }
  func.func private @chlo.erf.impl(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<-0.0142647391> : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<-0.00737332925> : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<-0.00168282702> : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<-2.13374049E-4> : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<-1.45660715E-5> : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<-0.0160960332> : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<-2.954600e-03> : tensor<4xf32>
    %cst_8 = stablehlo.constant dense<-7.34990637E-4> : tensor<4xf32>
    %cst_9 = stablehlo.constant dense<-5.69250624E-5> : tensor<4xf32>
    %cst_10 = stablehlo.constant dense<-2.10102394E-6> : tensor<4xf32>
    %cst_11 = stablehlo.constant dense<2.77068146E-8> : tensor<4xf32>
    %cst_12 = stablehlo.constant dense<-2.72614237E-10> : tensor<4xf32>
    %cst_13 = stablehlo.constant dense<-4.000000e+00> : tensor<4xf32>
    %cst_14 = stablehlo.constant dense<4.000000e+00> : tensor<4xf32>
    %0 = stablehlo.clamp %cst_13, %arg0, %cst_14 : tensor<4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
    %2 = stablehlo.multiply %cst_12, %1 : tensor<4xf32>
    %3 = stablehlo.add %2, %cst_11 : tensor<4xf32>
    %4 = stablehlo.multiply %3, %1 : tensor<4xf32>
    %5 = stablehlo.add %4, %cst_10 : tensor<4xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4xf32>
    %7 = stablehlo.add %6, %cst_9 : tensor<4xf32>
    %8 = stablehlo.multiply %7, %1 : tensor<4xf32>
    %9 = stablehlo.add %8, %cst_8 : tensor<4xf32>
    %10 = stablehlo.multiply %9, %1 : tensor<4xf32>
    %11 = stablehlo.add %10, %cst_7 : tensor<4xf32>
    %12 = stablehlo.multiply %11, %1 : tensor<4xf32>
    %13 = stablehlo.add %12, %cst_6 : tensor<4xf32>
    %14 = stablehlo.multiply %cst_5, %1 : tensor<4xf32>
    %15 = stablehlo.add %14, %cst_4 : tensor<4xf32>
    %16 = stablehlo.multiply %15, %1 : tensor<4xf32>
    %17 = stablehlo.add %16, %cst_3 : tensor<4xf32>
    %18 = stablehlo.multiply %17, %1 : tensor<4xf32>
    %19 = stablehlo.add %18, %cst_2 : tensor<4xf32>
    %20 = stablehlo.multiply %19, %1 : tensor<4xf32>
    %21 = stablehlo.add %20, %cst_1 : tensor<4xf32>
    %22 = stablehlo.multiply %0, %13 : tensor<4xf32>
    %23 = stablehlo.divide %22, %21 : tensor<4xf32>
    %24 = stablehlo.clamp %cst_0, %23, %cst : tensor<4xf32>
    return %24 : tensor<4xf32>
  }
}
