"""Data about each chip to compile for, one file per platform; read by ``jaxlib_core.topologies``."""
