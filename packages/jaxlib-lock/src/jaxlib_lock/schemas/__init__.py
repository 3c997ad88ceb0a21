"""The published schemas of the files and reports of ``jaxlib-lock``."""
