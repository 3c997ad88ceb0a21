"""The names of jaxlib that a module's source uses, and which of them count as faults."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from tools.compat.contract import read, served, unexpected
from tools.compat.contract_reader import of_source


def used(source: str) -> set[str]:
    return set(of_source(textwrap.dedent(source)))


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


@pytest.mark.parametrize(
    ("source", "conditions"),
    [
        ("_jax.f()", []),
        ("if jaxlib_extension_version >= 496: _jax.f()", ["jaxlib_extension_version >= 496"]),
        ("if plugin_version >= 496: _jax.f()", []),
        ("x = 0 if ifrt_version < 71 else _jax.f", ["not (ifrt_version < 71)"]),
        (
            "if lib._version >= 5:\n  if ifrt_version > 7: _jax.f()",
            ["lib._version >= 5 and ifrt_version > 7"],
        ),
        ("def g():\n  if ifrt_version < 71: return 1\n  return _jax.f()", ["not (ifrt_version < 71)"]),
        ("if ifrt_version < 71: x = 1\n_jax.f()", []),
        ("if ifrt_version < 71: _jax.f()\n_jax.f()", []),
    ],
)
def test_a_use_that_waits_for_a_version_of_jaxlib(source: str, conditions: list[str]) -> None:
    assert of_source(f"from jax._src.lib import _jax\n{source}\n")["jaxlib._jax.f"] == conditions


def test_a_checkout_is_read_as_a_wheel_is(tmp_path: Path) -> None:
    (tmp_path / "jax" / "_src").mkdir(parents=True)
    (tmp_path / "jax" / "_src" / "api.py").write_text(
        "from jaxlib import _jax\n_jax.f()\nif ifrt_version >= 61: x.member()\n"
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "api_test.py").write_text("from jaxlib import _jax\n_jax.g()\n")
    found = read(tmp_path, Path(sys.executable))
    assert found.names == {"jaxlib._jax": {"jax/_src/api.py": []}, "jaxlib._jax.f": {"jax/_src/api.py": []}}
    assert found.conditions == {"ifrt_version >= 61": ["jax/_src/api.py"]}


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
