"""How pip and uv choose between a wheel and its variants, with empty wheels."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.builder import definitions, variants
from tools.environments.venv import Environment

TAG = "cp311-abi3-manylinux_2_27_x86_64"
INSTALLERS = ("pip", "uv")


@pytest.fixture(scope="module")
def dist(temporary: Callable[[str], Path]) -> Path:
    """A folder with the whole wheel, and in folders of their own two variants."""
    folder = temporary("dist")
    for label in ("", "sm90", "sm80.sm90"):
        version = f"0.10.2+{label}" if label else "0.10.2"
        path = variants.folder(folder, label) / f"jaxlib_cuda12-{version}-{TAG}.whl"
        path.parent.mkdir(parents=True, exist_ok=True)
        info = f"jaxlib_cuda12-{version}.dist-info"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(
                f"{info}/METADATA", f"Metadata-Version: 2.1\nName: jaxlib-cuda12\nVersion: {version}\n"
            )
            archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {TAG}\n")
            archive.writestr(f"{info}/RECORD", f"{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return folder


@pytest.fixture(scope="module")
def environment(temporary: Callable[[str], Path]) -> Environment:
    return Environment.create(temporary("environment") / "e", seed=True)


@pytest.fixture(params=INSTALLERS)
def install(request: pytest.FixtureRequest, environment: Environment, dist: Path) -> Callable[..., str]:
    """Installs from folders of ``dist``, by label; returns the installed version."""

    def run(requirement: str, *labels: str) -> str:
        found = [f"--find-links={variants.folder(dist, label)}" for label in labels]
        environment.install("--no-index", *found, requirement, installer=request.param)
        (info,) = environment.site_packages.glob("jaxlib_cuda12-*.dist-info")
        return info.name.removesuffix(".dist-info").partition("-")[2]

    return run


def test_they_read_the_name_and_take_a_variant_for_its_release(install: Callable[..., str]) -> None:
    assert install("jaxlib-cuda12==0.10.2", "") == "0.10.2"
    assert install("jaxlib-cuda12==0.10.2+sm90", "sm90") == "0.10.2+sm90"
    # The pins of the family, and what a user has pinned, are content with what is there.
    assert install(f"jaxlib-cuda12{definitions.same_release('0.10.2')}", "") == "0.10.2+sm90"
    assert install("jaxlib-cuda12==0.10.2", "", "sm90") == "0.10.2+sm90"
    assert install("jaxlib-cuda12==0.10.2+sm80.sm90", "sm80.sm90") == "0.10.2+sm80.sm90"
    # What the diagnosis tells the owner of another GPU to type.
    assert install("jaxlib-cuda12===0.10.2", "") == "0.10.2"
