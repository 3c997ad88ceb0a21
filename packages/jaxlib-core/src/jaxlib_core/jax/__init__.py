"""Plugins as backends of unmodified jax."""
