"""``nox -s site``: the documentation site, built from ``docs/``, the READMEs and the sources.

``navigation.toml`` says which pages there are and in which order. Pages that stand in the repository are staged as
they are; those of the API, the commands, the schemas and the manifests are generated here, and none is committed.
"""

from tools.docs.site.command import main

__all__ = ["main"]
