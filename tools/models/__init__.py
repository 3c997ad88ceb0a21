"""``python -m tools models``: MaxText's models, small, on our backends against upstream's, as a matrix."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Run the verb."""
    # Imported late: child processes import this package, too, in environments without the command's requirements.
    from tools.models.command import main as command

    return command(argv)
