"""What must hold for a plugin to work, and the diagnosis where it does not."""
