"""The intermediate representation: MLIR's programs in Python.

From the bottom, each folder or module imports those above it in this list alone (`tests/unit/test_layers.py`):

- `core`: contexts, locations, types, attributes, operations and what holds them
- `dialects`: the dialects' own types and attributes
- `type_inference`: operand types -> result types
- `operand_types`: what `Operation.verify` checks of types
- `verification`: which operands, results, regions and attributes an operation must have. Programs that are read are
  checked by it; types are checked by the plugin's compiler, which verifies the whole program and names the line.
- `text`: the parser and the printer
- `passes`: one module for each pass
- `serialization`: bytecode and portable artifacts
- `api`: connects the methods of `core` with the layers above it
"""

from jaxlib._ir import api as _api  # so that no part of the package is used before it is connected

_api.connect()
