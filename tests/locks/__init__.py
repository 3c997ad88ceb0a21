"""Locks of MaxText's own requirements for every hardware, Python and release: ``nox -s locks``, minutes."""
