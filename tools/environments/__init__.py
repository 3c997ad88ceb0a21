"""Virtual environments: made, locked, emulated, and a first training in a new one."""
