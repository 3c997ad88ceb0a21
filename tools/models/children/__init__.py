"""What runs in child processes, in the environments of models: nothing here imports what only the factory has."""
