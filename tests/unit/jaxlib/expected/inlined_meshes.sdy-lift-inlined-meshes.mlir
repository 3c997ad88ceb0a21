module @meshes {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @mesh_0 = <["z"=4]>
  func.func public @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"y"}]> : tensor<4x4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh_0, [{"z"}, {}]> : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
