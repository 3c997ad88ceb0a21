"""The changes between two jaxlibs, and which of them the bindings have already."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from tools.follow import comparison
from tools.follow.children import surface
from tools.follow.comparison import Change


def function(*signatures: str) -> dict[str, Any]:
    return {"kind": "function", "signatures": list(signatures)}


def test_what_came_went_and_changed() -> None:
    old = {
        "jaxlib._jax.f": function("(x)"),
        "jaxlib._jax.g": function("(x)"),
        "jaxlib._jax.Kind": {"kind": "enumeration", "members": ["A", "B"]},
        "jaxlib._jax.same": function("(a, b=1)"),
    }
    new = {
        "jaxlib._jax.f": function("(x, donate=False)"),
        "jaxlib._jax.h": function("(y, /)"),
        "jaxlib._jax.Kind": {"kind": "enumeration", "members": ["A", "C"]},
        "jaxlib._jax.same": function("(a, b=1)"),
        "jaxlib._jax.Fresh": {"kind": "class"},
        "jaxlib._jax.Fresh.method": function("(self)"),
    }
    assert comparison.surfaces(old, new) == [
        Change("jaxlib._jax.Fresh", "new", "class"),
        Change("jaxlib._jax.Kind", "changed", "new: C; gone: B", frozenset({"C"})),
        Change(
            "jaxlib._jax.f",
            "changed",
            "function (x) became function (x, donate=False)",
            frozenset({"donate"}),
        ),
        Change("jaxlib._jax.g", "gone", "function (x)"),
        Change("jaxlib._jax.h", "new", "function (y, /)"),
    ]


@pytest.mark.parametrize(
    ("ours", "taken"),
    [
        ({}, False),
        ({"f": function("(x)")}, False),
        ({"f": function("(arg, /)", "(x, donate=None)")}, True),
        ({"f": {"kind": "function"}}, True),
    ],
)
def test_what_the_bindings_have_already(ours: dict[str, Any], taken: bool) -> None:
    change = Change("f", "changed", "", frozenset({"donate"}))
    assert comparison.taken(change, ours) is taken
    assert comparison.taken(Change("f", "gone", ""), ours)


OPERATIONS = """
class AddOp(_ods_ir.OpView):
  OPERATION_NAME = "sdy.add"
  def __init__(self, lhs, rhs, *, results=None, loc=None, ip=None): ...

class MeshOp(_ods_ir.OpView):
  OPERATION_NAME = "sdy.mesh"
  def __init__(self, sym_name, mesh, *, loc=None, ip=None): ...
"""


def test_operations_by_what_their_builders_take() -> None:
    file = "jaxlib/mlir/dialects/_sdy_ops_gen.py"
    old = comparison.operations({file: OPERATIONS.encode()})
    assert old == {"sdy.add": "lhs, rhs, [results]", "sdy.mesh": "sym_name, mesh"}
    new = comparison.operations(
        {file: OPERATIONS.replace("rhs, *,", "rhs, *, kind=None,").replace("sdy.mesh", "sdy.grid").encode()}
    )
    assert [(operation.name, operation.kind) for operation in comparison.changed_operations(old, new)] == [
        ("sdy.add", "changed"),
        ("sdy.grid", "new"),
        ("sdy.mesh", "gone"),
    ]


@pytest.mark.parametrize(
    ("signature", "defaults", "parameters"),
    [
        ("def f(self, x: int = \\0, /) -> str", (1,), "(self, x=1, /)"),
        ("def f[T](x: list[T] | None = None) -> T", (), "(x=None)"),
        ("def (self) -> object", (), "(self)"),
        ("def f(*args, k: str = \\0, **kwargs)", ("it's",), '(*args, k="it\'s", **kwargs)'),
        ("def f(x = \\0)", (object(),), "(x=<object object>)"),
        ("none of Python's", (), "none of Python's"),
    ],
)
def test_parameters_without_types(signature: str, defaults: tuple[object, ...], parameters: str) -> None:
    assert surface.parameters(signature, defaults) == parameters


def test_a_jaxlib_is_described_without_being_called(tmp_path: Path) -> None:
    package = tmp_path / "jaxlib"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "_jax.py").write_text(
        textwrap.dedent(
            """
            import enum
            class Client:
                def compile(self, program, *, options=None): raise AssertionError
                @property
                def platform(self): raise AssertionError
            class Kind(enum.Enum):
                A = 1
            def version(): raise AssertionError
            number = 3
            """
        )
    )
    (package / "xla_client.py").write_text("from jaxlib._jax import Client, version\n")
    done = subprocess.run(
        [sys.executable, "-P", surface.__file__],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["jaxlib._jax.Client.compile"] == function("(self, program, *, options=None)")
    assert found["jaxlib._jax.Client.platform"]["kind"] == "property"
    assert found["jaxlib._jax.Kind"] == {"kind": "enumeration", "members": ["A"]}
    assert found["jaxlib._jax.number"] == {"kind": "value"}
    assert "jaxlib.xla_client.Client" not in found
