"""Profiling: options, sessions, files, the server for on-demand capture, and memory profiles."""
