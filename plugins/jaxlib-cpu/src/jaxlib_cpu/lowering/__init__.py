"""How operations are lowered for this library where jax's own way is slow or inexact in it."""
