"""The module `jaxlib._xla`, in which every name is missing: XLA's passes belong to the compilers."""

from jaxlib._missing import fill_in

__getattr__ = fill_in("jaxlib._xla", "passes belong to the compiler")
