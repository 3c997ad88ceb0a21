"""Shared objects: symbols stripped, kernels recompressed or left out, stubs of vendors' libraries."""
