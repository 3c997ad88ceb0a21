"""``python -m jaxlib_core`` is the ``jaxlib`` command, for where scripts are not on the path.

``python PATH/jaxlib_core`` is the same for a Python that does not look into ``PATH``, as where an environment lost
its ``pyvenv.cfg``.
"""

import os
import sys

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# A file that Python runs when it starts may have left fewer frames than an import takes.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))


def _run() -> int:
    if not __package__:
        # Of a folder that is run, Python puts itself first on the path, where its modules would shadow others.
        inside = _FOLDER in map(os.path.abspath, sys.path[1:])
        sys.path[0] = _FOLDER
        if not inside:
            from _jaxlib_command import outside

            return outside(_FOLDER)
    elif not sys.flags.safe_path and sys.path[:1] != [_FOLDER]:
        # Python puts the current folder first: a user's file there must not shadow a module of the diagnosis.
        del sys.path[:1]
    if sys.flags.ignore_environment:
        # -E is for what would keep Python from starting. The user's programs have this path.
        entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        sys.path[:0] = [os.path.abspath(entry) for entry in entries if entry]
    try:
        from jaxlib_core import standard_library

        standard_library.first()

        from jaxlib_core.cli import main

        return main()
    except Exception as error:
        from _jaxlib_command import unable

        return unable(error)


raise SystemExit(_run())
