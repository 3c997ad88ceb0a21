#alone = loc("kernel.py":3:7)
#range = loc("kernel.py":3:7 to :9)
module @located {
  func.func public @main(%x: tensor<f32> loc("x")) -> tensor<f32> {
    %0 = stablehlo.sine %x : tensor<f32> loc(#alone)
    %1 = stablehlo.cosine %0 : tensor<f32> loc("named"(#range))
    %2 = stablehlo.add %0, %1 : tensor<f32> loc(callsite("inner"(#alone) at "outer.py":10:1))
    %3 = stablehlo.negate %2 : tensor<f32> loc(fused<"why">[#alone, "also"])
    return %3 : tensor<f32> loc(unknown)
  } loc("f.py":1:1)
} loc("f.py":0:0)
