"""The text of the list of checks."""

from __future__ import annotations

import io

import pytest
from jaxlib_core import errors
from jaxlib_core.doctor import text
from jaxlib_core.doctor.default_backend import Outcome
from jaxlib_core.doctor.findings import Diagnosed, Report
from jaxlib_core.doctor.variables import Setting
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.plugins.discovery import Broken, Discovery, at

from tests.unit.jaxlib_core.site import Site

VARIABLES, FILES, RELEASES, REQUIRED = range(4)
LAST = -1
WORKS = Outcome(None, "cpu", 1, 1.5)


def problem(kind: type[errors.PluginError] = errors.FilesLost) -> errors.PluginError:
    return kind("A file is lost.", wanted="the file", found="no file", where="here", commands=("reinstall",))


@pytest.fixture
def sound(site: Site) -> Report:
    """A report of an environment in which all is well, with jaxlib-cpu."""
    jax, jaxlib, core = (
        Installed(name, "0.10.2", str(site.folder)) for name in ("jax", "jaxlib", "jaxlib-core")
    )
    plugin = at(site.plugin("cpu"))
    discovery = Discovery((plugin,), (), ())
    return Report(
        jax, jaxlib, core, discovery, (Diagnosed(plugin, None, None, "", ()),), {}, None, tried=WORKS
    )


def marks(report: Report) -> list[bool | None]:
    return [passed for _, passed in text.checked(report)]


def test_each_check_has_passed_where_all_is_well(sound: Report) -> None:
    assert marks(sound) == [True] * 6
    assert text.checked(sound)[LAST][0].endswith("import, default backend, a program (1.5 s)")


def test_a_cause_marks_its_own_check(sound: Report) -> None:
    (cpu,) = sound.diagnosed
    stopped = sound._replace(tried=None)
    setting = Setting(problem(errors.ConfigurationError), {"JAX_PLATFORMS": None})
    failed = sound._replace(tried=WORKS._replace(problem=problem(errors.DefaultBackendFails)))
    broken = Broken("tpu", "tpu", Installed("jaxlib-tpu", "0.10.2", "there"), problem(errors.DescriptorError))
    plugin = 4
    for report, wrong in (
        (stopped._replace(settings=(setting,)), VARIABLES),
        (stopped._replace(damage=problem()), FILES),
        (stopped._replace(refusal=problem(errors.VersionMismatch)), RELEASES),
        (stopped._replace(lacks=problem(errors.NotInstalled)), REQUIRED),
        (stopped._replace(diagnosed=(cpu._replace(problem=problem()),)), plugin),
        (stopped._replace(discovery=sound.discovery._replace(broken=(broken,))), plugin),
        (failed, LAST),
    ):
        found = marks(report)
        assert found.pop(wrong) is False, text.checked(report)
        assert False not in found, text.checked(report)


def test_what_was_not_looked_at_is_not_called_well(sound: Report) -> None:
    (cpu,) = sound.diagnosed
    stopped = sound._replace(tried=None, damage=problem())
    assert marks(stopped)[REQUIRED] is None
    assert text.checked(stopped)[LAST] == (
        "jax, in a child process: import, default backend, a program; not tried because of the problem above",
        None,
    )
    assert marks(sound._replace(jax=None))[RELEASES] is None
    absent = sound._replace(diagnosed=(cpu._replace(absent=problem(errors.HardwareAbsent)),))
    assert text.checked(absent)[4] == (
        "jaxlib-cpu: hardware, which is not here; the library was not opened",
        None,
    )


@pytest.mark.parametrize(("encoding", "well", "ill"), [("utf-8", "✓", "✗"), ("ascii", "ok", "NO")])
def test_a_line_for_each_check_in_letters_that_the_output_has(
    sound: Report, encoding: str, well: str, ill: str
) -> None:
    report = sound._replace(tried=None, settings=(Setting(problem(errors.ConfigurationError), {}),))
    file = io.BytesIO()
    out = io.TextIOWrapper(file, encoding=encoding)
    text.show(report, out)
    out.flush()
    lines = file.getvalue().decode(encoding).splitlines()
    start = lines.index("Checked") + 1
    listed = lines[start : lines.index("At `import jax`")]
    assert [line.split()[0] for line in listed] == [ill, well, well, well, well, "-"]
    assert [line.split(" ", 3)[3] for line in listed] == [what for what, _ in text.checked(report)]


def test_a_path_that_has_no_room_beside_its_name_is_on_a_line_of_its_own(
    sound: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"/{'a' * 50}/site-packages"
    long = sound._replace(jax=Installed("jax", "0.10.2", place))
    for columns, lines in ((80, ["  jax          0.10.2", f"      {place}"]), (120, [])):
        monkeypatch.setattr("jaxlib_core.terminal.width", lambda _, columns=columns: columns)
        out = io.StringIO()
        text.show(long, out)
        shown = [line.rstrip() for line in out.getvalue().splitlines()]
        at = next(number for number, line in enumerate(shown) if line.startswith("  jax "))
        assert shown[at : at + len(lines)] == lines
        assert all(len(line) <= columns for line in shown[at : at + max(len(lines), 1)])
