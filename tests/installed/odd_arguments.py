"""Calls every callable of jaxlib's bindings with odd arguments: each call returns or raises, and never crashes.

``odd_arguments.py FIRST COUNT`` makes calls one after another in a subprocess, which is replaced after
``PER_PROCESS`` calls and after a call that ended it; that call is reported. The last line is JSON with the number
of callables, of errors and of calls that returned, and the calls that ended a process. A call depends on its number
and on the earlier calls of its process.
"""

from __future__ import annotations

import inspect
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

PER_PROCESS = 1000
#: Seconds for one call, after which it counts as hanging.
PATIENCE = 60
MODULES = (
    "jaxlib._native",
    "jaxlib._jax",
    "jaxlib._xla",
    "jaxlib._ifrt_proxy",
    "jaxlib.utils",
    "jaxlib.mlir.ir",
)
#: Left out, because with suitable arguments these end the process, wait, or write files, as they should.
LEFT_OUT = {
    "get_distributed_runtime_client": "waits for a server",
    "get_distributed_runtime_service": "waits for its clients",
    "breakpoint": "waits for input",
}


def _members(root: object, path: str, seen: set[int]) -> Iterator[tuple[str, type | None, Any]]:
    """Path, class and value of what a module or class of jaxlib's holds."""
    for name, value in sorted(vars(root).items()):
        here = f"{path}.{name}"
        if name in LEFT_OUT or (isinstance(value, ModuleType) and name.startswith("_")):
            continue  # what private modules of Python hold is called by the bindings alone
        if isinstance(value, ModuleType | type):
            own = value.__name__ if isinstance(value, ModuleType) else str(value.__module__)
            if own.split(".")[0] == "jaxlib" and id(value) not in seen:
                seen.add(id(value))
                if isinstance(value, type):
                    yield here, None, value
                yield from _members(value, here, seen)
        elif callable(value) or hasattr(value, "__get__"):
            yield here, root if isinstance(root, type) else None, value


def callables() -> list[tuple[str, type | None, Any]]:
    """Everything that can be called, and every attribute that can be read or set: path, class and value."""
    found: list[tuple[str, type | None, Any]] = []
    seen: set[int] = set()
    for name in MODULES:
        try:
            module = __import__(name, fromlist=["_"])
        except ImportError:
            continue
        found += _members(module, name, seen)
    return found


#: A parameter in nanobind's signatures, and its type.
PARAMETER = re.compile(r"(\w+)(?:: ([\w.]+))?")


def _parameters(value: Any) -> list[tuple[str, str]]:
    """Name and type of each parameter, ``self`` not among them; an empty type where none is stated."""
    for function in (value, getattr(value, "fget", None), getattr(value, "__func__", None)):
        overloads = getattr(function, "__nb_signature__", None)
        if overloads:
            text = overloads[0][0]
            inside = text[text.index("(") + 1 : text.rindex(")")]
            found = [match.groups("") for word in inside.split(", ") if (match := PARAMETER.match(word))]
            return [(name, kind) for name, kind in found if name != "self"]
    try:
        return [(name, "") for name in inspect.signature(value).parameters if name not in ("self", "cls")]
    except (TypeError, ValueError):
        return []


def _fitting(sound: list[Any]) -> dict[str, list[Any]]:
    """What suits a parameter of this name or type, of what the bindings' own callers pass."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    def of(*classes: type) -> list[Any]:
        return [value for value in sound if isinstance(value, classes)]

    jitted = jax.jit(lambda x: x * 2)
    lowered = jitted.lower(jnp.arange(4.0))
    arrays = of(jax.Array)
    devices, shardings = of(type(jax.devices()[0])), of(jax.sharding.Sharding)
    trees = [jax.tree.structure(tree) for tree in (1, [1, 2], {"a": (1, None)})]
    functions = [lambda *_: None, lambda x, *_: x, lambda *x: x, len, jitted]
    programs = [
        lowered.as_text().encode(),
        lowered.as_text(),
        lowered.compile().runtime_executable().serialize(),
    ]
    numbers = [0, 1, 2, -1, 7, 2**31, 2**63 - 1, -(2**63)]
    return {
        "aval": [jax.typeof(array) for array in arrays if not array.is_deleted()]
        + [jax.ShapeDtypeStruct((4,), "f4")],
        "sharding": shardings,
        "dst_sharding": shardings,
        "devices": [devices, tuple(devices), shardings[0]._internal_device_list, []],
        "device_list": [devices, shardings[0]._internal_device_list],
        "device": devices,
        "client": [device.client for device in devices],
        "arrays": [[array] for array in arrays] + [arrays, []],
        "xs": [[array] for array in arrays] + [[np.arange(4.0)], arrays],
        "buffer": arrays,
        "x": [*arrays, np.arange(4.0), 3],
        "options": [b"", lowered.as_text().encode()],
        "program": programs,
        "serialized": programs,
        "format": ["mlir", "hlo", ""],
        "type": [int, dict, tuple, np.float32, 11, 1],
        "tree": [*trees, [1, {"a": None}], arrays],
        "registry": [jax.tree_util.default_registry, None],
        "pytree_registry": [jax.tree_util.default_registry],
        "static_argnums": [[], [0], [-1], [2**31]],
        "static_argnames": [[], ["x"], [""]],
        "fun": functions,
        "fn": functions,
        "cache_miss": [lambda *_, **__: (1, None, 3), *functions],
        "cache_context_fn": functions,
        "handler": functions,
        "children": [trees, tuple(trees), [None]],
        "leaves": [[1, 2], (None,), iter([1])],
        "dlpack": [jnp.arange(3).__dlpack__()],
        "memory_kind": ["device", "pinned_host", None, ""],
        "library_path": ["", "/nowhere", "/dev/null"],
        "platform_name": ["cpu", "cuda", ""],
        "str": ["", "x", "cpu", "device"],
        "int": numbers,
        "bool": [True, False],
        "bytes": [b"", b"\x0a\x03abc", *programs[:1]],
        "tuple": [(), (1,), (arrays[0],), tuple(trees), ("a", "b")],
        "list": [[], [1], arrays, trees],
        "dict": [{}, {"a": 1}, {"a": arrays[0]}],
        "collections.abc.Sequence": [[], (), arrays, devices, trees, [1, 2], ["a"]],
        "jaxlib._jax.pytree.PyTreeDef": trees,
    }


def _sound() -> list[Any]:
    """An instance of as many classes as there are, some of them used up."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib import _native as native
    from jaxlib.mlir import ir

    mesh = jax.make_mesh((2,), ("x",))
    spread = jax.NamedSharding(mesh, jax.P("x"))
    array = jnp.arange(4.0)
    deleted = jnp.arange(3.0)
    deleted.delete()
    jitted = jax.jit(lambda x: (x + 1, {"a": x}))
    lowered = jitted.lower(array)
    compiled = lowered.compile()
    loaded = compiled.runtime_executable()
    module = lowered.compiler_ir()
    function = next(iter(module.body.operations))
    block = function.regions[0].blocks[0]
    operation = block.operations[0]
    device = jax.devices()[0]
    treedef = jax.tree.structure({"a": [1, (2, None)]})
    with mlir.make_ir_context() as context, ir.Location.unknown():
        types = [
            ir.F32Type.get(),
            ir.RankedTensorType.get([2], ir.F32Type.get()),
            ir.IntegerType.get_signless(8),
        ]
        attributes = [
            ir.StringAttr.get("x"),
            ir.ArrayAttr.get([]),
            ir.DenseElementsAttr.get(np.arange(3)),
            ir.DictAttr.get({"a": ir.UnitAttr.get()}),
            ir.IntegerAttr.get(types[2], 3),
        ]
    return [
        *(
            array,
            deleted,
            jax.device_put(np.arange(4), spread),
            jitted,
            compiled,
            loaded,
            device,
            device.client,
        ),
        *(device.memory("device"), array.sharding, spread, mesh, treedef, jax.tree_util.default_registry),
        *(context, *types, *attributes, ir.Location.unknown(context), module, module.operation, function),
        *(
            block,
            operation,
            operation.operands,
            operation.results,
            operation.attributes,
            operation.results[0],
        ),
        *(function.regions, function.regions[0], ir.InsertionPoint(block), ir.SymbolTable(module.operation)),
        *(loaded.hlo_modules()[0], loaded.get_output_shardings(), xla_client.Traceback.get_traceback()),
        *(xla_client.CompileOptions(), array.__dlpack__(), jax.typeof(array), native.weakref_lru_cache),
        jax.random.key(0),
    ]


class _Odd:
    """An object whose methods raise or return nonsense."""

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError

    def __hash__(self) -> int:
        return 2

    def __index__(self) -> int:
        raise OverflowError

    def __len__(self) -> int:
        return 5

    def __getitem__(self, index: object) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        yield from (self, None, 7)

    def __call__(self, *arguments: object) -> Any:
        return arguments


def _values() -> list[Any]:
    import numpy as np

    circle: list[Any] = []
    circle.append(circle)
    deep: Any = None
    for _ in range(5000):
        deep = (deep,)
    whole = [0, 1, -1, 2, 7, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**200]
    text = [
        "",
        "x",
        "cpu",
        "device",
        "add",
        "\0",
        "\udcff",
        "é" * 300,
        "x" * 100_000,
        "%s%n",
        "builtin.module {}",
    ]
    contents = [b"", b"\0", b"x" * 100, b"\xff" * 9, bytearray(b"abc"), memoryview(b"abc")]
    containers = [
        (),
        [],
        {},
        set(),
        [None],
        [[]],
        (None,),
        {"a": 1},
        {1: None},
        [1, 2, 3],
        [-1],
        ["x"],
        circle,
        deep,
    ]
    arrays = [
        np.array(1.0),
        np.arange(6).reshape(2, 3),
        np.array(["a"]),
        np.array([None, 1], object),
        np.float32(2),
    ]
    other: list[Any] = [
        None,
        True,
        1.5,
        float("nan"),
        float("inf"),
        1j,
        ...,
        NotImplemented,
        object(),
        type,
        int,
    ]
    functions = [lambda *_: None, lambda x: x, _Odd(), _Odd, len, slice(1, None, -1), range(3), iter([1, 2])]
    return [*whole, *text, *contents, *containers, *arrays, *other, *functions, np.dtype("f4")]


class _Caller:
    """Draws calls, and makes them."""

    def __init__(self) -> None:
        self.callables = callables()
        self.values = _values()
        self.sound = _sound()
        self.fitting = _fitting(self.sound)
        #: Results of earlier calls, which arguments are drawn from, too.
        self.results: list[Any] = []

    def name(self, number: int) -> str:
        return self.callables[number % len(self.callables)][0]

    def call(self, number: int) -> None:
        """Make the call of this number.

        Raises:
            BaseException: What the callable raised.
        """
        draw = random.Random(number)
        path, owner, value = self.callables[number % len(self.callables)]
        self_argument = [self._instance(draw, owner)] if owner else []
        if owner and isinstance(value, staticmethod | classmethod):
            value, self_argument = value.__get__(None, owner), []
        if not callable(value):  # a property or a slot
            own = path.rpartition(".")[2].startswith("_")  # what is private is set by the bindings alone
            which = "__get__" if own else draw.choice(["__get__", "__set__", "__delete__"])
            accessor = getattr(value, which, None)
            if accessor is None:
                return
            arguments = [self._value(draw)] if which == "__set__" else [owner] if which == "__get__" else []
            self._keep(accessor(*self_argument, *arguments))
            return
        if path.endswith((".__new__", ".__init_subclass__", ".__subclasshook__")) or isinstance(value, type):
            self_argument = [draw.choice([owner, value, int])] if path.endswith(".__new__") else []
        parameters = _parameters(value) if draw.random() < 0.8 else []
        if parameters:
            odd = draw.choice([0.0, 0.2, 0.5])
            arguments = [
                self._value(draw) if draw.random() < odd else self._fit(draw, parameter)
                for parameter in parameters
            ]
            del arguments[len(arguments) - draw.choice([0, 0, 0, 1, 2]) or len(arguments) :]
        else:
            arguments = [self._value(draw) for _ in range(draw.choice([0, 1, 1, 2, 2, 3, 4, 6]))]
        named = {}
        if draw.random() < 0.1:
            named[draw.choice(["context", "device", "loc", "x", "self", "client"])] = self._value(draw)
        result = value(*self_argument, *arguments, **named)
        self._keep(result)
        if hasattr(result, "__next__"):
            self._keep(next(result))

    def _instance(self, draw: random.Random, owner: Any) -> Any:
        sound = [value for value in (*self.sound, *self.results) if isinstance(value, owner)]
        kind = draw.random()
        if sound and kind < 0.8:
            return draw.choice(sound)
        if kind < 0.95:
            try:
                return owner.__new__(owner)
            except Exception:  # cannot be made without arguments: then something else
                pass
        return self._value(draw)

    def _fit(self, draw: random.Random, parameter: tuple[str, str]) -> Any:
        name, kind = parameter
        choices = self.fitting.get(name) or self.fitting.get(kind)
        if not choices and "." in kind:
            choices = [value for value in self.sound if type(value).__name__ == kind.rpartition(".")[2]]
        return draw.choice(choices) if choices else self._value(draw)

    def _value(self, draw: random.Random) -> Any:
        kind = draw.random()
        if kind < 0.5:
            return draw.choice(self.values)
        if kind < 0.8:
            return draw.choice(self.sound)
        if kind < 0.9 and self.results:
            return draw.choice(self.results)
        if kind < 0.95:
            return [self._value(draw) for _ in range(draw.randrange(4))]
        owners = [value for _, _, value in self.callables if isinstance(value, type)]
        return self._instance(draw, draw.choice(owners)) if draw.random() < 0.5 else draw.choice(owners)

    def _keep(self, result: object) -> None:
        repr(result)
        self.results.append(result)
        del self.results[:-300]


def child(first: int, count: int, said: int) -> None:
    """Make the calls, telling the number of each on the file ``said`` before it is made."""
    import faulthandler

    os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
    sys.setrecursionlimit(1000)
    caller = _Caller()
    raised = returned = 0
    for number in range(first, first + count):
        os.write(said, f"{json.dumps([number, caller.name(number), raised, returned])}\n".encode())
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        try:
            caller.call(number)
            returned += 1
        except Exception:  # any error is one
            raised += 1
        faulthandler.cancel_dump_traceback_later()
    os.write(said, f"{json.dumps([None, len(caller.callables), raised, returned])}\n".encode())


def run(first: int, count: int) -> dict[str, Any]:
    """Make the calls in subprocesses; see the module's docstring for what is returned."""
    total: dict[str, Any] = {"callables": 0, "raised": 0, "returned": 0, "ended": {}}
    number, end = first, first + count
    while number < end:
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as printed:
            here = min(PER_PROCESS, end - number)
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-X",
                    "faulthandler",
                    __file__,
                    "--child",
                    str(number),
                    str(here),
                    str(said.fileno()),
                ],
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                pass_fds=[said.fileno()],
            )
            status = process.wait()
            said.seek(0)
            lines = said.read().splitlines()
            printed.seek(max(0, printed.seek(0, os.SEEK_END) - 4000))
            words = printed.read().decode("utf-8", "replace")
            if not lines:
                raise RuntimeError(f"a subprocess ended before its first call, with status {status}\n{words}")
            last, name, raised, returned = json.loads(lines[-1])
            total["raised"] += raised
            total["returned"] += returned
            if last is None:
                total["callables"] = name
            if last is not None or status:
                total["ended"][str(last)] = {"called": name, "status": status, "printed": words}
            number = number + here if last is None else last + 1
    return total


def main() -> None:
    if sys.argv[1] == "--child":
        child(*map(int, sys.argv[2:]))
        return
    print(json.dumps(run(int(sys.argv[1]), int(sys.argv[2]))))


if __name__ == "__main__":
    if __file__ and str(Path(__file__).parent) in sys.path:
        sys.path.remove(str(Path(__file__).parent))  # the modules beside are not modules of the environment
    main()
