"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32, i1, i64, index, !llvm.ptr, !llvm.ptr<3>, !llvm.ptr<7>, vector<4xi32>, vector<4xf32>, !llvm.struct<(i32, f32)>, i128, i8, vector<2xbf16>, vector<2xf16>, memref<8x4xf32>, memref<128x64xf32, #mosaic_gpu.tmem>, memref<8x4xf32, #gpu.address_space<workgroup>>, memref<16xi8, #gpu.address_space<workgroup>>, vector<4x3xf32>, vector<4x5xf32>, !gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, !nvgpu.mbarrier.token, !nvgpu.device.async.token, memref<64x64xf16, #gpu.address_space<workgroup>>, vector<64x64xf32>, vector<64x64xf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32, %arg2: i1, %arg3: i64, %arg4: index, %arg5: !llvm.ptr, %arg6: !llvm.ptr<3>, %arg7: !llvm.ptr<7>, %arg8: vector<4xi32>, %arg9: vector<4xf32>, %arg10: !llvm.struct<(i32, f32)>, %arg11: i128, %arg12: i8, %arg13: vector<2xbf16>, %arg14: vector<2xf16>, %arg15: memref<8x4xf32>, %arg16: memref<128x64xf32, #mosaic_gpu.tmem>, %arg17: memref<8x4xf32, #gpu.address_space<workgroup>>, %arg18: memref<16xi8, #gpu.address_space<workgroup>>, %arg19: vector<4x3xf32>, %arg20: vector<4x5xf32>, %arg21: !gpu.mma_matrix<16x16xf16, "COp">, %arg22: !gpu.mma_matrix<16x16xf16, "AOp">, %arg23: !gpu.mma_matrix<16x16xf16, "BOp">, %arg24: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %arg25: !nvgpu.mbarrier.token, %arg26: !nvgpu.device.async.token, %arg27: memref<64x64xf16, #gpu.address_space<workgroup>>, %arg28: vector<64x64xf32>, %arg29: vector<64x64xf16>):
    %0 = "gpu.all_reduce"(%arg1) <{op = #gpu.all_reduce_op<add>}> ({
    }) : (f32) -> f32
    %1 = "gpu.block_dim"() <{dimension = #gpu.dim<x>}> : () -> index
    %2 = "gpu.block_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %3 = "gpu.cluster_block_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %4 = "gpu.cluster_dim_blocks"() <{dimension = #gpu.dim<x>}> : () -> index
    %5 = "gpu.cluster_dim"() <{dimension = #gpu.dim<x>}> : () -> index
    %6 = "gpu.cluster_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %7 = "gpu.global_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %8 = "gpu.grid_dim"() <{dimension = #gpu.dim<x>}> : () -> index
    %9 = "gpu.initialize_named_barrier"(%arg0) : (i32) -> !gpu.named_barrier
    %10 = "gpu.lane_id"() : () -> index
    %11 = "gpu.num_subgroups"() : () -> index
    %12:2 = "gpu.rotate"(%arg1) <{offset = 1 : i32, width = 16 : i32}> : (f32) -> (f32, i1)
    %13:2 = "gpu.shuffle"(%arg1, %arg0, %arg0) <{mode = #gpu.shuffle_mode<xor>}> : (f32, i32, i32) -> (f32, i1)
    %14 = "gpu.subgroup_broadcast"(%arg1) <{broadcast_type = #gpu.broadcast<first_active_lane>}> : (f32) -> f32
    %15 = "gpu.subgroup_id"() : () -> index
    %16 = "gpu.subgroup_mma_compute"(%arg22, %arg23, %arg21) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %17 = "gpu.subgroup_mma_extract_thread_local"(%arg21, %arg4) : (!gpu.mma_matrix<16x16xf16, "COp">, index) -> f16
    %18 = "gpu.subgroup_reduce"(%arg1) <{cluster_stride = 1 : i32, op = #gpu.all_reduce_op<add>}> : (f32) -> f32
    %19 = "gpu.subgroup_size"() : () -> index
    %20 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %21 = "nvgpu.device_async_copy"(%arg17, %arg4, %arg4, %arg15, %arg4, %arg4) <{dstElements = 4 : index, operandSegmentSizes = array<i32: 1, 2, 1, 2, 0>}> : (memref<8x4xf32, #gpu.address_space<workgroup>>, index, index, memref<8x4xf32>, index, index) -> !nvgpu.device.async.token
    %22 = "nvgpu.device_async_create_group"(%arg26) : (!nvgpu.device.async.token) -> !nvgpu.device.async.token
    %23 = "nvgpu.mbarrier.arrive.nocomplete"(%arg24, %arg4, %arg4) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, index, index) -> !nvgpu.mbarrier.token
    %24 = "nvgpu.mbarrier.arrive"(%arg24, %arg4) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, index) -> !nvgpu.mbarrier.token
    %25 = "nvgpu.mbarrier.test.wait"(%arg24, %arg25, %arg4) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, !nvgpu.mbarrier.token, index) -> i1
    %26 = "nvgpu.rcp"(%arg9) <{approx = false, ftz = false, rounding = #nvvm.fp_rnd_mode<none>}> : (vector<4xf32>) -> vector<4xf32>
    %27 = "mosaic_gpu.assume_multiple"(%arg0) <{multiple = 4 : i32}> : (i32) -> i32
    %28 = "mosaic_gpu.async_load_tmem"(%arg16) : (memref<128x64xf32, #mosaic_gpu.tmem>) -> vector<128x64xf32>
    %29:2 = "mosaic_gpu.async_load_tmem"(%arg16) <{reduce = 0 : i32}> : (memref<128x64xf32, #mosaic_gpu.tmem>) -> (vector<128x64xf32>, vector<128xf32>)
    %30 = "mosaic_gpu.get_cluster_ref"(%arg17, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (memref<8x4xf32, #gpu.address_space<workgroup>>, i32) -> memref<8x4xf32, #mosaic_gpu.smem_cluster>
    %31 = "mosaic_gpu.layout_cast"(%arg9) <{new_layout = #mosaic_gpu.WGStridedFragLayout<[4], 1>, strict = false}> : (vector<4xf32>) -> vector<4xf32>
    %32 = "mosaic_gpu.mma"(%arg28, %arg29, %arg29) : (vector<64x64xf32>, vector<64x64xf16>, vector<64x64xf16>) -> vector<64x64xf32>
    %33 = "mosaic_gpu.multimem_load_reduce"(%arg15) <{reduction_type = 0 : i32}> : (memref<8x4xf32>) -> vector<8x4xf32>
    %34:2 = "mosaic_gpu.optimization_barrier"(%arg0, %arg1) : (i32, f32) -> (i32, f32)
    %35:4 = "mosaic_gpu.query_cluster_cancel"(%arg18) : (memref<16xi8, #gpu.address_space<workgroup>>) -> (i32, i32, i32, i1)
    %36 = "mosaic_gpu.tmem_layout_cast"(%arg16) <{new_layout = #mosaic_gpu.TiledLayout<[[8 : i64]], warp_dims = [0 : i64], lane_dims = [0 : i64], vector_dim = 0>}> : (memref<128x64xf32, #mosaic_gpu.tmem>) -> memref<128x64xf32, #mosaic_gpu.tmem>
    %37 = "mosaic_gpu.vector_concat"(%arg19, %arg20) <{dimension = 1 : i32}> : (vector<4x3xf32>, vector<4x5xf32>) -> vector<4x8xf32>
    %38 = "mosaic_gpu.vector_load"(%arg15) : (memref<8x4xf32>) -> vector<8x4xf32>
    %39 = "mosaic_gpu.wgmma"(%arg28, %arg27, %arg27) : (vector<64x64xf32>, memref<64x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, #gpu.address_space<workgroup>>) -> vector<64x64xf32>
    %40 = "mosaic_gpu.with_transforms"(%arg27) <{transforms = [#mosaic_gpu.tile<[8, 64]>, #mosaic_gpu.swizzle<128 : i32>]}> : (memref<64x64xf16, #gpu.address_space<workgroup>>) -> memref<64x64xf16, #gpu.address_space<workgroup>>
    %41 = "nvvm.addf"(%arg1, %arg1) <{ftz = false, rnd = #nvvm.fp_rnd_mode<none>, sat = #nvvm.sat_mode<none>}> : (f32, f32) -> f32
    %42 = "nvvm.read.ptx.sreg.aggr.smem.size"() : () -> i32
    %43 = "nvvm.barrier.reduction"(%arg0) <{aligned = true, reductionOp = #nvvm.reduction<popc>}> : (i32) -> i32
    %44 = "nvvm.read.ptx.sreg.ntid.x"() : () -> i32
    %45 = "nvvm.read.ptx.sreg.ntid.y"() : () -> i32
    %46 = "nvvm.read.ptx.sreg.ntid.z"() : () -> i32
    %47 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
    %48 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
    %49 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
    %50 = "nvvm.read.ptx.sreg.cluster.ctaid.x"() : () -> i32
    %51 = "nvvm.read.ptx.sreg.cluster.ctaid.y"() : () -> i32
    %52 = "nvvm.read.ptx.sreg.cluster.ctaid.z"() : () -> i32
    %53 = "nvvm.read.ptx.sreg.clock64"() : () -> i64
    %54 = "nvvm.read.ptx.sreg.clock"() : () -> i32
    %55 = "nvvm.read.ptx.sreg.cluster.nctarank"() : () -> i32
    %56 = "nvvm.read.ptx.sreg.cluster.nctaid.x"() : () -> i32
    %57 = "nvvm.read.ptx.sreg.cluster.nctaid.y"() : () -> i32
    %58 = "nvvm.read.ptx.sreg.cluster.nctaid.z"() : () -> i32
    %59 = "nvvm.read.ptx.sreg.nclusterid.x"() : () -> i32
    %60 = "nvvm.read.ptx.sreg.nclusterid.y"() : () -> i32
    %61 = "nvvm.read.ptx.sreg.nclusterid.z"() : () -> i32
    %62 = "nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
    %63 = "nvvm.read.ptx.sreg.clusterid.x"() : () -> i32
    %64 = "nvvm.read.ptx.sreg.clusterid.y"() : () -> i32
    %65 = "nvvm.read.ptx.sreg.clusterid.z"() : () -> i32
    %66 = "nvvm.clusterlaunchcontrol.query.cancel"(%arg11) <{query_type = #nvvm.cluster_launch_control_query_type<is_canceled>}> : (i128) -> i1
    %67 = "nvvm.clusterlaunchcontrol.query.cancel"(%arg11) <{query_type = #nvvm.cluster_launch_control_query_type<get_first_cta_id_x>}> : (i128) -> i32
    %68 = "nvvm.convert.bf16x2.to.f4x2"(%arg13) <{dstTy = f4E2M1FN, relu = false}> : (vector<2xbf16>) -> i8
    %69 = "nvvm.convert.f16x2.to.f4x2"(%arg14) <{dstTy = f4E2M1FN, relu = false}> : (vector<2xf16>) -> i8
    %70 = "nvvm.convert.f32x2.to.f4x2"(%arg1, %arg1) <{dstTy = f4E2M1FN, relu = false}> : (f32, f32) -> i8
    %71 = "nvvm.convert.f32x4.to.f4x4"(%arg9, %arg0) <{dstTy = f4E2M1FN, relu = false}> : (vector<4xf32>, i32) -> i16
    %72 = "nvvm.convert.float.to.tf32"(%arg1) <{relu = false, rnd = #nvvm.fp_rnd_mode<none>, sat = #nvvm.sat_mode<none>}> : (f32) -> i32
    %73 = "nvvm.cos"(%arg1) <{ftz = false}> : (f32) -> f32
    %74 = "nvvm.divf"(%arg1, %arg1) <{approx = false, ftz = false, full = false, rnd = #nvvm.fp_rnd_mode<none>}> : (f32, f32) -> f32
    %75 = "nvvm.dot.accumulate.2way"(%arg14, %arg8, %arg0) <{a_type = #nvvm.dot_accumulate_type<signed>, b_hi = false, b_type = #nvvm.dot_accumulate_type<signed>}> : (vector<2xf16>, vector<4xi32>, i32) -> i32
    %76 = "nvvm.dot.accumulate.4way"(%arg8, %arg8, %arg0) <{a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<signed>}> : (vector<4xi32>, vector<4xi32>, i32) -> i32
    %77 = "nvvm.read.ptx.sreg.dynamic.smem.size"() : () -> i32
    %78 = "nvvm.elect.sync"() : () -> i1
    %79 = "nvvm.read.ptx.sreg.envreg0"() : () -> i32
    %80 = "nvvm.read.ptx.sreg.envreg1"() : () -> i32
    %81 = "nvvm.read.ptx.sreg.envreg2"() : () -> i32
    %82 = "nvvm.read.ptx.sreg.envreg3"() : () -> i32
    %83 = "nvvm.read.ptx.sreg.envreg4"() : () -> i32
    %84 = "nvvm.read.ptx.sreg.envreg5"() : () -> i32
    %85 = "nvvm.read.ptx.sreg.envreg6"() : () -> i32
    %86 = "nvvm.read.ptx.sreg.envreg7"() : () -> i32
    %87 = "nvvm.read.ptx.sreg.envreg8"() : () -> i32
    %88 = "nvvm.read.ptx.sreg.envreg9"() : () -> i32
    %89 = "nvvm.read.ptx.sreg.envreg10"() : () -> i32
    %90 = "nvvm.read.ptx.sreg.envreg11"() : () -> i32
    %91 = "nvvm.read.ptx.sreg.envreg12"() : () -> i32
    %92 = "nvvm.read.ptx.sreg.envreg13"() : () -> i32
    %93 = "nvvm.read.ptx.sreg.envreg14"() : () -> i32
    %94 = "nvvm.read.ptx.sreg.envreg15"() : () -> i32
    %95 = "nvvm.read.ptx.sreg.envreg16"() : () -> i32
    %96 = "nvvm.read.ptx.sreg.envreg17"() : () -> i32
    %97 = "nvvm.read.ptx.sreg.envreg18"() : () -> i32
    %98 = "nvvm.read.ptx.sreg.envreg19"() : () -> i32
    %99 = "nvvm.read.ptx.sreg.envreg20"() : () -> i32
    %100 = "nvvm.read.ptx.sreg.envreg21"() : () -> i32
    %101 = "nvvm.read.ptx.sreg.envreg22"() : () -> i32
    %102 = "nvvm.read.ptx.sreg.envreg23"() : () -> i32
    %103 = "nvvm.read.ptx.sreg.envreg24"() : () -> i32
    %104 = "nvvm.read.ptx.sreg.envreg25"() : () -> i32
    %105 = "nvvm.read.ptx.sreg.envreg26"() : () -> i32
    %106 = "nvvm.read.ptx.sreg.envreg27"() : () -> i32
    %107 = "nvvm.read.ptx.sreg.envreg28"() : () -> i32
    %108 = "nvvm.read.ptx.sreg.envreg29"() : () -> i32
    %109 = "nvvm.read.ptx.sreg.envreg30"() : () -> i32
    %110 = "nvvm.read.ptx.sreg.envreg31"() : () -> i32
    %111 = "nvvm.ex2"(%arg1) <{ftz = false}> : (f32) -> f32
    %112 = "nvvm.fma"(%arg1, %arg1, %arg1) <{ftz = false, oob = false, relu = false, rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<none>}> : (f32, f32, f32) -> f32
    %113 = "nvvm.read.ptx.sreg.globaltimer.lo"() : () -> i32
    %114 = "nvvm.read.ptx.sreg.globaltimer"() : () -> i64
    %115 = "nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
    %116 = "nvvm.read.ptx.sreg.nctaid.y"() : () -> i32
    %117 = "nvvm.read.ptx.sreg.nctaid.z"() : () -> i32
    %118 = "nvvm.read.ptx.sreg.gridid"() : () -> i32
    %119 = "nvvm.read.ptx.sreg.laneid"() : () -> i32
    %120 = "nvvm.read.ptx.sreg.lanemask.eq"() : () -> i32
    %121 = "nvvm.read.ptx.sreg.lanemask.ge"() : () -> i32
    %122 = "nvvm.read.ptx.sreg.lanemask.gt"() : () -> i32
    %123 = "nvvm.read.ptx.sreg.lanemask.le"() : () -> i32
    %124 = "nvvm.read.ptx.sreg.lanemask.lt"() : () -> i32
    %125 = "nvvm.ldmatrix"(%arg6) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> i32
    %126 = "nvvm.ldmatrix"(%arg6) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %127 = "nvvm.ldmatrix"(%arg6) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %128 = "nvvm.ldmatrix"(%arg6) <{eltType = #nvvm.ld_st_matrix_elt_type<b8>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %129 = "nvvm.ldmatrix"(%arg6) <{eltType = #nvvm.ld_st_matrix_elt_type<b8>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %130 = "nvvm.log2"(%arg1) <{ftz = false}> : (f32) -> f32
    %131 = "nvvm.mbarrier.arrive_drop.expect_tx"(%arg6, %arg0) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> i64
    "nvvm.mbarrier.arrive_drop.expect_tx"(%arg7, %arg0) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>, i32) -> ()
    %132 = "nvvm.mbarrier.arrive_drop.nocomplete"(%arg6, %arg0) : (!llvm.ptr<3>, i32) -> i64
    %133 = "nvvm.mbarrier.arrive_drop"(%arg6) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>) -> i64
    "nvvm.mbarrier.arrive_drop"(%arg7) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>) -> ()
    %134 = "nvvm.mbarrier.arrive.expect_tx"(%arg6, %arg0) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> i64
    "nvvm.mbarrier.arrive.expect_tx"(%arg6, %arg0, %arg2) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32, i1) -> ()
    "nvvm.mbarrier.arrive.expect_tx"(%arg7, %arg0) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>, i32) -> ()
    %135 = "nvvm.mbarrier.arrive.nocomplete"(%arg6, %arg0) : (!llvm.ptr<3>, i32) -> i64
    %136 = "nvvm.mbarrier.arrive"(%arg6) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>) -> i64
    "nvvm.mbarrier.arrive"(%arg7) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<7>) -> ()
    %137 = "nvvm.mbarrier.arrive"(%arg5) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr) -> i64
    %138 = "nvvm.mbarrier.check_layout"(%arg6) <{layout = 0 : i32}> : (!llvm.ptr<3>) -> i1
    %139 = "nvvm.mbarrier.test.wait"(%arg6, %arg3) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i64) -> i1
    %140 = "nvvm.mbarrier.try_wait"(%arg6, %arg0) <{relaxed = false, scope = #nvvm.mem_scope<cta>}> : (!llvm.ptr<3>, i32) -> i1
    %141 = "nvvm.match.sync"(%arg0, %arg0) <{kind = #nvvm.match_sync_kind<any>}> : (i32, i32) -> i32
    %142 = "nvvm.match.sync"(%arg0, %arg0) <{kind = #nvvm.match_sync_kind<all>}> : (i32, i32) -> !llvm.struct<(i32, i1)>
    %143 = "nvvm.movmatrix"(%arg0) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (i32) -> i32
    %144 = "nvvm.prmt"(%arg0, %arg0, %arg0) <{mode = #nvvm.permute_mode<default>}> : (i32, i32, i32) -> i32
    %145 = "nvvm.rcp.approx.ftz.f"(%arg1) : (f32) -> f32
    %146 = "nvvm.redux.sync"(%arg0, %arg0) <{abs = false, kind = #nvvm.reduction_kind<add>, nan = false}> : (i32, i32) -> i32
    %147 = "nvvm.rsqrt"(%arg1) <{ftz = false}> : (f32) -> f32
    %148 = "nvvm.shfl.sync"(%arg0, %arg1, %arg0, %arg0) <{kind = #nvvm.shfl_kind<bfly>}> : (i32, f32, i32, i32) -> f32
    %149 = "nvvm.shfl.sync"(%arg0, %arg1, %arg0, %arg0) <{kind = #nvvm.shfl_kind<bfly>, return_value_and_is_valid}> : (i32, f32, i32, i32) -> !llvm.struct<(f32, i1)>
    %150 = "nvvm.sin"(%arg1) <{ftz = false}> : (f32) -> f32
    %151 = "nvvm.read.ptx.sreg.nsmid"() : () -> i32
    %152 = "nvvm.read.ptx.sreg.smid"() : () -> i32
    %153 = "nvvm.sqrt.approx"(%arg1) <{ftz = false}> : (f32) -> f32
    %154 = "nvvm.sqrt"(%arg1) <{ftz = false, rnd = #nvvm.fp_rnd_mode<rn>}> : (f32) -> f32
    %155 = "nvvm.subf"(%arg1, %arg1) <{ftz = false, rnd = #nvvm.fp_rnd_mode<none>, sat = #nvvm.sat_mode<none>}> : (f32, f32) -> f32
    %156 = "nvvm.tcgen05.mma_smem_desc"(%arg0, %arg0, %arg0, %arg12, %arg2, %arg12) : (i32, i32, i32, i8, i1, i8) -> i64
    %157 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
    %158 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
    %159 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
    %160 = "nvvm.read.ptx.sreg.total.smem.size"() : () -> i32
    %161 = "nvvm.vote.sync"(%arg0, %arg2) <{kind = #nvvm.vote_sync_kind<any>}> : (i32, i1) -> i1
    %162 = "nvvm.vote.sync"(%arg0, %arg2) <{kind = #nvvm.vote_sync_kind<ballot>}> : (i32, i1) -> i32
    %163 = "nvvm.read.ptx.sreg.nwarpid"() : () -> i32
    %164 = "nvvm.read.ptx.sreg.warpid"() : () -> i32
    %165 = "nvvm.read.ptx.sreg.warpsize"() : () -> i32
    %166 = "llvm.intr.acos"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %167 = "llvm.ashr"(%arg0, %arg0) : (i32, i32) -> i32
    %168 = "llvm.intr.asin"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %169 = "llvm.intr.atan2"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %170 = "llvm.intr.atan"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %171 = "llvm.add"(%arg0, %arg0) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %172 = "llvm.and"(%arg0, %arg0) : (i32, i32) -> i32
    %173 = "llvm.intr.annotation"(%arg0, %arg5, %arg5, %arg0) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
    %174 = "llvm.intr.arithmetic.fence"(%arg1) : (f32) -> f32
    %175 = "llvm.cmpxchg"(%arg5, %arg0, %arg0) <{failure_ordering = 4 : i64, success_ordering = 4 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
    %176 = "llvm.atomicrmw"(%arg5, %arg0) <{bin_op = 1 : i64, ordering = 4 : i64}> : (!llvm.ptr, i32) -> i32
    %177 = "llvm.intr.bitreverse"(%arg0) : (i32) -> i32
    %178 = "llvm.intr.bswap"(%arg0) : (i32) -> i32
    %179 = "llvm.intr.clmul"(%arg0, %arg0) : (i32, i32) -> i32
    %180 = "llvm.intr.experimental.constrained.acos"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %181 = "llvm.intr.experimental.constrained.asin"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %182 = "llvm.intr.experimental.constrained.atan2"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %183 = "llvm.intr.experimental.constrained.atan"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %184 = "llvm.intr.experimental.constrained.ceil"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32) -> f32
    %185 = "llvm.intr.experimental.constrained.cos"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %186 = "llvm.intr.experimental.constrained.cosh"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %187 = "llvm.intr.experimental.constrained.exp2"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %188 = "llvm.intr.experimental.constrained.exp"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %189 = "llvm.intr.experimental.constrained.fadd"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %190 = "llvm.intr.experimental.constrained.fcmp"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, predicate = 0 : i64}> : (f32, f32) -> i1
    %191 = "llvm.intr.experimental.constrained.fcmps"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, predicate = 0 : i64}> : (f32, f32) -> i1
    %192 = "llvm.intr.experimental.constrained.fdiv"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %193 = "llvm.intr.experimental.constrained.fma"(%arg1, %arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32, f32) -> f32
    %194 = "llvm.intr.experimental.constrained.fmuladd"(%arg1, %arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32, f32) -> f32
    %195 = "llvm.intr.experimental.constrained.fmul"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %196 = "llvm.intr.experimental.constrained.frem"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %197 = "llvm.intr.experimental.constrained.fsub"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %198 = "llvm.intr.experimental.constrained.floor"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32) -> f32
    %199 = "llvm.intr.experimental.constrained.log2"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %200 = "llvm.intr.experimental.constrained.log10"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %201 = "llvm.intr.experimental.constrained.log"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %202 = "llvm.intr.experimental.constrained.maxnum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32, f32) -> f32
    %203 = "llvm.intr.experimental.constrained.maximum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32, f32) -> f32
    %204 = "llvm.intr.experimental.constrained.minnum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32, f32) -> f32
    %205 = "llvm.intr.experimental.constrained.minimum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32, f32) -> f32
    %206 = "llvm.intr.experimental.constrained.nearbyint"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %207 = "llvm.intr.experimental.constrained.pow"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32, f32) -> f32
    %208 = "llvm.intr.experimental.constrained.rint"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %209 = "llvm.intr.experimental.constrained.roundeven"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32) -> f32
    %210 = "llvm.intr.experimental.constrained.round"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32) -> f32
    %211 = "llvm.intr.experimental.constrained.sin"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %212 = "llvm.intr.experimental.constrained.sinh"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %213 = "llvm.intr.experimental.constrained.sqrt"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %214 = "llvm.intr.experimental.constrained.tan"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %215 = "llvm.intr.experimental.constrained.tanh"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64, roundingmode = 0 : i64}> : (f32) -> f32
    %216 = "llvm.intr.experimental.constrained.trunc"(%arg1) <{fastmathFlags = #llvm.fastmath<none>, fpExceptionBehavior = 0 : i64}> : (f32) -> f32
    %217 = "llvm.intr.copysign"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %218 = "llvm.intr.cos"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %219 = "llvm.intr.cosh"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %220 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = false}> : (i32) -> i32
    %221 = "llvm.intr.cttz"(%arg0) <{is_zero_poison = false}> : (i32) -> i32
    %222 = "llvm.intr.ctpop"(%arg0) : (i32) -> i32
    %223 = "llvm.intr.exp2"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %224 = "llvm.intr.exp10"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %225 = "llvm.intr.exp"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %226 = "llvm.intr.expect"(%arg0, %arg0) : (i32, i32) -> i32
    %227 = "llvm.intr.expect.with.probability"(%arg0, %arg0) <{prob = 5.000000e-01 : f64}> : (i32, i32) -> i32
    %228 = "llvm.extractelement"(%arg9, %arg0) : (vector<4xf32>, i32) -> f32
    %229 = "llvm.intr.fabs"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %230 = "llvm.fadd"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %231 = "llvm.intr.ceil"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %232 = "llvm.fcmp"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
    %233 = "llvm.fcmp"(%arg9, %arg9) <{fastmathFlags = #llvm.fastmath<none>, predicate = 0 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<4xi1>
    %234 = "llvm.fdiv"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %235 = "llvm.intr.floor"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %236 = "llvm.intr.fma"(%arg1, %arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
    %237 = "llvm.intr.fmuladd"(%arg1, %arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
    %238 = "llvm.fmul"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %239 = "llvm.fneg"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %240 = "llvm.frem"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %241 = "llvm.fsub"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %242 = "llvm.intr.trunc"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %243 = "llvm.freeze"(%arg1) : (f32) -> f32
    %244 = "llvm.intr.fshl"(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
    %245 = "llvm.intr.fshr"(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
    %246 = "llvm.icmp"(%arg0, %arg0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %247 = "llvm.icmp"(%arg8, %arg8) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %248 = "llvm.icmp"(%arg5, %arg5) <{predicate = 0 : i64}> : (!llvm.ptr, !llvm.ptr) -> i1
    %249 = "llvm.insertelement"(%arg9, %arg1, %arg0) : (vector<4xf32>, f32, i32) -> vector<4xf32>
    %250 = "llvm.insertvalue"(%arg10, %arg0) <{position = array<i64: 0>}> : (!llvm.struct<(i32, f32)>, i32) -> !llvm.struct<(i32, f32)>
    %251 = "llvm.intr.invariant.start"(%arg5) <{size = 4 : i64}> : (!llvm.ptr) -> !llvm.ptr
    %252 = "llvm.intr.is.constant"(%arg1) : (f32) -> i1
    %253 = "llvm.lshr"(%arg0, %arg0) : (i32, i32) -> i32
    %254 = "llvm.intr.launder.invariant.group"(%arg5) : (!llvm.ptr) -> !llvm.ptr
    %255 = "llvm.intr.log2"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %256 = "llvm.intr.log10"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %257 = "llvm.intr.log"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %258 = "llvm.intr.maxnum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %259 = "llvm.intr.maximumnum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %260 = "llvm.intr.maximum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %261 = "llvm.mlir.metadata_as_value"() <{metadata = #llvm.md_string<"a">}> : () -> !llvm.metadata
    %262 = "llvm.intr.minnum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %263 = "llvm.intr.minimumnum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %264 = "llvm.intr.minimum"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %265 = "llvm.mul"(%arg0, %arg0) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %266 = "llvm.intr.nearbyint"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %267 = "llvm.or"(%arg0, %arg0) : (i32, i32) -> i32
    %268 = "llvm.intr.pdep"(%arg0, %arg0) : (i32, i32) -> i32
    %269 = "llvm.intr.pext"(%arg0, %arg0) : (i32, i32) -> i32
    %270 = "llvm.intr.pow"(%arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %271 = "llvm.intr.ptr.annotation"(%arg5, %arg5, %arg5, %arg0, %arg5) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
    %272 = "llvm.intr.ptrmask"(%arg5, %arg3) : (!llvm.ptr, i64) -> !llvm.ptr
    %273 = "llvm.intr.rint"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %274 = "llvm.intr.roundeven"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %275 = "llvm.intr.round"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %276 = "llvm.intr.sadd.sat"(%arg0, %arg0) : (i32, i32) -> i32
    %277 = "llvm.sdiv"(%arg0, %arg0) : (i32, i32) -> i32
    %278 = "llvm.intr.smax"(%arg0, %arg0) : (i32, i32) -> i32
    %279 = "llvm.intr.smin"(%arg0, %arg0) : (i32, i32) -> i32
    %280 = "llvm.intr.smulh"(%arg0, %arg0) : (i32, i32) -> i32
    %281 = "llvm.srem"(%arg0, %arg0) : (i32, i32) -> i32
    %282 = "llvm.intr.ssa.copy"(%arg1) : (f32) -> f32
    %283 = "llvm.intr.sshl.sat"(%arg0, %arg0) : (i32, i32) -> i32
    %284 = "llvm.intr.ssub.sat"(%arg0, %arg0) : (i32, i32) -> i32
    %285 = "llvm.select"(%arg2, %arg1, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, f32, f32) -> f32
    %286 = "llvm.shl"(%arg0, %arg0) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %287 = "llvm.intr.sin"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %288 = "llvm.intr.sinh"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %289 = "llvm.intr.sqrt"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %290 = "llvm.sub"(%arg0, %arg0) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %291 = "llvm.intr.tan"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %292 = "llvm.intr.tanh"(%arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    %293 = "llvm.intr.uadd.sat"(%arg0, %arg0) : (i32, i32) -> i32
    %294 = "llvm.udiv"(%arg0, %arg0) : (i32, i32) -> i32
    %295 = "llvm.intr.umax"(%arg0, %arg0) : (i32, i32) -> i32
    %296 = "llvm.intr.umin"(%arg0, %arg0) : (i32, i32) -> i32
    %297 = "llvm.intr.umulh"(%arg0, %arg0) : (i32, i32) -> i32
    %298 = "llvm.urem"(%arg0, %arg0) : (i32, i32) -> i32
    %299 = "llvm.intr.ushl.sat"(%arg0, %arg0) : (i32, i32) -> i32
    %300 = "llvm.intr.usub.sat"(%arg0, %arg0) : (i32, i32) -> i32
    %301 = "llvm.xor"(%arg0, %arg0) : (i32, i32) -> i32
    %302 = "llvm.intr.vector.insert"(%arg9, %arg9) <{pos = 0 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %303 = "llvm.intr.strip.invariant.group"(%arg5) : (!llvm.ptr) -> !llvm.ptr
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
