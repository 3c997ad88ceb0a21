"""Modules that run in child processes in the models' environments, without the factory's own dependencies."""
