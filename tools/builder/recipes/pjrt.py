"""jaxlib-pjrt: its own sources, the C++ library pjrt-cpp, and the FFI sources of the plugins' extension."""

from __future__ import annotations

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Manifest
from tools.builder import definitions
from tools.builder.bill import bill_of_materials, header_source, nanobind
from tools.builder.description import described
from tools.builder.source_tree import Stage, legal, tree

#: The sources that register FFI handlers, shared with the plugins' extension.
PJRT_FFI = ("api.h", "ffi.c", "ffi.h", "ffi_abi.h", "ffi_adapter.c", "ffi_adapter.h", "options_filter.h")


def stage(release: Manifest, architecture: str, cache: Cache, abi: str | None = None) -> Stage:
    """jaxlib-pjrt of ``release``, for ``architecture``; a cross compiler is used if that is not the machine's.

    It is for all Pythons with the GIL, or for the free-threaded one with the ABI ``abi`` (``cp313t``).
    """
    files = (
        tree(definitions.PJRT_CPP)
        | described(definitions.PJRT, release.release)
        | legal()
        | {definitions.PJRT_HEADER: definitions.pjrt_header(release, cache)}
    )
    for name in PJRT_FFI:
        files[f"native/ffi/{name}"] = (definitions.PLUGINS / "extension" / "native" / name).read_bytes()
    files["VERSION"] = f"{release.release}\n".encode()
    files["ARCHITECTURE"] = f"{architecture}\n".encode()
    requirements = definitions.pjrt_requirements(free_threaded=abi is not None)
    files["REQUIRES"] = "".join(f"{requirement}\n" for requirement in requirements).encode()
    if abi is not None:
        files["ABI"] = f"{abi}\n".encode()
    platform = f"{definitions.pjrt_platform()}_{architecture}"
    tag = f"{abi.removesuffix('t')}-{abi}" if abi else f"{definitions.ABI_FLOOR}-abi3"
    sources = (nanobind(), header_source(release, cache))
    bill = bill_of_materials("jaxlib-pjrt", release.release, definitions.project(definitions.PJRT), sources)
    wheel = f"jaxlib_pjrt-{release.release}-{tag}-{platform}.whl"
    return Stage("jaxlib-pjrt", wheel, files, metadata=bill)
