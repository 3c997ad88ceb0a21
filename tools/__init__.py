"""The wheel factory: build, audit, measure. For this repository's maintainers; nothing here is shipped."""

from __future__ import annotations

import sys
from pathlib import Path

#: The repository's root; every path of the factory starts here.
ROOT = Path(__file__).resolve().parent.parent
#: Where every built wheel goes.
DIST = ROOT / "dist"
#: The folder in there of the wheels for free-threaded Pythons. Whoever looks in `DIST` for a plugin's wheel finds
#: the one for all Pythons with the GIL.
FREE_THREADED = "free-threaded"
#: Staged source trees, and the stamps of the wheels that were built from them; may be deleted at any time.
BUILD = ROOT / "build"
#: The local version of jaxlib (bindings-only): installers prefer it to upstream's jaxlib of the same release.
BINDINGS_LABEL = "bindings"

#: The factory writes files that these two distributions read, with their types; an installed one takes precedence.
sys.path += [str(ROOT / "packages" / name / "src") for name in ("jaxlib-core", "jaxlib-lock")]
