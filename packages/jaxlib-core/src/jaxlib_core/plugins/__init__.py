"""Installed plugins: where they are and what their descriptors state."""
