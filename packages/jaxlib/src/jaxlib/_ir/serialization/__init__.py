"""MLIR's bytecode, and StableHLO's portable artifacts in it."""
