module @meshes {
  func.func public @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>}) -> tensor<4x4xf32> {
    %0 = sdy.sharding_constraint %x <mesh<["x"=2, "y"=2]>, [{}, {"y"}]> : tensor<4x4xf32>
    %1 = sdy.sharding_constraint %0 <mesh<["z"=4]>, [{"z"}, {}]> : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
