"builtin.module"() ({
  "func.func"() <{function_type = (vector<8xi1>) -> (), sym_name = "f0"}> ({
  ^bb0(%arg91: vector<8xi1>):
    %38 = "tpu.all_reduce"(%arg91) <{dim = 0 : i64, kind = #tpu.reduction_kind<sum>}> : (vector<8xi1>) -> vector<8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f1"}> ({
  ^bb0(%arg90: i32):
    %37 = "tpu.assume_multiple"(%arg90) <{multiple = 1 : i32}> : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> (), sym_name = "f2"}> ({
  ^bb0(%arg89: index):
    "tpu.barrier"(%arg89) : (index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg88: vector<4xf32>):
    %36 = "tpu.bitcast"(%arg88) : (vector<4xf32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<512xi8>, vector<2048xi8>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg86: vector<512xi8>, %arg87: vector<2048xi8>):
    %35 = "tpu.concatenate"(%arg86, %arg87) <{dimension = 0 : i32}> : (vector<512xi8>, vector<2048xi8>) -> vector<2560xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f5"}> ({
    %34 = "tpu.device_id"() : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf32>, vector<8xi32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg84: vector<8xf32>, %arg85: vector<8xi32>):
    %33 = "tpu.dynamic_gather"(%arg84, %arg85) <{dimensions = array<i32: 0>}> : (vector<8xf32>, vector<8xi32>) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<3x16xi4>, i32) -> (), sym_name = "f7"}> ({
  ^bb0(%arg82: vector<3x16xi4>, %arg83: i32):
    %32 = "tpu.dynamic_rotate"(%arg82, %arg83) <{dimension = 0 : si32}> : (vector<3x16xi4>, i32) -> vector<3x16xi4>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>, i32) -> (), sym_name = "f8"}> ({
  ^bb0(%arg80: vector<8x128xf32>, %arg81: i32):
    %31 = "tpu.dynamic_rotate"(%arg80, %arg81) <{dimension = 1 : si32, stride = 2 : si32, stride_dimension = 0 : si32}> : (vector<8x128xf32>, i32) -> vector<8x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f9"}> ({
    %30 = "tpu.iota"() <{dimensions = array<i32: 0>}> : () -> vector<8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f10"}> ({
    %29 = "tpu.iteration_bound"() <{dim = 0 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32, #tpu.memory_space<vmem>>, index) -> (), sym_name = "f11"}> ({
  ^bb0(%arg78: memref<8xi32, #tpu.memory_space<vmem>>, %arg79: index):
    %28 = "tpu.load"(%arg78, %arg79) <{sublane_mask = array<i1: true, true, true, true, true, true, true, true>, sublane_stride = 1 : i32}> : (memref<8xi32, #tpu.memory_space<vmem>>, index) -> vector<8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f12"}> ({
    "tpu.log"() <{formatted = false, tag = "From TEC"}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> (), sym_name = "f13"}> ({
  ^bb0(%arg77: f32):
    "tpu.log"(%arg77) <{formatted = true, tag = "x[0] == $f0"}> : (f32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<3xi32, #tpu.memory_space<vmem>>) -> (), sym_name = "f14"}> ({
  ^bb0(%arg76: memref<3xi32, #tpu.memory_space<vmem>>):
    "tpu.log_buffer"(%arg76) <{shape = array<i64: 3>, tag = ""}> : (memref<3xi32, #tpu.memory_space<vmem>>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<3x4xf32, #tpu.memory_space<vmem>>) -> (), sym_name = "f15"}> ({
  ^bb0(%arg75: memref<3x4xf32, #tpu.memory_space<vmem>>):
    "tpu.log_buffer"(%arg75) <{shape = array<i64: 3, 4>, tag = ""}> : (memref<3x4xf32, #tpu.memory_space<vmem>>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1x8xi32, #tpu.memory_space<vmem>>) -> (), sym_name = "f16"}> ({
  ^bb0(%arg74: memref<1x8xi32, #tpu.memory_space<vmem>>):
    %27 = "tpu.memref_bitcast"(%arg74) : (memref<1x8xi32, #tpu.memory_space<vmem>>) -> memref<2x8xi16, #tpu.memory_space<vmem>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<16x4x256xf32, #tpu.memory_space<vmem>>) -> (), sym_name = "f17"}> ({
  ^bb0(%arg73: memref<16x4x256xf32, #tpu.memory_space<vmem>>):
    %26 = "tpu.memref_reshape"(%arg73) : (memref<16x4x256xf32, #tpu.memory_space<vmem>>) -> memref<64x256xf32, #tpu.memory_space<vmem>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<16xi32, #tpu.memory_space<vmem>>, i32) -> (), sym_name = "f18"}> ({
  ^bb0(%arg71: memref<16xi32, #tpu.memory_space<vmem>>, %arg72: i32):
    %25 = "tpu.memref_slice"(%arg71, %arg72) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<16xi32, #tpu.memory_space<vmem>>, i32) -> memref<8xi32, #tpu.memory_space<vmem>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32, #tpu.memory_space<vmem>>, i32, i32) -> (), sym_name = "f19"}> ({
  ^bb0(%arg68: memref<8xi32, #tpu.memory_space<vmem>>, %arg69: i32, %arg70: i32):
    %24 = "tpu.memref_slice"(%arg68, %arg69, %arg70) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<8xi32, #tpu.memory_space<vmem>>, i32, i32) -> memref<?xi32, #tpu.memory_space<vmem>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1x8xi32, #tpu.memory_space<hbm>>) -> (), sym_name = "f20"}> ({
  ^bb0(%arg67: memref<1x8xi32, #tpu.memory_space<hbm>>):
    %23 = "tpu.memref_squeeze"(%arg67) : (memref<1x8xi32, #tpu.memory_space<hbm>>) -> memref<8xi32, #tpu.memory_space<hbm>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xi8>, vector<8x128xi8>) -> (), sym_name = "f21"}> ({
  ^bb0(%arg65: vector<8x128xi8>, %arg66: vector<8x128xi8>):
    %22 = "tpu.pack_elementwise"(%arg65, %arg66) <{target_type = i4}> : (vector<8x128xi8>, vector<8x128xi8>) -> vector<8x128xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<512x256xi16>, vector<512x256xi16>) -> (), sym_name = "f22"}> ({
  ^bb0(%arg63: vector<512x256xi16>, %arg64: vector<512x256xi16>):
    %21 = "tpu.pack_elementwise"(%arg63, %arg64) <{target_type = i8}> : (vector<512x256xi16>, vector<512x256xi16>) -> vector<512x256xi16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xf32>, vector<8xf32>) -> (), sym_name = "f23"}> ({
  ^bb0(%arg61: vector<8xf32>, %arg62: vector<8xf32>):
    %20 = "tpu.pack_subelements"(%arg61, %arg62) <{pack_format = #tpu.pack_format<compressed>, positions = array<i32: 0, 1>}> : (vector<8xf32>, vector<8xf32>) -> vector<8x2xbf16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f24"}> ({
    %19 = "tpu.prng_random_bits"() : () -> vector<8x16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "f25"}> ({
  ^bb0(%arg60: i32):
    "tpu.prng_set_seed_32"(%arg60) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<32x256xf32>) -> (), sym_name = "f26"}> ({
  ^bb0(%arg59: vector<32x256xf32>):
    %18 = "tpu.reciprocal"(%arg59) <{approx = false, full_range = true}> : (vector<32x256xf32>) -> vector<32x256xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<12x28xf32>) -> (), sym_name = "f27"}> ({
  ^bb0(%arg58: vector<12x28xf32>):
    %17 = "tpu.reduce_index"(%arg58) <{axis = 1 : i32, kind = #tpu.reduction_kind<arg_min>}> : (vector<12x28xf32>) -> vector<12xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi1>, vector<8xf32>) -> (), sym_name = "f28"}> ({
  ^bb0(%arg56: vector<8xi1>, %arg57: vector<8xf32>):
    %16:2 = "tpu.scan_count"(%arg56, %arg57) : (vector<8xi1>, vector<8xf32>) -> (vector<8xi1>, vector<8xi32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f29"}> ({
    %15 = "tpu.sem_alloc"() : () -> memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f30"}> ({
    %14 = "tpu.sem_barrier"() : () -> memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32) -> (), sym_name = "f31"}> ({
  ^bb0(%arg53: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg54: i32, %arg55: i32):
    "tpu.sem_signal"(%arg53, %arg54, %arg55) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32) -> (), sym_name = "f32"}> ({
  ^bb0(%arg50: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg51: i32, %arg52: i32):
    "tpu.sem_signal"(%arg50, %arg51, %arg52) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32) -> (), sym_name = "f33"}> ({
  ^bb0(%arg48: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %arg49: i32):
    "tpu.sem_wait"(%arg48, %arg49) : (memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi32>, vector<8xf32>, vector<8xi1>) -> (), sym_name = "f34"}> ({
  ^bb0(%arg45: vector<8xi32>, %arg46: vector<8xf32>, %arg47: vector<8xi1>):
    %13:3 = "tpu.sort"(%arg45, %arg46, %arg47) <{descending = true}> : (vector<8xi32>, vector<8xf32>, vector<8xi1>) -> (vector<8xi1>, vector<8xi32>, vector<8xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi32>, vector<8xi32>, vector<8xi1>) -> (), sym_name = "f35"}> ({
  ^bb0(%arg42: vector<8xi32>, %arg43: vector<8xi32>, %arg44: vector<8xi1>):
    %12:3 = "tpu.sort"(%arg42, %arg43, %arg44) <{descending = false}> : (vector<8xi32>, vector<8xi32>, vector<8xi1>) -> (vector<8xi1>, vector<8xi32>, vector<8xi32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xf32>, vector<8x128xi32>) -> (), sym_name = "f36"}> ({
  ^bb0(%arg40: vector<8x128xf32>, %arg41: vector<8x128xi32>):
    %11 = "tpu.stochastic_convert"(%arg40, %arg41) : (vector<8x128xf32>, vector<8x128xi32>) -> vector<8x128xf8E5M2>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x128xf32, #tpu.memory_space<vmem>>, index, index) -> (), sym_name = "f37"}> ({
  ^bb0(%arg37: memref<8x128xf32, #tpu.memory_space<vmem>>, %arg38: index, %arg39: index):
    %10 = "tpu.strided_load"(%arg37, %arg38, %arg39) <{strides = array<i32: 1, 8>}> : (memref<8x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<8x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1x128xf32, #tpu.memory_space<vmem>>, index, index) -> (), sym_name = "f38"}> ({
  ^bb0(%arg34: memref<1x128xf32, #tpu.memory_space<vmem>>, %arg35: index, %arg36: index):
    %9 = "tpu.strided_load"(%arg34, %arg35, %arg36) <{strides = array<i32: 0, 1>}> : (memref<1x128xf32, #tpu.memory_space<vmem>>, index, index) -> vector<1x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<1x1x4x128xf32>, memref<7x7x33x128xf32, #tpu.memory_space<vmem>>, index, index, index, index) -> (), sym_name = "f39"}> ({
  ^bb0(%arg28: vector<1x1x4x128xf32>, %arg29: memref<7x7x33x128xf32, #tpu.memory_space<vmem>>, %arg30: index, %arg31: index, %arg32: index, %arg33: index):
    "tpu.strided_store"(%arg28, %arg29, %arg30, %arg31, %arg32, %arg33) <{strides = array<i32: 8, 7, 5, 1>}> : (vector<1x1x4x128xf32>, memref<7x7x33x128xf32, #tpu.memory_space<vmem>>, index, index, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f40"}> ({
    "tpu.trace_start"() <{level = 10 : i32, message = "jvp"}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f41"}> ({
    "tpu.trace_start"() <{level = 10 : i32, message = "km,kn->mn"}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f42"}> ({
    "tpu.trace_stop"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<128x512xf32>) -> (), sym_name = "f43"}> ({
  ^bb0(%arg27: vector<128x512xf32>):
    %8 = "tpu.transpose"(%arg27) <{permutation = array<i64: 1, 0>}> : (vector<128x512xf32>) -> vector<512x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x2x128xf32>) -> (), sym_name = "f44"}> ({
  ^bb0(%arg26: vector<8x2x128xf32>):
    %7 = "tpu.transpose"(%arg26) <{permutation = array<i64: 1, 0, 2>}> : (vector<8x2x128xf32>) -> vector<2x8x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xi16>) -> (), sym_name = "f45"}> ({
  ^bb0(%arg25: vector<8x128xi16>):
    %6 = "tpu.unpack_elementwise"(%arg25) <{index = 2 : i32, source_type = i4}> : (vector<8x128xi16>) -> vector<8x128xi16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x128xi16>) -> (), sym_name = "f46"}> ({
  ^bb0(%arg24: vector<8x128xi16>):
    %5 = "tpu.unpack_elementwise"(%arg24) <{index = 1 : i32, source_type = i8}> : (vector<8x128xi16>) -> vector<8x128xi16>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8x2xbf16>) -> (), sym_name = "f47"}> ({
  ^bb0(%arg23: vector<8x2xbf16>):
    %4 = "tpu.unpack_subelements"(%arg23) <{index = 0 : i32, integer_extended = true, pack_format = #tpu.pack_format<compressed>, unsigned_integers = false}> : (vector<8x2xbf16>) -> vector<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32, #tpu.memory_space<vmem>>, index) -> (), sym_name = "f48"}> ({
  ^bb0(%arg21: memref<8xi32, #tpu.memory_space<vmem>>, %arg22: index):
    %3 = "tpu.vector_load"(%arg21, %arg22) <{operandSegmentSizes = array<i32: 1, 1, 0>, strides = array<i32>}> : (memref<8xi32, #tpu.memory_space<vmem>>, index) -> vector<8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x16xi8, #tpu.memory_space<vmem>>, index, index) -> (), sym_name = "f49"}> ({
  ^bb0(%arg18: memref<4x16xi8, #tpu.memory_space<vmem>>, %arg19: index, %arg20: index):
    %2 = "tpu.vector_load"(%arg18, %arg19, %arg20) <{operandSegmentSizes = array<i32: 1, 2, 0>, strides = array<i32>}> : (memref<4x16xi8, #tpu.memory_space<vmem>>, index, index) -> vector<4x16xi8>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>) -> (), sym_name = "f50"}> ({
  ^bb0(%arg16: memref<8xi32, #tpu.memory_space<vmem>>, %arg17: vector<8xi32>):
    %1 = "tpu.vector_load_idx"(%arg16, %arg17) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>) -> vector<8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>, vector<8xi1>) -> (), sym_name = "f51"}> ({
  ^bb0(%arg13: memref<8xi32, #tpu.memory_space<vmem>>, %arg14: vector<8xi32>, %arg15: vector<8xi1>):
    %0 = "tpu.vector_load_idx"(%arg13, %arg14, %arg15) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>, vector<8xi1>) -> vector<8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2xi8>, memref<2xi8, #tpu.memory_space<vmem>>, index) -> (), sym_name = "f52"}> ({
  ^bb0(%arg10: vector<2xi8>, %arg11: memref<2xi8, #tpu.memory_space<vmem>>, %arg12: index):
    "tpu.vector_store"(%arg10, %arg11, %arg12) <{add = false, operandSegmentSizes = array<i32: 1, 1, 1, 0>, strides = array<i32>}> : (vector<2xi8>, memref<2xi8, #tpu.memory_space<vmem>>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi32>, memref<8xi32, #tpu.memory_space<vmem>>, index) -> (), sym_name = "f53"}> ({
  ^bb0(%arg7: vector<8xi32>, %arg8: memref<8xi32, #tpu.memory_space<vmem>>, %arg9: index):
    "tpu.vector_store"(%arg7, %arg8, %arg9) <{add = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>, strides = array<i32>}> : (vector<8xi32>, memref<8xi32, #tpu.memory_space<vmem>>, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi32>, memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>) -> (), sym_name = "f54"}> ({
  ^bb0(%arg4: vector<8xi32>, %arg5: memref<8xi32, #tpu.memory_space<vmem>>, %arg6: vector<8xi32>):
    "tpu.vector_store_idx"(%arg4, %arg5, %arg6) <{add = false, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<8xi32>, memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<8xi32>, memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>, vector<8xi1>) -> (), sym_name = "f55"}> ({
  ^bb0(%arg0: vector<8xi32>, %arg1: memref<8xi32, #tpu.memory_space<vmem>>, %arg2: vector<8xi32>, %arg3: vector<8xi1>):
    "tpu.vector_store_idx"(%arg0, %arg1, %arg2, %arg3) <{add = true, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (vector<8xi32>, memref<8xi32, #tpu.memory_space<vmem>>, vector<8xi32>, vector<8xi1>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
