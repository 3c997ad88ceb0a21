"""Modules of upstream's built-in CPU backend; the handlers are in jaxlib-cpu."""
