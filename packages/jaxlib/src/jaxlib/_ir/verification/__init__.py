"""Verifies operations and programs, as MLIR and the dialects do.

- `structure`: the attributes that an operation has, and how many operands, results, regions and blocks
- `operand_kinds`: the types that its operands and results may have
- `operation_rules`, `region_rules`: what StableHLO requires of shapes, attributes and regions
- `module_rules`: symbols, meshes and shardings
- `verifier`: `Operation.verify`, which applies all of these
"""
