"""After the commands with which jaxlib-cpu refuses a job, the environment has a CPU backend with collectives."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib_cpu import module


@pytest.mark.parametrize(
    ("requirements", "last"),
    [
        (("scipy>=1.14",), "python -m pip uninstall -y jaxlib-cpu"),
        (("jaxlib-cpu==0.10.2",), "python -m pip install --force-reinstall --no-deps jaxlib===0.10.2"),
    ],
)
def test_a_jaxlib_without_a_backend_is_replaced(
    monkeypatch: pytest.MonkeyPatch, requirements: tuple[str, ...], last: str
) -> None:
    from jaxlib_core.checks import requirements as checks
    from jaxlib_core.environment import distributions, installer

    jaxlib_cpu = module()
    monkeypatch.setattr(installer, "here", lambda: installer.Installer("pip", "python"))
    installed = distributions.Installed("jaxlib", "0.10.2+bindings", "")
    monkeypatch.setattr(distributions, "find", lambda name: installed)
    monkeypatch.setattr(checks, "requires", lambda name: list(requirements))
    (command,) = jaxlib_cpu._to_have_collectives()
    assert command.split(" && ")[0] == "python -m pip uninstall -y jaxlib-cpu"
    assert command.split(" && ")[-1] == last
