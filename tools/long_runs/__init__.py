"""Commands that run parts of ``tests`` for longer than the test command does, or on hardware that it lacks."""
