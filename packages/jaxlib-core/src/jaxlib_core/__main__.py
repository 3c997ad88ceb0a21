"""``python -m jaxlib_core`` is the ``jaxlib`` command, for where scripts are not on the path."""

from jaxlib_core.cli import main

raise SystemExit(main())
