"""The intermediate representation: MLIR programs in Python.

Layers, bottom first; each folder or module only imports those above it in this list (`tests/unit/test_layers.py`):

- `core`: contexts, locations, types, attributes, operations and their containers
- `dialects`: the dialects' own types and attributes
- `type_inference`: operand types -> result types
- `verification`: what MLIR and the dialects require of operations and programs
- `text`: the parser and the printer
- `passes`: one module for each pass
- `serialization`: bytecode and portable artifacts
- `api`: connects the methods of `core` with the layers above it
"""

from jaxlib._ir import api as _api  # so that nothing in the package is used before it is connected

_api.connect()
