"""Converts a model's forward pass, with its weights, to ONNX with jax2onnx, and runs it in onnxruntime.

The task has the ``opset``. Lower and higher ones are tried, too, until one is refused or computes other numbers.

jax2onnx converts the model's jaxpr, with calls inlined, not its Python function, so that a layer's sharding, random
keys and bfloat16 copies of weights are resolved before. See ``_evaluate``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import onnxruntime
from jax import lax
from jax.extend.core import Literal
from jax2onnx import to_onnx
from onnx.defs import onnx_opset_version

from tools.models.children.build import build
from tools.models.children.model import held, load

#: The tolerance between two opsets, relative to the largest number.
_SAME = 1e-5
#: Primitives that call a jaxpr, with the name of its parameter; the jaxpr is inlined.
_CALLS = {
    "checkpoint": "jaxpr",
    "closed_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
    "custom_vjp_call_jaxpr": "fun_jaxpr",
    "jit": "jaxpr",
    "pjit": "jaxpr",
    "remat2": "jaxpr",
    "shard_map": "jaxpr",  # on one device, a shard is the whole array
}
#: The longest loop (Qwen 3 Next's over chunks) that is unrolled, so that the operations inside it are rewritten,
#: too.
_FEW = 8
#: The most places of a window of a pooling that is rewritten.
_PLACES = 64
#: Primitives that affect where or when an array is computed, but not its values.
_NOTHING = {"sharding_constraint", "mesh_cast", "reshard", "optimization_barrier", "name", "copy", "copy_p"}


def do(task: dict[str, Any]) -> dict[str, Any]:
    """Do the task; see the module."""
    started = time.monotonic()
    model = build(task)
    weights, others = load(model, task["weights"])
    inputs = model.inputs()
    with model.mesh:
        traced = jax.make_jaxpr(model.forward)(weights, others, *inputs)
    arrays = [jnp.asarray(weight) for weight in (*weights, *others)]

    def forward(*given: Any) -> Any:
        (output,) = _evaluate(traced.jaxpr, traced.consts, [*arrays, *given])
        return output

    def converted(opset: int) -> bytes:
        shapes = [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in inputs]
        content: bytes = to_onnx(forward, shapes, model_name=task["model"], opset=opset).SerializeToString()
        return content

    content = converted(task["opset"])
    done = time.monotonic()
    given, output = _computed(content, inputs)
    ran = time.monotonic()
    Path(task["file"]).write_bytes(content)
    np.savez(task["inputs"], **dict(zip(given, inputs, strict=True)))
    np.savez(task["output"], output=output)
    lowest, below = _last(converted, range(task["opset"] - 1, 0, -1), inputs, output)
    newest, above = _last(converted, range(task["opset"] + 1, onnx_opset_version() + 1), inputs, output)
    return {
        "size": len(content),
        "seconds": {"convert": done - started, "run": ran - done, "opsets": time.monotonic() - ran},
        "memory": held(),
        "opsets": {
            "used": task["opset"],
            "lowest": lowest or task["opset"],
            "newest": newest or task["opset"],
            "below": below,
            "above": above,
        },
    }


def _computed(content: bytes, inputs: Sequence[Any]) -> tuple[list[str], Any]:
    """The names of the inputs, and the output that onnxruntime computes."""
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    names = [given.name for given in session.get_inputs()]
    (output,) = session.run(None, dict(zip(names, inputs, strict=True)))
    return names, np.asarray(output, np.float32)


def _last(
    converted: Callable[[int], bytes], opsets: Iterable[int], inputs: Sequence[Any], wanted: Any
) -> tuple[int | None, str]:
    """The last of the opsets that holds before one does not, and what is said of that one; None if none holds."""
    last = None
    for opset in opsets:
        try:
            _, output = _computed(converted(opset), inputs)
        except Exception as error:  # jax2onnx and onnxruntime have errors of many types
            said = str(error).strip() or type(error).__name__
            return last, f"opset {opset}: {said.splitlines()[0]}"
        worst = float(np.max(np.abs(output - wanted), initial=0.0))
        if not worst <= _SAME * max(1.0, float(np.max(np.abs(wanted), initial=0.0))):
            return last, f"opset {opset}: the output differs by {worst:.3g}"
        last = opset
    return last, ""


def _evaluate(jaxpr: Any, consts: Sequence[Any], arguments: Sequence[Any]) -> list[Any]:
    """Evaluates a jaxpr equation by equation, with calls inlined."""
    values = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*consts, *arguments), strict=True))

    def value(array: Any) -> Any:
        return array.val if isinstance(array, Literal) else values[array]

    for equation in jaxpr.eqns:
        name, parameters = equation.primitive.name, equation.params
        inputs = [value(invar) for invar in equation.invars]
        if name in _CALLS:
            inner = parameters[_CALLS[name]]
            closed = hasattr(inner, "consts")
            results = _evaluate(inner.jaxpr if closed else inner, inner.consts if closed else (), inputs)
        elif name == "scan" and parameters["length"] <= _FEW:
            results = _unrolled(inputs, **parameters)
        elif name in _NOTHING:
            results = inputs
        elif any(_is_complex(operand) for operand in inputs) or jnp.issubdtype(
            equation.outvars[0].aval.dtype, jnp.complexfloating
        ):
            results = [_complex(name, partial(equation.primitive.bind, **parameters), inputs)]
        elif name in _WRITTEN_OTHERWISE:
            results = [_WRITTEN_OTHERWISE[name](*inputs, **parameters)]
        else:
            outputs = equation.primitive.bind(*inputs, **parameters)
            results = outputs if equation.primitive.multiple_results else [outputs]
        values.update(zip(equation.outvars, results, strict=True))
    return [value(outvar) for outvar in jaxpr.outvars]


def _unrolled(inputs: Sequence[Any], *, jaxpr: Any, length: int, reverse: bool, **parts: Any) -> list[Any]:
    """Unroll a scan into its steps."""
    if "ft_in" in parts:  # from jax 0.11 on, trees say which operand is what, not numbers
        consts, carry, scanned = map(list, parts["ft_in"].update(inputs).unpack())
    else:
        begin, end = parts["num_consts"], parts["num_consts"] + parts["num_carry"]
        consts, carry, scanned = list(inputs[:begin]), list(inputs[begin:end]), list(inputs[end:])
    num_carry = len(carry)
    columns: list[list[Any]] = [[] for _ in jaxpr.out_avals[num_carry:]]
    for step in range(length)[:: -1 if reverse else 1]:
        given = [lax.index_in_dim(array, step, keepdims=False) for array in scanned]
        results = _evaluate(jaxpr.jaxpr, jaxpr.consts, [*consts, *carry, *given])
        carry = results[:num_carry]
        for column, result in zip(columns, results[num_carry:], strict=True):
            column.append(lax.expand_dims(result, [0]))
    return carry + [lax.concatenate(column[:: -1 if reverse else 1], 0) for column in columns]


def _select_n(which: Any, *cases: Any, **parameters: Any) -> Any:
    """Selects booleans with logical operations, because onnxruntime selects only numbers."""
    if cases[0].dtype != jnp.bool_ or which.dtype != jnp.bool_ or len(cases) != 2:
        return lax.select_n_p.bind(which, *cases, **parameters)
    return (which & cases[1]) | (~which & cases[0])


def _dot_general(left: Any, right: Any, **parameters: Any) -> Any:
    """Rewrites a matrix product as a batched one, the form that ONNX has, and one of bfloat16 in float32.

    ONNX has no product of bfloat16; float32 represents these numbers exactly, and XLA accumulates in float32, too.
    jax2onnx would write other forms as an Einsum with a repeated letter, which onnxruntime refuses.
    """
    (left_sums, right_sums), (left_stack, right_stack) = parameters["dimension_numbers"]
    kept = parameters["preferred_element_type"] or jnp.result_type(left, right)

    def matrices(array: Any, stack: Sequence[int], sums: Sequence[int], *, last: bool) -> tuple[Any, Any]:
        rest = [axis for axis in range(array.ndim) if axis not in (*stack, *sums)]
        shape = [math.prod(array.shape[axis] for axis in axes) for axes in (stack, rest, sums)]
        order = (*stack, *rest, *sums) if last else (*stack, *sums, *rest)
        if not last:
            shape[1:] = shape[:0:-1]
        if array.dtype == jnp.bfloat16:
            array = lax.convert_element_type(array, jnp.float32)
        return lax.reshape(lax.transpose(array, order), shape), [array.shape[axis] for axis in rest]

    one, rows = matrices(left, left_stack, left_sums, last=True)
    two, columns = matrices(right, right_stack, right_sums, last=False)
    product = jnp.matmul(one, two, precision="highest")
    product = lax.reshape(product, [*(left.shape[axis] for axis in left_stack), *rows, *columns])
    return lax.convert_element_type(product, kept)


def _windowed(primitive: Any, combine: Callable[[Any, Any], Any], start: Callable[[Any], Any]) -> Any:
    """Rewrites a pooling of small windows as one operation for each place in a window, over strided slices.

    jax2onnx writes it as MaxPool over all axes, batch and channels among them, which onnxruntime refuses.
    """

    def pooled(array: Any, **parameters: Any) -> Any:
        window, strides = parameters["window_dimensions"], parameters["window_strides"]
        dilation = parameters["window_dilation"]
        if math.prod(window) > _PLACES or any(step != 1 for step in parameters["base_dilation"]):
            return primitive.bind(array, **parameters)
        padding = [(low, high, 0) for low, high in parameters["padding"]]
        padded = lax.pad(array, lax.full((), start(array.dtype), array.dtype), padding)
        spans = [(size - 1) * step + 1 for size, step in zip(window, dilation, strict=True)]
        counts = [
            (size - span) // step + 1 for size, span, step in zip(padded.shape, spans, strides, strict=True)
        ]
        result = None
        for place in np.ndindex(*window):
            first = [at * step for at, step in zip(place, dilation, strict=True)]
            last = [
                at + (count - 1) * step + 1 for at, count, step in zip(first, counts, strides, strict=True)
            ]
            each = lax.slice(padded, first, last, strides)
            result = each if result is None else combine(result, each)
        return result

    return pooled


def _least(dtype: Any) -> Any:
    """The identity of a maximum."""
    return -jnp.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min


class Halves(NamedTuple):
    """A complex array as a pair of real ones, because ONNX has no product of complex numbers."""

    real: Any
    imaginary: Any


#: Operations that move or add numbers, and so act on each part of a complex number separately.
_HALF_BY_HALF = {
    "add", "broadcast_in_dim", "concatenate", "copy", "dynamic_slice", "gather", "neg", "pad", "reshape", "rev",
    "slice", "squeeze", "sub", "transpose",
}  # fmt: skip


def _complex(name: str, bind: Callable[..., Any], inputs: Sequence[Any]) -> Any:
    """An operation with complex operands or results (DeepSeek's rotations), on their real and imaginary parts."""
    halves = [_halves(operand) for operand in inputs]
    first = halves[0]
    if name == "complex":
        return Halves(inputs[0], inputs[1])
    if name in ("real", "imag"):
        return first.real if name == "real" else first.imaginary
    if name == "conj":
        return Halves(first.real, -first.imaginary)
    if name == "convert_element_type":
        return first
    if name == "mul":
        (a, b), (c, d) = halves
        return Halves(a * c - b * d, a * d + b * c)
    if name == "exp":
        return Halves(*(jnp.exp(first.real) * function(first.imaginary) for function in (jnp.cos, jnp.sin)))
    if name in _HALF_BY_HALF:
        # Indices are not complex, and are the same for both parts.
        return Halves(
            *(
                bind(
                    *(
                        h[n] if _is_complex(operand) else operand
                        for operand, h in zip(inputs, halves, strict=True)
                    )
                )
                for n in range(2)
            )
        )
    raise NotImplementedError(f"{name} of complex numbers")


def _is_complex(array: Any) -> bool:
    return isinstance(array, Halves) or jnp.iscomplexobj(array)


def _halves(array: Any) -> Halves:
    if isinstance(array, Halves):
        return array
    if isinstance(array, jax.core.Tracer):
        return Halves(array, jnp.zeros_like(array))
    number = np.asarray(array)
    return Halves(np.real(number), np.imag(number))


_WRITTEN_OTHERWISE: dict[str, Any] = {
    "dot_general": _dot_general,
    "reduce_window_max": _windowed(lax.reduce_window_max_p, lax.max, _least),
    "reduce_window_sum": _windowed(lax.reduce_window_sum_p, lax.add, lambda _: 0),
    "select_n": _select_n,
}
