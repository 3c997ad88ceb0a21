"""An optional module that jax imports if it is installed, and that breaks jax."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from jaxlib_core.doctor import default_backend, optional
from jaxlib_core.doctor.variables import applied
from jaxlib_core.errors import JaxImportFails

from tests.unit.jaxlib_core.site import JAX, Site

FAILURE = JaxImportFails("jax cannot be imported.", wanted="w", found="f", where="", commands=())

#: A jax that uses a module where it is there, and one that it does not work without.
IMPORTING = f"try:\n    import extra\nexcept ImportError:\n    pass\nimport needed\n{JAX}"


@pytest.fixture
def family(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    site.family()
    site.working_jax()
    (site.folder / "jax" / "__init__.py").write_text(IMPORTING)
    (site.folder / "needed.py").write_text("")
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return site


def works(change: Mapping[str, str | None]) -> bool:
    with applied(change):
        return default_backend.run().problem is None


@pytest.mark.parametrize("text", ["raise RuntimeError('old')", "x = $", "import sys\nsys.no_such_name"])
def test_what_no_distribution_installed_goes_out_of_the_way(family: Site, text: str) -> None:
    path = family.folder / "extra.py"
    path.write_text(text)
    assert not works({})
    setting = optional.module(works, {}, {"jax", "jaxlib"}, FAILURE)
    assert setting
    assert "the module extra, that no distribution installed" in setting.problem.summary
    assert setting.problem.commands == (f"mv {path} {path}.off",)
    assert works(setting.changes)


def test_the_fault_in_what_the_module_imports_itself(family: Site) -> None:
    (family.folder / "extra").mkdir()
    (family.folder / "extra" / "__init__.py").write_text("from extra import part")
    (family.folder / "extra" / "part.py").write_text("import broken")
    (family.folder / "broken.py").write_text("1 / 0")
    setting = optional.module(works, {}, {"jax", "jaxlib"}, FAILURE)
    assert setting
    assert setting.problem.where == (str(family.folder / "broken.py"),)


def test_a_distribution_is_uninstalled_where_its_files_are_as_they_were_installed(family: Site) -> None:
    info = family.distribution("extra-dist", "1.0")
    (family.folder / "extra.py").write_text("1 / 0")
    (info / "RECORD").write_text(f"extra.py,,\n{info.name}/METADATA,,\n{info.name}/RECORD,,\n")
    setting = optional.module(works, {}, {"jax", "jaxlib"}, FAILURE)
    assert setting
    assert "the module extra, of extra-dist 1.0" in setting.problem.summary
    assert setting.problem.commands[0].endswith("uninstall -y extra-dist")


def test_a_distribution_is_installed_again_where_its_files_were_altered(family: Site) -> None:
    info = family.distribution("extra-dist", "1.0")
    (family.folder / "extra.py").write_text("1 / 0")
    record = f"extra.py,sha256={'A' * 43},7\n{info.name}/METADATA,,\n{info.name}/RECORD,,\n"
    (info / "RECORD").write_text(record)
    setting = optional.module(works, {}, {"jax", "jaxlib"}, FAILURE)
    assert setting
    assert "--force-reinstall" in setting.problem.commands[0]
    assert setting.problem.commands[0].endswith("extra-dist==1.0")


def test_a_module_that_jax_needs_is_not_one(family: Site) -> None:
    (family.folder / "needed.py").write_text("1 / 0")
    assert optional.module(works, {}, {"jax", "jaxlib"}, FAILURE) is None
