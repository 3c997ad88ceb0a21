"""Data about each chip to compile for, a file per platform; read by ``jaxlib_core.topologies``."""
