"""Lowering rules that replace jax's where the library is slow or inexact with those."""
