"""jaxlib (bindings-only): its own sources, the C++ library pjrt-cpp, and upstream's pure-Python files."""

from __future__ import annotations

from tools import BINDINGS_LABEL
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Manifest
from tools.builder import definitions
from tools.builder.bill import bill_of_materials, header_source, nanobind, taken_source
from tools.builder.description import described
from tools.builder.source_tree import Stage, legal, tree


def stage(release: Manifest, architecture: str, cache: Cache, abi: str) -> Stage:
    """The bindings-only jaxlib of ``release`` for an architecture and the Python with the ABI ``abi`` (``cp313t``).

    Raises:
        ManifestError: packages/jaxlib/releases has no facts of the release, or a file of upstream's has another
            hash than the list.
    """
    facts = definitions.jaxlib_facts_module(release.release)
    files = (
        described(definitions.JAXLIB, release.release)
        | legal()
        | {definitions.PJRT_HEADER: definitions.pjrt_header(release, cache)}
    )
    files = {name: content for name, content in tree(definitions.PJRT_CPP).items() if _used(name)} | files
    files = {name: content for name, content in files.items() if not name.startswith("releases/")}
    files["src/jaxlib/_release.py"] = facts
    files["src/jaxlib/_debug_options_facts.py"] = definitions.debug_options_module(release.release)
    files["src/jaxlib/_upstream_names.py"] = definitions.upstream_names_module(release.release)
    taken = definitions.upstream_files(release, cache)
    files |= {f"src/{name}": content for name, content in taken.items()}
    local = f"{release.release}+{BINDINGS_LABEL}"
    files["ARCHITECTURE"] = f"{architecture}\n".encode()
    files["VERSION"] = f"{local}\n".encode()
    files["REQUIRES"] = "".join(
        f"{jaxlib_requirement}\n" for jaxlib_requirement in definitions.jaxlib_requirements(release)
    ).encode()
    sources = (nanobind(), header_source(release, cache), taken_source(taken, release))
    bill = bill_of_materials("jaxlib", local, definitions.project(definitions.JAXLIB), sources)
    wheel = f"jaxlib-{local}-{abi.removesuffix('t')}-{abi}-{definitions.jaxlib_platform()}_{architecture}.whl"
    return Stage("jaxlib", wheel, files, metadata=bill)


def _used(name: str) -> bool:
    """Whether jaxlib needs this file of pjrt-cpp; FFI handlers and profiles use the plugins' Python instead."""
    return not name.startswith("native/pjrt/ffi")
