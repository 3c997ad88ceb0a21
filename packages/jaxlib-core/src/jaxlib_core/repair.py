"""The commands that mend an installation, in pip's and in uv's spelling."""

from __future__ import annotations

import shlex


def install(*requirements: str, force: bool = False) -> tuple[str, ...]:
    """Commands that install ``requirements``; ``force`` writes files again that are already there."""
    words = shlex.join(requirements)
    pip, uv = (" --force-reinstall --no-deps", " --reinstall --no-deps") if force else ("", "")
    return (f"pip install{pip} {words}", f"uv pip install{uv} {words}")


def instead_of_two(distribution: str, version: str) -> tuple[str, ...]:
    """Commands that leave one installed copy of ``distribution`` where there are two in one folder.

    pip takes away one at a time, and with it files of the other; uv takes away all that there are.
    """
    pip, uv = install(f"{distribution}=={version}", force=True)
    return (f"{uninstall(distribution)[0]} && {pip}", uv)


def upgrade(*distributions: str) -> tuple[str, ...]:
    """Commands that install the newest of ``distributions`` that go together."""
    words = shlex.join(distributions)
    return (f"pip install --upgrade {words}", f"uv pip install --upgrade {words}")


def uninstall(*distributions: str) -> tuple[str, ...]:
    """Commands that remove ``distributions``."""
    words = shlex.join(distributions)
    return (f"pip uninstall -y {words}", f"uv pip uninstall {words}")
