"""``nox -s site``: the documentation site, built from ``docs/``, the READMEs and the sources.

``navigation.toml`` lists the pages in their order. Pages of the repository are staged unchanged; those of the API,
the commands, the schemas and the manifests are generated here, and are not committed.
"""

from tools.docs.site.command import main

__all__ = ["main"]
