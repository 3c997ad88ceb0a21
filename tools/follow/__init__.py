"""Following jax: a new release, or a source tree, as one command and one report."""

from tools.follow.command import main

__all__ = ["main"]
