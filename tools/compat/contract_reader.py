"""Reads which names of jaxlib the source of a jax wheel uses.

Run by a Python that understands that source, as a script, with nothing of this repository on its path:

    python -P contract_reader.py WHEEL

It prints a JSON object: each name, and the files that use it.
"""

from __future__ import annotations

import ast
import json
import sys
import zipfile
from pathlib import Path

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


if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: sorted(files) for name, files in names(Path(sys.argv[1])).items()}))
