"""Release manifests, the registry's index, and the cache of downloaded and derived files."""
