"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f0"}> ({
    %18 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f1"}> ({
    %17 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<i32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> (), sym_name = "f2"}> ({
  ^bb0(%arg31: index):
    %16 = "memref.alloca"(%arg31) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>) -> (), sym_name = "f3"}> ({
  ^bb0(%arg30: memref<4x8xf32>):
    %15 = "memref.cast"(%arg30) : (memref<4x8xf32>) -> memref<?x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<i32>) -> (), sym_name = "f4"}> ({
  ^bb0(%arg29: memref<i32>):
    %14 = "memref.cast"(%arg29) : (memref<i32>) -> memref<i32, strided<[], offset: ?>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1xi32>) -> (), sym_name = "f5"}> ({
  ^bb0(%arg28: memref<1xi32>):
    %13 = "memref.collapse_shape"(%arg28) <{reassociation = []}> : (memref<1xi32>) -> memref<i32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1x128xi32>) -> (), sym_name = "f6"}> ({
  ^bb0(%arg27: memref<1x128xi32>):
    %12 = "memref.collapse_shape"(%arg27) <{reassociation = [[0, 1]]}> : (memref<1x128xi32>) -> memref<128xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>, memref<4x8xf32>) -> (), sym_name = "f7"}> ({
  ^bb0(%arg25: memref<4x8xf32>, %arg26: memref<4x8xf32>):
    "memref.copy"(%arg25, %arg26) : (memref<4x8xf32>, memref<4x8xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>) -> (), sym_name = "f8"}> ({
  ^bb0(%arg24: memref<4x8xf32>):
    "memref.dealloc"(%arg24) : (memref<4x8xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>, index) -> (), sym_name = "f9"}> ({
  ^bb0(%arg22: memref<4x8xf32>, %arg23: index):
    %11 = "memref.dim"(%arg22, %arg23) : (memref<4x8xf32>, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<128xf32>) -> (), sym_name = "f10"}> ({
  ^bb0(%arg21: memref<128xf32>):
    %10 = "memref.expand_shape"(%arg21) <{reassociation = [[0, 1]], static_output_shape = array<i64: 1, 128>}> : (memref<128xf32>) -> memref<1x128xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<64x32xf32>) -> (), sym_name = "f11"}> ({
  ^bb0(%arg20: memref<64x32xf32>):
    %9 = "memref.expand_shape"(%arg20) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 64, 4, 8>}> : (memref<64x32xf32>) -> memref<64x4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>) -> (), sym_name = "f12"}> ({
  ^bb0(%arg19: memref<4x8xf32>):
    %8 = "memref.extract_aligned_pointer_as_index"(%arg19) : (memref<4x8xf32>) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<208xi8, strided<[1]>>) -> (), sym_name = "f13"}> ({
  ^bb0(%arg18: memref<208xi8, strided<[1]>>):
    %7:4 = "memref.extract_strided_metadata"(%arg18) : (memref<208xi8, strided<[1]>>) -> (memref<i8>, index, index, index)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<i32>) -> (), sym_name = "f14"}> ({
  ^bb0(%arg17: memref<i32>):
    %6 = "memref.load"(%arg17) : (memref<i32>) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>, index, index) -> (), sym_name = "f15"}> ({
  ^bb0(%arg14: memref<4x8xf32>, %arg15: index, %arg16: index):
    %5 = "memref.load"(%arg14, %arg15, %arg16) <{nontemporal = true}> : (memref<4x8xf32>, index, index) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>) -> (), sym_name = "f16"}> ({
  ^bb0(%arg13: memref<4x8xf32>):
    %4 = "memref.memory_space_cast"(%arg13) : (memref<4x8xf32>) -> memref<4x8xf32, 1>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x8xf32>) -> (), sym_name = "f17"}> ({
  ^bb0(%arg12: memref<4x8xf32>):
    %3 = "memref.rank"(%arg12) : (memref<4x8xf32>) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, memref<i32>) -> (), sym_name = "f18"}> ({
  ^bb0(%arg10: i32, %arg11: memref<i32>):
    "memref.store"(%arg10, %arg11) : (i32, memref<i32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, memref<4x8xf32>, index, index) -> (), sym_name = "f19"}> ({
  ^bb0(%arg6: f32, %arg7: memref<4x8xf32>, %arg8: index, %arg9: index):
    "memref.store"(%arg6, %arg7, %arg8, %arg9) <{nontemporal = true}> : (f32, memref<4x8xf32>, index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1xi32>) -> (), sym_name = "f20"}> ({
  ^bb0(%arg5: memref<1xi32>):
    %2 = "memref.subview"(%arg5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (memref<1xi32>) -> memref<i32, strided<[]>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?xi8>, index, index) -> (), sym_name = "f22"}> ({
  ^bb0(%arg2: memref<?xi8>, %arg3: index, %arg4: index):
    %1 = "memref.view"(%arg2, %arg3, %arg4) : (memref<?xi8>, index, index) -> memref<?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?xi8, #gpu.address_space<workgroup>>, index) -> (), sym_name = "f23"}> ({
  ^bb0(%arg0: memref<?xi8, #gpu.address_space<workgroup>>, %arg1: index):
    %0 = "memref.view"(%arg0, %arg1) : (memref<?xi8, #gpu.address_space<workgroup>>, index) -> memref<0xi8, #gpu.address_space<workgroup>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
