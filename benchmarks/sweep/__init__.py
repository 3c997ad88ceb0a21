"""The sweep: compile time, run time and values of a table of jax's functions, the family against upstream's jaxlib.

``workers/sweep_functions.py`` and ``sweep_arrays.py`` have the table. A *cell* is one function with a dtype, a
size, forward or gradient, on one device or four.
"""
