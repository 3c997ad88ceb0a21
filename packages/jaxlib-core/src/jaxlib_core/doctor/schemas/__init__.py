"""The published JSON schemas: of the descriptor and of every ``--json`` report."""
