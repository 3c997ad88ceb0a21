"""Cached bytecode (``__pycache__``) that Python takes for valid, by its header, but cannot load."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from jaxlib_core.doctor import probe
from jaxlib_core.environment import shell
from jaxlib_core.environment.distributions import find
from jaxlib_core.errors import FilesLost, PluginError

#: With these variables, Python uses no cached bytecode: a path below a file that is not a folder cannot exist.
WITHOUT: Mapping[str, str | None] = {"PYTHONPYCACHEPREFIX": os.devnull, "PYTHONDONTWRITEBYTECODE": "1"}

#: Time limit in seconds for the child that loads the files.
_SECONDS = 20.0

#: Loads each cached file that is newer than its source, as an import does. Damaged data may crash the interpreter.
_LOADS = """
import sys
out, folders = int(sys.argv[1]), sys.argv[2]
import importlib.util, json, marshal, os
tag = f".{sys.implementation.cache_tag}.pyc"
def say(**values):
    os.write(out, json.dumps(values).encode() + b"\\n")
def is_used(data, source):
    if data[:4] != importlib.util.MAGIC_NUMBER or int.from_bytes(data[4:8], "little"):
        return data[:4] == importlib.util.MAGIC_NUMBER
    status = os.stat(source)
    numbers = int(status.st_mtime) & 0xFFFFFFFF, status.st_size & 0xFFFFFFFF
    return data[8:16] == b"".join(number.to_bytes(4, "little") for number in numbers)
for top in json.loads(folders):
    for folder, _, names in os.walk(top):
        for name in names if folder.endswith("__pycache__") else ():
            if not name.endswith(tag):
                continue
            file = os.path.join(folder, name)
            try:
                with open(file, "rb") as opened:
                    data = opened.read()
                if not is_used(data, os.path.join(os.path.dirname(folder), name.removesuffix(tag) + ".py")):
                    continue
            except OSError:
                continue
            say(file=file)
            try:
                marshal.loads(memoryview(data)[16:])
            except Exception:
                say(damaged=file)
os._exit(0)
"""


def damaged(names: Iterable[str]) -> PluginError | None:
    """The diagnosis for bytecode of ``names`` (distributions) that cannot be loaded, or None."""
    owners = [(name, owner) for name in names if (owner := find(name))]
    folders = [Path(owner.location).with_name(name.replace("-", "_")) for name, owner in owners]
    arguments = (json.dumps(probe.spelled(map(str, folders))),)
    try:
        ended, said, _ = probe.run_child(["-I", "-S", "-c", _LOADS], arguments, os.environ, _SECONDS)
    except OSError:
        return None
    files = [message["damaged"] for message in said if "damaged" in message]
    if not files and ended not in {0, None} and said:
        files = [said[-1]["file"]]
    if not files or sys.pycache_prefix:
        return None
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    return diagnosis("bytecode that Python can load, or none", ", ".join(files[:3]) + more)


def diagnosis(wanted: str, found: str) -> PluginError:
    """The diagnosis for damaged bytecode."""
    folders = [f"{folder}{os.sep}" for folder in sys.path if folder.endswith("-packages")]
    command = shell.join(("find", *folders, "-name", "__pycache__", "-type", "d", "-prune"))
    return FilesLost(
        "Python's cached bytecode, in folders named __pycache__, is damaged.",
        wanted=wanted,
        found=found[:600],
        where=tuple(folders),
        commands=(f"{command} -exec rm -rf {{}} +",),
        note="Python writes it again when modules are imported",
    )
