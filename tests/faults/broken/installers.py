"""pip and uv: damaged, or with settings of their own."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import changed, garbage, gone, uninstalled, with_variable, without, without_uv


def _constrained(text: str) -> Break:
    """A constraints file in the user's configuration, as in some containers."""

    def apply(it: Broken) -> None:
        file = it.folder / "constraints.txt"
        file.write_text(text)
        it.variables["PIP_CONSTRAINT"] = str(file)

    return apply


def _of_pip(**settings: str) -> Break:
    """Settings in the user's pip.conf."""

    def apply(it: Broken) -> None:
        home = it.folder / "home"
        lines = ["[global]", *(f"{name.replace('_', '-')} = {value}" for name, value in settings.items())]
        it.replace(home / ".config" / "pip" / "pip.conf", "\n".join(lines).encode())
        it.variables["HOME"] = str(home)

    return apply


def _stand_in_for_uv(it: Broken) -> None:
    """A version manager's shim of uv on PATH, where only one of its Pythons has uv."""
    uv = it.folder / "shims" / "uv"
    it.replace(uv, b"#!/bin/sh\necho 'uv: command not found' >&2\nexit 127\n")
    uv.chmod(0o755)
    it.variables["PATH"] = f"{uv.parent}:/usr/bin:/bin"


def _in_a_removed_folder(it: Broken) -> None:
    gone = shlex.quote(str(it.folder / "gone"))
    it.lines = (f"mkdir -p {gone} && cd {gone} && rmdir {gone}",)


def damaged_installers() -> Iterator[Row]:
    damaged = changed("pip/_internal/cli/main.py", garbage)
    yield row("pip garbled", "pip", (damaged, uninstalled("scipy")))
    yield row("pip garbled, no uv", "pip", (damaged, uninstalled("scipy"), without_uv))
    yield row(
        "a vendored module of pip gone",
        "pip",
        (gone("pip/_vendor/urllib3"), uninstalled("numpy"), without_uv),
    )
    yield row(
        "the module of packaging gone, module and RECORD of ml_dtypes gone",
        "pip",
        (gone("packaging"), gone("ml_dtypes"), without("ml_dtypes", "RECORD")),
    )


def settings_of_pip() -> Iterator[Row]:
    for name, value in (
        ("PIP_USER", "1"),
        ("PIP_TARGET", "{folder}/other"),
        ("PIP_DRY_RUN", "1"),
        ("PIP_REQUIRE_HASHES", "1"),
        ("PIP_PYTHON", "/usr/bin/python3"),
    ):
        yield row(f"{name}, scipy not installed", "pip", (with_variable(name, value), uninstalled("scipy")))
    removed = (_in_a_removed_folder, uninstalled("scipy"))
    yield row("the current folder was removed, scipy not installed", "pip", removed)
    warned = (with_variable("PYTHONWARNINGS", "error"), uninstalled("scipy"))
    yield row("warnings are errors, scipy not installed", "pip", warned)
    homeless = (with_variable("HOME", "/dev/null"), uninstalled("scipy"))
    yield row("no home folder, scipy not installed (uv)", "pip", homeless, "uv")
    for text in ("scipy<1", "numpy==1.26.4", "six==1.17.0"):
        constrained = (_constrained(text), uninstalled("scipy"))
        yield row(f"constraints {text}, scipy not installed", "pip", constrained)


def settings_of_a_system() -> Iterator[Row]:
    required = with_variable("PIP_REQUIRE_VIRTUALENV", "1")
    yield row(
        "PIP_REQUIRE_VIRTUALENV, scipy not installed (system)",
        "pip",
        (required, uninstalled("scipy"), without_uv),
        "system",
    )
    filed = _of_pip(require_virtualenv="true")
    yield row(
        "require-virtualenv in a file, scipy not installed (system)",
        "pip",
        (filed, uninstalled("scipy"), without_uv),
        "system",
    )
    yield row(
        "a stand-in for uv, scipy not installed (system)",
        "pip",
        (_stand_in_for_uv, uninstalled("scipy")),
        "system",
    )
