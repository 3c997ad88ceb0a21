"""What only a library itself can tell: PJRT and FFI versions, extensions, and what a jaxlib accepts of a plugin."""
