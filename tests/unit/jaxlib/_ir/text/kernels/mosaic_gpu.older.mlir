module {
  %0:7 = unrealized_conversion_cast to memref<i32, #gpu.address_space<workgroup>>, memref<128x64xf32, #mosaic_gpu.tmem>, vector<64xf32>, vector<128x64xf32>, memref<128x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, #gpu.address_space<workgroup>>, i32
  %1 = mosaic_gpu.broadcast_in_dim(%0#2 : vector<64xf32>) {broadcast_dimensions = array<i64: 0>, out_layouts = []} -> vector<64x64xf32>
  %2 = mosaic_gpu.broadcast_in_dim(%0#2 : vector<64xf32>) {broadcast_dimensions = array<i64: 0>} -> vector<64x64xf32>
  %3 = mosaic_gpu.layout_cast x(%0#2 : vector<64xf32>) {in_layouts = [], new_layout = #mosaic_gpu.WGStridedFragLayout<[64], 1>, out_layouts = []}
  %4 = mosaic_gpu.layout_cast x(%0#2 : vector<64xf32>) {new_layout = #mosaic_gpu.WGStridedFragLayout<[64], 1>}
  %5 = mosaic_gpu.tmem_alloc smem_ptr(%0#0 : memref<i32, #gpu.address_space<workgroup>>) {collective = true, packing = 2 : i32} -> memref<128x64xf16, #mosaic_gpu.tmem>
  %6 = mosaic_gpu.tmem_alloc smem_ptr(%0#0 : memref<i32, #gpu.address_space<workgroup>>) {out_tmem_layouts = [], packing = 2 : i32} -> memref<128x64xf16, #mosaic_gpu.tmem>
  %7 = mosaic_gpu.tmem_alloc smem_ptr(%0#0 : memref<i32, #gpu.address_space<workgroup>>) -> memref<128x64xf32, #mosaic_gpu.tmem>
  mosaic_gpu.tmem_dealloc tmem_ref(%7 : memref<128x64xf32, #mosaic_gpu.tmem>) {in_tmem_layouts = []}
  %8 = mosaic_gpu.wgmma accumulator(%0#3 : vector<128x64xf32>) a(%0#4 : memref<128x64xf16, #gpu.address_space<workgroup>>) b(%0#5 : memref<64x64xf16, #gpu.address_space<workgroup>>) {in_layouts = []} -> vector<128x64xf32>
  %9 = "mosaic_gpu.slice_smem"() <{offset = 64 : i32}> {out_transforms = []} : () -> memref<4x32xi32, #gpu.address_space<workgroup>>
  func.func @f(%arg0: i1) {
    %10 = builtin.unrealized_conversion_cast to i32
    scf.if %arg0 {
      func.call @f(%arg0) : (i1) -> ()
    }
    return
  }
}
