"""LLVM's dialect, for GPU kernels."""

from __future__ import annotations

from jaxlib._ir.api import publish
from jaxlib._ir.core import Operation
from jaxlib._ir.dialects.llvm import (
    ArrayType,
    FunctionType,
    MDConstantAttr,
    MDGlobalValueAttr,
    MDNodeAttr,
    MDStringAttr,
    PointerType,
    StructType,
)
from jaxlib._missing import NotInBindings


def translate_module_to_llvmir(module: Operation) -> str:
    """LLVM's text of a module; NotInBindings, because LLVM is not here."""
    raise NotInBindings(f"{__name__}.translate_module_to_llvmir", "it is LLVM's, which is inside the plugins")


__all__ = [
    "ArrayType", "FunctionType", "MDConstantAttr", "MDGlobalValueAttr", "MDNodeAttr", "MDStringAttr", "PointerType",
    "StructType", "translate_module_to_llvmir",
]  # fmt: skip

publish(globals(), __all__)
