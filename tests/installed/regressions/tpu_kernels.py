"""What kernels for TPUs need of jaxlib, as far as a machine without one shows it."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import jax
import numpy as np
import pytest
from jax._src.interpreters import mlir
from jax._src.lib import tpu
from jax.experimental import pallas
from jaxlib.mlir import ir

SOURCE = """
def kernel(x, out):
    def add(i, total):
        return total + x[i]

    import jax
    out[...] = jax.lax.fori_loop(0, 4, add, x[0])
"""


def configuration(filename: str) -> Any:
    """That of the custom call of a kernel whose source is in a file."""
    names: dict[str, Any] = {}
    exec(compile(SOURCE, filename, "exec"), names)
    call = pallas.pallas_call(names["kernel"], out_shape=jax.ShapeDtypeStruct((8, 128), np.float32))
    device = jax.sharding.AbstractDevice("TPU v5 lite", 1, "tpu")
    with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((), (), abstract_device=device)):
        lowered = jax.jit(call).trace(np.ones((4, 8, 128), np.float32)).lower(lowering_platforms=("tpu",))
    found = []

    def look(op: Any) -> Any:
        if op.name == "stablehlo.custom_call":
            found.append(json.loads(op.attributes["backend_config"].value)["custom_call_config"])
        return ir.WalkResult.ADVANCE

    lowered.compiler_ir("stablehlo").operation.walk(look)
    (config,) = found
    return config


@pytest.mark.since("0.12.0")
def test_a_kernel_is_the_same_wherever_its_source_is() -> None:
    here, there = (configuration(name) for name in ("here.py", "there.py"))
    assert here["body"] == there["body"]
    places = base64.b64decode(here["debug_locations"])
    assert b"here.py" in places
    assert b"here.py" not in base64.b64decode(here["body"])


#: Two operations with regions inside one another, in generic form.
NESTED = """
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%a: i1 loc("a")):
    "scf.if"(%a) ({
      %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32 loc("one")
      "scf.yield"() : () -> () loc("yield")
    }, {
    }) : (i1) -> () loc("if")
    "cf.br"(%a)[^bb1] : (i1) -> () loc("branch")
  ^bb1(%b: i1 loc("b")):
    "func.return"() : () -> () loc("return")
  }) : () -> () loc("f")
}) : () -> () loc("m")
"""


@pytest.mark.since("0.12.0")
def test_locations_are_taken_from_the_outside_inwards() -> None:
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(NESTED)
        content = tpu.private_unzip_debug_locations(module.operation)
        assert 'loc("' not in module.operation.get_asm(enable_debug_info=True)
        text = str(ir.Module.parse(content))
    names = dict(re.findall(r'^(#loc\d*) = loc\("(\w+)"\)', text, re.MULTILINE))
    (listed,) = re.findall(r"tpu.locs = \[(.*?)\]", text)
    places = [names.get(place) or place[5:-2] for place in listed.split(", ")]
    assert places == ["m", "f", "a", "b", "if", "one", "yield", "branch", "return"]
