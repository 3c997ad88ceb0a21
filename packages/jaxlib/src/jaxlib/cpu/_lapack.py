"""LAPACK's modes. The handlers are in jaxlib-cpu, because this jaxlib contains no CPU backend."""

from __future__ import annotations

import sys
import types
from typing import Any

from jaxlib._bound_enums import BoundEnum


def initialize() -> None:
    """Do nothing: jaxlib-cpu looks up LAPACK when a handler is first called."""


def registrations() -> dict[str, Any]:
    """The handlers by target name: none."""
    return {}


class _EigComputationMode(BoundEnum):
    """Which eigenvectors to compute, as LAPACK's letter."""

    kNoEigenvectors = ord("N")
    kComputeEigenvectors = ord("V")


class _SvdComputationMode(BoundEnum):
    """Which singular vectors to compute."""

    kComputeFullUVt = ord("A")
    kComputeMinUVt = ord("S")
    kComputeVtOverwriteXPartialU = ord("O")
    kNoComputeUVt = ord("N")


class _SchurComputationMode(BoundEnum):
    """Which Schur vectors to compute."""

    kNoComputeSchurVectors = ord("N")
    kComputeSchurVectors = ord("V")


class _SchurSort(BoundEnum):
    """Whether eigenvalues are sorted."""

    kNoSortEigenvalues = ord("N")
    kSortEigenvalues = ord("S")


def _submodule(name: str, **members: Any) -> Any:
    module = types.ModuleType(f"{__name__}.{name}")
    vars(module).update(members)
    sys.modules[module.__name__] = module
    return module


eig = _submodule("eig", ComputationMode=_EigComputationMode)
svd = _submodule("svd", ComputationMode=_SvdComputationMode)
schur = _submodule("schur", ComputationMode=_SchurComputationMode, Sort=_SchurSort)
