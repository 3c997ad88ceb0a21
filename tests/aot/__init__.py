"""Compiling ahead of time for more targets than the test command has the time for: ``nox -s aot``."""
