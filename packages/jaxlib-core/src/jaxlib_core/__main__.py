"""``python -m jaxlib_core``: the ``jaxlib`` command, for environments whose scripts are not on the path.

``python PATH/jaxlib_core`` also works for a Python that does not search ``PATH``, such as that of an environment
that lost its ``pyvenv.cfg``.
"""

import os
import sys

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# A startup file (sitecustomize, .pth) may have set a recursion limit that is too low for an import.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))


def _run() -> int:
    if not __package__:
        # When Python runs a folder, it puts that folder first on the path, where our modules would shadow others.
        inside = _FOLDER in map(os.path.abspath, sys.path[1:])
        sys.path[0] = _FOLDER
        if not inside:
            from _jaxlib_command import outside

            return outside(_FOLDER)
    elif not sys.flags.safe_path and sys.path[:1] != [_FOLDER]:
        # Python puts the current folder first: a user's file there must not shadow a module of the diagnosis.
        del sys.path[:1]
    if sys.flags.ignore_environment:
        # -E is needed if a variable keeps Python from starting; PYTHONPATH is restored, as the user's programs have
        # it.
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
