"""The wheel factory: build, audit, measure. For this repository's maintainers; nothing here is shipped."""

from __future__ import annotations

from pathlib import Path

#: The repository's root; every path of the factory starts here.
ROOT = Path(__file__).resolve().parent.parent
#: Where every built wheel goes.
DIST = ROOT / "dist"
#: Staged source trees and the stamps of what was built from them; may be deleted at any time.
BUILD = ROOT / "build"
#: What jaxlib with the bindings only has behind its release: a local version, which goes before upstream's.
BINDINGS_LABEL = "bindings"
