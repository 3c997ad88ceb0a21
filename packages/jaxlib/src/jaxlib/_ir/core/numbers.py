"""Numbers of MLIR's element types: the corresponding numpy dtypes, and their text."""

from __future__ import annotations

import functools
import math
import struct

import ml_dtypes
import numpy as np

#: The dtype of each element type, by the type's text.
NUMPY_OF: dict[str, np.dtype[np.generic]] = {
    "i1": np.dtype(np.bool_),
    **{f"i{8 * n}": np.dtype(f"int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"si{8 * n}": np.dtype(f"int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"ui{8 * n}": np.dtype(f"uint{8 * n}") for n in (1, 2, 4, 8)},
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "index": np.dtype(np.int64),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
}
for _text, _name in (
    ("bf16", "bfloat16"), ("i4", "int4"), ("ui4", "uint4"), ("i2", "int2"), ("ui2", "uint2"),
    ("f8E3M4", "float8_e3m4"), ("f8E4M3", "float8_e4m3"), ("f8E4M3FN", "float8_e4m3fn"),
    ("f8E4M3B11FNUZ", "float8_e4m3b11fnuz"), ("f8E4M3FNUZ", "float8_e4m3fnuz"), ("f8E5M2", "float8_e5m2"),
    ("f8E5M2FNUZ", "float8_e5m2fnuz"), ("f8E8M0FNU", "float8_e8m0fnu"), ("f4E2M1FN", "float4_e2m1fn"),
    ("f6E2M3FN", "float6_e2m3fn"), ("f6E3M2FN", "float6_e3m2fn"),
):  # fmt: skip
    if hasattr(ml_dtypes, _name):
        NUMPY_OF[_text] = np.dtype(getattr(ml_dtypes, _name))
#: The text of the element type of each dtype.
TYPE_OF = {
    dtype: text for text, dtype in reversed(NUMPY_OF.items()) if not text.startswith("si") and text != "index"
}


def float_text(value: float, type_text: str) -> str:
    """A number in MLIR's text form: six digits if they are exact, else more; hexadecimal for infinities and NaN."""
    return text_of_bits(as_elements(value, type_text).tobytes(), type_text)


def as_elements(numbers: object, type_text: str) -> np.ndarray:
    """Numbers, rounded to the elements of a type.

    f8E8M0FNU has no zero: MLIR rounds it to the smallest number, where ml_dtypes makes it NaN.
    """
    array = np.asarray(numbers)
    if type_text == "f8E8M0FNU":
        array = np.where(array == 0, 2.0**-127, array)
    return array.astype(NUMPY_OF[type_text])


def _digits(value: float, precision: int) -> tuple[str, int]:
    """The first digits of a positive number without trailing zeros, and the power of ten of the last one.

    The same algorithm as LLVM's APFloat: digits far behind the requested ones are cut off before rounding.
    """
    numerator, denominator = value.as_integer_ratio()
    power = 1 - denominator.bit_length()
    scaled = numerator * 5**-power
    excess = scaled.bit_length() - (precision * 196 + 58) // 59
    if excess > 0:
        scaled //= 10 ** (excess * 59 // 196)
        power += excess * 59 // 196
    digits = str(scaled)
    more = len(digits) - precision
    if more > 0:
        digits, power = str(int(digits[:precision]) + (digits[precision] >= "5")), power + more
    kept = digits.rstrip("0")
    return kept, power + len(digits) - len(kept)


def _scientific_text(value: float) -> str:
    """A number in scientific notation with six digits after the point and a zero."""
    sign = "-" if math.copysign(1, value) < 0 else ""
    if value == 0:
        return sign + "0.000000e+00"
    digits, power = _digits(abs(value), 6)
    return f"{sign}{digits[0]}.{digits[1:]:0<6}e{power + len(digits) - 1:+03d}"


def _exact_text(value: float, precision: int) -> str:
    """A nonzero number in at most ``precision`` digits."""
    digits, power = _digits(abs(value), precision)
    sign = "-" if value < 0 else ""
    first = power + len(digits) - 1  # the power of ten of the first digit
    if power > 3 or len(digits) + power > precision if power >= 0 else first < -3:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{first:+d}"
    if power >= 0:
        return sign + digits + "0" * power
    if first >= 0:
        return f"{sign}{digits[: first + 1]}.{digits[first + 1 :]}"
    return f"{sign}0.{'0' * (-first - 1)}{digits}"


#: How Python stores numbers of the commonest types, which takes a tenth of numpy's time.
_STORED = {"f32": struct.Struct("<f"), "f64": struct.Struct("<d")}


def _rounded(value: float, type_text: str) -> bytes:
    """The bytes of a number, rounded to a type."""
    if stored := _STORED.get(type_text):
        return stored.pack(value)  # cannot overflow: the largest numbers are rounded down to six digits
    with np.errstate(all="ignore"):
        return np.asarray(value).astype(NUMPY_OF[type_text]).tobytes()


@functools.lru_cache(4096)  # programs repeat the same few numbers
def text_of_bits(raw: bytes, type_text: str) -> str:
    """The number with those bytes, in MLIR's text form."""
    dtype = NUMPY_OF[type_text]
    stored = _STORED.get(type_text)
    wide = stored.unpack(raw)[0] if stored else float(np.frombuffer(raw, dtype)[0])
    if math.isfinite(wide):
        text = _scientific_text(wide)
        if _rounded(float(text), type_text) == raw:
            return text
        text = _exact_text(wide, 2 + (ml_dtypes.finfo(dtype).nmant + 1) * 59 // 196)
        if "." in text:
            return text
    return "0x" + raw[::-1].hex().upper()


def float_of_bits(bits: int, type_text: str) -> float:
    """The number with those bits in a floating-point type."""
    dtype = NUMPY_OF[type_text]
    return float(np.frombuffer(bits.to_bytes(dtype.itemsize, "little"), dtype)[0])
