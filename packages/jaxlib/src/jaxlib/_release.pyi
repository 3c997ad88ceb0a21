"""Facts about the release that a wheel serves; generated from releases/RELEASE.toml when the wheel is built."""

#: The version of jax, such as 0.12.0.
RELEASE: str
#: The version of this distribution, with its local label.
VERSION: str
#: `jaxlib._jax.ifrt_version_number` in upstream's jaxlib.
IFRT_VERSION: int
#: The newest versions of the stable forms of kernels for TPUs and for NVIDIA GPUs.
MOSAIC_VERSION: int
MOSAIC_GPU_VERSION: int
#: Whether Arrays from result handlers are checked if jax does not specify it.
RESULT_HANDLERS_CHECK: bool
#: Whether jax.distributed's service and client support certificates (mutual TLS).
DISTRIBUTED_MTLS: bool
#: Whether a client states with ``is_c_api`` that it belongs to a plugin, instead of in the first line of its
#: version.
IS_C_API: bool
#: Whether the version of a topology client begins with a line stating that it belongs to a plugin.
TOPOLOGY_NAMES_API: bool
#: Whether compile options have exec_time_optimization_effort and memory_fitting_effort.
OPTIMIZATION_EFFORTS: bool
#: The size in bytes of a pointer in a tuple's table, for the cost analysis of programs that are not compiled.
COST_POINTER_SIZE: int
#: Whether jit checks for donated arguments and lets jax raise the error; otherwise the library detects them.
JIT_CHECKS_DONATED: bool
#: Whether the layout and the size of an Array describe elements of less than a byte as packed.
ARRAYS_ARE_PACKED: bool
INTEGERS_BY_INT: bool
#: How portable artifacts express CHLO's asin, digamma and erfc: see releases/RELEASE.toml.
ASIN_HALVES_ANGLE: bool
DIGAMMA_POLE_AT_ZERO: bool
ERFC_IS_COMPOSITE: bool
#: How HLO text marks a comparison in the total order of floating-point numbers.
HLO_TOTAL_ORDER: str
#: What HLO text calls the mesh of a sharding on a single device.
HLO_SINGLE_DEVICE: str
#: Whether HLO text states for topk that equal numbers keep their order.
HLO_TOP_K_STABLE: bool
#: Whether HLO text keeps the layout of the context of a send or receive operation.
HLO_CONTEXT_LAYOUT: bool
#: Whether the text of a schedule names the thread of each computation.
HLO_SCHEDULE_THREADS: bool
#: Whether the text of kernels' operations has keywords for attributes that an older MLIR lists in a dictionary.
KERNEL_KEYWORDS: bool
#: Whether that of Mosaic GPU's operations has their properties in angle brackets, apart from other attributes.
MOSAIC_GPU_PROPERTIES: bool
#: Upstream's modules that jax imports, and in which every name is missing here.
MISSING_MODULES: tuple[str, ...]
#: The VHLO versions for artifacts: the newest, those for readers 4 and 12 weeks older, and the oldest.
STABLEHLO_CURRENT: str
STABLEHLO_WEEKS_4: str
STABLEHLO_WEEKS_12: str
STABLEHLO_MINIMUM: str
