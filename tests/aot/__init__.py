"""Ahead-of-time compilation for more targets than the test command has time for: ``nox -s aot``."""
