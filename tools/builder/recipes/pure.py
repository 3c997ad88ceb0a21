"""The distributions without native code: jaxlib-core and jaxlib-lock."""

from __future__ import annotations

from tools import ROOT
from tools.artifacts.manifest import Manifest
from tools.builder import definitions
from tools.builder.bill import bill_of_materials
from tools.builder.description import described
from tools.builder.source_tree import Stage, as_json, legal


def core(release: Manifest) -> Stage:
    """jaxlib-core of ``release``."""
    folder = ROOT / "packages" / "jaxlib-core"
    files = described(folder, release.release) | legal()
    for page in sorted((ROOT / "docs" / "errors").glob("JLP*.md")):
        files[f"src/jaxlib_core/pages/{page.name}"] = page.read_bytes()
    files["VERSION"] = f"{release.release}\n".encode()
    bill = bill_of_materials("jaxlib-core", release.release, definitions.project(folder), ())
    return Stage("jaxlib-core", f"jaxlib_core-{release.release}-py3-none-any.whl", files, metadata=bill)


def lock(release: Manifest) -> Stage:
    """jaxlib-lock of ``release``, with the seeds of every release."""
    from tools.builder.seeds import seeds

    folder = ROOT / "packages" / "jaxlib-lock"
    files = described(folder, release.release) | legal()
    files["VERSION"] = f"{release.release}\n".encode()
    files["src/jaxlib_lock/seeds.json"] = as_json(seeds())
    bill = bill_of_materials("jaxlib-lock", release.release, definitions.project(folder), ())
    return Stage("jaxlib-lock", f"jaxlib_lock-{release.release}-py3-none-any.whl", files, metadata=bill)
