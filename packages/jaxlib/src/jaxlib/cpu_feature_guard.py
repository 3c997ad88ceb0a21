"""The check of CPU features at import: the native module only needs baseline x86-64."""


def check_cpu_features() -> None:
    """Do nothing: jaxlib-core checks a plugin's library."""
