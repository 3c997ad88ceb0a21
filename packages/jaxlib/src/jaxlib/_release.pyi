"""Facts of the release that a wheel serves: written when the wheel is built, from releases/RELEASE.toml."""

#: Of jax, such as 0.12.0.
RELEASE: str
#: Of this distribution, with its label.
VERSION: str
#: `jaxlib._jax.ifrt_version_number` of upstream's jaxlib.
IFRT_VERSION: int
#: Whether the Arrays that handlers of results make are checked where jax does not say.
RESULT_HANDLERS_CHECK: bool
#: Modules of upstream's that jax imports and of which every name is missing here.
MISSING_MODULES: tuple[str, ...]
#: Versions of VHLO that artifacts are written in: at most, for readers of 4 and 12 weeks before, and at least.
STABLEHLO_CURRENT: str
STABLEHLO_WEEKS_4: str
STABLEHLO_WEEKS_12: str
STABLEHLO_MINIMUM: str
