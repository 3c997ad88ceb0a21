"""``python -m jaxlib_lock``: the ``jaxlib-lock`` command."""

from jaxlib_lock.cli import main

raise SystemExit(main())
