"""The size of an approximate top-k's result, by XLA's rule for TPUs.

The rule is XLA's ``ApproxTopKReductionOutputSize``. For 400,000 random arguments each, the results are those of
upstream's jaxlib 0.10.2 and 0.12.0.
"""

from __future__ import annotations

import numpy as np
from jaxlib._errors import JaxRuntimeError

_INVALID_ARGUMENT = 3


def approx_top_k_reduction_output_size(input_size: int, rank: int, top_k: int, recall_target: float,
                                       aggregate_to_topk: bool = True,
                                       input_size_override: int = -1) -> tuple[int, int]:  # fmt: skip
    """How many candidates of ``input_size`` an approximate top-k keeps, and the log2 of its reduction factor.

    Args:
        input_size: the size of the dimension that is reduced.
        rank: the rank of the operand; a TPU holds a vector in larger tiles.
        top_k: how many of the largest elements are wanted.
        recall_target: the share of them that is found on average, in (0, 1].
        aggregate_to_topk: whether the result has ``top_k`` elements; the log2 is -1 then.
        input_size_override: the size of the whole input, of which this one is a part; negative for this one.

    Raises:
        JaxRuntimeError: INVALID_ARGUMENT: the whole is smaller than the part, or the share is not in (0, 1].
    """
    if aggregate_to_topk:
        return top_k, -1
    tile = 1024 if rank == 1 else 128
    if input_size <= tile:
        return input_size, 0
    if 0 <= input_size_override < input_size:
        raise JaxRuntimeError(
            f"INVALID_ARGUMENT: reduction_input_size_override: {input_size_override} should be greater equals to "
            f"operands[reduction_dim]: {input_size}",
            _INVALID_ARGUMENT,
        )
    whole = input_size if input_size_override < 0 else input_size_override
    if top_k == 1:
        return tile, _log2_above(-(-whole // tile))
    recall = np.float32(recall_target)
    if recall <= 0 or recall > 1:
        raise JaxRuntimeError("INVALID_ARGUMENT: recall_target should range in (0,1]", _INVALID_ARGUMENT)
    if not recall < 1:
        return input_size, 0
    # Of the largest k, so many are found if m candidates are kept: recall = exp((1 - k) / m).
    wanted = (1 - top_k) / float(np.log(recall))
    kept = whole if wanted < 0 else min(max(int(wanted), tile), whole)
    log2 = (whole // kept).bit_length() - 1
    if log2 == 0:
        return input_size, 0
    log2 = min(log2, _log2_above(input_size // tile))
    tiles = -(-input_size // tile)
    return -(-tiles // (1 << log2)) * tile, log2


def _log2_above(count: int) -> int:
    """The smallest exponent whose power of two is at least ``count``."""
    return (count - 1).bit_length()
