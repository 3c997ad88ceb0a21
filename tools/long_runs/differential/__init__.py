"""Differential stateful testing: runs the same steps with the bindings-only jaxlib and upstream's, and compares.

``worker.py`` runs in the environment under test and executes steps; ``objects.py`` makes their operands, hostile
ones among them; ``sides.py`` keeps one worker for each environment and compares; ``machines.py`` has the hypothesis
state machines that draw the steps; ``texts.py`` changes programs in MLIR's text, which both parse and print. A
short run is a test (``tests/installed/test_differential.py``), a long one is ``nox -s differential``.
"""
