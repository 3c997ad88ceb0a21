"""Upstream's own tests, run and compared, and the differences that are known."""
