"""The dialect of Pallas' kernels for NVIDIA GPUs, and what is written to files while they are compiled."""

from __future__ import annotations

import itertools
import logging
import os
from dataclasses import dataclass, fields
from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.core import Module, StringAttr
from jaxlib._ir.dialects.mosaic_gpu import (
    B6x16P32Type,
    BarrierType,
    CopyPartitionAttrInterface,
    CopyPartitionedAttr,
    CopyReplicatedAttr,
    P2B6Type,
    ReplicatedAttr,
    SmemAllocAttr,
    SwizzleTransformAttr,
    TiledLayoutAttr,
    TileTransformAttr,
    WGSplatFragLayoutAttr,
    WGStridedFragLayoutAttr,
)


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def register_inliner_extensions(context: Any) -> None:
    """Let the pass inline inline functions of the dialect; no effect, because it does."""


@dataclass
class DumpOptions:
    """What is written while a kernel is compiled, by the environment variables MOSAIC_GPU_DUMP_*.

    Attributes:
        constraint_system: The constraints on layouts.
        mlir_passes: The module before and after passes.
        ptx: The assembly.
        ptxas: The assembler's messages.
        resources: The kernel's use of memory.
        sass: The disassembled binary.
        sass_ctrl: The same with its control codes.
        dump_path: The folder of the files; standard output if it is empty.
        module_basename: The stem of the files' names.
    """

    constraint_system: bool = False
    mlir_passes: bool = False
    ptx: bool = False
    ptxas: bool = False
    resources: bool = False
    sass: bool = False
    sass_ctrl: bool = False
    dump_path: str = ""
    module_basename: str = ""


#: The attribute of a module with the stem of its files' names, which the plugin reads, too.
_BASENAME = "mosaic_gpu.dump_basename"
_numbers = itertools.count()
_KINDS = tuple(field.name for field in fields(DumpOptions) if isinstance(field.default, bool))


def get_or_set_dump_options(module: Module) -> DumpOptions:
    """What is to be written for a module, which keeps the stem of its files' names as an attribute."""
    attributes = module.operation._attributes
    stem = attributes.get(_BASENAME)
    if stem is None:
        name = attributes.get("sym_name")
        prefix = name.value if isinstance(name, StringAttr) else "mosaic_gpu_module"
        stem = attributes[_BASENAME] = StringAttr.get(f"{prefix}_{next(_numbers)}")
    basename = stem.value if isinstance(stem, StringAttr) else ""
    folder = os.environ.get("MOSAIC_GPU_DUMP_TO")
    options = DumpOptions(module_basename=basename, dump_path="" if folder is None else _folder(folder))
    for kind in _KINDS:
        wanted = folder is not None or f"MOSAIC_GPU_DUMP_{kind.upper()}" in os.environ
        setattr(options, kind, wanted or (kind == "sass" and "MOSAIC_GPU_DUMP_SASS_CTRL" in os.environ))
    return options


def _folder(value: str) -> str:
    """The folder of MOSAIC_GPU_DUMP_TO; empty for standard output."""
    if value == "sponge":
        value = os.environ.get("TEST_UNDECLARED_OUTPUTS_DIR", "-")
        if value == "-":
            logging.getLogger("jaxlib").warning(
                "MOSAIC_GPU_DUMP_TO=sponge, but TEST_UNDECLARED_OUTPUTS_DIR is not set: dumping to standard output"
            )
    return "" if value == "-" else value


__all__ = [
    "B6x16P32Type", "BarrierType", "CopyPartitionAttrInterface", "CopyPartitionedAttr", "CopyReplicatedAttr",
    "DumpOptions", "P2B6Type", "ReplicatedAttr", "SmemAllocAttr", "SwizzleTransformAttr", "TileTransformAttr",
    "TiledLayoutAttr", "WGSplatFragLayoutAttr", "WGStridedFragLayoutAttr", "get_or_set_dump_options",
    "register_dialect", "register_inliner_extensions",
]  # fmt: skip

publish(globals(), __all__)
