"""A dialect for GPU kernels, which are not supported yet."""

from jaxlib._missing import fill_in

__all__: list[str] = []
__getattr__ = fill_in("jaxlib.mlir._mlir_libs._mlirDialectsNVGPU", "kernels for GPUs are not there yet")
