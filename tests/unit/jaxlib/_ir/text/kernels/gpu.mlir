"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f0"}> ({
    "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f1"}> ({
    %4 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f2"}> ({
    %3 = "gpu.lane_id"() : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f3"}> ({
    %2 = "gpu.num_subgroups"() : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f4"}> ({
    %1 = "gpu.subgroup_id"() : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f5"}> ({
    %0 = "gpu.subgroup_size"() : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
