"builtin.module"() ({
  "func.func"() <{function_type = (vector<4x8xi32>, vector<4x8xf32>, vector<4x8xi1>, i32, f32, i1, index, memref<4x?xf32, #tpu.memory_space<vmem>>, memref<8xi32, #tpu.memory_space<smem>>, memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>>, memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, vector<8xf32>, vector<16xi32>, vector<16xi1>, vector<[8]xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4x8xi32>, %arg1: vector<4x8xf32>, %arg2: vector<4x8xi1>, %arg3: i32, %arg4: f32, %arg5: i1, %arg6: index, %arg7: memref<4x?xf32, #tpu.memory_space<vmem>>, %arg8: memref<8xi32, #tpu.memory_space<smem>>, %arg9: memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>>, %arg10: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg11: vector<8xf32>, %arg12: vector<16xi32>, %arg13: vector<16xi1>, %arg14: vector<[8]xf32>):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %1 = "arith.andi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %2 = "arith.ceildivsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %3 = "arith.ceildivui"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %4 = "arith.divsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %5 = "arith.divui"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %6 = "arith.floordivsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %7 = "arith.maxsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %8 = "arith.maxui"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %9 = "arith.minsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %10 = "arith.minui"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %11 = "arith.muli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %12:2 = "arith.mulsi_extended"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> (vector<4x8xi32>, vector<4x8xi32>)
    %13:2 = "arith.mului_extended"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> (vector<4x8xi32>, vector<4x8xi32>)
    %14 = "arith.ori"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %15 = "arith.remsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %16 = "arith.remui"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %17 = "arith.shli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %18 = "arith.shrsi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %19 = "arith.shrui"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %20 = "arith.subi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %21 = "arith.xori"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %22 = "arith.addf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %23 = "arith.divf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %24 = "arith.maximumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %25 = "arith.maximumnumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %26 = "arith.maxnumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %27 = "arith.minimumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %28 = "arith.minimumnumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %29 = "arith.minnumf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %30 = "arith.mulf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %31 = "arith.remf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %32 = "arith.subf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %33 = "arith.negf"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %34 = "arith.flush_denormals"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %35 = "arith.cmpf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xi1>
    %36 = "arith.cmpi"(%arg3, %arg3) <{predicate = 1 : i64}> : (i32, i32) -> i1
    %37 = "arith.constant"() <{value = dense<1.000000e+00> : vector<4x8xf32>}> : () -> vector<4x8xf32>
    %38 = "arith.select"(%arg2, %arg1, %arg1) : (vector<4x8xi1>, vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %39 = "arith.select"(%arg5, %arg3, %arg3) : (i1, i32, i32) -> i32
    %40 = "math.absf"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %41 = "math.acos"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %42 = "math.acosh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %43 = "math.asin"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %44 = "math.asinh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %45 = "math.atan"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %46 = "math.atanh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %47 = "math.cbrt"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %48 = "math.ceil"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %49 = "math.cos"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %50 = "math.cosh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %51 = "math.erf"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %52 = "math.erfc"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %53 = "math.exp"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %54 = "math.exp2"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %55 = "math.expm1"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %56 = "math.floor"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %57 = "math.log"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %58 = "math.log10"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %59 = "math.log1p"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %60 = "math.log2"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %61 = "math.round"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %62 = "math.roundeven"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %63 = "math.rsqrt"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %64 = "math.sin"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %65:2 = "math.sincos"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> (vector<4x8xf32>, vector<4x8xf32>)
    %66 = "math.sinh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %67 = "math.sqrt"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %68 = "math.tan"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %69 = "math.tanh"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %70 = "math.trunc"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %71 = "math.isfinite"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xi1>
    %72 = "math.isinf"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xi1>
    %73 = "math.isnan"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xi1>
    %74 = "math.isnormal"(%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>) -> vector<4x8xi1>
    %75 = "math.absi"(%arg0) : (vector<4x8xi32>) -> vector<4x8xi32>
    %76 = "math.ctlz"(%arg0) : (vector<4x8xi32>) -> vector<4x8xi32>
    %77 = "math.ctpop"(%arg0) : (vector<4x8xi32>) -> vector<4x8xi32>
    %78 = "math.cttz"(%arg0) : (vector<4x8xi32>) -> vector<4x8xi32>
    %79 = "math.atan2"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %80 = "math.copysign"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %81 = "math.powf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %82 = "math.fma"(%arg1, %arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %83 = "math.clampf"(%arg1, %arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %84 = "math.fpowi"(%arg1, %arg0) <{fastmath = #arith.fastmath<none>}> : (vector<4x8xf32>, vector<4x8xi32>) -> vector<4x8xf32>
    %85 = "math.ipowi"(%arg0, %arg0) : (vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %86 = "memref.assume_alignment"(%arg7) <{alignment = 8 : i32}> : (memref<4x?xf32, #tpu.memory_space<vmem>>) -> memref<4x?xf32, #tpu.memory_space<vmem>>
    %87 = "memref.atomic_rmw"(%arg4, %arg7, %arg6, %arg6) <{kind = 0 : i64}> : (f32, memref<4x?xf32, #tpu.memory_space<vmem>>, index, index) -> f32
    %88 = "memref.dim"(%arg7, %arg6) : (memref<4x?xf32, #tpu.memory_space<vmem>>, index) -> index
    %89:2 = "memref.distinct_objects"(%arg7, %arg8) : (memref<4x?xf32, #tpu.memory_space<vmem>>, memref<8xi32, #tpu.memory_space<smem>>) -> (memref<4x?xf32, #tpu.memory_space<vmem>>, memref<8xi32, #tpu.memory_space<smem>>)
    %90 = "memref.extract_aligned_pointer_as_index"(%arg7) : (memref<4x?xf32, #tpu.memory_space<vmem>>) -> index
    %91:6 = "memref.extract_strided_metadata"(%arg7) : (memref<4x?xf32, #tpu.memory_space<vmem>>) -> (memref<f32, #tpu.memory_space<vmem>>, index, index, index, index, index)
    %92 = "memref.rank"(%arg7) : (memref<4x?xf32, #tpu.memory_space<vmem>>) -> index
    %93 = "memref.load"(%arg7, %arg6, %arg6) : (memref<4x?xf32, #tpu.memory_space<vmem>>, index, index) -> f32
    %94:2 = "vector.deinterleave"(%arg1) : (vector<4x8xf32>) -> (vector<4x4xf32>, vector<4x4xf32>)
    %95 = "vector.extract"(%arg1) <{static_position = array<i64: 1>}> : (vector<4x8xf32>) -> vector<8xf32>
    %96 = "vector.extract"(%arg1) <{static_position = array<i64: 1, 2>}> : (vector<4x8xf32>) -> f32
    %97 = "vector.fma"(%arg1, %arg1, %arg1) : (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %98 = "vector.insert"(%arg11, %arg1) <{static_position = array<i64: 1>}> : (vector<8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %99 = "vector.insert_strided_slice"(%arg11, %arg1) <{offsets = [0, 0], strides = [1]}> : (vector<8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %100 = "vector.interleave"(%arg1, %arg1) : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x16xf32>
    %101 = "vector.multi_reduction"(%arg1, %arg11) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<4x8xf32>, vector<8xf32>) -> vector<8xf32>
    %102 = "vector.multi_reduction"(%arg1, %arg4) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0, 1>}> : (vector<4x8xf32>, f32) -> f32
    %103 = "vector.scalable.insert"(%arg11, %arg14) <{pos = 0 : i64}> : (vector<8xf32>, vector<[8]xf32>) -> vector<[8]xf32>
    %104:2 = "vector.scan"(%arg1, %arg11) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<4x8xf32>, vector<8xf32>) -> (vector<4x8xf32>, vector<8xf32>)
    %105 = "vector.shuffle"(%arg11, %arg11) <{mask = array<i64: 0, 8, 3>}> : (vector<8xf32>, vector<8xf32>) -> vector<3xf32>
    %106:8 = "vector.to_elements"(%arg11) : (vector<8xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32)
    %107 = "vector.vscale"() : () -> index
    %108 = "tpu.annotate"(%arg7) <{no_bank_conflict = false, no_hazard = false, no_hazard_no_deps = false, no_store = false}> : (memref<4x?xf32, #tpu.memory_space<vmem>>) -> memref<4x?xf32, #tpu.memory_space<vmem>>
    %109 = "tpu.assume_multiple"(%arg3) <{multiple = 8 : i32}> : (i32) -> i32
    %110 = "tpu.logistic"(%arg1) : (vector<4x8xf32>) -> vector<4x8xf32>
    %111 = "tpu.reciprocal"(%arg1) <{approx = false, full_range = true}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %112 = "tpu.reduce_precision"(%arg1) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (vector<4x8xf32>) -> vector<4x8xf32>
    %113 = "tpu.sublane_shuffle"(%arg1, %arg1) <{pattern = array<i32: 0>}> : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>
    %114 = "tpu.core_id"() : () -> i32
    %115 = "tpu.device_id"() : () -> i32
    %116 = "tpu.subcore_id"() : () -> i32
    %117 = "tpu.iteration_bound"() <{dim = 0 : i32}> : () -> i32
    %118 = "tpu.sem_read"(%arg10) : (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>) -> i32
    %119 = "tpu.tile_size"(%arg9) <{index = 0 : i32}> : (memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>>) -> i32
    %120 = "tpu.concatenate"(%arg1, %arg1, %arg1) <{dimension = 1 : i32}> : (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) -> vector<4x24xf32>
    %121 = "tpu.dynamic_gather"(%arg1, %arg0) <{dimensions = array<i32: 0>}> : (vector<4x8xf32>, vector<4x8xi32>) -> vector<4x8xf32>
    %122 = "tpu.dynamic_rotate"(%arg1, %arg3) <{dimension = 1 : i32}> : (vector<4x8xf32>, i32) -> vector<4x8xf32>
    %123 = "tpu.fetch_and_add_sync"(%arg8, %arg3, %arg3, %arg3) {core_type = #tpu.core_type<sc_vector_subcore>} : (memref<8xi32, #tpu.memory_space<smem>>, i32, i32, i32) -> i32
    %124 = "tpu.memref_memory_space_is"(%arg7) <{memory_space = #tpu.memory_space<vmem>}> : (memref<4x?xf32, #tpu.memory_space<vmem>>) -> i1
    %125:2 = "tpu.scan_count"(%arg13, %arg12) : (vector<16xi1>, vector<16xi32>) -> (vector<16xi1>, vector<16xi32>)
    %999 = "tpu.relayout"(%arg1) : (vector<4x8xf32>) -> vector<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
