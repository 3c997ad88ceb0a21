"""Modules of upstream's built-in CPU backend; jaxlib-cpu has its own handlers."""
