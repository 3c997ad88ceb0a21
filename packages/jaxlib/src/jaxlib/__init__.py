"""jaxlib (bindings-only): what jax needs of jaxlib, except for a backend, which a plugin provides.

jax imports this package and refuses one that is not of its release. This module detects that beforehand, so that
the error is followed by a command to run: no plugin has been imported yet that could report it.
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
