"""The parts of jaxlib-pjrt that need no compiled module, imported from the checkout."""

from __future__ import annotations

import sys
from types import ModuleType

from tools import ROOT

# The package itself imports its extension, which is not built here.
package = ModuleType("jaxlib_pjrt")
package.__path__ = [str(ROOT / "packages/jaxlib-pjrt/src/jaxlib_pjrt")]
sys.modules.setdefault("jaxlib_pjrt", package)
