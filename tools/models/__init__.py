"""``python -m tools models``: MaxText's models, small, on our backends against upstream's, as a matrix."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Run the verb."""
    # Children import their modules through this package, and have nothing of what the command needs.
    from tools.models.command import main as command

    return command(argv)
