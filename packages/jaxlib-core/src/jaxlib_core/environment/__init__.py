"""The Python environment as files and metadata; nothing in it is imported."""
