"""XLA's element types, and the corresponding numpy dtypes."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from jaxlib._bound_enums import BoundIntEnum


class PrimitiveType(BoundIntEnum):
    """XLA's element types, with their numbers in XLA's messages."""

    PRIMITIVE_TYPE_INVALID = 0
    PRED = 1
    S8 = 2
    S16 = 3
    S32 = 4
    S64 = 5
    U8 = 6
    U16 = 7
    U32 = 8
    U64 = 9
    F16 = 10
    F32 = 11
    F64 = 12
    TUPLE = 13
    OPAQUE_TYPE = 14
    C64 = 15
    BF16 = 16
    TOKEN = 17
    C128 = 18
    F8E5M2 = 19
    F8E4M3FN = 20
    S4 = 21
    U4 = 22
    F8E4M3B11FNUZ = 23
    F8E5M2FNUZ = 24
    F8E4M3FNUZ = 25
    S2 = 26
    U2 = 27
    F8E4M3 = 28
    F8E3M4 = 29
    F4E2M1FN = 32
    F8E8M0FNU = 33
    F6E3M2FN = 35
    F6E2M3FN = 36


NUMPY_NAMES = {
    "PRED": "bool", "S8": "int8", "S16": "int16", "S32": "int32", "S64": "int64", "U8": "uint8", "U16": "uint16",
    "U32": "uint32", "U64": "uint64", "F16": "float16", "F32": "float32", "F64": "float64", "C64": "complex64",
    "C128": "complex128", "BF16": "bfloat16", "F8E5M2": "float8_e5m2", "F8E4M3FN": "float8_e4m3fn", "S4": "int4",
    "U4": "uint4", "F8E4M3B11FNUZ": "float8_e4m3b11fnuz", "F8E5M2FNUZ": "float8_e5m2fnuz",
    "F8E4M3FNUZ": "float8_e4m3fnuz", "S2": "int2", "U2": "uint2", "F8E4M3": "float8_e4m3", "F8E3M4": "float8_e3m4",
    "F4E2M1FN": "float4_e2m1fn", "F8E8M0FNU": "float8_e8m0fnu",
    "F6E2M3FN": "float6_e2m3fn", "F6E3M2FN": "float6_e3m2fn",
}  # fmt: skip
DTYPES = {
    PrimitiveType[name]: np.dtype(getattr(ml_dtypes, numpy_name, numpy_name))
    for name, numpy_name in NUMPY_NAMES.items()
}
PRIMITIVES = {dtype: kind for kind, dtype in DTYPES.items()}
