"""``python -m jaxlib_core`` is the ``jaxlib`` command, for where scripts are not on the path."""

import sys

# Python puts the current folder first on the path: a user's file there must not shadow a module of the diagnosis.
if not sys.flags.safe_path and sys.path[:1] != [__file__.rpartition("/jaxlib_core/")[0]]:
    del sys.path[:1]
# A file that Python runs when it starts may have left fewer frames than an import takes.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))


def _run() -> int:
    try:
        from jaxlib_core import standard_library

        standard_library.first()

        from jaxlib_core.cli import main

        return main()
    except Exception as error:
        from _jaxlib_command import unable

        return unable(error)


raise SystemExit(_run())
