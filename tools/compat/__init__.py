"""Compatibility: combinations of releases in real environments, and the names of jaxlib that jax uses."""
