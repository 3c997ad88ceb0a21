"""What verbs print as they go: progress, results step by step, pictures."""
