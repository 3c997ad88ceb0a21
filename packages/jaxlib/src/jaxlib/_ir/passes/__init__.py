"""Passes: functions that change an operation in place, or return another one. One module per pass."""
