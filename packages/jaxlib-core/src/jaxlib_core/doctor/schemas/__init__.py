"""The published JSON schemas, as files: of the descriptor and of every --json report."""
