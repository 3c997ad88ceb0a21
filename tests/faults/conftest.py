"""An environment, made once, and servers that examine copies of it."""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plugins.extension.compile import compile_shared
from tests.faults import copies
from tests.faults.copies import HERE, RELEASE, Copy, Server, Template
from tests.installed.conftest import COMMON, blank, make, make_for_all, wheels
from tests.unit.jaxlib_core.site import descriptor
from tools.artifacts import manifest
from tools.artifacts.cache import Cache
from tools.builder import definitions
from tools.environments.venv import Environment

__all__ = ["blank", "make", "make_for_all"]

NEEDED_FLOOR = "12.1"


@pytest.fixture(scope="session")
def template(
    make_for_all: Callable[..., Environment], blank: bytes, tmp_path_factory: pytest.TempPathFactory
) -> Template:
    """The template of the copies."""
    wheels(RELEASE)
    environment = make_for_all(f"jaxlib-cpu=={RELEASE}", python=COMMON)
    # Another user must be able to read it.
    environment.folder.chmod(0o755)
    artifact = manifest.load(RELEASE).artifact("xla-cpu-pjrt")
    header = Cache().member(artifact.file(platform.machine()), artifact.headers["pjrt_c_api"])
    output = tmp_path_factory.mktemp("fake") / "fake.so"
    compile_shared(
        [HERE / "fake.c"], output, target=f"{platform.machine()}-linux-gnu.2.17", include=[header.parent]
    )
    fake = output.read_bytes()
    return Template(environment, fake, blank, _cuda(len(fake)))


def _cuda(size: int) -> dict[str, object]:
    """The descriptor of jaxlib-cuda12 for a machine without a GPU, with minimum versions of NVIDIA's libraries."""
    facts = definitions.plugin_facts("cuda12")
    data = descriptor("cuda12", size=size)
    data["libraries"] = [{**fact, "minimum": NEEDED_FLOOR} for fact in facts["libraries"]]
    data["hardware"] = {"name": "NVIDIA GPU", "devices": ["/dev/no-gpu-in-this-test"]}
    return data


@pytest.fixture(scope="session")
def doctor(template: Template) -> Iterator[Server]:
    """A server that runs ``jaxlib doctor`` on a copy."""
    server = Server(
        template,
        (
            *(
                "jaxlib_core.doctor.examination",
                "jaxlib_core.doctor.report",
                "jaxlib_core.doctor.text",
                "jaxlib_core.doctor.html",
                "jaxlib_core.jax.backend",
            ),
            *(
                "packaging.requirements",
                "packaging.version",
                "importlib.metadata",
                "email.parser",
                "zipimport",
                "zipfile",
                "zlib",
            ),
        ),
    )
    yield server
    server.close()


@pytest.fixture(scope="session")
def jax(template: Template) -> Iterator[Server]:
    """A server that uses jax with a copy."""
    server = Server(template, ("jax", "jaxlib_core.jax.backend", "scipy.linalg.cython_lapack"))
    yield server
    server.close()


@pytest.fixture
def copied(template: Template) -> Iterator[Callable[[], Copy]]:
    """Makes copies, which are removed at the end."""
    folders: list[Path] = []

    def copy() -> Copy:
        # Not in pytest's own temporary folder, which another user cannot read.
        folder = Path(tempfile.mkdtemp(prefix="jaxlib-faults-"))
        folder.chmod(0o755)
        folders.append(folder)
        return copies.make(template, folder)

    yield copy
    for folder in folders:
        copies.remove(folder)
