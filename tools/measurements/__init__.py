"""Measures PJRT libraries (PJRT and FFI versions, extensions), and the PJRT versions that a jaxlib accepts."""
