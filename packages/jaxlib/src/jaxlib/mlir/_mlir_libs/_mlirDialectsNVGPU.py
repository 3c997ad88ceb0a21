"""A dialect of kernels: Pallas is not there yet."""

from jaxlib._missing import fill_in

__all__: list[str] = []
__getattr__ = fill_in("jaxlib.mlir._mlir_libs._mlirDialectsNVGPU", "Pallas kernels are not there yet")
