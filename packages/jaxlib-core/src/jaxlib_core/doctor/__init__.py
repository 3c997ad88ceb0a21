"""``jaxlib list`` and ``jaxlib doctor``: what is examined, and the reports about it."""
