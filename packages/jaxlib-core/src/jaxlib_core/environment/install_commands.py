"""The commands that fix an installation, in pip's and in uv's spelling."""

from __future__ import annotations

import shlex


def install(*requirements: str, force: bool = False, again: str = "") -> tuple[str, ...]:
    """Commands that install ``requirements``.

    ``force`` writes their files again where they are already there, and nothing else; ``again`` those of one
    distribution among all that is installed, for which pip has no word but to install everything again.
    """
    words = shlex.join(requirements)
    pip, uv = (" --force-reinstall --no-deps", " --reinstall --no-deps") if force else _again(again)
    return (f"pip install{pip} {words}", f"uv pip install{uv} {words}")


def instead_of_two(distribution: str, version: str) -> tuple[str, ...]:
    """Commands that leave one installed copy of ``distribution`` where there are two in one folder.

    pip takes away one at a time, and with it files of the other; uv takes away all that there are.
    """
    pip, uv = install(f"{distribution}=={version}", force=True)
    return (f"{uninstall(distribution)[0]} && {pip}", uv)


#: To be said with ``readable``.
AS_OWNER = "it is to be typed by the owner of the files, or an administrator"


def readable(path: object) -> tuple[str, ...]:
    """The command that lets everybody read what is at ``path``."""
    return (f"chmod -R a+rX {shlex.quote(str(path))}",)


def upgrade(*distributions: str, again: str = "") -> tuple[str, ...]:
    """Commands that install the newest of ``distributions`` that go together; ``again`` as for ``install``."""
    words = shlex.join(distributions)
    pip, uv = _again(again)
    return (f"pip install --upgrade{pip} {words}", f"uv pip install --upgrade{uv} {words}")


def _again(distribution: str) -> tuple[str, str]:
    return (" --force-reinstall", f" --reinstall-package {distribution}") if distribution else ("", "")


def both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Commands that do what ``first`` and then what ``second`` does, in the same spelling."""
    return tuple(f"{one} && {two}" for one, two in zip(first, second, strict=True))


def uninstall(*distributions: str) -> tuple[str, ...]:
    """Commands that remove ``distributions``."""
    words = shlex.join(distributions)
    return (f"pip uninstall -y {words}", f"uv pip uninstall {words}")
