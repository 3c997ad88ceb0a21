"""A dialect of kernels for GPUs, which are not there yet."""

from jaxlib._missing import fill_in

__all__: list[str] = []
__getattr__ = fill_in("jaxlib.mlir._mlir_libs._mlirDialectsNVGPU", "kernels for GPUs are not there yet")
