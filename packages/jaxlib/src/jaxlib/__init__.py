"""jaxlib (bindings-only): what jax needs of jaxlib but for a backend, which a plugin brings.

jax imports this package, and then refuses one that is not of its release. Here that is told before, so that what to
run follows the error: no plugin has been imported yet that could say it.
"""

import sys

from .version import __version__ as __version__

if (
    "jax" in sys.modules
    and getattr(sys.modules.get("jax.version"), "__version__", __version__) != __version__
):
    from ._refusal import check

    check(sys.modules["jax.version"], __version__)
    del check
del sys
