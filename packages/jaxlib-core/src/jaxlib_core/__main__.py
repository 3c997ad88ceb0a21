"""``python -m jaxlib_core`` is the ``jaxlib`` command, for where scripts are not on the path."""

import sys

# Python puts the current folder first: a file of the user's there must not take part in what tells of it.
if not sys.flags.safe_path and sys.path[:1] != [__file__.rpartition("/jaxlib_core/")[0]]:
    del sys.path[:1]

from jaxlib_core.cli import main

raise SystemExit(main())
