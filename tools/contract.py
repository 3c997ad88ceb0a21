"""``python -m tools contract``: the names of jaxlib that a jax wheel uses, compared with what the bindings offer.

jax has no list of what it needs of jaxlib, so its source is read: every import from jaxlib or from
``jax._src.lib``, and every attribute that is asked of such a name. Then a child process of an environment that has
the bindings looks each name up. A name is *offered*; or *missing*, which raises an error that says so when it is
used; or *absent*, which is an AttributeError in a user's program. Exits with 1 if a name is absent, or missing and
not among those that ``packages/jaxlib/missing.toml`` says.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from tools import ROOT
from tools.cache import Cache
from tools.manifest import load, releases

console = Console(stderr=True, highlight=False)
KNOWN = ROOT / "packages" / "jaxlib" / "missing.toml"

#: What jax._src.lib calls the modules of jaxlib, where it is not their own name.
LIBRARY = {
    "_jax": "jaxlib._jax",
    "_pretty_printer": "jaxlib._pretty_printer",
    "_profile_data": "jaxlib._profile_data",
    "_profiler": "jaxlib._profiler",
    "cpu_feature_guard": "jaxlib.cpu_feature_guard",
    "ffi": "jaxlib._jax.ffi",
    "gpu_linalg": "jaxlib.gpu_linalg",
    "guard_lib": "jaxlib._jax.guard_lib",
    "hlo": "jaxlib._hlo",
    "ifrt_proxy": "jaxlib._ifrt_proxy",
    "jax_jit": "jaxlib._jax.jax_jit",
    "jax_mlir_ext": "jaxlib.mlir._mlir_libs._jax_mlir_ext",
    "lapack": "jaxlib.lapack",
    "pytree": "jaxlib._jax.pytree",
    "utils": "jaxlib.utils",
    "weakref_lru_cache": "jaxlib.weakref_lru_cache",
    "xla_client": "jaxlib.xla_client",
}
MLIR = {"ir": "jaxlib.mlir.ir", "passmanager": "jaxlib.mlir.passmanager"}

LOOK_UP = """
import importlib, json, sys
from jaxlib import _missing
answer = {}
for name in json.load(sys.stdin):
    module, found, rest = None, None, name.split(".")
    for size in range(len(rest), 0, -1):
        try:
            module = importlib.import_module(".".join(rest[:size]))
        except ImportError:
            continue
        except _missing.NotInBindings:
            break
        rest = rest[size:]
        break
    try:
        found = module
        for part in rest:
            found = getattr(found, part)
            if isinstance(found, _missing._MissingType):
                break
        answer[name] = "missing" if module is None or isinstance(found, _missing._MissingType) else "offered"
    except AttributeError:
        answer[name] = "absent"
json.dump(answer, sys.stdout)
"""


def main(argv: Sequence[str]) -> int:
    """Compare; 0 where nothing is absent and nothing is missing that is not said to be."""
    parser = argparse.ArgumentParser(prog="python -m tools contract", description=__doc__)
    parser.add_argument("--release", choices=releases(), help="whose jax (default: the manifest marked so)")
    parser.add_argument(
        "--python", type=Path, help="a Python that has the bindings; without it, only the names"
    )
    parser.add_argument("--json", type=Path, help="write the names, who uses them, and their states there")
    arguments = parser.parse_args(argv)
    used = names(_jax_wheel(arguments.release))
    states = look_up(arguments.python, used) if arguments.python else {}
    if arguments.json:
        rows = {
            name: {"state": states.get(name), "used by": sorted(files)}
            for name, files in sorted(used.items())
        }
        arguments.json.write_text(json.dumps({"schema": "jaxlib.contract/1", "names": rows}, indent=1) + "\n")
    count = {
        state: sum(each == state for each in states.values()) for state in ("offered", "missing", "absent")
    }
    console.print(f"{len(used)} names of jaxlib are used" + (f": {count}" if states else ""))
    said = tomllib.loads(KNOWN.read_text("utf-8"))
    wrong = sorted(set(unexpected(used, states, said["names"])) - set(said["absent"]))
    for name in wrong:
        console.print(f"{states[name]}: {name}, used by {', '.join(sorted(used[name])[:3])}", soft_wrap=True)
    return 1 if wrong else 0


def unexpected(
    used: Mapping[str, set[str]], states: Mapping[str, str], known: Mapping[str, str]
) -> Iterator[str]:
    """The names that are not offered and not said to be missing; kernels' files may ask for what is missing."""
    for name, state in states.items():
        if state == "absent" or (
            state == "missing"
            and not any(fnmatch.fnmatchcase(name, pattern) for pattern in known)
            and not all("pallas" in each or "mosaic" in each for each in used[name])
        ):
            yield name


def look_up(python: Path, used: Mapping[str, Any]) -> dict[str, str]:
    """The state of each name, as ``python`` finds it."""
    done = subprocess.run(
        [str(python), "-c", LOOK_UP],
        input=json.dumps(sorted(used)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"contract: {python} could not look names up:\n{done.stderr}")
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def names(wheel: Path) -> dict[str, set[str]]:
    """The names of jaxlib that the source of a wheel uses, each with the files that do."""
    used: dict[str, set[str]] = {}
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if not member.endswith(".py"):
                continue
            for name in of_source(archive.read(member).decode()):
                used.setdefault(name, set()).add(member)
    return used


def of_source(source: str) -> set[str]:
    """The names of jaxlib that a module's source uses."""
    tree = ast.parse(source)
    modules: dict[str, str] = {}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name.partition(".")[0] == "jaxlib":
                    found.add(each.name)
                    modules[each.asname or "jaxlib"] = each.name if each.asname else "jaxlib"
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                target = _target(node.module, each.name)
                if target:
                    found.add(target)
                    modules[each.asname or each.name] = target
    for node in ast.walk(tree):
        chain = _chain(node)
        if chain and chain[0] in modules and len(chain) > 1:
            found.add(".".join([modules[chain[0]], chain[1]]))
    # A parameter of the same name as a module is no module.
    local = {
        each.arg for node in ast.walk(tree) if isinstance(node, ast.arguments) for each in _arguments(node)
    }
    shadowed = {f"{modules[name]}." for name in local & set(modules)}
    return {
        name
        for name in found
        if name != "jaxlib"
        and not name.endswith(".*")
        and not any(name.startswith(each) for each in shadowed)
    }


def _arguments(node: ast.arguments) -> list[ast.arg]:
    rest = [each for each in (node.vararg, node.kwarg) if each is not None]
    return [*node.posonlyargs, *node.args, *node.kwonlyargs, *rest]


def _target(module: str, name: str) -> str | None:
    """What ``from module import name`` is of jaxlib's."""
    if module == "jaxlib" or module.startswith("jaxlib."):
        return f"{module}.{name}"
    if module == "jax._src.lib":
        return LIBRARY.get(name)
    if module.startswith("jax._src.lib.mlir"):
        rest = module.removeprefix("jax._src.lib.mlir")
        if rest == ".dialects":
            return f"jaxlib.mlir.dialects.{'stablehlo' if name == 'hlo' else name}"
        return MLIR.get(name)
    if module.startswith("jax._src.lib."):
        known = LIBRARY.get(module.removeprefix("jax._src.lib."))
        return f"{known}.{name}" if known else None
    return None


def _chain(node: ast.AST) -> list[str]:
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [*([node.id] if isinstance(node, ast.Name) and parts else []), *reversed(parts)]


def _jax_wheel(release: str | None) -> Path:
    artifact = load(release).artifact("jax")
    return Cache().fetch(artifact.files[0])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
