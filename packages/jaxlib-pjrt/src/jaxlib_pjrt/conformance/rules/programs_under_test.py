"""The programs that the rules compile and run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jaxlib_pjrt.conformance.library import Library
from jaxlib_pjrt.conformance.ops.case import Type

if TYPE_CHECKING:
    import numpy as np

    from jaxlib_pjrt._native import LoadedExecutable

VECTOR = Type((3,), "float32")


ADD = f"""module @add {{ func.func public @main(%a: {VECTOR}, %b: {VECTOR}) -> {VECTOR} {{
  %r = stablehlo.add %a, %b : {VECTOR}
  return %r : {VECTOR} }} }}"""


LARGE = "tensor<256x256xf32>"


SLOW = f"""module @slow {{ func.func public @main(%a: {LARGE}) -> {LARGE} {{
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.while"(%n, %a) ({{
    ^bb0(%i: tensor<i32>, %x: {LARGE}):
      %m = stablehlo.constant dense<20> : tensor<i32>
      %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%c) : (tensor<i1>) -> ()
    }}, {{
    ^bb0(%i: tensor<i32>, %x: {LARGE}):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : ({LARGE}, {LARGE}) -> {LARGE}
      "stablehlo.return"(%j, %y) : (tensor<i32>, {LARGE}) -> ()
    }}) : (tensor<i32>, {LARGE}) -> (tensor<i32>, {LARGE})
  return %r#1 : {LARGE} }} }}"""


#: A program that donates its argument to its result.
DONATES = f"""module @donates {{
func.func public @main(%a: {VECTOR} {{tf.aliasing_output = 0 : i32}}) -> {VECTOR} {{
  %r = stablehlo.add %a, %a : {VECTOR}
  return %r : {VECTOR} }} }}"""


def vector() -> np.ndarray[Any, Any]:
    """An argument for ``ADD``."""
    import numpy as np

    return np.arange(3, dtype=np.float32)


def raises_error(call: Callable[[], object], what: str) -> None:
    """Assert that a call raises an error with a code and a message."""
    from jaxlib_pjrt.errors import PjrtError

    raised = None
    try:
        call()
    except PjrtError as error:
        raised = error
    assert raised is not None, f"{what}: no error"
    assert raised.code, f"{what}: the error has no code"
    assert raised.message.strip(), f"{what}: the error has no message"


def executed(executable: LoadedExecutable, *arguments: Any) -> None:
    """Run an executable and wait for its results."""
    for out in executable(*arguments):
        out.block_until_ready()


def adds(library: Library) -> None:
    """Assert that ``ADD`` returns the right result."""
    import numpy as np

    executable = library.client.compile(ADD)
    (out,) = executable(vector(), vector())
    assert np.array_equal(np.asarray(out), vector() * 2), f"0+0, 1+1, 2+2 is {np.asarray(out).tolist()}"
