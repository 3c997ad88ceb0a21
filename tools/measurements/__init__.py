"""Measures PJRT libraries: PJRT and FFI versions, extensions, and the versions that a jaxlib accepts."""
