"""Every diagnosis as it really appears, each made by the code that makes it for a user.

The pages in ``docs/errors`` show these texts; ``nox -s pages`` writes them there (``tools/docs/error_pages.py``).
"""
