"""Pages of ``docs`` that are generated."""
