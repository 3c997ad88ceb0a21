"""Lowering rules that replace jax's where the library would be slow or inaccurate with jax's."""
