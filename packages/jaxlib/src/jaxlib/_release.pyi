"""Facts of the release that a wheel serves: written when the wheel is built, from releases/RELEASE.toml."""

#: Of jax, such as 0.12.0.
RELEASE: str
#: Of this distribution, with its label.
VERSION: str
#: `jaxlib._jax.ifrt_version_number` of upstream's jaxlib.
IFRT_VERSION: int
MOSAIC_VERSION: int
#: Whether the Arrays that handlers of results make are checked where jax does not say.
RESULT_HANDLERS_CHECK: bool
#: Whether jax.distributed's service and client take certificates, for mutual TLS.
DISTRIBUTED_MTLS: bool
#: Whether a client says by ``is_c_api`` that it is a plugin's, and not by the first line of its version.
IS_C_API: bool
#: Whether the version of a topology's client begins with a line that says that it is a plugin's.
TOPOLOGY_NAMES_API: bool
#: Whether compile options have exec_time_optimization_effort and memory_fitting_effort.
OPTIMIZATION_EFFORTS: bool
#: The bytes of a pointer in the table of a tuple, in the cost analysis of programs that are not compiled.
COST_POINTER_SIZE: int
#: Whether jit looks whether an argument was donated, and leaves the error to jax; the library finds it otherwise.
JIT_CHECKS_DONATED: bool
#: How portable artifacts write out CHLO's asin, digamma and erfc: see releases/RELEASE.toml.
ASIN_HALVES_ANGLE: bool
DIGAMMA_POLE_AT_ZERO: bool
ERFC_IS_COMPOSITE: bool
#: What the text of HLO says of a comparison in the total order of floating-point numbers.
HLO_TOTAL_ORDER: str
#: Whether the text of HLO says of topk that equal numbers keep their order.
HLO_TOP_K_STABLE: bool
#: Modules of upstream's that jax imports and of which every name is missing here.
MISSING_MODULES: tuple[str, ...]
#: Versions of VHLO that artifacts are written in: at most, for readers of 4 and 12 weeks before, and at least.
STABLEHLO_CURRENT: str
STABLEHLO_WEEKS_4: str
STABLEHLO_WEEKS_12: str
STABLEHLO_MINIMUM: str
