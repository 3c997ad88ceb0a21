"""The client of all checks, and small programs."""

from __future__ import annotations

from typing import Any

import jaxlib_pjrt as pjrt
import numpy as np

CLIENT = pjrt.Client("cpu", cpu_device_count=2)


def text(body: str, arguments: str, results: str, attributes: str = "") -> str:
    return f"module @m {attributes} {{ func.func public @main({arguments}) -> {results} {{ {body} }} }}"


ADD = text(
    "%0 = stablehlo.add %a, %b : tensor<3xf32> return %0 : tensor<3xf32>",
    "%a: tensor<3xf32>, %b: tensor<3xf32>",
    "tensor<3xf32>",
)
#: Its argument is donated to its result.
DOUBLE = text(
    "%0 = stablehlo.add %a, %a : tensor<1024xf32> return %0 : tensor<1024xf32>",
    "%a: tensor<1024xf32> {tf.aliasing_output = 0 : i32}",
    "tensor<1024xf32>",
)
SLOW = text(
    """%n = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, tensor<512x512xf32>
      cond { %m = stablehlo.constant dense<40> : tensor<i32>
             %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %c : tensor<i1> }
      do { %one = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %i, %one : tensor<i32>
           %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
             : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
           stablehlo.return %j, %y : tensor<i32>, tensor<512x512xf32> }
    return %r#1 : tensor<512x512xf32>""",
    "%a: tensor<512x512xf32>",
    "tensor<512x512xf32>",
)
X: Any = np.arange(3, dtype=np.float32)


def custom_call(target: str, operands: list[str], results: list[str], attributes: str = "{}") -> str:
    names = [f"%a{index}" for index in range(len(operands))]
    kinds, given = ([f"tensor<{kind}>" for kind in arrays] for arrays in (operands, results))
    outs = ["%0"] if len(results) == 1 else [f"%0#{index}" for index in range(len(results))]
    bound = "%0 = " if len(results) == 1 else f"%0:{len(results)} = " if results else ""
    effect = "" if results else ", has_side_effect = true"
    return text(
        f"{bound}stablehlo.custom_call @{target}({', '.join(names)}) "
        f"{{api_version = 4 : i32, backend_config = {attributes}{effect}}} "
        f": ({', '.join(kinds)}) -> ({', '.join(given)}) "
        f"return {', '.join(outs[: len(results)])}{' : ' if results else ''}{', '.join(given)}",
        ", ".join(f"{name}: {kind}" for name, kind in zip(names, kinds, strict=True)),
        f"({', '.join(given)})",
    )


def call(target: str, results: list[str], *arrays: Any, attributes: str = "{}") -> Any:
    """Run a program that is one custom call with ``arrays`` as its operands."""
    kinds = {
        "bool": "i1",
        "float32": "f32",
        "float64": "f64",
        "int4": "i4",
        "uint4": "ui4",
        "bfloat16": "bf16",
    }
    operands = ["x".join((*map(str, array.shape), kinds[array.dtype.name])) for array in arrays]
    return CLIENT.compile(custom_call(target, operands, results, attributes))(*arrays)
