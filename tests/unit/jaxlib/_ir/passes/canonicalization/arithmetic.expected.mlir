"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r0"}> ({
  ^bb0(%arg677: i32):
    "func.return"(%arg677) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l0"}> ({
  ^bb0(%arg676: i32):
    "func.return"(%arg676) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r1"}> ({
  ^bb0(%arg675: i32):
    %1153 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1154 = "arith.addi"(%arg675, %1153) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1154) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l1"}> ({
  ^bb0(%arg674: i32):
    %1151 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1152 = "arith.addi"(%arg674, %1151) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1152) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r-1"}> ({
  ^bb0(%arg673: i32):
    %1149 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1150 = "arith.addi"(%arg673, %1149) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1150) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l-1"}> ({
  ^bb0(%arg672: i32):
    %1147 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1148 = "arith.addi"(%arg672, %1147) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1148) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r2"}> ({
  ^bb0(%arg671: i32):
    %1145 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1146 = "arith.addi"(%arg671, %1145) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1146) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l2"}> ({
  ^bb0(%arg670: i32):
    %1143 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1144 = "arith.addi"(%arg670, %1143) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1144) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r31"}> ({
  ^bb0(%arg669: i32):
    %1141 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1142 = "arith.addi"(%arg669, %1141) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1142) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l31"}> ({
  ^bb0(%arg668: i32):
    %1139 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1140 = "arith.addi"(%arg668, %1139) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1140) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi r32"}> ({
  ^bb0(%arg667: i32):
    %1137 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1138 = "arith.addi"(%arg667, %1137) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1138) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi l32"}> ({
  ^bb0(%arg666: i32):
    %1135 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1136 = "arith.addi"(%arg666, %1135) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1136) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi same"}> ({
  ^bb0(%arg665: i32):
    %1134 = "arith.addi"(%arg665, %arg665) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1134) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "addi kk"}> ({
    %1133 = "arith.constant"() <{value = -4 : i32}> : () -> i32
    "func.return"(%1133) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi chain"}> ({
  ^bb0(%arg664: i32):
    %1131 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %1132 = "arith.addi"(%arg664, %1131) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1132) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of subi"}> ({
  ^bb0(%arg663: i32):
    %1129 = "arith.constant"() <{value = -2 : i32}> : () -> i32
    %1130 = "arith.addi"(%arg663, %1129) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1130) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of subi left"}> ({
  ^bb0(%arg662: i32):
    %1127 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %1128 = "arith.subi"(%1127, %arg662) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1128) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of muli"}> ({
  ^bb0(%arg661: i32):
    %1123 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1124 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1125 = "arith.muli"(%arg661, %1123) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1126 = "arith.addi"(%1125, %1124) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1126) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addi of muli left"}> ({
  ^bb0(%arg660: i32):
    %1119 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1120 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1121 = "arith.muli"(%arg660, %1119) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1122 = "arith.addi"(%1121, %1120) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1122) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "addi vec0"}> ({
  ^bb0(%arg659: vector<4xi32>):
    "func.return"(%arg659) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "addi index"}> ({
  ^bb0(%arg658: index):
    %1117 = "arith.constant"() <{value = 8 : index}> : () -> index
    %1118 = "arith.addi"(%arg658, %1117) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%1118) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r0"}> ({
  ^bb0(%arg657: i32):
    "func.return"(%arg657) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l0"}> ({
  ^bb0(%arg656: i32):
    %1115 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1116 = "arith.subi"(%1115, %arg656) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1116) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r1"}> ({
  ^bb0(%arg655: i32):
    %1113 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1114 = "arith.subi"(%arg655, %1113) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1114) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l1"}> ({
  ^bb0(%arg654: i32):
    %1111 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1112 = "arith.subi"(%1111, %arg654) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1112) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r-1"}> ({
  ^bb0(%arg653: i32):
    %1109 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1110 = "arith.subi"(%arg653, %1109) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1110) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l-1"}> ({
  ^bb0(%arg652: i32):
    %1107 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1108 = "arith.subi"(%1107, %arg652) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1108) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r2"}> ({
  ^bb0(%arg651: i32):
    %1105 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1106 = "arith.subi"(%arg651, %1105) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1106) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l2"}> ({
  ^bb0(%arg650: i32):
    %1103 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1104 = "arith.subi"(%1103, %arg650) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1104) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r31"}> ({
  ^bb0(%arg649: i32):
    %1101 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1102 = "arith.subi"(%arg649, %1101) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1102) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l31"}> ({
  ^bb0(%arg648: i32):
    %1099 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1100 = "arith.subi"(%1099, %arg648) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1100) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi r32"}> ({
  ^bb0(%arg647: i32):
    %1097 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1098 = "arith.subi"(%arg647, %1097) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1098) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi l32"}> ({
  ^bb0(%arg646: i32):
    %1095 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1096 = "arith.subi"(%1095, %arg646) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1096) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi same"}> ({
  ^bb0(%arg645: i32):
    %1094 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%1094) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "subi kk"}> ({
    %1093 = "arith.constant"() <{value = -10 : i32}> : () -> i32
    "func.return"(%1093) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi chain"}> ({
  ^bb0(%arg644: i32):
    %1091 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %1092 = "arith.subi"(%arg644, %1091) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1092) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of addi"}> ({
  ^bb0(%arg643: i32):
    %1089 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1090 = "arith.addi"(%arg643, %1089) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1090) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of addi left"}> ({
  ^bb0(%arg642: i32):
    %1087 = "arith.constant"() <{value = -2 : i32}> : () -> i32
    %1088 = "arith.subi"(%1087, %arg642) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1088) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of muli"}> ({
  ^bb0(%arg641: i32):
    %1083 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1084 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1085 = "arith.muli"(%arg641, %1083) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1086 = "arith.subi"(%1085, %1084) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1086) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "subi of muli left"}> ({
  ^bb0(%arg640: i32):
    %1079 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1080 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1081 = "arith.muli"(%arg640, %1079) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1082 = "arith.subi"(%1080, %1081) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1082) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "subi vec0"}> ({
  ^bb0(%arg639: vector<4xi32>):
    "func.return"(%arg639) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "subi index"}> ({
  ^bb0(%arg638: index):
    %1077 = "arith.constant"() <{value = 8 : index}> : () -> index
    %1078 = "arith.subi"(%arg638, %1077) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%1078) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r0"}> ({
  ^bb0(%arg637: i32):
    %1076 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%1076) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l0"}> ({
  ^bb0(%arg636: i32):
    %1075 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%1075) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r1"}> ({
  ^bb0(%arg635: i32):
    "func.return"(%arg635) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l1"}> ({
  ^bb0(%arg634: i32):
    "func.return"(%arg634) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r-1"}> ({
  ^bb0(%arg633: i32):
    %1073 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1074 = "arith.muli"(%arg633, %1073) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1074) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l-1"}> ({
  ^bb0(%arg632: i32):
    %1071 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1072 = "arith.muli"(%arg632, %1071) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1072) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r2"}> ({
  ^bb0(%arg631: i32):
    %1069 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1070 = "arith.muli"(%arg631, %1069) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1070) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l2"}> ({
  ^bb0(%arg630: i32):
    %1067 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1068 = "arith.muli"(%arg630, %1067) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1068) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r31"}> ({
  ^bb0(%arg629: i32):
    %1065 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1066 = "arith.muli"(%arg629, %1065) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1066) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l31"}> ({
  ^bb0(%arg628: i32):
    %1063 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1064 = "arith.muli"(%arg628, %1063) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1064) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli r32"}> ({
  ^bb0(%arg627: i32):
    %1061 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1062 = "arith.muli"(%arg627, %1061) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1062) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli l32"}> ({
  ^bb0(%arg626: i32):
    %1059 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1060 = "arith.muli"(%arg626, %1059) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1060) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli same"}> ({
  ^bb0(%arg625: i32):
    %1058 = "arith.muli"(%arg625, %arg625) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1058) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "muli kk"}> ({
    %1057 = "arith.constant"() <{value = -21 : i32}> : () -> i32
    "func.return"(%1057) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli chain"}> ({
  ^bb0(%arg624: i32):
    %1055 = "arith.constant"() <{value = 15 : i32}> : () -> i32
    %1056 = "arith.muli"(%arg624, %1055) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1056) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of addi"}> ({
  ^bb0(%arg623: i32):
    %1051 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1052 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1053 = "arith.addi"(%arg623, %1051) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1054 = "arith.muli"(%1053, %1052) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1054) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of addi left"}> ({
  ^bb0(%arg622: i32):
    %1047 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1048 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1049 = "arith.addi"(%arg622, %1047) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1050 = "arith.muli"(%1049, %1048) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1050) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of subi"}> ({
  ^bb0(%arg621: i32):
    %1043 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1044 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1045 = "arith.subi"(%arg621, %1043) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1046 = "arith.muli"(%1045, %1044) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1046) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "muli of subi left"}> ({
  ^bb0(%arg620: i32):
    %1039 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1040 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1041 = "arith.subi"(%1039, %arg620) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1042 = "arith.muli"(%1041, %1040) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%1042) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "muli vec0"}> ({
  ^bb0(%arg619: vector<4xi32>):
    %1038 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%1038) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "muli index"}> ({
  ^bb0(%arg618: index):
    %1036 = "arith.constant"() <{value = 8 : index}> : () -> index
    %1037 = "arith.muli"(%arg618, %1036) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%1037) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r0"}> ({
  ^bb0(%arg617: i32):
    %1034 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1035 = "arith.divsi"(%arg617, %1034) : (i32, i32) -> i32
    "func.return"(%1035) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l0"}> ({
  ^bb0(%arg616: i32):
    %1032 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1033 = "arith.divsi"(%1032, %arg616) : (i32, i32) -> i32
    "func.return"(%1033) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r1"}> ({
  ^bb0(%arg615: i32):
    "func.return"(%arg615) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l1"}> ({
  ^bb0(%arg614: i32):
    %1030 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1031 = "arith.divsi"(%1030, %arg614) : (i32, i32) -> i32
    "func.return"(%1031) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r-1"}> ({
  ^bb0(%arg613: i32):
    %1028 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1029 = "arith.divsi"(%arg613, %1028) : (i32, i32) -> i32
    "func.return"(%1029) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l-1"}> ({
  ^bb0(%arg612: i32):
    %1026 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %1027 = "arith.divsi"(%1026, %arg612) : (i32, i32) -> i32
    "func.return"(%1027) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r2"}> ({
  ^bb0(%arg611: i32):
    %1024 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1025 = "arith.divsi"(%arg611, %1024) : (i32, i32) -> i32
    "func.return"(%1025) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l2"}> ({
  ^bb0(%arg610: i32):
    %1022 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %1023 = "arith.divsi"(%1022, %arg610) : (i32, i32) -> i32
    "func.return"(%1023) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r31"}> ({
  ^bb0(%arg609: i32):
    %1020 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1021 = "arith.divsi"(%arg609, %1020) : (i32, i32) -> i32
    "func.return"(%1021) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l31"}> ({
  ^bb0(%arg608: i32):
    %1018 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1019 = "arith.divsi"(%1018, %arg608) : (i32, i32) -> i32
    "func.return"(%1019) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi r32"}> ({
  ^bb0(%arg607: i32):
    %1016 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1017 = "arith.divsi"(%arg607, %1016) : (i32, i32) -> i32
    "func.return"(%1017) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi l32"}> ({
  ^bb0(%arg606: i32):
    %1014 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %1015 = "arith.divsi"(%1014, %arg606) : (i32, i32) -> i32
    "func.return"(%1015) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi same"}> ({
  ^bb0(%arg605: i32):
    %1013 = "arith.divsi"(%arg605, %arg605) : (i32, i32) -> i32
    "func.return"(%1013) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "divsi kk"}> ({
    %1012 = "arith.constant"() <{value = -2 : i32}> : () -> i32
    "func.return"(%1012) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divsi chain"}> ({
  ^bb0(%arg604: i32):
    %1008 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %1009 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %1010 = "arith.divsi"(%arg604, %1008) : (i32, i32) -> i32
    %1011 = "arith.divsi"(%1010, %1009) : (i32, i32) -> i32
    "func.return"(%1011) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "divsi vec0"}> ({
  ^bb0(%arg603: vector<4xi32>):
    %1006 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %1007 = "arith.divsi"(%arg603, %1006) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%1007) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "divsi index"}> ({
  ^bb0(%arg602: index):
    %1004 = "arith.constant"() <{value = 8 : index}> : () -> index
    %1005 = "arith.divsi"(%arg602, %1004) : (index, index) -> index
    "func.return"(%1005) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r0"}> ({
  ^bb0(%arg601: i32):
    %1002 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1003 = "arith.divui"(%arg601, %1002) : (i32, i32) -> i32
    "func.return"(%1003) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l0"}> ({
  ^bb0(%arg600: i32):
    %1000 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1001 = "arith.divui"(%1000, %arg600) : (i32, i32) -> i32
    "func.return"(%1001) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r1"}> ({
  ^bb0(%arg599: i32):
    "func.return"(%arg599) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l1"}> ({
  ^bb0(%arg598: i32):
    %998 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %999 = "arith.divui"(%998, %arg598) : (i32, i32) -> i32
    "func.return"(%999) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r-1"}> ({
  ^bb0(%arg597: i32):
    %996 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %997 = "arith.divui"(%arg597, %996) : (i32, i32) -> i32
    "func.return"(%997) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l-1"}> ({
  ^bb0(%arg596: i32):
    %994 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %995 = "arith.divui"(%994, %arg596) : (i32, i32) -> i32
    "func.return"(%995) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r2"}> ({
  ^bb0(%arg595: i32):
    %992 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %993 = "arith.divui"(%arg595, %992) : (i32, i32) -> i32
    "func.return"(%993) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l2"}> ({
  ^bb0(%arg594: i32):
    %990 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %991 = "arith.divui"(%990, %arg594) : (i32, i32) -> i32
    "func.return"(%991) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r31"}> ({
  ^bb0(%arg593: i32):
    %988 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %989 = "arith.divui"(%arg593, %988) : (i32, i32) -> i32
    "func.return"(%989) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l31"}> ({
  ^bb0(%arg592: i32):
    %986 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %987 = "arith.divui"(%986, %arg592) : (i32, i32) -> i32
    "func.return"(%987) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui r32"}> ({
  ^bb0(%arg591: i32):
    %984 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %985 = "arith.divui"(%arg591, %984) : (i32, i32) -> i32
    "func.return"(%985) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui l32"}> ({
  ^bb0(%arg590: i32):
    %982 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %983 = "arith.divui"(%982, %arg590) : (i32, i32) -> i32
    "func.return"(%983) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui same"}> ({
  ^bb0(%arg589: i32):
    %981 = "arith.divui"(%arg589, %arg589) : (i32, i32) -> i32
    "func.return"(%981) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "divui kk"}> ({
    %980 = "arith.constant"() <{value = 1431655763 : i32}> : () -> i32
    "func.return"(%980) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "divui chain"}> ({
  ^bb0(%arg588: i32):
    %976 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %977 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %978 = "arith.divui"(%arg588, %976) : (i32, i32) -> i32
    %979 = "arith.divui"(%978, %977) : (i32, i32) -> i32
    "func.return"(%979) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "divui vec0"}> ({
  ^bb0(%arg587: vector<4xi32>):
    %974 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %975 = "arith.divui"(%arg587, %974) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%975) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "divui index"}> ({
  ^bb0(%arg586: index):
    %972 = "arith.constant"() <{value = 8 : index}> : () -> index
    %973 = "arith.divui"(%arg586, %972) : (index, index) -> index
    "func.return"(%973) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r0"}> ({
  ^bb0(%arg585: i32):
    %970 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %971 = "arith.remsi"(%arg585, %970) : (i32, i32) -> i32
    "func.return"(%971) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l0"}> ({
  ^bb0(%arg584: i32):
    %968 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %969 = "arith.remsi"(%968, %arg584) : (i32, i32) -> i32
    "func.return"(%969) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r1"}> ({
  ^bb0(%arg583: i32):
    %967 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%967) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l1"}> ({
  ^bb0(%arg582: i32):
    %965 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %966 = "arith.remsi"(%965, %arg582) : (i32, i32) -> i32
    "func.return"(%966) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r-1"}> ({
  ^bb0(%arg581: i32):
    %963 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %964 = "arith.remsi"(%arg581, %963) : (i32, i32) -> i32
    "func.return"(%964) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l-1"}> ({
  ^bb0(%arg580: i32):
    %961 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %962 = "arith.remsi"(%961, %arg580) : (i32, i32) -> i32
    "func.return"(%962) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r2"}> ({
  ^bb0(%arg579: i32):
    %959 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %960 = "arith.remsi"(%arg579, %959) : (i32, i32) -> i32
    "func.return"(%960) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l2"}> ({
  ^bb0(%arg578: i32):
    %957 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %958 = "arith.remsi"(%957, %arg578) : (i32, i32) -> i32
    "func.return"(%958) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r31"}> ({
  ^bb0(%arg577: i32):
    %955 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %956 = "arith.remsi"(%arg577, %955) : (i32, i32) -> i32
    "func.return"(%956) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l31"}> ({
  ^bb0(%arg576: i32):
    %953 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %954 = "arith.remsi"(%953, %arg576) : (i32, i32) -> i32
    "func.return"(%954) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi r32"}> ({
  ^bb0(%arg575: i32):
    %951 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %952 = "arith.remsi"(%arg575, %951) : (i32, i32) -> i32
    "func.return"(%952) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi l32"}> ({
  ^bb0(%arg574: i32):
    %949 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %950 = "arith.remsi"(%949, %arg574) : (i32, i32) -> i32
    "func.return"(%950) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi same"}> ({
  ^bb0(%arg573: i32):
    %948 = "arith.remsi"(%arg573, %arg573) : (i32, i32) -> i32
    "func.return"(%948) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "remsi kk"}> ({
    %947 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%947) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remsi chain"}> ({
  ^bb0(%arg572: i32):
    %943 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %944 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %945 = "arith.remsi"(%arg572, %943) : (i32, i32) -> i32
    %946 = "arith.remsi"(%945, %944) : (i32, i32) -> i32
    "func.return"(%946) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "remsi vec0"}> ({
  ^bb0(%arg571: vector<4xi32>):
    %941 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %942 = "arith.remsi"(%arg571, %941) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%942) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "remsi index"}> ({
  ^bb0(%arg570: index):
    %939 = "arith.constant"() <{value = 8 : index}> : () -> index
    %940 = "arith.remsi"(%arg570, %939) : (index, index) -> index
    "func.return"(%940) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r0"}> ({
  ^bb0(%arg569: i32):
    %937 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %938 = "arith.remui"(%arg569, %937) : (i32, i32) -> i32
    "func.return"(%938) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l0"}> ({
  ^bb0(%arg568: i32):
    %935 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %936 = "arith.remui"(%935, %arg568) : (i32, i32) -> i32
    "func.return"(%936) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r1"}> ({
  ^bb0(%arg567: i32):
    %934 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%934) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l1"}> ({
  ^bb0(%arg566: i32):
    %932 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %933 = "arith.remui"(%932, %arg566) : (i32, i32) -> i32
    "func.return"(%933) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r-1"}> ({
  ^bb0(%arg565: i32):
    %930 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %931 = "arith.remui"(%arg565, %930) : (i32, i32) -> i32
    "func.return"(%931) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l-1"}> ({
  ^bb0(%arg564: i32):
    %928 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %929 = "arith.remui"(%928, %arg564) : (i32, i32) -> i32
    "func.return"(%929) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r2"}> ({
  ^bb0(%arg563: i32):
    %926 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %927 = "arith.remui"(%arg563, %926) : (i32, i32) -> i32
    "func.return"(%927) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l2"}> ({
  ^bb0(%arg562: i32):
    %924 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %925 = "arith.remui"(%924, %arg562) : (i32, i32) -> i32
    "func.return"(%925) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r31"}> ({
  ^bb0(%arg561: i32):
    %922 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %923 = "arith.remui"(%arg561, %922) : (i32, i32) -> i32
    "func.return"(%923) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l31"}> ({
  ^bb0(%arg560: i32):
    %920 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %921 = "arith.remui"(%920, %arg560) : (i32, i32) -> i32
    "func.return"(%921) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui r32"}> ({
  ^bb0(%arg559: i32):
    %918 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %919 = "arith.remui"(%arg559, %918) : (i32, i32) -> i32
    "func.return"(%919) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui l32"}> ({
  ^bb0(%arg558: i32):
    %916 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %917 = "arith.remui"(%916, %arg558) : (i32, i32) -> i32
    "func.return"(%917) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui same"}> ({
  ^bb0(%arg557: i32):
    %915 = "arith.remui"(%arg557, %arg557) : (i32, i32) -> i32
    "func.return"(%915) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "remui kk"}> ({
    %914 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%914) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "remui chain"}> ({
  ^bb0(%arg556: i32):
    %910 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %911 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %912 = "arith.remui"(%arg556, %910) : (i32, i32) -> i32
    %913 = "arith.remui"(%912, %911) : (i32, i32) -> i32
    "func.return"(%913) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "remui vec0"}> ({
  ^bb0(%arg555: vector<4xi32>):
    %908 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %909 = "arith.remui"(%arg555, %908) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%909) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "remui index"}> ({
  ^bb0(%arg554: index):
    %906 = "arith.constant"() <{value = 8 : index}> : () -> index
    %907 = "arith.remui"(%arg554, %906) : (index, index) -> index
    "func.return"(%907) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r0"}> ({
  ^bb0(%arg553: i32):
    %905 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%905) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l0"}> ({
  ^bb0(%arg552: i32):
    %904 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%904) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r1"}> ({
  ^bb0(%arg551: i32):
    %902 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %903 = "arith.andi"(%arg551, %902) : (i32, i32) -> i32
    "func.return"(%903) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l1"}> ({
  ^bb0(%arg550: i32):
    %900 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %901 = "arith.andi"(%arg550, %900) : (i32, i32) -> i32
    "func.return"(%901) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r-1"}> ({
  ^bb0(%arg549: i32):
    "func.return"(%arg549) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l-1"}> ({
  ^bb0(%arg548: i32):
    "func.return"(%arg548) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r2"}> ({
  ^bb0(%arg547: i32):
    %898 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %899 = "arith.andi"(%arg547, %898) : (i32, i32) -> i32
    "func.return"(%899) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l2"}> ({
  ^bb0(%arg546: i32):
    %896 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %897 = "arith.andi"(%arg546, %896) : (i32, i32) -> i32
    "func.return"(%897) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r31"}> ({
  ^bb0(%arg545: i32):
    %894 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %895 = "arith.andi"(%arg545, %894) : (i32, i32) -> i32
    "func.return"(%895) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l31"}> ({
  ^bb0(%arg544: i32):
    %892 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %893 = "arith.andi"(%arg544, %892) : (i32, i32) -> i32
    "func.return"(%893) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi r32"}> ({
  ^bb0(%arg543: i32):
    %890 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %891 = "arith.andi"(%arg543, %890) : (i32, i32) -> i32
    "func.return"(%891) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi l32"}> ({
  ^bb0(%arg542: i32):
    %888 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %889 = "arith.andi"(%arg542, %888) : (i32, i32) -> i32
    "func.return"(%889) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi same"}> ({
  ^bb0(%arg541: i32):
    "func.return"(%arg541) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "andi kk"}> ({
    %887 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%887) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "andi chain"}> ({
  ^bb0(%arg540: i32):
    %885 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %886 = "arith.andi"(%arg540, %885) : (i32, i32) -> i32
    "func.return"(%886) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "andi vec0"}> ({
  ^bb0(%arg539: vector<4xi32>):
    %884 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%884) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "andi index"}> ({
  ^bb0(%arg538: index):
    %882 = "arith.constant"() <{value = 8 : index}> : () -> index
    %883 = "arith.andi"(%arg538, %882) : (index, index) -> index
    "func.return"(%883) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r0"}> ({
  ^bb0(%arg537: i32):
    "func.return"(%arg537) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l0"}> ({
  ^bb0(%arg536: i32):
    "func.return"(%arg536) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r1"}> ({
  ^bb0(%arg535: i32):
    %880 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %881 = "arith.ori"(%arg535, %880) : (i32, i32) -> i32
    "func.return"(%881) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l1"}> ({
  ^bb0(%arg534: i32):
    %878 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %879 = "arith.ori"(%arg534, %878) : (i32, i32) -> i32
    "func.return"(%879) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r-1"}> ({
  ^bb0(%arg533: i32):
    %877 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%877) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l-1"}> ({
  ^bb0(%arg532: i32):
    %876 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%876) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r2"}> ({
  ^bb0(%arg531: i32):
    %874 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %875 = "arith.ori"(%arg531, %874) : (i32, i32) -> i32
    "func.return"(%875) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l2"}> ({
  ^bb0(%arg530: i32):
    %872 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %873 = "arith.ori"(%arg530, %872) : (i32, i32) -> i32
    "func.return"(%873) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r31"}> ({
  ^bb0(%arg529: i32):
    %870 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %871 = "arith.ori"(%arg529, %870) : (i32, i32) -> i32
    "func.return"(%871) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l31"}> ({
  ^bb0(%arg528: i32):
    %868 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %869 = "arith.ori"(%arg528, %868) : (i32, i32) -> i32
    "func.return"(%869) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori r32"}> ({
  ^bb0(%arg527: i32):
    %866 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %867 = "arith.ori"(%arg527, %866) : (i32, i32) -> i32
    "func.return"(%867) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori l32"}> ({
  ^bb0(%arg526: i32):
    %864 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %865 = "arith.ori"(%arg526, %864) : (i32, i32) -> i32
    "func.return"(%865) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori same"}> ({
  ^bb0(%arg525: i32):
    "func.return"(%arg525) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "ori kk"}> ({
    %863 = "arith.constant"() <{value = -5 : i32}> : () -> i32
    "func.return"(%863) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ori chain"}> ({
  ^bb0(%arg524: i32):
    %861 = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %862 = "arith.ori"(%arg524, %861) : (i32, i32) -> i32
    "func.return"(%862) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ori vec0"}> ({
  ^bb0(%arg523: vector<4xi32>):
    "func.return"(%arg523) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "ori index"}> ({
  ^bb0(%arg522: index):
    %859 = "arith.constant"() <{value = 8 : index}> : () -> index
    %860 = "arith.ori"(%arg522, %859) : (index, index) -> index
    "func.return"(%860) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r0"}> ({
  ^bb0(%arg521: i32):
    "func.return"(%arg521) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l0"}> ({
  ^bb0(%arg520: i32):
    "func.return"(%arg520) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r1"}> ({
  ^bb0(%arg519: i32):
    %857 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %858 = "arith.xori"(%arg519, %857) : (i32, i32) -> i32
    "func.return"(%858) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l1"}> ({
  ^bb0(%arg518: i32):
    %855 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %856 = "arith.xori"(%arg518, %855) : (i32, i32) -> i32
    "func.return"(%856) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r-1"}> ({
  ^bb0(%arg517: i32):
    %853 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %854 = "arith.xori"(%arg517, %853) : (i32, i32) -> i32
    "func.return"(%854) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l-1"}> ({
  ^bb0(%arg516: i32):
    %851 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %852 = "arith.xori"(%arg516, %851) : (i32, i32) -> i32
    "func.return"(%852) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r2"}> ({
  ^bb0(%arg515: i32):
    %849 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %850 = "arith.xori"(%arg515, %849) : (i32, i32) -> i32
    "func.return"(%850) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l2"}> ({
  ^bb0(%arg514: i32):
    %847 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %848 = "arith.xori"(%arg514, %847) : (i32, i32) -> i32
    "func.return"(%848) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r31"}> ({
  ^bb0(%arg513: i32):
    %845 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %846 = "arith.xori"(%arg513, %845) : (i32, i32) -> i32
    "func.return"(%846) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l31"}> ({
  ^bb0(%arg512: i32):
    %843 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %844 = "arith.xori"(%arg512, %843) : (i32, i32) -> i32
    "func.return"(%844) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori r32"}> ({
  ^bb0(%arg511: i32):
    %841 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %842 = "arith.xori"(%arg511, %841) : (i32, i32) -> i32
    "func.return"(%842) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori l32"}> ({
  ^bb0(%arg510: i32):
    %839 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %840 = "arith.xori"(%arg510, %839) : (i32, i32) -> i32
    "func.return"(%840) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori same"}> ({
  ^bb0(%arg509: i32):
    %838 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%838) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "xori kk"}> ({
    %837 = "arith.constant"() <{value = -6 : i32}> : () -> i32
    "func.return"(%837) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "xori chain"}> ({
  ^bb0(%arg508: i32):
    %835 = "arith.constant"() <{value = 6 : i32}> : () -> i32
    %836 = "arith.xori"(%arg508, %835) : (i32, i32) -> i32
    "func.return"(%836) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "xori vec0"}> ({
  ^bb0(%arg507: vector<4xi32>):
    "func.return"(%arg507) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "xori index"}> ({
  ^bb0(%arg506: index):
    %833 = "arith.constant"() <{value = 8 : index}> : () -> index
    %834 = "arith.xori"(%arg506, %833) : (index, index) -> index
    "func.return"(%834) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r0"}> ({
  ^bb0(%arg505: i32):
    "func.return"(%arg505) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l0"}> ({
  ^bb0(%arg504: i32):
    %831 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %832 = "arith.shli"(%831, %arg504) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%832) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r1"}> ({
  ^bb0(%arg503: i32):
    %829 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %830 = "arith.shli"(%arg503, %829) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%830) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l1"}> ({
  ^bb0(%arg502: i32):
    %827 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %828 = "arith.shli"(%827, %arg502) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%828) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r-1"}> ({
  ^bb0(%arg501: i32):
    %825 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %826 = "arith.shli"(%arg501, %825) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%826) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l-1"}> ({
  ^bb0(%arg500: i32):
    %823 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %824 = "arith.shli"(%823, %arg500) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%824) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r2"}> ({
  ^bb0(%arg499: i32):
    %821 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %822 = "arith.shli"(%arg499, %821) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%822) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l2"}> ({
  ^bb0(%arg498: i32):
    %819 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %820 = "arith.shli"(%819, %arg498) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%820) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r31"}> ({
  ^bb0(%arg497: i32):
    %817 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %818 = "arith.shli"(%arg497, %817) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%818) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l31"}> ({
  ^bb0(%arg496: i32):
    %815 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %816 = "arith.shli"(%815, %arg496) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%816) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli r32"}> ({
  ^bb0(%arg495: i32):
    %813 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %814 = "arith.shli"(%arg495, %813) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%814) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli l32"}> ({
  ^bb0(%arg494: i32):
    %811 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %812 = "arith.shli"(%811, %arg494) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%812) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli same"}> ({
  ^bb0(%arg493: i32):
    %810 = "arith.shli"(%arg493, %arg493) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%810) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "shli kk"}> ({
    %809 = "arith.constant"() <{value = -56 : i32}> : () -> i32
    "func.return"(%809) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shli chain"}> ({
  ^bb0(%arg492: i32):
    %805 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %806 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %807 = "arith.shli"(%arg492, %805) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %808 = "arith.shli"(%807, %806) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%808) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shli vec0"}> ({
  ^bb0(%arg491: vector<4xi32>):
    "func.return"(%arg491) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "shli index"}> ({
  ^bb0(%arg490: index):
    %803 = "arith.constant"() <{value = 8 : index}> : () -> index
    %804 = "arith.shli"(%arg490, %803) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    "func.return"(%804) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r0"}> ({
  ^bb0(%arg489: i32):
    "func.return"(%arg489) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l0"}> ({
  ^bb0(%arg488: i32):
    %801 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %802 = "arith.shrsi"(%801, %arg488) : (i32, i32) -> i32
    "func.return"(%802) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r1"}> ({
  ^bb0(%arg487: i32):
    %799 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %800 = "arith.shrsi"(%arg487, %799) : (i32, i32) -> i32
    "func.return"(%800) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l1"}> ({
  ^bb0(%arg486: i32):
    %797 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %798 = "arith.shrsi"(%797, %arg486) : (i32, i32) -> i32
    "func.return"(%798) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r-1"}> ({
  ^bb0(%arg485: i32):
    %795 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %796 = "arith.shrsi"(%arg485, %795) : (i32, i32) -> i32
    "func.return"(%796) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l-1"}> ({
  ^bb0(%arg484: i32):
    %793 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %794 = "arith.shrsi"(%793, %arg484) : (i32, i32) -> i32
    "func.return"(%794) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r2"}> ({
  ^bb0(%arg483: i32):
    %791 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %792 = "arith.shrsi"(%arg483, %791) : (i32, i32) -> i32
    "func.return"(%792) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l2"}> ({
  ^bb0(%arg482: i32):
    %789 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %790 = "arith.shrsi"(%789, %arg482) : (i32, i32) -> i32
    "func.return"(%790) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r31"}> ({
  ^bb0(%arg481: i32):
    %787 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %788 = "arith.shrsi"(%arg481, %787) : (i32, i32) -> i32
    "func.return"(%788) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l31"}> ({
  ^bb0(%arg480: i32):
    %785 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %786 = "arith.shrsi"(%785, %arg480) : (i32, i32) -> i32
    "func.return"(%786) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi r32"}> ({
  ^bb0(%arg479: i32):
    %783 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %784 = "arith.shrsi"(%arg479, %783) : (i32, i32) -> i32
    "func.return"(%784) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi l32"}> ({
  ^bb0(%arg478: i32):
    %781 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %782 = "arith.shrsi"(%781, %arg478) : (i32, i32) -> i32
    "func.return"(%782) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi same"}> ({
  ^bb0(%arg477: i32):
    %780 = "arith.shrsi"(%arg477, %arg477) : (i32, i32) -> i32
    "func.return"(%780) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "shrsi kk"}> ({
    %779 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%779) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrsi chain"}> ({
  ^bb0(%arg476: i32):
    %775 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %776 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %777 = "arith.shrsi"(%arg476, %775) : (i32, i32) -> i32
    %778 = "arith.shrsi"(%777, %776) : (i32, i32) -> i32
    "func.return"(%778) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shrsi vec0"}> ({
  ^bb0(%arg475: vector<4xi32>):
    "func.return"(%arg475) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "shrsi index"}> ({
  ^bb0(%arg474: index):
    %773 = "arith.constant"() <{value = 8 : index}> : () -> index
    %774 = "arith.shrsi"(%arg474, %773) : (index, index) -> index
    "func.return"(%774) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r0"}> ({
  ^bb0(%arg473: i32):
    "func.return"(%arg473) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l0"}> ({
  ^bb0(%arg472: i32):
    %771 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %772 = "arith.shrui"(%771, %arg472) : (i32, i32) -> i32
    "func.return"(%772) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r1"}> ({
  ^bb0(%arg471: i32):
    %769 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %770 = "arith.shrui"(%arg471, %769) : (i32, i32) -> i32
    "func.return"(%770) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l1"}> ({
  ^bb0(%arg470: i32):
    %767 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %768 = "arith.shrui"(%767, %arg470) : (i32, i32) -> i32
    "func.return"(%768) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r-1"}> ({
  ^bb0(%arg469: i32):
    %765 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %766 = "arith.shrui"(%arg469, %765) : (i32, i32) -> i32
    "func.return"(%766) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l-1"}> ({
  ^bb0(%arg468: i32):
    %763 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %764 = "arith.shrui"(%763, %arg468) : (i32, i32) -> i32
    "func.return"(%764) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r2"}> ({
  ^bb0(%arg467: i32):
    %761 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %762 = "arith.shrui"(%arg467, %761) : (i32, i32) -> i32
    "func.return"(%762) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l2"}> ({
  ^bb0(%arg466: i32):
    %759 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %760 = "arith.shrui"(%759, %arg466) : (i32, i32) -> i32
    "func.return"(%760) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r31"}> ({
  ^bb0(%arg465: i32):
    %757 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %758 = "arith.shrui"(%arg465, %757) : (i32, i32) -> i32
    "func.return"(%758) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l31"}> ({
  ^bb0(%arg464: i32):
    %755 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %756 = "arith.shrui"(%755, %arg464) : (i32, i32) -> i32
    "func.return"(%756) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui r32"}> ({
  ^bb0(%arg463: i32):
    %753 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %754 = "arith.shrui"(%arg463, %753) : (i32, i32) -> i32
    "func.return"(%754) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui l32"}> ({
  ^bb0(%arg462: i32):
    %751 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %752 = "arith.shrui"(%751, %arg462) : (i32, i32) -> i32
    "func.return"(%752) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui same"}> ({
  ^bb0(%arg461: i32):
    %750 = "arith.shrui"(%arg461, %arg461) : (i32, i32) -> i32
    "func.return"(%750) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "shrui kk"}> ({
    %749 = "arith.constant"() <{value = 536870911 : i32}> : () -> i32
    "func.return"(%749) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shrui chain"}> ({
  ^bb0(%arg460: i32):
    %745 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %746 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %747 = "arith.shrui"(%arg460, %745) : (i32, i32) -> i32
    %748 = "arith.shrui"(%747, %746) : (i32, i32) -> i32
    "func.return"(%748) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "shrui vec0"}> ({
  ^bb0(%arg459: vector<4xi32>):
    "func.return"(%arg459) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "shrui index"}> ({
  ^bb0(%arg458: index):
    %743 = "arith.constant"() <{value = 8 : index}> : () -> index
    %744 = "arith.shrui"(%arg458, %743) : (index, index) -> index
    "func.return"(%744) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r0"}> ({
  ^bb0(%arg457: i32):
    %741 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %742 = "arith.maxsi"(%arg457, %741) : (i32, i32) -> i32
    "func.return"(%742) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l0"}> ({
  ^bb0(%arg456: i32):
    %739 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %740 = "arith.maxsi"(%arg456, %739) : (i32, i32) -> i32
    "func.return"(%740) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r1"}> ({
  ^bb0(%arg455: i32):
    %737 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %738 = "arith.maxsi"(%arg455, %737) : (i32, i32) -> i32
    "func.return"(%738) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l1"}> ({
  ^bb0(%arg454: i32):
    %735 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %736 = "arith.maxsi"(%arg454, %735) : (i32, i32) -> i32
    "func.return"(%736) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r-1"}> ({
  ^bb0(%arg453: i32):
    %733 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %734 = "arith.maxsi"(%arg453, %733) : (i32, i32) -> i32
    "func.return"(%734) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l-1"}> ({
  ^bb0(%arg452: i32):
    %731 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %732 = "arith.maxsi"(%arg452, %731) : (i32, i32) -> i32
    "func.return"(%732) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r2"}> ({
  ^bb0(%arg451: i32):
    %729 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %730 = "arith.maxsi"(%arg451, %729) : (i32, i32) -> i32
    "func.return"(%730) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l2"}> ({
  ^bb0(%arg450: i32):
    %727 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %728 = "arith.maxsi"(%arg450, %727) : (i32, i32) -> i32
    "func.return"(%728) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r31"}> ({
  ^bb0(%arg449: i32):
    %725 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %726 = "arith.maxsi"(%arg449, %725) : (i32, i32) -> i32
    "func.return"(%726) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l31"}> ({
  ^bb0(%arg448: i32):
    %723 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %724 = "arith.maxsi"(%arg448, %723) : (i32, i32) -> i32
    "func.return"(%724) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi r32"}> ({
  ^bb0(%arg447: i32):
    %721 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %722 = "arith.maxsi"(%arg447, %721) : (i32, i32) -> i32
    "func.return"(%722) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi l32"}> ({
  ^bb0(%arg446: i32):
    %719 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %720 = "arith.maxsi"(%arg446, %719) : (i32, i32) -> i32
    "func.return"(%720) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi same"}> ({
  ^bb0(%arg445: i32):
    "func.return"(%arg445) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "maxsi kk"}> ({
    %718 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "func.return"(%718) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi chain"}> ({
  ^bb0(%arg444: i32):
    %714 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %715 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %716 = "arith.maxsi"(%arg444, %714) : (i32, i32) -> i32
    %717 = "arith.maxsi"(%716, %715) : (i32, i32) -> i32
    "func.return"(%717) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "maxsi vec0"}> ({
  ^bb0(%arg443: vector<4xi32>):
    %712 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %713 = "arith.maxsi"(%arg443, %712) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%713) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "maxsi index"}> ({
  ^bb0(%arg442: index):
    %710 = "arith.constant"() <{value = 8 : index}> : () -> index
    %711 = "arith.maxsi"(%arg442, %710) : (index, index) -> index
    "func.return"(%711) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r0"}> ({
  ^bb0(%arg441: i32):
    "func.return"(%arg441) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l0"}> ({
  ^bb0(%arg440: i32):
    "func.return"(%arg440) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r1"}> ({
  ^bb0(%arg439: i32):
    %708 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %709 = "arith.maxui"(%arg439, %708) : (i32, i32) -> i32
    "func.return"(%709) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l1"}> ({
  ^bb0(%arg438: i32):
    %706 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %707 = "arith.maxui"(%arg438, %706) : (i32, i32) -> i32
    "func.return"(%707) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r-1"}> ({
  ^bb0(%arg437: i32):
    %705 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%705) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l-1"}> ({
  ^bb0(%arg436: i32):
    %704 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%704) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r2"}> ({
  ^bb0(%arg435: i32):
    %702 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %703 = "arith.maxui"(%arg435, %702) : (i32, i32) -> i32
    "func.return"(%703) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l2"}> ({
  ^bb0(%arg434: i32):
    %700 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %701 = "arith.maxui"(%arg434, %700) : (i32, i32) -> i32
    "func.return"(%701) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r31"}> ({
  ^bb0(%arg433: i32):
    %698 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %699 = "arith.maxui"(%arg433, %698) : (i32, i32) -> i32
    "func.return"(%699) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l31"}> ({
  ^bb0(%arg432: i32):
    %696 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %697 = "arith.maxui"(%arg432, %696) : (i32, i32) -> i32
    "func.return"(%697) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui r32"}> ({
  ^bb0(%arg431: i32):
    %694 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %695 = "arith.maxui"(%arg431, %694) : (i32, i32) -> i32
    "func.return"(%695) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui l32"}> ({
  ^bb0(%arg430: i32):
    %692 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %693 = "arith.maxui"(%arg430, %692) : (i32, i32) -> i32
    "func.return"(%693) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui same"}> ({
  ^bb0(%arg429: i32):
    "func.return"(%arg429) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "maxui kk"}> ({
    %691 = "arith.constant"() <{value = -7 : i32}> : () -> i32
    "func.return"(%691) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui chain"}> ({
  ^bb0(%arg428: i32):
    %687 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %688 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %689 = "arith.maxui"(%arg428, %687) : (i32, i32) -> i32
    %690 = "arith.maxui"(%689, %688) : (i32, i32) -> i32
    "func.return"(%690) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "maxui vec0"}> ({
  ^bb0(%arg427: vector<4xi32>):
    "func.return"(%arg427) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "maxui index"}> ({
  ^bb0(%arg426: index):
    %685 = "arith.constant"() <{value = 8 : index}> : () -> index
    %686 = "arith.maxui"(%arg426, %685) : (index, index) -> index
    "func.return"(%686) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r0"}> ({
  ^bb0(%arg425: i32):
    %683 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %684 = "arith.minsi"(%arg425, %683) : (i32, i32) -> i32
    "func.return"(%684) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l0"}> ({
  ^bb0(%arg424: i32):
    %681 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %682 = "arith.minsi"(%arg424, %681) : (i32, i32) -> i32
    "func.return"(%682) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r1"}> ({
  ^bb0(%arg423: i32):
    %679 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %680 = "arith.minsi"(%arg423, %679) : (i32, i32) -> i32
    "func.return"(%680) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l1"}> ({
  ^bb0(%arg422: i32):
    %677 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %678 = "arith.minsi"(%arg422, %677) : (i32, i32) -> i32
    "func.return"(%678) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r-1"}> ({
  ^bb0(%arg421: i32):
    %675 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %676 = "arith.minsi"(%arg421, %675) : (i32, i32) -> i32
    "func.return"(%676) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l-1"}> ({
  ^bb0(%arg420: i32):
    %673 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %674 = "arith.minsi"(%arg420, %673) : (i32, i32) -> i32
    "func.return"(%674) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r2"}> ({
  ^bb0(%arg419: i32):
    %671 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %672 = "arith.minsi"(%arg419, %671) : (i32, i32) -> i32
    "func.return"(%672) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l2"}> ({
  ^bb0(%arg418: i32):
    %669 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %670 = "arith.minsi"(%arg418, %669) : (i32, i32) -> i32
    "func.return"(%670) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r31"}> ({
  ^bb0(%arg417: i32):
    %667 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %668 = "arith.minsi"(%arg417, %667) : (i32, i32) -> i32
    "func.return"(%668) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l31"}> ({
  ^bb0(%arg416: i32):
    %665 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %666 = "arith.minsi"(%arg416, %665) : (i32, i32) -> i32
    "func.return"(%666) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi r32"}> ({
  ^bb0(%arg415: i32):
    %663 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %664 = "arith.minsi"(%arg415, %663) : (i32, i32) -> i32
    "func.return"(%664) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi l32"}> ({
  ^bb0(%arg414: i32):
    %661 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %662 = "arith.minsi"(%arg414, %661) : (i32, i32) -> i32
    "func.return"(%662) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi same"}> ({
  ^bb0(%arg413: i32):
    "func.return"(%arg413) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "minsi kk"}> ({
    %660 = "arith.constant"() <{value = -7 : i32}> : () -> i32
    "func.return"(%660) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi chain"}> ({
  ^bb0(%arg412: i32):
    %656 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %657 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %658 = "arith.minsi"(%arg412, %656) : (i32, i32) -> i32
    %659 = "arith.minsi"(%658, %657) : (i32, i32) -> i32
    "func.return"(%659) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "minsi vec0"}> ({
  ^bb0(%arg411: vector<4xi32>):
    %654 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %655 = "arith.minsi"(%arg411, %654) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%655) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "minsi index"}> ({
  ^bb0(%arg410: index):
    %652 = "arith.constant"() <{value = 8 : index}> : () -> index
    %653 = "arith.minsi"(%arg410, %652) : (index, index) -> index
    "func.return"(%653) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r0"}> ({
  ^bb0(%arg409: i32):
    %651 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%651) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l0"}> ({
  ^bb0(%arg408: i32):
    %650 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%650) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r1"}> ({
  ^bb0(%arg407: i32):
    %648 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %649 = "arith.minui"(%arg407, %648) : (i32, i32) -> i32
    "func.return"(%649) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l1"}> ({
  ^bb0(%arg406: i32):
    %646 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %647 = "arith.minui"(%arg406, %646) : (i32, i32) -> i32
    "func.return"(%647) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r-1"}> ({
  ^bb0(%arg405: i32):
    "func.return"(%arg405) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l-1"}> ({
  ^bb0(%arg404: i32):
    "func.return"(%arg404) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r2"}> ({
  ^bb0(%arg403: i32):
    %644 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %645 = "arith.minui"(%arg403, %644) : (i32, i32) -> i32
    "func.return"(%645) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l2"}> ({
  ^bb0(%arg402: i32):
    %642 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %643 = "arith.minui"(%arg402, %642) : (i32, i32) -> i32
    "func.return"(%643) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r31"}> ({
  ^bb0(%arg401: i32):
    %640 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %641 = "arith.minui"(%arg401, %640) : (i32, i32) -> i32
    "func.return"(%641) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l31"}> ({
  ^bb0(%arg400: i32):
    %638 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %639 = "arith.minui"(%arg400, %638) : (i32, i32) -> i32
    "func.return"(%639) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui r32"}> ({
  ^bb0(%arg399: i32):
    %636 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %637 = "arith.minui"(%arg399, %636) : (i32, i32) -> i32
    "func.return"(%637) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui l32"}> ({
  ^bb0(%arg398: i32):
    %634 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %635 = "arith.minui"(%arg398, %634) : (i32, i32) -> i32
    "func.return"(%635) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui same"}> ({
  ^bb0(%arg397: i32):
    "func.return"(%arg397) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "minui kk"}> ({
    %633 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "func.return"(%633) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui chain"}> ({
  ^bb0(%arg396: i32):
    %629 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %630 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %631 = "arith.minui"(%arg396, %629) : (i32, i32) -> i32
    %632 = "arith.minui"(%631, %630) : (i32, i32) -> i32
    "func.return"(%632) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "minui vec0"}> ({
  ^bb0(%arg395: vector<4xi32>):
    %628 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%628) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "minui index"}> ({
  ^bb0(%arg394: index):
    %626 = "arith.constant"() <{value = 8 : index}> : () -> index
    %627 = "arith.minui"(%arg394, %626) : (index, index) -> index
    "func.return"(%627) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r0"}> ({
  ^bb0(%arg393: i32):
    %624 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %625 = "arith.ceildivsi"(%arg393, %624) : (i32, i32) -> i32
    "func.return"(%625) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l0"}> ({
  ^bb0(%arg392: i32):
    %622 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %623 = "arith.ceildivsi"(%622, %arg392) : (i32, i32) -> i32
    "func.return"(%623) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r1"}> ({
  ^bb0(%arg391: i32):
    "func.return"(%arg391) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l1"}> ({
  ^bb0(%arg390: i32):
    %620 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %621 = "arith.ceildivsi"(%620, %arg390) : (i32, i32) -> i32
    "func.return"(%621) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r-1"}> ({
  ^bb0(%arg389: i32):
    %618 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %619 = "arith.ceildivsi"(%arg389, %618) : (i32, i32) -> i32
    "func.return"(%619) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l-1"}> ({
  ^bb0(%arg388: i32):
    %616 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %617 = "arith.ceildivsi"(%616, %arg388) : (i32, i32) -> i32
    "func.return"(%617) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r2"}> ({
  ^bb0(%arg387: i32):
    %614 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %615 = "arith.ceildivsi"(%arg387, %614) : (i32, i32) -> i32
    "func.return"(%615) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l2"}> ({
  ^bb0(%arg386: i32):
    %612 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %613 = "arith.ceildivsi"(%612, %arg386) : (i32, i32) -> i32
    "func.return"(%613) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r31"}> ({
  ^bb0(%arg385: i32):
    %610 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %611 = "arith.ceildivsi"(%arg385, %610) : (i32, i32) -> i32
    "func.return"(%611) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l31"}> ({
  ^bb0(%arg384: i32):
    %608 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %609 = "arith.ceildivsi"(%608, %arg384) : (i32, i32) -> i32
    "func.return"(%609) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi r32"}> ({
  ^bb0(%arg383: i32):
    %606 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %607 = "arith.ceildivsi"(%arg383, %606) : (i32, i32) -> i32
    "func.return"(%607) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi l32"}> ({
  ^bb0(%arg382: i32):
    %604 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %605 = "arith.ceildivsi"(%604, %arg382) : (i32, i32) -> i32
    "func.return"(%605) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi same"}> ({
  ^bb0(%arg381: i32):
    %603 = "arith.ceildivsi"(%arg381, %arg381) : (i32, i32) -> i32
    "func.return"(%603) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "ceildivsi kk"}> ({
    %602 = "arith.constant"() <{value = -2 : i32}> : () -> i32
    "func.return"(%602) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivsi chain"}> ({
  ^bb0(%arg380: i32):
    %598 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %599 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %600 = "arith.ceildivsi"(%arg380, %598) : (i32, i32) -> i32
    %601 = "arith.ceildivsi"(%600, %599) : (i32, i32) -> i32
    "func.return"(%601) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ceildivsi vec0"}> ({
  ^bb0(%arg379: vector<4xi32>):
    %596 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %597 = "arith.ceildivsi"(%arg379, %596) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%597) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "ceildivsi index"}> ({
  ^bb0(%arg378: index):
    %594 = "arith.constant"() <{value = 8 : index}> : () -> index
    %595 = "arith.ceildivsi"(%arg378, %594) : (index, index) -> index
    "func.return"(%595) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r0"}> ({
  ^bb0(%arg377: i32):
    %592 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %593 = "arith.ceildivui"(%arg377, %592) : (i32, i32) -> i32
    "func.return"(%593) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l0"}> ({
  ^bb0(%arg376: i32):
    %590 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %591 = "arith.ceildivui"(%590, %arg376) : (i32, i32) -> i32
    "func.return"(%591) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r1"}> ({
  ^bb0(%arg375: i32):
    "func.return"(%arg375) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l1"}> ({
  ^bb0(%arg374: i32):
    %588 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %589 = "arith.ceildivui"(%588, %arg374) : (i32, i32) -> i32
    "func.return"(%589) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r-1"}> ({
  ^bb0(%arg373: i32):
    %586 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %587 = "arith.ceildivui"(%arg373, %586) : (i32, i32) -> i32
    "func.return"(%587) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l-1"}> ({
  ^bb0(%arg372: i32):
    %584 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %585 = "arith.ceildivui"(%584, %arg372) : (i32, i32) -> i32
    "func.return"(%585) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r2"}> ({
  ^bb0(%arg371: i32):
    %582 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %583 = "arith.ceildivui"(%arg371, %582) : (i32, i32) -> i32
    "func.return"(%583) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l2"}> ({
  ^bb0(%arg370: i32):
    %580 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %581 = "arith.ceildivui"(%580, %arg370) : (i32, i32) -> i32
    "func.return"(%581) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r31"}> ({
  ^bb0(%arg369: i32):
    %578 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %579 = "arith.ceildivui"(%arg369, %578) : (i32, i32) -> i32
    "func.return"(%579) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l31"}> ({
  ^bb0(%arg368: i32):
    %576 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %577 = "arith.ceildivui"(%576, %arg368) : (i32, i32) -> i32
    "func.return"(%577) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui r32"}> ({
  ^bb0(%arg367: i32):
    %574 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %575 = "arith.ceildivui"(%arg367, %574) : (i32, i32) -> i32
    "func.return"(%575) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui l32"}> ({
  ^bb0(%arg366: i32):
    %572 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %573 = "arith.ceildivui"(%572, %arg366) : (i32, i32) -> i32
    "func.return"(%573) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui same"}> ({
  ^bb0(%arg365: i32):
    %571 = "arith.ceildivui"(%arg365, %arg365) : (i32, i32) -> i32
    "func.return"(%571) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "ceildivui kk"}> ({
    %570 = "arith.constant"() <{value = 1431655763 : i32}> : () -> i32
    "func.return"(%570) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "ceildivui chain"}> ({
  ^bb0(%arg364: i32):
    %566 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %567 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %568 = "arith.ceildivui"(%arg364, %566) : (i32, i32) -> i32
    %569 = "arith.ceildivui"(%568, %567) : (i32, i32) -> i32
    "func.return"(%569) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ceildivui vec0"}> ({
  ^bb0(%arg363: vector<4xi32>):
    %564 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %565 = "arith.ceildivui"(%arg363, %564) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%565) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "ceildivui index"}> ({
  ^bb0(%arg362: index):
    %562 = "arith.constant"() <{value = 8 : index}> : () -> index
    %563 = "arith.ceildivui"(%arg362, %562) : (index, index) -> index
    "func.return"(%563) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r0"}> ({
  ^bb0(%arg361: i32):
    %560 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %561 = "arith.floordivsi"(%arg361, %560) : (i32, i32) -> i32
    "func.return"(%561) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l0"}> ({
  ^bb0(%arg360: i32):
    %558 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %559 = "arith.floordivsi"(%558, %arg360) : (i32, i32) -> i32
    "func.return"(%559) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r1"}> ({
  ^bb0(%arg359: i32):
    "func.return"(%arg359) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l1"}> ({
  ^bb0(%arg358: i32):
    %556 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %557 = "arith.floordivsi"(%556, %arg358) : (i32, i32) -> i32
    "func.return"(%557) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r-1"}> ({
  ^bb0(%arg357: i32):
    %554 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %555 = "arith.floordivsi"(%arg357, %554) : (i32, i32) -> i32
    "func.return"(%555) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l-1"}> ({
  ^bb0(%arg356: i32):
    %552 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %553 = "arith.floordivsi"(%552, %arg356) : (i32, i32) -> i32
    "func.return"(%553) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r2"}> ({
  ^bb0(%arg355: i32):
    %550 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %551 = "arith.floordivsi"(%arg355, %550) : (i32, i32) -> i32
    "func.return"(%551) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l2"}> ({
  ^bb0(%arg354: i32):
    %548 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %549 = "arith.floordivsi"(%548, %arg354) : (i32, i32) -> i32
    "func.return"(%549) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r31"}> ({
  ^bb0(%arg353: i32):
    %546 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %547 = "arith.floordivsi"(%arg353, %546) : (i32, i32) -> i32
    "func.return"(%547) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l31"}> ({
  ^bb0(%arg352: i32):
    %544 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %545 = "arith.floordivsi"(%544, %arg352) : (i32, i32) -> i32
    "func.return"(%545) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi r32"}> ({
  ^bb0(%arg351: i32):
    %542 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %543 = "arith.floordivsi"(%arg351, %542) : (i32, i32) -> i32
    "func.return"(%543) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi l32"}> ({
  ^bb0(%arg350: i32):
    %540 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %541 = "arith.floordivsi"(%540, %arg350) : (i32, i32) -> i32
    "func.return"(%541) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi same"}> ({
  ^bb0(%arg349: i32):
    %539 = "arith.floordivsi"(%arg349, %arg349) : (i32, i32) -> i32
    "func.return"(%539) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "floordivsi kk"}> ({
    %538 = "arith.constant"() <{value = -3 : i32}> : () -> i32
    "func.return"(%538) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "floordivsi chain"}> ({
  ^bb0(%arg348: i32):
    %534 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %535 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %536 = "arith.floordivsi"(%arg348, %534) : (i32, i32) -> i32
    %537 = "arith.floordivsi"(%536, %535) : (i32, i32) -> i32
    "func.return"(%537) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "floordivsi vec0"}> ({
  ^bb0(%arg347: vector<4xi32>):
    %532 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %533 = "arith.floordivsi"(%arg347, %532) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%533) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "floordivsi index"}> ({
  ^bb0(%arg346: index):
    %530 = "arith.constant"() <{value = 8 : index}> : () -> index
    %531 = "arith.floordivsi"(%arg346, %530) : (index, index) -> index
    "func.return"(%531) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "sub add"}> ({
  ^bb0(%arg344: i32, %arg345: i32):
    "func.return"(%arg344) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "sub add2"}> ({
  ^bb0(%arg342: i32, %arg343: i32):
    "func.return"(%arg343) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "add sub"}> ({
  ^bb0(%arg340: i32, %arg341: i32):
    "func.return"(%arg340) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "xor xor"}> ({
  ^bb0(%arg338: i32, %arg339: i32):
    "func.return"(%arg338) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "and and"}> ({
  ^bb0(%arg336: i32, %arg337: i32):
    %529 = "arith.andi"(%arg336, %arg337) : (i32, i32) -> i32
    "func.return"(%529) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "mul -1 sub"}> ({
  ^bb0(%arg334: i32, %arg335: i32):
    %528 = "arith.subi"(%arg335, %arg334) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%528) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "rem of mul"}> ({
  ^bb0(%arg333: i32):
    %525 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %526 = "arith.muli"(%arg333, %525) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %527 = "arith.remui"(%526, %525) : (i32, i32) -> i32
    "func.return"(%527) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "div of mul"}> ({
  ^bb0(%arg332: i32):
    %522 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %523 = "arith.muli"(%arg332, %522) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %524 = "arith.divsi"(%523, %522) : (i32, i32) -> i32
    "func.return"(%524) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi eq same"}> ({
  ^bb0(%arg331: i32):
    %521 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%521) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi eq kk"}> ({
    %520 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%520) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi eq left"}> ({
  ^bb0(%arg330: i32):
    %518 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %519 = "arith.cmpi"(%arg330, %518) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%519) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi eq extsi"}> ({
  ^bb0(%arg328: i16, %arg329: i16):
    %517 = "arith.cmpi"(%arg328, %arg329) <{predicate = 0 : i64}> : (i16, i16) -> i1
    "func.return"(%517) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi eq extui1"}> ({
  ^bb0(%arg327: i1):
    %514 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %515 = "arith.extui"(%arg327) : (i1) -> i32
    %516 = "arith.cmpi"(%515, %514) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%516) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi eq bool"}> ({
  ^bb0(%arg326: i1):
    %512 = "arith.constant"() <{value = false}> : () -> i1
    %513 = "arith.cmpi"(%arg326, %512) <{predicate = 0 : i64}> : (i1, i1) -> i1
    "func.return"(%513) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi eq max"}> ({
  ^bb0(%arg325: i32):
    %510 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %511 = "arith.cmpi"(%arg325, %510) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%511) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ne same"}> ({
  ^bb0(%arg324: i32):
    %509 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%509) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ne kk"}> ({
    %508 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%508) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ne left"}> ({
  ^bb0(%arg323: i32):
    %506 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %507 = "arith.cmpi"(%arg323, %506) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%507) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ne extsi"}> ({
  ^bb0(%arg321: i16, %arg322: i16):
    %505 = "arith.cmpi"(%arg321, %arg322) <{predicate = 1 : i64}> : (i16, i16) -> i1
    "func.return"(%505) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ne extui1"}> ({
  ^bb0(%arg320: i1):
    "func.return"(%arg320) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ne bool"}> ({
  ^bb0(%arg319: i1):
    "func.return"(%arg319) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ne max"}> ({
  ^bb0(%arg318: i32):
    %503 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %504 = "arith.cmpi"(%arg318, %503) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "func.return"(%504) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi slt same"}> ({
  ^bb0(%arg317: i32):
    %502 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%502) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi slt kk"}> ({
    %501 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%501) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi slt left"}> ({
  ^bb0(%arg316: i32):
    %499 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %500 = "arith.cmpi"(%arg316, %499) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%500) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi slt extsi"}> ({
  ^bb0(%arg314: i16, %arg315: i16):
    %496 = "arith.extsi"(%arg314) : (i16) -> i32
    %497 = "arith.extsi"(%arg315) : (i16) -> i32
    %498 = "arith.cmpi"(%496, %497) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%498) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi slt extui1"}> ({
  ^bb0(%arg313: i1):
    %493 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %494 = "arith.extui"(%arg313) : (i1) -> i32
    %495 = "arith.cmpi"(%494, %493) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%495) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi slt bool"}> ({
  ^bb0(%arg312: i1):
    %491 = "arith.constant"() <{value = false}> : () -> i1
    %492 = "arith.cmpi"(%arg312, %491) <{predicate = 2 : i64}> : (i1, i1) -> i1
    "func.return"(%492) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi slt max"}> ({
  ^bb0(%arg311: i32):
    %489 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %490 = "arith.cmpi"(%arg311, %489) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%490) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sle same"}> ({
  ^bb0(%arg310: i32):
    %488 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%488) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi sle kk"}> ({
    %487 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%487) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sle left"}> ({
  ^bb0(%arg309: i32):
    %485 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %486 = "arith.cmpi"(%arg309, %485) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%486) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi sle extsi"}> ({
  ^bb0(%arg307: i16, %arg308: i16):
    %482 = "arith.extsi"(%arg307) : (i16) -> i32
    %483 = "arith.extsi"(%arg308) : (i16) -> i32
    %484 = "arith.cmpi"(%482, %483) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%484) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sle extui1"}> ({
  ^bb0(%arg306: i1):
    %479 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %480 = "arith.extui"(%arg306) : (i1) -> i32
    %481 = "arith.cmpi"(%480, %479) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%481) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sle bool"}> ({
  ^bb0(%arg305: i1):
    %477 = "arith.constant"() <{value = false}> : () -> i1
    %478 = "arith.cmpi"(%arg305, %477) <{predicate = 3 : i64}> : (i1, i1) -> i1
    "func.return"(%478) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sle max"}> ({
  ^bb0(%arg304: i32):
    %475 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %476 = "arith.cmpi"(%arg304, %475) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%476) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sgt same"}> ({
  ^bb0(%arg303: i32):
    %474 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%474) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi sgt kk"}> ({
    %473 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%473) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sgt left"}> ({
  ^bb0(%arg302: i32):
    %471 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %472 = "arith.cmpi"(%arg302, %471) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"(%472) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi sgt extsi"}> ({
  ^bb0(%arg300: i16, %arg301: i16):
    %468 = "arith.extsi"(%arg300) : (i16) -> i32
    %469 = "arith.extsi"(%arg301) : (i16) -> i32
    %470 = "arith.cmpi"(%468, %469) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%470) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sgt extui1"}> ({
  ^bb0(%arg299: i1):
    %465 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %466 = "arith.extui"(%arg299) : (i1) -> i32
    %467 = "arith.cmpi"(%466, %465) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%467) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sgt bool"}> ({
  ^bb0(%arg298: i1):
    %463 = "arith.constant"() <{value = false}> : () -> i1
    %464 = "arith.cmpi"(%arg298, %463) <{predicate = 4 : i64}> : (i1, i1) -> i1
    "func.return"(%464) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sgt max"}> ({
  ^bb0(%arg297: i32):
    %461 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %462 = "arith.cmpi"(%arg297, %461) <{predicate = 4 : i64}> : (i32, i32) -> i1
    "func.return"(%462) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sge same"}> ({
  ^bb0(%arg296: i32):
    %460 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%460) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi sge kk"}> ({
    %459 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%459) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sge left"}> ({
  ^bb0(%arg295: i32):
    %457 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %458 = "arith.cmpi"(%arg295, %457) <{predicate = 3 : i64}> : (i32, i32) -> i1
    "func.return"(%458) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi sge extsi"}> ({
  ^bb0(%arg293: i16, %arg294: i16):
    %454 = "arith.extsi"(%arg293) : (i16) -> i32
    %455 = "arith.extsi"(%arg294) : (i16) -> i32
    %456 = "arith.cmpi"(%454, %455) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%456) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sge extui1"}> ({
  ^bb0(%arg292: i1):
    %451 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %452 = "arith.extui"(%arg292) : (i1) -> i32
    %453 = "arith.cmpi"(%452, %451) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%453) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi sge bool"}> ({
  ^bb0(%arg291: i1):
    %449 = "arith.constant"() <{value = false}> : () -> i1
    %450 = "arith.cmpi"(%arg291, %449) <{predicate = 5 : i64}> : (i1, i1) -> i1
    "func.return"(%450) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi sge max"}> ({
  ^bb0(%arg290: i32):
    %447 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %448 = "arith.cmpi"(%arg290, %447) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%448) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ult same"}> ({
  ^bb0(%arg289: i32):
    %446 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%446) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ult kk"}> ({
    %445 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%445) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ult left"}> ({
  ^bb0(%arg288: i32):
    %443 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %444 = "arith.cmpi"(%arg288, %443) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%444) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ult extsi"}> ({
  ^bb0(%arg286: i16, %arg287: i16):
    %440 = "arith.extsi"(%arg286) : (i16) -> i32
    %441 = "arith.extsi"(%arg287) : (i16) -> i32
    %442 = "arith.cmpi"(%440, %441) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%442) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ult extui1"}> ({
  ^bb0(%arg285: i1):
    %437 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %438 = "arith.extui"(%arg285) : (i1) -> i32
    %439 = "arith.cmpi"(%438, %437) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%439) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ult bool"}> ({
  ^bb0(%arg284: i1):
    %435 = "arith.constant"() <{value = false}> : () -> i1
    %436 = "arith.cmpi"(%arg284, %435) <{predicate = 6 : i64}> : (i1, i1) -> i1
    "func.return"(%436) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ult max"}> ({
  ^bb0(%arg283: i32):
    %433 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %434 = "arith.cmpi"(%arg283, %433) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%434) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ule same"}> ({
  ^bb0(%arg282: i32):
    %432 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%432) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ule kk"}> ({
    %431 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%431) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ule left"}> ({
  ^bb0(%arg281: i32):
    %429 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %430 = "arith.cmpi"(%arg281, %429) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%430) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ule extsi"}> ({
  ^bb0(%arg279: i16, %arg280: i16):
    %426 = "arith.extsi"(%arg279) : (i16) -> i32
    %427 = "arith.extsi"(%arg280) : (i16) -> i32
    %428 = "arith.cmpi"(%426, %427) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%428) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ule extui1"}> ({
  ^bb0(%arg278: i1):
    %423 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %424 = "arith.extui"(%arg278) : (i1) -> i32
    %425 = "arith.cmpi"(%424, %423) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%425) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ule bool"}> ({
  ^bb0(%arg277: i1):
    %421 = "arith.constant"() <{value = false}> : () -> i1
    %422 = "arith.cmpi"(%arg277, %421) <{predicate = 7 : i64}> : (i1, i1) -> i1
    "func.return"(%422) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ule max"}> ({
  ^bb0(%arg276: i32):
    %419 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %420 = "arith.cmpi"(%arg276, %419) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%420) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ugt same"}> ({
  ^bb0(%arg275: i32):
    %418 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%418) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi ugt kk"}> ({
    %417 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%417) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ugt left"}> ({
  ^bb0(%arg274: i32):
    %415 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %416 = "arith.cmpi"(%arg274, %415) <{predicate = 6 : i64}> : (i32, i32) -> i1
    "func.return"(%416) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi ugt extsi"}> ({
  ^bb0(%arg272: i16, %arg273: i16):
    %412 = "arith.extsi"(%arg272) : (i16) -> i32
    %413 = "arith.extsi"(%arg273) : (i16) -> i32
    %414 = "arith.cmpi"(%412, %413) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%414) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ugt extui1"}> ({
  ^bb0(%arg271: i1):
    %409 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %410 = "arith.extui"(%arg271) : (i1) -> i32
    %411 = "arith.cmpi"(%410, %409) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%411) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi ugt bool"}> ({
  ^bb0(%arg270: i1):
    %407 = "arith.constant"() <{value = false}> : () -> i1
    %408 = "arith.cmpi"(%arg270, %407) <{predicate = 8 : i64}> : (i1, i1) -> i1
    "func.return"(%408) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi ugt max"}> ({
  ^bb0(%arg269: i32):
    %405 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %406 = "arith.cmpi"(%arg269, %405) <{predicate = 8 : i64}> : (i32, i32) -> i1
    "func.return"(%406) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi uge same"}> ({
  ^bb0(%arg268: i32):
    %404 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%404) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpi uge kk"}> ({
    %403 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%403) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi uge left"}> ({
  ^bb0(%arg267: i32):
    %401 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %402 = "arith.cmpi"(%arg267, %401) <{predicate = 7 : i64}> : (i32, i32) -> i1
    "func.return"(%402) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i1, sym_name = "cmpi uge extsi"}> ({
  ^bb0(%arg265: i16, %arg266: i16):
    %398 = "arith.extsi"(%arg265) : (i16) -> i32
    %399 = "arith.extsi"(%arg266) : (i16) -> i32
    %400 = "arith.cmpi"(%398, %399) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%400) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi uge extui1"}> ({
  ^bb0(%arg264: i1):
    %395 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %396 = "arith.extui"(%arg264) : (i1) -> i32
    %397 = "arith.cmpi"(%396, %395) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%397) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "cmpi uge bool"}> ({
  ^bb0(%arg263: i1):
    %393 = "arith.constant"() <{value = false}> : () -> i1
    %394 = "arith.cmpi"(%arg263, %393) <{predicate = 9 : i64}> : (i1, i1) -> i1
    "func.return"(%394) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i1, sym_name = "cmpi uge max"}> ({
  ^bb0(%arg262: i32):
    %391 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %392 = "arith.cmpi"(%arg262, %391) <{predicate = 9 : i64}> : (i32, i32) -> i1
    "func.return"(%392) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 2"}> ({
  ^bb0(%arg260: i32, %arg261: i32):
    %390 = "arith.minsi"(%arg260, %arg261) : (i32, i32) -> i32
    "func.return"(%390) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 2"}> ({
  ^bb0(%arg258: i32, %arg259: i32):
    %389 = "arith.maxsi"(%arg258, %arg259) : (i32, i32) -> i32
    "func.return"(%389) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 2"}> ({
  ^bb0(%arg257: i32):
    %387 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %388 = "arith.minsi"(%arg257, %387) : (i32, i32) -> i32
    "func.return"(%388) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 3"}> ({
  ^bb0(%arg255: i32, %arg256: i32):
    %386 = "arith.minsi"(%arg255, %arg256) : (i32, i32) -> i32
    "func.return"(%386) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 3"}> ({
  ^bb0(%arg253: i32, %arg254: i32):
    %385 = "arith.maxsi"(%arg253, %arg254) : (i32, i32) -> i32
    "func.return"(%385) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 3"}> ({
  ^bb0(%arg252: i32):
    %383 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %384 = "arith.minsi"(%arg252, %383) : (i32, i32) -> i32
    "func.return"(%384) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 4"}> ({
  ^bb0(%arg250: i32, %arg251: i32):
    %382 = "arith.maxsi"(%arg250, %arg251) : (i32, i32) -> i32
    "func.return"(%382) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 4"}> ({
  ^bb0(%arg248: i32, %arg249: i32):
    %381 = "arith.minsi"(%arg248, %arg249) : (i32, i32) -> i32
    "func.return"(%381) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 4"}> ({
  ^bb0(%arg247: i32):
    %379 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %380 = "arith.maxsi"(%arg247, %379) : (i32, i32) -> i32
    "func.return"(%380) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 5"}> ({
  ^bb0(%arg245: i32, %arg246: i32):
    %378 = "arith.maxsi"(%arg245, %arg246) : (i32, i32) -> i32
    "func.return"(%378) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 5"}> ({
  ^bb0(%arg243: i32, %arg244: i32):
    %377 = "arith.minsi"(%arg243, %arg244) : (i32, i32) -> i32
    "func.return"(%377) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 5"}> ({
  ^bb0(%arg242: i32):
    %375 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %376 = "arith.maxsi"(%arg242, %375) : (i32, i32) -> i32
    "func.return"(%376) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 6"}> ({
  ^bb0(%arg240: i32, %arg241: i32):
    %374 = "arith.minui"(%arg240, %arg241) : (i32, i32) -> i32
    "func.return"(%374) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 6"}> ({
  ^bb0(%arg238: i32, %arg239: i32):
    %373 = "arith.maxui"(%arg238, %arg239) : (i32, i32) -> i32
    "func.return"(%373) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 6"}> ({
  ^bb0(%arg237: i32):
    %371 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %372 = "arith.minui"(%arg237, %371) : (i32, i32) -> i32
    "func.return"(%372) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 7"}> ({
  ^bb0(%arg235: i32, %arg236: i32):
    %370 = "arith.minui"(%arg235, %arg236) : (i32, i32) -> i32
    "func.return"(%370) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 7"}> ({
  ^bb0(%arg233: i32, %arg234: i32):
    %369 = "arith.maxui"(%arg233, %arg234) : (i32, i32) -> i32
    "func.return"(%369) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 7"}> ({
  ^bb0(%arg232: i32):
    %367 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %368 = "arith.minui"(%arg232, %367) : (i32, i32) -> i32
    "func.return"(%368) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 8"}> ({
  ^bb0(%arg230: i32, %arg231: i32):
    %366 = "arith.maxui"(%arg230, %arg231) : (i32, i32) -> i32
    "func.return"(%366) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 8"}> ({
  ^bb0(%arg228: i32, %arg229: i32):
    %365 = "arith.minui"(%arg228, %arg229) : (i32, i32) -> i32
    "func.return"(%365) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 8"}> ({
  ^bb0(%arg227: i32):
    %363 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %364 = "arith.maxui"(%arg227, %363) : (i32, i32) -> i32
    "func.return"(%364) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax 9"}> ({
  ^bb0(%arg225: i32, %arg226: i32):
    %362 = "arith.maxui"(%arg225, %arg226) : (i32, i32) -> i32
    "func.return"(%362) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "minmax rev 9"}> ({
  ^bb0(%arg223: i32, %arg224: i32):
    %361 = "arith.minui"(%arg223, %arg224) : (i32, i32) -> i32
    "func.return"(%361) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minmax k 9"}> ({
  ^bb0(%arg222: i32):
    %359 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %360 = "arith.maxui"(%arg222, %359) : (i32, i32) -> i32
    "func.return"(%360) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 1"}> ({
  ^bb0(%arg220: f32, %arg221: f32):
    %357 = "arith.cmpf"(%arg220, %arg221) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    %358 = "arith.select"(%357, %arg220, %arg221) : (i1, f32, f32) -> f32
    "func.return"(%358) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 2"}> ({
  ^bb0(%arg218: f32, %arg219: f32):
    %355 = "arith.cmpf"(%arg218, %arg219) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %356 = "arith.select"(%355, %arg218, %arg219) : (i1, f32, f32) -> f32
    "func.return"(%356) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 4"}> ({
  ^bb0(%arg216: f32, %arg217: f32):
    %353 = "arith.cmpf"(%arg216, %arg217) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %354 = "arith.select"(%353, %arg216, %arg217) : (i1, f32, f32) -> f32
    "func.return"(%354) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 5"}> ({
  ^bb0(%arg214: f32, %arg215: f32):
    %351 = "arith.cmpf"(%arg214, %arg215) <{fastmath = #arith.fastmath<none>, predicate = 5 : i64}> : (f32, f32) -> i1
    %352 = "arith.select"(%351, %arg214, %arg215) : (i1, f32, f32) -> f32
    "func.return"(%352) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "fminmax 9"}> ({
  ^bb0(%arg212: f32, %arg213: f32):
    %349 = "arith.cmpf"(%arg212, %arg213) <{fastmath = #arith.fastmath<none>, predicate = 9 : i64}> : (f32, f32) -> i1
    %350 = "arith.select"(%349, %arg212, %arg213) : (i1, f32, f32) -> f32
    "func.return"(%350) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi ext2147483647"}> ({
  ^bb0(%arg211: i32):
    %348 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    "func.return"(%348) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxsi ext-2147483648"}> ({
  ^bb0(%arg210: i32):
    "func.return"(%arg210) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi ext2147483647"}> ({
  ^bb0(%arg209: i32):
    "func.return"(%arg209) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minsi ext-2147483648"}> ({
  ^bb0(%arg208: i32):
    %347 = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    "func.return"(%347) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui ext2147483647"}> ({
  ^bb0(%arg207: i32):
    %345 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %346 = "arith.maxui"(%arg207, %345) : (i32, i32) -> i32
    "func.return"(%346) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "maxui ext-2147483648"}> ({
  ^bb0(%arg206: i32):
    %343 = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %344 = "arith.maxui"(%arg206, %343) : (i32, i32) -> i32
    "func.return"(%344) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui ext2147483647"}> ({
  ^bb0(%arg205: i32):
    %341 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %342 = "arith.minui"(%arg205, %341) : (i32, i32) -> i32
    "func.return"(%342) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "minui ext-2147483648"}> ({
  ^bb0(%arg204: i32):
    %339 = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %340 = "arith.minui"(%arg204, %339) : (i32, i32) -> i32
    "func.return"(%340) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "andi of andi shared"}> ({
  ^bb0(%arg202: i32, %arg203: i32):
    %338 = "arith.andi"(%arg202, %arg203) : (i32, i32) -> i32
    "func.return"(%338) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "andi chain vec"}> ({
  ^bb0(%arg201: vector<4xi32>):
    %334 = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %335 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %336 = "arith.andi"(%arg201, %334) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %337 = "arith.andi"(%336, %335) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%337) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "ori of ori shared"}> ({
  ^bb0(%arg199: i32, %arg200: i32):
    %332 = "arith.ori"(%arg199, %arg200) : (i32, i32) -> i32
    %333 = "arith.ori"(%arg199, %332) : (i32, i32) -> i32
    "func.return"(%333) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "ori chain vec"}> ({
  ^bb0(%arg198: vector<4xi32>):
    %328 = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %329 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %330 = "arith.ori"(%arg198, %328) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %331 = "arith.ori"(%330, %329) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%331) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "xori of xori shared"}> ({
  ^bb0(%arg196: i32, %arg197: i32):
    "func.return"(%arg197) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "xori chain vec"}> ({
  ^bb0(%arg195: vector<4xi32>):
    %324 = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %325 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %326 = "arith.xori"(%arg195, %324) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %327 = "arith.xori"(%326, %325) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%327) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "addi chain vec"}> ({
  ^bb0(%arg194: vector<4xi32>):
    %320 = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %321 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %322 = "arith.addi"(%arg194, %320) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %323 = "arith.addi"(%322, %321) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%323) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "addi nonsplat"}> ({
    %319 = "arith.constant"() <{value = dense<[8, 9, 10, 11]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%319) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "subi chain vec"}> ({
  ^bb0(%arg193: vector<4xi32>):
    %315 = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %316 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %317 = "arith.subi"(%arg193, %315) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %318 = "arith.subi"(%317, %316) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%318) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "subi nonsplat"}> ({
    %314 = "arith.constant"() <{value = dense<[2, 3, 4, 5]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%314) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xi32>) -> vector<4xi32>, sym_name = "muli chain vec"}> ({
  ^bb0(%arg192: vector<4xi32>):
    %310 = "arith.constant"() <{value = dense<5> : vector<4xi32>}> : () -> vector<4xi32>
    %311 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %312 = "arith.muli"(%arg192, %310) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %313 = "arith.muli"(%312, %311) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%313) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> vector<4xi32>, sym_name = "muli nonsplat"}> ({
    %309 = "arith.constant"() <{value = dense<[15, 18, 21, 24]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%309) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "mul -1 add left"}> ({
  ^bb0(%arg190: i32, %arg191: i32):
    %308 = "arith.subi"(%arg191, %arg190) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%308) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i1, sym_name = "cmpi of sub"}> ({
  ^bb0(%arg188: i32, %arg189: i32):
    %305 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %306 = "arith.subi"(%arg188, %arg189) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %307 = "arith.cmpi"(%306, %305) <{predicate = 0 : i64}> : (i32, i32) -> i1
    "func.return"(%307) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i1, sym_name = "xor cmp"}> ({
  ^bb0(%arg186: i32, %arg187: i32):
    %304 = "arith.cmpi"(%arg186, %arg187) <{predicate = 5 : i64}> : (i32, i32) -> i1
    "func.return"(%304) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "or and absorb"}> ({
  ^bb0(%arg184: i32, %arg185: i32):
    %302 = "arith.andi"(%arg184, %arg185) : (i32, i32) -> i32
    %303 = "arith.ori"(%arg184, %302) : (i32, i32) -> i32
    "func.return"(%303) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "and not"}> ({
  ^bb0(%arg183: i32):
    %301 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%301) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "or not"}> ({
  ^bb0(%arg182: i32):
    %300 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "func.return"(%300) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "ext of cmp"}> ({
  ^bb0(%arg180: i32, %arg181: i32):
    %298 = "arith.cmpi"(%arg180, %arg181) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %299 = "arith.extui"(%298) : (i1) -> i32
    "func.return"(%299) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "trunc of ext of i1"}> ({
  ^bb0(%arg179: i1):
    "func.return"(%arg179) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "shl shr"}> ({
  ^bb0(%arg178: i32):
    %295 = "arith.constant"() <{value = 4 : i32}> : () -> i32
    %296 = "arith.shrsi"(%arg178, %295) : (i32, i32) -> i32
    %297 = "arith.shli"(%296, %295) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%297) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> i32, sym_name = "trunc of shr"}> ({
  ^bb0(%arg177: i64):
    %292 = "arith.constant"() <{value = 32 : i64}> : () -> i64
    %293 = "arith.shrui"(%arg177, %292) : (i64, i64) -> i64
    %294 = "arith.trunci"(%293) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    "func.return"(%294) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "trunc of mul ext"}> ({
  ^bb0(%arg175: i32, %arg176: i32):
    %288 = "arith.extsi"(%arg175) : (i32) -> i64
    %289 = "arith.extsi"(%arg176) : (i32) -> i64
    %290 = "arith.muli"(%288, %289) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %291 = "arith.trunci"(%290) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
    "func.return"(%291) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "select same"}> ({
  ^bb0(%arg173: i32, %arg174: i1):
    "func.return"(%arg173) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "select true"}> ({
  ^bb0(%arg171: i32, %arg172: i32):
    "func.return"(%arg171) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "select bool"}> ({
  ^bb0(%arg170: i1):
    "func.return"(%arg170) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i1, sym_name = "select boolnot"}> ({
  ^bb0(%arg169: i1):
    %286 = "arith.constant"() <{value = true}> : () -> i1
    %287 = "arith.xori"(%arg169, %286) : (i1, i1) -> i1
    "func.return"(%287) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "select not"}> ({
  ^bb0(%arg166: i32, %arg167: i32, %arg168: i1):
    %285 = "arith.select"(%arg168, %arg167, %arg166) : (i1, i32, i32) -> i32
    "func.return"(%285) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "select eq"}> ({
  ^bb0(%arg164: i32, %arg165: i32):
    "func.return"(%arg165) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "select ne"}> ({
  ^bb0(%arg162: i32, %arg163: i32):
    "func.return"(%arg162) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "select 1 0"}> ({
  ^bb0(%arg161: i1):
    %284 = "arith.extui"(%arg161) : (i1) -> i32
    "func.return"(%284) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> i32, sym_name = "select 0 1"}> ({
  ^bb0(%arg160: i1):
    %281 = "arith.constant"() <{value = true}> : () -> i1
    %282 = "arith.xori"(%arg160, %281) : (i1, i1) -> i1
    %283 = "arith.extui"(%282) : (i1) -> i32
    "func.return"(%283) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "select nested"}> ({
  ^bb0(%arg157: i32, %arg158: i32, %arg159: i1):
    %280 = "arith.select"(%arg159, %arg157, %arg158) : (i1, i32, i32) -> i32
    "func.return"(%280) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1) -> i32, sym_name = "select nested2"}> ({
  ^bb0(%arg154: i32, %arg155: i32, %arg156: i1):
    %279 = "arith.select"(%arg156, %arg154, %arg155) : (i1, i32, i32) -> i32
    "func.return"(%279) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i1, sym_name = "select i1 true"}> ({
  ^bb0(%arg152: i1, %arg153: i1):
    %277 = "arith.constant"() <{value = true}> : () -> i1
    %278 = "arith.select"(%arg152, %277, %arg153) : (i1, i1, i1) -> i1
    "func.return"(%278) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i1) -> i1, sym_name = "select i1 false"}> ({
  ^bb0(%arg150: i1, %arg151: i1):
    %275 = "arith.constant"() <{value = false}> : () -> i1
    %276 = "arith.select"(%arg150, %arg151, %275) : (i1, i1, i1) -> i1
    "func.return"(%276) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "max cmp"}> ({
  ^bb0(%arg148: i32, %arg149: i32):
    %274 = "arith.maxsi"(%arg148, %arg149) : (i32, i32) -> i32
    "func.return"(%274) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "extsi k"}> ({
    %273 = "arith.constant"() <{value = -3 : i64}> : () -> i64
    "func.return"(%273) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extsi of extsi"}> ({
  ^bb0(%arg147: i16):
    %272 = "arith.extsi"(%arg147) : (i16) -> i64
    "func.return"(%272) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extui of extsi"}> ({
  ^bb0(%arg146: i16):
    %270 = "arith.extsi"(%arg146) : (i16) -> i32
    %271 = "arith.extui"(%270) : (i32) -> i64
    "func.return"(%271) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "trunc of extsi"}> ({
  ^bb0(%arg145: i32):
    "func.return"(%arg145) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i16, sym_name = "trunc16 of extsi"}> ({
  ^bb0(%arg144: i32):
    %269 = "arith.trunci"(%arg144) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    "func.return"(%269) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "extsi of trunc"}> ({
  ^bb0(%arg143: i32):
    %267 = "arith.trunci"(%arg143) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    %268 = "arith.extsi"(%267) : (i16) -> i32
    "func.return"(%268) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "andi of extsi"}> ({
  ^bb0(%arg141: i16, %arg142: i16):
    %265 = "arith.andi"(%arg141, %arg142) : (i16, i16) -> i16
    %266 = "arith.extsi"(%265) : (i16) -> i32
    "func.return"(%266) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "ori of extsi"}> ({
  ^bb0(%arg139: i16, %arg140: i16):
    %263 = "arith.ori"(%arg139, %arg140) : (i16, i16) -> i16
    %264 = "arith.extsi"(%263) : (i16) -> i32
    "func.return"(%264) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "xori of extsi"}> ({
  ^bb0(%arg137: i16, %arg138: i16):
    %261 = "arith.xori"(%arg137, %arg138) : (i16, i16) -> i16
    %262 = "arith.extsi"(%261) : (i16) -> i32
    "func.return"(%262) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_cast of extsi"}> ({
  ^bb0(%arg136: i16):
    %260 = "arith.index_cast"(%arg136) : (i16) -> index
    "func.return"(%260) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_castui of extsi"}> ({
  ^bb0(%arg135: i16):
    %258 = "arith.extsi"(%arg135) : (i16) -> i32
    %259 = "arith.index_castui"(%258) : (i32) -> index
    "func.return"(%259) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "extui k"}> ({
    %257 = "arith.constant"() <{value = 4294967293 : i64}> : () -> i64
    "func.return"(%257) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extsi of extui"}> ({
  ^bb0(%arg134: i16):
    %256 = "arith.extui"(%arg134) : (i16) -> i64
    "func.return"(%256) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i64, sym_name = "extui of extui"}> ({
  ^bb0(%arg133: i16):
    %255 = "arith.extui"(%arg133) : (i16) -> i64
    "func.return"(%255) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "trunc of extui"}> ({
  ^bb0(%arg132: i32):
    "func.return"(%arg132) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i16, sym_name = "trunc16 of extui"}> ({
  ^bb0(%arg131: i32):
    %254 = "arith.trunci"(%arg131) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    "func.return"(%254) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "extui of trunc"}> ({
  ^bb0(%arg130: i32):
    %252 = "arith.trunci"(%arg130) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i16
    %253 = "arith.extui"(%252) : (i16) -> i32
    "func.return"(%253) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "andi of extui"}> ({
  ^bb0(%arg128: i16, %arg129: i16):
    %250 = "arith.andi"(%arg128, %arg129) : (i16, i16) -> i16
    %251 = "arith.extui"(%250) : (i16) -> i32
    "func.return"(%251) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "ori of extui"}> ({
  ^bb0(%arg126: i16, %arg127: i16):
    %248 = "arith.ori"(%arg126, %arg127) : (i16, i16) -> i16
    %249 = "arith.extui"(%248) : (i16) -> i32
    "func.return"(%249) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16, i16) -> i32, sym_name = "xori of extui"}> ({
  ^bb0(%arg124: i16, %arg125: i16):
    %246 = "arith.xori"(%arg124, %arg125) : (i16, i16) -> i16
    %247 = "arith.extui"(%246) : (i16) -> i32
    "func.return"(%247) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_cast of extui"}> ({
  ^bb0(%arg123: i16):
    %244 = "arith.extui"(%arg123) : (i16) -> i32
    %245 = "arith.index_cast"(%244) : (i32) -> index
    "func.return"(%245) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> index, sym_name = "index_castui of extui"}> ({
  ^bb0(%arg122: i16):
    %243 = "arith.index_castui"(%arg122) : (i16) -> index
    "func.return"(%243) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i64) -> i16, sym_name = "trunc trunc"}> ({
  ^bb0(%arg121: i64):
    %242 = "arith.trunci"(%arg121) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i16
    "func.return"(%242) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i16, sym_name = "trunc k"}> ({
    %241 = "arith.constant"() <{value = 4464 : i16}> : () -> i16
    "func.return"(%241) : (i16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "icast icast"}> ({
  ^bb0(%arg120: i32):
    "func.return"(%arg120) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "icast icast2"}> ({
  ^bb0(%arg119: index):
    %239 = "arith.index_cast"(%arg119) : (index) -> i32
    %240 = "arith.index_cast"(%239) : (i32) -> index
    "func.return"(%240) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> index, sym_name = "icast k"}> ({
    %238 = "arith.constant"() <{value = -3 : index}> : () -> index
    "func.return"(%238) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> index, sym_name = "icastui k"}> ({
    %237 = "arith.constant"() <{value = 4294967293 : index}> : () -> index
    "func.return"(%237) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r0.0"}> ({
  ^bb0(%arg118: f32):
    %235 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %236 = "arith.addf"(%arg118, %235) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%236) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l0.0"}> ({
  ^bb0(%arg117: f32):
    %233 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %234 = "arith.addf"(%arg117, %233) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%234) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r1.0"}> ({
  ^bb0(%arg116: f32):
    %231 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %232 = "arith.addf"(%arg116, %231) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%232) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l1.0"}> ({
  ^bb0(%arg115: f32):
    %229 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %230 = "arith.addf"(%arg115, %229) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%230) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r-0.0"}> ({
  ^bb0(%arg114: f32):
    "func.return"(%arg114) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l-0.0"}> ({
  ^bb0(%arg113: f32):
    "func.return"(%arg113) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r-1.0"}> ({
  ^bb0(%arg112: f32):
    %227 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %228 = "arith.addf"(%arg112, %227) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%228) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l-1.0"}> ({
  ^bb0(%arg111: f32):
    %225 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %226 = "arith.addf"(%arg111, %225) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%226) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf r2.0"}> ({
  ^bb0(%arg110: f32):
    %223 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %224 = "arith.addf"(%arg110, %223) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%224) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf l2.0"}> ({
  ^bb0(%arg109: f32):
    %221 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %222 = "arith.addf"(%arg109, %221) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%222) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "addf same"}> ({
  ^bb0(%arg108: f32):
    %220 = "arith.addf"(%arg108, %arg108) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%220) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "addf kk"}> ({
    %219 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    "func.return"(%219) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r0.0"}> ({
  ^bb0(%arg107: f32):
    "func.return"(%arg107) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l0.0"}> ({
  ^bb0(%arg106: f32):
    %217 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %218 = "arith.subf"(%217, %arg106) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%218) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r1.0"}> ({
  ^bb0(%arg105: f32):
    %215 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %216 = "arith.subf"(%arg105, %215) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%216) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l1.0"}> ({
  ^bb0(%arg104: f32):
    %213 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %214 = "arith.subf"(%213, %arg104) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%214) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r-0.0"}> ({
  ^bb0(%arg103: f32):
    %211 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %212 = "arith.subf"(%arg103, %211) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%212) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l-0.0"}> ({
  ^bb0(%arg102: f32):
    %210 = "arith.negf"(%arg102) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%210) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r-1.0"}> ({
  ^bb0(%arg101: f32):
    %208 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %209 = "arith.subf"(%arg101, %208) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%209) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l-1.0"}> ({
  ^bb0(%arg100: f32):
    %206 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %207 = "arith.subf"(%206, %arg100) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%207) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf r2.0"}> ({
  ^bb0(%arg99: f32):
    %204 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %205 = "arith.subf"(%arg99, %204) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%205) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf l2.0"}> ({
  ^bb0(%arg98: f32):
    %202 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %203 = "arith.subf"(%202, %arg98) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%203) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf same"}> ({
  ^bb0(%arg97: f32):
    %201 = "arith.subf"(%arg97, %arg97) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%201) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "subf kk"}> ({
    %200 = "arith.constant"() <{value = 3.000000e+00 : f32}> : () -> f32
    "func.return"(%200) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r0.0"}> ({
  ^bb0(%arg96: f32):
    %198 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %199 = "arith.mulf"(%arg96, %198) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%199) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l0.0"}> ({
  ^bb0(%arg95: f32):
    %196 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %197 = "arith.mulf"(%arg95, %196) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%197) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r1.0"}> ({
  ^bb0(%arg94: f32):
    "func.return"(%arg94) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l1.0"}> ({
  ^bb0(%arg93: f32):
    "func.return"(%arg93) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r-0.0"}> ({
  ^bb0(%arg92: f32):
    %194 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %195 = "arith.mulf"(%arg92, %194) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%195) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l-0.0"}> ({
  ^bb0(%arg91: f32):
    %192 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %193 = "arith.mulf"(%arg91, %192) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%193) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r-1.0"}> ({
  ^bb0(%arg90: f32):
    %190 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %191 = "arith.mulf"(%arg90, %190) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%191) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l-1.0"}> ({
  ^bb0(%arg89: f32):
    %188 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %189 = "arith.mulf"(%arg89, %188) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%189) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf r2.0"}> ({
  ^bb0(%arg88: f32):
    %186 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %187 = "arith.mulf"(%arg88, %186) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%187) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf l2.0"}> ({
  ^bb0(%arg87: f32):
    %184 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %185 = "arith.mulf"(%arg87, %184) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%185) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "mulf same"}> ({
  ^bb0(%arg86: f32):
    %183 = "arith.mulf"(%arg86, %arg86) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%183) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "mulf kk"}> ({
    %182 = "arith.constant"() <{value = -1.250000e+00 : f32}> : () -> f32
    "func.return"(%182) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r0.0"}> ({
  ^bb0(%arg85: f32):
    %180 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %181 = "arith.divf"(%arg85, %180) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%181) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l0.0"}> ({
  ^bb0(%arg84: f32):
    %178 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %179 = "arith.divf"(%178, %arg84) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%179) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r1.0"}> ({
  ^bb0(%arg83: f32):
    "func.return"(%arg83) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l1.0"}> ({
  ^bb0(%arg82: f32):
    %176 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %177 = "arith.divf"(%176, %arg82) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%177) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r-0.0"}> ({
  ^bb0(%arg81: f32):
    %174 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %175 = "arith.divf"(%arg81, %174) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%175) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l-0.0"}> ({
  ^bb0(%arg80: f32):
    %172 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %173 = "arith.divf"(%172, %arg80) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%173) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r-1.0"}> ({
  ^bb0(%arg79: f32):
    %170 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %171 = "arith.divf"(%arg79, %170) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%171) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l-1.0"}> ({
  ^bb0(%arg78: f32):
    %168 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %169 = "arith.divf"(%168, %arg78) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%169) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf r2.0"}> ({
  ^bb0(%arg77: f32):
    %166 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %167 = "arith.divf"(%arg77, %166) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%167) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf l2.0"}> ({
  ^bb0(%arg76: f32):
    %164 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %165 = "arith.divf"(%164, %arg76) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%165) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "divf same"}> ({
  ^bb0(%arg75: f32):
    %163 = "arith.divf"(%arg75, %arg75) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%163) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "divf kk"}> ({
    %162 = "arith.constant"() <{value = -5.000000e+00 : f32}> : () -> f32
    "func.return"(%162) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r0.0"}> ({
  ^bb0(%arg74: f32):
    %160 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %161 = "arith.maximumf"(%arg74, %160) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%161) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l0.0"}> ({
  ^bb0(%arg73: f32):
    %158 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %159 = "arith.maximumf"(%arg73, %158) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%159) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r1.0"}> ({
  ^bb0(%arg72: f32):
    %156 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %157 = "arith.maximumf"(%arg72, %156) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%157) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l1.0"}> ({
  ^bb0(%arg71: f32):
    %154 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %155 = "arith.maximumf"(%arg71, %154) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%155) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r-0.0"}> ({
  ^bb0(%arg70: f32):
    %152 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %153 = "arith.maximumf"(%arg70, %152) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%153) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l-0.0"}> ({
  ^bb0(%arg69: f32):
    %150 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %151 = "arith.maximumf"(%arg69, %150) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%151) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r-1.0"}> ({
  ^bb0(%arg68: f32):
    %148 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %149 = "arith.maximumf"(%arg68, %148) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%149) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l-1.0"}> ({
  ^bb0(%arg67: f32):
    %146 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %147 = "arith.maximumf"(%arg67, %146) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%147) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf r2.0"}> ({
  ^bb0(%arg66: f32):
    %144 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %145 = "arith.maximumf"(%arg66, %144) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%145) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf l2.0"}> ({
  ^bb0(%arg65: f32):
    %142 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %143 = "arith.maximumf"(%arg65, %142) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%143) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maximumf same"}> ({
  ^bb0(%arg64: f32):
    "func.return"(%arg64) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "maximumf kk"}> ({
    %141 = "arith.constant"() <{value = 2.500000e+00 : f32}> : () -> f32
    "func.return"(%141) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r0.0"}> ({
  ^bb0(%arg63: f32):
    %139 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %140 = "arith.minimumf"(%arg63, %139) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%140) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l0.0"}> ({
  ^bb0(%arg62: f32):
    %137 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %138 = "arith.minimumf"(%arg62, %137) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%138) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r1.0"}> ({
  ^bb0(%arg61: f32):
    %135 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %136 = "arith.minimumf"(%arg61, %135) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%136) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l1.0"}> ({
  ^bb0(%arg60: f32):
    %133 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %134 = "arith.minimumf"(%arg60, %133) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%134) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r-0.0"}> ({
  ^bb0(%arg59: f32):
    %131 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %132 = "arith.minimumf"(%arg59, %131) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%132) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l-0.0"}> ({
  ^bb0(%arg58: f32):
    %129 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %130 = "arith.minimumf"(%arg58, %129) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%130) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r-1.0"}> ({
  ^bb0(%arg57: f32):
    %127 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %128 = "arith.minimumf"(%arg57, %127) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%128) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l-1.0"}> ({
  ^bb0(%arg56: f32):
    %125 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %126 = "arith.minimumf"(%arg56, %125) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%126) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf r2.0"}> ({
  ^bb0(%arg55: f32):
    %123 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %124 = "arith.minimumf"(%arg55, %123) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%124) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf l2.0"}> ({
  ^bb0(%arg54: f32):
    %121 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %122 = "arith.minimumf"(%arg54, %121) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%122) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minimumf same"}> ({
  ^bb0(%arg53: f32):
    "func.return"(%arg53) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "minimumf kk"}> ({
    %120 = "arith.constant"() <{value = -5.000000e-01 : f32}> : () -> f32
    "func.return"(%120) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r0.0"}> ({
  ^bb0(%arg52: f32):
    %118 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %119 = "arith.maxnumf"(%arg52, %118) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%119) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l0.0"}> ({
  ^bb0(%arg51: f32):
    %116 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %117 = "arith.maxnumf"(%arg51, %116) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%117) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r1.0"}> ({
  ^bb0(%arg50: f32):
    %114 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %115 = "arith.maxnumf"(%arg50, %114) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%115) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l1.0"}> ({
  ^bb0(%arg49: f32):
    %112 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %113 = "arith.maxnumf"(%arg49, %112) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%113) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r-0.0"}> ({
  ^bb0(%arg48: f32):
    %110 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %111 = "arith.maxnumf"(%arg48, %110) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%111) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l-0.0"}> ({
  ^bb0(%arg47: f32):
    %108 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %109 = "arith.maxnumf"(%arg47, %108) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%109) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r-1.0"}> ({
  ^bb0(%arg46: f32):
    %106 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %107 = "arith.maxnumf"(%arg46, %106) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%107) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l-1.0"}> ({
  ^bb0(%arg45: f32):
    %104 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %105 = "arith.maxnumf"(%arg45, %104) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%105) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf r2.0"}> ({
  ^bb0(%arg44: f32):
    %102 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %103 = "arith.maxnumf"(%arg44, %102) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%103) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf l2.0"}> ({
  ^bb0(%arg43: f32):
    %100 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %101 = "arith.maxnumf"(%arg43, %100) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%101) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "maxnumf same"}> ({
  ^bb0(%arg42: f32):
    "func.return"(%arg42) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "maxnumf kk"}> ({
    %99 = "arith.constant"() <{value = 2.500000e+00 : f32}> : () -> f32
    "func.return"(%99) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r0.0"}> ({
  ^bb0(%arg41: f32):
    %97 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %98 = "arith.minnumf"(%arg41, %97) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%98) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l0.0"}> ({
  ^bb0(%arg40: f32):
    %95 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %96 = "arith.minnumf"(%arg40, %95) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%96) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r1.0"}> ({
  ^bb0(%arg39: f32):
    %93 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %94 = "arith.minnumf"(%arg39, %93) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%94) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l1.0"}> ({
  ^bb0(%arg38: f32):
    %91 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %92 = "arith.minnumf"(%arg38, %91) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%92) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r-0.0"}> ({
  ^bb0(%arg37: f32):
    %89 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %90 = "arith.minnumf"(%arg37, %89) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%90) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l-0.0"}> ({
  ^bb0(%arg36: f32):
    %87 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %88 = "arith.minnumf"(%arg36, %87) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%88) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r-1.0"}> ({
  ^bb0(%arg35: f32):
    %85 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %86 = "arith.minnumf"(%arg35, %85) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%86) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l-1.0"}> ({
  ^bb0(%arg34: f32):
    %83 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %84 = "arith.minnumf"(%arg34, %83) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%84) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf r2.0"}> ({
  ^bb0(%arg33: f32):
    %81 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %82 = "arith.minnumf"(%arg33, %81) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%82) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf l2.0"}> ({
  ^bb0(%arg32: f32):
    %79 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %80 = "arith.minnumf"(%arg32, %79) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%80) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "minnumf same"}> ({
  ^bb0(%arg31: f32):
    "func.return"(%arg31) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "minnumf kk"}> ({
    %78 = "arith.constant"() <{value = -5.000000e-01 : f32}> : () -> f32
    "func.return"(%78) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r0.0"}> ({
  ^bb0(%arg30: f32):
    %76 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %77 = "arith.remf"(%arg30, %76) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%77) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l0.0"}> ({
  ^bb0(%arg29: f32):
    %74 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %75 = "arith.remf"(%74, %arg29) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%75) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r1.0"}> ({
  ^bb0(%arg28: f32):
    %72 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %73 = "arith.remf"(%arg28, %72) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%73) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l1.0"}> ({
  ^bb0(%arg27: f32):
    %70 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %71 = "arith.remf"(%70, %arg27) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%71) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r-0.0"}> ({
  ^bb0(%arg26: f32):
    %68 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %69 = "arith.remf"(%arg26, %68) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%69) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l-0.0"}> ({
  ^bb0(%arg25: f32):
    %66 = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
    %67 = "arith.remf"(%66, %arg25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%67) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r-1.0"}> ({
  ^bb0(%arg24: f32):
    %64 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %65 = "arith.remf"(%arg24, %64) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%65) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l-1.0"}> ({
  ^bb0(%arg23: f32):
    %62 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    %63 = "arith.remf"(%62, %arg23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%63) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf r2.0"}> ({
  ^bb0(%arg22: f32):
    %60 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %61 = "arith.remf"(%arg22, %60) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%61) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf l2.0"}> ({
  ^bb0(%arg21: f32):
    %58 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %59 = "arith.remf"(%58, %arg21) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%59) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "remf same"}> ({
  ^bb0(%arg20: f32):
    %57 = "arith.remf"(%arg20, %arg20) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%57) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "remf kk"}> ({
    %56 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    "func.return"(%56) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "negf negf"}> ({
  ^bb0(%arg19: f32):
    "func.return"(%arg19) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "negf k"}> ({
    %55 = "arith.constant"() <{value = -2.500000e+00 : f32}> : () -> f32
    "func.return"(%55) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "mulf negf negf"}> ({
  ^bb0(%arg17: f32, %arg18: f32):
    %54 = "arith.mulf"(%arg17, %arg18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%54) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32) -> f32, sym_name = "divf negf negf"}> ({
  ^bb0(%arg15: f32, %arg16: f32):
    %53 = "arith.divf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%53) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "subf 0"}> ({
  ^bb0(%arg14: f32):
    %52 = "arith.negf"(%arg14) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%52) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f64, sym_name = "extf k"}> ({
    %51 = "arith.constant"() <{value = 2.500000e+00 : f64}> : () -> f64
    "func.return"(%51) : (f64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f16, sym_name = "truncf k"}> ({
    %50 = "arith.constant"() <{value = 2.500000e+00 : f16}> : () -> f16
    "func.return"(%50) : (f16) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "truncf extf"}> ({
  ^bb0(%arg13: f32):
    "func.return"(%arg13) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f16) -> f64, sym_name = "extf extf"}> ({
  ^bb0(%arg12: f16):
    %48 = "arith.extf"(%arg12) : (f16) -> f32
    %49 = "arith.extf"(%48) : (f32) -> f64
    "func.return"(%49) : (f64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "sitofp k"}> ({
    %47 = "arith.constant"() <{value = 3.000000e+00 : f32}> : () -> f32
    "func.return"(%47) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "uitofp k"}> ({
    %46 = "arith.constant"() <{value = 4.2949673E+9 : f32}> : () -> f32
    "func.return"(%46) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "fptosi k"}> ({
    %45 = "arith.constant"() <{value = -2 : i32}> : () -> i32
    "func.return"(%45) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "fptosi big"}> ({
    %43 = "arith.constant"() <{value = 1.000000e+20 : f32}> : () -> f32
    %44 = "arith.fptosi"(%43) : (f32) -> i32
    "func.return"(%44) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i16) -> i32, sym_name = "fptosi of sitofp"}> ({
  ^bb0(%arg11: i16):
    %41 = "arith.sitofp"(%arg11) : (i16) -> f32
    %42 = "arith.fptosi"(%41) : (f32) -> i32
    "func.return"(%42) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 0 same"}> ({
  ^bb0(%arg10: f32):
    %40 = "arith.cmpf"(%arg10, %arg10) <{fastmath = #arith.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
    "func.return"(%40) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 0 kk"}> ({
    %39 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%39) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 1 same"}> ({
  ^bb0(%arg9: f32):
    %38 = "arith.cmpf"(%arg9, %arg9) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    "func.return"(%38) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 1 kk"}> ({
    %37 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%37) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 2 same"}> ({
  ^bb0(%arg8: f32):
    %36 = "arith.cmpf"(%arg8, %arg8) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    "func.return"(%36) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 2 kk"}> ({
    %35 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%35) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 6 same"}> ({
  ^bb0(%arg7: f32):
    %34 = "arith.cmpf"(%arg7, %arg7) <{fastmath = #arith.fastmath<none>, predicate = 6 : i64}> : (f32, f32) -> i1
    "func.return"(%34) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 6 kk"}> ({
    %33 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%33) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 7 same"}> ({
  ^bb0(%arg6: f32):
    %32 = "arith.cmpf"(%arg6, %arg6) <{fastmath = #arith.fastmath<none>, predicate = 7 : i64}> : (f32, f32) -> i1
    "func.return"(%32) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 7 kk"}> ({
    %31 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%31) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 8 same"}> ({
  ^bb0(%arg5: f32):
    %30 = "arith.cmpf"(%arg5, %arg5) <{fastmath = #arith.fastmath<none>, predicate = 8 : i64}> : (f32, f32) -> i1
    "func.return"(%30) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 8 kk"}> ({
    %29 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%29) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 13 same"}> ({
  ^bb0(%arg4: f32):
    %28 = "arith.cmpf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
    "func.return"(%28) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 13 kk"}> ({
    %27 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%27) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> i1, sym_name = "cmpf 15 same"}> ({
  ^bb0(%arg3: f32):
    %26 = "arith.cmpf"(%arg3, %arg3) <{fastmath = #arith.fastmath<none>, predicate = 15 : i64}> : (f32, f32) -> i1
    "func.return"(%26) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i1, sym_name = "cmpf 15 kk"}> ({
    %25 = "arith.constant"() <{value = true}> : () -> i1
    "func.return"(%25) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.exp k"}> ({
    %24 = "arith.constant"() <{value = 1.64872122 : f32}> : () -> f32
    "func.return"(%24) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.exp2 k"}> ({
    %23 = "arith.constant"() <{value = 1.41421354 : f32}> : () -> f32
    "func.return"(%23) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.log k"}> ({
    %22 = "arith.constant"() <{value = -0.693147182 : f32}> : () -> f32
    "func.return"(%22) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.log2 k"}> ({
    %21 = "arith.constant"() <{value = -1.000000e+00 : f32}> : () -> f32
    "func.return"(%21) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.sqrt k"}> ({
    %20 = "arith.constant"() <{value = 0.707106769 : f32}> : () -> f32
    "func.return"(%20) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.rsqrt k"}> ({
    %19 = "arith.constant"() <{value = 1.41421354 : f32}> : () -> f32
    "func.return"(%19) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.sin k"}> ({
    %18 = "arith.constant"() <{value = 0.47942555 : f32}> : () -> f32
    "func.return"(%18) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.cos k"}> ({
    %17 = "arith.constant"() <{value = 0.87758255 : f32}> : () -> f32
    "func.return"(%17) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.tanh k"}> ({
    %16 = "arith.constant"() <{value = 0.462117165 : f32}> : () -> f32
    "func.return"(%16) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.absf k"}> ({
    %15 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    "func.return"(%15) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.ceil k"}> ({
    %14 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    "func.return"(%14) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.floor k"}> ({
    %13 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    "func.return"(%13) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.round k"}> ({
    %12 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    "func.return"(%12) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.roundeven k"}> ({
    %11 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    "func.return"(%11) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.erf k"}> ({
    %10 = "arith.constant"() <{value = 0.520499885 : f32}> : () -> f32
    "func.return"(%10) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.log1p k"}> ({
    %9 = "arith.constant"() <{value = 0.405465096 : f32}> : () -> f32
    "func.return"(%9) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.expm1 k"}> ({
    %8 = "arith.constant"() <{value = 0.648721277 : f32}> : () -> f32
    "func.return"(%8) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.absi k"}> ({
    %7 = "arith.constant"() <{value = 12 : i32}> : () -> i32
    "func.return"(%7) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.ctlz k"}> ({
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%6) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.cttz k"}> ({
    %5 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    "func.return"(%5) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "math.ctpop k"}> ({
    %4 = "arith.constant"() <{value = 29 : i32}> : () -> i32
    "func.return"(%4) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> f32, sym_name = "math.powf k"}> ({
    %3 = "arith.constant"() <{value = 8.000000e+00 : f32}> : () -> f32
    "func.return"(%3) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "math.absf absf"}> ({
  ^bb0(%arg2: f32):
    %1 = "math.absf"(%arg2) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %2 = "math.absf"(%1) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%2) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "addui_ext"}> ({
  ^bb0(%arg1: i32):
    "func.return"(%arg1) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "mulsi_ext"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
