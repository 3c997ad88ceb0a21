"""Elementwise functions for which the library calls libm per element, lowered to the arithmetic of newer XLA.

They are then as fast as in jaxlib's built-in backend, and equal to it bit by bit: the same key draws the same
numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from jaxlib_cpu.lowering import rules

#: log1p near 0 is x - x**2/2 + x**3 p(x)/q(x). Coefficients from Cephes (log1p.c), highest power first.
_NUMERATOR = (
    4.5270000862445199635215e-5,
    4.9854102823193375972212e-1,
    6.5787325942061044846969e0,
    2.9911919328553073277375e1,
    6.0949667980987787057556e1,
    5.7112963590585538103336e1,
    2.0039553499201281259648e1,
)
_DENOMINATOR = (
    1.0,
    1.5062909083469192043167e1,
    8.3047565967967209469434e1,
    2.2176239823732856465394e2,
    3.0909872225312059774938e2,
    2.1642788614495947685003e2,
    6.0118660497603843919306e1,
)
#: erf_inv is x p(w), w = -log(1 - x**2), with other coefficients in the tails (M. Giles, "Approximating the
#: erfinv function", single precision), highest power first.
_CENTRE = (
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
    0.246640727,
    1.50140941,
)
_TAILS = (
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
    1.00167406,
    2.83297682,
)


def lower_log1p() -> None:
    """Register the lowering rule of log1p for float32."""
    from jax._src.lax import lax
    from jax._src.lib.mlir.dialects import hlo

    _lower_single(lax.log1p_p, _log1p, functools.partial(lax._nary_lower_hlo, hlo.log_plus_one))


def lower_erf_inv() -> None:
    """Register the lowering rule of erf_inv for float32, unless jax is configured to use its accurate version."""
    from jax._src import config
    from jax._src.lax import lax, special
    from jax._src.lib.mlir.dialects import chlo

    accurate = getattr(config, "jax_accurate_erf_inv", None)  # since jax 0.12; off by default
    usual = getattr(special, "_erf_inv_lowering", functools.partial(lax._nary_lower_hlo, chlo.erf_inv))
    _lower_single(
        special.erf_inv_p,
        _erf_inv,
        usual,
        usual_is_chosen=lambda: accurate is not None and bool(accurate.value),
    )


def _lower_single(
    primitive: Any, function: Any, usual: Any, *, usual_is_chosen: Callable[[], bool] = lambda: False
) -> None:
    import numpy as np

    ours = rules.traced(function)

    def lower(ctx: Any, x: Any, **parameters: Any) -> Any:
        single = parameters.get("accuracy") is None and ctx.avals_out[0].dtype == np.float32
        if single and not usual_is_chosen():
            return ours(ctx, x)
        return usual(ctx, x, **parameters)

    rules.replace(primitive, usual, lower)


# These functions use only lax: operators are jax.numpy's, which may check their results for errors.


def _log1p(x: Any) -> Any:
    from jax import lax

    square = lax.mul(x, x)
    ratio = lax.div(_polynomial(_NUMERATOR, x), _polynomial(_DENOMINATOR, x))
    cubic = lax.mul(lax.mul(x, square), ratio)
    near = lax.lt(lax.abs(x), lax.full_like(x, 2**0.5 - 1))
    # The select keeps LLVM from fusing this product into the sum (FMA); newer LLVM fuses the square instead.
    rest = lax.select(near, cubic, lax.full_like(x, 0))
    series = lax.add(x, lax.add(lax.mul(square, lax.full_like(x, -0.5)), rest))
    return lax.select(near, series, lax.log(lax.add(x, lax.full_like(x, 1))))


def _erf_inv(x: Any) -> Any:
    import numpy as np
    from jax import lax

    w = lax.neg(_log1p(lax.mul(x, lax.neg(x))))
    central = lax.lt(w, lax.full_like(w, 5))
    v = lax.select(central, lax.sub(w, lax.full_like(w, 2.5)), lax.sub(lax.sqrt(w), lax.full_like(w, 3)))
    series: Any = None
    for of_centre, of_tails in zip(_CENTRE, _TAILS, strict=True):
        coefficient = lax.select(central, lax.full_like(x, of_centre), lax.full_like(x, of_tails))
        series = coefficient if series is None else lax.add(coefficient, lax.mul(series, v))
    ends = lax.eq(lax.abs(x), lax.full_like(x, 1))
    return lax.select(ends, lax.mul(x, lax.full_like(x, np.inf)), lax.mul(series, x))


def _polynomial(coefficients: tuple[float, ...], x: Any) -> Any:
    from jax import lax

    value = lax.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = lax.add(lax.mul(value, x), lax.full_like(x, coefficient))
    return value
