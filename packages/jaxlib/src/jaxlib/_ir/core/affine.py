"""Affine expressions and maps: how a memref's layout computes an address from indices.

Expressions are simplified and printed as in MLIR, so that equal ones have the same text: constants are folded and
moved to the right, and terms with the same factor are added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from jaxlib._ir.core import arguments, number_lists
from jaxlib._ir.core.context import Context
from jaxlib._ir.core.immutable import Immutable


def _operand(value: AffineExpr | int) -> AffineExpr:
    if isinstance(value, int):
        return AffineConstantExpr.get(value)
    if not isinstance(value, AffineExpr):
        raise TypeError(
            f"incompatible function arguments: wanted an affine expression or an integer, found {value!r}"
        )
    return value


def _folded(value: int) -> AffineExpr:
    """The constant that is left of a folded expression: integers wrap around at 64 bits, as MLIR's."""
    return AffineConstantExpr.get((value + (1 << 63)) % (1 << 64) - (1 << 63))


class AffineExpr(Immutable):
    """An affine expression of dimensions and symbols."""

    __slots__ = ()

    @staticmethod
    def get_constant(value: int, context: Context | None = None) -> AffineExpr:
        return AffineConstantExpr.get(value)

    @staticmethod
    def get_dim(position: int, context: Context | None = None) -> AffineExpr:
        """A dimension, by position."""
        return AffineDimExpr.get(position)

    @staticmethod
    def get_symbol(position: int, context: Context | None = None) -> AffineExpr:
        """A symbol, by position."""
        return AffineSymbolExpr.get(position)

    @staticmethod
    def get_add(lhs: AffineExpr | int, rhs: AffineExpr | int) -> AffineExpr:
        """The sum."""
        return _add(_operand(lhs), _operand(rhs))

    @staticmethod
    def get_mul(lhs: AffineExpr | int, rhs: AffineExpr | int) -> AffineExpr:
        """The product."""
        return _multiply(_operand(lhs), _operand(rhs))

    @staticmethod
    def get_mod(lhs: AffineExpr | int, rhs: AffineExpr | int) -> AffineExpr:
        """The remainder, which has the sign of the divisor."""
        return _divide(AffineModExpr, _operand(lhs), _operand(rhs))

    @staticmethod
    def get_floor_div(lhs: AffineExpr | int, rhs: AffineExpr | int) -> AffineExpr:
        """The quotient, rounded down."""
        return _divide(AffineFloorDivExpr, _operand(lhs), _operand(rhs))

    @staticmethod
    def get_ceil_div(lhs: AffineExpr | int, rhs: AffineExpr | int) -> AffineExpr:
        """The quotient, rounded up."""
        return _divide(AffineCeilDivExpr, _operand(lhs), _operand(rhs))

    def __add__(self, other: AffineExpr | int) -> AffineExpr:
        return AffineExpr.get_add(self, other)

    __radd__ = __add__

    def __sub__(self, other: AffineExpr | int) -> AffineExpr:
        return AffineExpr.get_add(self, AffineExpr.get_mul(other, -1))

    def __rsub__(self, other: AffineExpr | int) -> AffineExpr:
        return AffineExpr.get_add(AffineExpr.get_mul(self, -1), other)

    def __mul__(self, other: AffineExpr | int) -> AffineExpr:
        return AffineExpr.get_mul(self, other)

    __rmul__ = __mul__

    def __mod__(self, other: AffineExpr | int) -> AffineExpr:
        return AffineExpr.get_mod(self, other)

    def __rmod__(self, other: AffineExpr | int) -> AffineExpr:
        return AffineExpr.get_mod(other, self)

    def __repr__(self) -> str:
        return f"AffineExpr({self})"

    def compose(self, other: AffineMap) -> AffineExpr:
        """The expression with each dimension replaced by that result of a map, if it has one."""
        results = other.results

        def result(expr: AffineExpr) -> AffineExpr | None:
            if isinstance(expr, AffineDimExpr) and expr.position < len(results):
                return results[expr.position]
            return None

        return _replaced(self, result)

    @staticmethod
    def simplify_affine_expr(expr: AffineExpr, num_dims: int, num_symbols: int) -> AffineExpr:
        """The expression with each dimension and symbol once, if it is a sum of multiples of them."""
        terms = _terms(expr, 1)
        if terms is None:
            return expr
        total: AffineExpr = AffineConstantExpr.get(0)
        for part in sorted(
            terms, key=lambda part: (isinstance(part, AffineSymbolExpr), part is None, str(part))
        ):
            factor = AffineConstantExpr.get(terms[part])
            total = total + (factor if part is None else part * factor)
        return total

    def shift_dims(self, num_dims: int, shift: int, offset: int = 0) -> AffineExpr:
        """Adds ``shift`` to the positions of the dimensions from ``offset`` to ``num_dims``."""
        return _replaced(self, _shifted(AffineDimExpr, range(offset, num_dims), shift))

    def shift_symbols(self, num_symbols: int, shift: int, offset: int = 0) -> AffineExpr:
        """Adds ``shift`` to the positions of the symbols from ``offset`` to ``num_symbols``."""
        return _replaced(self, _shifted(AffineSymbolExpr, range(offset, num_symbols), shift))


class AffineConstantExpr(AffineExpr):
    """A constant."""

    __slots__ = ()

    @classmethod
    def get(cls, value: int, context: Context | None = None) -> Self:
        """The constant of that value."""
        value = arguments.index(value)
        return cls(str(value), (value,))

    @property
    def value(self) -> int:
        """The value of the constant."""
        return int(self.parts[0])


class AffineDimExpr(AffineExpr):
    """A dimension."""

    __slots__ = ()

    @classmethod
    def get(cls, position: int, context: Context | None = None) -> Self:
        """The expression of the dimension at a position."""
        position = arguments.index(position)
        return cls(f"d{position}", (position,))

    @property
    def position(self) -> int:
        """The number of the dimension."""
        return int(self.parts[0])


class AffineSymbolExpr(AffineExpr):
    """A symbol."""

    __slots__ = ()

    @classmethod
    def get(cls, position: int, context: Context | None = None) -> Self:
        """The expression of the symbol at a position."""
        position = arguments.index(position)
        return cls(f"s{position}", (position,))

    @property
    def position(self) -> int:
        """The number of the symbol."""
        return int(self.parts[0])


class AffineBinaryExpr(AffineExpr):
    """An expression with two operands."""

    __slots__ = ()
    _sign = ""

    @property
    def lhs(self) -> AffineExpr:
        """The left operand."""
        return self.parts[0]

    @property
    def rhs(self) -> AffineExpr:
        """The right operand."""
        return self.parts[1]


class AffineAddExpr(AffineBinaryExpr):
    """A sum."""

    __slots__ = ()
    _sign = "+"
    get = staticmethod(AffineExpr.get_add)


class AffineMulExpr(AffineBinaryExpr):
    """A product."""

    __slots__ = ()
    _sign = "*"
    get = staticmethod(AffineExpr.get_mul)


class AffineModExpr(AffineBinaryExpr):
    """A remainder."""

    __slots__ = ()
    _sign = "mod"
    get = staticmethod(AffineExpr.get_mod)


class AffineFloorDivExpr(AffineBinaryExpr):
    """A quotient, rounded down."""

    __slots__ = ()
    _sign = "floordiv"
    get = staticmethod(AffineExpr.get_floor_div)


class AffineCeilDivExpr(AffineBinaryExpr):
    """A quotient, rounded up."""

    __slots__ = ()
    _sign = "ceildiv"
    get = staticmethod(AffineExpr.get_ceil_div)


# ---- Replacement


#: The simplified expression of a class with two operands.
_COMBINED: dict[type[AffineBinaryExpr], Callable[[AffineExpr, AffineExpr], AffineExpr]] = {
    AffineAddExpr: AffineExpr.get_add,
    AffineMulExpr: AffineExpr.get_mul,
    AffineModExpr: AffineExpr.get_mod,
    AffineFloorDivExpr: AffineExpr.get_floor_div,
    AffineCeilDivExpr: AffineExpr.get_ceil_div,
}
#: What an expression is replaced by; None if by nothing, so that its operands are looked at.
_Replacement = Callable[[AffineExpr], AffineExpr | None]


def _replaced(expr: AffineExpr, replacement: _Replacement) -> AffineExpr:
    """The expression with others in it replaced, simplified again."""
    found = replacement(expr)
    if found is not None or not isinstance(expr, AffineBinaryExpr):
        return expr if found is None else found
    return _COMBINED[type(expr)](_replaced(expr.lhs, replacement), _replaced(expr.rhs, replacement))


def replaced(expr: AffineExpr, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
    """The expression with others in place of its dimensions and symbols."""

    def replacement(part: AffineExpr) -> AffineExpr | None:
        if isinstance(part, AffineDimExpr):
            return dims[part.position]
        return symbols[part.position] if isinstance(part, AffineSymbolExpr) else None

    return _replaced(expr, replacement)


def _shifted(cls: type[AffineDimExpr] | type[AffineSymbolExpr], positions: range, shift: int) -> _Replacement:
    def replacement(expr: AffineExpr) -> AffineExpr | None:
        if isinstance(expr, cls) and expr.position in positions:
            return cls.get(expr.position + shift)
        return None

    return replacement


def _symbols(expr: AffineExpr) -> set[int]:
    """The positions of the symbols in an expression."""
    if isinstance(expr, AffineBinaryExpr):
        return _symbols(expr.lhs) | _symbols(expr.rhs)
    return {expr.position} if isinstance(expr, AffineSymbolExpr) else set()


# ---- Simplification and text


def _number(expr: AffineExpr) -> int | None:
    return expr.value if isinstance(expr, AffineConstantExpr) else None


def _symbolic(expr: AffineExpr) -> bool:
    """Whether the expression contains no dimension."""
    if isinstance(expr, AffineBinaryExpr):
        return _symbolic(expr.lhs) and _symbolic(expr.rhs)
    return not isinstance(expr, AffineDimExpr)


def _in_brackets(expr: AffineExpr) -> str:
    return f"({expr.text})" if isinstance(expr, AffineBinaryExpr) else expr.text


def _binary(cls: type[AffineBinaryExpr], lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    number = _number(rhs)
    if cls is AffineAddExpr:
        text = f"{lhs.text} + {rhs.text}"
        if number is not None and number < 0:
            text = f"{lhs.text} - {-number}"
        elif isinstance(rhs, AffineMulExpr):
            factor = _number(rhs.rhs)
            if factor == -1:
                inner = rhs.lhs
                shown = _in_brackets(inner) if isinstance(inner, AffineAddExpr) else inner.text
                text = f"{lhs.text} - {shown}"
            elif factor is not None and factor < -1:
                text = f"{lhs.text} - {_in_brackets(rhs.lhs)} * {-factor}"
    elif cls is AffineMulExpr and number == -1:
        text = f"-{_in_brackets(lhs)}"
    else:
        text = f"{_in_brackets(lhs)} {cls._sign} {_in_brackets(rhs)}"
    return cls(text, (lhs, rhs))


def _factor(expr: AffineExpr) -> tuple[AffineExpr, int]:
    """Split an expression into a factor and a constant."""
    if isinstance(expr, AffineMulExpr):
        number = _number(expr.rhs)
        if number is not None:
            return expr.lhs, number
    return expr, 1


#: Dimensions and symbols, which have a position.
_POSITIONED = (AffineDimExpr, AffineSymbolExpr)


def _add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    left, right = _number(lhs), _number(rhs)
    if left is not None and right is not None:
        return _folded(left + right)
    if left is not None or (_symbolic(lhs) and not _symbolic(rhs)):
        return _add(rhs, lhs)
    if right == 0:
        return lhs
    inner = _number(lhs.rhs) if isinstance(lhs, AffineAddExpr) else None
    if isinstance(lhs, AffineAddExpr) and inner is not None:
        if right is not None:
            return _add(lhs.lhs, _folded(inner + right))
        return _add(_add(lhs.lhs, rhs), lhs.rhs)
    alike = type(lhs) is type(rhs)
    if (
        alike
        and isinstance(lhs, _POSITIONED)
        and isinstance(rhs, _POSITIONED)
        and lhs.position > rhs.position
    ):
        return _binary(AffineAddExpr, rhs, lhs)
    (first, one), (second, other) = _factor(lhs), _factor(rhs)
    if first == second and right is None:
        return _multiply(first, _folded(one + other))
    return _binary(AffineAddExpr, lhs, rhs)


def _terms(expr: AffineExpr, factor: int) -> dict[AffineExpr | None, int] | None:
    """The factors of dimensions, symbols and, for None, of 1 in a sum; None if the expression is not such a sum."""
    if isinstance(expr, AffineConstantExpr):
        return {None: factor * expr.value}
    if isinstance(expr, _POSITIONED):
        return {expr: factor}
    if isinstance(expr, AffineAddExpr):
        left, right = _terms(expr.lhs, factor), _terms(expr.rhs, factor)
        if left is None or right is None:
            return None
        return {part: left.get(part, 0) + right.get(part, 0) for part in (*left, *right)}
    if not isinstance(expr, AffineMulExpr):
        return None
    number = _number(expr.rhs)
    return None if number is None else _terms(expr.lhs, factor * number)


def _multiply(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    left, right = _number(lhs), _number(rhs)
    if left is not None and right is not None:
        return _folded(left * right)
    if not (_symbolic(lhs) or _symbolic(rhs)):
        raise ValueError(f"no affine product: {lhs.text} and {rhs.text}")
    if left is not None or (right is None and _symbolic(lhs) and not _symbolic(rhs)):
        return _multiply(rhs, lhs)
    if right == 1:
        return lhs
    if right == 0:
        return rhs
    inner, factor = _factor(lhs)
    if factor != 1 and right is not None:
        return _multiply(inner, _folded(factor * right))
    return _binary(AffineMulExpr, lhs, rhs)


_FOLDED: dict[type[AffineBinaryExpr], Callable[[int, int], int]] = {
    AffineModExpr: lambda a, b: a % b,
    AffineFloorDivExpr: lambda a, b: a // b,
    AffineCeilDivExpr: lambda a, b: -(-a // b),
}


def _divide(cls: type[AffineBinaryExpr], lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    left, right = _number(lhs), _number(rhs)
    if right is None or right < 1:
        return _binary(cls, lhs, rhs)
    if left is not None:
        return _folded(_FOLDED[cls](left, right))
    inner, factor = _factor(lhs)
    if factor % right == 0:
        if cls is AffineModExpr:
            return AffineConstantExpr.get(0)
        return _multiply(inner, AffineConstantExpr.get(factor // right))
    return _binary(cls, lhs, rhs)


#: The maximum number of dimensions or symbols: a map or layout is represented by its text, which lists all of them.
_MOST = 1 << 24


def check_counts(caller: str, *counts: int) -> None:
    """Reject numbers of dimensions or symbols that the text representation cannot have.

    Raises:
        TypeError: A number is not an integer.
        ValueError: A number is negative, or more than 2 ** 24.
    """
    if not all(0 <= arguments.index(count) <= _MOST for count in counts):
        found = ", ".join(map(str, counts))
        raise ValueError(f"{caller}: wanted 0 to {_MOST} dimensions and symbols, found {found}")


class AffineMap(Immutable):
    """A list of affine expressions of ``n_dims`` dimensions and ``n_symbols`` symbols."""

    __slots__ = ()

    @classmethod
    def get(
        cls, dim_count: int, symbol_count: int, exprs: Sequence[AffineExpr], context: Context | None = None
    ) -> Self:
        """The map with these expressions as results."""
        check_counts("AffineMap.get", dim_count, symbol_count)
        exprs = arguments.several(exprs, AffineExpr, RuntimeError)
        symbols = f"[{', '.join(f's{i}' for i in range(symbol_count))}]" if symbol_count else ""
        dims = ", ".join(f"d{i}" for i in range(dim_count))
        text = f"({dims}){symbols} -> ({', '.join(expr.text for expr in exprs)})"
        return cls(text, (dim_count, symbol_count, exprs))

    @classmethod
    def get_constant(cls, value: int, context: Context | None = None) -> Self:
        """The map whose result is a constant."""
        return cls.get(0, 0, [AffineConstantExpr.get(value)])

    @classmethod
    def get_empty(cls, context: Context | None = None) -> Self:
        """The map without dimensions, symbols and results."""
        return cls.get(0, 0, [])

    @classmethod
    def get_identity(cls, n_dims: int, context: Context | None = None) -> Self:
        """The map from every dimension to itself."""
        check_counts("AffineMap.get_identity", n_dims)
        return cls.get(n_dims, 0, [AffineDimExpr.get(i) for i in range(n_dims)])

    @classmethod
    def get_minor_identity(cls, n_dims: int, n_results: int, context: Context | None = None) -> Self:
        """The map to the last ``n_results`` dimensions."""
        check_counts("AffineMap.get_minor_identity", n_dims, n_results)
        return cls.get(n_dims, 0, [AffineDimExpr.get(i) for i in range(n_dims - n_results, n_dims)])

    @classmethod
    def get_permutation(cls, permutation: Sequence[int], context: Context | None = None) -> Self:
        """The map to the dimensions in another order.

        Raises:
            RuntimeError: It is not a permutation.
        """
        permutation = number_lists.integers(permutation)
        if sorted(permutation) != list(range(len(permutation))):
            raise RuntimeError("Invalid permutation when attempting to create an AffineMap")
        return cls.get(len(permutation), 0, [AffineDimExpr.get(i) for i in permutation])

    @property
    def n_dims(self) -> int:
        """The number of dimensions."""
        return int(self.parts[0])

    @property
    def n_symbols(self) -> int:
        """The number of symbols."""
        return int(self.parts[1])

    @property
    def n_inputs(self) -> int:
        """The number of dimensions and symbols."""
        return self.n_dims + self.n_symbols

    @property
    def results(self) -> list[AffineExpr]:
        """The expressions."""
        return list(self.parts[2])

    @property
    def is_permutation(self) -> bool:
        """Whether the results are all dimensions, each once."""
        return self.is_projected_permutation and len(self.parts[2]) == self.n_dims

    @property
    def is_projected_permutation(self) -> bool:
        """Whether the results are dimensions, none of them twice."""
        results: tuple[AffineExpr, ...] = self.parts[2]
        dims = all(isinstance(expr, AffineDimExpr) for expr in results)
        return self.n_symbols == 0 and dims and len(set(results)) == len(results)

    def get_submap(self, result_positions: Sequence[int]) -> AffineMap:
        """The map to some of the results.

        Raises:
            ValueError: There is no result at a position.
        """
        results = self.results
        if any(not 0 <= position < len(results) for position in result_positions):
            raise ValueError("result position out of bounds")
        return AffineMap.get(
            self.n_dims, self.n_symbols, [results[position] for position in result_positions]
        )

    def get_major_submap(self, n_results: int) -> AffineMap:
        """The map to the first results."""
        return self.get_submap(range(n_results))

    def get_minor_submap(self, n_results: int) -> AffineMap:
        """The map to the last results."""
        return self.get_submap(range(len(self.parts[2]) - n_results, len(self.parts[2])))

    def replace(
        self, expr: AffineExpr, replacement: AffineExpr, n_result_dims: int, n_result_syms: int
    ) -> AffineMap:
        """The map with an expression replaced wherever it occurs in a result."""
        results = [
            _replaced(result, lambda found: replacement if found == expr else None) for result in self.results
        ]
        return AffineMap.get(n_result_dims, n_result_syms, results)

    @staticmethod
    def compress_unused_symbols(maps: Sequence[AffineMap], context: Context) -> list[AffineMap]:
        """The maps without the symbols that none of them uses; the others keep their order."""
        used = sorted(set().union(*(_symbols(expr) for map_ in maps for expr in map_.results)))
        numbers = {position: AffineSymbolExpr.get(number) for number, position in enumerate(used)}

        def renumbered(expr: AffineExpr) -> AffineExpr | None:
            return numbers[expr.position] if isinstance(expr, AffineSymbolExpr) else None

        return [
            AffineMap.get(map_.n_dims, len(used), [_replaced(expr, renumbered) for expr in map_.results])
            for map_ in maps
        ]
