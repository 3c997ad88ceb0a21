"""The check of CPU features at import: the native module needs no more than baseline x86-64."""


def check_cpu_features() -> None:
    """Does nothing: the library of a plugin is checked by jaxlib-core."""
