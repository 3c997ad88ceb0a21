"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "bitcast same"}> ({
  ^bb0(%arg1040: i32, %arg1041: i32, %arg1042: vector<4xi32>, %arg1043: vector<4xi32>, %arg1044: vector<1xi32>, %arg1045: vector<2xi32>, %arg1046: vector<2x4xi32>, %arg1047: vector<1x4xi32>, %arg1048: vector<1xf32>, %arg1049: memref<8xi32>):
    "func.return"(%arg1042) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "bitcast back"}> ({
  ^bb0(%arg1030: i32, %arg1031: i32, %arg1032: vector<4xi32>, %arg1033: vector<4xi32>, %arg1034: vector<1xi32>, %arg1035: vector<2xi32>, %arg1036: vector<2x4xi32>, %arg1037: vector<1x4xi32>, %arg1038: vector<1xf32>, %arg1039: memref<8xi32>):
    "func.return"(%arg1032) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<8xi16>, sym_name = "bitcast twice"}> ({
  ^bb0(%arg1020: i32, %arg1021: i32, %arg1022: vector<4xi32>, %arg1023: vector<4xi32>, %arg1024: vector<1xi32>, %arg1025: vector<2xi32>, %arg1026: vector<2x4xi32>, %arg1027: vector<1x4xi32>, %arg1028: vector<1xf32>, %arg1029: memref<8xi32>):
    %112 = "vector.bitcast"(%arg1022) : (vector<4xi32>) -> vector<8xi16>
    "func.return"(%112) : (vector<8xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi64>, sym_name = "bitcast const int widen"}> ({
  ^bb0(%arg1010: i32, %arg1011: i32, %arg1012: vector<4xi32>, %arg1013: vector<4xi32>, %arg1014: vector<1xi32>, %arg1015: vector<2xi32>, %arg1016: vector<2x4xi32>, %arg1017: vector<1x4xi32>, %arg1018: vector<1xf32>, %arg1019: memref<8xi32>):
    %111 = "arith.constant"() <{value = dense<12884901891> : vector<2xi64>}> : () -> vector<2xi64>
    "func.return"(%111) : (vector<2xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "bitcast const i8 i32"}> ({
  ^bb0(%arg1000: i32, %arg1001: i32, %arg1002: vector<4xi32>, %arg1003: vector<4xi32>, %arg1004: vector<1xi32>, %arg1005: vector<2xi32>, %arg1006: vector<2x4xi32>, %arg1007: vector<1x4xi32>, %arg1008: vector<1xf32>, %arg1009: memref<8xi32>):
    %110 = "arith.constant"() <{value = dense<-1> : vector<1xi32>}> : () -> vector<1xi32>
    "func.return"(%110) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xf32>, sym_name = "bitcast const same width f"}> ({
  ^bb0(%arg990: i32, %arg991: i32, %arg992: vector<4xi32>, %arg993: vector<4xi32>, %arg994: vector<1xi32>, %arg995: vector<2xi32>, %arg996: vector<2x4xi32>, %arg997: vector<1x4xi32>, %arg998: vector<1xf32>, %arg999: memref<8xi32>):
    %108 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %109 = "vector.bitcast"(%108) : (vector<4xi32>) -> vector<4xf32>
    "func.return"(%109) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<8xi16>, sym_name = "bitcast const narrow"}> ({
  ^bb0(%arg980: i32, %arg981: i32, %arg982: vector<4xi32>, %arg983: vector<4xi32>, %arg984: vector<1xi32>, %arg985: vector<2xi32>, %arg986: vector<2x4xi32>, %arg987: vector<1x4xi32>, %arg988: vector<1xf32>, %arg989: memref<8xi32>):
    %106 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    %107 = "vector.bitcast"(%106) : (vector<4xi32>) -> vector<8xi16>
    "func.return"(%107) : (vector<8xi16>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xf32>, sym_name = "bitcast const f16 f32"}> ({
  ^bb0(%arg970: i32, %arg971: i32, %arg972: vector<4xi32>, %arg973: vector<4xi32>, %arg974: vector<1xi32>, %arg975: vector<2xi32>, %arg976: vector<2x4xi32>, %arg977: vector<1x4xi32>, %arg978: vector<1xf32>, %arg979: memref<8xi32>):
    %105 = "arith.constant"() <{value = dense<0.00782680511> : vector<2xf32>}> : () -> vector<2xf32>
    "func.return"(%105) : (vector<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xf32>, sym_name = "bitcast const bf16 f32"}> ({
  ^bb0(%arg960: i32, %arg961: i32, %arg962: vector<4xi32>, %arg963: vector<4xi32>, %arg964: vector<1xi32>, %arg965: vector<2xi32>, %arg966: vector<2x4xi32>, %arg967: vector<1x4xi32>, %arg968: vector<1xf32>, %arg969: memref<8xi32>):
    %103 = "arith.constant"() <{value = dense<1.000000e+00> : vector<4xbf16>}> : () -> vector<4xbf16>
    %104 = "vector.bitcast"(%103) : (vector<4xbf16>) -> vector<2xf32>
    "func.return"(%104) : (vector<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi64>, sym_name = "bitcast const nonsplat"}> ({
  ^bb0(%arg950: i32, %arg951: i32, %arg952: vector<4xi32>, %arg953: vector<4xi32>, %arg954: vector<1xi32>, %arg955: vector<2xi32>, %arg956: vector<2x4xi32>, %arg957: vector<1x4xi32>, %arg958: vector<1xf32>, %arg959: memref<8xi32>):
    %101 = "arith.constant"() <{value = dense<[1, 2, 3, 4]> : vector<4xi32>}> : () -> vector<4xi32>
    %102 = "vector.bitcast"(%101) : (vector<4xi32>) -> vector<2xi64>
    "func.return"(%102) : (vector<2xi64>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xf32>, sym_name = "bitcast 1xi32 1xf32"}> ({
  ^bb0(%arg940: i32, %arg941: i32, %arg942: vector<4xi32>, %arg943: vector<4xi32>, %arg944: vector<1xi32>, %arg945: vector<2xi32>, %arg946: vector<2x4xi32>, %arg947: vector<1x4xi32>, %arg948: vector<1xf32>, %arg949: memref<8xi32>):
    %100 = "vector.bitcast"(%arg944) : (vector<1xi32>) -> vector<1xf32>
    "func.return"(%100) : (vector<1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xf32>, sym_name = "bitcast of broadcast"}> ({
  ^bb0(%arg930: i32, %arg931: i32, %arg932: vector<4xi32>, %arg933: vector<4xi32>, %arg934: vector<1xi32>, %arg935: vector<2xi32>, %arg936: vector<2x4xi32>, %arg937: vector<1x4xi32>, %arg938: vector<1xf32>, %arg939: memref<8xi32>):
    %98 = "vector.broadcast"(%arg930) : (i32) -> vector<4xi32>
    %99 = "vector.bitcast"(%98) : (vector<4xi32>) -> vector<4xf32>
    "func.return"(%99) : (vector<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of broadcast"}> ({
  ^bb0(%arg920: i32, %arg921: i32, %arg922: vector<4xi32>, %arg923: vector<4xi32>, %arg924: vector<1xi32>, %arg925: vector<2xi32>, %arg926: vector<2x4xi32>, %arg927: vector<1x4xi32>, %arg928: vector<1xf32>, %arg929: memref<8xi32>):
    "func.return"(%arg920) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of const"}> ({
  ^bb0(%arg910: i32, %arg911: i32, %arg912: vector<4xi32>, %arg913: vector<4xi32>, %arg914: vector<1xi32>, %arg915: vector<2xi32>, %arg916: vector<2x4xi32>, %arg917: vector<1x4xi32>, %arg918: vector<1xf32>, %arg919: memref<8xi32>):
    %97 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "func.return"(%97) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of splat"}> ({
  ^bb0(%arg900: i32, %arg901: i32, %arg902: vector<4xi32>, %arg903: vector<4xi32>, %arg904: vector<1xi32>, %arg905: vector<2xi32>, %arg906: vector<2x4xi32>, %arg907: vector<1x4xi32>, %arg908: vector<1xf32>, %arg909: memref<8xi32>):
    %96 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "func.return"(%96) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract none"}> ({
  ^bb0(%arg890: i32, %arg891: i32, %arg892: vector<4xi32>, %arg893: vector<4xi32>, %arg894: vector<1xi32>, %arg895: vector<2xi32>, %arg896: vector<2x4xi32>, %arg897: vector<1x4xi32>, %arg898: vector<1xf32>, %arg899: memref<8xi32>):
    "func.return"(%arg892) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract row of broadcast"}> ({
  ^bb0(%arg880: i32, %arg881: i32, %arg882: vector<4xi32>, %arg883: vector<4xi32>, %arg884: vector<1xi32>, %arg885: vector<2xi32>, %arg886: vector<2x4xi32>, %arg887: vector<1x4xi32>, %arg888: vector<1xf32>, %arg889: memref<8xi32>):
    "func.return"(%arg882) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of insert"}> ({
  ^bb0(%arg870: i32, %arg871: i32, %arg872: vector<4xi32>, %arg873: vector<4xi32>, %arg874: vector<1xi32>, %arg875: vector<2xi32>, %arg876: vector<2x4xi32>, %arg877: vector<1x4xi32>, %arg878: vector<1xf32>, %arg879: memref<8xi32>):
    "func.return"(%arg870) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of other insert"}> ({
  ^bb0(%arg860: i32, %arg861: i32, %arg862: vector<4xi32>, %arg863: vector<4xi32>, %arg864: vector<1xi32>, %arg865: vector<2xi32>, %arg866: vector<2x4xi32>, %arg867: vector<1x4xi32>, %arg868: vector<1xf32>, %arg869: memref<8xi32>):
    %95 = "vector.extract"(%arg862) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%95) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of shape_cast"}> ({
  ^bb0(%arg850: i32, %arg851: i32, %arg852: vector<4xi32>, %arg853: vector<4xi32>, %arg854: vector<1xi32>, %arg855: vector<2xi32>, %arg856: vector<2x4xi32>, %arg857: vector<1x4xi32>, %arg858: vector<1xf32>, %arg859: memref<8xi32>):
    %94 = "vector.extract"(%arg852) <{static_position = array<i64: 3>}> : (vector<4xi32>) -> i32
    "func.return"(%94) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract 1 of shape_cast"}> ({
  ^bb0(%arg840: i32, %arg841: i32, %arg842: vector<4xi32>, %arg843: vector<4xi32>, %arg844: vector<1xi32>, %arg845: vector<2xi32>, %arg846: vector<2x4xi32>, %arg847: vector<1x4xi32>, %arg848: vector<1xf32>, %arg849: memref<8xi32>):
    %93 = "vector.extract"(%arg844) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    "func.return"(%93) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of slice"}> ({
  ^bb0(%arg830: i32, %arg831: i32, %arg832: vector<4xi32>, %arg833: vector<4xi32>, %arg834: vector<1xi32>, %arg835: vector<2xi32>, %arg836: vector<2x4xi32>, %arg837: vector<1x4xi32>, %arg838: vector<1xf32>, %arg839: memref<8xi32>):
    %92 = "vector.extract"(%arg832) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%92) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> f32, sym_name = "extract of bitcast"}> ({
  ^bb0(%arg820: i32, %arg821: i32, %arg822: vector<4xi32>, %arg823: vector<4xi32>, %arg824: vector<1xi32>, %arg825: vector<2xi32>, %arg826: vector<2x4xi32>, %arg827: vector<1x4xi32>, %arg828: vector<1xf32>, %arg829: memref<8xi32>):
    %90 = "vector.bitcast"(%arg822) : (vector<4xi32>) -> vector<4xf32>
    %91 = "vector.extract"(%90) <{static_position = array<i64: 1>}> : (vector<4xf32>) -> f32
    "func.return"(%91) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of from_elements"}> ({
  ^bb0(%arg810: i32, %arg811: i32, %arg812: vector<4xi32>, %arg813: vector<4xi32>, %arg814: vector<1xi32>, %arg815: vector<2xi32>, %arg816: vector<2x4xi32>, %arg817: vector<1x4xi32>, %arg818: vector<1xf32>, %arg819: memref<8xi32>):
    "func.return"(%arg811) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract dynamic const"}> ({
  ^bb0(%arg800: i32, %arg801: i32, %arg802: vector<4xi32>, %arg803: vector<4xi32>, %arg804: vector<1xi32>, %arg805: vector<2xi32>, %arg806: vector<2x4xi32>, %arg807: vector<1x4xi32>, %arg808: vector<1xf32>, %arg809: memref<8xi32>):
    %89 = "vector.extract"(%arg802) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%89) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "insert const"}> ({
  ^bb0(%arg790: i32, %arg791: i32, %arg792: vector<4xi32>, %arg793: vector<4xi32>, %arg794: vector<1xi32>, %arg795: vector<2xi32>, %arg796: vector<2x4xi32>, %arg797: vector<1x4xi32>, %arg798: vector<1xf32>, %arg799: memref<8xi32>):
    %88 = "arith.constant"() <{value = dense<[3, 7, 3, 3]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%88) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "insert chain"}> ({
  ^bb0(%arg780: i32, %arg781: i32, %arg782: vector<4xi32>, %arg783: vector<4xi32>, %arg784: vector<1xi32>, %arg785: vector<2xi32>, %arg786: vector<2x4xi32>, %arg787: vector<1x4xi32>, %arg788: vector<1xf32>, %arg789: memref<8xi32>):
    %87 = "vector.from_elements"(%arg780, %arg781) : (i32, i32) -> vector<2xi32>
    "func.return"(%87) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "insert whole"}> ({
  ^bb0(%arg770: i32, %arg771: i32, %arg772: vector<4xi32>, %arg773: vector<4xi32>, %arg774: vector<1xi32>, %arg775: vector<2xi32>, %arg776: vector<2x4xi32>, %arg777: vector<1x4xi32>, %arg778: vector<1xf32>, %arg779: memref<8xi32>):
    "func.return"(%arg772) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "insert extracted"}> ({
  ^bb0(%arg760: i32, %arg761: i32, %arg762: vector<4xi32>, %arg763: vector<4xi32>, %arg764: vector<1xi32>, %arg765: vector<2xi32>, %arg766: vector<2x4xi32>, %arg767: vector<1x4xi32>, %arg768: vector<1xf32>, %arg769: memref<8xi32>):
    %85 = "vector.extract"(%arg762) <{static_position = array<i64: 1>}> : (vector<4xi32>) -> i32
    %86 = "vector.insert"(%85, %arg762) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%86) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "insert into 1"}> ({
  ^bb0(%arg750: i32, %arg751: i32, %arg752: vector<4xi32>, %arg753: vector<4xi32>, %arg754: vector<1xi32>, %arg755: vector<2xi32>, %arg756: vector<2x4xi32>, %arg757: vector<1x4xi32>, %arg758: vector<1xf32>, %arg759: memref<8xi32>):
    %84 = "vector.broadcast"(%arg750) : (i32) -> vector<1xi32>
    "func.return"(%84) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "from_elements splat"}> ({
  ^bb0(%arg740: i32, %arg741: i32, %arg742: vector<4xi32>, %arg743: vector<4xi32>, %arg744: vector<1xi32>, %arg745: vector<2xi32>, %arg746: vector<2x4xi32>, %arg747: vector<1x4xi32>, %arg748: vector<1xf32>, %arg749: memref<8xi32>):
    %83 = "vector.broadcast"(%arg740) : (i32) -> vector<2xi32>
    "func.return"(%83) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "from_elements const"}> ({
  ^bb0(%arg730: i32, %arg731: i32, %arg732: vector<4xi32>, %arg733: vector<4xi32>, %arg734: vector<1xi32>, %arg735: vector<2xi32>, %arg736: vector<2x4xi32>, %arg737: vector<1x4xi32>, %arg738: vector<1xf32>, %arg739: memref<8xi32>):
    %82 = "arith.constant"() <{value = dense<[7, 8]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%82) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "from_elements one"}> ({
  ^bb0(%arg720: i32, %arg721: i32, %arg722: vector<4xi32>, %arg723: vector<4xi32>, %arg724: vector<1xi32>, %arg725: vector<2xi32>, %arg726: vector<2x4xi32>, %arg727: vector<1x4xi32>, %arg728: vector<1xf32>, %arg729: memref<8xi32>):
    %81 = "vector.broadcast"(%arg720) : (i32) -> vector<1xi32>
    "func.return"(%81) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "from extracted"}> ({
  ^bb0(%arg710: i32, %arg711: i32, %arg712: vector<4xi32>, %arg713: vector<4xi32>, %arg714: vector<1xi32>, %arg715: vector<2xi32>, %arg716: vector<2x4xi32>, %arg717: vector<1x4xi32>, %arg718: vector<1xf32>, %arg719: memref<8xi32>):
    "func.return"(%arg715) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x4xf32>, sym_name = "broadcast of bitcast"}> ({
  ^bb0(%arg700: i32, %arg701: i32, %arg702: vector<4xi32>, %arg703: vector<4xi32>, %arg704: vector<1xi32>, %arg705: vector<2xi32>, %arg706: vector<2x4xi32>, %arg707: vector<1x4xi32>, %arg708: vector<1xf32>, %arg709: memref<8xi32>):
    %79 = "vector.bitcast"(%arg702) : (vector<4xi32>) -> vector<4xf32>
    %80 = "vector.broadcast"(%79) : (vector<4xf32>) -> vector<2x4xf32>
    "func.return"(%80) : (vector<2x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "shape_cast of broadcast"}> ({
  ^bb0(%arg690: i32, %arg691: i32, %arg692: vector<4xi32>, %arg693: vector<4xi32>, %arg694: vector<1xi32>, %arg695: vector<2xi32>, %arg696: vector<2x4xi32>, %arg697: vector<1x4xi32>, %arg698: vector<1xf32>, %arg699: memref<8xi32>):
    %78 = "vector.broadcast"(%arg690) : (i32) -> vector<2x2xi32>
    "func.return"(%78) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "shape_cast of const"}> ({
  ^bb0(%arg680: i32, %arg681: i32, %arg682: vector<4xi32>, %arg683: vector<4xi32>, %arg684: vector<1xi32>, %arg685: vector<2xi32>, %arg686: vector<2x4xi32>, %arg687: vector<1x4xi32>, %arg688: vector<1xf32>, %arg689: memref<8xi32>):
    %77 = "arith.constant"() <{value = dense<[[1, 2], [3, 4]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    "func.return"(%77) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1x4xi32>, sym_name = "shape_cast of extract"}> ({
  ^bb0(%arg670: i32, %arg671: i32, %arg672: vector<4xi32>, %arg673: vector<4xi32>, %arg674: vector<1xi32>, %arg675: vector<2xi32>, %arg676: vector<2x4xi32>, %arg677: vector<1x4xi32>, %arg678: vector<1xf32>, %arg679: memref<8xi32>):
    %75 = "vector.extract"(%arg676) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    %76 = "vector.shape_cast"(%75) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%76) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "shape_cast back"}> ({
  ^bb0(%arg660: i32, %arg661: i32, %arg662: vector<4xi32>, %arg663: vector<4xi32>, %arg664: vector<1xi32>, %arg665: vector<2xi32>, %arg666: vector<2x4xi32>, %arg667: vector<1x4xi32>, %arg668: vector<1xf32>, %arg669: memref<8xi32>):
    "func.return"(%arg662) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "slice of slice"}> ({
  ^bb0(%arg650: i32, %arg651: i32, %arg652: vector<4xi32>, %arg653: vector<4xi32>, %arg654: vector<1xi32>, %arg655: vector<2xi32>, %arg656: vector<2x4xi32>, %arg657: vector<1x4xi32>, %arg658: vector<1xf32>, %arg659: memref<8xi32>):
    %74 = "vector.extract_strided_slice"(%arg652) <{offsets = [2], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%74) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "slice of const"}> ({
  ^bb0(%arg640: i32, %arg641: i32, %arg642: vector<4xi32>, %arg643: vector<4xi32>, %arg644: vector<1xi32>, %arg645: vector<2xi32>, %arg646: vector<2x4xi32>, %arg647: vector<1x4xi32>, %arg648: vector<1xf32>, %arg649: memref<8xi32>):
    %73 = "arith.constant"() <{value = dense<[2, 3]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%73) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "slice of splat"}> ({
  ^bb0(%arg630: i32, %arg631: i32, %arg632: vector<4xi32>, %arg633: vector<4xi32>, %arg634: vector<1xi32>, %arg635: vector<2xi32>, %arg636: vector<2x4xi32>, %arg637: vector<1x4xi32>, %arg638: vector<1xf32>, %arg639: memref<8xi32>):
    %72 = "arith.constant"() <{value = dense<3> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%72) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "slice of broadcast"}> ({
  ^bb0(%arg620: i32, %arg621: i32, %arg622: vector<4xi32>, %arg623: vector<4xi32>, %arg624: vector<1xi32>, %arg625: vector<2xi32>, %arg626: vector<2x4xi32>, %arg627: vector<1x4xi32>, %arg628: vector<1xf32>, %arg629: memref<8xi32>):
    %71 = "vector.broadcast"(%arg620) : (i32) -> vector<2xi32>
    "func.return"(%71) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "slice of inserted"}> ({
  ^bb0(%arg610: i32, %arg611: i32, %arg612: vector<4xi32>, %arg613: vector<4xi32>, %arg614: vector<1xi32>, %arg615: vector<2xi32>, %arg616: vector<2x4xi32>, %arg617: vector<1x4xi32>, %arg618: vector<1xf32>, %arg619: memref<8xi32>):
    "func.return"(%arg615) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "inserted slice whole"}> ({
  ^bb0(%arg600: i32, %arg601: i32, %arg602: vector<4xi32>, %arg603: vector<4xi32>, %arg604: vector<1xi32>, %arg605: vector<2xi32>, %arg606: vector<2x4xi32>, %arg607: vector<1x4xi32>, %arg608: vector<1xf32>, %arg609: memref<8xi32>):
    "func.return"(%arg602) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "inserted slice of extracted"}> ({
  ^bb0(%arg590: i32, %arg591: i32, %arg592: vector<4xi32>, %arg593: vector<4xi32>, %arg594: vector<1xi32>, %arg595: vector<2xi32>, %arg596: vector<2x4xi32>, %arg597: vector<1x4xi32>, %arg598: vector<1xf32>, %arg599: memref<8xi32>):
    "func.return"(%arg592) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "inserted slice const"}> ({
  ^bb0(%arg580: i32, %arg581: i32, %arg582: vector<4xi32>, %arg583: vector<4xi32>, %arg584: vector<1xi32>, %arg585: vector<2xi32>, %arg586: vector<2x4xi32>, %arg587: vector<1x4xi32>, %arg588: vector<1xf32>, %arg589: memref<8xi32>):
    %70 = "arith.constant"() <{value = dense<[4, 3, 3, 4]> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%70) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "inserted splat same"}> ({
  ^bb0(%arg570: i32, %arg571: i32, %arg572: vector<4xi32>, %arg573: vector<4xi32>, %arg574: vector<1xi32>, %arg575: vector<2xi32>, %arg576: vector<2x4xi32>, %arg577: vector<1x4xi32>, %arg578: vector<1xf32>, %arg579: memref<8xi32>):
    %69 = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"(%69) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "reduction one"}> ({
  ^bb0(%arg560: i32, %arg561: i32, %arg562: vector<4xi32>, %arg563: vector<4xi32>, %arg564: vector<1xi32>, %arg565: vector<2xi32>, %arg566: vector<2x4xi32>, %arg567: vector<1x4xi32>, %arg568: vector<1xf32>, %arg569: memref<8xi32>):
    %68 = "vector.extract"(%arg564) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    "func.return"(%68) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "reduction one acc"}> ({
  ^bb0(%arg550: i32, %arg551: i32, %arg552: vector<4xi32>, %arg553: vector<4xi32>, %arg554: vector<1xi32>, %arg555: vector<2xi32>, %arg556: vector<2x4xi32>, %arg557: vector<1x4xi32>, %arg558: vector<1xf32>, %arg559: memref<8xi32>):
    %66 = "vector.extract"(%arg554) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    %67 = "arith.addi"(%66, %arg550) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%67) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> f32, sym_name = "reduction mul one f"}> ({
  ^bb0(%arg540: i32, %arg541: i32, %arg542: vector<4xi32>, %arg543: vector<4xi32>, %arg544: vector<1xi32>, %arg545: vector<2xi32>, %arg546: vector<2x4xi32>, %arg547: vector<1x4xi32>, %arg548: vector<1xf32>, %arg549: memref<8xi32>):
    %65 = "vector.extract"(%arg548) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    "func.return"(%65) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x4xi32>, sym_name = "multi none"}> ({
  ^bb0(%arg530: i32, %arg531: i32, %arg532: vector<4xi32>, %arg533: vector<4xi32>, %arg534: vector<1xi32>, %arg535: vector<2xi32>, %arg536: vector<2x4xi32>, %arg537: vector<1x4xi32>, %arg538: vector<1xf32>, %arg539: memref<8xi32>):
    "func.return"(%arg536) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "multi one"}> ({
  ^bb0(%arg520: i32, %arg521: i32, %arg522: vector<4xi32>, %arg523: vector<4xi32>, %arg524: vector<1xi32>, %arg525: vector<2xi32>, %arg526: vector<2x4xi32>, %arg527: vector<1x4xi32>, %arg528: vector<1xf32>, %arg529: memref<8xi32>):
    %63 = "vector.shape_cast"(%arg527) : (vector<1x4xi32>) -> vector<4xi32>
    %64 = "arith.addi"(%arg522, %63) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%64) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "multi all one"}> ({
  ^bb0(%arg510: i32, %arg511: i32, %arg512: vector<4xi32>, %arg513: vector<4xi32>, %arg514: vector<1xi32>, %arg515: vector<2xi32>, %arg516: vector<2x4xi32>, %arg517: vector<1x4xi32>, %arg518: vector<1xf32>, %arg519: memref<8xi32>):
    %61 = "vector.extract"(%arg514) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32
    %62 = "arith.addi"(%arg510, %61) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%62) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "shuffle id"}> ({
  ^bb0(%arg500: i32, %arg501: i32, %arg502: vector<4xi32>, %arg503: vector<4xi32>, %arg504: vector<1xi32>, %arg505: vector<2xi32>, %arg506: vector<2x4xi32>, %arg507: vector<1x4xi32>, %arg508: vector<1xf32>, %arg509: memref<8xi32>):
    "func.return"(%arg502) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "shuffle id2"}> ({
  ^bb0(%arg490: i32, %arg491: i32, %arg492: vector<4xi32>, %arg493: vector<4xi32>, %arg494: vector<1xi32>, %arg495: vector<2xi32>, %arg496: vector<2x4xi32>, %arg497: vector<1x4xi32>, %arg498: vector<1xf32>, %arg499: memref<8xi32>):
    "func.return"(%arg493) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "shuffle const"}> ({
  ^bb0(%arg480: i32, %arg481: i32, %arg482: vector<4xi32>, %arg483: vector<4xi32>, %arg484: vector<1xi32>, %arg485: vector<2xi32>, %arg486: vector<2x4xi32>, %arg487: vector<1x4xi32>, %arg488: vector<1xf32>, %arg489: memref<8xi32>):
    %60 = "arith.constant"() <{value = dense<[1, 4]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%60) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "shuffle splat"}> ({
  ^bb0(%arg470: i32, %arg471: i32, %arg472: vector<4xi32>, %arg473: vector<4xi32>, %arg474: vector<1xi32>, %arg475: vector<2xi32>, %arg476: vector<2x4xi32>, %arg477: vector<1x4xi32>, %arg478: vector<1xf32>, %arg479: memref<8xi32>):
    %59 = "vector.broadcast"(%arg470) : (i32) -> vector<4xi32>
    "func.return"(%59) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x4xi32>, sym_name = "transpose id"}> ({
  ^bb0(%arg460: i32, %arg461: i32, %arg462: vector<4xi32>, %arg463: vector<4xi32>, %arg464: vector<1xi32>, %arg465: vector<2xi32>, %arg466: vector<2x4xi32>, %arg467: vector<1x4xi32>, %arg468: vector<1xf32>, %arg469: memref<8xi32>):
    "func.return"(%arg466) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x4xi32>, sym_name = "transpose twice"}> ({
  ^bb0(%arg450: i32, %arg451: i32, %arg452: vector<4xi32>, %arg453: vector<4xi32>, %arg454: vector<1xi32>, %arg455: vector<2xi32>, %arg456: vector<2x4xi32>, %arg457: vector<1x4xi32>, %arg458: vector<1xf32>, %arg459: memref<8xi32>):
    "func.return"(%arg456) : (vector<2x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4x1xi32>, sym_name = "transpose one"}> ({
  ^bb0(%arg440: i32, %arg441: i32, %arg442: vector<4xi32>, %arg443: vector<4xi32>, %arg444: vector<1xi32>, %arg445: vector<2xi32>, %arg446: vector<2x4xi32>, %arg447: vector<1x4xi32>, %arg448: vector<1xf32>, %arg449: memref<8xi32>):
    %58 = "vector.transpose"(%arg447) <{permutation = array<i64: 1, 0>}> : (vector<1x4xi32>) -> vector<4x1xi32>
    "func.return"(%58) : (vector<4x1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4x2xi32>, sym_name = "transpose splat"}> ({
  ^bb0(%arg430: i32, %arg431: i32, %arg432: vector<4xi32>, %arg433: vector<4xi32>, %arg434: vector<1xi32>, %arg435: vector<2xi32>, %arg436: vector<2x4xi32>, %arg437: vector<1x4xi32>, %arg438: vector<1xf32>, %arg439: memref<8xi32>):
    %57 = "arith.constant"() <{value = dense<3> : vector<4x2xi32>}> : () -> vector<4x2xi32>
    "func.return"(%57) : (vector<4x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4x2xi32>, sym_name = "transpose bcast"}> ({
  ^bb0(%arg420: i32, %arg421: i32, %arg422: vector<4xi32>, %arg423: vector<4xi32>, %arg424: vector<1xi32>, %arg425: vector<2xi32>, %arg426: vector<2x4xi32>, %arg427: vector<1x4xi32>, %arg428: vector<1xf32>, %arg429: memref<8xi32>):
    %56 = "vector.broadcast"(%arg420) : (i32) -> vector<4x2xi32>
    "func.return"(%56) : (vector<4x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "arith.bitcast same"}> ({
  ^bb0(%arg410: i32, %arg411: i32, %arg412: vector<4xi32>, %arg413: vector<4xi32>, %arg414: vector<1xi32>, %arg415: vector<2xi32>, %arg416: vector<2x4xi32>, %arg417: vector<1x4xi32>, %arg418: vector<1xf32>, %arg419: memref<8xi32>):
    "func.return"(%arg410) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "arith.bitcast back"}> ({
  ^bb0(%arg400: i32, %arg401: i32, %arg402: vector<4xi32>, %arg403: vector<4xi32>, %arg404: vector<1xi32>, %arg405: vector<2xi32>, %arg406: vector<2x4xi32>, %arg407: vector<1x4xi32>, %arg408: vector<1xf32>, %arg409: memref<8xi32>):
    "func.return"(%arg400) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> f32, sym_name = "arith.bitcast const"}> ({
  ^bb0(%arg390: i32, %arg391: i32, %arg392: vector<4xi32>, %arg393: vector<4xi32>, %arg394: vector<1xi32>, %arg395: vector<2xi32>, %arg396: vector<2x4xi32>, %arg397: vector<1x4xi32>, %arg398: vector<1xf32>, %arg399: memref<8xi32>):
    %55 = "arith.constant"() <{value = 4.203900e-45 : f32}> : () -> f32
    "func.return"(%55) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract stretched"}> ({
  ^bb0(%arg380: i32, %arg381: i32, %arg382: vector<4xi32>, %arg383: vector<4xi32>, %arg384: vector<1xi32>, %arg385: vector<2xi32>, %arg386: vector<2x4xi32>, %arg387: vector<1x4xi32>, %arg388: vector<1xf32>, %arg389: memref<8xi32>):
    %54 = "vector.shape_cast"(%arg387) : (vector<1x4xi32>) -> vector<4xi32>
    "func.return"(%54) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract stretched scalar"}> ({
  ^bb0(%arg370: i32, %arg371: i32, %arg372: vector<4xi32>, %arg373: vector<4xi32>, %arg374: vector<1xi32>, %arg375: vector<2xi32>, %arg376: vector<2x4xi32>, %arg377: vector<1x4xi32>, %arg378: vector<1xf32>, %arg379: memref<8xi32>):
    %53 = "vector.extract"(%arg377) <{static_position = array<i64: 0, 1>}> : (vector<1x4xi32>) -> i32
    "func.return"(%53) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<3x4xi32>, sym_name = "extract bigger broadcast"}> ({
  ^bb0(%arg360: i32, %arg361: i32, %arg362: vector<4xi32>, %arg363: vector<4xi32>, %arg364: vector<1xi32>, %arg365: vector<2xi32>, %arg366: vector<2x4xi32>, %arg367: vector<1x4xi32>, %arg368: vector<1xf32>, %arg369: memref<8xi32>):
    %52 = "vector.broadcast"(%arg362) : (vector<4xi32>) -> vector<3x4xi32>
    "func.return"(%52) : (vector<3x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract inner stretched"}> ({
  ^bb0(%arg350: i32, %arg351: i32, %arg352: vector<4xi32>, %arg353: vector<4xi32>, %arg354: vector<1xi32>, %arg355: vector<2xi32>, %arg356: vector<2x4xi32>, %arg357: vector<1x4xi32>, %arg358: vector<1xf32>, %arg359: memref<8xi32>):
    %49 = "vector.shape_cast"(%arg352) : (vector<4xi32>) -> vector<4x1xi32>
    %50 = "vector.broadcast"(%49) : (vector<4x1xi32>) -> vector<2x4x4xi32>
    %51 = "vector.extract"(%50) <{static_position = array<i64: 1, 2>}> : (vector<2x4x4xi32>) -> vector<4xi32>
    "func.return"(%51) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract inserted row"}> ({
  ^bb0(%arg340: i32, %arg341: i32, %arg342: vector<4xi32>, %arg343: vector<4xi32>, %arg344: vector<1xi32>, %arg345: vector<2xi32>, %arg346: vector<2x4xi32>, %arg347: vector<1x4xi32>, %arg348: vector<1xf32>, %arg349: memref<8xi32>):
    %48 = "vector.extract"(%arg342) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    "func.return"(%48) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract row with inserted"}> ({
  ^bb0(%arg330: i32, %arg331: i32, %arg332: vector<4xi32>, %arg333: vector<4xi32>, %arg334: vector<1xi32>, %arg335: vector<2xi32>, %arg336: vector<2x4xi32>, %arg337: vector<1x4xi32>, %arg338: vector<1xf32>, %arg339: memref<8xi32>):
    %46 = "vector.insert"(%arg330, %arg336) <{static_position = array<i64: 1, 2>}> : (i32, vector<2x4xi32>) -> vector<2x4xi32>
    %47 = "vector.extract"(%46) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%47) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract other row"}> ({
  ^bb0(%arg320: i32, %arg321: i32, %arg322: vector<4xi32>, %arg323: vector<4xi32>, %arg324: vector<1xi32>, %arg325: vector<2xi32>, %arg326: vector<2x4xi32>, %arg327: vector<1x4xi32>, %arg328: vector<1xf32>, %arg329: memref<8xi32>):
    %45 = "vector.extract"(%arg326) <{static_position = array<i64: 0>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%45) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "extract row of const"}> ({
  ^bb0(%arg310: i32, %arg311: i32, %arg312: vector<4xi32>, %arg313: vector<4xi32>, %arg314: vector<1xi32>, %arg315: vector<2xi32>, %arg316: vector<2x4xi32>, %arg317: vector<1x4xi32>, %arg318: vector<1xf32>, %arg319: memref<8xi32>):
    %44 = "arith.constant"() <{value = dense<[3, 4]> : vector<2xi32>}> : () -> vector<2xi32>
    "func.return"(%44) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract row of slice"}> ({
  ^bb0(%arg300: i32, %arg301: i32, %arg302: vector<4xi32>, %arg303: vector<4xi32>, %arg304: vector<1xi32>, %arg305: vector<2xi32>, %arg306: vector<2x4xi32>, %arg307: vector<1x4xi32>, %arg308: vector<1xf32>, %arg309: memref<8xi32>):
    %43 = "vector.extract"(%arg306) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%43) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "extract row of narrow slice"}> ({
  ^bb0(%arg290: i32, %arg291: i32, %arg292: vector<4xi32>, %arg293: vector<4xi32>, %arg294: vector<1xi32>, %arg295: vector<2xi32>, %arg296: vector<2x4xi32>, %arg297: vector<1x4xi32>, %arg298: vector<1xf32>, %arg299: memref<8xi32>):
    %41 = "vector.extract_strided_slice"(%arg296) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %42 = "vector.extract"(%41) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%42) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i32, sym_name = "extract of narrow slice"}> ({
  ^bb0(%arg280: i32, %arg281: i32, %arg282: vector<4xi32>, %arg283: vector<4xi32>, %arg284: vector<1xi32>, %arg285: vector<2xi32>, %arg286: vector<2x4xi32>, %arg287: vector<1x4xi32>, %arg288: vector<1xf32>, %arg289: memref<8xi32>):
    %40 = "vector.extract"(%arg286) <{static_position = array<i64: 1, 2>}> : (vector<2x4xi32>) -> i32
    "func.return"(%40) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "extract row of shape_cast"}> ({
  ^bb0(%arg270: i32, %arg271: i32, %arg272: vector<4xi32>, %arg273: vector<4xi32>, %arg274: vector<1xi32>, %arg275: vector<2xi32>, %arg276: vector<2x4xi32>, %arg277: vector<1x4xi32>, %arg278: vector<1xf32>, %arg279: memref<8xi32>):
    %39 = "vector.extract"(%arg276) <{static_position = array<i64: 1>}> : (vector<2x4xi32>) -> vector<4xi32>
    "func.return"(%39) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2xi32>, sym_name = "extract part of shape_cast"}> ({
  ^bb0(%arg260: i32, %arg261: i32, %arg262: vector<4xi32>, %arg263: vector<4xi32>, %arg264: vector<1xi32>, %arg265: vector<2xi32>, %arg266: vector<2x4xi32>, %arg267: vector<1x4xi32>, %arg268: vector<1xf32>, %arg269: memref<8xi32>):
    %37 = "vector.shape_cast"(%arg262) : (vector<4xi32>) -> vector<2x2xi32>
    %38 = "vector.extract"(%37) <{static_position = array<i64: 1>}> : (vector<2x2xi32>) -> vector<2xi32>
    "func.return"(%38) : (vector<2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> f32, sym_name = "extract float const"}> ({
  ^bb0(%arg250: i32, %arg251: i32, %arg252: vector<4xi32>, %arg253: vector<4xi32>, %arg254: vector<1xi32>, %arg255: vector<2xi32>, %arg256: vector<2x4xi32>, %arg257: vector<1x4xi32>, %arg258: vector<1xf32>, %arg259: memref<8xi32>):
    %36 = "arith.constant"() <{value = 2.500000e+00 : f32}> : () -> f32
    "func.return"(%36) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> i1, sym_name = "extract bool const"}> ({
  ^bb0(%arg240: i32, %arg241: i32, %arg242: vector<4xi32>, %arg243: vector<4xi32>, %arg244: vector<1xi32>, %arg245: vector<2xi32>, %arg246: vector<2x4xi32>, %arg247: vector<1x4xi32>, %arg248: vector<1xf32>, %arg249: memref<8xi32>):
    %35 = "arith.constant"() <{value = false}> : () -> i1
    "func.return"(%35) : (i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "insert row const"}> ({
  ^bb0(%arg230: i32, %arg231: i32, %arg232: vector<4xi32>, %arg233: vector<4xi32>, %arg234: vector<1xi32>, %arg235: vector<2xi32>, %arg236: vector<2x4xi32>, %arg237: vector<1x4xi32>, %arg238: vector<1xf32>, %arg239: memref<8xi32>):
    %34 = "arith.constant"() <{value = dense<[[3, 3], [1, 2]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    "func.return"(%34) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "insert all rows"}> ({
  ^bb0(%arg220: i32, %arg221: i32, %arg222: vector<4xi32>, %arg223: vector<4xi32>, %arg224: vector<1xi32>, %arg225: vector<2xi32>, %arg226: vector<2x4xi32>, %arg227: vector<1x4xi32>, %arg228: vector<1xf32>, %arg229: memref<8xi32>):
    %32:2 = "vector.to_elements"(%arg225) : (vector<2xi32>) -> (i32, i32)
    %33 = "vector.from_elements"(%32#0, %32#1, %32#0, %32#1) : (i32, i32, i32, i32) -> vector<2x2xi32>
    "func.return"(%33) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "insert twice same"}> ({
  ^bb0(%arg210: i32, %arg211: i32, %arg212: vector<4xi32>, %arg213: vector<4xi32>, %arg214: vector<1xi32>, %arg215: vector<2xi32>, %arg216: vector<2x4xi32>, %arg217: vector<1x4xi32>, %arg218: vector<1xf32>, %arg219: memref<8xi32>):
    %31 = "vector.insert"(%arg211, %arg212) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%31) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1x4xi32>, sym_name = "insert row into one"}> ({
  ^bb0(%arg200: i32, %arg201: i32, %arg202: vector<4xi32>, %arg203: vector<4xi32>, %arg204: vector<1xi32>, %arg205: vector<2xi32>, %arg206: vector<2x4xi32>, %arg207: vector<1x4xi32>, %arg208: vector<1xf32>, %arg209: memref<8xi32>):
    %30 = "vector.shape_cast"(%arg202) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%30) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "insert dynamic"}> ({
  ^bb0(%arg190: i32, %arg191: i32, %arg192: vector<4xi32>, %arg193: vector<4xi32>, %arg194: vector<1xi32>, %arg195: vector<2xi32>, %arg196: vector<2x4xi32>, %arg197: vector<1x4xi32>, %arg198: vector<1xf32>, %arg199: memref<8xi32>):
    %29 = "vector.insert"(%arg190, %arg192) <{static_position = array<i64: 2>}> : (i32, vector<4xi32>) -> vector<4xi32>
    "func.return"(%29) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "multi 2d"}> ({
  ^bb0(%arg180: i32, %arg181: i32, %arg182: vector<4xi32>, %arg183: vector<4xi32>, %arg184: vector<1xi32>, %arg185: vector<2xi32>, %arg186: vector<2x4xi32>, %arg187: vector<1x4xi32>, %arg188: vector<1xf32>, %arg189: memref<8xi32>):
    %28 = "vector.multi_reduction"(%arg186, %arg182) <{kind = #vector.kind<add>, reduction_dims = array<i64: 0>}> : (vector<2x4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%28) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> f32, sym_name = "multi max f"}> ({
  ^bb0(%arg170: i32, %arg171: i32, %arg172: vector<4xi32>, %arg173: vector<4xi32>, %arg174: vector<1xi32>, %arg175: vector<2xi32>, %arg176: vector<2x4xi32>, %arg177: vector<1x4xi32>, %arg178: vector<1xf32>, %arg179: memref<8xi32>):
    %25 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %26 = "vector.extract"(%arg178) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    %27 = "arith.maximumf"(%26, %25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%27) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> f32, sym_name = "reduction max acc"}> ({
  ^bb0(%arg160: i32, %arg161: i32, %arg162: vector<4xi32>, %arg163: vector<4xi32>, %arg164: vector<1xi32>, %arg165: vector<2xi32>, %arg166: vector<2x4xi32>, %arg167: vector<1x4xi32>, %arg168: vector<1xf32>, %arg169: memref<8xi32>):
    %22 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %23 = "vector.extract"(%arg168) <{static_position = array<i64: 0>}> : (vector<1xf32>) -> f32
    %24 = "arith.maximumf"(%23, %22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%24) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "slice of stretched"}> ({
  ^bb0(%arg150: i32, %arg151: i32, %arg152: vector<4xi32>, %arg153: vector<4xi32>, %arg154: vector<1xi32>, %arg155: vector<2xi32>, %arg156: vector<2x4xi32>, %arg157: vector<1x4xi32>, %arg158: vector<1xf32>, %arg159: memref<8xi32>):
    %21 = "vector.broadcast"(%arg155) : (vector<2xi32>) -> vector<2x2xi32>
    "func.return"(%21) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "slice cuts broadcast"}> ({
  ^bb0(%arg140: i32, %arg141: i32, %arg142: vector<4xi32>, %arg143: vector<4xi32>, %arg144: vector<1xi32>, %arg145: vector<2xi32>, %arg146: vector<2x4xi32>, %arg147: vector<1x4xi32>, %arg148: vector<1xf32>, %arg149: memref<8xi32>):
    %19 = "vector.extract_strided_slice"(%arg142) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xi32>) -> vector<2xi32>
    %20 = "vector.broadcast"(%19) : (vector<2xi32>) -> vector<2x2xi32>
    "func.return"(%20) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "slice other inserted"}> ({
  ^bb0(%arg130: i32, %arg131: i32, %arg132: vector<4xi32>, %arg133: vector<4xi32>, %arg134: vector<1xi32>, %arg135: vector<2xi32>, %arg136: vector<2x4xi32>, %arg137: vector<1x4xi32>, %arg138: vector<1xf32>, %arg139: memref<8xi32>):
    %17 = "vector.insert_strided_slice"(%arg135, %arg132) <{offsets = [1], strides = [1]}> : (vector<2xi32>, vector<4xi32>) -> vector<4xi32>
    %18 = "vector.extract_strided_slice"(%17) <{offsets = [3], sizes = [1], strides = [1]}> : (vector<4xi32>) -> vector<1xi32>
    "func.return"(%18) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "slice within inserted"}> ({
  ^bb0(%arg120: i32, %arg121: i32, %arg122: vector<4xi32>, %arg123: vector<4xi32>, %arg124: vector<1xi32>, %arg125: vector<2xi32>, %arg126: vector<2x4xi32>, %arg127: vector<1x4xi32>, %arg128: vector<1xf32>, %arg129: memref<8xi32>):
    %16 = "vector.extract_strided_slice"(%arg125) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2xi32>) -> vector<1xi32>
    "func.return"(%16) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1x2xi32>, sym_name = "slice 2d of slice"}> ({
  ^bb0(%arg110: i32, %arg111: i32, %arg112: vector<4xi32>, %arg113: vector<4xi32>, %arg114: vector<1xi32>, %arg115: vector<2xi32>, %arg116: vector<2x4xi32>, %arg117: vector<1x4xi32>, %arg118: vector<1xf32>, %arg119: memref<8xi32>):
    %15 = "vector.extract_strided_slice"(%arg116) <{offsets = [1, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<1x2xi32>
    "func.return"(%15) : (vector<1x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "insert slice row const"}> ({
  ^bb0(%arg100: i32, %arg101: i32, %arg102: vector<4xi32>, %arg103: vector<4xi32>, %arg104: vector<1xi32>, %arg105: vector<2xi32>, %arg106: vector<2x4xi32>, %arg107: vector<1x4xi32>, %arg108: vector<1xf32>, %arg109: memref<8xi32>):
    %14 = "arith.constant"() <{value = dense<[[3, 3], [1, 2]]> : vector<2x2xi32>}> : () -> vector<2x2xi32>
    "func.return"(%14) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "from elements 2d"}> ({
  ^bb0(%arg90: i32, %arg91: i32, %arg92: vector<4xi32>, %arg93: vector<4xi32>, %arg94: vector<1xi32>, %arg95: vector<2xi32>, %arg96: vector<2x4xi32>, %arg97: vector<1x4xi32>, %arg98: vector<1xf32>, %arg99: memref<8xi32>):
    %13 = "vector.shape_cast"(%arg92) : (vector<4xi32>) -> vector<2x2xi32>
    "func.return"(%13) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "shape_cast of vector broadcast"}> ({
  ^bb0(%arg80: i32, %arg81: i32, %arg82: vector<4xi32>, %arg83: vector<4xi32>, %arg84: vector<1xi32>, %arg85: vector<2xi32>, %arg86: vector<2x4xi32>, %arg87: vector<1x4xi32>, %arg88: vector<1xf32>, %arg89: memref<8xi32>):
    %12 = "vector.broadcast"(%arg85) : (vector<2xi32>) -> vector<2x2xi32>
    "func.return"(%12) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4x1xi32>, sym_name = "transpose of unit shape"}> ({
  ^bb0(%arg70: i32, %arg71: i32, %arg72: vector<4xi32>, %arg73: vector<4xi32>, %arg74: vector<1xi32>, %arg75: vector<2xi32>, %arg76: vector<2x4xi32>, %arg77: vector<1x4xi32>, %arg78: vector<1xf32>, %arg79: memref<8xi32>):
    %11 = "vector.shape_cast"(%arg72) : (vector<4xi32>) -> vector<4x1xi32>
    "func.return"(%11) : (vector<4x1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<8xi1>, sym_name = "bitcast i1"}> ({
  ^bb0(%arg60: i32, %arg61: i32, %arg62: vector<4xi32>, %arg63: vector<4xi32>, %arg64: vector<1xi32>, %arg65: vector<2xi32>, %arg66: vector<2x4xi32>, %arg67: vector<1x4xi32>, %arg68: vector<1xf32>, %arg69: memref<8xi32>):
    %9 = "arith.constant"() <{value = dense<-1> : vector<1xi8>}> : () -> vector<1xi8>
    %10 = "vector.bitcast"(%9) : (vector<1xi8>) -> vector<8xi1>
    "func.return"(%10) : (vector<8xi1>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi8>, sym_name = "bitcast i1 to i8"}> ({
  ^bb0(%arg50: i32, %arg51: i32, %arg52: vector<4xi32>, %arg53: vector<4xi32>, %arg54: vector<1xi32>, %arg55: vector<2xi32>, %arg56: vector<2x4xi32>, %arg57: vector<1x4xi32>, %arg58: vector<1xf32>, %arg59: memref<8xi32>):
    %8 = "arith.constant"() <{value = dense<-1> : vector<1xi8>}> : () -> vector<1xi8>
    "func.return"(%8) : (vector<1xi8>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "shape_cast of unit transpose"}> ({
  ^bb0(%arg40: i32, %arg41: i32, %arg42: vector<4xi32>, %arg43: vector<4xi32>, %arg44: vector<1xi32>, %arg45: vector<2xi32>, %arg46: vector<2x4xi32>, %arg47: vector<1x4xi32>, %arg48: vector<1xf32>, %arg49: memref<8xi32>):
    %7 = "vector.shape_cast"(%arg47) : (vector<1x4xi32>) -> vector<4xi32>
    "func.return"(%7) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1x4xi32>, sym_name = "slice short offsets broadcast"}> ({
  ^bb0(%arg30: i32, %arg31: i32, %arg32: vector<4xi32>, %arg33: vector<4xi32>, %arg34: vector<1xi32>, %arg35: vector<2xi32>, %arg36: vector<2x4xi32>, %arg37: vector<1x4xi32>, %arg38: vector<1xf32>, %arg39: memref<8xi32>):
    %6 = "vector.shape_cast"(%arg32) : (vector<4xi32>) -> vector<1x4xi32>
    "func.return"(%6) : (vector<1x4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<2x2xi32>, sym_name = "slice stretched broadcast"}> ({
  ^bb0(%arg20: i32, %arg21: i32, %arg22: vector<4xi32>, %arg23: vector<4xi32>, %arg24: vector<1xi32>, %arg25: vector<2xi32>, %arg26: vector<2x4xi32>, %arg27: vector<1x4xi32>, %arg28: vector<1xf32>, %arg29: memref<8xi32>):
    %3 = "vector.shape_cast"(%arg22) : (vector<4xi32>) -> vector<4x1xi32>
    %4 = "vector.extract_strided_slice"(%3) <{offsets = [1, 0], sizes = [2, 1], strides = [1, 1]}> : (vector<4x1xi32>) -> vector<2x1xi32>
    %5 = "vector.broadcast"(%4) : (vector<2x1xi32>) -> vector<2x2xi32>
    "func.return"(%5) : (vector<2x2xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<1xi32>, sym_name = "slice two inserted"}> ({
  ^bb0(%arg10: i32, %arg11: i32, %arg12: vector<4xi32>, %arg13: vector<4xi32>, %arg14: vector<1xi32>, %arg15: vector<2xi32>, %arg16: vector<2x4xi32>, %arg17: vector<1x4xi32>, %arg18: vector<1xf32>, %arg19: memref<8xi32>):
    %2 = "vector.extract_strided_slice"(%arg15) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2xi32>) -> vector<1xi32>
    "func.return"(%2) : (vector<1xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, vector<4xi32>, vector<4xi32>, vector<1xi32>, vector<2xi32>, vector<2x4xi32>, vector<1x4xi32>, vector<1xf32>, memref<8xi32>) -> vector<4xi32>, sym_name = "load static"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: vector<4xi32>, %arg3: vector<4xi32>, %arg4: vector<1xi32>, %arg5: vector<2xi32>, %arg6: vector<2x4xi32>, %arg7: vector<1x4xi32>, %arg8: vector<1xf32>, %arg9: memref<8xi32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "vector.load"(%arg9, %0) : (memref<8xi32>, index) -> vector<4xi32>
    "func.return"(%1) : (vector<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()
