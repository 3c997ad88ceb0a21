"""Uses every kind of host callback, and prints the results as one line of JSON.

Run by ``test_callbacks.py`` in two environments, once on the plugin and once on the backend inside jaxlib:

    JAX_NUM_CPU_DEVICES=4 JAX_ENABLE_X64=1 python callbacks.py NAME...

Each NAME is a function in a module of ``host_callbacks``. Its result must be the same on both, unless its docstring
says otherwise. A program that hangs ends itself after a time limit, with the stacks of all threads.
"""

from __future__ import annotations

import faulthandler
import json
import sys
import traceback
from typing import Any

from host_callbacks import arguments, devices, effects, exceptions, lifetime, transformations, waiting

MODULES = (arguments, transformations, effects, devices, exceptions, lifetime, waiting)


def attempt(name: str) -> Any:
    try:
        (function,) = (vars(module)[name] for module in MODULES if name in vars(module))
        return function()
    except Exception:
        return {"raised": traceback.format_exc()}


if __name__ == "__main__":
    faulthandler.dump_traceback_later(540, exit=True)
    print(json.dumps({name: attempt(name) for name in sys.argv[1:]}))
