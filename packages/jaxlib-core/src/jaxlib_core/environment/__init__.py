"""The Python environment as files and metadata: nothing of it is imported."""
