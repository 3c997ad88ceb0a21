"builtin.module"() <{sym_name = "jit_random"}> ({
  "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty_mesh"}> {stablehlo.mesh = {axes = []}} : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> (tensor<3xf32>, tensor<4xui8>, tensor<4xui32>, tensor<3xui32>, tensor<2x2xui32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2][0]"}, {jax.result_info = "result[2][1]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg96: tensor<2xui32>):
    %275 = "sdy.sharding_constraint"(%arg96) <{sharding = #sdy.sharding<@empty_mesh, [{}]>}> : (tensor<2xui32>) -> tensor<2xui32>
    %276 = "func.call"(%275) <{callee = @_normal}> : (tensor<2xui32>) -> tensor<3xf32>
    %277 = "stablehlo.slice"(%275) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %278 = "stablehlo.reshape"(%277) : (tensor<1xui32>) -> tensor<ui32>
    %279 = "stablehlo.slice"(%275) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %280 = "stablehlo.reshape"(%279) : (tensor<1xui32>) -> tensor<ui32>
    %281 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xui64>
    %282 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %283 = "stablehlo.broadcast_in_dim"(%282) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4xui64>
    %284 = "stablehlo.multiply"(%283, %281) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
    %285 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %286 = "stablehlo.broadcast_in_dim"(%285) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<4xui64>
    %287 = "stablehlo.shift_right_logical"(%284, %286) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
    %288 = "stablehlo.convert"(%284) : (tensor<4xui64>) -> tensor<4xui32>
    %289 = "stablehlo.convert"(%287) : (tensor<4xui64>) -> tensor<4xui32>
    %290:2 = "func.call"(%278, %280, %289, %288) <{callee = @threefry2x32_0}> : (tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
    %291 = "stablehlo.xor"(%290#0, %290#1) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %292 = "stablehlo.convert"(%291) : (tensor<4xui32>) -> tensor<4xui8>
    %293 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %294 = "stablehlo.broadcast_in_dim"(%293) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %295 = "stablehlo.reshape"(%294) : (tensor<4xui32>) -> tensor<2x2xui32>
    %296 = "stablehlo.bitcast_convert"(%295) : (tensor<2x2xui32>) -> tensor<2xui64>
    %297:2 = "stablehlo.rng_bit_generator"(%296) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    %298 = "stablehlo.bitcast_convert"(%297#0) : (tensor<2xui64>) -> tensor<2x2xui32>
    %299 = "stablehlo.reshape"(%298) : (tensor<2x2xui32>) -> tensor<4xui32>
    %300 = "func.call"(%275) <{callee = @_threefry_split}> : (tensor<2xui32>) -> tensor<2x2xui32>
    %301 = "sdy.sharding_constraint"(%300) <{sharding = #sdy.sharding<@empty_mesh, [{?}, {}]>}> : (tensor<2x2xui32>) -> tensor<2x2xui32>
    "func.return"(%276, %292, %299, %297#1, %301) : (tensor<3xf32>, tensor<4xui8>, tensor<4xui32>, tensor<3xui32>, tensor<2x2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "_normal", sym_visibility = "private"}> ({
  ^bb0(%arg95: tensor<2xui32>):
    %274 = "func.call"(%arg95) <{callee = @_normal_real}> : (tensor<2xui32>) -> tensor<3xf32>
    "func.return"(%274) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "_normal_real", sym_visibility = "private"}> ({
  ^bb0(%arg94: tensor<2xui32>):
    %267 = "stablehlo.constant"() <{value = dense<-0.99999994> : tensor<f32>}> : () -> tensor<f32>
    %268 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %269 = "func.call"(%arg94, %267, %268) <{callee = @_uniform}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
    %270 = "chlo.erf_inv"(%269) : (tensor<3xf32>) -> tensor<3xf32>
    %271 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %272 = "stablehlo.broadcast_in_dim"(%271) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %273 = "stablehlo.multiply"(%272, %270) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%273) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "_uniform", sym_visibility = "private"}> ({
  ^bb0(%arg91: tensor<2xui32>, %arg92: tensor<f32>, %arg93: tensor<f32>):
    %233 = "stablehlo.broadcast_in_dim"(%arg92) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %234 = "stablehlo.broadcast_in_dim"(%arg93) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %235 = "stablehlo.slice"(%arg91) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %236 = "stablehlo.reshape"(%235) : (tensor<1xui32>) -> tensor<ui32>
    %237 = "stablehlo.slice"(%arg91) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %238 = "stablehlo.reshape"(%237) : (tensor<1xui32>) -> tensor<ui32>
    %239 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<3xui64>
    %240 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %241 = "stablehlo.broadcast_in_dim"(%240) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3xui64>
    %242 = "stablehlo.multiply"(%241, %239) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
    %243 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %244 = "stablehlo.broadcast_in_dim"(%243) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<3xui64>
    %245 = "stablehlo.shift_right_logical"(%242, %244) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
    %246 = "stablehlo.convert"(%242) : (tensor<3xui64>) -> tensor<3xui32>
    %247 = "stablehlo.convert"(%245) : (tensor<3xui64>) -> tensor<3xui32>
    %248:2 = "func.call"(%236, %238, %247, %246) <{callee = @threefry2x32}> : (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)
    %249 = "stablehlo.xor"(%248#0, %248#1) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %250 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %251 = "stablehlo.broadcast_in_dim"(%250) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %252 = "stablehlo.shift_right_logical"(%249, %251) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %253 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %254 = "stablehlo.broadcast_in_dim"(%253) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %255 = "stablehlo.or"(%252, %254) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %256 = "stablehlo.bitcast_convert"(%255) : (tensor<3xui32>) -> tensor<3xf32>
    %257 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %258 = "stablehlo.broadcast_in_dim"(%257) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %259 = "stablehlo.subtract"(%256, %258) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %260 = "stablehlo.subtract"(%234, %233) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %261 = "stablehlo.broadcast_in_dim"(%260) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<3xf32>
    %262 = "stablehlo.multiply"(%259, %261) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %263 = "stablehlo.broadcast_in_dim"(%233) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<3xf32>
    %264 = "stablehlo.add"(%262, %263) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %265 = "stablehlo.broadcast_in_dim"(%233) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<3xf32>
    %266 = "stablehlo.maximum"(%265, %264) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%266) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>), sym_name = "threefry2x32", sym_visibility = "private"}> ({
  ^bb0(%arg69: tensor<ui32>, %arg70: tensor<ui32>, %arg71: tensor<3xui32>, %arg72: tensor<3xui32>):
    %216 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %217 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %218 = "stablehlo.xor"(%arg69, %arg70) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %219 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %220 = "stablehlo.xor"(%218, %219) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %221 = "stablehlo.broadcast_in_dim"(%arg69) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %222 = "stablehlo.add"(%arg71, %221) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %223 = "stablehlo.broadcast_in_dim"(%arg70) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %224 = "stablehlo.add"(%arg72, %223) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %225 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %226 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %227:9 = "stablehlo.while"(%226, %225, %222, %224, %arg70, %220, %arg69, %216, %217) ({
    ^bb0(%arg82: tensor<i32>, %arg83: tensor<i32>, %arg84: tensor<3xui32>, %arg85: tensor<3xui32>, %arg86: tensor<ui32>, %arg87: tensor<ui32>, %arg88: tensor<ui32>, %arg89: tensor<4xui32>, %arg90: tensor<4xui32>):
      %231 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %232 = "stablehlo.compare"(%arg82, %231) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%232) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg73: tensor<i32>, %arg74: tensor<i32>, %arg75: tensor<3xui32>, %arg76: tensor<3xui32>, %arg77: tensor<ui32>, %arg78: tensor<ui32>, %arg79: tensor<ui32>, %arg80: tensor<4xui32>, %arg81: tensor<4xui32>):
      %228:8 = "func.call"(%arg74, %arg75, %arg76, %arg77, %arg78, %arg79, %arg80, %arg81) <{callee = @closed_call}> : (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %229 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %230 = "stablehlo.add"(%arg73, %229) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%230, %228#0, %228#1, %228#2, %228#3, %228#4, %228#5, %228#6, %228#7) : (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%227#2, %227#3) : (tensor<3xui32>, tensor<3xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg61: tensor<i32>, %arg62: tensor<3xui32>, %arg63: tensor<3xui32>, %arg64: tensor<ui32>, %arg65: tensor<ui32>, %arg66: tensor<ui32>, %arg67: tensor<4xui32>, %arg68: tensor<4xui32>):
    %161 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %162 = "stablehlo.add"(%arg61, %161) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %163 = "stablehlo.slice"(%arg67) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %164 = "stablehlo.reshape"(%163) : (tensor<1xui32>) -> tensor<ui32>
    %165 = "stablehlo.add"(%arg62, %arg63) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %166 = "stablehlo.broadcast_in_dim"(%164) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %167 = "stablehlo.shift_left"(%arg63, %166) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %168 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %169 = "stablehlo.subtract"(%168, %164) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %170 = "stablehlo.broadcast_in_dim"(%169) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %171 = "stablehlo.shift_right_logical"(%arg63, %170) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %172 = "stablehlo.or"(%167, %171) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %173 = "stablehlo.xor"(%165, %172) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %174 = "stablehlo.slice"(%arg67) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %175 = "stablehlo.reshape"(%174) : (tensor<1xui32>) -> tensor<ui32>
    %176 = "stablehlo.add"(%165, %173) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %177 = "stablehlo.broadcast_in_dim"(%175) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %178 = "stablehlo.shift_left"(%173, %177) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %179 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %180 = "stablehlo.subtract"(%179, %175) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %181 = "stablehlo.broadcast_in_dim"(%180) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %182 = "stablehlo.shift_right_logical"(%173, %181) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %183 = "stablehlo.or"(%178, %182) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %184 = "stablehlo.xor"(%176, %183) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %185 = "stablehlo.slice"(%arg67) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %186 = "stablehlo.reshape"(%185) : (tensor<1xui32>) -> tensor<ui32>
    %187 = "stablehlo.add"(%176, %184) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %188 = "stablehlo.broadcast_in_dim"(%186) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %189 = "stablehlo.shift_left"(%184, %188) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %190 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %191 = "stablehlo.subtract"(%190, %186) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %192 = "stablehlo.broadcast_in_dim"(%191) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %193 = "stablehlo.shift_right_logical"(%184, %192) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %194 = "stablehlo.or"(%189, %193) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %195 = "stablehlo.xor"(%187, %194) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %196 = "stablehlo.slice"(%arg67) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %197 = "stablehlo.reshape"(%196) : (tensor<1xui32>) -> tensor<ui32>
    %198 = "stablehlo.add"(%187, %195) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %199 = "stablehlo.broadcast_in_dim"(%197) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %200 = "stablehlo.shift_left"(%195, %199) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %201 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %202 = "stablehlo.subtract"(%201, %197) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %203 = "stablehlo.broadcast_in_dim"(%202) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %204 = "stablehlo.shift_right_logical"(%195, %203) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %205 = "stablehlo.or"(%200, %204) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %206 = "stablehlo.xor"(%198, %205) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %207 = "stablehlo.broadcast_in_dim"(%arg64) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %208 = "stablehlo.add"(%198, %207) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %209 = "stablehlo.broadcast_in_dim"(%arg65) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %210 = "stablehlo.add"(%206, %209) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    %211 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %212 = "stablehlo.add"(%arg61, %211) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %213 = "stablehlo.convert"(%212) : (tensor<i32>) -> tensor<ui32>
    %214 = "stablehlo.broadcast_in_dim"(%213) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<3xui32>
    %215 = "stablehlo.add"(%210, %214) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
    "func.return"(%162, %208, %215, %arg65, %arg66, %arg64, %arg68, %arg67) : (tensor<i32>, tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>), sym_name = "threefry2x32_0", sym_visibility = "private"}> ({
  ^bb0(%arg39: tensor<ui32>, %arg40: tensor<ui32>, %arg41: tensor<4xui32>, %arg42: tensor<4xui32>):
    %144 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %145 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %146 = "stablehlo.xor"(%arg39, %arg40) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %147 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %148 = "stablehlo.xor"(%146, %147) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %149 = "stablehlo.broadcast_in_dim"(%arg39) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %150 = "stablehlo.add"(%arg41, %149) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %151 = "stablehlo.broadcast_in_dim"(%arg40) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %152 = "stablehlo.add"(%arg42, %151) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %153 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %154 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %155:9 = "stablehlo.while"(%154, %153, %150, %152, %arg40, %148, %arg39, %144, %145) ({
    ^bb0(%arg52: tensor<i32>, %arg53: tensor<i32>, %arg54: tensor<4xui32>, %arg55: tensor<4xui32>, %arg56: tensor<ui32>, %arg57: tensor<ui32>, %arg58: tensor<ui32>, %arg59: tensor<4xui32>, %arg60: tensor<4xui32>):
      %159 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %160 = "stablehlo.compare"(%arg52, %159) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%160) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg43: tensor<i32>, %arg44: tensor<i32>, %arg45: tensor<4xui32>, %arg46: tensor<4xui32>, %arg47: tensor<ui32>, %arg48: tensor<ui32>, %arg49: tensor<ui32>, %arg50: tensor<4xui32>, %arg51: tensor<4xui32>):
      %156:8 = "func.call"(%arg44, %arg45, %arg46, %arg47, %arg48, %arg49, %arg50, %arg51) <{callee = @closed_call_1}> : (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %157 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %158 = "stablehlo.add"(%arg43, %157) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%158, %156#0, %156#1, %156#2, %156#3, %156#4, %156#5, %156#6, %156#7) : (tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%155#2, %155#3) : (tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_1", sym_visibility = "private"}> ({
  ^bb0(%arg31: tensor<i32>, %arg32: tensor<4xui32>, %arg33: tensor<4xui32>, %arg34: tensor<ui32>, %arg35: tensor<ui32>, %arg36: tensor<ui32>, %arg37: tensor<4xui32>, %arg38: tensor<4xui32>):
    %89 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %90 = "stablehlo.add"(%arg31, %89) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %91 = "stablehlo.slice"(%arg37) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %92 = "stablehlo.reshape"(%91) : (tensor<1xui32>) -> tensor<ui32>
    %93 = "stablehlo.add"(%arg32, %arg33) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %94 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %95 = "stablehlo.shift_left"(%arg33, %94) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %96 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %97 = "stablehlo.subtract"(%96, %92) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %99 = "stablehlo.shift_right_logical"(%arg33, %98) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %100 = "stablehlo.or"(%95, %99) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %101 = "stablehlo.xor"(%93, %100) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %102 = "stablehlo.slice"(%arg37) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %103 = "stablehlo.reshape"(%102) : (tensor<1xui32>) -> tensor<ui32>
    %104 = "stablehlo.add"(%93, %101) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %105 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %106 = "stablehlo.shift_left"(%101, %105) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %107 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %108 = "stablehlo.subtract"(%107, %103) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %110 = "stablehlo.shift_right_logical"(%101, %109) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %111 = "stablehlo.or"(%106, %110) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %112 = "stablehlo.xor"(%104, %111) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %113 = "stablehlo.slice"(%arg37) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %114 = "stablehlo.reshape"(%113) : (tensor<1xui32>) -> tensor<ui32>
    %115 = "stablehlo.add"(%104, %112) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %116 = "stablehlo.broadcast_in_dim"(%114) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %117 = "stablehlo.shift_left"(%112, %116) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %118 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %119 = "stablehlo.subtract"(%118, %114) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %120 = "stablehlo.broadcast_in_dim"(%119) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %121 = "stablehlo.shift_right_logical"(%112, %120) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %122 = "stablehlo.or"(%117, %121) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %123 = "stablehlo.xor"(%115, %122) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %124 = "stablehlo.slice"(%arg37) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %125 = "stablehlo.reshape"(%124) : (tensor<1xui32>) -> tensor<ui32>
    %126 = "stablehlo.add"(%115, %123) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %127 = "stablehlo.broadcast_in_dim"(%125) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %128 = "stablehlo.shift_left"(%123, %127) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %129 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %130 = "stablehlo.subtract"(%129, %125) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %131 = "stablehlo.broadcast_in_dim"(%130) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %132 = "stablehlo.shift_right_logical"(%123, %131) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %133 = "stablehlo.or"(%128, %132) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %134 = "stablehlo.xor"(%126, %133) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %135 = "stablehlo.broadcast_in_dim"(%arg34) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %136 = "stablehlo.add"(%126, %135) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %137 = "stablehlo.broadcast_in_dim"(%arg35) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %138 = "stablehlo.add"(%134, %137) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    %139 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %140 = "stablehlo.add"(%arg31, %139) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %141 = "stablehlo.convert"(%140) : (tensor<i32>) -> tensor<ui32>
    %142 = "stablehlo.broadcast_in_dim"(%141) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4xui32>
    %143 = "stablehlo.add"(%138, %142) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    "func.return"(%90, %136, %143, %arg35, %arg36, %arg34, %arg38, %arg37) : (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<2x2xui32>, res_attrs = [{}], sym_name = "_threefry_split", sym_visibility = "private"}> ({
  ^bb0(%arg30: tensor<2xui32>):
    %72 = "stablehlo.slice"(%arg30) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %73 = "stablehlo.reshape"(%72) : (tensor<1xui32>) -> tensor<ui32>
    %74 = "stablehlo.slice"(%arg30) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %75 = "stablehlo.reshape"(%74) : (tensor<1xui32>) -> tensor<ui32>
    %76 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xui64>
    %77 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2xui64>
    %79 = "stablehlo.multiply"(%78, %76) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
    %80 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %81 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2xui64>
    %82 = "stablehlo.shift_right_logical"(%79, %81) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
    %83 = "stablehlo.convert"(%79) : (tensor<2xui64>) -> tensor<2xui32>
    %84 = "stablehlo.convert"(%82) : (tensor<2xui64>) -> tensor<2xui32>
    %85:2 = "func.call"(%73, %75, %84, %83) <{callee = @threefry2x32_2}> : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
    %86 = "stablehlo.broadcast_in_dim"(%85#0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xui32>) -> tensor<2x1xui32>
    %87 = "stablehlo.broadcast_in_dim"(%85#1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xui32>) -> tensor<2x1xui32>
    %88 = "stablehlo.concatenate"(%86, %87) <{dimension = 1 : i64}> : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    "func.return"(%88) : (tensor<2x2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>), sym_name = "threefry2x32_2", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<2xui32>, %arg11: tensor<2xui32>):
    %55 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %56 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %57 = "stablehlo.xor"(%arg8, %arg9) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %58 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %59 = "stablehlo.xor"(%57, %58) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %60 = "stablehlo.broadcast_in_dim"(%arg8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %61 = "stablehlo.add"(%arg10, %60) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %62 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %63 = "stablehlo.add"(%arg11, %62) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %64 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %65 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %66:9 = "stablehlo.while"(%65, %64, %61, %63, %arg9, %59, %arg8, %55, %56) ({
    ^bb0(%arg21: tensor<i32>, %arg22: tensor<i32>, %arg23: tensor<2xui32>, %arg24: tensor<2xui32>, %arg25: tensor<ui32>, %arg26: tensor<ui32>, %arg27: tensor<ui32>, %arg28: tensor<4xui32>, %arg29: tensor<4xui32>):
      %70 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %71 = "stablehlo.compare"(%arg21, %70) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%71) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<i32>, %arg13: tensor<i32>, %arg14: tensor<2xui32>, %arg15: tensor<2xui32>, %arg16: tensor<ui32>, %arg17: tensor<ui32>, %arg18: tensor<ui32>, %arg19: tensor<4xui32>, %arg20: tensor<4xui32>):
      %67:8 = "func.call"(%arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @closed_call_3}> : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %68 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %69 = "stablehlo.add"(%arg12, %68) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%69, %67#0, %67#1, %67#2, %67#3, %67#4, %67#5, %67#6, %67#7) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%66#2, %66#3) : (tensor<2xui32>, tensor<2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_3", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<2xui32>, %arg2: tensor<2xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %3 = "stablehlo.reshape"(%2) : (tensor<1xui32>) -> tensor<ui32>
    %4 = "stablehlo.add"(%arg1, %arg2) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %5 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %6 = "stablehlo.shift_left"(%arg2, %5) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %7 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %8 = "stablehlo.subtract"(%7, %3) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %10 = "stablehlo.shift_right_logical"(%arg2, %9) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %11 = "stablehlo.or"(%6, %10) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %12 = "stablehlo.xor"(%4, %11) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %13 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %14 = "stablehlo.reshape"(%13) : (tensor<1xui32>) -> tensor<ui32>
    %15 = "stablehlo.add"(%4, %12) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %16 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %17 = "stablehlo.shift_left"(%12, %16) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %18 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %19 = "stablehlo.subtract"(%18, %14) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %21 = "stablehlo.shift_right_logical"(%12, %20) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %22 = "stablehlo.or"(%17, %21) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %23 = "stablehlo.xor"(%15, %22) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %24 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %25 = "stablehlo.reshape"(%24) : (tensor<1xui32>) -> tensor<ui32>
    %26 = "stablehlo.add"(%15, %23) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %27 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %28 = "stablehlo.shift_left"(%23, %27) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %29 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %30 = "stablehlo.subtract"(%29, %25) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %32 = "stablehlo.shift_right_logical"(%23, %31) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %33 = "stablehlo.or"(%28, %32) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %34 = "stablehlo.xor"(%26, %33) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %35 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %36 = "stablehlo.reshape"(%35) : (tensor<1xui32>) -> tensor<ui32>
    %37 = "stablehlo.add"(%26, %34) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %38 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %39 = "stablehlo.shift_left"(%34, %38) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %40 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %41 = "stablehlo.subtract"(%40, %36) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %43 = "stablehlo.shift_right_logical"(%34, %42) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %44 = "stablehlo.or"(%39, %43) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %45 = "stablehlo.xor"(%37, %44) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %46 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %47 = "stablehlo.add"(%37, %46) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %48 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %49 = "stablehlo.add"(%45, %48) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %50 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %51 = "stablehlo.add"(%arg0, %50) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %52 = "stablehlo.convert"(%51) : (tensor<i32>) -> tensor<ui32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %54 = "stablehlo.add"(%49, %53) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    "func.return"(%1, %47, %54, %arg4, %arg5, %arg3, %arg7, %arg6) : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
