"""Checks of a plugin, and the diagnosis of each that fails."""
