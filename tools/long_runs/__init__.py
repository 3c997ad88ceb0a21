"""Commands that run parts of ``tests`` for longer than the test command, or on hardware that it does not need."""
