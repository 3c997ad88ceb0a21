"""MLIR's dialect for sparse tensors, which no program of jax's needs."""

from jaxlib._missing import fill_in

__all__: list[str] = []
__getattr__ = fill_in("jaxlib.mlir._mlir_libs._mlirDialectsSparseTensor", "no program of jax's needs it")
