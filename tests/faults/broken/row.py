"""A row of the table, and the environment that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


@dataclass
class Broken:
    """A copy of an environment for a row to break. Its files are hard links: replace them, never write to them."""

    python: Path
    site: Path
    folder: Path
    release: str
    wheels: Path
    variables: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    #: Lines that each shell runs first.
    lines: tuple[str, ...] = ()
    #: The words that start the jaxlib command.
    command: tuple[str, ...] = ("{python}", "-m", "jaxlib_core")

    def info(self, name: str) -> Path:
        """The metadata folder of the distribution ``name`` (with underscores)."""
        return next(self.site.glob(f"{name}-*.dist-info"))

    def replace(self, path: Path, content: bytes) -> None:
        """Replace ``path`` by a file with other content; the file that it links to is unchanged."""
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


Break = Callable[[Broken], None]


class Row(NamedTuple):
    """A row: the kind of environment, the faults, all parts that they break, and the expected end.

    ``ends`` is ``repaired`` if the command must repair it; ``works`` if jax works anyway and the doctor must say
    so; ``told`` if no command helps and the text says what to change; empty if it may be repaired or work.
    ``code`` is that of the first diagnosis, where the command of another one would repair it, too.
    """

    name: str
    parts: frozenset[str]
    apply: tuple[Break, ...]
    kind: str = "pip"
    ends: str = "repaired"
    code: str = ""


def row(
    name: str,
    part: str | tuple[str, ...],
    apply: Break | tuple[Break, ...],
    kind: str = "pip",
    ends: str = "repaired",
    code: str = "",
) -> Row:
    """A row with one part or several, and one fault or several."""
    parts = frozenset([part] if isinstance(part, str) else part)
    return Row(name, parts, apply if isinstance(apply, tuple) else (apply,), kind, ends, code)
