"""XLA's passes in Python: they belong to the compiler."""

from jaxlib._missing import fill_in

__getattr__ = fill_in("jaxlib._xla", "passes belong to the compiler")
