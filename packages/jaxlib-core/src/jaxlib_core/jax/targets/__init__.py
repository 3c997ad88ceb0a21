"""What is known of each chip to compile for, as data: one file a platform, read by ``jaxlib_core.topologies``."""
