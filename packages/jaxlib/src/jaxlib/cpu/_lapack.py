"""LAPACK for a CPU backend inside of jaxlib: none, jaxlib-cpu brings its own; only the names of modes are here."""

from __future__ import annotations

import enum
import sys
import types
from typing import Any


def initialize() -> None:
    """Look for LAPACK: jaxlib-cpu does when its routines are first called."""


def registrations() -> dict[str, Any]:
    """The routines by the names of their targets."""
    return {}


class _EigComputationMode(enum.Enum):
    """Which eigenvectors are computed; a letter of LAPACK's."""

    kNoEigenvectors = ord("N")
    kComputeEigenvectors = ord("V")


class _SvdComputationMode(enum.Enum):
    """Which singular vectors are computed."""

    kComputeFullUVt = ord("A")
    kComputeMinUVt = ord("S")
    kComputeVtOverwriteXPartialU = ord("O")
    kNoComputeUVt = ord("N")


class _SchurComputationMode(enum.Enum):
    """Which Schur vectors are computed."""

    kNoComputeSchurVectors = ord("N")
    kComputeSchurVectors = ord("V")


class _SchurSort(enum.Enum):
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
