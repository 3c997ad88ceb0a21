"""Which names of jaxlib a module's source uses, and which of them are a fault."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tools.compat.contract import served, unexpected
from tools.compat.contract_reader import of_source


def used(source: str) -> set[str]:
    return of_source(textwrap.dedent(source))


def test_names_by_every_way_of_importing() -> None:
    found = used(
        """
        import jaxlib.mlir.ir as ir
        from jaxlib import _jax
        from jax._src.lib import xla_client as xc
        from jax._src.lib.mlir.dialects import hlo
        _jax.pjit; xc.Device.id; hlo.add(ir.Type)
        """
    )
    assert {"jaxlib._jax.pjit", "jaxlib.xla_client.Device", "jaxlib.mlir.dialects.stablehlo.add"} <= found
    assert "jaxlib.mlir.ir.Type" in found


def test_a_parameter_is_no_module() -> None:
    assert "jaxlib._jax.pytree.items" not in used(
        "from jax._src.lib import pytree\ndef f(pytree): return pytree.items\n"
    )


def test_what_is_a_fault() -> None:
    uses = {name: {"jax/core.py"} for name in "abc"} | {"d": {"jax/_src/pallas/x.py"}}
    states = {"a": "offered", "b": "missing", "c": "absent", "d": "missing"}
    assert set(unexpected(uses, states, {}, {})) == {"b", "c"}
    assert set(unexpected(uses, states, {"b": "a reason"}, {})) == {"c"}
    assert set(unexpected(uses, states, {}, {"[c-d]": "a reason"})) == {"b"}


def test_without_a_python_for_a_release_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.compat.contract.pythons", lambda: {(3, 11): Path("python3.11")})
    assert served("0.10.2") == Path("python3.11")
    with pytest.raises(
        SystemExit, match=r"wanted Python >=3.12[\s\S]*found:  3.11[\s\S]*uv python install 3.12"
    ):
        served("0.12.0")
