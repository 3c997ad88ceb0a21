"""The interface to jax: registers plugins as backends of unmodified jax."""
