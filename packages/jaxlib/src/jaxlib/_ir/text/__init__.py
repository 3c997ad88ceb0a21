"""MLIR's text: the parser and the printer."""
