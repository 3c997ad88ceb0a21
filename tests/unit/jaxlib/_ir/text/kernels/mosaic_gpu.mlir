"builtin.module"() ({
  %0:7 = "builtin.unrealized_conversion_cast"() : () -> (memref<i32, #gpu.address_space<workgroup>>, memref<128x64xf32, #mosaic_gpu.tmem>, vector<64xf32>, vector<128x64xf32>, memref<128x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, #gpu.address_space<workgroup>>, i32)
  %1 = "mosaic_gpu.broadcast_in_dim"(%0#2) <{broadcast_dimensions = array<i64: 0>}> {out_layouts = []} : (vector<64xf32>) -> vector<64x64xf32>
  %2 = "mosaic_gpu.broadcast_in_dim"(%0#2) <{broadcast_dimensions = array<i64: 0>}> : (vector<64xf32>) -> vector<64x64xf32>
  %3 = "mosaic_gpu.layout_cast"(%0#2) <{new_layout = #mosaic_gpu.WGStridedFragLayout<[64], 1>}> {in_layouts = [], out_layouts = []} : (vector<64xf32>) -> vector<64xf32>
  %4 = "mosaic_gpu.layout_cast"(%0#2) <{new_layout = #mosaic_gpu.WGStridedFragLayout<[64], 1>}> : (vector<64xf32>) -> vector<64xf32>
  %5 = "mosaic_gpu.tmem_alloc"(%0#0) <{collective = true, packing = 2 : i32}> : (memref<i32, #gpu.address_space<workgroup>>) -> memref<128x64xf16, #mosaic_gpu.tmem>
  %6 = "mosaic_gpu.tmem_alloc"(%0#0) <{collective = false, packing = 2 : i32}> {out_tmem_layouts = []} : (memref<i32, #gpu.address_space<workgroup>>) -> memref<128x64xf16, #mosaic_gpu.tmem>
  %7 = "mosaic_gpu.tmem_alloc"(%0#0) <{collective = false, packing = 1 : i32}> : (memref<i32, #gpu.address_space<workgroup>>) -> memref<128x64xf32, #mosaic_gpu.tmem>
  "mosaic_gpu.tmem_dealloc"(%7) {in_tmem_layouts = []} : (memref<128x64xf32, #mosaic_gpu.tmem>) -> ()
  %8 = "mosaic_gpu.wgmma"(%0#3, %0#4, %0#5) {in_layouts = []} : (vector<128x64xf32>, memref<128x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, #gpu.address_space<workgroup>>) -> vector<128x64xf32>
  %9 = "mosaic_gpu.slice_smem"() <{offset = 64 : i32}> {out_transforms = []} : () -> memref<4x32xi32, #gpu.address_space<workgroup>>
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    %10 = "builtin.unrealized_conversion_cast"() : () -> i32
    "scf.if"(%arg0) ({
      "func.call"(%arg0) <{callee = @f}> : (i1) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
