module {
  func.func @f(%arg0: tensor<f32>, %arg1: tensor<f64>) {
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %cst_1 = stablehlo.constant dense<0x4CEB79A3> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+10> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0x4170000010000000> : tensor<f64>
    %cst_4 = stablehlo.constant dense<0x4996B438> : tensor<f32>
    %cst_5 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e-07> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.23456794E-5> : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00123456784> : tensor<f32>
    %cst_9 = stablehlo.constant dense<0.0123456789> : tensor<f64>
    %cst_10 = stablehlo.constant dense<1.500000e+00> : tensor<bf16>
    %cst_11 = stablehlo.constant dense<1.000980e-01> : tensor<bf16>
    %cst_12 = stablehlo.constant dense<9.997550e-02> : tensor<f16>
    %cst_13 = stablehlo.constant dense<6.550400e+04> : tensor<f16>
    %cst_14 = stablehlo.constant dense<3.296490e+38> : tensor<bf16>
    %cst_15 = stablehlo.constant dense<3.125000e-01> : tensor<f8E4M3FN>
    %cst_16 = stablehlo.constant dense<4.480000e+02> : tensor<f8E4M3FN>
    %cst_17 = stablehlo.constant dense<1.000000e+300> : tensor<f64>
    %cst_18 = stablehlo.constant dense<123456.789> : tensor<f64>
    %cst_19 = stablehlo.constant dense<0x4C000000> : tensor<f32>
    %cst_20 = stablehlo.constant dense<0x4B3C614E> : tensor<f32>
    %cst_21 = stablehlo.constant dense<4.940660e-324> : tensor<f64>
    %cst_22 = stablehlo.constant dense<1.401300e-45> : tensor<f32>
    %cst_23 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
    %cst_24 = stablehlo.constant dense<100000000.5> : tensor<f64>
    %cst_25 = stablehlo.constant dense<1.23456781E+20> : tensor<f32>
    %cst_26 = stablehlo.constant dense<0x41DFFFFFFFC00000> : tensor<f64>
    %cst_27 = stablehlo.constant dense<3.332520e-01> : tensor<f16>
    %cst_28 = stablehlo.constant dense<[1.000000e-01, 1.000000e+10]> : tensor<2xf32>
    return
  }
}
