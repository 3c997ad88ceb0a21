"""What the doctor finds when it tries a plugin or jax in a process of its own."""

from __future__ import annotations

from typing import Any

from jaxlib_core import errors
from jaxlib_core.doctor import default_backend, probe, started, variables
from jaxlib_core.plugins.discovery import discover

from tests.unit.jaxlib_core.diagnoses.scene import Scene, Text


def _probed(scene: Scene, ended: int | None, *said: dict[str, Any], words: str = "") -> Text:
    return probe._problem(scene.plugin(), ended, list(said), words, 60.0)


def library_ends_the_process(scene: Scene) -> Text:
    return _probed(scene, -6, {"stage": "load"}, words="Check failed: driver != nullptr\n")


def making_a_client_ends_the_process(scene: Scene) -> Text:
    return _probed(scene, -11, {"stage": "client"})


def library_hangs(scene: Scene) -> Text:
    return _probed(scene, None, {"stage": "load"})


def library_forks(scene: Scene) -> Text:
    return _probed(scene, 0, {"stage": "load"}, {"forked": 1234})


def client_refused(scene: Scene) -> Text:
    error = RuntimeError("Unable to initialize backend 'cpu': INTERNAL: the device is in use")
    return probe._refused(scene.plugin(), error)


def jax_does_not_import(scene: Scene) -> Text:
    return _probed(scene, 1, {"stage": "import"}, words="ImportError: libjax_common.so: file too short")


def _used(*said: dict[str, Any], ended: int | None = 3, words: str = "") -> Text:
    return default_backend._problem((), ended, list(said), words, 60.0)


def _failed(error: str, text: str) -> dict[str, Any]:
    return {"error": error, "text": text, "name": None, "known": ["cpu", "tpu"], "problem": None}


def another_projects_plugin(scene: Scene) -> Text:
    scene.site.distribution("acme-plugin", "1.0", entry_points="acme = acme_plugin")
    failure = _used({"stage": "backend"})
    assert isinstance(failure, errors.PluginError)
    setting = started.plugin(lambda _: True, discover(), {}, failure)
    return setting.problem if setting else None


def file_that_python_runs_when_it_starts(scene: Scene) -> Text:
    file = scene.site.folder / "sitecustomize.py"
    file.write_text("import sys\nsys.modules['numpy'] = None\n")
    scene.patch.setattr("site.getsitepackages", list)
    failure = _used(
        {"stage": "import"},
        _failed("ModuleNotFoundError", "import of numpy halted; None in sys.modules"),
    )
    assert isinstance(failure, errors.PluginError)
    works = lambda change: str(file) not in change[probe.TRIAL]  # noqa: E731
    setting = started.startup_file(works, {}, failure)
    return setting.problem if setting else None


def platform_that_nothing_serves(scene: Scene) -> Text:
    scene.patch.setenv("JAX_PLATFORMS", "cuda")
    scene.plugin()
    return variables.settings(discover(), None, None)[0].problem


def a_file_of_numpys_name(scene: Scene) -> Text:
    info = scene.site.distribution("numpy", "2.4.6")
    installed = scene.site.folder / "numpy" / "__init__.py"
    installed.parent.mkdir()
    installed.write_text("")
    (info / "RECORD").write_text("numpy/__init__.py,,\n")
    folder = scene.root / "home" / "experiments"
    folder.mkdir(parents=True)
    (folder / "numpy.py").write_text("")
    scene.patch.chdir(folder)
    return _used({"stage": "import", "origins": {"numpy": str(folder / "numpy.py")}})


def a_program_fails(scene: Scene) -> Text:
    return _used({"stage": "program"}, ended=-4, words="Illegal instruction\n")


def jax_takes_too_long(scene: Scene) -> Text:
    return _used({"stage": "backend"}, ended=None)


def check_without_time(scene: Scene) -> Text:
    return probe.given_up("importing jax", 0.1)
