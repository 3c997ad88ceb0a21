"""Output of the verbs: progress, steps, pictures."""
