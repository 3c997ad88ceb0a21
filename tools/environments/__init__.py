"""Virtual environments: creation, locks, emulation, and the quickstart."""
