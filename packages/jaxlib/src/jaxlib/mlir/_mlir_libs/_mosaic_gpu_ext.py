"""A dialect for GPU kernels, which are not supported yet."""

from jaxlib._missing import fill_in

__getattr__ = fill_in("jaxlib.mlir._mlir_libs._mosaic_gpu_ext", "kernels for GPUs are not there yet")
#: Names that upstream's builder imports with a star, which does not call __getattr__.
for _name in (
    "BarrierType", "CopyPartitionAttrInterface", "CopyPartitionedAttr", "CopyReplicatedAttr", "ReplicatedAttr",
    "SwizzleTransformAttr", "TileTransformAttr", "TiledLayoutAttr", "WGSplatFragLayoutAttr",
    "WGStridedFragLayoutAttr", "register_dialect", "register_inliner_extensions"
):  # fmt: skip
    globals()[_name] = __getattr__(_name)
