"""Sets of integers that affine constraints describe, and attributes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, Self, TypeVar

from jaxlib._ir.core.affine import AffineConstantExpr, AffineExpr, AffineMap, replaced
from jaxlib._ir.core.attributes import Attribute
from jaxlib._ir.core.context import Context, require_context

T = TypeVar("T")


class IntegerSetConstraint(NamedTuple):
    """An expression that is zero, or not negative."""

    expr: AffineExpr
    is_eq: bool

    def __str__(self) -> str:
        return f"{self.expr} {'==' if self.is_eq else '>='} 0"


def _expressions(exprs: Sequence[object], what: str) -> list[AffineExpr]:
    """The expressions.

    Raises:
        RuntimeError: One of them is not an expression.
    """
    kept: list[AffineExpr] = []
    for expr in exprs:
        if isinstance(expr, AffineExpr):
            kept.append(expr)
        else:
            none = " (None?)" if expr is None else ""
            raise RuntimeError(
                f"Invalid expression{none} when attempting to create an IntegerSet{what} (std::bad_cast)"
            )
    return kept


class IntegerSet:
    """The integers for which constraints hold."""

    __slots__ = ("_context", "_text", "constraints", "n_dims", "n_symbols")

    def __init__(
        self, n_dims: int, n_symbols: int, constraints: Sequence[IntegerSetConstraint], context: Context
    ) -> None:
        self.n_dims = n_dims
        self.n_symbols = n_symbols
        self.constraints = list(constraints)
        self._context = context
        head = str(AffineMap.get(n_dims, n_symbols, [])).rpartition(" -> ")[0]
        self._text = f"{head} : ({', '.join(map(str, constraints))})"

    @staticmethod
    def get(
        num_dims: int,
        num_symbols: int,
        exprs: Sequence[AffineExpr],
        eq_flags: Sequence[bool],
        context: Context | None = None,
    ) -> IntegerSet:
        """The set of these constraints; a flag says whether an expression is zero, or not negative.

        Raises:
            ValueError: There are no constraints, or not as many flags.
            RuntimeError: A constraint is not an expression.
        """
        if len(exprs) != len(eq_flags):
            raise ValueError("Expected the number of constraints to match that of equality flags")
        if not exprs:
            raise ValueError("Expected non-empty list of constraints")
        pairs = zip(_expressions(exprs, ""), map(bool, eq_flags), strict=True)
        constraints = [IntegerSetConstraint(expr, is_eq) for expr, is_eq in pairs]
        return IntegerSet(num_dims, num_symbols, constraints, require_context(context))

    @staticmethod
    def get_empty(num_dims: int, num_symbols: int, context: Context | None = None) -> IntegerSet:
        """The empty set."""
        never = IntegerSetConstraint(AffineConstantExpr.get(1), True)
        return IntegerSet(num_dims, num_symbols, [never], require_context(context))

    def get_replaced(
        self,
        dim_exprs: Sequence[AffineExpr],
        symbol_exprs: Sequence[AffineExpr],
        num_result_dims: int,
        num_result_symbols: int,
    ) -> IntegerSet:
        """The set with other expressions in place of the dimensions and symbols.

        Raises:
            ValueError: There are more or fewer expressions.
            RuntimeError: One of them is not an expression.
        """
        if len(dim_exprs) != self.n_dims:
            raise ValueError(
                "Expected the number of dimension replacement expressions to match that of dimensions"
            )
        if len(symbol_exprs) != self.n_symbols:
            raise ValueError("Expected the number of symbol replacement expressions to match that of symbols")
        dims = _expressions(dim_exprs, " by replacing dimensions")
        symbols = _expressions(symbol_exprs, " by replacing symbols")
        constraints = [
            IntegerSetConstraint(replaced(expr, dims, symbols), is_eq) for expr, is_eq in self.constraints
        ]
        return IntegerSet(num_result_dims, num_result_symbols, constraints, self._context)

    @property
    def context(self) -> Context:
        """The context."""
        return self._context

    @property
    def is_canonical_empty(self) -> bool:
        """Whether this is the set that `get_empty` returns."""
        return self == IntegerSet.get_empty(self.n_dims, self.n_symbols, self._context)

    @property
    def n_inputs(self) -> int:
        """The number of dimensions and symbols."""
        return self.n_dims + self.n_symbols

    @property
    def n_equalities(self) -> int:
        """The number of expressions that are zero."""
        return sum(constraint.is_eq for constraint in self.constraints)

    @property
    def n_inequalities(self) -> int:
        """The number of expressions that are not negative."""
        return len(self.constraints) - self.n_equalities

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer

    def dump(self) -> None:
        """Print the set."""
        print(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IntegerSet) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"IntegerSet({self._text})"


class IntegerSetAttr(Attribute):
    """The attribute of a set of integers."""

    __slots__ = ()
    attr_name: ClassVar[str] = "builtin.integer_set"

    @classmethod
    def get(cls, integer_set: IntegerSet) -> Self:
        """The attribute of a set."""
        if not isinstance(integer_set, IntegerSet):
            raise TypeError(
                f"get(): incompatible function arguments: wanted an IntegerSet, found {integer_set!r}"
            )
        return cls(f"affine_set<{integer_set}>", (integer_set,))
