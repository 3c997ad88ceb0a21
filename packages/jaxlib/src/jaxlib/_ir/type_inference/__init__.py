"""Result type inference: operand types and attributes -> result types.

- `tensors`: the rules of StableHLO, MHLO, CHLO and Shardy
- `kernels`: the rules of the dialects that kernels are written in
- `inference`: `infer`, which applies them
"""
