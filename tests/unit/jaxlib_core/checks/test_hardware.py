from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import hardware, steps
from jaxlib_core.plugins.discovery import Plugin, at

from tests.unit.jaxlib_core.site import RELEASE, Site, elf_image

TPU = {"name": "TPU", "pci": ["1ae0:0063"], "unless": "JAX_FORCE_TPU_INIT"}
GPU = {"name": "NVIDIA GPU", "devices": ["/dev/nvidia0", "/dev/nvidiactl"]}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of this machine's root."""
    root = tmp_path / "machine"
    root.mkdir()
    monkeypatch.setattr(hardware, "ROOT", root)
    monkeypatch.delenv("JAX_FORCE_TPU_INIT", raising=False)
    return root


def pci(machine: Path, vendor: str, device: str) -> None:
    folder = machine / "sys/bus/pci/devices" / f"0000:00:{device[-2:]}.0"
    folder.mkdir(parents=True)
    (folder / "vendor").write_text(f"{vendor}\n")
    (folder / "device").write_text(f"{device}\n")


def plugin(site: Site, needs: dict[str, Any] | None) -> Plugin:
    return at(site.plugin("tpu", hardware=needs))


def test_a_plugin_that_names_no_hardware_never_lacks_it(site: Site, machine: Path) -> None:
    assert hardware.absent(plugin(site, None)) is None


@pytest.mark.parametrize("device", ["0x0063", "0x0042"])
def test_a_tpu_is_told_from_its_vendors_network_card(site: Site, machine: Path, device: str) -> None:
    pci(machine, "0x8086", "0x1237")
    pci(machine, "0x1ae0", device)
    found = hardware.absent(plugin(site, TPU))
    if device == "0x0063":
        assert found is None
        return
    assert type(found) is errors.HardwareAbsent
    assert found.summary == f"There is no TPU on this machine for jaxlib-tpu {RELEASE} to run on."
    assert found.where == (f"{machine}/sys/bus/pci/devices: 1ae0:0063",)


def test_a_variable_makes_jax_try_all_the_same(
    site: Site, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_FORCE_TPU_INIT", "1")
    assert hardware.absent(plugin(site, TPU)) is None


def test_a_device_file_is_enough(site: Site, machine: Path) -> None:
    of = plugin(site, GPU)
    found = hardware.absent(of)
    assert found is not None
    assert found.where == ("/dev/nvidia0", "/dev/nvidiactl")
    (machine / "dev").mkdir()
    (machine / "dev/nvidiactl").touch()
    assert hardware.absent(of) is None


class TestALibraryOfAnotherDistribution:
    @pytest.fixture
    def owned(self, site: Site) -> Plugin:
        """jaxlib-tpu, whose library is libtpu's."""
        site.family()
        image = elf_image()
        return at(
            site.plugin(
                "tpu",
                library={
                    "file": "libtpu/libtpu.so",
                    "size": len(image),
                    "sha256": "0" * 64,
                    "pjrt_api": "0.81",
                    "owner": {
                        "distribution": "libtpu",
                        "version": "0.0.42.1",
                        "of_same_files": ["libtpu-nightly"],
                    },
                    "variable": "TPU_LIBRARY_PATH",
                },
                ships=False,
            )
        )

    def install(self, site: Site, version: str) -> Path:
        site.distribution("libtpu", version)
        path = site.folder / "libtpu/libtpu.so"
        path.parent.mkdir()
        path.write_bytes(elf_image())
        return path

    def test_it_is_found_beside_its_metadata(self, site: Site, owned: Plugin) -> None:
        path = self.install(site, "0.0.42.1")
        assert owned.library == path
        assert steps.first_problem(owned) is None

    def test_it_is_not_installed(self, site: Site, owned: Plugin) -> None:
        problem = steps.first_problem(owned)
        assert type(problem) is errors.NotInstalled
        assert problem.summary == f"jaxlib-tpu {RELEASE} needs libtpu, which is not installed."
        assert problem.commands == ("python -m pip install libtpu==0.0.42.1",)

    def test_it_is_of_another_version(self, site: Site, owned: Plugin) -> None:
        self.install(site, "0.0.50.1")
        problem = steps.first_problem(owned)
        assert type(problem) is errors.VersionMismatch
        assert problem.found == "libtpu 0.0.50.1"
        assert problem.commands[0] == "python -m pip install libtpu==0.0.42.1"

    def test_what_fixes_it_is_the_other_distribution(self, site: Site, owned: Plugin) -> None:
        self.install(site, "0.0.42.1").unlink()
        problem = steps.first_problem(owned)
        assert type(problem) is errors.LibraryMissing
        assert problem.commands[0] == "python -m pip install --force-reinstall --no-deps libtpu==0.0.42.1"

    def test_another_distribution_writes_the_same_files(self, site: Site, owned: Plugin) -> None:
        nightly = site.distribution("libtpu-nightly", "0.1.dev20260601")
        for installed in (
            "libtpu-nightly 0.1.dev20260601",
            "libtpu 0.0.42.1 and libtpu-nightly 0.1.dev20260601",
        ):
            problem = steps.first_problem(owned)
            assert type(problem) is errors.ConflictingInstallation
            assert problem.found == installed
            assert str(nightly) in problem.where
            assert problem.commands[0] == (
                "python -m pip uninstall -y libtpu-nightly && "
                "python -m pip install --force-reinstall --no-deps libtpu==0.0.42.1"
            )
            if "and" not in installed:
                self.install(site, "0.0.42.1")

    def test_it_is_there_twice(self, site: Site, owned: Plugin) -> None:
        self.install(site, "0.0.42.1")
        site.distribution("libtpu", "0.0.38")
        problem = steps.first_problem(owned)
        assert type(problem) is errors.ConflictingInstallation
        assert problem.summary == "libtpu is installed twice in the same folder."
        assert sorted(problem.found.split(" and ")) == ["libtpu 0.0.38", "libtpu 0.0.42.1"]

    def test_the_environment_gives_another_library(
        self, site: Site, owned: Plugin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As jax does with TPU_LIBRARY_PATH: of any version, and with no libtpu installed."""
        given = tmp_path / "libtpu.so"
        given.write_bytes(elf_image(padding=4096))
        monkeypatch.setenv("TPU_LIBRARY_PATH", str(given))
        assert owned.library == given
        assert steps.first_problem(owned) is None
        given.write_bytes(b"no library")
        problem = steps.first_problem(owned)
        assert type(problem) is errors.LibraryReplaced
        assert problem.commands == ("unset TPU_LIBRARY_PATH",)
        monkeypatch.setenv("TPU_LIBRARY_PATH", str(tmp_path / "gone.so"))
        assert type(steps.first_problem(owned)) is errors.NotInstalled, (
            "jax falls back, with a warning of its own"
        )
        path = self.install(site, "0.0.42.1")
        assert owned.library == path

    def test_the_environment_gives_its_own_library(
        self, site: Site, owned: Plugin, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As libtpu's own module does, which jax imports: all that is checked without it is checked with it."""
        path = self.install(site, "0.0.42.1")
        monkeypatch.setenv("TPU_LIBRARY_PATH", str(path))
        assert owned.given is None
        assert steps.first_problem(owned) is None
        path.write_bytes(elf_image(padding=4096))
        problem = steps.first_problem(owned)
        assert type(problem) is errors.LibraryReplaced
        assert problem.commands[0] == "python -m pip install --force-reinstall --no-deps libtpu==0.0.42.1"
