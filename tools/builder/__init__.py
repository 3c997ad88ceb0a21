"""From a manifest to wheels in dist/: source trees, variants, grafts, new plugins, reproducibility."""
