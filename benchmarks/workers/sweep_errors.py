"""Errors of results, in units in the last place (ulps)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

#: The error of a result that is not finite where a finite number is wanted.
MOST = 1e18


def compared(results: Sequence[Any], wanted: Sequence[Any], *, normwise: bool) -> dict[str, Any]:
    """``ulps``, the largest and the mean error of floating-point results, and how many other elements ``differ``.

    With ``normwise``, an error counts in ulps of the largest element of its array.
    """
    if [result.shape for result in results] != [want.shape for want in wanted]:
        return {"ulps": [MOST, MOST], "differ": 0}
    most, total, count, differ = 0.0, 0.0, 0, 0
    for result, want in zip(results, wanted, strict=True):
        if result.dtype.kind in "biu":
            differ += int((result != want).sum())
        elif result.size:
            errors = in_ulps(result, want, normwise=normwise)
            most, total, count = (
                max(most, float(errors.max())),
                total + float(errors.sum()),
                count + errors.size,
            )
    return {"ulps": [most, total / count] if count else None, "differ": differ}


def in_ulps(result: Any, want: Any, *, normwise: bool) -> Any:
    """The error of each element."""
    if result.dtype.kind == "c":
        scale = np.abs(want)
        unit = _ulp(
            scale.max() if normwise else scale, np.dtype(np.float32 if result.itemsize == 8 else np.float64)
        )
        wide: Any = np.complex128
    else:
        scale = np.abs(want.astype(np.float64))
        finite = scale[np.isfinite(scale)]
        unit = _ulp(finite.max(initial=0.0) if normwise else scale, result.dtype)
        wide = np.float64
    got = result.astype(wide)
    # What overflows in the result's dtype is rounded to it, as the result is.
    with np.errstate(all="ignore"):
        rounded = want.astype(result.dtype).astype(wide)
        apart = np.abs(got - want.astype(wide)) / unit
    same = (got == rounded) & ~np.isfinite(rounded) | (np.isnan(got) & np.isnan(rounded))
    return np.where(same, 0.0, np.where(np.isfinite(apart), np.minimum(apart, MOST), MOST))


def _ulp(scale: Any, dtype: Any) -> Any:
    """The spacing of the dtype's numbers at each value, at least that of its smallest normal number."""
    info = ml_dtypes.finfo(dtype)
    bounded = np.clip(np.nan_to_num(scale, nan=0.0), float(info.smallest_normal), float(info.max))
    return 2.0 ** (np.floor(np.log2(bounded)) - info.nmant)
