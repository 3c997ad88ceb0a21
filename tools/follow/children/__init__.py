"""Scripts that run in the environments that are compared."""
