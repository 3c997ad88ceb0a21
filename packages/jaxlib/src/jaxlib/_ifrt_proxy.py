"""Remote runtimes over IFRT."""

from jaxlib._missing import fill_in

__getattr__ = fill_in("jaxlib._ifrt_proxy", "remote runtimes are not part of PJRT's C API")
