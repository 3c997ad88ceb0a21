"""Names of jaxlib's modules: programs look for them to tell releases apart, and print what they find."""

from __future__ import annotations

import copy
import pickle

import pytest
from jaxlib import _hlo, _jax, utils, weakref_lru_cache
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

MODULES = [_hlo, _jax, _jax.ffi, _jax.pytree, ir, stablehlo, utils, weakref_lru_cache]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_name_that_does_not_exist(module: object) -> None:
    assert not hasattr(module, "NoSuchName")
    assert getattr(module, "no_such_name", None) is None
    with pytest.raises(AttributeError, match="NoSuchName"):
        module.NoSuchName  # noqa: B018


def test_an_import_that_falls_back() -> None:
    with pytest.raises(ImportError):
        from jaxlib._jax import NoSuchName  # noqa: F401


@pytest.mark.parametrize("name", ["TransferServer", "CpuCollectives", "make_gloo_tcp_collectives"])
def test_names_that_upstream_has_can_be_imported(name: str) -> None:
    assert hasattr(_jax, name)


def test_enumerations_are_printed_with_their_names() -> None:
    assert repr(_hlo.PrimitiveType.F32) == str(_hlo.PrimitiveType.F32) == "PrimitiveType.F32"
    assert repr(_hlo.OpSharding.Type.OTHER) == "OpSharding_Type.OTHER"
    assert repr(_jax.HostBufferSemantics.ZERO_COPY) == "HostBufferSemantics.ZERO_COPY"


def test_element_types_are_numbers() -> None:
    kind = _hlo.PrimitiveType
    assert (kind.F32, kind.F32 + 1, hash(kind.F32)) == (11, 12, 11)
    assert kind(11) is kind["F32"] is pickle.loads(pickle.dumps(kind.F32)) is copy.deepcopy(kind.F32)
    assert kind.F32 < kind.F64
    assert not isinstance(_hlo.OpSharding.ShardGroupType.AS, int)


def test_misspelled_attributes_are_refused() -> None:
    for made in (_hlo.OpSharding(), _hlo.HloPrintOptions()):
        with pytest.raises(AttributeError, match="misspelled"):
            setattr(made, "misspelled", True)  # noqa: B010
