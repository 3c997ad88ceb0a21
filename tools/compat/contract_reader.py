"""Reads which names of jaxlib the source of jax uses.

Run by a Python that understands that source, as a script, with nothing of this repository on its path:

    python -P contract_reader.py WHEEL_OR_CHECKOUT

It prints a JSON object. ``names`` has each name with the files that use it, each with the conditions on jaxlib's
version under which it does; no condition means that at least one use in the file is unconditional. ``conditions``
has all conditions on jaxlib's version, even those that guard no name, with the files that have them.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

#: The names by which jax's source compares jaxlib's version; a condition with one of them guards newer code.
VERSIONS = re.compile(r"\b(jaxlib_extension_version|ifrt_version|jaxlib_version|_version)\b")

#: The modules of jaxlib that have another name in jax._src.lib.
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


def names(source: Path) -> dict[str, dict[str, list[str]]]:
    """The names of jaxlib that a wheel or checkout of jax uses; the files that do, each with its conditions."""
    used: dict[str, dict[str, list[str]]] = {}
    for member, text in modules(source):
        for name, conditions in of_source(text).items():
            used.setdefault(name, {})[member] = conditions
    return used


def conditions(source: Path) -> dict[str, list[str]]:
    """The conditions on jaxlib's version in a wheel or checkout of jax, each with the files that have it."""
    by_module: dict[str, list[str]] = {}
    for member, text in modules(source):
        for condition in sorted({gate for node in ast.walk(ast.parse(text)) if (gate := _gate(node))}):
            by_module.setdefault(condition, []).append(member)
    return by_module


def modules(source: Path) -> Iterator[tuple[str, str]]:
    """The Python modules of the package ``jax`` and their text; of a checkout, no tests."""
    if source.is_dir():
        for path in sorted((source / "jax").rglob("*.py")):
            yield str(path.relative_to(source)), path.read_text("utf-8")
        return
    with zipfile.ZipFile(source) as archive:
        for member in archive.namelist():
            if member.endswith(".py"):
                yield member, archive.read(member).decode()


def of_source(source: str) -> dict[str, list[str]]:
    """The names of jaxlib that a module's source uses, with the conditions under which each is used."""
    tree = ast.parse(source)
    nodes = list(_guarded(tree, ()))
    bound: dict[str, str] = {}
    uses: list[tuple[str, tuple[str, ...]]] = []
    for node, guards in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "jaxlib":
                    uses.append((alias.name, guards))
                    bound[alias.asname or "jaxlib"] = alias.name if alias.asname else "jaxlib"
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                target = _target(node.module, alias.name)
                if target:
                    uses.append((target, guards))
                    bound[alias.asname or alias.name] = target
    for node, guards in nodes:
        chain = _chain(node)
        if chain and chain[0] in bound and len(chain) > 1:
            uses.append((".".join([bound[chain[0]], chain[1]]), guards))
    # A parameter of the same name as a module is not a module.
    local = {
        argument.arg for node, _ in nodes if isinstance(node, ast.arguments) for argument in _arguments(node)
    }
    shadowed = {f"{bound[name]}." for name in local & set(bound)}
    by_name: dict[str, list[tuple[str, ...]]] = {}
    for name, guards in uses:
        if name == "jaxlib" or name.endswith(".*") or any(name.startswith(prefix) for prefix in shadowed):
            continue
        by_name.setdefault(name, []).append(guards)
    return {
        name: [] if () in all_guards else sorted({" and ".join(guards) for guards in all_guards})
        for name, all_guards in by_name.items()
    }


def _guarded(node: ast.AST, guards: tuple[str, ...]) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """``node`` and its descendants, each with the conditions on jaxlib's version that guard it."""
    yield node, guards
    gate = _gate(node)
    for field, value in ast.iter_fields(node):
        more = guards
        if gate and field in ("body", "orelse"):
            more += (gate if field == "body" else f"not ({gate})",)
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            yield from _guarded(child, more)
            if (passed := _gate(child)) and isinstance(child, ast.If) and _leaves(child.body):
                more += (f"not ({passed})",)


def _gate(node: ast.AST) -> str:
    """The condition of an ``if`` that depends on jaxlib's version; of another one, an empty text."""
    if not isinstance(node, ast.If | ast.IfExp):
        return ""
    test = ast.unparse(node.test)
    return test if VERSIONS.search(test) else ""


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether the code after the ``if`` of this body runs only if the condition is false."""
    return isinstance(body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def _arguments(node: ast.arguments) -> list[ast.arg]:
    rest = [argument for argument in (node.vararg, node.kwarg) if argument is not None]
    return [*node.posonlyargs, *node.args, *node.kwonlyargs, *rest]


def _target(module: str, name: str) -> str | None:
    """The name of jaxlib that ``from module import name`` refers to."""
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
    SOURCE = Path(sys.argv[1])
    sys.stdout.write(json.dumps({"names": names(SOURCE), "conditions": conditions(SOURCE)}))
