"""The program: contexts, locations, types, attributes, operations and their containers.

Types and attributes are values: two with the same text are equal. Therefore each consists of its text, with the
parts that are often requested stored beside it. Their common behaviour, and the containment of operations, regions
and blocks, is implemented in C++ (`native/ir`), whose classes are the base classes here. Nothing here imports the
layers above; `hooks` explains how methods such as `Type.parse` reach the parser. This package exports what is
imported below.
"""

from __future__ import annotations

from jaxlib._ir.core.affine import (
    AffineAddExpr,
    AffineBinaryExpr,
    AffineCeilDivExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineFloorDivExpr,
    AffineMap,
    AffineModExpr,
    AffineMulExpr,
    AffineSymbolExpr,
)
from jaxlib._ir.core.attributes import (
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    Attributes,
    BoolAttr,
    DenseBoolArrayAttr,
    DenseF32ArrayAttr,
    DenseF64ArrayAttr,
    DenseI8ArrayAttr,
    DenseI16ArrayAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    DialectAttr,
    DictAttr,
    FlatSymbolRefAttr,
    FloatAttr,
    IntegerAttr,
    NamedAttribute,
    OpaqueAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    dictionary_text,
    named_attribute,
)
from jaxlib._ir.core.blocks import (
    Block,
    BlockList,
    InsertionPoint,
    Region,
)
from jaxlib._ir.core.context import (
    Context,
    DialectRegistry,
    MLIRError,
    ThreadPool,
    require_context,
)
from jaxlib._ir.core.dense_elements import (
    MOST_SHOWN,
    DenseElementsAttr,
    DenseFPElementsAttr,
    DenseIntElementsAttr,
    DenseResourceElementsAttr,
    boolean_tensor,
    dense,
    integer_tensor,
    type_of_dtype,
)
from jaxlib._ir.core.diagnostics import (
    Diagnostic,
    DiagnosticHandler,
    DiagnosticInfo,
    DiagnosticSeverity,
)
from jaxlib._ir.core.equivalence_flags import OperationEquivalenceFlags
from jaxlib._ir.core.integer_set import IntegerSet, IntegerSetAttr, IntegerSetConstraint
from jaxlib._ir.core.location import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from jaxlib._ir.core.memory_types import (
    MemRefType,
    UnrankedMemRefType,
    VectorType,
)
from jaxlib._ir.core.module import Module
from jaxlib._ir.core.numbers import (
    NUMPY_OF,
    as_elements,
    float_of_bits,
    float_text,
)
from jaxlib._ir.core.operations import (
    AsmState,
    OpAdaptor,
    Operation,
    OpView,
    one_value,
)
from jaxlib._ir.core.registry import (
    ADAPTORS,
    DIALECTS,
    VIEWS,
    AttrBuilder,
    Dialect,
    DialectDescriptor,
    Dialects,
    declares,
    register_dialect,
    register_op_adaptor,
    register_operation,
)
from jaxlib._ir.core.sequences import (
    BlockArgumentList,
    BlockPredecessors,
    BlockSuccessors,
    OpAttributeMap,
    OperationList,
    OpOperandList,
    OpOperands,
    OpResultList,
    OpSuccessors,
    RegionSequence,
)
from jaxlib._ir.core.strings import (
    quote,
    symbol_text,
)
from jaxlib._ir.core.symbol_table import SymbolTable
from jaxlib._ir.core.types import (
    DYNAMIC,
    FLOATS,
    BF16Type,
    ComplexType,
    DialectType,
    F16Type,
    F32Type,
    F64Type,
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float6E3M2FNType,
    Float8E3M4Type,
    Float8E4M3B11FNUZType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E4M3Type,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float8E5M3FNUType,
    Float8E8M0FNUType,
    FloatTF32Type,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    NoneType,
    OpaqueType,
    RankedTensorType,
    ShapedType,
    TupleType,
    Type,
    UnrankedTensorType,
    function_text,
    scalar_type,
)
from jaxlib._ir.core.values import (
    BlockArgument,
    OpOperand,
    OpResult,
    Value,
)
from jaxlib._ir.core.walk import (
    WalkOrder,
    WalkResult,
    everything,
)
