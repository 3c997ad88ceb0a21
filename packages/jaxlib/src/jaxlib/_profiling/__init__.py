"""Profiles: options, sessions, files, the server for on-demand capture, and the memory that arrays take."""
